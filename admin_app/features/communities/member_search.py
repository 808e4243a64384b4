"""Members by whatever is known of them: their list takes the two names apart, and neither e-mail nor telephone."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.features.communities.member import DATES
from admin_app.features.users.resource import USERS
from admin_app.kit.declare import text_of
from admin_app.kit.lists import InnerListMixin, ordered, part
from admin_app.kit.session import Session
from admin_app.shared.people.person_search import Typed, filters_of_users, questions
from admin_app.shared.people.read_all import PER_CALL, everybody, together

BOX = "q"
READ = ("status", "familyName", "givenName", *DATES)
"""What the list is asked, one text each (trap 23)."""
MOST_NAMES = 10
"""Family names that are asked for one by one; of more people, all members are read."""


class SeekingMixin(InnerListMixin, rx.State, mixin=True):
    """A list of members with the box that takes a name, an e-mail or a telephone."""

    async def _page_of(self, api: Api, query: Query) -> Page:
        if BOX not in self.filters:
            return await super()._page_of(api, query)
        typed = Typed.of(self.filters[BOX])
        plain = {name: value for name, value in query.filters.items() if name in READ and name in self.filters}
        asked, users = [*questions(typed)], None
        if typed.kind != "name":
            # The users of this community are asked who it is, which takes the permission to list users.
            if USERS.may.list not in (await self.get_state(Session))._readable():
                self.obstacle = "names_only"
                return Page([], 0)
            whom = {**filters_of_users(typed.text), "community": int(self.owner_id)}
            people = await everybody(api, USERS.endpoint, Query(sort=("id", False), filters=whom))
            users = {each["id"] for each in people}
            names = {text_of(each.get("familyName")) for each in people}
            asked = [{"familyName": name} for name in names] if len(names) <= MOST_NAMES else [{}]
        parts = [await self._all(api, {**each, **plain}) for each in asked]
        found = [
            each for each in together(*parts) if (typed.fits(each) if users is None else each.get("userId") in users)
        ]
        field, down = query.sort or ("id", False)
        return Page([*part(ordered(found, field, down), query)], len(found))

    async def _all(self, api: Api, filters: Mapping[str, Any]) -> list[dict[str, Any]]:
        """All members under one question."""
        found: list[dict[str, Any]] = []
        total = 1
        while len(found) < total:
            page = await super()._page_of(api, Query(1 + len(found) // PER_CALL, PER_CALL, ("id", False), filters))
            found, total = [*found, *page.items], page.total if len(page.items) == PER_CALL else 0
        return found
