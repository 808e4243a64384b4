"""What the tests of a campaign on its way share."""

import pytest

from admin_app.features.campaigns.send_state import CampaignSend

WAITING, CHOSEN, EMPTY = 10, 11, 12
"""Campaigns of the demonstration that were not tested: for everybody, for some, for nobody yet."""
TESTED, SENT = 7, 3


@pytest.fixture(autouse=True)
def _modules(configure):
    configure(campaign=True, community=True)


@pytest.fixture
def at(sign_in, upstream):
    """Open the screen that sends a campaign: `tab = await at(10)`."""

    async def opened(campaign, name="admin", *, agreed=True, behind=""):
        tab = await sign_in(name, f"/campaigns/send/{campaign}{behind}")
        if agreed:
            await tab.send(CampaignSend.agree)
        upstream.forget()
        return tab

    return opened
