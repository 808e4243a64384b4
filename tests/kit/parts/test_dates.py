"""What was typed as a day or a time is read by the server, which tells the page what it is or what is wrong with it."""

import re

import pytest

from admin_app.kit.parts.dates import TypedDates
from admin_app.kit.words.formats import read_day, read_time
from admin_app.kit.words.locale import Locale, say
from tests.support.proofs import proves


async def typed(tab, text: str, **more: str) -> dict[str, str]:
    given = {"id": "f-born", "kind": "date", "text": text, "today": "2026-11-25", **more}
    await tab.send(TypedDates.read, typed=given)
    (told,) = tab.went("dated")
    return told


@pytest.fixture(autouse=True)
async def there(tab):
    await tab.open("/login")


BIRTH = {"first": "1900-01-01", "last": "today"}


async def test_what_was_typed_is_told_as_the_api_writes_it(tab):
    assert await typed(tab, "7/6/77") == {"id": "f-born", "text": "7/6/77", "value": "1977-06-07", "wrong": ""}
    assert (await typed(tab, "8h30", kind="time"))["value"] == "08:30"
    assert await typed(tab, " ") == {"id": "f-born", "text": " ", "value": "", "wrong": ""}


@proves("FORM-27")
async def test_where_days_are_to_come_one_without_a_year_is_the_next(tab):
    assert (await typed(tab, "31/1"))["value"] == "2026-01-31"
    assert (await typed(tab, "31/1", first="today"))["value"] == "2027-01-31"
    # A day that has passed is for the form to refuse: it may have been stored so.
    assert (await typed(tab, "31/1/2026", first="today"))["wrong"] == ""


@proves("FORM-27")
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("31/02/1991", "« 31/02/1991 » n’existe pas : février 1991 a 28 jours."),
        ("05/14/1991", "Le jour vient avant le mois : vouliez-vous dire 14/05/1991 ?"),
        ("26/11/2026", "Cette date est dans le futur."),
        ("31/12/1899", "Saisissez une date à partir du 01/01/1900."),
        ("hier", "« hier » n’est pas une date. Tapez-la ainsi : 14/05/1991 ou 14051991."),
    ],
)
async def test_what_is_wrong_is_said_in_the_language_of_the_page(tab, text: str, wrong: str):
    said = (await typed(tab, text, **BIRTH))["wrong"]
    assert said.replace("\u00a0", " ").replace("\u202f", " ") == wrong
    await tab.send(Locale.choose, locale="en")
    assert (await typed(tab, text, **BIRTH))["wrong"] not in ("", said)


@proves("FORM-27")
@pytest.mark.parametrize("locale", ["fr", "en"])
async def test_what_is_told_to_type_can_be_typed_with_figures_alone_and_is_read(locale):
    """A phone offers no more than figures there."""
    said = {name: say(f"kit.dates.{name}", locale, text="") for name in ("form", "time_form")}
    day, clock = (re.findall(r"\b\d+\b(?!/)", said[name])[-1] for name in said)
    assert (read_day(day, "2026-01-31").value, read_time(clock).value) == ("1991-05-14", "08:30")


async def test_a_time_that_is_none_is_told(tab):
    assert "25h" in (await typed(tab, "25h", kind="time"))["wrong"]
