"""The dashboards of the server (ANALYTICS-1; session.yaml, get_analytic): one frame, narrowed by what the address says.

Whoever holds dashboard_read sees the platform's, narrowed to a territory or a community of their choice; whoever holds
community_dashboard_self those of their communities alone (ANALYTICS-2). The server decides what is in them.
"""

from typing import Any, ClassVar
from urllib.parse import parse_qsl

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.api.query import is_record_id
from admin_app.kit.dashboards import (
    ANALYTICS_READ,
    API_YES,
    DEFAULT_PERIODICITY,
    EMBED_ERROR,
    PERIODICITIES,
    Dashboard,
    EmbedMixin,
    embedded,
    menu_filter,
    periodicity_filter,
)
from admin_app.kit.declare import Target, text_of
from admin_app.kit.parts import data_state, entry, error_card, filter_combobox, offered
from admin_app.kit.records import autocomplete
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.script import run
from admin_app.kit.session import (
    NotTaken,
    Session,
    failure_text,
    here,
    in_each,
    may_read,
    notify,
    reports_errors,
    signed_in,
)
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t
from admin_app.shared import targets

KEY = "analytics"
ROUTE = "/analytics"
LIST = "analytic_list"
PLATFORM, COMMUNITIES = TYPES = ("1", "2")
"""What a dashboard is about (ANALYTICS-2)."""
HELD: dict[str, str] = {PLATFORM: "dashboard_read", COMMUNITIES: "community_dashboard_self"}
"""What each type takes."""
MODERATED = f"{targets.COMMUNITIES.endpoint}/moderated"
SEARCHED: dict[str, Target] = {"territoryId": targets.TERRITORIES, "communityId": targets.COMMUNITIES}
"""What the platform's dashboards are narrowed to."""
DASHBOARD = Dashboard(key=KEY, route=ROUTE, permission=LIST, sources=(), numbers=(), charts=(), flag="analytics")


class Analytics(EmbedMixin, rx.State):
    """The frame, and the filters above it."""

    resource: ClassVar[Dashboard] = DASHBOARD

    type: str = PLATFORM
    """One of TYPES."""
    filters: dict[str, str] = {}
    labels: dict[str, str] = {}
    """Names of what the filters point at, by `parameter=id`."""
    suggestions: dict[str, list[dict[str, str]]] = {}
    communities: list[dict[str, str]] = []
    """Those the person moderates: what their dashboards may be about."""
    unreadable: str = ""
    """Why the communities could not be read."""

    @rx.event(supersedes=True)
    @reports_errors(EMBED_ERROR)
    async def load(self):
        """Read the address, then what its filters are called; the frame comes by itself (FrameWatch)."""
        await self._take(dict(parse_qsl(here(self).query)))
        yield
        if self.type == COMMUNITIES:
            await self._read_communities()
        else:
            async with signed_in(self, reads=LIST) as api:
                await self._name(api)

    @rx.event(supersedes=True)
    @reports_errors(EMBED_ERROR)
    async def search(self, name: str, text: str):
        """Suggest territories or communities."""
        target = SEARCHED.get(name)
        if target is None or len(text.strip()) < 2:
            return
        async with signed_in(self, reads=(LIST, target.permission)) as api:
            found = await autocomplete.records(api, target, text.strip())
        self.suggestions = {**self.suggestions, name: found}
        yield run("proposed", name, text)

    async def _take(self, asked: dict[str, str]) -> None:
        """What the address asks for, as far as it can be: an id that is none is left out."""
        session = await self.get_state(Session)
        types = [each for each in TYPES if HELD[each] in session._readable()]
        self.type = asked["type"] if asked.get("type") in types else next(iter(types), PLATFORM)
        pointing = ("communityId",) if self.type == COMMUNITIES else tuple(SEARCHED)
        periodicity = asked.get("periodicity", "")
        self.filters = {
            "type": self.type,
            "periodicity": periodicity if periodicity in PERIODICITIES else DEFAULT_PERIODICITY,
            **{name: asked[name] for name in pointing if is_record_id(asked.get(name, ""))},
        }

    async def _name(self, api: Api) -> None:
        """What territory and community are called, where the person may look them up."""
        session = await self.get_state(Session)
        for name, target in SEARCHED.items():
            key = f"{name}={self.filters.get(name, '')}"
            if name in self.filters and key not in self.labels and target.readable(session._readable()):
                self.labels = {**self.labels, key: await autocomplete.name_of(api, target, self.filters[name])}

    async def _read_communities(self) -> None:
        try:
            async with signed_in(self, reads=(LIST, HELD[COMMUNITIES], targets.COMMUNITIES.permission)) as api:
                found = await api.members(MODERATED)
        except ApiError as error:
            self.communities, self.unreadable = [], await failure_text(self, error)
            await notify(self, "error", EMBED_ERROR, in_each(error))
            return
        named = [{"value": text_of(each["id"]), "label": targets.COMMUNITIES.name(each)} for each in found]
        self.communities, self.unreadable = sorted(named, key=lambda each: each["label"].casefold()), ""

    async def _about(self, params: dict[str, str]) -> dict[str, Any]:
        """What the frame is narrowed to (DASH-9): one's own communities and territories, or what was chosen."""
        await self._take(params)
        chosen = {name: self.filters[name] for name in SEARCHED if name in self.filters}
        if self.type == PLATFORM or "communityId" in chosen:
            return chosen
        return {"forceDefaultCommunityId": API_YES, "forceDefaultTerritoryId": API_YES}

    def _needs(self) -> tuple[str, ...]:
        return (LIST, HELD[self.type])

    async def _check(self, answer: dict[str, Any]) -> None:
        """Of a role that it does not know to manage communities, the server narrows nothing (get_analytic)."""
        if self.type == COMMUNITIES and answer.get("communityId") is None:
            raise NotTaken("analytics.not_narrowed")


def analytics_page() -> rx.Component:
    """Filters, and the frame beneath them."""
    return rx.el.div(
        sheet("/charts.css"),
        rx.el.header(rx.el.h1(t(f"{KEY}.title"), tab_index=-1), class_name="page-head"),
        _filters(),
        rx.cond(Analytics.unreadable != "", error_card(t("kit.pages.error_title"), Analytics.unreadable)),
        embedded(Analytics, rx.cond(Analytics.type == PLATFORM, t(f"{KEY}.platform"), t(f"{KEY}.own")), headed=False),
        class_name="dashboard analytics",
    )


def _filters() -> rx.Component:
    types = [rx.el.option(t(f"{KEY}.types.{each}"), value=each) for each in TYPES]
    both = may_read(HELD[PLATFORM]) & may_read(HELD[COMMUNITIES])
    mine = menu_filter(
        "communityId",
        t(f"{KEY}.community"),
        entry(Analytics.filters, "communityId"),
        rx.el.option(t(f"{KEY}.first"), value=""),
        rx.foreach(Analytics.communities, lambda each: rx.el.option(each["label"], value=each["value"])),
    )
    territory = _searched("territoryId", t(f"{KEY}.territory"))
    community = _searched("communityId", t(f"{KEY}.community"))
    searched = (
        offered(territory, targets.TERRITORIES.permission),
        offered(community, targets.COMMUNITIES.permission, "community"),
    )
    return rx.el.div(
        rx.cond(both, menu_filter("type", t(f"{KEY}.type"), Analytics.type, *types)),
        periodicity_filter(Analytics.filters),
        rx.cond(Analytics.type == COMMUNITIES, mine, rx.fragment(*searched)),
        class_name="dashboard-filters",
        role="search",
        aria_label=t("kit.filters.title"),
    )


def _searched(name: str, said: rx.Var[str]) -> rx.Component:
    value = entry(Analytics.filters, name)
    label = rx.cond(value != "", entry(Analytics.labels, f"{name}={value}"), "")
    return filter_combobox(
        name,
        said,
        control_id=f"filter-{name}",
        value=value,
        text=rx.cond(label != "", label, value),
        options=Analytics.suggestions,
        search=Analytics.search,
    )


SCREENS = (
    Screen(
        ROUTE,
        f"{KEY}.title",
        analytics_page,
        LIST,
        "analytics",
        (Analytics.load,),
        Menu(rank=90, icon="chart-column"),
        state=data_state(Analytics),
        also=(ANALYTICS_READ, *HELD.values()),
    ),
)
