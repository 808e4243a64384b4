"""The four screens of hitchhikers: users under another angle, with the follow-up of their kit and letter."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.hitchhikers.resource import HITCHHIKERS
from admin_app.kit.crud import crud_screens
from admin_app.kit.forms import FormMixin
from admin_app.kit.lists import ListMixin
from admin_app.kit.resource import Resource
from admin_app.kit.screen import Menu
from admin_app.kit.shows import ShowMixin

CREATED = {"phoneDisplay": 1}
"""What every creation says (SPEC 3); the two flags are inputs, off by default."""


class HitchhikerList(ListMixin, rx.State):
    """The list of hitchhikers."""

    resource: ClassVar[Resource] = HITCHHIKERS

    def _filters(self) -> dict[str, Any]:
        """Users of the programme alone; an identity that was never asked for counts as not provided."""
        filters = {**super()._filters(), "isHitchHiker": "true"}
        if filters.get("identityStatus") == "0":
            # 0 alone leaves out those without any status (upstream/users.yaml, FilterIdentityStatus).
            filters["identityStatus"] = ["0"]
        return filters


class HitchhikerShow(ShowMixin, rx.State):
    """One hitchhiker."""

    resource: ClassVar[Resource] = HITCHHIKERS
    siblings: ClassVar[type[ListMixin]] = HitchhikerList


class HitchhikerForm(FormMixin, rx.State):
    """The form of a hitchhiker."""

    resource: ClassVar[Resource] = HITCHHIKERS

    async def _shaped(self, api: Api, after: dict[str, Any]) -> dict[str, Any]:
        return after if self.record_id else {**after, **CREATED}


SCREENS = crud_screens(HitchhikerList, HitchhikerShow, HitchhikerForm, menu=Menu(rank=15, icon="thumbs-up"))
