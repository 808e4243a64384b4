"""The page of a form: title, what is wrong, the sections, and a bar to save that stays in view."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import reflex as rx

from admin_app.kit.declare.fields import DRAFT, LABEL, ONLINE, WANTED, Input, LinesInput, Operation, wire
from admin_app.kit.declare.resource import Resource, Section
from admin_app.kit.forms.duplicates_page import found_beside, probe, probed_names, taken_by
from admin_app.kit.forms.formset_page import rows
from admin_app.kit.forms.inputs import field_of, says_required
from admin_app.kit.forms.question_page import Better, Calm, failed, question
from admin_app.kit.forms.section_index import parts_of, section_card, section_index
from admin_app.kit.forms.state import State
from admin_app.kit.forms.submission import FILES, FURTHER, PRESSED, lines_among
from admin_app.kit.parts.cells import portrait
from admin_app.kit.parts.dates import WRITTEN
from admin_app.kit.parts.error_panel import failed_card, list_or_home, name_of, unless_closed
from admin_app.kit.parts.map import place_picker
from admin_app.kit.parts.widgets import (
    Row,
    anchor,
    answers,
    badge,
    button,
    button_link,
    closes,
    dialog,
    entry,
    held_input,
    icon,
    opens,
    pressed_by_script,
    save_button,
    spinner,
    waited_for,
)
from admin_app.kit.script import from_script
from admin_app.kit.session import Session
from admin_app.kit.words.locale import choice_label, t

Parts = tuple[Any, ...]


@dataclass(frozen=True)
class Around:
    """What a feature puts around the form of its page, none of it a part of the form but `bar` and `inside`."""

    above: Parts = ()
    aside: Parts = ()
    """Beside the form; what carries `mirrors(...)` in it follows what is typed."""
    below: Parts = ()
    bar: Parts = ()
    """In the bar that stays in view, before its buttons."""
    inside: Parts = ()
    onward: rx.Var[str] | None = None
    """Label of a button that saves and goes on; the other one then saves and stays."""
    saves: Callable[[rx.Component], rx.Component] = lambda buttons: buttons
    """What stands in the place of the buttons that save, which it is given."""
    drawn: Mapping[str, rx.Component] = field(default_factory=dict)
    """What some sections hold instead of a field per input, by section: it has the controls of these inputs itself."""
    calm: Calm = field(default_factory=dict)
    better: Better | None = None
    """What one does rather than save where a question before it is asked."""
    line_mark: Callable[[Any], rx.Component] | None = None
    """What stands beside the name of a line in an outline, by its full name."""
    class_name: str = ""
    back: rx.Var[str] | None = None
    """Where its list was left; None is the route of the resource."""


def form_page(state: State, *, edit: bool, around: Around | None = None) -> rx.Component:
    """The form of `state.resource`; creation and edition share everything but their title (SCREEN-21)."""
    around = around or Around()
    resource = state.resource
    edited = rx.cond(state.title != "", edit_name(state), t(f"{resource.key}.edit"))
    title = edited if edit else t(f"{resource.key}.create")
    form = _form(state, edit, around)
    index = section_index(resource, "edit" if edit else "create")
    aside = (*([index] if index is not None else []), *around.aside)
    beside = rx.el.aside(*aside, class_name="cards" if around.aside else "index-alone")
    filled = rx.el.div(form, beside, class_name="beside" if around.aside else "beside indexed") if aside else form
    shown = rx.cond(waited_for(state), _skeleton(state), filled)
    face = portrait(resource, state.title, state.picture) if edit else rx.fragment()
    page = rx.el.div(
        rx.el.header(face, rx.el.h1(title, tab_index=-1), *_marked(resource), class_name="page-head"),
        rx.cond(
            state.problem != "",
            failed_card(state, t("kit.pages.error_title"), state.load),
            rx.fragment(*around.above, shown, *around.below),
        ),
        class_name=f"form-page {around.class_name}".strip(),
    )
    return unless_closed(state, page, resource.route if around.back is None else around.back, resource.may.list)


def _marked(resource: Resource) -> list[rx.Component]:
    """Below the title, that some inputs may not stay empty where most may."""
    return [rx.el.p(t("kit.form.required_help"), class_name="hint")] if says_required(resource) else []


def edit_name(state: Any) -> rx.Var[str]:
    """What the page of a record's form is called, empty until the record is read; its show page has the bare name."""
    return name_of(state, rx.cond(state.title != "", t("kit.form.edit_of", name=state.title), ""))


def _form(state: State, edit: bool, around: Around) -> rx.Component:
    resource = state.resource
    operation: Operation = "edit" if edit else "create"
    sections = [_section(state, section, operation, around) for section in resource.form]
    called = ",".join(map(wire, resource.identity.of))
    return form_element(
        state,
        failed(state),
        summary(state),
        *(_files_to_choose(state) if resource.image or resource.file else []),
        *_files_to_send(state),
        *sections,
        *([probe(state)] if resource.duplicates and not edit else ()),
        *around.inside,
        _bar(state, edit, around),
        *question(state, calm=around.calm, better=around.better),
        held_input(PRESSED, "", {"data-which": "pressed"}),
        *([_removal_dialog()] if any(part.ordered for part in lines_among(resource.inputs())) else ()),
        # The draft of a record that is gone is of a new one.
        record_id=rx.cond(state.gone, "", state.record_id) if edit else None,
        **({} if edit else {"data-probes": probed_names(resource), "data-called": called}),
    )


def form_element(
    state: State, *children: rx.Component, record_id: rx.Var[str] | None = None, **attributes: str
) -> rx.Component:
    """The form around its inputs, whoever draws them: it keeps a draft of what is typed, looks again at an input that
    was left or corrected, says what is wrong in a language that was just chosen, and saves. `record_id` is whose draft
    it is, where that is not the record of the state."""
    whose = state.record_id if record_id is None else record_id
    return rx.el.form(
        draft_offer(state),
        *children,
        pressed_by_script("data-check", state.check(from_script("given"))),
        pressed_by_script("data-speak", state.speak),
        on_submit=state.save,
        no_validate=True,
        key=state.revision,
        class_name="form",
        custom_attrs={"data-guard": f"{Session.user_id}:{state.resource.key}:{whose}", **attributes},
    )


def _section(state: State, section: Section, operation: Operation, around: Around) -> rx.Component:
    parts, drawn = parts_of(section, operation), around.drawn.get(section.key)
    if not parts:
        return rx.fragment()
    if drawn is None:
        shown = [
            each
            for part in parts
            for each in (
                _configured(part, state, operation, around),
                # What a creation has found so far, below the field that let it be found.
                *([found_beside(part, state)] if operation == "create" else []),
                # What is found by an address is seen at once, and its coordinates stand below.
                *([place_picker(section.map)] if part.field == section.map else []),
            )
        ]
        drawn = rx.el.div(*shown, class_name="fields")
    return section_card(state, section, parts, drawn)


def _configured(part: Input, state: State, operation: Operation, around: Around) -> rx.Component:
    """An input, where the deployment has it."""
    below = taken_by(part, state) if operation == "create" else ()
    made = rows(part, state, around.line_mark) if isinstance(part, LinesInput) else field_of(part, state, *below)
    return rx.cond(Session.flags.contains(part.flag), made) if part.flag else made


def mirrors(field: str, kind: Literal["", "day", "choice"] = "") -> dict[str, str]:
    """Attributes of an element whose text, or picture for `image`, follows an input while it is typed in.

    Of a `day` and of what is searched for, a `choice`, it is what is read.
    """
    return {"data-mirror": wire(field) + {"day": WRITTEN, "choice": LABEL}.get(kind, "")}


def follower(follow: Any) -> rx.Component:
    """Tells a handler what the form holds, when the script finds that it has changed (assets/kit/following.js).

    The handler answers with `run("followOn")`: the next is sent when this one is done.
    """
    return pressed_by_script("data-followed", follow(from_script("content")))


def summary(state: State) -> rx.Component:
    """Why the last save was refused, each line a link to its field.

    What is corrected keeps its line: nothing moves under the hands of whoever corrects.
    """
    general = rx.cond(state.errors.contains("_"), rx.el.li(state.errors["_"]))
    fields = state.errors.length() - rx.cond(state.errors.contains("_"), 1, 0)  # `_` is no field
    counted = rx.cond(fields > 0, t("kit.form.errors", count=fields), t("kit.form.look_first"))
    left = rx.fragment(icon("circle-alert"), counted)
    done = rx.fragment(icon("circle-check"), t("kit.form.all_corrected"))
    return rx.cond(
        (state.refused.length() > 0) | state.errors.contains("_"),
        rx.el.div(
            rx.el.h2(rx.cond(state.errors.length() > 0, left, done)),
            rx.el.ul(general, rx.foreach(state.refused, lambda each: _summary_line(state, each))),
            rx.el.p(rx.cond(state.stored, t("kit.form.stored"), t("kit.form.refused"))),
            class_name=rx.cond(state.errors.length() > 0, "summary", "summary corrected"),
            role="alert",
            aria_atomic="false",
            tab_index=-1,
            custom_attrs={"data-summary": ""},
        ),
    )


def _summary_line(state: State, refused: Row) -> rx.Component:
    name, control = refused["name"], f"f-{refused['name']}"
    is_wrong = state.errors.contains(name)
    message = rx.cond(is_wrong, state.errors[name], t("kit.form.corrected"))
    text = t("kit.form.error_of", field=refused["field"], message=message)
    link = anchor(text, href=f"#{control}", custom_attrs={"data-goto": control})
    return rx.el.li(link, class_name=rx.cond(is_wrong, "", "corrected"))


def draft_offer(state: State, *on_discard: Any) -> rx.Component:
    """Offered by the script when this browser kept what was typed here before, with whose it is where the form names
    inputs that tell (`data-called`); one that goes is gone, and `on_discard` takes what else goes with it."""
    box = "discard-draft"
    discards = {"on_click": [*on_discard]} if on_discard else {}
    sure = button(
        t("kit.form.draft_discard"), f"confirm-{box}", tone="danger", custom_attrs={"data-discard": ""}, **discards
    )
    offer = _strip(
        "history",
        rx.el.span(
            *(t("kit.form.draft"), " ", rx.el.time(custom_attrs={"data-draft-time": ""})),
            rx.el.strong(custom_attrs={"data-draft-call": ""}),
        ),
        button(t("kit.form.draft_restore"), "restore-draft", custom_attrs={"data-restore": ""}),
        button(t("kit.form.draft_discard"), box, tone="link", custom_attrs=opens(box)),
        pressed_by_script("data-restored", state.restore(from_script("draft"), from_script("draftWas"))),
        hidden=True,
        custom_attrs={"data-draft": ""},
    )
    text = rx.el.p(t("kit.form.draft_discard_text"))
    return rx.fragment(offer, dialog(box, t("kit.form.draft_discard_title"), text, answers(box, box, sure)))


def _files_to_choose(state: State) -> list[rx.Component]:
    """What a draft that was taken could not keep, and what the next one says of that."""
    waits = state.files_lost | (state.image.ticket != "") | (state.file.ticket != "")
    return [
        rx.cond(state.files_lost, _strip("image-off", rx.el.span(t("kit.form.draft_files")))),
        rx.el.input(type="text", hidden=True, read_only=True, name=FILES, value=rx.cond(waits, "yes", "")),
    ]


def _files_to_send(state: State) -> list[rx.Component]:
    """A file that could not be sent, though its record was saved; not one that has to be replaced."""
    refused = []
    if state.resource.image:
        refused.append(("image", "image-off", state.image, state.retry_image, f"{state.resource.entity}.image_error"))
    if file := state.resource.file:
        refused.append(("file", "file-x-2", state.file, state.retry_file, f"{file.entity}.create_error"))
    return [
        rx.cond(
            upload.pending,
            _strip(
                symbol,
                rx.el.span(rx.cond(upload.unsure, t("kit.upload.unsure"), t(f"errors.{error}"))),
                button(t("kit.actions.retry"), f"retry-{name}", symbol="rotate-cw", on_click=retry),
            ),
        )
        for name, symbol, upload, retry, error in refused
    ]


def _strip(symbol: str, *inside: Any, **attributes: Any) -> rx.Component:
    """Something said above the inputs, with what can be done about it."""
    return rx.el.div(icon(symbol), *inside, class_name="draft", role="status", **attributes)


def _removal_dialog() -> rx.Component:
    """Asked before a line that holds something goes: the script says which, with what is below it."""
    box, shut = "remove-line", closes("remove-line")
    remove = {"symbol": "trash-2", "tone": "danger", "value": "remove", "custom_attrs": shut}
    return dialog(
        box,
        t("kit.lines.remove_title"),
        rx.el.p(t("kit.lines.remove_text")),
        rx.el.p(rx.el.strong(custom_attrs={"data-what": ""})),
        rx.el.ul(class_name="impacts", custom_attrs={"data-goes": ""}),
        answers(box, "remove-line", button(t("kit.lines.remove_confirm"), "confirm-remove-line", **remove)),
    )


def _bar(state: State, edit: bool, around: Around) -> rx.Component:
    resource = state.resource
    way_on = list_or_home(resource.may.list, resource.route if around.back is None else around.back, "/")
    back = f"{resource.route}/show/{state.record_id}" if edit else way_on
    return rx.el.div(
        *_publication(state),
        rx.el.span(icon("circle-dot", 14), t("kit.form.unsaved"), class_name="dirty-mark", role="status"),
        rx.cond(state.saving, spinner(t("kit.form.saving"))),
        *around.bar,
        button_link(t("kit.actions.cancel"), "cancel", back, custom_attrs={"data-instead": ""}),
        around.saves(rx.fragment(*_saves(state, edit, around.onward))),
        class_name="save-bar",
    )


def _saves(state: State, edit: bool, onward: rx.Var[str] | None) -> tuple[rx.Component, ...]:
    """What submits the form: the first does when Enter is pressed in a text; the script writes which one was used."""
    keys, part = rx.el.kbd("Ctrl S", aria_hidden="true"), state.resource.publication
    save = rx.fragment(t("kit.actions.save"), keys)
    if part is not None:
        is_online = entry(state.values, part.name) == ONLINE
        take, put = {"data-publishes": DRAFT}, {"data-publishes": ONLINE}
        return (
            _submits(state, save, "save", tone="primary"),
            rx.cond(
                is_online,
                _submits(state, t("kit.publication.unpublish"), "unpublish", **take),
                _submits(state, t("kit.publication.publish"), "publish", **put),
            ),
        )
    if onward is None:
        named = save if edit else rx.fragment(t("kit.actions.create"), keys)
        return (_submits(state, named, "save", tone="primary"),)
    # A record that is changed stays open, unless one goes on.
    which = {"data-which": "further", **({"data-stays": ""} if edit else {})}
    go_on = {"symbol": "arrow-right", "tone": "primary", "data-further": "yes"}
    return (
        _submits(state, save, "save", symbol="save"),
        held_input(FURTHER, "", which),
        _submits(state, onward, "save-and-go-on", **go_on),
    )


def _submits(
    state: State, label: Any, action: str, *, symbol: str = "", tone: str = "plain", **data: str
) -> rx.Component:
    mark = {"data-save": ""} if action == "save" else {}
    attributes: dict[str, Any] = {**mark, **data, "data-pressed": state.saves}
    return save_button(label, action, state.saving, symbol=symbol, tone=tone, custom_attrs=attributes)


def _publication(state: State) -> tuple[rx.Component, ...]:
    """What the record is, in the bar that stays in view.

    The input holds what the record is and nobody types in it; the script writes beside it which button was used, so
    that a save that is refused, or asked about, has published nothing.
    """
    part = state.resource.publication
    if part is None:
        return ()
    value, wanted, which = entry(state.values, part.name), f"{part.name}{WANTED}", {"data-which": "publishes"}
    online, draft = (t(f"{state.resource.key}.publication.{name}") for name in ("online", "draft"))
    mark = badge(choice_label(part.choices, value), rx.match(value, *part.tones.items(), "quiet"))
    return (
        held_input(part.name, value),
        held_input(wanted, "", which),
        rx.el.div(
            rx.el.span(t(state.resource.label(part.field)), class_name="visually-hidden"),
            mark,
            rx.el.span(rx.cond(value == ONLINE, online, draft), class_name="quiet note"),
            class_name="publication-mark",
            custom_attrs={"id": f"f-{part.name}"},
            data_testid="publication",
        ),
    )


def _skeleton(state: State) -> rx.Component:
    cards: list[Any] = [
        rx.el.div(*[rx.el.span(class_name="bar") for _ in section.parts], class_name="card skeleton")
        for section in state.resource.form
    ]
    return rx.el.div(*cards, aria_hidden="true")
