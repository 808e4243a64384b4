"""Address proposals, in their order (FORM-13), and what else is proposed while typing."""

import json

import pytest

from admin_app.kit.records.addresses import ORDER, SHOWN, address, address_options, label, place
from admin_app.kit.values import Address
from tests.support.proofs import proves

POINT = {
    "id": "54395",
    "type": "locality",
    "name": "Nancy",
    "postalCode": "54000",
    "locality": "Nancy",
    "region": "Meurthe-et-Moselle",
    "macroRegion": "Grand Est",
    "country": "France",
    "countryCode": "FR",
    "lat": 48.6893,
    "lon": 6.184,
}


@proves("FORM-13")
def test_proposals_come_in_the_order_staff_look_for_them():
    assert ORDER[:7] == ("user", "locality", "housenumber", "street", "relaypoint", "venue", "event")
    points = [POINT | {"type": kind} for kind in ("event", "venue", "other", "street", "alien", "locality", "user")]
    groups = [option["group"] for option in address_options(points)]
    assert groups == ["user", "locality", "street", "venue", "event", "other", "alien"]


def test_points_of_one_type_keep_their_order():
    points = [POINT | {"locality": name} for name in ("Nancy", "Metz", "Toul")]
    assert [option["label"] for option in address_options(points)] == ["Nancy (54000)", "Metz (54000)", "Toul (54000)"]


@proves("FORM-13")
def test_only_the_first_proposals_are_shown():
    assert len(address_options([POINT] * 50)) == SHOWN


LABELS = [
    (POINT, "Nancy (54000)"),
    (POINT | {"type": "street", "streetName": "Rue des Carmes"}, "Rue des Carmes, 54000 Nancy"),
    (
        POINT | {"type": "housenumber", "houseNumber": "12 bis", "streetName": "Rue des Carmes"},
        "12 bis Rue des Carmes, 54000 Nancy",
    ),
    (POINT | {"type": "venue", "name": "Gare de Nancy"}, "Gare de Nancy, 54000 Nancy"),
    ({"type": "relaypoint", "name": "P+R Brabois", "lat": 1, "lon": 2}, "P+R Brabois"),
    ({"type": "other", "name": "Lieu-dit", "lat": 1, "lon": 2}, "Lieu-dit"),
    ({"type": "street", "lat": 1, "lon": 2}, ""),
]


@pytest.mark.parametrize(("point", "text"), LABELS)
def test_a_point_is_named_on_one_line(point, text):
    assert label(point) == text


@pytest.mark.parametrize("points", [[], [None], ["x"], [{}], [{"type": "street"}], [{"type": "user", "name": None}]])
def test_points_that_say_nothing_are_dropped(points):
    assert address_options(points) == []


@pytest.mark.parametrize("missing", [{"lat": None}, {"lon": None}, {"lat": "north"}])
def test_a_point_without_a_place_is_dropped(missing):
    assert [option["label"] for option in address_options([POINT | missing, POINT])] == ["Nancy (54000)"]


def test_the_address_of_a_point_can_be_sent():
    point = POINT | {"type": "housenumber", "houseNumber": "12", "streetName": "Rue des Carmes", "name": "12 Rue"}
    made = address(point)
    assert made["latitude"] == "48.689300"
    assert made["longitude"] == "6.184000"
    assert made["streetAddress"] == "12 Rue des Carmes"
    assert made["name"] is None, "the name of a house is its address"
    assert address(POINT | {"type": "event", "name": "Fête"})["name"] == "Fête"
    assert set(made) <= set(Address().to_api())


def test_an_option_holds_the_address_and_its_name():
    (option,) = address_options([POINT])
    assert json.loads(option["value"])["addressLocality"] == "Nancy"
    assert (option["label"], option["group"]) == ("Nancy (54000)", "locality")


@pytest.mark.parametrize("text", ["", "x", "[]", "{}", "null", '{"lat": 1}', '{"lat": "north", "lgt": 2}', "3"])
def test_a_place_that_is_none_is_empty(text):
    assert place(text) == {}


def test_a_place_is_read_with_its_name():
    assert place('{"lat": 48.69, "lgt": "6.18", "name": "Nancy"}') == {
        "lat": 48.69,
        "lgt": 6.18,
        "name": "Nancy",
    }
    assert place('{"lat": 48.69, "lgt": 6.18}')["name"] == ""
