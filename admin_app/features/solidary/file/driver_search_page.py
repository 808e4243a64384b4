"""Finding drivers: filters, one ranked table, one map of the same, and the search of partner platforms."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.features.solidary.drivers.candidates import EXTERNAL, KINDS
from admin_app.features.solidary.drivers.journey import WAYS
from admin_app.features.solidary.drivers.partners import FREQUENCIES, MARGINS
from admin_app.features.solidary.drivers.providers import FLAG, Providers
from admin_app.features.solidary.drivers.scoring import BAD, GOOD, PART
from admin_app.features.solidary.file.driver_contact import CONNECT
from admin_app.features.solidary.file.driver_search import SEARCH
from admin_app.features.solidary.file.left_panel import none_known
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.file.state import UPDATE
from admin_app.kit.parts.dates import day_input
from admin_app.kit.parts.map import marks_map
from admin_app.kit.parts.permission_gate import granted
from admin_app.kit.parts.widgets import badge, button, entry, icon, spinner
from admin_app.kit.session import Session, may_read
from admin_app.kit.words.locale import choice_label, pick_of, t

HEADING = "find-drivers"
TONES = {GOOD: "good", PART: "warn", BAD: "bad"}
ICONS = {GOOD: "check", PART: "circle-alert", BAD: "x"}
WORDS = "solidary_drivers.find"
Row = rx.Var[dict[str, str]]
file = SolidaryFile


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
        rx.cond(Session.flags.contains(FLAG), _partners()),
        class_name="card find-drivers",
        aria_labelledby=HEADING,
        data_testid="find-drivers",
    )


# --- filters ------------------------------------------------------------------------------------------


def _filters() -> rx.Component:
    ways = _segmented(
        t(f"{WORDS}.way"),
        [("", t(f"{WORDS}.both")), *((way, t(f"solidary_drivers.way.{way}")) for way in WAYS)],
        file.board_way,
        file.choose_way,
        "way",
    )
    kinds = _segmented(
        t(f"{WORDS}.kind"),
        [("", t(f"{WORDS}.all")), *((kind, t(f"solidary_drivers.kind.{kind}")) for kind in KINDS)],
        file.board_kind,
        file.choose_kind,
        "kind",
        absent={EXTERNAL: ~Session.flags.contains(FLAG)},
    )
    return rx.el.div(rx.cond(file.shown["roundTrip"] != "", ways), kinds, class_name="find-filters")


def _segmented(
    label: rx.Var[str],
    choices: list[tuple[str, rx.Var[str]]],
    chosen: rx.Var[str],
    choose: Any,
    name: str,
    absent: Mapping[str, rx.Var[bool]] | None = None,
) -> rx.Component:
    """Buttons of which one is pressed; those that may be `absent` say when."""
    buttons = [
        rx.el.button(
            text,
            type="button",
            aria_pressed=rx.cond(chosen == value, "true", "false"),
            on_click=choose(value),
            hidden=(absent or {}).get(value, False),
            data_testid=f"action:{name}-{value or 'all'}",
        )
        for value, text in choices
    ]
    return rx.el.div(*buttons, class_name="segmented", role="group", aria_label=label)


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
    verdict = each["verdict"]
    symbol = rx.match(verdict, *[(name, icon(tag, 14)) for name, tag in ICONS.items()], rx.fragment())
    mark = badge(choice_label("solidary_drivers.verdict", verdict), rx.match(verdict, *TONES.items(), "quiet"), symbol)
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
            rx.cond(
                file.shown["roundTrip"] != "", rx.el.span(" · ", choice_label("solidary_drivers.way", each["way"]))
            ),
            rx.cond(each["both"] != "", rx.el.span(", ", choice_label(f"{WORDS}.also", each["way"]))),
            class_name="quiet",
        ),
        rx.cond(journey != "", rx.el.span(icon("map-pin", 14), journey, class_name="quiet board-place")),
        rx.cond(each["exclusive"] != "", rx.el.span(t(f"{WORDS}.exclusive"), class_name="quiet")),
        class_name="board-who",
    )


def _why(each: Row) -> rx.Component:
    said = pick_of(each, "why")
    fine = rx.el.span(t(f"{WORDS}.fine"), class_name="quiet")
    return rx.cond(said != "", rx.el.span(said, class_name="board-why"), fine)


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
    name = t("solidary_drivers.contact.write_name", name=each["name"])
    open_ = button(
        t("solidary_drivers.contact.write"),
        "write-to-partner",
        symbol="message-square",
        on_click=file.write_to(each["key"]),
        aria_label=name,
        aria_expanded=rx.cond(entry(file.contact, "key") == each["key"], "true", "false"),
        custom_attrs={"id": f"write-{each['key']}"},
    )
    written = badge(t("solidary_drivers.contact.written"), "good", icon("check", 14))
    return rx.el.div(
        granted(CONNECT, open_, name, "write-to-partner"), rx.cond(each["written"] != "", written), class_name="stack"
    )


def _linked() -> rx.Component:
    """What choosing somebody who matches both ways does."""
    return rx.cond(file.shown["roundTrip"] != "", rx.el.p(t(f"{WORDS}.linked"), class_name="hint"))


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


# --- partners -----------------------------------------------------------------------------------------


def _partners() -> rx.Component:
    """The search of partner platforms, on demand; it may fail whole, and everything above stays."""
    words = "solidary_drivers.partners"
    found = rx.el.p(
        t(
            f"{words}.found",
            count=entry(file.partners_found, "count").to(int),
            way=choice_label("solidary_drivers.way", entry(file.partners_found, "way")),
        ),
        role="status",
        data_testid="partners-found",
    )
    problem = rx.el.p(
        icon("triangle-alert"),
        rx.el.span(
            rx.match(
                file.partners_problem,
                *[(key, t(f"{words}.{key}")) for key in ("forbidden", "dates")],
                t(f"{words}.failed"),
            )
        ),
        class_name="remark",
        role="alert",
        data_testid="partners-problem",
    )
    known = rx.cond(
        Providers.names.length() > 0,
        rx.el.p(t(f"{words}.known", names=Providers.names.join(", ")), class_name="hint"),
    )
    nowhere = rx.el.p(t(f"{words}.nowhere"), class_name="hint")
    return rx.el.section(
        rx.el.h3(t(f"{words}.title"), custom_attrs={"id": "search-partners"}),
        rx.el.p(t(f"{words}.lead"), class_name="hint"),
        known,
        rx.cond(file.partners_form.length() > 0, _partners_form(), nowhere),
        rx.cond(file.searching, spinner(t(f"{words}.running"))),
        rx.cond(file.partners_problem != "", problem, rx.cond(file.partners_found.length() > 0, found)),
        class_name="find-partners",
        aria_labelledby="search-partners",
        data_testid="find-partners",
    )


def _partners_form() -> rx.Component:
    words = "solidary_drivers.partners"

    def field(name: str, control: rx.Component) -> rx.Component:
        return rx.el.div(rx.el.label(t(f"{words}.{name}"), html_for=f"partners-{name}"), control, class_name="field")

    def select(name: str, choices: list[rx.Component]) -> rx.Component:
        control = rx.el.select(
            *choices,
            name=name,
            default_value=entry(file.partners_form, name),
            custom_attrs={"id": f"partners-{name}"},
        )
        return field(name, control)

    def day(name: str) -> rx.Component:
        return field(name, day_input(name, entry(file.partners_form, name), control_id=f"partners-{name}"))

    ways = [rx.el.option(t(f"solidary_drivers.way.{way}"), value=way) for way in WAYS]
    offered = [ways[0], rx.cond(file.shown["roundTrip"] != "", ways[1])]
    go = button(t(f"{words}.go"), "search-partners", symbol="search", type="submit", disabled=file.searching)
    form = rx.el.form(
        select("way", offered),
        select("frequency", [rx.el.option(t(f"{words}.frequencies.{each}"), value=each) for each in FREQUENCIES]),
        day("min_date"),
        day("max_date"),
        select("margin", [rx.el.option(t(f"{words}.margins.{each}"), value=each) for each in MARGINS]),
        go,
        on_submit=file.search_partners,
        no_validate=True,
        key=file.record_id,
        class_name="partners-form",
    )
    return rx.cond(may_read(SEARCH), form, rx.el.p(t(f"{words}.forbidden"), class_name="hint"))
