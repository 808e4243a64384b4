"""What the page of who asks begins with: the newest requests and what was done last, as somebody who calls asks it."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.opening import OPENS
from admin_app.features.solidary.record import LIST as REQUESTS_LIST
from admin_app.features.solidary.requests_of_person import REQUESTS
from admin_app.kit.declare import Column
from admin_app.kit.parts import Row, cell, drawn_journey, link, offered, titled_card
from admin_app.kit.shows import Rows, related_failure
from admin_app.kit.words.locale import t

LATEST = 3
"""Requests, and entries of the diary, that the page begins with."""


def latest(state: Any, diary: tuple[Column, ...]) -> rx.Component:
    """The newest requests, as far as they may be listed, and what was done last; tabs have all of them.

    `state` has `diary`, the rows of the `diary` columns, beside what every show state has."""
    return rx.fragment(offered(_latest_requests(state), REQUESTS_LIST), _latest_entries(state, diary))


def _latest_requests(state: Any) -> rx.Component:
    key, columns = REQUESTS.key, {column.field: column for column in REQUESTS.columns}
    known = state.related_rows.contains(key)
    rows = rx.cond(known, state.related_rows[key], rx.Var.create([])).to(Rows)

    def line(row: Row) -> rx.Component:
        there = link(row["subject"], to=row["_href"])
        return rx.el.li(
            rx.el.div(
                rx.cond(OPENS, there, rx.el.span(row["subject"])),
                rx.el.small(drawn_journey(row["journey"])),
                class_name="latest-what",
            ),
            rx.cond(row["fromDate"] != "", cell(columns["from_date"], row), rx.el.span()),  # its column stays
            cell(columns["status"], row),
            key=row["_key"],
        )

    listed = rx.el.ul(rx.foreach(rows[:LATEST], line), class_name="latest", role="list")
    none = rx.el.p(t(f"beneficiaries.none.{key}"), class_name="quiet")
    waiting = rx.el.span(class_name="bar")
    told = rx.cond(
        state.related_problems.contains(key),
        related_failure(REQUESTS, state),
        rx.cond(known, rx.cond(rows.length() > 0, listed, none), waiting),
    )
    return titled_card("latest-requests", t(f"beneficiaries.sections.{key}"), told)


def _latest_entries(state: Any, diary: tuple[Column, ...]) -> rx.Component:
    columns = {column.field: column for column in diary}

    def line(row: Row) -> rx.Component:
        comment = rx.cond(row["comment"] != "", rx.el.small(row["comment"]))
        return rx.el.li(
            rx.el.div(cell(columns["action"], row), comment, class_name="latest-what"),
            rx.el.span(row["authorGivenName"], class_name="quiet"),
            cell(columns["date"], row),
            key=row["_key"],
        )

    listed = rx.el.ul(rx.foreach(state.diary[:LATEST], line), class_name="latest", role="list")
    none = rx.el.p(t("beneficiaries.diary.none"), class_name="quiet")
    told = rx.cond(state.diary.length() > 0, listed, none)
    waiting = rx.el.span(class_name="bar")
    return titled_card(
        "latest-entries", t("beneficiaries.diary.latest"), rx.cond(state.shown.length() > 0, told, waiting)
    )
