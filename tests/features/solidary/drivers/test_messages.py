"""Predefined messages: where they come from, what fills them, how long they are as text messages."""

from typing import Any

import pytest

from admin_app.features.solidary.drivers.journey import asked
from admin_app.features.solidary.drivers.messages import (
    NAMES,
    VARIABLES,
    filled,
    length,
    template_text,
    unknown,
    variables,
)
from admin_app.features.solidary.record import SolidaryRecord, plain
from admin_app.kit.words.catalogue import LOCALES, PLACEHOLDER, message
from tests.support.proofs import proves

STRUCTURE = {"name": "Entraide", "signature": "L’équipe Entraide", "telephone": "0383000001"}
RECORD = {
    "id": 318,
    "admingivenName": "Odette",
    "adminfamilyName": "Martin",
    "adminstructure": "Entraide Mobilité",
    "adminorigin": {"addressLocality": "Lunéville", "street": "rue Haute", "latitude": "48.59", "longitude": "6.49"},
    "admindestination": {"addressLocality": "Nancy", "latitude": "48.69", "longitude": "6.18"},
    "adminproposalType": "oneway",
    "adminfrequency": 1,
    "adminoutwardDate": "2026-03-26T00:00:00+01:00",
    "adminoutwardTime": "2026-03-18T09:00:00+01:00",
    "adminschedules": [],
}
WEEKLY = {
    "adminfrequency": 2,
    "adminproposalType": "roundtrip",
    "admintoDate": "2026-04-26T00:00:00+01:00",
    "adminschedules": [
        {
            "mon": True,
            "thu": True,
            "outwardTime": "2026-03-18T08:15:00+01:00",
            "returnTime": "2026-03-18T12:00:00+01:00",
        },
        {"tue": True, "outwardTime": "2026-03-18T14:00:00+01:00", "returnTime": None},
    ],
}


def values(locale: str = "fr", structure: dict[str, str] | None = None, **changes) -> dict[str, str]:
    record = SolidaryRecord.model_validate(plain(RECORD | changes))
    return variables(record, asked(record), "Hélène", STRUCTURE if structure is None else structure, locale)


def texts(locale: str) -> list[str]:
    return [template_text(name, locale) for name in NAMES]


@proves("DRIVER-5")
@pytest.mark.parametrize("locale", LOCALES)
def test_there_are_some_in_each_language(locale: str):
    labels = [message(f"driver_messages.{name}.label", locale) for name in NAMES]
    first = {"fr": ["Demander un trajet", "Relancer"], "en": ["Ask for a ride", "Ask again"]}
    assert labels[:2] == first[locale]
    assert all(labels)
    assert template_text("nonsense", locale) == ""
    for text in texts(locale):
        assert text
        assert set(PLACEHOLDER.findall(text)) <= set(VARIABLES)


@proves("DRIVER-5")
@pytest.mark.parametrize("locale", LOCALES)
def test_every_variable_has_its_value(locale: str):
    assert set(values(locale)) == set(VARIABLES)
    for text in texts(locale):
        assert "{{" not in filled(text, values(locale))


@pytest.mark.parametrize("locale", LOCALES)
def test_none_of_them_makes_text_messages_hold_half(locale: str):
    plain_values = dict.fromkeys(VARIABLES, "x")
    assert {length(filled(text, plain_values)).alphabet for text in texts(locale)} == {"GSM-7"}


def test_a_message_says_who_when_where_and_from_whom():
    made = filled(template_text("ask", "fr"), values())
    assert made == (
        "Bonjour Hélène,\n\n"
        "Odette M. cherche un conducteur de Lunéville à Nancy, jeudi 26 mars vers 09:00.\n"
        "Pouvez-vous l'emmener ? Merci de nous répondre dans tous les cas.\n\n"
        "L'équipe Entraide\n03 83 00 00 01"
    )


def test_a_weekly_journey_says_its_days_and_hours_and_the_way_back():
    made = values("en", **WEEKLY)
    assert made["date"] == "every Monday, Tuesday, and Thursday, from Thursday 26 March to Sunday 26 April"
    assert made["time"] == "around 08:15 on Monday and on Thursday, around 14:00 on Tuesday"
    assert made["return"] == "A return journey is needed too, every Monday and Thursday, around 12:00."
    said = values("fr", **WEEKLY)
    assert said["date"] == "chaque lundi, mardi et jeudi, du jeudi 26 mars au dimanche 26 avril"
    assert said["time"] == "vers 08:15 le lundi et le jeudi, vers 14:00 le mardi"


def test_no_bracket_stands_within_others():
    for locale in LOCALES:
        again = filled(template_text("again", locale), values(locale, **WEEKLY))
        assert again.count("(") == again.count(")") == 1


def test_a_way_back_they_drive_is_not_said_to_be_asked_for():
    record = SolidaryRecord.model_validate(plain(RECORD | WEEKLY))
    said = variables(record, asked(record), "Hélène", STRUCTURE, "fr", drives_back=True)["return"]
    assert said == "Le retour est compris, chaque lundi et jeudi, vers 12:00."


@pytest.mark.parametrize("locale", LOCALES)
def test_days_and_hours_leave_a_text_message_its_room(locale: str):
    """A dash between days would halve it."""
    said = values(locale, **WEEKLY)
    assert {length(said[name]).alphabet for name in ("date", "time", "return")} == {"GSM-7"}


def test_all_days_are_every_day():
    week = {**dict.fromkeys(("mon", "tue", "wed", "thu", "fri", "sat", "sun"), True)}
    line = {**week, "outwardTime": "2026-03-18T08:15:00+01:00", "returnTime": None}
    assert values(**{**WEEKLY, "adminschedules": [line]})["date"].startswith("tous les jours, du ")


def test_the_way_back_names_its_days_where_they_are_not_those_of_the_way_there():
    def week(*lines):
        return {**WEEKLY, "adminschedules": [*lines]}

    def line(*days, back=None):
        hours = {"outwardTime": "2026-03-18T09:00:00+01:00", "returnTime": back and f"2026-03-18T{back}:00+01:00"}
        return {**dict.fromkeys(days, True), **hours}

    said = values(**week(line("mon", "wed", back="11:00"), line("fri")))["return"]
    assert said == "Un retour est aussi demandé, chaque lundi et mercredi, vers 11:00."
    assert values(**week(line("mon", "wed", back="11:00")))["return"] == "Un retour est aussi demandé, vers 11:00."
    each_own = week(line("mon", back="11:00"), line("wed", back="12:00"), line("fri"))
    assert values(**each_own)["return"] == "Un retour est aussi demandé, vers 11:00 le lundi, vers 12:00 le mercredi."
    once = {"adminproposalType": "roundtrip", "adminreturnTime": "2026-03-18T16:00:00+01:00"}
    assert values(**once)["return"] == "Un retour est aussi demandé, vers 16:00."
    later = {**once, "adminreturnDate": "2026-03-27T00:00:00+01:00"}
    assert values(**later)["return"] == "Un retour est aussi demandé, vendredi 27 mars, vers 16:00."


MORNING: dict[str, Any] = {
    "adminoutwardTime": "2026-03-18T09:30:00+01:00",
    "adminoutwardMinTime": "2026-03-18T07:00:00+01:00",
    "adminoutwardMaxTime": "2026-03-18T12:00:00+01:00",
    "punctualOutwardTimeChoice": 2,
}


@pytest.mark.parametrize(
    ("locale", "part", "later"),
    [
        ("fr", "le matin, entre 07:00 et 12:00", "Un retour est aussi demandé, une heure plus tard."),
        ("en", "in the morning, between 07:00 and 12:00", "A return journey is needed too, one hour later."),
    ],
)
def test_an_hour_that_nobody_said_is_told_to_no_driver(locale, part, later):
    """The server keeps the middle of the slot as the hour, and counts the way back from it (x-choices)."""
    back: dict[str, Any] = {"adminproposalType": "roundtrip", "adminreturnTime": "2026-03-18T10:30:00+01:00"}
    made = values(locale, **MORNING, **back, punctualReturnDateChoice=2)
    assert (made["time"], made["return"]) == (part, later)
    chosen = values(locale, **MORNING, **back, punctualReturnDateChoice=5)
    assert "10:30" in chosen["return"]
    said = values(locale, **MORNING | {"punctualOutwardTimeChoice": 1}, **back, punctualReturnDateChoice=2)
    assert "09:30" in said["time"]
    assert "10:30" in said["return"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("choice", [3, 4])
def test_each_part_of_the_day_has_its_words(locale, choice):
    told = values(locale, **MORNING | {"punctualOutwardTimeChoice": choice})["time"]
    assert "07:00" in told
    assert "09:30" not in told
    weekly = values(locale, **MORNING, **WEEKLY)["time"]
    assert "08:15" in weekly, "a weekly copy of a request keeps its former choices (x-create-recipes)"


def test_nobody_is_named_more_than_a_driver_needs():
    made = filled("\n".join(texts("fr")), values())
    assert "Martin" not in made
    assert "rue Haute" not in made


def test_without_a_signature_the_structure_is_named():
    assert values(structure={})["signature"] == "Entraide Mobilité"
    assert values(structure={"name": "Relais"})["signature"] == "Relais"


@proves("DRIVER-5")
@pytest.mark.parametrize(
    "written", ["0383000001", "Tél. 03 83 00 00 01", "+33 (0)3.83.00.00.01", "03 83 00 00 01 / 112"]
)
def test_a_signature_that_says_the_telephone_is_not_followed_by_it(written: str):
    signed = f"L’équipe Entraide\n{written}\n54000 Nancy"
    assert values(structure={**STRUCTURE, "signature": signed})["signature"] == signed


def test_a_signature_with_another_number_is_followed_by_the_telephone():
    signed = "L’équipe Entraide, 03 83 00 00 02"
    assert values(structure={**STRUCTURE, "signature": signed})["signature"] == f"{signed}\n03 83 00 00 01"
    assert values(structure={"signature": "54000 Nancy", "telephone": "540"})["signature"] == "54000 Nancy\n540"


def test_a_request_for_any_destination_names_the_departure():
    assert values(admindestination=RECORD["adminorigin"])["journey"] == "au départ de Lunéville"


def test_what_is_no_variable_is_told_once_as_it_was_typed():
    known = next(iter(VARIABLES))
    text = f"{{{{{known}}}}} {{{{ nobody }}}} {{{{nobody2}}}} {{{{ nobody }}}}"
    assert unknown(text) == ["{{ nobody }}", "{{nobody2}}"]
    assert unknown(f"{{{{{known}}}}}") == unknown("") == []


def test_a_variable_nobody_knows_is_left_to_be_seen():
    assert filled("Bonjour {{someone}}", {}) == "Bonjour {{someone}}"


def test_what_somebody_is_called_is_text_and_no_variable():
    assert filled("{{driver}}", {"driver": "{{signature}}", "signature": "secret"}) == "{{signature}}"


@proves("DRIVER-5")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (0, 0, "GSM-7")),
        ("a" * 160, (160, 1, "GSM-7")),
        ("a" * 161, (161, 2, "GSM-7")),
        ("a" * 306, (306, 2, "GSM-7")),
        ("a" * 307, (307, 3, "GSM-7")),
        ("é" * 160, (160, 1, "GSM-7")),
        ("€" * 80, (80, 1, "GSM-7")),
        ("€" * 81, (81, 2, "GSM-7")),
        ("ê" * 70, (70, 1, "UCS-2")),
        ("ê" * 71, (71, 2, "UCS-2")),
        ("🚗" * 35, (35, 1, "UCS-2")),
        ("🚗" * 36, (36, 2, "UCS-2")),
        ("a\r\nb", (3, 1, "GSM-7")),
    ],
)
def test_how_many_text_messages_a_text_takes(text: str, expected: tuple[int, int, str]):
    found = length(text)
    assert (found.characters, found.parts, found.alphabet) == expected


def test_ten_thousand_characters_are_counted_too():
    assert length("ç" * 10_000).parts == 150
