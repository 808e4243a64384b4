"""Icons of the catalogue, drawn: a pin with a simple picture, dashed for the variant of private relay points."""

import hashlib

PRIVATE = "private-"
CAR = "M4 17v-4l2-5h12l2 5v4zM4 13h16"
P = "M8 20V4h5a4.5 4.5 0 0 1 0 9H8"
# Lines in a square of 24.
LINES = {
    "address-any": "M12 7a5 5 0 1 0 .01 0M12 12h.01",
    "address-personal": "M4 11l8-7 8 7M6 10v9h12v-9M10 19v-5h4v5",
    "community": "M9 11a3 3 0 1 0-.01 0M3 20c0-5 12-5 12 0M17 11a2.5 2.5 0 1 0-.01 0M18 15c2 .5 3 2 3 4",
    "event": "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
    "venue": "M6 21V4h12l-3 4 3 4H6",
    "relaypoint-bus": "M5 4h14v13H5zM5 11h14M12 4v7M8 17v3M16 17v3",
    "relaypoint-carpool-area": CAR + "M7 17v2M17 17v2",
    "relaypoint-company": "M5 20V5h9v15M14 10h5v10M8 8h3M8 12h3M8 16h3M3 20h18",
    "relaypoint-carpool-stop": "M12 22v-7M5 3h14v12H5zM8 11l1.5-4h5l1.5 4z",
    "relaypoint-drop-off-area": "M12 3v12M7 10l5 5 5-5M5 20h14",
    "relaypoint-park-and-ride": P + "M15 18h6M18.5 15.5l2.5 2.5-2.5 2.5",
    "relaypoint-parking": P,
    "relaypoint-taxi": CAR + "M10 8V5h4v3",
    "relaypoint-train": "M6 3h12v13H6zM6 10h12M8 21l2-5M16 21l-2-5",
    "relaypoint-rezopouce": "M7 11v9H4v-9zM7 12l4-8c2 0 2 2 1.5 5H19l-1.5 9c-.3 1.5-1 2-2.5 2H7",
    "relaypoint-citiz": CAR + "M8 4a7 7 0 0 1 8 0M14 2l2 2-2 2",
}


def drawn(name: str) -> str:
    """The SVG of an icon; one nobody drew is a plain pin."""
    public = name.removeprefix(PRIVATE)
    hue = hashlib.sha256(public.encode()).digest()[0] * 360 // 256
    dashed = ' stroke-dasharray="8 5"' if name.startswith(PRIVATE) else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 100 100">'
        f'<path d="M50 97 21 64a38 38 0 1 1 58 0z" fill="hsl({hue},55%,36%)" stroke="#fff" stroke-width="4"{dashed}/>'
        f'<path d="{LINES.get(public, "")}" transform="translate(29 17) scale(1.75)" fill="none" stroke="#fff" '
        'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )
