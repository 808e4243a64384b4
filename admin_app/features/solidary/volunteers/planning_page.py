"""The next thirty days of a volunteer as a table, and the sheet of paper for one without a smartphone."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.opening import OPENS
from admin_app.features.solidary.record import LIST, SHOW
from admin_app.features.solidary.volunteers.planning import AHEAD
from admin_app.features.solidary.volunteers.showing import VolunteerShow
from admin_app.features.solidary.volunteers.week_page import volunteer_week
from admin_app.features.solidary.week import SLOTS
from admin_app.features.solidary.week_table import dash, hours
from admin_app.kit.parts import Row, Tab, button, drawn_journey, entry, icon, link
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, date_var, t

State = VolunteerShow


def planning_tab() -> Tab:
    """What begins when they are free, and near enough; who is asked to drive, no list says (trap 31)."""
    count = rx.cond(_known(), State.planned.to_string(), "")
    return Tab("planning", t("volunteers.planning.title", days=AHEAD), (_planning(),), count)


def _planning() -> rx.Component:
    requests = rx.el.th(t("volunteers.planning.requests"), scope="col", role="columnheader")
    heads = [
        rx.el.th(t("volunteers.planning.day"), scope="col", role="columnheader"),
        *[rx.el.th(t(f"solidary.slot.{slot}"), scope="col", role="columnheader") for slot in SLOTS],
        rx.cond(may_read(LIST), requests),
    ]
    table = rx.el.table(
        rx.el.thead(rx.el.tr(*heads, role="row"), role="rowgroup"),
        rx.el.tbody(rx.foreach(State.days, _line), role="rowgroup"),
        class_name="planning",
        role="table",
        aria_labelledby="tab-planning",
    )
    never, nothing = (rx.el.p(t(f"volunteers.planning.{name}"), class_name="quiet") for name in ("never", "nothing"))
    none = rx.cond(State.planning.length() == 0, never, nothing)
    days = rx.cond(State.days.length() > 0, table, none)
    return rx.el.div(
        rx.el.p(icon("info"), rx.el.span(t("volunteers.planning.note")), class_name="side-note"),
        _problem(),
        rx.cond(State.requests_problem == "", rx.cond(_known(), days, rx.el.span(class_name="bar"))),
        class_name="card planning-card",
    )


def _known() -> rx.Var[bool]:
    """Whether it is known what begins, as far as the person may know it."""
    return (State.shown_id != "") & (State.requests_known | ~may_read(LIST))


def _problem() -> rx.Component:
    again = button(t("kit.actions.retry"), "retry-requests", symbol="rotate-cw", on_click=State.load_requests)
    return rx.cond(
        State.requests_problem != "", rx.el.div(rx.el.p(State.requests_problem, role="alert"), again, class_name="row")
    )


def _line(row: Row) -> rx.Component:
    week = rx.cond(
        row["week"] != "", rx.el.small(t("volunteers.planning.week", number=row["week"]), class_name="week-number")
    )
    there = rx.cond(State.requests.contains(row["date"]), State.requests[row["date"]], rx.Var.create([]))
    requests = rx.el.td(
        rx.el.ul(rx.foreach(there, _request)),
        role="cell",
        data_label=t("volunteers.planning.requests"),
        class_name="planned-requests",
    )
    return rx.el.tr(
        rx.el.th(
            week,
            rx.el.span(
                choice_label("solidary.day", row["day"]), " ", date_var(row["date"], "date"), class_name="nowrap"
            ),
            scope="row",
            role="rowheader",
        ),
        *[_slot(row, slot) for slot in SLOTS],
        rx.cond(may_read(LIST), requests),
        role="row",
        key=row["date"],
        data_testid="planned",
        data_id=row["date"],
    )


def _date(row: Row) -> rx.Component:
    return rx.el.time(
        choice_label("solidary.day", row["day"]), " ", date_var(row["date"], "date"), date_time=row["date"]
    )


def _slot(row: Row, slot: str) -> rx.Component:
    label = t(f"solidary.slot.{slot}")
    time = hours(State.times, slot)
    free = rx.el.span(rx.cond(time != "", time, t("volunteers.free")), class_name="free")
    return rx.el.td(rx.cond(row[slot] != "", free, dash(t("volunteers.not_free"))), role="cell", data_label=label)


def _request(each: Row) -> rx.Component:
    """A link that is followed on purpose: reading a request looks for drivers again."""
    text = rx.cond(each["subject"] != "", each["subject"], t("kit.list.numbered", number=each["id"]))
    label = rx.fragment(text, rx.cond(each["journey"] != "", rx.fragment(" · ", drawn_journey(each["journey"]))))
    there = link(label, to=f"{SHOW}/{each['id']}", title=each["name"])
    said = t("volunteers.planning.away", km=each["away"])
    away = rx.el.span(rx.cond(each["away"] == "0", t("volunteers.planning.near"), said), class_name="quiet nowrap")
    return rx.el.li(
        rx.cond(OPENS, there, rx.el.span(label)),
        " ",
        rx.cond(each["away"] != "", away),
        key=each["id"],
    )


# --- on paper -----------------------------------------------------------------------------


def print_button() -> rx.Component:
    """Opens the dialog of the browser; what is printed is the sheet."""
    return rx.cond(
        State.shown_id != "",
        button(t("volunteers.sheet.print"), "print", symbol="printer", custom_attrs={"data-prints": ""}),
    )


def sheet() -> rx.Component:
    """The week and the days to come on paper, with room to write what was agreed; the screen never shows it."""
    current = CurrentStructure.current
    structure = rx.el.p(
        rx.el.strong(entry(current, "name")),
        rx.cond(entry(current, "telephone") != "", rx.el.span(" · ", entry(current, "telephone"))),
    )
    heads: list[Any] = [
        rx.el.th(t(f"volunteers.sheet.{name}"), scope="col") for name in ("date", "free", "who", "where", "when")
    ]
    days = rx.el.table(
        rx.el.thead(rx.el.tr(*heads)), rx.el.tbody(rx.foreach(State.planning, _paper_line)), class_name="paper"
    )
    return rx.el.section(
        rx.el.h1(t("volunteers.sheet.title", name=State.title), custom_attrs={"id": "sheet-title"}),
        rx.cond(entry(current, "name") != "", structure),
        volunteer_week(State, "sheet-title"),
        rx.cond(
            State.planning.length() > 0,
            rx.fragment(rx.el.h2(t("volunteers.sheet.days")), days),
        ),
        rx.el.p(t("volunteers.sheet.note")),
        class_name="sheet",
    )


def _paper_line(row: Row) -> rx.Component:
    slots = [rx.cond(row[slot] != "", rx.el.span(t(f"solidary.slot.{slot}"))) for slot in SLOTS]
    return rx.el.tr(
        rx.el.th(_date(row), scope="row"),
        rx.el.td(*slots, class_name="paper-slots"),
        *[rx.el.td() for _ in range(3)],
        key=row["date"],
    )
