"""A form as it was submitted: read, checked and written as the API wants it, once each (FORM-2 to FORM-16)."""

from typing import Any

import pytest
from pydantic import BaseModel

from admin_app.kit.declare.fields import WANTED, ChoiceInput, ImageInput, Input, LinesInput, ReferenceInput, TextInput
from admin_app.kit.forms.submission import Submission, changes, collected, creation, read, typed_lines
from admin_app.kit.values import Record
from tests.support.inputs import part
from tests.support.proofs import proves

TERRITORY = ReferenceInput("territory", type="integer")
LINES = LinesInput(
    "roles", required=True, inputs=(ChoiceInput("role", "select", required=True, type="integer"), TERRITORY)
)


class Thing(Record):
    """A record."""

    name: str | None = None


def test_values_submitted_several_times_are_joined():
    pairs = [("tags", "1"), ("name", "a"), ("tags", "3"), ("unknown", "x"), ("tags", "")]
    assert collected([part("multi_select"), part("text"), part("integer")], pairs) == {
        "tags": "1,3",
        "name": "a",
        "places": "",
    }


def test_the_button_that_publishes_says_what_the_public_sees():
    status = ChoiceInput("status", "publication")
    held = [("status", "0")]
    assert collected([status], held) == {"status": "0"}
    assert collected([status], [*held, (f"status{WANTED}", "1")]) == {"status": "1"}
    pressed = [(f"status{WANTED}", each) for each in "01"]
    assert collected([status], pressed) == {"status": "1"}, "the last one that was pressed"
    assert collected([ChoiceInput("status")], [*held, (f"status{WANTED}", "1")]) == {"status": "0"}


def test_a_day_and_its_time_are_joined():
    day = [("starts", "2026-11-02")]
    assert collected([part("date_time")], [*day, ("starts_time", "09:30")]) == {"starts": "2026-11-02T09:30"}
    assert collected([part("date_time")], day) == {"starts": "2026-11-02"}


def test_lines_come_in_the_order_of_the_page():
    pairs = [
        ("roles:9:role", "2"),
        ("roles:1:role", "3"),
        ("roles:9:territory", "7"),
        ("other:1:role", "x"),
        ("roles", "x"),
        ("roles:1", "x"),
        ("roles:1:territory_label", "Nancy"),
    ]
    assert typed_lines(LINES, pairs)["roles"] == [
        {"key": "9", "role": "2", "territory": "7"},
        {"key": "1", "role": "3", "territory_label": "Nancy"},
    ]


def test_lines_are_sent_with_their_cells_and_nothing_else():
    line = {"key": "9", "role": "2", "territory": "", "territory_label": "x", "locked": ""}
    assert Submission((LINES,), {}, {"roles": [line]}).body == {"roles": [{"role": 2, "territory": None}]}


def test_what_is_wrong_with_a_line_is_said_of_its_cell():
    line = {"key": "9", "role": "", "territory": "?"}
    assert Submission((LINES,), {}, {"roles": [line]}).problems == {
        "roles:9:role": "required",
        "roles:9:territory": "choice",
    }
    assert Submission((LINES,), {}, {}).problems == {"roles": "choose_one"}


def test_images_and_what_is_only_shown_are_not_sent():
    parts = (part("text"), ImageInput("new_image"), Input("open", "read_only"))
    assert Submission(parts, {"name": "a", "newImage": "C:\\fakepath\\a.png", "open": "true"}).body == {"name": "a"}


CHANGES = [
    ({"name": "a"}, {"name": "a"}, {}),
    ({"name": "a"}, {"name": "b"}, {"name": "b"}),
    ({"name": "a"}, {"name": None}, {"name": None}),
    ({}, {"name": None}, {}),
    ({"kept": 1}, {"kept": None}, {}),
    ({"kept": 1}, {"kept": 2}, {"kept": 2}),
    ({"open": None}, {"open": False}, {"open": False}),
    ({"address": {"a": 1}}, {"address": {"a": 1, "b": None}}, {"address": {"a": 1, "b": None}}),
    ({"name": 0}, {"name": False}, {}),
]


@proves("FORM-2")
@pytest.mark.parametrize(("before", "after", "sent"), CHANGES)
def test_only_changes_are_sent(before: dict[str, Any], after: dict[str, Any], sent: dict[str, Any]):
    parts = (TextInput("name"), TextInput("kept", nullable=False))
    assert changes(parts, before, after) == sent


def test_a_creation_leaves_out_what_is_empty_but_not_what_is_no():
    assert creation({"a": None, "b": False, "c": 0, "d": [], "e": ""}) == {"b": False, "c": 0, "d": [], "e": ""}


@proves("FORM-4")
def test_an_input_that_depends_on_another_takes_part_when_that_one_is_filled():
    parts = (part("switch"), part("text", shown_if="open"), part("date_time", timed_by="use_time"))
    assert [each.kind for each in Submission(parts, {}).taking_part] == ["switch", "day"]
    assert [each.kind for each in Submission(parts, {"open": "true", "useTime": "true"}).taking_part] == [
        "switch",
        "text",
        "date_time",
    ]


@proves("FORM-4")
@pytest.mark.parametrize(("held", "offered"), [("2", True), ("1", False), ("", False), ("22", False)])
def test_an_input_may_depend_on_one_choice_of_another(held, offered):
    parts = (part("text", shown_if="way_in=2"),)
    assert (Submission(parts, {"wayIn": held}).taking_part == parts) is offered


def test_unknown_properties_of_a_record_are_kept():
    record = Thing.model_validate({"id": 3, "name": None, "somethingNew": [1]})
    assert isinstance(record, BaseModel)
    assert (record.model_extra or {})["somethingNew"] == [1]


# --- one submission --------------------------------------------------------------------------

IDENTIFIED = LinesInput("stops", identified=True, inputs=(TextInput("town"),))


def test_a_submission_is_read_once_with_all_it_holds():
    pairs = [("name", " Ada "), ("newImage_alt", " Un vélo "), ("_confirmed", "yes"), ("roles:2:role", "4")]
    sent = read([part("text"), LINES, ImageInput("new_image")], pairs)
    assert sent.values["name"] == " Ada "
    assert sent.lines == {"roles": [{"key": "2", "role": "4", "locked": ""}]}
    assert (sent.alt, sent.confirmed) == ("Un vélo", True)
    assert (read([], []).alt, read([], []).confirmed) == ("", False)


def test_locked_lines_are_ours_and_unknown_ids_are_nobodys():
    stored = {"roles": [{"key": "1", "role": "3", "locked": "true"}, {"key": "2", "role": "4", "locked": ""}]}
    sent = read([LINES], [("roles:1:role", "9"), ("roles:2:role", "5")], stored)
    assert sent.lines["roles"] == [stored["roles"][0], {"key": "2", "role": "5", "locked": ""}]
    pairs = [("stops:1:id", "7"), ("stops:2:id", "666")]
    assert [line["id"] for line in read([IDENTIFIED], pairs, known={"stops": {"7"}}).lines["stops"]] == ["7", ""]


def test_the_body_is_computed_once():
    sent = Submission((part("text"), LINES), {"name": "a"}, {"roles": [{"key": "1", "role": "2"}]})
    assert sent.body is sent.body
    assert sent.problems is sent.problems


def test_a_choice_that_is_not_open_is_refused_unless_it_stood_there():
    sent = Submission(
        (part("select"),), {"name": "9"}, {"roles": [{"key": "1", "role": "8"}, {"key": "2", "role": ""}]}
    )
    assert sent.not_offered({"name": ["1"]}, {"name": "2"}) == {"name": "choice"}
    assert sent.not_offered({"name": ["1"]}, {"name": "9"}) == {}
    assert sent.not_offered({"roles.role": ["3"]}, {}) == {"roles:1:role": "choice"}
    assert sent.not_offered({"roles.role": ["8"], "name": ["9"]}, {}) == {}
    locked = Submission((LINES,), {}, {"roles": [{"key": "1", "role": "8", "locked": "true"}]})
    assert locked.not_offered({"roles.role": ["3"]}, {}) == {}
