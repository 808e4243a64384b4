"""How many rows a list has under an address, whatever list the tab shows: one cheap call, for the counters of views."""

from dataclasses import replace
from functools import partial

from admin_app.api.client import Api
from admin_app.kit.lists.embedded_list import InnerListMixin
from admin_app.kit.lists.list_query import query_of_address
from admin_app.kit.lists.state import ListMixin, State, is_paged, page_apart
from admin_app.kit.screen import Screen
from admin_app.kit.views.registry import Count, Listed
from admin_app.patches.states import state_classes


def listed(screens: tuple[Screen, ...]) -> tuple[Listed, ...]:
    """The lists among the screens, those of the menu first and in its order: views lead to them."""
    states = {each.resource.route: each for each in state_classes() if _stands_alone(each)}
    return tuple(_listed(screen, states[screen.route]) for screen in screens if screen.route in states)


def _stands_alone(state: type) -> bool:
    return issubclass(state, ListMixin) and not issubclass(state, InnerListMixin)


def _listed(screen: Screen, state: State) -> Listed:
    may = state.resource.may
    count: Count | None = partial(_count, state) if is_paged(state) else None
    return Listed(screen.route, screen.title, may.list, screen.flag, state, count, screen.condition)


async def _count(state: State, api: Api, query: str) -> int:
    """The rows under the filters of a query, as the list itself would ask for them."""
    found = await page_apart(state, api, replace(query_of_address(state.resource, query, ""), size=1))
    return found.total
