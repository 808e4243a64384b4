"""Days, slots and times of solidary transport (STRUCTURE-5, VOLUNTEER-2)."""

import pytest

from admin_app.features.solidary import week


def test_a_week_has_twenty_one_slots():
    assert len(set(week.FLAGS)) == 21
    assert week.FLAGS[:4] == ("mMon", "aMon", "eMon", "mTue")
    assert week.flag("e", "sun") == "eSun"


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        ("1970-01-01T08:00:00+01:00", "08:00"),
        ("2026-03-18T23:59:00+02:00", "23:59"),
        ("09:30", "09:30"),
        ("09:30:00", "09:30"),
        (None, ""),
        (False, ""),
        ("", ""),
        ("1970-01-01T99:00:00+01:00", ""),
        ("soon", ""),
    ],
)
def test_the_literal_time_is_shown(time, shown):
    assert week.shown(time) == shown


def test_a_slot_is_sent_on_the_first_of_january_1970():
    assert week.sent("08:05") == "1970-01-01T08:05:00+00:00"


@pytest.mark.parametrize("time", ["", "8:00", "24:00", "08:60", "08:00:00", "08:0O", "٠٨:٠٠"])
def test_what_is_no_time_of_day_is_not_sent(time):
    with pytest.raises(ValueError, match="not a time of day"):
        week.sent(time)
    with pytest.raises(ValueError, match="not a time of day"):
        week.minutes(time)


def test_slots_have_their_defaults():
    found = week.slots_of({"mMinTime": "1970-01-01T07:00:00+01:00", "aMinTime": None})
    assert found["mMinTime"] == "07:00"
    assert (found["aMinTime"], found["eMaxTime"]) == ("12:00", "23:00")
    assert week.slots_of({}, {})["mMinTime"] == ""
    assert list(week.DEFAULT_SLOTS.values()) == ["06:00", "12:00", "12:00", "18:00", "18:00", "23:00"]


def test_minutes_count_from_midnight():
    assert week.minutes("00:00") == 0
    assert week.minutes("23:59") == 1439
