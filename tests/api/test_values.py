"""Values that several records share."""

import datetime as dt

import pytest
from pydantic import ValidationError

from admin_app.api.errors import MalformedAnswer
from admin_app.kit.values import Address, Instant, Record, Value, age_of, instants, readable
from tests.support.proofs import proves

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


@pytest.mark.parametrize(
    ("born", "years"),
    [
        ("1990-05-20", 36),
        ("1990-05-21", 35),
        ("1990-06-01", 35),
        ("1990-05-20T00:00:00+02:00", 36),
        ("2026-05-20", 0),
        ("", None),
        (None, None),
        ("20/05/1990", None),
    ],
)
def test_how_old_somebody_is(born, years):
    assert age_of(born, dt.date(2026, 5, 20)) == years


def test_a_record_reads_camel_case_and_keeps_the_rest():
    record = Sample.model_validate({"id": 4, "placesDisabled": 2, "@id": "/x/4", "extra": None})
    assert (record.id, record.places_disabled) == (4, 2)
    assert record.model_extra == {"@id": "/x/4", "extra": None}


def test_a_null_is_the_default_by_either_name():
    assert Sample.model_validate({"placesDisabled": None, "name": None}) == Sample()
    assert Sample(places_disabled=None) == Sample()  # type: ignore[arg-type]


class Needed(Value):
    id: int


def test_of_records_those_that_can_be_read_are_and_one_at_least():
    assert [each.id for each in readable(Needed.model_validate, [{"id": 1}, {"id": None}, {"id": 2}])] == [1, 2]
    assert readable(Needed.model_validate, []) == []
    with pytest.raises(MalformedAnswer):
        readable(Needed.model_validate, [{"id": None}])


def test_what_cannot_be_read_is_told_without_what_it_holds():
    with pytest.raises(ValidationError) as refused:
        Needed.model_validate({"id": "secret"})
    assert "secret" not in str(refused.value)


def test_a_record_is_read_of_another():
    assert Needed.model_validate(Needed(id=4)).id == 4


def test_a_null_for_a_needed_field_is_an_error():
    with pytest.raises(ValidationError):
        Needed.model_validate({"id": None})


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


CLINIC = {"name": "Clinique du Parc", "postalCode": "54500", "addressLocality": "Vandœuvre"}
HALL = "Hôtel de ville, 3 Cours des 50-Otages, 44000 Nantes"


@proves("WORDS-8")
@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (ANSWER, "14 rue Saint-Dizier, 54000 Nancy"),
        (ANSWER | {"displayLabel": ["14, rue Saint-Dizier, Nancy", "Grand est"]}, "14 rue Saint-Dizier, Nancy"),
        ({"displayLabel": ["84, Rue Jean Moulin, 83400, Hyères"]}, "84 Rue Jean Moulin, 83400 Hyères"),
        ({"displayLabel": ["57170, Château-Salins"]}, "57170 Château-Salins"),
        ({"houseNumber": "76", "streetAddress": "76 Chemin des Vignes"}, "76 Chemin des Vignes"),
        ({"houseNumber": "7", "streetAddress": "76 Chemin des Vignes"}, "7 76 Chemin des Vignes"),
        ({"displayLabel": ["Hôtel de ville, 3, Cours des 50-Otages, 44000, Nantes"]}, HALL),
        ({"displayLabel": ["12 bis, Rue du Pont, 54000, Nancy"]}, "12 bis Rue du Pont, 54000 Nancy"),
        ({"addressLocality": "Nancy"}, "Nancy"),
        ({"name": "Chez moi"}, "Chez moi"),
        (CLINIC, "Clinique du Parc, 54500 Vandœuvre"),
        (CLINIC | {"houseNumber": "5", "street": "rue du Pont"}, "Clinique du Parc, 5 rue du Pont, 54500 Vandœuvre"),
        (CLINIC | {"street": "Clinique du Parc"}, "Clinique du Parc, 54500 Vandœuvre"),
        (ANSWER | {"name": "homeAddress", "home": True}, "14 rue Saint-Dizier, 54000 Nancy"),
        ({}, ""),
    ],
)
def test_an_address_on_one_line(answer, line):
    assert Address.model_validate(answer).display == line


class Moments(Record):
    created_date: Instant = None
    birth_date: str | None = None


@proves("CONFIG-5")
@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("2026-03-02T09:15:00+00:00", "2026-03-02T10:15:00+01:00"),
        ("2026-07-01T22:30:00+00:00", "2026-07-02T00:30:00+02:00"),
        ("2026-07-01T09:00:00+02:00", "2026-07-01T09:00:00+02:00"),
        ("2026-07-01T09:00:00Z", "2026-07-01T11:00:00+02:00"),
        ("2026-07-01T09:00:00", "2026-07-01T09:00:00"),
        ("2026-07-01", "2026-07-01"),
        ("hier", "hier"),
        (None, None),
    ],
)
def test_moments_are_as_sent_or_at_the_clock_of_france(configure, sent, shown):
    assert Moments.model_validate({"createdDate": sent}).created_date == sent
    configure(utc=False)
    assert Moments.model_validate({"createdDate": sent}).created_date == shown


def test_what_a_person_typed_is_never_converted(configure):
    configure(utc=False)
    midnight = "1991-05-14T00:00:00-05:00"
    assert Moments.model_validate({"birthDate": midnight}).birth_date == midnight


def test_a_record_tells_its_moments():
    assert instants(Moments) == {"createdDate"}
