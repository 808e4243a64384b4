"""What the tests of solidary transport share."""

from typing import Any

import pytest

from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.kit.session.notices import Notices

ENDPOINT = "admin/solidaries"


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
