"""Address proposals: points of the geocomplete as options of a combobox, in the order of FORM-13. Pure."""

import json
from typing import Any

ORDER = ("user", "locality", "housenumber", "street", "relaypoint", "venue", "event", "other")
"""Result types in the order staff see them (FORM-13); `other` exists upstream and comes last."""
SHOWN = 10
"""Most proposals (FORM-13)."""
_NAMED = ("user", "relaypoint", "venue", "event")


def address_options(points: list[Any]) -> list[dict[str, str]]:
    """Options: `value` is the address as JSON, `label` its text, `group` its type. No name or no place: no option."""
    known = [point for point in points if isinstance(point, dict) and label(point) and _located(point)]
    known.sort(key=lambda point: ORDER.index(point["type"]) if point.get("type") in ORDER else len(ORDER))
    return [
        {
            "value": json.dumps(address(point), ensure_ascii=False),
            "label": label(point),
            "group": str(point.get("type", "other")),
        }
        for point in known[:SHOWN]
    ]


def _located(point: dict[str, Any]) -> bool:
    return all(isinstance(point.get(axis), int | float) for axis in ("lat", "lon"))


def label(point: dict[str, Any]) -> str:
    """One line: name or street, then postal code and town; a town has its code behind it."""
    if point.get("type") == "locality":
        code = f" ({point['postalCode']})" if point.get("postalCode") else ""
        return f"{point.get('locality') or point.get('name') or ''}{code}"
    street = " ".join(str(point[part]) for part in ("houseNumber", "streetName") if point.get(part))
    town = " ".join(str(point[part]) for part in ("postalCode", "locality") if point.get(part))
    first = str(point.get("name") or "") if point.get("type") in _NAMED else street
    parts = [part for part in (first, town) if part]
    return ", ".join(parts) or str(point.get("name") or "")


def address(point: dict[str, Any]) -> dict[str, Any]:
    """The address of a point, every writable field, coordinates as text (session.yaml, Address)."""
    named = point.get("name") if point.get("type") in _NAMED else None
    street = " ".join(str(point[part]) for part in ("houseNumber", "streetName") if point.get(part))
    return {
        "houseNumber": point.get("houseNumber"),
        "street": point.get("streetName"),
        "streetAddress": street or None,
        "postalCode": point.get("postalCode"),
        "addressLocality": point.get("locality"),
        "region": point.get("region"),
        "macroRegion": point.get("macroRegion"),
        "addressCountry": point.get("country"),
        "countryCode": point.get("countryCode"),
        "latitude": f"{float(point['lat']):.6f}",
        "longitude": f"{float(point['lon']):.6f}",
        "name": named,
    }


def place(value: str) -> dict[str, Any]:
    """The place of an address's parameter; empty when somebody typed something else there."""
    try:
        read = json.loads(value)
        return {"lat": float(read["lat"]), "lgt": float(read["lgt"]), "name": str(read.get("name", ""))}
    except (ValueError, TypeError, KeyError):
        return {}
