"""The gallery, `/_gallery` in demo mode: every part of the kit in every situation, in both themes.

It is made with the functions the screens use, so what is wrong here is wrong there. The data are in
`kit/gallery/specimens.py`, the states that hold a page in one situation in `kit/gallery/states.py`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Input
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.formset_page import rows
from admin_app.kit.forms.image_input import image_input
from admin_app.kit.forms.inputs import framed
from admin_app.kit.forms.page import form_page
from admin_app.kit.gallery import more, states
from admin_app.kit.gallery import specimens as data
from admin_app.kit.gallery.states import SpecimenForm, specimen_name
from admin_app.kit.lists.page import list_page
from admin_app.kit.parts import widgets as w
from admin_app.kit.parts.cells import cell
from admin_app.kit.parts.combobox import combobox
from admin_app.kit.parts.error_panel import missing_record, refused_record
from admin_app.kit.parts.menu import menu
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.shell.layout import forbidden, not_found, waiting
from admin_app.kit.shell.notices import notice
from admin_app.kit.shell.overlay import connection_lost
from admin_app.kit.shows.page import show_page
from admin_app.kit.styles import sheet
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import t

ROUTE = "/_gallery"
STYLESHEET = "/gallery.css"
TONES = ("plain", "primary", "danger", "danger-plain", "link")
Themed = Callable[[str], Any]


def both(make: Themed) -> rx.Component:
    """The same specimens in each theme, side by side where there is room."""
    titles = {"light": t("kit.shell.light"), "dark": t("kit.shell.dark")}
    panes = [
        rx.el.div(rx.el.p(titles[theme], class_name="pane-title"), make(theme), class_name="pane", data_theme=theme)
        for theme in states.THEMES
    ]
    return rx.el.div(*panes, class_name="panes")


def specimen(situation: str, *children: Any) -> rx.Component:
    """One part of the kit with the name of its situation above it."""
    name = rx.el.p(t(f"gallery.situations.{situation}"), class_name="specimen-title")
    return rx.el.div(name, *children, class_name="specimen")


def _block(key: str, *children: Any) -> rx.Component:
    """A part of the gallery, folded until it is asked for: the page stays as long as its contents."""
    title = rx.el.h2(t(f"gallery.blocks.{key}"), tab_index=-1, custom_attrs={"id": f"gallery-{key}"})
    return rx.el.details(
        rx.el.summary(w.icon("chevron-right"), title, rx.el.span(t(f"gallery.notes.{key}"), class_name="quiet")),
        rx.el.div(*children, class_name="block-body"),
        class_name="block",
        data_testid=f"block:{key}",
    )


def _buttons(theme: str) -> rx.Component:
    label = t("kit.actions.save")
    plain = [w.button(label, "specimen", tone=tone, symbol="save") for tone in TONES]
    bare = [w.button(label, "specimen", tone=tone) for tone in TONES[:2]]
    shut = [w.button(label, "specimen", tone=tone, symbol="save", disabled=True) for tone in TONES]
    return rx.el.div(
        rx.el.div(*plain, class_name="row"),
        rx.el.div(*shut, class_name="row"),
        rx.el.div(*bare, *_links(), class_name="row"),
        class_name="stack",
    )


def _menus(theme: str) -> rx.Component:
    return menu(
        f"gallery-menu-{theme}",
        w.button_link(t("kit.actions.create"), "specimen", ROUTE, symbol="plus"),
        w.button(t("kit.actions.delete"), "specimen", symbol="trash-2", tone="danger-plain"),
    )


def _publication(theme: str) -> rx.Component:
    """What the public sees, in its two states."""
    tones = {"online": ("1", "good"), "draft": ("2", "warn")}
    made = [
        rx.el.p(w.badge(t(f"gallery.choices.{value}"), tone), " ", t(f"gallery.publication.{name}"), class_name="row")
        for name, (value, tone) in tones.items()
    ]
    strip = rx.el.div(
        w.icon("globe"),
        rx.el.span(t("kit.publication.published", name="Élise Martin"), class_name="grows"),
        w.button(t("kit.publication.undo"), "specimen", symbol="undo-2"),
        class_name="published",
    )
    return rx.el.div(*made, strip, class_name="stack")


def _cropper() -> rx.Component:
    """A picture that is cut when it is chosen."""
    return rx.el.form(
        image_input(SpecimenForm, "cropped", "f-cropped-limits", ratio=16 / 9, described=True),
        class_name="form",
        on_submit=rx.prevent_default,
    )


def _links() -> list[rx.Component]:
    return [
        w.button_link(t("kit.actions.create"), "specimen", ROUTE, symbol="plus", tone="primary"),
        w.link(t("kit.actions.back"), to=ROUTE),
        w.icon_button("pencil", t("kit.actions.edit"), "specimen"),
        w.icon_button("trash-2", t("kit.actions.delete"), "specimen", disabled=True),
        w.icon_link("eye", t("kit.actions.show"), "specimen", ROUTE),
        w.copy_button(data.COLUMN_VALUES["email"], t("kit.actions.copy")),
        w.spinner(t("kit.words.loading")),
    ]


def _badges(theme: str) -> rx.Component:
    tones = {"good": "1", "warn": "2", "bad": "3", "quiet": "4"}
    made = [w.badge(t(f"gallery.choices.{value}"), tone) for tone, value in tones.items()]
    return rx.el.div(*made, class_name="row")


def _cells(theme: str) -> rx.Component:
    head = [rx.el.th(t(f"gallery.situations.{situation}"), scope="col") for situation in data.RECORDS]
    rows = [
        rx.el.tr(
            rx.el.th(t(f"gallery.fields.{column.kind}"), rx.el.code(column.kind), scope="row"),
            *[rx.el.td(cell(column, states.Gallery.cells[name])) for name in data.RECORDS],
            data_kind=column.kind,
        )
        for column in data.COLUMNS
    ]
    table = rx.el.table(
        rx.el.thead(rx.el.tr(rx.el.th(t("gallery.kind"), scope="col"), *head)),
        rx.el.tbody(*rows),
        class_name="table",
        aria_label=t("gallery.blocks.cells"),
    )
    return rx.el.div(table, class_name="table-scroll", tab_index=0, role="region", aria_label=t("gallery.blocks.cells"))


def _inputs() -> list[rx.Component]:
    """A row of specimens for each kind."""
    return [
        rx.el.div(
            rx.el.h3(t(f"gallery.fields.{kind}"), " ", rx.el.code(kind)),
            both(lambda theme, kind=kind: _situations(theme, kind)),
        )
        for kind in data.FILLED
    ]


def _situations(theme: str, kind: str) -> rx.Component:
    made = [specimen(situation, framed(_field(theme, kind, situation))) for situation in data.SITUATIONS]
    return rx.el.div(*made, class_name="specimens", data_kind=kind)


def _field(theme: str, kind: str, situation: str) -> Field:
    name = specimen_name(theme, kind, situation)
    required = situation in ("required", "invalid")
    state = states.SavingForm if kind in ("image", "file") and situation in ("filled", "disabled") else SpecimenForm
    part: Input = replace(data.INPUTS[kind], required=required)
    value, text = w.entry(SpecimenForm.values, name), w.entry(SpecimenForm.labels, name)
    shown = t(f"gallery.fields.{kind}")
    return Field(part, state, name, value, text, shown, disabled=situation == "disabled")


def _ready_inputs() -> rx.Component:
    """Uncontrolled inputs need their values when they are mounted."""
    return rx.cond(SpecimenForm.loading, waiting(), rx.el.div(*_inputs(), class_name="stack"))


def _open_combobox(theme: str) -> rx.Component:
    name = specimen_name(theme, "address", "open")
    made = combobox(
        control_id=f"f-{name}",
        name=name,
        value="",
        text="nantes",
        options=SpecimenForm.suggestions,
        search=SpecimenForm.search,
        grouped=True,
    )
    label = rx.el.label(t("gallery.fields.address"), html_for=f"f-{name}")
    return rx.el.div(label, made, class_name="field shown-open")


def _notices(theme: str) -> rx.Component:
    texts = {"success": ("errors.saved", ""), "error": ("errors.server", data.HTML)}
    items = [
        notice(
            rx.Var.create(
                {"id": "specimen", "kind": kind, "detail": detail}
                | {f"text_{each}": t(key) for each in LOCALES}
                | {f"detail_{each}": detail for each in LOCALES}
            )
        )
        for kind, (key, detail) in texts.items()
    ]
    return rx.el.ul(*items, class_name="stack still")


def _raise_notices() -> rx.Component:
    return rx.el.div(
        w.button(t("gallery.succeed"), "succeed", symbol="circle-check", on_click=states.Gallery.succeed),
        w.button(t("gallery.fail"), "fail", symbol="circle-alert", on_click=states.Gallery.fail),
        class_name="row",
    )


def _list_pages() -> list[rx.Component]:
    pages = {
        "ready": states.ReadyList,
        "loading": states.LoadingList,
        "nothing": states.EmptyList,
        "no_result": states.NoResultList,
        "failed": states.FailedList,
    }
    made = {name: specimen(name, list_page(state)) for name, state in pages.items()}
    wide = made.pop("ready")
    return [wide, rx.el.div(*made.values(), class_name="specimens large")]


def _forms() -> list[rx.Component]:
    sent = rx.cond(states.ReadyForm.sent != "", rx.el.pre(states.ReadyForm.sent, class_name="card sent"))
    pages = {
        "refused": states.RefusedForm,
        "saving": states.SavingForm,
        "loading": states.LoadingForm,
        "failed": states.FailedForm,
    }
    made = [specimen(name, form_page(state, edit=False)) for name, state in pages.items()]
    ready = specimen("draft", form_page(states.ReadyForm, edit=False), sent)
    return [ready, rx.el.div(*made, class_name="specimens large")]


def _shows() -> list[rx.Component]:
    return [
        specimen("ready", show_page(states.ReadyShow)),
        specimen("loading", show_page(states.LoadingShow)),
    ]


def _dialogs(theme: str) -> rx.Component:
    answers = rx.el.div(
        w.button(t("kit.actions.cancel"), "specimen"),
        w.button(t("kit.delete.confirm"), "specimen", symbol="trash-2", tone="danger"),
        class_name="row end",
    )
    impacts = rx.el.ul(rx.el.li(data.HTML), rx.el.li(data.LONG[:200]), class_name="impacts")
    title = t("kit.delete.title", name="Élise Martin")
    text = rx.el.p(t("kit.delete.text"))
    return rx.el.div(
        w.dialog(f"gallery-{theme}-dialog", title, text, impacts, answers, open=True), class_name="shown-open"
    )


def _leave() -> rx.Component:
    return w.button(t("gallery.leave"), "open-leave", symbol="log-out", custom_attrs=w.opens("leave"))


def _pages(theme: str) -> rx.Component:
    screen = Screen(ROUTE, "gallery.title", gallery_page, permission=data.ACCESS)
    retry = w.button(t("kit.actions.retry"), "specimen", symbol="rotate-cw")
    return rx.el.div(
        specimen("not_found", not_found()),
        specimen("forbidden", forbidden(screen)),
        specimen("missing_record", missing_record(ROUTE, None)),
        specimen("refused_record", refused_record(t("kit.stopped.refused_text"), ROUTE, None)),
        specimen("failed", w.error_card(t("kit.pages.error_title"), t("kit.pages.error_text"), retry)),
        specimen("waiting", waiting()),
        specimen("nothing", w.empty("inbox", t("gallery.empty"), retry)),
        class_name="stack",
    )


def _connection(theme: str) -> rx.Component:
    return rx.el.div(connection_lost(), class_name="still")


def gallery_page() -> rx.Component:
    """Every block under its name, folded, and a search among them."""
    blocks: dict[str, list[Any]] = {
        "buttons": [both(_buttons)],
        "menus": [both(_menus)],
        "badges": [both(_badges)],
        "cells": [both(_cells)],
        "inputs": [_ready_inputs()],
        "combobox": [both(_open_combobox)],
        # Side by side; those in order are in the form of an article.
        "lines": [rx.el.div(rows(data.ROWS, SpecimenForm), data_kind="rows")],
        "cropper": [_cropper()],
        "notices": [_raise_notices(), both(_notices)],
        "lists": _list_pages(),
        "forms": _forms(),
        "shows": _shows(),
        "dialogs": [_leave(), both(_dialogs)],
        "publication": [both(_publication)],
        "tabs": more.tabbed(),
        "several": more.several(),
        "periods": more.periods(),
        "grid": more.grid(),
        "charts": more.charts(),
        "maps": more.maps(),
        "pages": [both(_pages)],
        "connection": [both(_connection)],
    }
    return rx.el.div(
        sheet(STYLESHEET),
        rx.el.header(rx.el.h1(t("gallery.title"), tab_index=-1), class_name="page-head"),
        rx.el.div(*[_block(key, *made) for key, made in blocks.items()], class_name="blocks"),
        class_name="gallery",
    )


SCREENS = (
    Screen(
        ROUTE,
        "gallery.title",
        gallery_page,
        flag="demo",
        on_load=states.LOADS,
        menu=Menu(rank=999, icon="palette"),
        resource=data.DEMO,
    ),
)
