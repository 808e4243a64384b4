"""The form of a campaign: its subject and its name; its text is an empty one until it is written."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.campaigns.record import CAMPAIGNS
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare.resource import Resource

EMPTY = "[]"
"""The body the API asks of a creation, whatever is known then."""


class CampaignForm(FormMixin, rx.State):
    """The form of a campaign."""

    resource: ClassVar[Resource] = CAMPAIGNS

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        return body if self.record_id else {**body, "body": EMPTY}
