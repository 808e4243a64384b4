"""Values that several records share."""

import pytest
from pydantic import ValidationError

from admin_app.values import Address, Image, Record, Reference

ANSWER = {
    "@id": "/addresses/1204",
    "@type": "Address",
    "houseNumber": "14",
    "streetAddress": "rue Saint-Dizier",
    "postalCode": "54000",
    "addressLocality": "Nancy",
    "latitude": 48.68913,
    "longitude": "6,184190",
    "home": True,
    "displayLabel": None,
    "icon": "x",
    "regionCode": "54",
}


class Sample(Record):
    places_disabled: int = 3
    name: str = "?"


def test_a_record_reads_camel_case_and_keeps_the_rest():
    record = Sample.model_validate({"id": 4, "placesDisabled": 2, "@id": "/x/4", "extra": None})
    assert (record.id, record.places_disabled) == (4, 2)
    assert record.model_extra == {"@id": "/x/4", "extra": None}


def test_a_null_is_the_default_by_either_name():
    assert Sample.model_validate({"placesDisabled": None, "name": None}) == Sample()
    assert Sample(places_disabled=None) == Sample()  # type: ignore[arg-type]


def test_a_null_for_a_needed_field_is_an_error():
    with pytest.raises(ValidationError):
        Reference.model_validate({"id": None})


def test_a_whole_address_is_sent_without_what_only_the_server_writes():
    sent = Address.model_validate(ANSWER).to_api()
    assert sent == {
        "houseNumber": "14",
        "street": None,
        "streetAddress": "rue Saint-Dizier",
        "postalCode": "54000",
        "subLocality": None,
        "addressLocality": "Nancy",
        "localAdmin": None,
        "county": None,
        "macroCounty": None,
        "region": None,
        "macroRegion": None,
        "addressCountry": None,
        "countryCode": None,
        "latitude": "48.689130",
        "longitude": "6.184190",
        "name": None,
        "home": True,
    }


@pytest.mark.parametrize(
    ("given", "read"), [("", None), (None, None), (0, "0.000000"), (" 1.5 ", "1.5"), (-3.25, "-3.250000")]
)
def test_coordinates(given, read):
    assert Address.model_validate({"latitude": given}).latitude == read


@pytest.mark.parametrize("wrong", ["north", "48.1;6.2", [], True, "nan", float("inf")])
def test_a_coordinate_that_is_no_number_is_an_error(wrong):
    with pytest.raises(ValidationError):
        Address.model_validate({"latitude": wrong})


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (ANSWER, "14 rue Saint-Dizier, 54000 Nancy"),
        (ANSWER | {"displayLabel": ["14, rue Saint-Dizier, Nancy", "Grand est"]}, "14, rue Saint-Dizier, Nancy"),
        ({"addressLocality": "Nancy"}, "Nancy"),
        ({"name": "Chez moi"}, "Chez moi"),
        ({}, ""),
    ],
)
def test_an_address_on_one_line(answer, line):
    assert Address.model_validate(answer).display == line


def test_images():
    assert Image.model_validate({"image": "http://x/800.jpg"}).avatar is None


def test_references():
    assert Reference(id=12, label="Léa").iri("users") == "/users/12"
    assert Reference.from_iri("/users/12", "Léa") == Reference(id=12, label="Léa")
    with pytest.raises(ValueError, match="invalid literal"):
        Reference.from_iri("/users/")
