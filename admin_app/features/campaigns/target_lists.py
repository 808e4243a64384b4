"""Choosing the recipients of a campaign on its own screen: the lists of users and of members, with their own filters.

The filters are those the list of users declares; nothing is declared a second time. A list stands behind the `#` of
the address, as every list inside a record does (decision 13).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query, item
from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.communities.member import MEMBERS
from admin_app.features.communities.resource import COMMUNITIES
from admin_app.features.users.resource import USERS
from admin_app.kit import declare as d
from admin_app.kit.declare import Resource
from admin_app.kit.lists import InnerListMixin
from admin_app.shared import targets
from admin_app.shared.mail_target import MOST_SELECTED, MailTarget, Unaddressable
from admin_app.shared.mailing.target_choice import AimMixin

COMMUNITY = "community"
_SHOWN = (
    *("avatar", "id", "givenName", "familyName", "homeAddress.addressLocality", "newsSubscription"),
    "lastActivityDate",
)
_OF_MEMBERS = ("avatar", "userId", "familyName", "status", "newsSubscription", "acceptedDate", "lastActivityDate")


def _listed(resource: Resource, names: tuple[str, ...], **others: Any) -> Resource:
    """A list to choose from: a few of its columns (when somebody was last seen, if asked for), nothing to change."""
    columns = tuple(
        replace(each, hidden=name == "lastActivityDate")
        for name in names
        for each in resource.columns
        if each.name == name
    )
    who, fields = resource.identity, {each.field for each in columns}
    return replace(
        resource,
        route="",  # it is no list of the menu: nothing of it leads away from the campaign
        shortcuts=(),
        may=d.May(list=resource.may.list),
        columns=columns,
        who=replace(who, second=tuple(each for each in who.second if each in fields)),
        form=(),
        show=(),
        related=(),
        duplicates=None,
        export=None,
        flag=CAMPAIGNS.flag,
        **others,
    )


RECIPIENT_USERS = _listed(USERS, _SHOWN)
RECIPIENT_MEMBERS = _listed(
    MEMBERS,
    _OF_MEMBERS,
    key="campaign_members",
    filters=(
        d.Filter(COMMUNITY, COMMUNITY, "reference", always=True, target=targets.COMMUNITIES),
        # The others never get mail (communities-campaigns.yaml, associate_campaign_with_members).
        d.Filter("status", "status", "choice", "community_members.status", ("1", "2"), always=True),
    ),
)


class RecipientUsers(AimMixin, InnerListMixin, rx.State):
    """The users, as their list filters them."""

    resource: ClassVar[Resource] = RECIPIENT_USERS
    owner: ClassVar[Resource] = CAMPAIGNS
    below: ClassVar[str] = ""
    people: ClassVar[str] = "users"
    aims: ClassVar[str] = "user_list"
    chooses: ClassVar[bool] = True
    most_selected: ClassVar[int] = MOST_SELECTED

    async def _page_of(self, api: Api, query: Query) -> Page:
        return await api.list(self.resource.endpoint, query)


class RecipientMembers(AimMixin, InnerListMixin, rx.State):
    """The members of a community, which is a filter here."""

    resource: ClassVar[Resource] = RECIPIENT_MEMBERS
    owner: ClassVar[Resource] = COMMUNITIES
    below: ClassVar[str] = "members"
    people: ClassVar[str] = "members"
    aims: ClassVar[str] = "community_membership"
    chooses: ClassVar[bool] = True
    most_selected: ClassVar[int] = MOST_SELECTED

    def _community(self) -> int:
        """Without one, nobody: it would be everybody of the platform."""
        if COMMUNITY not in self.filters:
            raise Unaddressable("no_community")
        return int(self.filters[COMMUNITY])

    @classmethod
    def _narrowed(cls) -> rx.Var[bool]:
        """By more than the community, which alone is all of it."""
        return cls.filters.length() > rx.cond(cls.filters.contains(COMMUNITY), 1, 0)

    def _aimed(self, data: Mapping[str, Any]) -> MailTarget:
        """A community alone is not narrowed further: that is all of it."""
        narrowed = data.get("scope") != "filtered" or bool(self._filters())
        return super()._aimed(data if narrowed else {"scope": "everybody"})

    def _filters(self) -> dict[str, Any]:
        return {name: value for name, value in super()._filters().items() if name != COMMUNITY}

    async def _page_of(self, api: Api, query: Query) -> Page:
        if COMMUNITY not in self.filters:
            return Page([], 0)
        return await api.list(item(self.owner.endpoint, self.filters[COMMUNITY], self.below), query)
