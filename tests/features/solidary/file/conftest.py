"""What the tests of the file of a record share."""

import pytest

from admin_app.features.solidary.file.screen_state import SolidaryFile

ENDPOINT = "admin/solidaries"
LOOKING, FOLLOWED, ELSEWHERE, REPLACED = "13", "33", "53", "37"
"""Records of the demonstration: of the operator's structures at two stages, of another one, closed for edition."""


@pytest.fixture(autouse=True)
def _modules(configure):
    configure(solidary=True)


@pytest.fixture
def at(sign_in):
    """Open the file of a record: `tab = await at("13")`."""

    async def opened(record, name="solidary"):
        return await sign_in(name, f"/solidaryrecords/show/{record}")

    return opened


@pytest.fixture
def reads(upstream):
    """The readings of records so far, which may text drivers: `reads()`."""

    def made():
        calls = upstream.called("GET", f"{ENDPOINT}/")
        return [call.path.rpartition("/")[2] for call in calls if not call.path.endswith("/actions")]

    return made


def view(tab):
    """The file as the tab knows it."""
    return tab.view(SolidaryFile)
