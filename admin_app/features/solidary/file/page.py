"""The screen of a record: what is next, then who asks, the drivers and the diary side by side."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.file.action_choices import PROGRESS
from admin_app.features.solidary.file.diary_page import diary
from admin_app.features.solidary.file.driver_contact import BOX, CONNECT
from admin_app.features.solidary.file.driver_search import SEARCH
from admin_app.features.solidary.file.drivers_panel import panel
from admin_app.features.solidary.file.left_panel import journey, left, telephone
from admin_app.features.solidary.file.page_parts import changing, fact, file
from admin_app.features.solidary.file.sheet import sheet_button, sheet_dialog
from admin_app.features.solidary.record import LIST, READ, ROUTE, SHOW, UPDATE
from admin_app.features.solidary.statuses import EDITED, RECORD_ICONS, RECORD_LABELS, RECORD_TONES
from admin_app.kit.parts import (
    anchor,
    badge,
    button,
    button_link,
    call,
    copy_button,
    data_state,
    drawn_journey,
    entry,
    face,
    failed_card,
    icon,
    icon_button,
    link,
    name_of,
    spinner,
    status_badge,
    unless_closed,
)
from admin_app.kit.screen import Screen
from admin_app.kit.script import from_script
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, date_var, instant_var, t

STYLESHEET = "/solidary-file.css"
_PLACES = {"drivers": "file-drivers", "finder": "find-drivers", "diary": "file-diary"}


def file_page() -> rx.Component:
    """One request on one screen: the trip and its drivers, and beside them what it is and what was done."""
    regions = rx.el.div(
        rx.el.div(_next(), panel(), class_name="file-main"),
        rx.el.div(journey(), diary(), left(), class_name="file-rail"),
        class_name="file-regions",
    )
    unread = failed_card(file, t("solidary_file.problem"), file.read_again)
    problem = rx.cond(file.listed.contains("name"), _listed(), unread)
    page = rx.el.article(
        sheet(STYLESHEET),
        _head(),
        rx.cond(file.problem != "", problem, rx.fragment(_jumps(), _replaced(), regions, sheet_dialog())),
        class_name="solidary-file",
    )
    return unless_closed(file, page, ROUTE, LIST)


def _listed() -> rx.Component:
    """All that is said of a request that the server fails at and the list knows (trap 43): calmly, once."""
    listed = file.listed
    facts = {
        "name": listed["name"],
        "status": choice_label(RECORD_LABELS, listed["status"]),
        "journey": drawn_journey(listed["journey"]),
        "from_date": date_var(listed["from_date"]),
        "subject": listed["subject"],
        "telephone": anchor(listed["telephone"], href=f"tel:{listed['dialled']}", class_name="nowrap"),
    }
    lines = [
        rx.cond(
            listed[name] != "",
            rx.el.div(rx.el.dt(t(f"solidary_file.listed.{name}")), rx.el.dd(value), class_name="pair"),
        )
        for name, value in facts.items()
    ]
    return rx.el.section(
        rx.el.h2(t("solidary_file.listed.title", number=file.record_id)),
        rx.el.p(t("solidary_file.listed.why")),
        rx.el.p(t("solidary_file.listed.way_on")),
        button(t("kit.actions.retry"), "retry", symbol="rotate-cw", on_click=file.read_again),
        rx.el.h3(t("solidary_file.listed.known")),
        rx.el.dl(*lines),
        class_name="card stack",
        role="status",
        data_testid="listed",
    )


def _head() -> rx.Component:
    """Who asks and why it waits, then what people call, write or look for."""
    known, live = file.shown.length() > 0, (file.shown.length() > 0) & (fact("status") != EDITED)
    unread = rx.cond(file.problem != "", t("solidary_file.title"), t("kit.show.loading"))
    edit = button_link(t("kit.actions.edit"), "edit", f"{ROUTE}/{file.record_id}", symbol="pencil")
    editable = changing(edit, t("kit.actions.edit"), "edit")
    return rx.el.header(
        rx.el.span(_read_at(), _reading(), class_name="row record-way file-read"),
        rx.el.div(
            rx.cond(known, face(fact("avatar"), fact("name"), "portrait")),
            rx.el.div(
                rx.el.h1(rx.cond(known, fact("name"), unread), tab_index=-1),
                rx.cond(known, rx.el.div(_status(), _waits(), class_name="row")),
                class_name="record-name",
            ),
            rx.el.div(_call(), rx.cond(live, rx.fragment(sheet_button(), editable)), class_name="record-actions"),
            rx.cond(known, _facts()),
            class_name="record-head",
        ),
    )


def _call() -> rx.Component:
    """A call comes first on what can make one."""
    label = rx.el.span(t("kit.show.call"))
    there = anchor(icon("phone"), label, href=call(fact("dialled")), class_name="button only-phone")
    return rx.cond(fact("telephone") != "", there)


def _status() -> rx.Component:
    """How far the request is: the server's words, and the progress where it is another."""
    percent = rx.el.span(t("solidary_file.percent", number=fact("progression")), class_name="number quiet")
    told = rx.match(fact("status"), ("0", "0"), *[(each, str(number)) for each, number in PROGRESS.items()], "")
    return rx.el.span(
        status_badge(RECORD_LABELS, fact("status"), RECORD_TONES, RECORD_ICONS, "info"),
        rx.cond(fact("progression") != told, percent),
        class_name="row",
        data_field="status",
    )


def _waits() -> rx.Component:
    """Why the request waits for somebody, where the band below does not say the same."""
    left = fact("left").to(int)
    reason = rx.match(
        fact("waits"),
        ("hours", t("solidary_file.waits.hours", count=left)),
        ("days", t("solidary_file.waits.days", count=left)),
        *[(each, t(f"solidary_file.waits.{each}")) for each in ("running", "over", "new")],
        "",
    )
    step = entry(file.step, "key")
    said_below = ((fact("waits") == "over") & (step == "close")) | ((fact("waits") == "new") & (step == "take"))
    return rx.cond((fact("waits") != "") & ~said_below, rx.el.span(badge(reason, "warn"), data_testid="waits"))


def _facts() -> rx.Component:
    """Age, telephone and mail."""
    age = rx.el.span(t("solidary_file.age", count=fact("age").to(int)), data_field="age")
    mail = anchor(fact("email"), href=f"mailto:{fact('email')}", data_testid="action:mail")
    copied = copy_button(fact("email"), t("solidary_file.copy_email"))
    return rx.el.ul(
        rx.cond(fact("age") != "", rx.el.li(age)),
        rx.cond(fact("telephone") != "", rx.el.li(telephone())),
        rx.cond(fact("email") != "", rx.el.li(icon("mail", 16), mail, copied)),
        class_name="facts",
        role="list",
    )


def _read_at() -> rx.Component:
    """When the record was read: it does not follow what others do."""
    at = rx.el.span(t("solidary_file.read_at", time=instant_var(file.read_at)), class_name="quiet", role="status")
    return rx.cond(file.read_at != "", at)


def _reading() -> rx.Component:
    """A way to read the record anew that says what that does."""
    hint = "file-read-again"
    again = icon_button(
        "rotate-cw",
        t("solidary_file.read_again"),
        "read-again",
        disabled=file.reading | file.loading,
        on_click=file.read_again,
        aria_describedby=hint,
    )
    told = rx.el.span(t("solidary_file.read_again_hint"), role="tooltip", class_name="tip", custom_attrs={"id": hint})
    return rx.fragment(
        rx.cond(file.reading, spinner(t("kit.words.loading"))), rx.el.span(again, told, class_name="why file-reading")
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
    """What is next: it leads there, or opens the diary's box to note it; it shuts nothing else."""
    step = file.step
    key, name = entry(step, "key"), entry(step, "name")
    said = rx.match(
        key,
        *[
            (each, t(f"solidary_file.next.{each}", name=name))
            for each in ("wait", "remind", "contact", "link", "travel")
        ],
        *[(each, t(f"solidary_file.next.{each}")) for each in ("take", "choose", "search", "close", "closed")],
        ("refused", t("solidary_file.next.refused", count=file.chosen.length())),
        "",
    )
    notes = entry(step, "action") != ""
    typed = from_script("typed")
    note = _noting(t("solidary_file.next.note"), "note-step", file.note_step(False, typed), tone="primary")
    takes = _noting(t("solidary_file.next.take_by_hand"), "note-taken", file.note_step(True, typed))
    shown = rx.el.div(
        rx.el.div(
            icon("milestone"), rx.el.p(rx.el.strong(t("solidary_file.next.title")), " ", said), class_name="told"
        ),
        rx.cond((entry(step, "created") != "") & (key != "close"), takes),
        rx.cond(notes, note, _there(rx.match(entry(step, "place"), *_PLACES.items(), ""))),
        class_name="waits-band",
        role="note",
        data_testid="next-step",
        data_step=key,
    )
    return rx.cond((step.length() > 0) & (fact("status") != EDITED), shown)


def _there(place: rx.Var[str]) -> rx.Component:
    """Leads to the part of the page where it is done."""
    go = anchor(
        rx.cond(entry(file.step, "key") == "search", t("solidary_file.next.find"), t("solidary_file.next.go")),
        href=f"#{place}",
        class_name="button primary",
        data_testid="action:next-step",
        custom_attrs={"data-to-section": place},
    )
    return rx.cond(place != "", go)


def _noting(label: Any, name: str, opens: Any, tone: str = "plain") -> rx.Component:
    """Opens the diary's box with what is to be noted, for who may write on it."""
    opener = button(label, name, symbol="notebook-pen", tone=tone, on_click=opens)
    return changing(opener, label, name)


def _jumps() -> rx.Component:
    """The three parts, where there is no room for them side by side."""

    def jump(name: str, to: Any, *more: Any) -> rx.Component:
        return anchor(
            t(f"solidary_file.jumps.{name}"),
            *more,
            href=rx.Var.create(f"#{to}"),
            data_testid=f"action:jump:{name}",
            custom_attrs={"data-to-section": to},
        )

    # Which link is marked follows where it leads: to the first part that is about drivers.
    who = rx.cond(file.contact.length() > 0, BOX, _PLACES["finder"])
    drivers = rx.cond(file.chosen.length() > 0, _PLACES["drivers"], who)
    entries = rx.cond(file.diary.length() > 0, rx.el.span(file.diary.length(), class_name="counter"))
    jumps = rx.el.nav(
        jump("journey", "file-journey"),
        jump("drivers", drivers),
        jump("diary", _PLACES["diary"], entries),
        class_name="tabs file-jumps",
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
        also=(LIST, UPDATE, STRUCTURE_READ, SEARCH, CONNECT),
    ),
)
