"""From the API's values to the texts of inputs and back, one table per rule (FORM-3, FORM-7 to FORM-12)."""

import datetime as dt
import json
from typing import Any

import pytest

from admin_app.features.hitchhikers.resource import HITCHHIKERS
from admin_app.features.solidary.asking.schema import Asked
from admin_app.features.solidary.beneficiaries import BENEFICIARIES
from admin_app.features.users.resource import USERS
from admin_app.kit import clock
from admin_app.kit.declare.fields import DateInput, Input, TextInput
from admin_app.kit.declare.kinds import input_of
from admin_app.kit.forms import texts
from admin_app.kit.values import Address, Record
from tests.support.inputs import part
from tests.support.proofs import proves

NANCY = Address(street_address="12 rue des Carmes", postal_code="54000", address_locality="Nancy", latitude="48.690000")


class Thing(Record):
    """A record with one value of each kind."""

    name: str | None = None
    places: int | None = None
    born: str | None = None
    starts: str | None = None
    use_time: bool | None = None
    opens: str | None = None
    tags: list[int] = []
    open: bool | None = None
    text: str | None = None
    address: Address | None = None
    picture: dict[str, str] | None = None


READ = [
    (part("text"), {"name": "Zoé 🚗"}, "Zoé 🚗"),
    (part("text"), {"name": None}, ""),
    (part("text"), {"name": ""}, ""),
    (part("integer"), {"places": 0}, "0"),
    (part("date"), {"born": "1991-05-14T00:00:00+01:00"}, "1991-05-14"),
    (part("day"), {"born": "1991-05-14T23:30:00+02:00"}, "1991-05-14"),
    (part("date_time"), {"starts": "2026-11-02T09:30:00+01:00"}, "2026-11-02T09:30"),
    (part("time"), {"opens": "1970-01-01T06:05:00+00:00"}, "06:05"),
    (part("time"), {"opens": None}, ""),
    (part("multi_select"), {"tags": [3, 1]}, "3,1"),
    (part("multi_select"), {"tags": None}, ""),
    (part("switch"), {"open": True}, "true"),
    (part("switch"), {"open": False}, ""),
    (part("switch"), {"open": None}, ""),
    (part("rich_text"), {"text": "<p>a<script>b</script></p>"}, "<p>a</p>"),
    (part("text_area"), {"name": "a\r\nb"}, "a\nb"),
    (part("text"), {"name": "a\r\nb"}, "a\r\nb"),
    (part("address"), {"address": None}, ""),
    (Input("picture", "attached"), {"picture": {"src": "é.jpg"}}, '{"src": "é.jpg"}'),
    (Input("picture", "attached"), {"picture": None}, ""),
    (TextInput("address.postal_code"), {"address": {"postalCode": "54000"}}, "54000"),
    (TextInput("address.postal_code"), {"address": None}, ""),
]


@proves("FORM-10")
@pytest.mark.parametrize(("each", "item", "text"), READ)
def test_a_value_as_the_text_of_its_input(each: Input, item: dict[str, Any], text: str):
    assert texts.text_for(each, Thing.model_validate(item)) == text


WRITTEN = [
    (part("text"), " Ada ", "Ada"),
    (part("text"), "  ", None),
    (TextInput("name", blank_text=True), "  ", ""),
    (part("integer"), "-12", -12),
    (part("date"), "1991-05-14", "1991-05-14"),
    (part("day"), "1991-05-14", "1991-05-14T00:00:00+00:00"),
    (part("date_time"), "2026-11-02T09:30", "2026-11-02T09:30:00+00:00"),
    (part("phone"), "06 12.34-56 78", "0612345678"),
    (part("phone"), "+33\u00a06\u202f12 34 56 78", "+33612345678"),
    (part("url"), "www.exemple.fr/a?b=c", "https://www.exemple.fr/a?b=c"),
    (part("url"), "http://exemple.fr", "http://exemple.fr"),
    (part("switch"), "true", True),
    (part("switch"), "", False),
    (part("multi_select", type="integer"), "3,1", [3, 1]),
    (part("multi_select"), "", []),
    (part("select", type="boolean"), "false", False),
    (part("select", type="integer"), "2", 2),
    (part("radio"), "", None),
    (part("reference", type="integer"), "12", 12),
    (part("rich_text"), "<p onclick='x'>a</p>", "<p>a</p>"),
    (part("rich_text"), "<script>b</script>", None),
    (part("address"), "", None),
]


@proves("FORM-9", "FORM-10")
@pytest.mark.parametrize(("each", "text", "value"), WRITTEN)
def test_the_text_of_an_input_as_the_api_wants_it(each: Input, text: str, value: Any):
    assert texts.value_for(each, text) == value


@proves("FORM-12")
def test_an_address_goes_there_and_back_whole():
    text = texts.text_for(part("address"), Thing(address=NANCY))
    assert texts.value_for(part("address"), text) == NANCY.to_api()
    assert json.loads(text)["addressLocality"] == "Nancy"


PROBLEMS = [
    ("text", "x" * 255, ""),
    ("text", "x" * 256, "too_long"),
    ("text_area", "x" * 256, "too_long"),
    ("rich_text", "x" * 10_000, ""),
    ("email", "ada@example.org", ""),
    ("email", "prénom@exemple.fr", ""),
    ("email", "ada", "email"),
    ("email", "ada@", "email"),
    ("email", "a b@example.org", "email"),
    ("email", "ada@example.org, bob@example.org", "email"),
    ("phone", "06 12 34 56 78", ""),
    ("phone", "+352 621 123 456", ""),
    ("phone", "0612", "phone"),
    ("phone", "00 12 34 56 78", "phone"),
    ("phone", "06 12 34 56 7x", "phone"),
    ("phone", "06١٢٣٤٥٦٧٨", "phone"),
    ("integer", "2147483647", ""),
    ("integer", "2147483648", "integer"),
    ("integer", "1.5", "integer"),
    ("integer", "1e3", "integer"),
    ("integer", "²", "integer"),
    ("date", "2024-02-29", ""),
    ("date", "2026-02-29", "date"),
    ("date", "14/05/1991", "date"),
    ("date", "20260131", "date"),
    ("date_time", "2026-11-02T09:30", ""),
    ("date_time", "2026-11-02T25:00", "time"),
    ("date_time", "2026-11-02", "time"),
    ("date_time", "T09:30", "date"),
    ("latitude", "90", ""),
    ("latitude", "-90.000", ""),
    ("latitude", "90,1", "latitude"),
    ("latitude", "nord", "latitude"),
    ("longitude", "180", ""),
    ("longitude", "180.1", "longitude"),
    ("longitude", "-1234", "longitude"),
    ("day", "2026-11-02T00:00", ""),
    ("day", "2026-11-02", ""),
    ("day", "2026-11-31", "date"),
    ("time", "23:59", ""),
    ("time", "24:00", "time"),
    ("time", "9:30", "time"),
    ("url", "exemple.fr", ""),
    ("url", "https://exemple.fr/été?a=1#b", ""),
    ("url", "javascript:alert(1)", "url"),
    ("url", "data:text/html,x", "url"),
    ("url", "ftp://exemple.fr", "url"),
    ("url", "https://", "url"),
    ("url", "not an address", "url"),
    ("url", "https://[", "url"),
    ("reference", "12", ""),
    ("reference", "?", "choice"),
    ("reference", "-1", "choice"),
    ("reference", "²", "choice"),
    ("address", '{"addressLocality": "Nancy"}', ""),
    ("address", "?", "address"),
    ("address", "12 rue des Carmes", "address"),
    ("address", "[]", "address"),
    ("address", "null", "address"),
    ("address", '{"latitude": "north"}', "address"),
]


@proves("FORM-29")
@pytest.mark.parametrize(
    ("days", "name"), [(0, ""), (1, "date_past"), (365 * 900, "date_past"), (-365 * 99, ""), (-365 * 200, "date_early")]
)
def test_nobody_is_born_in_the_future_or_long_ago(days: int, name: str):
    text = (clock.today() + dt.timedelta(days=days)).isoformat()
    assert texts.problem(part("date", past=True), text) == name
    assert texts.problem(part("date"), text) == ""


@proves("FORM-29")
def test_every_birth_date_is_one_of_the_past():
    """Wherever one is typed: of users, hitchhikers and beneficiaries, and while a journey is asked for."""
    known = [each for form in (USERS.form, HITCHHIKERS.form, BENEFICIARIES.form) for each in form]
    parts = [*(each for section in known for each in section.parts), input_of(Asked, "birth_date")]
    births = [each for each in parts if isinstance(each, Input) and each.field == "birth_date"]
    assert len(births) == 4
    assert all(isinstance(each, DateInput) and each.past for each in births)


@proves("FORM-7", "FORM-8", "FORM-9")
@pytest.mark.parametrize(("kind", "text", "name"), PROBLEMS)
def test_what_is_wrong_with_a_text(kind: str, text: str, name: str):
    assert texts.problem(part(kind), text) == name


@pytest.mark.parametrize(("text", "name"), [("0", "between"), ("1", ""), ("8", ""), ("9", "between")])
def test_a_number_between_two_may_be_either_of_them(text: str, name: str):
    assert texts.problem(part("integer", minimum=1, maximum=8), text) == name


@pytest.mark.parametrize("kind", sorted({kind for kind, _, _ in PROBLEMS}))
def test_an_empty_text_is_wrong_only_where_one_is_asked_for(kind: str):
    assert texts.problem(part(kind), "  ") == ""
    assert texts.problem(part(kind, required=True), "  ") == "required"


@pytest.mark.parametrize(("text", "name"), [("1", ""), ("1,2", ""), ("3", "choice"), ("1,3", "choice")])
def test_a_choice_is_one_of_those_offered(text: str, name: str):
    assert texts.problem(part("multi_select", values=("1", "2")), text) == name


@pytest.mark.parametrize(("kind", "text", "name"), [case for case in PROBLEMS if not case[2]])
def test_what_is_right_can_be_written(kind: str, text: str, name: str):
    assert texts.value_for(part(kind), text) is not None
