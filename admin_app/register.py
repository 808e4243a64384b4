"""The register's screen: who exported, erased or handed out what, for those who may export everything themselves."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import Field
from reflex.event import EventSpec
from sqlalchemy import func

from admin_app.api.client import Api, Page
from admin_app.api.errors import MissingPermission
from admin_app.kit import audit
from admin_app.kit import declare as d
from admin_app.kit.lists.page import list_page, list_state
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.parts.widgets import button
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.script import run
from admin_app.kit.session import Session, reports_errors, signed_in
from admin_app.kit.transfer import csv, tickets
from admin_app.kit.words.locale import language_of, t
from admin_app.values import Record

EXPORTER = "admin_user_export_all"
"""What the server asks of who exports: they take the most away, so they may see what was taken (permissions.yaml)."""
OUTCOMES = ("complete", "short", "partial", "cancelled", "interrupted", "failed", "unused")
TONES = {"complete": "good", "short": "warn", "partial": "warn", "interrupted": "warn", "failed": "bad"}
BATCH = 1000
_day = func.substr(audit.LINE.at, 1, 10)
CONDITIONS: Mapping[str, Callable[[str], audit.Condition]] = {
    "who": lambda value: audit.LINE.who.icontains(value, autoescape=True),
    "kind": lambda value: audit.LINE.kind == value,
    "at[after]": lambda value: _day >= value,
    "at[before]": lambda value: _day <= value,
}


def _filters(line: "RegisterLine") -> str:
    return " · ".join(f"{name} = {value}" for name, value in line.filters.items())


def _outcome(line: "RegisterLine") -> str:
    return line.outcome or "unknown"


class RegisterLine(Record):
    """One line, as the list shows it."""

    at: Annotated[str, d.date_time()] = ""
    kind: Annotated[str, d.choice("register.kind", {"erasure": "bad"}, audit.KINDS)] = ""
    who: str = ""
    subject: Annotated[str, d.choice("register.subject")] = ""
    filters: Annotated[dict[str, str], d.shown().computed(_filters)] = Field(default_factory=dict)
    expected: int | None = None
    rows: int | None = None
    outcome: Annotated[str, d.choice("register.outcome", TONES).computed(_outcome)] = ""


REGISTER = d.Resource(
    key="register",
    entity="register_entry",
    route="/register",
    endpoint="",
    model=RegisterLine,
    may=d.May(list=EXPORTER),
    columns=d.columns(
        RegisterLine, *("at", "who", "kind", "subject", "filters", "expected", "rows", "outcome"), main="who"
    ),
    filters=d.filters(RegisterLine, "who", "kind", more=d.period("at", "at")),
    selectable=False,
)


class RegisterList(ListMixin, rx.State):
    """The lines, newest first; the API knows nothing of them, but is asked each time who may read them."""

    resource: ClassVar = REGISTER

    @rx.event
    @reports_errors("kit.export.refused")
    async def take(self):
        """Hand the lines under the present filters out as a file, which is an export like another."""
        async with signed_in(self, EXPORTER) as api:
            await _ask(api)
            where = self._where()
            total = await asyncio.to_thread(audit.count, where)
            act = await audit.record(await self.get_state(Session), "export", "register", self.filters, total)
            locale = await language_of(self)
            content = await asyncio.to_thread(_file, (*where, audit.LINE.id < act), locale)
            path = tickets.offer(content, f"{date.today().isoformat()}-register-export.csv")
            await audit.complete(act, "complete", total)
        fetch: EventSpec = run("fetchFile", path)
        return [fetch, RegisterList.load]

    async def _found(self, api: Api) -> Page:
        await _ask(api)
        where = self._where()
        size = int(self.page_size)
        acts = await asyncio.to_thread(audit.read, where, size, (self.page - 1) * size)
        total = await asyncio.to_thread(audit.count, where)
        return Page([vars(entry) for entry in acts], total)

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """A name leads to all that this person did."""
        return {**super()._row(item), "_href": f"{self.resource.route}?who={item['who']}"}

    def _where(self) -> tuple[audit.Condition, ...]:
        return tuple(CONDITIONS[name](value) for name, value in self.filters.items())


async def _ask(api: Api) -> None:
    """Have the API look at the token and say what its owner may: it alone can, and reading lines is no call of it.

    MissingPermission, or what is wrong with the token.
    """
    if EXPORTER not in await api.members("permissions"):
        raise MissingPermission(EXPORTER)


def _file(where: Sequence[audit.Condition], locale: str) -> bytes:
    """The lines as a file; numbers, dates and words as they are kept."""
    head = ("id", *(column.field for column in REGISTER.columns))
    return csv.for_people((head, *_lines(where)), locale)


def _lines(where: Sequence[audit.Condition]) -> Iterator[Sequence[csv.Cell]]:
    start = 0
    while entries := audit.read(where, BATCH, start):
        yield from (_cells(RegisterLine.model_validate(vars(entry))) for entry in entries)
        start += BATCH


def _cells(line: RegisterLine) -> Sequence[csv.Cell]:
    told = (line.at, line.who, line.kind, line.subject, _filters(line))
    return (line.id, *told, line.expected, line.rows, _outcome(line))


def _page() -> rx.Component:
    take = button(t("kit.export.open"), "export", symbol="download", on_click=RegisterList.take)
    lead = rx.el.p(t("register.intro"), class_name="quiet list-lead")
    return list_page(RegisterList, actions=(take,), lead=(lead,))


_page.__module__ = __name__
SCREENS = (
    Screen(
        REGISTER.route,
        "register.title",
        _page,
        EXPORTER,
        on_load=(RegisterList.load,),
        menu=Menu(rank=90, icon="book-lock", group="settings"),
        resource=REGISTER,
        state=list_state(RegisterList),
    ),
)
