"""The register's screen: who exported, erased or handed out what, for those who may export everything themselves."""

import asyncio
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import Field
from reflex.event import EventSpec

from admin_app.api.client import Api, Page
from admin_app.api.errors import MissingPermission, Refused
from admin_app.features.register.search import every, says
from admin_app.features.register.words import UNKNOWN, line_in_words
from admin_app.kit import audit
from admin_app.kit import declare as d
from admin_app.kit.clock import CLOCK, today
from admin_app.kit.lists import ListMixin, list_page, list_state
from admin_app.kit.parts import button
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.script import run
from admin_app.kit.session import Session, reports_errors, signed_in
from admin_app.kit.styles import sheet
from admin_app.kit.transfer import csv, tickets
from admin_app.kit.values import Record
from admin_app.kit.words import LOCALES, formats
from admin_app.kit.words.locale import language_of, pick, say, t
from admin_app.shared.register import EXPORTER, ROUTE

STYLESHEET = "/register.css"
OUTCOMES = ("complete", "short", "partial", "cancelled", "interrupted", "failed", "unused")
ICONS = {"export": "download", "erasure": "trash-2", "access": "contact", "mailing": "mail", "takeover": "history"}
TONES = {"complete": "good", "short": "warn", "partial": "warn", "interrupted": "warn", "failed": "bad"}
BOX = "q"
"""The filter by what is shown of a line (features/register/search.py)."""


def _begins(day: str, later: int = 0) -> str:
    """When a day of France begins, at the clock by which lines are written: the server's (kit/audit)."""
    first = dt.datetime.combine(date.fromisoformat(day) + dt.timedelta(days=later), dt.time(), CLOCK)
    return first.astimezone().isoformat(timespec="seconds")


CONDITIONS: Mapping[str, Callable[[str], audit.Condition]] = {
    "who": lambda value: audit.LINE.who.icontains(value, autoescape=True),
    "kind": lambda value: audit.LINE.kind == value,
    "subject": lambda value: audit.LINE.subject == value,
    "outcome": lambda value: ("" if value == UNKNOWN else value) == audit.ENDED,
    "at[after]": lambda value: audit.LINE.at >= _begins(value),
    "at[before]": lambda value: audit.LINE.at < _begins(value, 1),
}
SUBJECTS = ("users", "hitchhikers", "communities", "community_members", "campaigns", "register")


def _outcome(line: "RegisterLine") -> str:
    return line.outcome or UNKNOWN


class RegisterLine(Record):
    """One line, as the list shows it."""

    at: Annotated[str, d.date_time()] = ""
    kind: Annotated[str, d.choice("register.kind", values=audit.KINDS, icons=ICONS)] = ""
    who: str = ""
    subject: Annotated[str, d.choice("register.subject")] = ""
    filters: Annotated[dict[str, str], d.shown().computed(lambda line: "")] = Field(default_factory=dict)
    expected: int | None = None
    rows: int | None = None
    outcome: Annotated[str, d.choice("register.outcome", TONES).computed(_outcome)] = ""


REGISTER = d.Resource(
    key="register",
    entity="register_entry",
    route=ROUTE,
    endpoint="",
    model=RegisterLine,
    may=d.May(list=EXPORTER),
    columns=d.columns(
        RegisterLine,
        *("at", "who", "kind", "subject", "filters", "expected", "rows", "outcome"),
        main="kind",
        hidden=("expected",),
        sortable=tuple(audit.ORDERS),
    ),
    filters=d.filters(
        RegisterLine,
        d.Filter(
            BOX,
            "text",
            "search",
            "register.sought",
            seeks=lambda text: d.Sought("text", text, {BOX: text}),
            example="register.filters.text",
        ),
        "kind",
        more=(
            d.Filter("subject", "subject", "choice", "register.subject", SUBJECTS),
            d.Filter("outcome", "outcome", "choice", "register.outcome", (*OUTCOMES, UNKNOWN)),
            *d.period("at", "at"),
        ),
        kept=("who",),
    ),
    # A line has no record of its own: what a phone shows is all of it.
    who=d.Who(("kind", "subject"), second=("at", "who"), picture="kind", beside=("outcome", "rows", "at", "who")),
    default_sort="-at",
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
            where = await self._where()
            total = await asyncio.to_thread(audit.count, where)
            act = await audit.record(await self.get_state(Session), "export", "register", self.filters, total)
            locale = await language_of(self)
            content = await asyncio.to_thread(_file, (*where, audit.LINE.id < act), self._asked().order(), locale)
            path = tickets.offer(content, f"{today()}-register-export.csv")
            await audit.complete(act, "complete", total)
        fetch: EventSpec = run("fetchFile", path)
        return [fetch, RegisterList.load]

    async def _fetch_page(self, api: Api) -> Page:
        await _ask(api)
        where = await self._where()
        size = int(self.page_size)
        acts = await asyncio.to_thread(audit.read, where, size, (self.page - 1) * size, self._asked().order())
        total = await asyncio.to_thread(audit.count, where)
        return Page([vars(entry) for entry in acts], total)

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """A line leads to all acts of its kind on the same data."""
        line = (item["kind"], item["subject"], item["filters"], item["outcome"])
        told = {f"filters_{each}": line_in_words(*line, each)[2] for each in LOCALES}
        alike = f"{self.resource.route}?kind={item['kind']}&subject={item['subject']}"
        return {**super()._row(item), **told, "_href": alike}

    async def _where(self) -> tuple[audit.Condition, ...]:
        """The filters as the database asks them. Refused for a day that no calendar has."""
        try:
            where = tuple(CONDITIONS[name](value) for name, value in self.filters.items() if name in CONDITIONS)
        except (ValueError, OverflowError):
            raise Refused(say("kit.validation.date", await language_of(self))) from None
        text = self.filters.get(BOX, "")
        return (*where, await asyncio.to_thread(says, text, where)) if text else where


async def _ask(api: Api) -> None:
    """Have the API look at the token and say what its owner may: it alone can, and reading lines is no call of it.

    MissingPermission, or what is wrong with the token.
    """
    if EXPORTER not in await api.members("permissions"):
        raise MissingPermission(EXPORTER)


def _file(where: Sequence[audit.Condition], order: tuple[str, bool], locale: str) -> bytes:
    """The lines as a file, as the list shows them and in its order, with their numbers."""
    head = (say("register.number", locale), *(say(REGISTER.label(column.field), locale) for column in REGISTER.columns))
    return csv.for_people((head, *(_cells(line, locale) for line in every(where, order))), locale)


def _cells(line: audit.Act, locale: str) -> Sequence[csv.Cell]:
    at = formats.date_time(line.at, locale, "typed")
    kind, subject, filters, outcome = line_in_words(line.kind, line.subject, line.filters, line.outcome, locale)
    return (line.id, at, line.who, kind, subject, filters, line.expected, line.rows, outcome)


def _told(row: rx.Var[dict[str, str]]) -> rx.Component:
    """The filters in the language of the page."""
    return rx.el.span(pick({each: row[f"filters_{each}"] for each in LOCALES}))


def _page() -> rx.Component:
    take = button(t("kit.export.open"), "export", symbol="download", on_click=RegisterList.take)
    lead = (sheet(STYLESHEET), rx.el.p(t("register.intro"), class_name="quiet list-lead"))
    first = rx.el.p(t("register.first_line"), class_name="quiet")
    return list_page(RegisterList, actions=(take,), lead=lead, cells={"filters": _told}, leads_on=(first,))


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
