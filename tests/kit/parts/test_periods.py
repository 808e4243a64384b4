"""A period that is chosen by its name goes to the address as two days, by the clock of the person's machine."""

import pytest

from admin_app.kit.parts.periods import UsualPeriods
from tests.support.proofs import proves

PARAM = "createdDate[after]"


@pytest.fixture(autouse=True)
async def there(tab):
    await tab.open("/login")


@proves("LIST-27")
@pytest.mark.parametrize(
    ("name", "days"), [("last_7", ["2026-02-23", "2026-03-01"]), ("", ["", ""]), ("none of ours", ["", ""])]
)
async def test_a_period_is_both_its_days(tab, name: str, days: list[str]):
    await tab.send(UsualPeriods.choose, name=name, param=PARAM, today="2026-03-01")
    assert tab.went("choosePeriod") == [f"filter-{PARAM}", days]


async def test_whoever_chooses_days_of_their_own_is_led_to_the_first(tab):
    await tab.send(UsualPeriods.choose, name="chosen", param=PARAM, today="2026-03-01")
    assert tab.went("focusOn") == [f"filter-{PARAM}"]
    assert tab.went("choosePeriod") == []


async def test_a_day_that_is_none_is_that_of_the_server(tab):
    await tab.send(UsualPeriods.choose, name="today", param=PARAM, today="x")
    first, last = tab.went("choosePeriod")[1]
    assert first == last != "x"
