"""What the tests of the drivers of a record share."""

import datetime as dt
from typing import Any

import pytest

from admin_app.features.solidary.desk import baskets
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.kit.clock import CLOCK
from admin_app.kit.session.notices import Notices

ENDPOINT = "admin/solidaries"
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


@pytest.fixture
def at(sign_in):
    """Open the file of a record: `tab = await at("13")`."""

    async def opened(record: str, name: str = "solidary"):
        return await sign_in(name, f"/solidaryrecords/show/{record}")

    return opened


def view(tab) -> Any:
    """The file as the tab knows it."""
    return tab.view(SolidaryFile)


def notices(tab) -> list[tuple[str, str]]:
    """Kind and text of the notices on show."""
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


def patches(upstream) -> list[Any]:
    """The bodies of the commands a record was given."""
    return [call.body for call in upstream.called("PATCH", ENDPOINT)]
