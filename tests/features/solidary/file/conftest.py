"""What the tests of the file of a record share."""

import pytest

from tests.features.solidary.conftest import ENDPOINT

LOOKING, FOLLOWED, ELSEWHERE, REPLACED = "13", "33", "53", "37"
"""Records of the demonstration: of the operator's structures at two stages, of another one, closed for edition."""


@pytest.fixture(autouse=True)
def _modules(configure):
    configure(solidary=True)


@pytest.fixture
def reads(upstream):
    """The readings of records so far, which may text drivers: `reads()`."""

    def made():
        calls = upstream.called("GET", f"{ENDPOINT}/")
        return [call.path.rpartition("/")[2] for call in calls if not call.path.endswith("/actions")]

    return made
