"""A week as it is sent (VOLUNTEER-3, trap 34)."""

import pytest

from admin_app.features.solidary.volunteers.shaping import as_sent, problems, ranges_of
from admin_app.features.solidary.week import DEFAULT_SLOTS, SLOT_TIMES
from tests.support.proofs import proves


def test_a_week_is_sent_as_flags_and_times_of_the_api():
    assert as_sent({"mMon": True, "aMon": False, "mMinTime": "07:30"}) == {
        "mMon": True,
        "aMon": False,
        "mMinTime": "1970-01-01T07:30:00+00:00",
    }


@proves("VOLUNTEER-3")
def test_nothing_is_ever_sent_as_null():
    assert as_sent({"mMon": None, "mMinTime": None, "aMaxTime": None}) == {}


@proves("VOLUNTEER-3")
@pytest.mark.parametrize("name", ["diaries", "proofs", "structures", "id", "maxDistance", "homeAddress", "email"])
def test_nothing_but_the_week_is_sent(name):
    assert as_sent({name: "anything"}) == {}


def test_what_the_structure_allows_is_read_as_times():
    item = {"mMinRangeTime": "1970-01-01T05:00:00+01:00", "mMaxRangeTime": None, "aMinRangeTime": "", "name": "X"}
    assert ranges_of(item) == {"mMinTime": "05:00"}


# --- what is wrong ------------------------------------------------------------------------


def wrong(before=DEFAULT_SLOTS, ranges=None, **typed):
    return problems(dict(before), {**before, **typed}, ranges or {})


@proves("VOLUNTEER-5")
@pytest.mark.parametrize("last", ["06:00", "05:59", "00:00"])
def test_a_slot_ends_after_it_begins(last):
    assert wrong(mMaxTime=last) == {"mMaxTime": "volunteers.wrong.order"}
    assert wrong(mMinTime="12:00") == {"mMaxTime": "volunteers.wrong.order"}
    assert wrong(mMaxTime="06:01") == {}


@proves("VOLUNTEER-5")
def test_a_slot_stays_within_what_the_structure_allows():
    ranges = {"mMinTime": "05:00", "mMaxTime": "12:30"}
    assert wrong(ranges=ranges, mMinTime="04:59") == {"mMinTime": "volunteers.wrong.range"}
    assert wrong(ranges=ranges, mMaxTime="12:31") == {"mMaxTime": "volunteers.wrong.range"}
    assert wrong(ranges=ranges, mMinTime="05:00", mMaxTime="12:30") == {}
    assert wrong(ranges={"mMinTime": "05:00"}, mMaxTime="23:00") == {}


@proves("VOLUNTEER-5")
def test_a_time_that_was_set_cannot_be_taken_away():
    assert wrong(mMinTime="") == {"mMinTime": "required"}


@proves("VOLUNTEER-5")
def test_what_nobody_changed_may_be_as_it_is():
    odd = {**DEFAULT_SLOTS, "mMinTime": "13:00", "eMaxTime": ""}
    assert wrong(before=odd, ranges={"mMinTime": "05:00", "mMaxTime": "11:00"}) == {}


def test_a_time_that_was_never_set_stays_so():
    assert wrong(before=dict.fromkeys(SLOT_TIMES, ""), mMinTime="08:00") == {}
