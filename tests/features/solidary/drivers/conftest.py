"""What the tests of the drivers of a record share."""

import datetime as dt
from typing import Any

import pytest

from admin_app.features.solidary.desk import baskets
from admin_app.kit.clock import CLOCK
from tests.features.solidary.conftest import ENDPOINT

OPEN, LINKED, CHOSEN, UNTOLD, CLOSED = "57", "23", "43", "42", "38"
"""Records of the demonstration: two possible drivers, one of them on both ways and closed, two retained who were
written to, one retained who was not, a closed one with possible drivers of whom one does not fit."""


@pytest.fixture(autouse=True)
def _modules(configure):
    configure(solidary=True, external_journeys=True)


@pytest.fixture(autouse=True)
def _before_the_trips(monkeypatch):
    """A day on which the drivers of OPEN are looked for still."""
    monkeypatch.setattr(baskets, "now", lambda: dt.datetime(2026, 11, 12, 9, tzinfo=CLOCK))


def patches(upstream) -> list[Any]:
    """The bodies of the commands a record was given."""
    return [call.body for call in upstream.called("PATCH", ENDPOINT)]
