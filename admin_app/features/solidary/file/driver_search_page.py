"""Finding drivers: filters, one ranked table and one map of the same, then the search of partner platforms."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.drivers.candidates import EXTERNAL, KINDS
from admin_app.features.solidary.drivers.journey import WAYS
from admin_app.features.solidary.drivers.providers import FLAG
from admin_app.features.solidary.drivers.scoring import BAD, GOOD, PART
from admin_app.features.solidary.drivers.table import TONES
from admin_app.features.solidary.file.driver_contact import CONNECT
from admin_app.features.solidary.file.page_parts import Row, fact, file, none_known, write_button
from admin_app.features.solidary.file.partner_search_page import partner_search
from admin_app.features.solidary.file.state import UPDATE
from admin_app.features.solidary.status_badge import status_badge
from admin_app.kit.parts import badge, button, granted, icon, marks_map
from admin_app.kit.session import Session
from admin_app.kit.words.locale import choice_label, pick_of, t

HEADING = "find-drivers"
ICONS = {GOOD: "check", PART: "circle-alert", BAD: "x"}
WORDS = "solidary_drivers.find"


def finder() -> rx.Component:
    """Everybody who could drive, and where else to look."""
    none = none_known(rx.cond(file.board_whole > 0, t(f"{WORDS}.none_filtered"), t(f"{WORDS}.none")), role="status")
    return rx.el.section(
        rx.el.header(
            rx.el.h2(t(f"{WORDS}.title"), custom_attrs={"id": HEADING}),
            rx.cond(
                file.shown.length() > 0,
                rx.el.p(t(f"{WORDS}.count", count=file.board_count), class_name="quiet", role="status"),
            ),
            class_name="find-head",
        ),
        rx.cond(file.board_whole > 0, _filters()),
        rx.cond(file.board.length() > 0, rx.fragment(_table(), _linked(), _more(), _map()), none),
        rx.cond(Session.flags.contains(FLAG), partner_search()),
        class_name="card find-drivers",
        aria_labelledby=HEADING,
        data_testid="find-drivers",
    )


# --- filters ------------------------------------------------------------------------------------------


def _filters() -> rx.Component:
    ways = _segmented("way", ("", *WAYS), "both", file.board_way, file.choose_way)
    kinds = _segmented("kind", ("", *KINDS), "all", file.board_kind, file.choose_kind)
    return rx.el.div(rx.cond(fact("roundTrip") != "", ways), kinds, class_name="find-filters")


def _segmented(name: str, values: tuple[str, ...], every: str, chosen: rx.Var[str], choose: Any) -> rx.Component:
    """Buttons of which one is pressed; `every` is the word for no choice. Without its module there are no partners."""
    buttons = [
        rx.el.button(
            t(f"solidary_drivers.{name}.{value}") if value else t(f"{WORDS}.{every}"),
            type="button",
            aria_pressed=rx.cond(chosen == value, "true", "false"),
            on_click=choose(value),
            hidden=~Session.flags.contains(FLAG) if value == EXTERNAL else False,
            data_testid=f"action:{name}-{value or 'all'}",
        )
        for value in values
    ]
    return rx.el.div(*buttons, class_name="segmented", role="group", aria_label=t(f"{WORDS}.{name}"))


# --- the table ----------------------------------------------------------------------------------------


def _table() -> rx.Component:
    """Roles are written out: laid out as cards, the elements would lose their meaning (decision 16)."""
    heads = ("who", "when", "road", "why", "action")
    return rx.el.table(
        rx.el.caption(t(f"{WORDS}.table"), class_name="visually-hidden"),
        rx.el.thead(
            rx.el.tr(*[rx.el.th(t(f"{WORDS}.{head}"), scope="col", role="columnheader") for head in heads], role="row"),
            role="rowgroup",
        ),
        rx.el.tbody(rx.foreach(file.board, _row), role="rowgroup"),
        role="table",
        class_name="board",
    )


def _row(each: Row) -> rx.Component:
    return rx.el.tr(
        rx.el.th(_who(each), scope="row", role="rowheader"),
        _cell("when", rx.el.span(pick_of(each, "when"))),
        _cell("road", rx.el.span(pick_of(each, "way_cost"))),
        _cell("why", _why(each)),
        rx.el.td(_act(each), role="cell", class_name="board-act"),
        role="row",
        data_testid="candidate",
        data_id=each["key"],
        data_verdict=each["verdict"],
        data_kind=each["kind"],
        data_taken=each["taken"],
    )


def _cell(name: str, *children: Any) -> rx.Component:
    return rx.el.td(*children, role="cell", data_label=t(f"{WORDS}.{name}"))


def _who(each: Row) -> rx.Component:
    mark = status_badge("solidary_drivers.verdict", each["verdict"], TONES, ICONS)
    journey = rx.cond(
        each["to"] != "",
        t(f"{WORDS}.journey", origin=each["place"], destination=each["to"]),
        each["place"],
    )
    return rx.el.div(
        mark,
        rx.el.strong(each["name"]),
        rx.el.span(
            choice_label("solidary_drivers.kind", each["kind"]),
            rx.cond(each["provider"] != "", rx.el.span(" ", each["provider"])),
            rx.cond(fact("roundTrip") != "", rx.el.span(" · ", choice_label("solidary_drivers.way", each["way"]))),
            rx.cond(each["both"] != "", rx.el.span(", ", choice_label(f"{WORDS}.also", each["way"]))),
            class_name="quiet",
        ),
        rx.cond(journey != "", rx.el.span(icon("map-pin", 14), journey, class_name="quiet board-place")),
        rx.cond(each["exclusive"] != "", rx.el.span(t(f"{WORDS}.exclusive"), class_name="quiet")),
        class_name="board-who",
    )


def _why(each: Row) -> rx.Component:
    reasons = pick_of(each, "why")
    fine = rx.el.span(t(f"{WORDS}.fine"), class_name="quiet")
    return rx.cond(reasons != "", rx.el.span(reasons, class_name="board-why"), fine)


def _act(each: Row) -> rx.Component:
    """A driver of the platform is retained, one of a partner is written to; one already there is greyed."""
    name = t(f"{WORDS}.retain_name", name=each["name"])
    retain = button(
        t(f"{WORDS}.retain"),
        "retain",
        symbol="user-plus",
        disabled=file.retaining,
        on_click=file.retain(each["key"]),
        aria_label=name,
    )
    taken = badge(t(f"{WORDS}.taken"), "quiet", icon("user-check", 14))
    return rx.cond(
        each["kind"] == EXTERNAL,
        _write(each),
        rx.cond(each["taken"] != "", taken, granted(UPDATE, retain, name, "retain", file.owned)),
    )


def _write(each: Row) -> rx.Component:
    written_to = badge(t("solidary_drivers.contact.written"), "good", icon("check", 14))
    opener = write_button(each["key"], each["name"], "write-to-partner", CONNECT)
    return rx.el.div(opener, rx.cond(each["written"] != "", written_to), class_name="stack")


def _linked() -> rx.Component:
    """What choosing somebody who matches both ways does."""
    return rx.cond(fact("roundTrip") != "", rx.el.p(t(f"{WORDS}.linked"), class_name="hint"))


def _more() -> rx.Component:
    rest = file.board_count - file.board.length()
    more = button(t(f"{WORDS}.more", count=rest), "more-drivers", symbol="chevron-down", on_click=file.show_all_drivers)
    return rx.cond(rest > 0, rx.el.div(more, class_name="row"))


def _map() -> rx.Component:
    """Where those of the table are; the table says the same in words."""
    key = [
        rx.el.li(
            rx.el.span(class_name="map-mark", custom_attrs={"data-tone": tone}),
            choice_label("solidary_drivers.verdict", verdict),
        )
        for verdict, tone in TONES.items()
    ]
    places = rx.el.li(rx.el.span(class_name="map-mark"), t(f"{WORDS}.places"))
    return rx.el.div(
        marks_map(t(f"{WORDS}.map"), file.marks),
        rx.el.ul(places, *key, aria_label=t(f"{WORDS}.key"), class_name="map-key map-words"),
        class_name="find-map",
    )
