"""What the gallery shows: one specimen of every kind of column and input, in every situation. Pure.

A kind that is added to `kit/declare/fields.py` and not here fails `tests/kit/gallery/test_page.py`.
"""

from dataclasses import replace
from typing import Any

from pydantic import Field, create_model

from admin_app.kit.declare.fields import (
    ChoiceInput,
    Column,
    DateInput,
    DateTimeInput,
    FileInput,
    ImageInput,
    Input,
    IntegerInput,
    LinesInput,
    ReferenceInput,
    RichTextInput,
    Target,
    TextInput,
)
from admin_app.kit.declare.filters import Filter
from admin_app.kit.declare.resource import May, Resource, Section
from admin_app.kit.records.addresses import address_options
from admin_app.kit.words.formats import ANYWHERE, BACK

ACCESS = "access_admin"
"""Everybody who is signed in holds it: nothing of the gallery reaches the API."""
HTML = (
    "<img src=\"data:,\" alt='x' onerror=\"alert(1)\"><script>alert('2')</script><b>&amp; {{name}}</b> "
    "🚲👩🏽‍🦽 é\u0301 \u202etfel"
)
"""A text that tries to run, to fill a placeholder, to break a font and to change the direction of writing."""
LONG = "Anticonstitutionnellement, covoiturons ensemble. " * 102 + "w" * 5002
"""10,000 characters, half of them without a place to break."""
PICTURE = "/favicon.svg"
CHOICES = ("1", "2", "3", "4")
TONES = {"1": "good", "2": "warn", "3": "bad"}
RICH = (
    '<h2>Covoiturer à Nantes</h2><p>Un <strong>texte</strong>, un <a href="https://example.com">lien</a> :</p>'
    "<ul><li><p>le matin</p></li><li><p>le soir</p></li></ul><ol><li><p>chercher</p></li><li><p>partir</p></li></ol>"
    "<h3>Ensuite</h3><blockquote><p>On partage les frais.</p></blockquote>"
)
POINTS = [
    {"type": "user", "name": "Maison", "houseNumber": "5", "streetName": "rue de la Paix", "postalCode": "44000"},
    {"type": "locality", "locality": "Nantes", "postalCode": "44000"},
    {"type": "street", "streetName": "rue de Nantes", "postalCode": "35000", "locality": "Rennes"},
    {"type": "relaypoint", "name": "Aire de la Beaujoire", "postalCode": "44300", "locality": "Nantes"},
    {"type": "event", "name": LONG[:120], "postalCode": "44300", "locality": "Nantes"},
]
ADDRESSES = address_options([{**point, "lat": 47.2184, "lon": -1.5536} for point in POINTS])
REFERENCES = [{"value": str(number), "label": f"Territoire {number}", "group": ""} for number in (1, 2, 3)]
PICTURES = [{**each, "picture": PICTURE} for each in REFERENCES]

COLUMN_VALUES: dict[str, Any] = {
    "text": "Élise Martin",
    "email": "elise.martin@example.com",
    "phone": "0604050802",
    "url": "https://example.com/covoiturage",
    "number": 1234567,
    "age": "82",
    "journey": f"Nancy{BACK}{ANYWHERE}",
    "date": "1991-05-14T00:00:00+00:00",
    "date_time": "2026-02-03T08:30:00+00:00",
    "yes_no": True,
    "choice": 1,
    "image": PICTURE,
    "icon": PICTURE,
    "illustration": PICTURE,
    "long_text": "Je pars tous les jours.\nJe reviens le soir.",
    "rich_text": RICH,
}
"""An ordinary value of each kind of column, as the API sends it."""
COLUMNS = (
    Column("text", "text", sort=True, main=True),
    Column("email", "email", sort=True),
    Column("phone", "phone"),
    Column("url", "url"),
    Column("number", "number", sort=True),
    Column("age", "age"),
    Column("journey", "journey"),
    Column("date", "date", sort=True),
    Column("date_time", "date_time"),
    Column("yes_no", "yes_no"),
    Column("choice", "choice", choices="gallery.choices", tones=TONES),
    Column("image", "image"),
    Column("icon", "icon"),
    Column("illustration", "illustration", hidden=True),
    Column("long_text", "long_text", hidden=True),
    Column("rich_text", "rich_text", hidden=True),
)
RECORDS: dict[str, dict[str, Any]] = {
    "value": COLUMN_VALUES,
    "empty": {},
    "long": {
        **dict.fromkeys(COLUMN_VALUES, LONG),
        **dict.fromkeys(("image", "icon", "illustration"), f"data:image/png;base64,{'A' * 10_000}"),
        "rich_text": f"<p>{LONG}</p>",
    },
    "hostile": {
        **dict.fromkeys(COLUMN_VALUES, HTML),
        **dict.fromkeys(("image", "icon", "illustration"), "data:image/svg+xml,<svg onload='alert(3)'>"),
        "url": "javascript:alert(4)",
    },
}
"""The situations of a cell."""

TERRITORIES = Target("", search="name", label="name")
CELLS = (
    ChoiceInput("select", "select", choices="gallery.choices", values=CHOICES, required=True),
    ReferenceInput("reference", target=TERRITORIES),
    IntegerInput("integer"),
)
INPUTS: dict[str, Input] = {
    "text": TextInput("text", required=True),
    "email": TextInput("email", "email"),
    "phone": TextInput("phone", "phone"),
    "url": TextInput("url", "url"),
    "integer": IntegerInput("integer"),
    "latitude": Input("latitude", "latitude"),
    "longitude": Input("longitude", "longitude"),
    "date": DateInput("date"),
    "day": Input("day", "day"),
    "time": Input("time", "time"),
    "date_time": DateTimeInput("date_time"),
    "read_only": Input("read_only", "read_only"),
    "select": ChoiceInput("select", "select", choices="gallery.choices", values=CHOICES, type="integer"),
    "radio": ChoiceInput("radio", choices="gallery.choices", values=CHOICES, type="integer"),
    "publication": ChoiceInput("publication", "publication", choices="gallery.choices", values=CHOICES, tones=TONES),
    "multi_select": ChoiceInput(
        "multi_select", "multi_select", choices="gallery.choices", values=CHOICES, type="integer"
    ),
    "switch": Input("switch", "switch"),
    "text_area": TextInput("text_area", "text_area"),
    "rich_text": RichTextInput("rich_text"),
    "color": Input("color", "color"),
    "kept": Input("kept", "kept"),
    "address": Input("address", "address"),
    "reference": ReferenceInput("reference", target=TERRITORIES, type="integer"),
    "picture_choice": ReferenceInput("picture_choice", "picture_choice", target=TERRITORIES, type="integer"),
    "image": ImageInput("image"),
    "file": FileInput("file", accept=".csv"),
    "attached": Input("attached", "attached"),
    "rows": LinesInput("rows", inputs=CELLS, hint=True),
}
"""One input of each kind, with every kind of option."""
FILLED = {
    "text": "Élise",
    "email": "elise.martin@example.com",
    "phone": "06 04 05 08 02",
    "url": "https://example.com/covoiturage",
    "integer": "4",
    "latitude": "48.692054",
    "longitude": "6.184417",
    "date": "1991-05-14",
    "day": "2026-02-03",
    "time": "08:30",
    "date_time": "2026-02-03T08:30",
    "read_only": "12 034",
    "select": "2",
    "radio": "2",
    "publication": "1",
    "multi_select": "1,3",
    "switch": "true",
    "text_area": "Je pars tous les jours.\nJe reviens le soir.",
    "rich_text": RICH,
    "address": ADDRESSES[1]["value"],
    "reference": "1",
    "picture_choice": "2",
    "image": "",
    "file": "",
    "color": "#1a56c4",
    "kept": "{}",
    "attached": "",
}
"""What a filled input of each plain kind holds."""
REFUSED = {
    **FILLED,
    "text": HTML * 3,
    "email": "elise.martin@",
    "phone": "0604",
    "url": "javascript:alert(4)",
    "integer": "4,5",
    "latitude": "98",
    "longitude": "6,18,44",
    "date": "",
    "day": "",
    "time": "",
    "date_time": "2026-02-03",
    "read_only": "",
    "address": "?",
    "reference": "?",
    "select": "",
    "radio": "",
    "publication": "",
    "multi_select": "",
    "switch": "",
    "picture_choice": "",
    "text_area": LONG[:300],
    "rich_text": "",
    "color": "blue",
}
"""What each kind refuses when it is required; the messages are the kit's own."""
TEXTS = {"address": ADDRESSES[1]["label"], "reference": REFERENCES[0]["label"]}
"""What stands in the visible input of an address or a reference."""
SITUATIONS = ("empty", "filled", "required", "invalid", "disabled")
"""The situations of an input."""
LINES = [
    {"key": "1", "locked": "true", "select": "1", "reference": "1", "reference_label": "Territoire 1", "integer": "4"},
    {"key": "2", "locked": "", "select": "2", "reference": "2", "reference_label": "Territoire 2", "integer": "7"},
    {"key": "3", "locked": "", "select": "", "reference": "?", "reference_label": HTML[:40], "integer": "x"},
]
"""A locked line, an ordinary one, one that is refused."""

LARGE = ("rich_text", "picture_choice", "image", "file", "attached", "rows")
ROWS = replace(INPUTS["rows"], field="lines", required=True)
"""The lines of the specimens; those of the form are its own."""

_FIELDS: Any = {name: (Any, Field(None, alias=name)) for name in (*COLUMN_VALUES, *INPUTS)}
Specimen = create_model("Specimen", **_FIELDS)

DEMO = Resource(
    key="gallery",
    entity="gallery",
    route="/_gallery",
    endpoint="",
    model=Specimen,
    flag="demo",
    may=May(list=ACCESS, create=ACCESS, read=ACCESS, update=ACCESS, delete=ACCESS),
    columns=COLUMNS,
    filters=(
        Filter("q", "text", always=True),
        Filter("choice", "choice", "choice", choices="gallery.choices", values=CHOICES),
        Filter("date", "date", "date"),
        Filter("number", "number", "number"),
        Filter("reference", "reference", "reference", target=TERRITORIES),
        Filter("place", "place", "place"),
    ),
    form=(
        Section("short", tuple(part for kind, part in INPUTS.items() if kind not in LARGE)),
        Section("large", tuple(INPUTS[kind] for kind in LARGE)),
    ),
    show=(Section("short", COLUMNS[:-2]), Section("large", COLUMNS[-2:])),
    pictures=("image",),
    default_sort="text",
)
"""An entity that does not exist, with one field of each kind."""
SMALL = replace(
    DEMO,
    may=May(list=ACCESS, create=ACCESS, update=ACCESS),
    columns=COLUMNS[:3],
    filters=DEMO.filters[:1],
    form=(),
    show=(Section("waiting", COLUMNS[:4]),),
    pictures=(),
)
"""The same with few columns and without ids, so that several lists can stand on one page."""


def form_of(section: str, *fields: str, more: tuple[Input, ...] = ()) -> Resource:
    """A small form of its own: the ids of its fields differ from those of the other forms of the page."""
    parts = tuple(TextInput(field, required=True) for field in fields)
    return replace(SMALL, form=(Section(section, (*parts, *more)),))
