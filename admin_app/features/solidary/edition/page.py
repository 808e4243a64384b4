"""The screen `/solidaryrecords/[record_id]`: the form of a request, and beside it what saving will do."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.asking.field_groups import (
    section_fields,
    skeleton,
    stylesheet,
    times_fields,
    unsaved_mark,
)
from admin_app.features.solidary.asking.recap_state import recap_lines
from admin_app.features.solidary.desk.baskets_page import STYLESHEET
from admin_app.features.solidary.edition.consequences import IN_PLACE, REASONS, REPLACED, WRONG
from admin_app.features.solidary.edition.save_flow import UNSURE, USERS
from admin_app.features.solidary.edition.state import EDITION, EditionForesight, SolidaryEdition
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.file.drivers_panel import ask_badge, told
from admin_app.features.solidary.record import LIST, READ, SHOW, UPDATE
from admin_app.features.solidary.statuses import EDITED
from admin_app.kit.forms import CONFIRMED, follower, form_element, summary
from admin_app.kit.parts import (
    Row,
    anchor,
    answers,
    button,
    button_link,
    call,
    data_state,
    dialog,
    failed_card,
    held_input,
    icon,
    link,
    name_of,
    save_button,
    sketch_map,
    spinner,
    titled_card,
    unless_closed,
    waited_for,
)
from admin_app.kit.screen import Screen
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, pick_of, t

ROUTE = f"{EDITION.route}/[record_id]"
form, foresight = SolidaryEdition, EditionForesight


def _name() -> rx.Var[str]:
    named = t("solidary_edition.title_of", name=form.person, number=form.title)
    return rx.cond(form.person != "", named, t("solidary_edition.title", number=form.title))


def _page() -> rx.Component:
    problem = failed_card(form, t("kit.pages.error_title"), form.load)
    aside = rx.el.aside(_foresight_card(), _chain(), _as_is(), class_name="cards")
    filled = rx.el.div(_form(), aside, class_name="beside")
    content = rx.cond(waited_for(form), skeleton(6), rx.cond(form.status == EDITED, _closed(), filled))
    page = rx.el.div(
        stylesheet(),
        sheet(STYLESHEET),
        rx.el.header(
            rx.el.h1(rx.cond(form.title != "", _name(), t("asking.edit")), tab_index=-1), class_name="page-head"
        ),
        rx.cond(form.problem != "", problem, content),
        class_name="form-page asking edition",
    )
    return unless_closed(form, page, EDITION.route, EDITION.may.list)


def _closed() -> rx.Component:
    """A request that another one replaced is changed there."""
    return rx.el.section(rx.el.p(icon("replace"), t("solidary_edition.closed")), _links(), class_name="card")


# --- the form ------------------------------------------------------------------------------


def _form() -> rx.Component:
    return form_element(
        form,
        _overtaken(),
        _unsure(),
        _carried(),
        summary(form),
        _section("journey", section_fields(form, "journey"), why=t("asking.notes.journey")),
        _section("times", times_fields(form, foresight.first_ride), why=t("asking.notes.times")),
        _section("identity", section_fields(form, "identity"), why=t("solidary_edition.identity_lead")),
        follower(foresight.follow),
        _bar(),
        *_question(),
    )


def _overtaken() -> rx.Component:
    """Somebody replaced the request meanwhile: nothing was saved, and the button that saves carries over instead."""
    alert = _alert(
        "overtaken",
        rx.el.h2(icon("replace"), t("solidary_edition.later_title", number=form.record_id, other=form.later)),
        rx.el.p(t("solidary_edition.later_text")),
        _to(form.later, "to", "later"),
    )
    return rx.cond(form.later != "", alert)


def _unsure() -> rx.Component:
    """A save that was not confirmed, in one sentence."""
    texts = [(each, t(f"solidary_edition.unsure.{each}", number=form.record_id)) for each in UNSURE]
    text = rx.el.p(icon("cloud-alert"), rx.match(form.unsure, *texts, ""))
    return rx.cond(form.unsure != "", _alert("unsure", text))


def _alert(name: str, *children: rx.Component) -> rx.Component:
    """What is said above the form, where the script leads after a save that was refused."""
    return rx.el.div(
        *children,
        class_name="summary",
        role="alert",
        tab_index=-1,
        custom_attrs={"data-summary": ""},
        data_testid=name,
    )


def _carried() -> rx.Component:
    """What was typed for another request is in this form, and not saved yet."""
    return rx.cond(
        form.carried_from != "",
        rx.el.div(
            icon("history"),
            rx.el.span(t("solidary_edition.carried", number=form.carried_from)),
            button(t("solidary_edition.drop"), "drop-carried", on_click=form.drop_carried),
            class_name="draft",
            role="status",
            data_testid="carried",
            custom_attrs={"data-unfinished": ""},
        ),
    )


def _section(name: str, *children: rx.Component, why: rx.Var[str]) -> rx.Component:
    return rx.el.section(
        rx.el.h2(t(f"asking.sections.{name}")),
        rx.el.p(why, class_name="hint"),
        rx.el.div(*children, class_name="fields"),
        class_name="card form-part",
        aria_label=t(f"asking.sections.{name}"),
    )


def _bar() -> rx.Component:
    saves = rx.cond(foresight.fate == REPLACED, t("solidary_edition.recreate"), t("kit.actions.save"))
    label = rx.cond(form.later != "", t("solidary_edition.carry", number=form.later), saves)
    return rx.el.div(
        unsaved_mark(),
        rx.cond(form.saving, spinner(t("kit.form.saving"))),
        button_link(t("kit.actions.cancel"), "cancel", f"{SHOW}/{form.record_id}", custom_attrs={"data-instead": ""}),
        save_button(
            rx.fragment(label, rx.el.kbd("Ctrl S", aria_hidden="true")),
            "save",
            form.saving,
            custom_attrs={"data-save": ""},
        ),
        class_name="save-bar",
    )


def _question() -> tuple[rx.Component, ...]:
    """Asked before a save that closes the request, with the differences; the script submits again once confirmed."""
    recreate = button(t("solidary_edition.recreate"), "confirm-save", tone="danger", custom_attrs={"data-confirms": ""})
    return (
        held_input(CONFIRMED, "", {"data-confirmed": ""}),
        dialog(
            "ask-to-save",
            t("solidary_edition.ask_title"),
            rx.el.p(form.question),
            _fate(),
            _differences(),
            answers("ask-to-save", "save", recreate),
            class_name="edition-ask",
        ),
    )


# --- what saving will do ---------------------------------------------------------------------


def _foresight_card() -> rx.Component:
    """Nothing of a request that somebody replaced: its form saves no more."""
    card = titled_card(
        "edition-told",
        t("solidary_edition.told"),
        rx.el.div(_fate(), role="status"),
        _differences(),
        class_name="foresight",
        data_testid="foresight",
        custom_attrs={"data-fate": foresight.fate},
    )
    return rx.cond(form.later == "", card)


def _fate() -> rx.Component:
    """In one sentence, and why."""
    in_place = rx.el.p(icon("pencil-line"), rx.el.span(t("solidary_edition.in_place")), class_name="fate in-place")
    why = rx.match(foresight.reason, *[(name, t(f"solidary_edition.reason.{name}")) for name in REASONS], "")
    replaced = rx.fragment(
        rx.el.p(
            icon("replace"),
            rx.el.strong(t("solidary_edition.replaces", number=form.record_id)),
            class_name="fate replaced",
        ),
        rx.el.p(why, class_name="quiet"),
        rx.el.p(t("solidary_edition.texts"), data_testid="texts"),
        _left_behind(),
    )
    fields = [(part.name, t(EDITION.label(part.field))) for part in EDITION.inputs("edit")]
    wrong = t("solidary_edition.wrong", field=rx.match(foresight.wrong, *fields, ""))
    unsure = rx.cond(foresight.fate == WRONG, wrong, t("solidary_edition.nothing"))
    other = rx.cond(foresight.fate == IN_PLACE, in_place, rx.el.p(unsure, class_name="quiet"))
    return rx.cond(foresight.fate == REPLACED, replaced, other)


def _left_behind() -> rx.Component:
    """Who and what stays with the old request: these people have to be called."""
    drivers, messages = form.drivers.length(), form.messages
    counted = rx.el.p(
        t("solidary_edition.drivers", count=drivers),
        " ",
        t("solidary_edition.messages", count=messages),
        data_testid="behind",
    )
    listed = rx.el.ul(rx.foreach(form.drivers, _driver), class_name="impacts")
    return rx.cond(
        (drivers > 0) | (messages > 0),
        rx.fragment(counted, rx.cond(drivers > 0, rx.fragment(rx.el.p(t("solidary_edition.call")), listed))),
        rx.el.p(t("solidary_edition.nothing_behind"), class_name="quiet", data_testid="behind"),
    )


def _driver(each: Row) -> rx.Component:
    phone = anchor(each["telephone"], href=call(each["telephone"]), class_name="nowrap")
    return rx.el.li(
        each["name"], " ", rx.cond(each["telephone"] != "", phone), told(each), " ", ask_badge(each, each["status"])
    )


def _differences() -> rx.Component:
    listed = rx.el.dl(rx.foreach(foresight.differences, _difference), class_name="differences")
    return rx.cond(foresight.differences.length() > 0, listed)


def _difference(each: Row) -> rx.Component:
    was, now = pick_of(each, "before"), pick_of(each, "after")
    none = rx.el.span(t("kit.words.empty"), class_name="quiet")
    return rx.el.div(
        rx.el.dt(choice_label("solidary_edition.kind", each["kind"])),
        rx.el.dd(
            rx.el.span(t("solidary_edition.before"), class_name="visually-hidden"),
            rx.cond(was != "", rx.el.del_(was), none),
        ),
        rx.el.dd(
            icon("arrow-right", 14),
            rx.el.span(t("solidary_edition.after"), class_name="visually-hidden"),
            rx.cond(now != "", rx.el.ins(now), none),
        ),
        custom_attrs={"data-kind": each["kind"]},
        data_testid="difference",
    )


def _as_is() -> rx.Component:
    """The request as it stands: where it goes, and what it says of the journey; the person is in the title."""
    drawn = rx.cond(form.sketch.length() > 0, sketch_map(form.sketch))
    return titled_card("edition-as-is", t("solidary_edition.as_is"), drawn, recap_lines(form.as_is), class_name="as-is")


# --- the chain -------------------------------------------------------------------------------


def _chain() -> rx.Component:
    """The requests before and after this one."""
    card = titled_card("edition-chain", t("solidary_edition.chain"), _links())
    return rx.cond((form.replaces != "") | (form.replaced_by != ""), card)


def _links() -> rx.Component:
    return rx.fragment(
        rx.cond(form.replaces != "", _to(form.replaces, "from", "former")),
        rx.cond(form.replaced_by != "", _to(form.replaced_by, "to", "later")),
    )


def _to(number: Any, word: str, name: str) -> rx.Component:
    label = t(f"solidary_edition.{word}", number=number)
    return rx.el.p(link(label, to=f"{SHOW}/{number}", data_testid=f"action:{name}"))


SCREENS = (
    Screen(
        ROUTE,
        "asking.edit",
        _page,
        UPDATE,
        EDITION.flag,
        on_load=(form.load,),
        parent=EDITION.route,
        name=name_of(form, rx.cond(form.title != "", _name(), "")),
        state=data_state(form),
        also=(READ, STRUCTURE_READ, USERS, LIST),
    ),
)
_page.__module__ = __name__
