"""Who asked last: whoever calls often called lately, and need not be looked for."""

from collections.abc import Iterable

import reflex as rx

from admin_app.api.query import Query
from admin_app.features.solidary.asking.caller import USER
from admin_app.features.solidary.record import ENDPOINT, LIST, Row, creation
from admin_app.kit.parts import face, link
from admin_app.kit.session import Session, or_none, reports_errors, signed_in
from admin_app.kit.values import town_of
from admin_app.kit.words.locale import date_var, t

LOOKED_AT, SHOWN = 20, 9
"""Requests that are read, and people that are shown of them."""


class LatestCallers(rx.State):
    """The people whose requests are the newest, each once."""

    people: list[dict[str, str]] = []

    @rx.event
    @reports_errors("errors.solidary.load_error")
    async def load(self):
        """Read them; without them one looks people up, as everybody can."""
        self.people = []
        readable = (await self.get_state(Session))._readable()
        if LIST not in readable or USER not in readable:
            return
        async with signed_in(self, reads=LIST) as api:
            page = await or_none(api.list(ENDPOINT, Query(1, LOOKED_AT, ("id", True))))
        rows = [Row.of(item) for item in page.items] if page else []
        self.people = [_line(row) for row in newest_of_each(rows)[:SHOWN]]


def newest_of_each(rows: Iterable[Row]) -> list[Row]:
    """Of rows from the newest on, the first of each person who is named."""
    found: dict[int, Row] = {}
    for row in rows:
        if row.user_id and row.name.strip():
            found.setdefault(row.user_id, row)
    return list(found.values())


def _line(row: Row) -> dict[str, str]:
    return {
        "name": row.name.strip(),
        "subject": row.subject,
        "town": town_of(row.origin),
        "day": row.from_date,
        "href": creation(row.user_id),
    }


def latest_callers() -> rx.Component:
    """A card for each, which leads on to a request for them: where from, and what for, tell namesakes apart."""

    def line(person: rx.Var[dict[str, str]]) -> rx.Component:
        day = rx.cond(person["day"] != "", rx.el.span(date_var(person["day"]), class_name="nowrap"))
        return rx.el.li(
            face("", person["name"]),
            rx.el.div(
                link(person["name"], to=person["href"]),
                rx.el.small(rx.cond(person["town"] != "", rx.el.span(person["town"])), day),
                rx.el.small(person["subject"]),
            ),
            key=person["href"],
        )

    lines = rx.el.ul(rx.foreach(LatestCallers.people, line), class_name="latest-callers")
    title = rx.el.h3(t("asking.latest"))
    return rx.cond(LatestCallers.people.length() > 0, rx.el.section(title, lines, data_testid="latest-callers"))
