"""The box of callers, on every page: a button with a key, and a dialog that shows who calls."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.desk.baskets_page import STYLESHEET
from admin_app.features.solidary.desk.caller import AGAIN, BOX, CallerBox
from admin_app.features.solidary.desk.caller_search import MOST
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.opening import OPENS
from admin_app.features.solidary.record import CREATE, SHOW, creation
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.features.solidary.statuses import RECORD_ICONS, RECORD_LABELS, RECORD_TONES
from admin_app.kit.parts import (
    FOCUSED,
    Row,
    anchor,
    badge,
    button,
    call,
    closes,
    dialog,
    drawn_journey,
    entry,
    icon,
    link,
    opens,
    spinner,
    status_badge,
)
from admin_app.kit.script import run
from admin_app.kit.session import Session, may, may_read
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, date_var, t

KEY = "C"
"""Opens the box wherever nothing is being typed."""
box = CallerBox


def caller_box() -> rx.Component:
    """The button of the toolbar and its dialog, for who may list requests."""
    label = t("solidary_caller.title")
    opener = rx.el.button(
        icon("phone-incoming"),
        rx.el.span(label),
        rx.el.kbd(KEY, aria_hidden="true"),
        type="button",
        class_name="on-ink",
        data_testid="action:caller",
        aria_keyshortcuts=KEY,
        custom_attrs=opens(BOX),
    )
    body = rx.el.div(
        _form(),
        rx.cond(box.problem != "", rx.el.p(icon("cloud-alert", 16), rx.el.span(box.problem), class_name="field-error")),
        rx.cond(box.searching, rx.el.div(spinner(t("solidary_caller.searching")), class_name="row")),
        rx.cond(box.chosen.length() > 0, _person(), _people()),
        class_name="caller-body",
    )
    close = button(t("kit.actions.close"), "close-caller", custom_attrs=closes(BOX))
    made = rx.el.div(
        sheet(STYLESHEET),
        opener,
        dialog(BOX, label, body, rx.el.div(close, class_name="row end"), class_name="caller"),
        class_name="handy",
    )
    return rx.cond(_answers(), made)


def caller_of_phone() -> rx.Component:
    """The button that opens the same dialog at the bottom of a phone."""
    opener = rx.el.button(
        icon("phone-incoming", 20),
        rx.el.span(t("solidary_caller.title")),
        type="button",
        data_testid="action:caller-phone",
        custom_attrs=opens(BOX),
    )
    return rx.cond(_answers(), opener)


def _answers() -> rx.Var[bool]:
    """Whether the person answers who calls."""
    return may(RECORDS.may.list) & Session.flags.contains("solidary")


def _form() -> rx.Component:
    control = "caller-text"
    return rx.el.form(
        rx.el.label(t("solidary_caller.ask"), html_for=control),
        rx.el.div(
            rx.el.input(
                type="search",
                name=BOX,
                auto_complete="off",
                max_length=100,
                custom_attrs={"id": control, **FOCUSED},
            ),
            button(t("solidary_caller.find"), "find-caller", symbol="search", tone="primary", type="submit"),
            class_name="row",
        ),
        on_submit=box.find,
        class_name="field",
        role="search",
    )


# --- who was found -------------------------------------------------------------------------


def _people() -> rx.Component:
    outcome = rx.match(
        box.outcome,
        ("short", t("solidary_caller.short")),
        ("none", t("solidary_caller.none", asked=box.asked)),
        ("some", t("solidary_caller.some", count=box.people.length())),
        ("many", t("solidary_caller.many", most=MOST)),
        "",
    )
    listed = rx.el.ul(rx.foreach(box.people, _someone), class_name="callers")
    somebody_new = rx.el.div(
        _inside(
            f"{RECORDS.route}/create",
            t("solidary_caller.new_person"),
            "new-person",
            "plus",
            "button primary",
            box.begin_request,
        ),
        class_name="row",
    )
    return rx.fragment(
        rx.el.p(outcome, role="status", class_name="quiet"),
        rx.cond(
            box.partial, rx.el.p(icon("info", 16), rx.el.span(t("solidary_caller.partial")), class_name="side-note")
        ),
        listed,
        rx.cond((box.outcome != "") & (box.outcome != "short") & may(CREATE), somebody_new),
    )


def _someone(each: Row) -> rx.Component:
    count = each["requests"].to(int)
    facts = rx.el.span(
        *[
            rx.cond(each[name] != "", rx.el.span(each[name], data_field=name))
            for name in ("town", "telephone", "email")
        ],
        class_name="caller-facts quiet",
    )
    under_way = badge(t("solidary_caller.under_way", count=count), "info")
    return rx.el.li(
        rx.el.button(
            rx.el.strong(each["name"]),
            facts,
            rx.cond(count > 0, under_way),
            type="button",
            class_name="caller-choice",
            on_click=box.choose(each["key"]),
            data_testid="caller",
            custom_attrs={"data-found": "", "data-id": each["key"]},
        ),
        key=each["key"],
    )


# --- one of them ---------------------------------------------------------------------------


def _person() -> rx.Component:
    chosen = box.chosen
    phone = entry(chosen, "telephone")
    email = entry(chosen, "email")
    user, requester = entry(chosen, "user"), entry(chosen, "requester")
    create, last = creation(user), entry(chosen, "last")
    new = _inside(
        create, t("solidary_caller.new"), "new-request", "plus", rx.cond(last == "", "button primary", "button plain")
    )
    again = rx.el.div(
        _inside(f"{create}&{AGAIN}=1", t("asking.same_again"), "last-again", "copy", "button primary"),
        rx.el.span(drawn_journey(last), class_name="quiet"),
        class_name="row",
    )
    file = _inside(
        f"{BENEFICIARY.route}/show/{requester}", t("solidary_caller.requester"), "open-requester", "user-round"
    )
    facts = rx.el.p(
        rx.cond(phone != "", anchor(icon("phone", 15), phone, href=call(phone), class_name="nowrap")),
        rx.cond(email != "", anchor(icon("mail", 15), email, href=f"mailto:{email}")),
        rx.cond(entry(chosen, "town") != "", rx.el.span(icon("map-pin", 15), entry(chosen, "town"))),
        class_name="caller-facts",
    )
    others = rx.cond(box.people.length() > 1, t("solidary_caller.others"), t("solidary_caller.somebody_else"))
    back = button(others, "other-callers", symbol="arrow-left", tone="link", on_click=box.show_people)
    return rx.el.section(
        # The other of a couple calls from the same telephone, and is somebody new.
        rx.cond(box.people.length() > 0, back),
        rx.el.h3(entry(chosen, "name"), tab_index=-1, custom_attrs={"data-chosen": ""}),
        facts,
        rx.cond((user != "") & (last != "") & may(CREATE), again),
        rx.el.div(
            rx.cond((user != "") & may(CREATE), new),
            rx.cond((requester != "") & may_read(BENEFICIARY.read), file),
            class_name="row",
        ),
        rx.cond(box.reading, spinner(t("solidary_caller.reading")), _requests()),
        aria_label=t("solidary_caller.requests"),
        aria_busy=rx.cond(box.reading, "true", "false"),
        data_testid="caller-person",
    )


def _inside(
    to: Any, label: rx.Var[str], name: str, symbol: str, class_name: Any = "button plain", on_click: Any = None
) -> rx.Component:
    """A link that closes the box: the page behind it may be the same one, of another record.

    What is typed there is asked about before, at the very same address too, and who stays has the box still.
    """
    return link(
        icon(symbol),
        rx.el.span(label),
        to=to,
        class_name=class_name,
        data_testid=f"action:{name}",
        on_click=on_click or run("closeDialog", BOX),
        custom_attrs={"data-asks-first": ""},
    )


def _requests() -> rx.Component:
    nothing = rx.el.p(t("solidary_caller.no_request"), class_name="quiet")
    listed = rx.el.ul(rx.foreach(box.requests, _request), class_name="caller-requests")
    return rx.cond((box.requests.length() == 0) & (box.problem == ""), nothing, listed)


def _request(each: Row) -> rx.Component:
    status = status_badge(RECORD_LABELS, each["status"], RECORD_TONES, RECORD_ICONS)
    last = rx.el.span(
        choice_label("solidary_actions.name", each["action"]),
        " ",
        date_var(each["acted"], "date_time"),
        class_name="quiet",
    )
    called = rx.fragment(
        rx.el.strong(rx.cond(each["subject"] != "", each["subject"], t("solidary_records.show"))),
        rx.el.span(t("kit.list.numbered", number=each["id"]), class_name="quiet number nowrap"),
    )
    there = link(
        called,
        to=f"{SHOW}/{each['id']}",
        class_name="main-link",
        on_click=run("closeDialog", BOX),
        data_testid="action:open-request",
    )
    return rx.el.li(
        rx.el.div(rx.cond(OPENS, there, rx.el.span(called)), status, class_name="caller-head"),
        rx.el.span(drawn_journey(each["journey"]), " · ", date_var(each["date"], "date")),
        rx.cond(each["action"] != "", last),
        key=each["id"],
        data_testid="caller-request",
        data_id=each["id"],
        class_name=rx.cond(each["open"] != "", "open", "past"),
    )
