"""Figures of hitchhikers, by hand (HIKER-11)."""

import datetime as dt

import pytest

from admin_app.features.hitchhikers.figures import figures, take
from admin_app.kit.dashboards.periods import Window
from tests.support.proofs import proves

WINDOW = Window("monthly", dt.date(2026, 9, 1), dt.date(2026, 11, 20), dt.date(2026, 11, 20), since=True)


def proof(status: int, sent: str | None, decided: str | None = None) -> dict:
    column = {2: "acceptedDate", 3: "refusedDate"}.get(status, "updatedDate")
    return {"status": status, "createdDate": sent, column: decided, "fileName": "12-1", "validator": "Claire D."}


def person(region: str | None = "Moselle", identity: int | None = None, *proofs: dict, **flags: bool | None) -> dict:
    home = {"region": region, "streetAddress": "12 rue des Carmes"} if region else None
    names = {"driver": "hitchHikeDriver", "passenger": "hitchHikePassenger", "kit": "rezoKit"}
    names |= {"letter": "cardLetter", "posted": "cardLetterPosted"}
    known = {names[name]: value for name, value in flags.items()}
    return {
        "id": 1,
        "email": "a@b.fr",
        "homeAddress": home,
        "identityStatus": identity,
        "identityProofs": proofs,
    } | known


def made(*people: dict, window: Window = WINDOW):
    return figures([take(each, {}) for each in people], window)


@proves("DASH-6")
def test_nothing_that_names_a_person_is_kept():
    kept = str(take(person("Moselle", 1, proof(1, "2026-10-01")), {}))
    assert not any(text in kept for text in ("a@b.fr", "Carmes", "12-1", "Claire"))


def test_people_are_counted_by_what_they_do():
    numbers = made(
        person(driver=True, passenger=True), person(driver=True), person(passenger=True), person(passenger=None)
    ).numbers
    assert (numbers["people"], numbers["drivers"], numbers["passengers"]) == ("4", "2", "2")


@proves("HIKER-11")
def test_a_letter_is_due_until_it_is_posted_and_null_is_no():
    numbers = made(
        person(letter=True),
        person(letter=True, posted=False),
        person(letter=True, posted=True, kit=True),
        person(letter=None, posted=None),
        person(letter=False),
    ).numbers
    assert (numbers["to_post"], numbers["posted"], numbers["kits"]) == ("2", "1", "1")


@proves("HIKER-11")
def test_proofs_are_counted_in_the_month_they_came_in_by_what_became_of_them():
    """The offset of a date is not applied, gaps are filled, and what comes before the window is left out."""
    found = made(
        person("Moselle", 2, proof(2, "2026-09-30T23:59:00+02:00", "2026-11-01T00:10:00+01:00"), proof(3, None, None)),
        person("Vosges", 1, proof(1, "2026-09-01"), proof(4, "2024-01-01")),
        person("Vosges", 3, proof(3, "2026-11-02", "2026-11-05"), proof(4, "2026-11-01")),
    )
    assert found.charts["proofs"] == [
        {"x": "2026-09", "accepted": "1", "refused": "0", "replaced": "0", "pending": "1"},
        {"x": "2026-10", "accepted": "0", "refused": "0", "replaced": "0", "pending": "0"},
        {"x": "2026-11", "accepted": "0", "refused": "1", "replaced": "1", "pending": "0"},
    ]
    assert (found.numbers["sent_in_all"], found.numbers["accepted_in_all"]) == ("4", "1")


@proves("HIKER-11")
def test_the_figure_counts_what_its_chart_counts():
    """A decision of the window about what came in before is in neither."""
    found = made(
        person("Moselle", 2, proof(2, "2026-08-20", "2026-10-01"), proof(3, "2026-08-10", "2026-09-01")),
        person("Vosges", 2, proof(2, "2026-10-01", "2026-11-19"), proof(3, "2026-09-01", "2026-09-02")),
        person("Vosges", 2, proof(2, "2026-11-01", None), proof(1, "2026-11-02")),
    )
    for name in ("accepted", "refused"):
        assert int(found.numbers[f"{name}_in_all"]) == sum(int(each[name]) for each in found.charts["proofs"])
    assert [found.numbers[f"{name}_in_all"] for name in ("sent", "accepted", "refused")] == ["4", "2", "1"]


@proves("HIKER-11")
@pytest.mark.parametrize(
    ("people", "oldest"),
    [
        ([person("Moselle", 1, proof(1, "2026-11-10T09:00:00+01:00"), proof(1, "2026-11-01"))], "19"),
        ([person("Moselle", 2, proof(2, "2026-11-10", "2026-11-11"))], ""),
        ([person("Moselle", 1)], ""),
        ([person("Moselle", 1, proof(1, None))], ""),
    ],
)
def test_the_oldest_request_that_waits(people, oldest):
    assert made(*people).numbers["oldest"] == oldest


@proves("HIKER-11")
def test_departments_where_identities_are_to_be_checked():
    """No bar of nothing, and no count of where hitchhikers merely live."""
    found = made(
        *(person("Moselle", 2, letter=True), person("Moselle", 1), person(None, 1), person("", 1)),
        *(person("Vosges", 0), person("Meuse", 2, letter=True)),
    )
    assert found.charts["territories"] == [
        {"x": "none", "pending": "2", "accepted": "0", "to_post": "0"},
        {"x": "Moselle", "pending": "1", "accepted": "1", "to_post": "1"},
    ]
    assert found.numbers["territories"] == "1"


def test_many_departments_end_in_one_line():
    found = made(*(person(f"D{number:02}", 1) for number in range(30)))
    assert len(found.charts["territories"]) == 9
    assert found.charts["territories"][-1] == {"x": "others", "pending": "22", "accepted": "0", "to_post": "0"}


def test_nobody_is_no_mistake():
    found = made()
    assert (found.numbers["people"], found.numbers["to_post"], found.numbers["oldest"]) == ("0", "0", "")
    assert (found.charts["proofs"], found.charts["territories"]) == ([], [])
