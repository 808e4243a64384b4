"""Maps: Leaflet as a component, fetched when a map appears, so that no other page pays for it.

Four of them: the marks of a list, whose bounds are part of its address (kit/lists/map.py); marks that are no part of an
address; one place of a show page; one place of a form, whose two inputs and pin follow each other. No tiles are needed:
without a provider (`ADMIN_MAP_TILES_URL`) a map stands on land, water and towns (decision 65), with a scale. A map is
never the only way: the table lists what its marks are, and the inputs hold what its pin says. `docs/decisions/` tells
why Leaflet.
"""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import wire
from admin_app.kit.parts.widgets import Text
from admin_app.kit.session import Session
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t

LEAFLET = "1.9.4"
SUPERCLUSTER = "9.1.0"
TOPOJSON = "3.1.0"
STYLESHEET = "/maps.css"


class MapArea(rx.NoSSRComponent):
    """A map, whose code is fetched when it is drawn."""

    library = "$/public/kit/leaflet.jsx"
    tag = "MapArea"
    lib_dependencies: list[str] = [f"leaflet@{LEAFLET}", f"supercluster@{SUPERCLUSTER}", f"topojson-client@{TOPOJSON}"]

    mode: rx.Var[str]
    label: rx.Var[str]
    cluster: rx.Var[str]
    points: rx.Var[list[list[str]]]
    lines: rx.Var[list[list[str]]]
    """Straight ones, each `[class names, latitude, longitude, latitude, longitude]`: `.map-line` and those in CSS."""
    circle: rx.Var[str]
    """`latitude,longitude,metres`; empty for none. One place is shown with all of its circle."""
    bounds: rx.Var[str]
    param: rx.Var[str]
    route: rx.Var[str]
    field: rx.Var[str]
    latitude: rx.Var[str]
    longitude: rx.Var[str]
    town: rx.Var[str]
    """What stands beside the pin of one place."""
    tiles: rx.Var[str]
    attribution: rx.Var[str]
    area: rx.Var[str]
    """What is shown where there is nothing yet: `west,south,east,north`."""
    outlines: rx.Var[str]
    zoom_in: rx.Var[str]
    zoom_out: rx.Var[str]
    back: rx.Var[str]
    """What the button is called that leads back to the pin."""

    on_mark: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """A mark was pressed: its id, where marks lead nowhere of themselves."""


def map_area(mode: str, label: Text, pin: Text = "", **props: Any) -> rx.Component:
    """A map with the deployment's tiles, in a frame that keeps its place; `pin`: see `place_map`."""
    area = MapArea.create(
        mode=mode,
        label=label,
        tiles=Session.links["map_tiles"],
        attribution=Session.links["map_attribution"],
        area=Session.links["map_area"],
        outlines=t("kit.map.outlines"),
        zoom_in=t("kit.map.zoom_in"),
        zoom_out=t("kit.map.zoom_out"),
        back=t("kit.map.back"),
        cluster=t("kit.map.cluster", points="#"),
        **props,
    )
    return rx.el.div(
        map_sheet(),
        rx.el.div(area, class_name="map-room", custom_attrs={"data-late": "leaflet"}),
        rx.el.p(t("kit.map.failed"), class_name="map-failed"),
        rx.el.p(t("kit.map.fingers"), class_name="map-fingers"),
        class_name="map-frame",
        data_pin=rx.cond(rx.Var.create(pin) != "", "own", ""),
        custom_attrs={"style": rx.Var.create({"--pin": rx.Var.create(f'url("{pin}")')})},
    )


def map_sheet() -> rx.Component:
    """What a map looks like: fetched with the first one, or with the way to it."""
    return sheet(STYLESHEET)


def marks_map(label: Text, points: rx.Var[list[list[str]]], on_mark: Any = None, lines: Any = None) -> rx.Component:
    """Some marks, each `[id, latitude, longitude, name, tone]`: what they are is said beside the map, too. A sixth text
    stands in the mark.

    `on_mark` gets the id of one that was pressed. `lines`: see `MapArea`.
    """
    more = {"on_mark": on_mark, "lines": lines}
    return map_area("marks", label, points=points, **{name: each for name, each in more.items() if each is not None})


def place_map(latitude: Text, longitude: Text, circle: Text = "", town: Text = "", pin: Text = "") -> rx.Component:
    """Where one record is, with a circle around it (`MapArea`); nothing where it has no coordinates.

    `pin` is the address of a picture that stands there instead of our own pin.
    """
    where = {"latitude": latitude, "longitude": longitude, "circle": circle, "town": town}
    made = map_area("place", t("kit.map.place"), pin, **where)
    return rx.cond((rx.Var.create(latitude) != "") & (rx.Var.create(longitude) != ""), made)


def place_picker(field: str) -> rx.Component:
    """A map in a form: its pin and the inputs `<field>.latitude` and `<field>.longitude` follow each other."""
    return rx.el.div(
        map_area("pick", t("kit.map.place"), field=wire(field)),
        rx.el.p(t("kit.map.pick"), class_name="hint"),
        class_name="map-picker",
    )
