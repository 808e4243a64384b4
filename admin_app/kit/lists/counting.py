"""How many rows a list has under an address, whatever list the tab shows: one cheap call, for the counters of views."""

from functools import partial

from admin_app.api.client import Api
from admin_app.kit.lists.asked import read
from admin_app.kit.lists.inner import InnerListMixin
from admin_app.kit.lists.state import ListMixin, State
from admin_app.kit.screen import Screen
from admin_app.kit.session.fresh import state_classes
from admin_app.kit.views.known import Count, Listed


def listed(screens: tuple[Screen, ...]) -> tuple[Listed, ...]:
    """The lists among the screens, those of the menu first and in its order: views lead to them."""
    states = {each.get_full_name(): each for each in state_classes() if _stands_alone(each)}
    found: list[Listed] = []
    for screen in screens:
        loaded = [state for each in screen.on_load if (state := states.get(getattr(each, "state_full_name", "")))]
        if len(loaded) == 1 and screen.resource is loaded[0].resource and screen.route == loaded[0].resource.route:
            found.append(_listed(screen, loaded[0]))
    return tuple(found)


def _stands_alone(state: type) -> bool:
    return issubclass(state, ListMixin) and not issubclass(state, InnerListMixin)


def _listed(screen: Screen, state: State) -> Listed:
    may = state.resource.may
    count: Count | None = partial(_count, state) if _is_counted(state) else None
    return Listed(screen.route, screen.title, may.list, screen.flag, state, count, screen.condition)


def _is_counted(state: State) -> bool:
    """Whether a page of this list is a page of the API's; what is looked through here would be read whole."""
    if state.counted is not None:
        return state.counted
    plain = state._page_of is ListMixin._page_of and state._found is ListMixin._found
    return plain and bool(state.resource.endpoint)


async def _count(state: State, api: Api, query: str) -> int:
    """The rows under the filters of a query, as the list itself would ask for them."""
    asked = read(state.resource, query, "")
    # Of no tab: the list that the person looks at, or left, stays as it is.
    apart = state(_reflex_internal_init=True, init_substates=False)  # pyright: ignore[reportCallIssue]
    apart.filters, apart.sort, apart.page_size = dict(asked.filters), asked.sort, "1"
    return (await apart._page_of(api, apart._query())).total
