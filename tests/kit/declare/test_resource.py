"""What a resource makes of its declarations: names, pictures, permissions and texts of cells."""

from dataclasses import replace
from typing import Annotated

import pytest

from admin_app.kit import declare as d
from admin_app.kit.declare.fields import LinesInput, TextInput, Variant, cell_text, during, project, takes_part
from admin_app.kit.values import Address, Record


class Thing(Record):
    """A record with a name, pictures, a date and a place."""

    name: str | None = None
    phone: Annotated[str | None, d.phone()] = None
    starts: Annotated[str | None, d.date_time(timed_by="timed")] = None
    timed: bool | None = None
    address: Annotated[Address | None, d.address()] = None
    image: str | None = None
    avatar: Annotated[str | None, d.picture()] = None
    new_image: Annotated[str | None, d.image("thing")] = None
    new_file: Annotated[str | None, d.file("paper", ".pdf")] = None
    level: Annotated[str | None, d.radio("things.level", ("a", "b"))] = None
    status: Annotated[str | None, d.publication("things.status", {})] = None


THINGS = d.Resource(
    key="things",
    entity="thing",
    route="/things",
    endpoint="admin/things",
    model=Thing,
    may=d.crud("thing"),
    columns=d.columns(Thing, "id", "name", main="name"),
    form=d.form(Thing, d.section("a", "new_image", "new_file")),
    pictures=("image", "avatar"),
)


def test_the_five_permissions():
    assert d.crud("thing") == d.May("thing_manage", "thing_create", "thing_read", "thing_update", "thing_delete")


@pytest.mark.parametrize(("name", "called"), [("Ada", "Ada"), ("", "#7"), (None, "#7")])
def test_a_record_is_called_what_its_link_says_or_its_number(name, called):
    record = Thing(id=7, name=name)
    assert THINGS.name(record) == called
    assert project(record, THINGS.columns) == {"id": "7", "name": called}


def test_a_record_may_be_called_otherwise():
    assert replace(THINGS, called=lambda thing: "a thing").name(Thing(id=7)) == "a thing"


@pytest.mark.parametrize(
    ("record", "picture"),
    [({"image": "i", "avatar": "a"}, "i"), ({"avatar": "a"}, "a"), ({"image": ""}, ""), ({}, "")],
)
def test_the_first_picture_there_is(record, picture):
    assert THINGS.picture(Thing(**record)) == picture


@pytest.mark.parametrize(("field", "copied"), [("id", True), ("phone", True), ("name", False)])
def test_what_people_take_along_has_a_button_that_copies_it(field, copied):
    (fact,) = d.facts(Thing, field)
    assert fact.copied is copied


def test_rows_can_be_chosen_where_a_resource_says_nothing_of_it():
    assert THINGS.selectable


def test_what_is_sent_after_a_save():
    assert THINGS.image
    assert (THINGS.image.name, THINGS.image.owner) == ("newImage", "thing")
    assert THINGS.file
    assert (THINGS.file.name, THINGS.file.entity) == ("newFile", "paper")
    bare = replace(THINGS, form=())
    assert (bare.image, bare.file) == (None, None)


def test_a_phone_shows_one_state_beside_the_name_unless_others_are_asked_for():
    tones = {"a": "good"}
    columns = (
        d.Column("name", main=True),
        d.Column("level", "choice", tones=tones, hidden=True),
        d.Column("status", "choice", tones=tones),
        d.Column("image", "choice", tones=tones),
    )
    listed = replace(THINGS, columns=columns)
    assert listed.beside == {"status"}
    assert replace(listed, who=d.Who(("name",), beside=("image", "level"))).beside == {"image", "level"}


@pytest.mark.parametrize(
    ("only", "create", "edit"), [(None, True, True), ("create", True, False), ("edit", False, True)]
)
def test_an_input_takes_part_in_each_operation_or_in_one(only, create, edit):
    part = d.Input("name", "switch", only=only)
    assert (takes_part(part, "create"), takes_part(part, "edit")) == (create, edit)


@pytest.mark.parametrize(
    ("required", "create", "edit"), [(True, True, True), (False, False, False), ("create", True, False)]
)
def test_an_input_is_required_in_each_operation_or_in_one(required, create, edit):
    part = d.Input("name", "switch", required=required)
    assert (during(part, "create").required, during(part, "edit").required) == (create, edit)


def test_what_may_be_looked_up_depends_on_the_permission_it_asks_for():
    assert d.Target("x", search="q", label="name").readable(())
    asks = d.Target("x", search="q", label="name", permission="thing_read")
    assert [asks.readable(each) for each in ((), ("other",), ("thing_read",))] == [False, False, True]


def test_a_column_does_nothing_that_its_declaration_does_not_say():
    column, (offered,) = d.Column("name"), d.filters(Thing, more=("name",))
    assert (column.sort, column.hidden, column.main) == (False, False, False)
    assert (offered.always, offered.offered, offered.hint, offered.ends) == (False, True, False, False)
    assert (d.Who(("name",)).person, d.Who(("name",)).initial) == (False, False)
    assert (THINGS.filter_note, THINGS.personal, THINGS.unknown_fails) == (False, False, False)


def test_an_input_asks_for_nothing_that_its_declaration_does_not_say():
    part, lines, variant = TextInput("name"), LinesInput("lines"), Variant((), "star")
    assert (part.required, part.hint, part.prompted, part.blank_text) == (False, False, False, False)
    assert (part.nullable, part.max_length) == (True, 255)
    assert (lines.identified, lines.arranged, lines.one_open) == (False, False, False)
    assert (variant.offered, variant.noted) == (True, False)


def test_a_section_stands_open_in_the_main_column_without_a_note():
    for section in (d.section("a", "name"), d.Section("a", ())):
        assert (section.folded, section.side, section.note) == (False, False, False)


def test_a_column_is_found_by_its_field():
    assert THINGS.column("id").field == "id"


@pytest.mark.parametrize(("permissions", "closed"), [((), ("level",)), (("thing_read",), ())])
def test_sections_are_closed_to_whoever_lacks_their_permission(permissions, closed):
    sections = d.section("a", "status"), d.section("b", "level", permission="thing_read")
    assert replace(THINGS, form=d.form(Thing, *sections)).closed_to(permissions) == closed


def test_of_its_choices_one_says_whether_the_public_sees_it():
    published = replace(THINGS, form=d.form(Thing, d.section("a", "level", "status"))).publication
    assert published
    assert published.name == "status"
    assert replace(THINGS, form=d.form(Thing, d.section("a", "level"))).publication is None


ADDRESS = Address(street_address="12 rue des Carmes", postal_code="54000", address_locality="Nancy")
TEXTS = [
    ("starts", {"starts": "2026-11-02T09:30:00+00:00", "timed": True}, "2026-11-02T09:30:00+00:00"),
    ("starts", {"starts": "2026-11-02T09:30:00+00:00", "timed": False}, "2026-11-02"),
    ("starts", {"starts": "2026-11-02T09:30:00+00:00"}, "2026-11-02"),
    ("starts", {"timed": False}, ""),
    ("address", {"address": ADDRESS}, "12 rue des Carmes, 54000 Nancy"),
    ("address", {}, ""),
    ("address.address_locality", {"address": ADDRESS}, "Nancy"),
    ("timed", {"timed": False}, "false"),
    ("name", {"id": 7}, ""),
    ("name", {"name": "0604050802"}, "0604050802"),
    ("phone", {"phone": "0604050802"}, "06 04 05 08 02"),
]


@pytest.mark.parametrize(("field", "record", "text"), TEXTS)
def test_the_text_of_a_cell(field, record, text):
    (column,) = d.columns(Thing, field)
    assert cell_text(Thing(**record), column) == text
