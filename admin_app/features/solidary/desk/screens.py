"""The list of requests: today's work, with baskets above it (SOLIDARY-2). One reading of the API gives both."""

from collections.abc import Sequence
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary import statuses
from admin_app.features.solidary.desk import baskets as desk_baskets
from admin_app.features.solidary.desk import cache
from admin_app.features.solidary.desk.baskets_page import baskets, read_again
from admin_app.features.solidary.desk.caller_search import ASKS
from admin_app.features.solidary.desk.request_row import RequestRow
from admin_app.features.solidary.desk.resource import NUMBER, RECORDS, Listed, searched
from admin_app.features.solidary.opening import opens
from admin_app.features.solidary.record import OPERATOR
from admin_app.kit.crud import Menu, Screen
from admin_app.kit.declare import Resource
from admin_app.kit.lists import Selection, WholeListMixin, list_page, list_state, way_back
from admin_app.kit.parts import Pending, button_link, cell
from admin_app.kit.session import Session, reports_errors, roles_of, signed_in
from admin_app.kit.words import numbered
from admin_app.kit.words.locale import t

SOON, PASSED = "_soon", "_passed"
"""What a row calls its being in the basket of those that leave soon, and of those whose day has passed."""
SUPER = "ROLE_SUPER_ADMIN"
"""Who sees the records of every structure, and changes those of their own all the same (permissions.yaml)."""


class RequestList(WholeListMixin, rx.State):
    """The requests of the structures one operates."""

    resource: ClassVar[Resource] = RECORDS
    has_everything_tab: ClassVar[bool] = False
    """Its baskets say how many are open: without a filter it holds those alone, and no closed one."""

    counts: dict[str, int] = {}
    """How many open requests each basket holds, and all of them under `all`."""
    read_at: str = ""
    """The clock of the reading, `10:42`."""

    @rx.var
    def everywhere(self) -> str:
        """The address where what was typed is looked for among all requests; empty where it was, or nothing is."""
        text = self.filters.get("q", "")
        return searched(text) if text and self.filters != {"q": text, "scope": desk_baskets.EVERY} else ""

    @rx.var
    def perhaps_replaced(self) -> bool:
        """Whether a number was looked for among all: that of a request that another replaced is in no list."""
        text = self.filters.get("q", "")
        return not self.everywhere and bool(NUMBER.fullmatch(numbered(text) or text.strip()))

    @rx.event
    @reports_errors("load_error", busy="loading", in_place=True)
    async def refresh(self):
        """Read the requests again, whatever is kept."""
        self.loading, self.problem = True, ""
        yield
        async with signed_in(self, reads=self.resource.may.list) as api:
            await cache.read(api, closed=self._wants_closed(), fresh=True)
        yield self.__class__.load

    async def _read_whole(self, api: Api) -> Sequence[RequestRow]:
        """The requests of the scope; the baskets are counted on the way."""
        reading = await cache.read(api, closed=self._wants_closed())
        open_ones = [each for each in reading.rows if each.open]
        at = desk_baskets.now()
        self.counts = {**desk_baskets.counts_of(open_ones, at), "all": len(open_ones)}
        self.read_at = desk_baskets.clock(reading.at)
        (await self.get_state(Pending))._correct(
            {RECORDS.route: self.counts[desk_baskets.NOW]}
            | {f"{RECORDS.route}?basket={name}": self.counts[name] for name in desk_baskets.BASKETS}
        )
        return reading.rows if self._wants_closed() else open_ones

    def _selection(self, query: Query) -> Selection:
        filters = {name: str(value) for name, value in query.filters.items()}
        field, down = query.sort or ("fromDate", False)
        at = desk_baskets.now()
        return lambda rows: desk_baskets.ordered(desk_baskets.filtered(rows, filters, at), field, down)

    def _item(self, row: RequestRow) -> dict[str, Any]:
        held = desk_baskets.baskets(row, desk_baskets.now())
        at = {SOON: desk_baskets.SOON in held, PASSED: desk_baskets.PASSED in held}
        return {**Listed.of(row).model_dump(by_alias=True), **{name: "true" if on else "" for name, on in at.items()}}

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """A row that says whether it leaves soon and nobody drives, or should be closed (baskets `soon`, `passed`)."""
        return {**super()._row(item), SOON: item[SOON], PASSED: item[PASSED]}

    async def _find_own(self, api: Api, items: list[dict[str, Any]]) -> None:
        """The API lists records of the structures one operates, to all but the super administrator (OWN-16)."""
        session = await self.get_state(Session)
        rule = session.own.get(self.resource.may.update or "", "")
        listed = rule == OPERATOR and bool(session.operates) and SUPER not in (roles_of(session.token) or [SUPER])
        self.own_ids = [str(each["id"]) for each in items] if listed else []
        self._opening = None if await opens(self) else set()

    def _wants_closed(self) -> bool:
        """Whether the closed ones are among those that are meant: none of the open ones has their status."""
        return bool(self.filters.get("scope")) or self.filters.get("status") == statuses.CLOSED


def _day(row: rx.Var[dict[str, str]]) -> rx.Component:
    """The day of the journey; one that is near and has no driver presses (basket `soon`), one that has passed waits."""
    is_passed, passed = row[PASSED] != "", t("solidary_records.passed")
    return rx.el.span(
        cell(RECORDS.column("from_date"), row),
        rx.cond(is_passed, rx.el.span(" ", passed, class_name="visually-hidden")),
        title=rx.cond(is_passed, passed, ""),
        class_name=rx.cond(row[SOON] != "", "waits", rx.cond(is_passed, "day-passed", "")),
    )


def _action(row: rx.Var[dict[str, str]]) -> rx.Component:
    """What was noted last, and when below it."""
    action, at = RECORDS.column("last_action"), RECORDS.column("last_action_date")
    return rx.el.div(cell(action, row), rx.el.small(cell(at, row), class_name="quiet"), class_name="last-action")


def _page() -> rx.Component:
    cells = {"from_date": _day, "last_action": _action}
    lead, tools = (baskets(RequestList),), (read_again(RequestList),)
    return list_page(RequestList, tools=tools, lead=lead, cells=cells, below=(_unfound(),))


def _unfound() -> rx.Component:
    """Where a request may be that is not found: among those that were not looked at; else in no list, where another
    replaced it, and it opens by its address alone."""
    nothing = RequestList.loaded & (RequestList.problem == "") & (RequestList.total == 0)
    hint = rx.el.p(t("solidary_records.replaced"), class_name="hint", role="status")
    everywhere = button_link(t("solidary_records.everywhere"), "everywhere", RequestList.everywhere, symbol="search")
    elsewhere = rx.cond(RequestList.everywhere != "", everywhere)
    return rx.cond(nothing, rx.cond(RequestList.perhaps_replaced, hint, elsewhere))


_page.__module__ = __name__
SCREENS = (
    Screen(
        RECORDS.route,
        "solidary_records.title",
        _page,
        RECORDS.may.list,
        RECORDS.flag,
        on_load=(RequestList.load,),
        menu=Menu(
            rank=5,
            icon="hand-helping",
            group="solidary",
            permissions=RECORDS.may.to_see(),
            query=f"?basket={desk_baskets.NOW}",
            label="solidary_records.short",
        ),
        address=way_back(RequestList),
        resource=RECORDS,
        state=list_state(RequestList),
        also=tuple(ASKS.values()),
    ),
)
