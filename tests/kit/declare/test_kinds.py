"""What is said of a property once is what its views make of its name."""

from dataclasses import replace
from typing import Annotated

import pytest

from admin_app.kit import declare as d
from admin_app.kit.declare import fields as f
from admin_app.kit.declare.kinds import Undeclared, column_of, input_of
from admin_app.kit.values import Address, Instant, Record

TOWNS = d.Target("admin/towns", search="name", label="name")
TONES = {"0": "warn", "1": "good"}
STATUS = d.radio("things.status", ("0", "1"), TONES, default="1", required=True)


class Part(Record):
    """A line of a thing."""

    body: Annotated[str | None, d.rich_text(required=True)] = None
    town: Annotated[int | None, d.reference(TOWNS)] = None


class Thing(Record):
    """A record with a property of each sort."""

    plain: str | None = None
    count: int | None = None
    free: bool | None = None
    title: Annotated[str, d.text(required=True, hint=True)] = ""
    notes: Annotated[str | None, d.text_area(512)] = None
    status: Annotated[int | None, STATUS] = None
    code: Annotated[int | None, d.choice("things.code", TONES, ("0", "1", "2"))] = None
    music: Annotated[bool | None, d.select("things.music", ("true", "false"))] = None
    word: Annotated[str | None, d.radio("things.word", ("a", "b"))] = None
    town_id: Annotated[int | None, d.reference(TOWNS, named="plain")] = None
    place_id: Annotated[int | None, d.one_of(TOWNS)] = None
    icon_id: Annotated[int | None, d.picture_choice(TOWNS, "things.icon")] = None
    seats: Annotated[int | None, d.integer(0, 9)] = None
    starts: Annotated[str | None, d.date_time(timed_by="free", required=True)] = None
    made: Annotated[Instant, d.date_time(listed="date")] = None
    address: Annotated[Address | None, d.address(required="create", nullable=False)] = None
    parts: Annotated[list[Part], d.lines("body", "town", ordered="rank", named_by="body")] = []
    others: Annotated[list[Part], d.lines("town", sent_as="aothers")] = []
    picture: Annotated[str | None, d.picture()] = None
    upload: Annotated[str | None, d.image("thing", ratio=1, described=True)] = None
    summary: Annotated[str | None, d.text_area()] = None
    born: Annotated[str | None, d.date()] = None
    plan: Annotated[str | None, d.image("thing")] = None
    sheet: Annotated[str | None, d.file("sheet", ".csv")] = None
    loud: Annotated[str, d.shown().computed(lambda thing: thing.title.upper())] = ""


INPUTS = [
    ("title", f.TextInput("title", required=True, hint=True)),
    ("notes", f.TextInput("notes", "text_area", max_length=512)),
    (
        "status",
        f.ChoiceInput(
            "status",
            required=True,
            choices="things.status",
            values=("0", "1"),
            tones=TONES,
            default="1",
            type="integer",
        ),
    ),
    ("music", f.ChoiceInput("music", "select", choices="things.music", values=("true", "false"), type="boolean")),
    ("word", f.ChoiceInput("word", choices="things.word", values=("a", "b"))),
    ("town_id", f.ReferenceInput("town_id", target=TOWNS, named="plain", type="integer")),
    ("place_id", f.ReferenceInput("place_id", "select", target=TOWNS, type="integer")),
    (
        "icon_id",
        f.ReferenceInput("icon_id", "picture_choice", target=TOWNS, choices="things.icon", type="integer"),
    ),
    ("seats", f.IntegerInput("seats", minimum=0, maximum=9)),
    ("starts", f.DateTimeInput("starts", timed_by="free", required=True)),
    ("address", f.Input("address", "address", required="create", nullable=False)),
    (
        "parts",
        f.LinesInput(
            "parts",
            ordered="rank",
            named_by="body",
            inputs=(
                f.RichTextInput("body", required=True),
                f.ReferenceInput("town", target=TOWNS, type="integer"),
            ),
        ),
    ),
    (
        "others",
        f.LinesInput("aothers", source="others", inputs=(f.ReferenceInput("town", target=TOWNS, type="integer"),)),
    ),
    ("upload", f.ImageInput("upload", owner="thing", ratio=1, described=True)),
    ("summary", f.TextInput("summary", "text_area", max_length=255)),
    ("born", f.DateInput("born", past=False)),
    ("plan", f.ImageInput("plan", owner="thing", ratio=0, described=False)),
    ("sheet", f.FileInput("sheet", entity="sheet", accept=".csv")),
]


@pytest.mark.parametrize(("name", "expected"), INPUTS)
def test_a_property_as_it_is_typed_in(name: str, expected: f.Input):
    assert input_of(Thing, name) == expected


CELLS = [
    ("id", f.Column("id", "number")),
    ("plain", f.Column("plain")),
    ("free", f.Column("free", "yes_no")),
    ("notes", f.Column("notes", "long_text")),
    ("status", f.Column("status", "choice", choices="things.status", tones=TONES)),
    ("starts", f.Column("starts", "date_time", timed_by="free")),
    ("made", f.Column("made", "date_time")),
    ("address", f.Column("address")),
    ("address.address_locality", f.Column("address.address_locality")),
    ("parts", f.Column("parts", "number")),
    ("parts.body", f.Column("parts.body", "rich_text")),
    ("picture", f.Column("picture", "illustration")),
]


@pytest.mark.parametrize(("name", "expected"), CELLS)
def test_a_property_as_it_is_read(name: str, expected: f.Column):
    assert column_of(Thing, name) == expected


@pytest.mark.parametrize(
    ("name", "kind"), [("notes", "text"), ("made", "date"), ("picture", "image"), ("free", "yes_no")]
)
def test_a_list_shows_some_kinds_shorter(name: str, kind: str):
    assert column_of(Thing, name, listed=True).kind == kind


def test_a_cell_that_is_computed():
    (column,) = d.columns(Thing, "loud")
    assert f.project(Thing(title="oh"), (column,)) == {"loud": "OH"}


UNKNOWN = [
    (lambda: column_of(Thing, "no_such"), "'no_such' is no property of Thing"),
    (lambda: column_of(Thing, "address.no_such"), "'no_such' is no property of Address"),
    (lambda: column_of(Thing, "title.part"), "'title.part' leads nowhere, it is no property of Thing"),
    (lambda: input_of(Thing, "picture"), "'picture' is not typed in"),
    (lambda: input_of(Thing, "plain"), "'plain' is not typed in"),
    (lambda: d.columns(Thing, "title", main="plain"), "'plain' is none of the columns of Thing"),
    (lambda: d.columns(Thing, "title", hidden=("plain",)), "'plain' is none of the columns of Thing"),
    (lambda: d.columns(Thing, "title", sortable=("plain",)), "'plain' is none of the columns of Thing"),
    (lambda: d.columns(Thing, d.but("title", kinds="text")), "has no option 'kinds'"),
    (lambda: d.form(Thing, d.section("a", "no_such")), "'no_such' is no property of Thing"),
    (lambda: d.form(Thing, d.section("a", d.but("title", ratio=1))), "'title' has no option 'ratio'"),
    (lambda: d.show(Thing, d.section("a", "no_such")), "'no_such' is no property of Thing"),
    (lambda: d.filters(Thing, "no_such"), "'no_such' is no property of Thing"),
]


@pytest.mark.parametrize(("declare", "said"), UNKNOWN)
def test_a_wrong_name_stops_the_start_with_the_module_and_the_record(declare, said: str):
    with pytest.raises(Undeclared) as stopped:
        declare()
    assert said in str(stopped.value)
    assert str(stopped.value).startswith((__name__, "admin_app.kit.values"))


def test_a_kind_of_another_class_stops_the_start():
    with pytest.raises(ValueError, match="lines: TextInput has no kind 'rows'"):
        f.TextInput("lines", "rows")


def test_a_list_shows_a_property_the_way_its_kind_says_and_a_page_in_full():
    (column,), (section,) = d.columns(Thing, "made"), d.show(Thing, d.section("a", "made"))
    assert (column.kind, section.parts[0].kind) == ("date", "date_time")


def test_columns_keep_their_order_and_know_what_they_are_for():
    found = d.columns(Thing, "id", "title", "made", main="title", hidden=("id",), sortable=("id", "made"))
    assert [(each.field, each.main, each.hidden, each.sort) for each in found] == [
        ("id", False, True, True),
        ("title", True, False, False),
        ("made", False, False, True),
    ]


def test_filters_follow_what_a_property_holds():
    by_hand = d.Filter("q", "name")
    found = d.filters(Thing, by_hand, "title", "code", more=("free", *d.period("made", "made")))
    assert found == (
        replace(by_hand, always=True),
        d.Filter("title", "title", always=True),
        d.Filter("code", "code", "choice", "things.code", ("0", "1", "2"), always=True),
        d.Filter("free", "free", "choice", "kit.yes_no", ("true", "false")),
        d.Filter("made[after]", "made_after", "date", period="made", other="made[before]"),
        d.Filter("made[before]", "made_before", "date", period="made", other="made[after]", ends=True),
    )


def test_filters_are_offered_but_for_those_that_addresses_alone_still_hold():
    found = d.filters(Thing, "title", more=("code",), kept=("free",))
    assert [(each.param, each.offered) for each in found] == [("title", True), ("code", True), ("free", False)]


def test_a_property_may_be_otherwise_in_one_view():
    (section,) = d.form(Thing, d.section("a", d.but("title", only="edit"), flag="demo", permission="thing_read"))
    assert section == d.Section(
        "a", (f.TextInput("title", required=True, hint=True, only="edit"),), "thing_read", "", "demo"
    )
    (shown,) = d.show(Thing, d.section("a", d.but("notes", kind="text")))
    assert shown.parts == (f.Column("notes"),)


def test_parts_made_by_hand_stay_as_they_are():
    latitude, column = d.Input("address.latitude", "latitude", required=True), d.Column("plain", "email")
    assert d.form(Thing, d.section("a", latitude))[0].parts == (latitude,)
    assert d.columns(Thing, column) == (column,)


def test_a_result_is_called_by_a_field_or_by_what_makes_a_name_of_several():
    town = {"name": "Toul", "code": 54200, "none": None}
    assert TOWNS.name(town) == "Toul"
    assert [replace(TOWNS, label=label).name(town) for label in ("code", "none", "absent")] == ["54200", "", ""]
    assert replace(TOWNS, label=lambda item: f"{item['name']} ({item['code']})").name(town) == "Toul (54200)"
