"""The screen of a record: what is next, then who asks, the drivers and the diary side by side."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.file.diary_page import diary
from admin_app.features.solidary.file.driver_contact import CONNECT
from admin_app.features.solidary.file.driver_search import SEARCH
from admin_app.features.solidary.file.drivers_panel import panel
from admin_app.features.solidary.file.left_panel import left
from admin_app.features.solidary.file.page_parts import fact, file
from admin_app.features.solidary.file.proofs import READ_STRUCTURE
from admin_app.features.solidary.file.sheet import sheet_button, sheet_dialog
from admin_app.features.solidary.file.state import LIST, READ, ROUTE, SHOW, UPDATE
from admin_app.features.solidary.status_badge import status_badge
from admin_app.features.solidary.statuses import EDITED, RECORD_ICONS, RECORD_LABELS, RECORD_TONES
from admin_app.kit.parts import (
    anchor,
    button,
    button_link,
    data_state,
    failed_card,
    granted,
    icon,
    link,
    name_of,
    spinner,
    unless_closed,
)
from admin_app.kit.screen import Screen
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, date_var, instant_var, t

STYLESHEET = "/solidary-file.css"
_PLACES = {"drivers": "file-drivers", "diary": "file-diary"}


def file_page() -> rx.Component:
    """One request on one screen."""
    regions = rx.el.div(
        rx.el.div(left(), class_name="file-left"),
        rx.el.div(panel(), class_name="file-middle"),
        rx.el.div(diary(), class_name="file-right"),
        class_name="file-regions",
    )
    problem = rx.fragment(failed_card(file, t("solidary_file.problem"), file.read_again), _listed())
    page = rx.el.article(
        sheet(STYLESHEET),
        _head(),
        rx.cond(file.problem != "", problem, rx.fragment(_replaced(), _next(), regions, _jumps(), sheet_dialog())),
        class_name="solidary-file",
    )
    return unless_closed(file, page, ROUTE)


def _listed() -> rx.Component:
    """What the list knows of a request that the server fails at, and what can be done meanwhile (trap 43)."""
    known = {name: file.listed[name] for name in ("name", "journey", "subject", "telephone")}
    call = anchor(known["telephone"], href=f"tel:{file.listed['dialled']}", class_name="nowrap")
    facts = (
        ("name", known["name"]),
        ("status", choice_label(RECORD_LABELS, file.listed["status"])),
        ("journey", known["journey"]),
        ("from_date", date_var(file.listed["from_date"])),
        ("subject", known["subject"]),
        ("telephone", call),
    )
    lines = [
        rx.cond(file.listed[name] != "", rx.el.div(rx.el.dt(t(f"solidary_file.listed.{name}")), rx.el.dd(value)))
        for name, value in facts
    ]
    card = rx.el.section(
        rx.el.h2(t("solidary_file.listed.title")),
        rx.el.dl(*lines, class_name="properties"),
        rx.el.p(t("solidary_file.listed.why")),
        rx.el.p(t("solidary_file.listed.way_on")),
        class_name="card stack",
        data_testid="listed",
    )
    return rx.cond(file.listed.contains("name"), card)


def _head() -> rx.Component:
    title = rx.cond(
        file.shown.length() > 0,
        t("solidary_file.heading", number=fact("id"), name=fact("name")),
        rx.cond(file.problem != "", t("solidary_file.title"), t("kit.show.loading")),
    )
    edit = button_link(t("kit.actions.edit"), "edit", f"{ROUTE}/{file.record_id}", symbol="pencil")
    printed = rx.cond((file.shown.length() > 0) & (fact("status") != EDITED), sheet_button())
    editable = rx.cond(
        (file.shown.length() > 0) & (fact("status") != EDITED),
        granted(UPDATE, edit, t("kit.actions.edit"), "edit", file.owned),
    )
    return rx.el.header(
        rx.el.div(
            button_link(t("kit.actions.back_to_list"), "back", ROUTE, symbol="arrow-left", tone="link"),
            _read_at(),
            class_name="row file-top",
        ),
        rx.el.div(
            rx.el.h1(title, tab_index=-1),
            rx.cond(file.shown.length() > 0, _status()),
            rx.el.div(_reading(), printed, editable, class_name="row"),
            class_name="page-head",
        ),
    )


def _status() -> rx.Component:
    """The server's status, and its progress: nothing here derives one from the other."""
    return rx.el.span(
        status_badge(RECORD_LABELS, fact("status"), RECORD_TONES, RECORD_ICONS, "info"),
        rx.el.progress(value=fact("progression"), max=100, aria_label=t("solidary_file.progress")),
        rx.el.span(t("solidary_file.percent", number=fact("progression")), class_name="number"),
        rx.cond(
            fact("structure") != "",
            rx.el.span(t("asking.for_structure", name=fact("structure")), class_name="quiet"),
        ),
        class_name="file-status",
        data_field="status",
    )


def _read_at() -> rx.Component:
    """When the record was read: it does not follow what others do."""
    at = rx.el.span(t("solidary_file.read_at", time=instant_var(file.read_at)), class_name="quiet", role="status")
    return rx.cond(file.read_at != "", at)


def _reading() -> rx.Component:
    """A way to read the record anew that says what that does."""
    hint = "file-read-again"
    return rx.el.div(
        rx.cond(file.reading, spinner(t("kit.words.loading"))),
        rx.el.span(
            button(
                t("solidary_file.read_again"),
                "read-again",
                symbol="rotate-cw",
                disabled=file.reading | file.loading,
                on_click=file.read_again,
                aria_describedby=hint,
            ),
            rx.el.span(t("solidary_file.read_again_hint"), role="tooltip", class_name="tip", custom_attrs={"id": hint}),
            class_name="why",
        ),
        class_name="row file-reading",
    )


def _replaced() -> rx.Component:
    """A record that was closed for edition says what took its place (trap 26)."""
    onward = link(
        t("solidary_file.number", number=fact("replacedBy")),
        to=f"{SHOW}/{fact('replacedBy')}",
        data_testid="action:replacement",
    )
    sentence = rx.cond(
        fact("replacedBy") != "",
        rx.el.span(t("solidary_file.replaced"), " ", onward),
        rx.el.span(t("solidary_file.hidden")),
    )
    return rx.cond(fact("status") == EDITED, rx.el.p(icon("replace"), sentence, class_name="remark", role="note"))


def _next() -> rx.Component:
    """What is next, in view while one scrolls; it leads there and shuts nothing else."""
    step = file.step
    key, name = step["key"], step["name"]
    said = rx.match(
        key,
        *[
            (each, t(f"solidary_file.next.{each}", name=name))
            for each in ("wait", "remind", "contact", "link", "travel")
        ],
        *[(each, t(f"solidary_file.next.{each}")) for each in ("take", "search", "refused", "close", "closed")],
        ("choose", t("solidary_file.next.choose", count=step["count"].to(int))),
        "",
    )
    there = rx.match(step["place"], *_PLACES.items(), "")
    go = anchor(
        t("solidary_file.next.go"),
        icon("arrow-down", 16),
        href=f"#{there}",
        class_name="button plain",
        data_testid="action:next-step",
        custom_attrs={"data-goto": there},
    )
    shown = rx.el.div(
        icon("milestone"),
        rx.el.p(rx.el.strong(t("solidary_file.next.title")), " ", said),
        rx.cond(there != "", go),
        class_name="next-step",
        role="note",
        data_testid="next-step",
        data_step=key,
    )
    return rx.cond((step.length() > 0) & (fact("status") != EDITED), shown)


def _jumps() -> rx.Component:
    """The three parts by thumb, where there is no room for them side by side."""

    def jump(name: str, to: str, *more: Any) -> rx.Component:
        return anchor(
            t(f"solidary_file.jumps.{name}"),
            *more,
            href=f"#{to}",
            data_testid=f"action:jump:{name}",
            custom_attrs={"data-goto": to},
        )

    entries = rx.cond(file.diary.length() > 0, rx.el.span(file.diary.length(), class_name="counter"))
    jumps = rx.el.nav(
        jump("person", "file-person"),
        jump("drivers", _PLACES["drivers"]),
        jump("diary", _PLACES["diary"], entries),
        class_name="file-jumps",
        custom_attrs={"data-bar": ""},
        aria_label=t("kit.show.parts"),
    )
    return rx.cond(file.shown.length() > 0, jumps)


SCREENS = (
    Screen(
        f"{SHOW}/[record_id]",
        "solidary_file.title",
        file_page,
        READ,
        "solidary",
        (file.load,),
        name=name_of(file, rx.cond(file.shown.length() > 0, t("solidary_file.number", number=fact("id")), "")),
        parent=ROUTE,
        state=data_state(file),
        also=(LIST, UPDATE, READ_STRUCTURE, SEARCH, CONNECT),
    ),
)
