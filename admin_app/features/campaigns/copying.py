"""A new campaign with the text of another: to start from, or to correct what a test has frozen (CAMPAIGN-22).

Pictures are kept under the name of the campaign they were sent for, and two campaigns of one name would share theirs:
a copy is always called otherwise. Recipients are not copied: whom a mail goes to is said anew.
"""

import re
from datetime import datetime
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.campaigns.record import CAMPAIGNS, Campaign
from admin_app.kit.clock import CLOCK
from admin_app.kit.parts import button, icon_button
from admin_app.kit.session import Session, notify, reports_errors, signed_in
from admin_app.kit.words.locale import language_of, say

LONGEST_NAME = 255
_FORMER = re.compile(r"\((?:copie du|copy of) [\d/]+,? [\d:]+\)$")


def copy_name(name: str, moment: datetime, locale: str) -> str:
    """What a copy is called: the name of the first one and the second it was made, cut to what the server keeps."""
    at = moment.astimezone(CLOCK).strftime("%d/%m/%Y %H:%M:%S")
    end = say("campaigns.copy_of", locale, at=at)
    return _FORMER.sub("", name).rstrip()[: LONGEST_NAME - len(end) - 1] + f" {end}"


async def copied(api: Api, record_id: str, locale: str) -> dict[str, Any]:
    """Make a copy of a campaign, as the API answers it: not tested, and for nobody yet."""
    found = Campaign.model_validate(await api.get(CAMPAIGNS.endpoint, record_id))
    name = copy_name(found.name, datetime.now(CLOCK), locale)
    return await api.create(CAMPAIGNS.endpoint, {"name": name, "subject": found.subject, "body": found.body})


class CopyMixin(rx.State, mixin=True):
    """A list or a page that can copy a campaign."""

    copying: bool = False
    _copied: str | None = None
    """What was copied since the page was loaded: a second click, which waited for the first, finds nothing to do."""

    @rx.event
    @reports_errors("create_error", busy="copying")
    async def copy(self, record_id: str):
        """Copy a campaign and open the copy, to be written on where that is allowed."""
        if self.copying or self._copied == record_id:
            return
        self.copying = True
        yield
        async with signed_in(self, CAMPAIGNS.may.create, CAMPAIGNS.may.read or "") as api:
            made = await copied(api, record_id, await language_of(self))
        self._copied = record_id
        await notify(self, "success", "campaigns.copied", name=made["subject"])
        held = (await self.get_state(Session)).permissions
        folder = "" if CAMPAIGNS.may.update in held else "show/"
        yield rx.redirect(f"{CAMPAIGNS.route}/{folder}{made['id']}")


def copier(state: type[CopyMixin], record_id: Any, label: rx.Var[str], tone: str = "") -> rx.Component:
    """What copies a campaign: an icon beside others, or a button of a tone."""
    act = {"on_click": state.copy(record_id), "disabled": state.copying | (record_id == "")}
    if not tone:
        return icon_button("copy", label, "duplicate", **act)
    return button(label, "duplicate", symbol="copy", tone=tone, **act)
