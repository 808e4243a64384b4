"""The import of relay points (IMPORT-1, IMPORT-13; session.yaml, import_relay_points)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import reflex as rx

from admin_app.features.communities.lookup import COMMUNITY_LOOKUP
from admin_app.features.relay_points.points import IMPORT, RELAY_POINTS, TYPES
from admin_app.features.relay_points.types import RELAY_POINT_TYPES
from admin_app.kit.imports import (
    ADDED,
    EXISTS,
    LATITUDES,
    LOCALITIES,
    LONGITUDES,
    POSTAL_CODES,
    UPDATED,
    Answer,
    Cells,
    ImportMixin,
    Intake,
    Lookup,
    Outcome,
    Params,
    SheetColumn,
    import_screen,
    unknown,
)
from admin_app.shared import targets

PERMISSION = "relay_point_update"
"""What the screen asks for (SCREEN-8, IMPORT-14); the server asks for relay_point_create."""

COMMUNITY = ("n° de communauté", "community number", "id communauté", "community")

COLUMNS = (
    SheetColumn("name", required=True, longest=255, example="Aire de la Madeleine", also=("nom du point", "libellé")),
    SheetColumn(
        "relay_point_type_id",
        rule="identifier",
        required=True,
        hint=True,
        example="1",
        record=TYPES,
        listed=True,
        also=("n° de type", "type number", "id type", "type de point", "type de point relais", "relay point type"),
    ),
    SheetColumn("latitude", "latitude", required=True, example="48.631520", also=LATITUDES),
    SheetColumn("longitude", "longitude", required=True, example="6.245310", also=LONGITUDES),
    SheetColumn("places", "count", example="40", also=("nombre de places", "nb places", "capacité", "spaces")),
    SheetColumn(
        "places_disabled",
        rule="count",
        example="2",
        also=("places handicapés", "nombre de places handicapés", "nb places pmr", "disabled places"),
    ),
    SheetColumn("secured", "flag", example="0"),
    SheetColumn("free", "flag", example="1"),
    SheetColumn("official", "flag", example="1"),
    SheetColumn("private", "flag", hint=True, example="0", also=("privé",)),
    SheetColumn(
        "external_id", longest=255, hint=True, example="AIRE-54-007", also=("id externe", "id_lieu", "id lieu")
    ),
    SheetColumn("external_author", longest=255, example="Grand Nancy", also=("auteur", "source", "author")),
    SheetColumn("community_id", "identifier", hint=True, record=targets.COMMUNITIES, also=COMMUNITY),
    SheetColumn("description", longest=255, bytes=True, example="Parking gratuit", also=("résumé", "summary")),
    SheetColumn("full_description", also=("description longue", "commentaire", "long description")),
    SheetColumn("street_address", longest=255, example="RD 400", also=("rue", "voie", "street")),
    SheetColumn("postal_code", longest=15, bytes=True, example="54410", also=POSTAL_CODES),
    SheetColumn("address_locality", longest=100, example="Laneuveville-devant-Nancy", also=LOCALITIES),
    SheetColumn("address_country", longest=100, example="France"),
)
ANSWERS = (
    Answer(re.compile(r" added$"), ADDED),
    Answer(re.compile(r" already exists and will be updated "), UPDATED),
    Answer(re.compile(r" already exists and will be ignored "), Outcome("ignored", unchanged=True)),
    Answer(re.compile(r"^RelayPointType unknown for "), unknown("type")),
    Answer(re.compile(r" community is unknown$"), unknown("community")),
)


def spot(latitude: Any, longitude: Any) -> str:
    """A place as the server compares it: six decimals of each degree; empty when it is none."""
    try:
        return f"{float(latitude):.6f},{float(longitude):.6f}"
    except (TypeError, ValueError):
        return ""


def bounds(spots: Sequence[str]) -> Params:
    """The rectangle that holds all the places, a little wider: `minLng,maxLat,maxLng,minLat`."""
    latitudes, longitudes = zip(*(map(float, each.split(",")) for each in spots), strict=True)
    edges = (min(longitudes) - 1e-5, max(latitudes) + 1e-5, max(longitudes) + 1e-5, min(latitudes) - 1e-5)
    return [("bounds", ",".join(f"{edge:.6f}" for edge in edges))]


def _spot_of_line(cells: Cells) -> str:
    return spot(cells["latitude"], cells["longitude"])


def _spot_of_record(item: Mapping[str, Any]) -> str:
    address = item.get("address") or {}
    return spot(address.get("latitude"), address.get("longitude"))


RELAY_POINT_IMPORT = Intake(
    key="relay_point_import",
    entity="relay_point",
    endpoint="admin/imports/relaypoints",
    permission="relay_point_create",
    columns=COLUMNS,
    records=RELAY_POINTS.route,
    reads="relay_point_read",
    answers=ANSWERS,
    lookups=(
        Lookup(
            RELAY_POINTS.endpoint,
            "relay_point_list",
            lambda cells: _spot_of_line(cells) if cells["external_id"] else "",
            bounds,
            _spot_of_record,
            present=Outcome("overwritten"),
            size=0,
        ),
        # The API never tells an external identifier, but a line without one overwrites nothing (trap 38).
        Lookup(
            RELAY_POINTS.endpoint,
            "relay_point_list",
            lambda cells: "" if cells["external_id"] else _spot_of_line(cells),
            bounds,
            _spot_of_record,
            present=EXISTS,
            size=0,
        ),
        Lookup(
            RELAY_POINT_TYPES.endpoint,
            "relay_point_type_list",
            lambda cells: cells["relay_point_type_id"].lstrip("0"),
            lambda ids: [],
            lambda item: str(item.get("id", "")),
            absent=unknown("type"),
            size=0,
        ),
        COMMUNITY_LOOKUP,
    ),
    same=(_spot_of_line,),
    replaces=(lambda cells: cells["external_id"],),
    label=lambda cells: cells["name"],
)


class RelayPointImport(ImportMixin, rx.State):
    """The import of relay points."""

    resource: ClassVar[Intake] = RELAY_POINT_IMPORT


SCREENS = (import_screen(RelayPointImport, IMPORT, PERMISSION, parent=RELAY_POINTS.route),)
