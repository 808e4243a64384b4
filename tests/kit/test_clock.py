"""The clock of the people who run the platform."""

import datetime as dt

import pytest

from admin_app.kit import clock


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-28T22:59:59+00:00", "2026-11-28"),
        ("2026-11-28T23:00:00+00:00", "2026-11-29"),
        ("2026-06-30T21:59:59+00:00", "2026-06-30"),
        ("2026-06-30T22:00:00+00:00", "2026-07-01"),
    ],
)
def test_a_day_begins_at_midnight_in_france_whatever_the_machine_says(monkeypatch, moment, day):
    class Machine(dt.datetime):
        @classmethod
        def now(cls, tz=None):
            return dt.datetime.fromisoformat(moment).astimezone(tz)

    monkeypatch.setattr(clock.dt, "datetime", Machine)
    assert clock.today().isoformat() == day


def test_what_we_noted_is_told_at_that_clock():
    assert clock.at_home("2026-11-28T23:22:05+00:00") == "2026-11-29T00:22:05+01:00"
    assert clock.at_home("") == ""
    with pytest.raises(ValueError, match="yesterday"):
        clock.at_home("yesterday")
