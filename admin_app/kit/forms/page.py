"""The page of a form: title, what is wrong, the sections, and a bar to save that stays in view."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Input, LinesInput, Operation, wire
from admin_app.kit.declare.resource import Section
from admin_app.kit.forms.conflict_page import overtaken, versions
from admin_app.kit.forms.duplicates_page import found_again, found_beside, probe, probed_names, taken_by
from admin_app.kit.forms.formset_ordered import removal_dialog
from admin_app.kit.forms.formset_page import rows
from admin_app.kit.forms.inputs import field_of, says_optional
from admin_app.kit.forms.publication import publication_buttons, publication_mark
from admin_app.kit.forms.save_error_page import failed, likely
from admin_app.kit.forms.section_index import parts_of, section_card, section_index
from admin_app.kit.forms.state import State
from admin_app.kit.forms.submission import CONFIRMED, FURTHER, PRESSED, lines_among
from admin_app.kit.parts.error_panel import failed_card, name_of, unless_closed
from admin_app.kit.parts.map import place_picker
from admin_app.kit.parts.widgets import (
    anchor,
    answers,
    button,
    button_link,
    dialog,
    icon,
    spinner,
    waited_for,
)
from admin_app.kit.script import told
from admin_app.kit.session import Session
from admin_app.kit.words.locale import t

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
    drawn: Mapping[str, rx.Component] = field(default_factory=dict)
    """What some sections hold instead of a field per input, by section: it has the controls of these inputs itself."""
    consequence: Parts = ()
    """What publishing a draft brings about, beside the buttons that do it."""
    calm: Mapping[str, tuple[rx.Var[str], rx.Var[str]]] = field(default_factory=dict)
    """Questions of the resource that belong to the normal way: their title, and what the answer is called."""
    answers: Parts = ()
    """More answers to the question before a save, between Cancel and Save."""
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
    page = rx.el.div(
        rx.el.header(rx.el.h1(title, tab_index=-1), class_name="page-head"),
        rx.cond(
            state.problem != "",
            failed_card(state, t("kit.pages.error_title"), state.load),
            rx.fragment(*around.above, shown, *around.below),
        ),
        class_name=f"form-page {around.class_name}".strip(),
    )
    return unless_closed(state, page, resource.route if around.back is None else around.back)


def edit_name(state: Any) -> rx.Var[str]:
    """What the page of a record's form is called, empty until the record is read; its show page has the bare name."""
    return name_of(state, rx.cond(state.title != "", t("kit.form.edit_of", name=state.title), ""))


def _form(state: State, edit: bool, around: Around) -> rx.Component:
    resource = state.resource
    operation: Operation = "edit" if edit else "create"
    sections = [_section(state, section, operation, around.drawn.get(section.key)) for section in resource.form]
    return rx.el.form(
        draft_offer(state),
        failed(state),
        summary(state, operation),
        _files_to_choose(),
        _image_retry(state),
        _file_retry(state),
        *([] if says_optional(resource) else [rx.el.p(t("kit.form.required_help"), class_name="hint")]),
        *sections,
        *([probe(state)] if resource.duplicates and not edit else ()),
        *telling(state),
        *around.inside,
        _bar(state, edit, around),
        *question(state, around),
        rx.el.input(type="text", hidden=True, name=PRESSED, default_value="", custom_attrs={"data-which": "pressed"}),
        *([removal_dialog()] if any(part.ordered for part in lines_among(resource.inputs())) else ()),
        on_submit=state.save,
        no_validate=True,
        key=state.revision,
        class_name="form",
        custom_attrs={
            "data-guard": f"{Session.user_id}:{resource.key}:{state.record_id}",
            **({} if edit else {"data-probes": probed_names(resource)}),
        },
    )


def _section(state: State, section: Section, operation: Operation, drawn: rx.Component | None) -> rx.Component:
    parts = parts_of(section, operation)
    if not parts:
        return rx.fragment()
    if drawn is None:
        shown = [
            each for part in parts for each in (_configured(part, state, operation), _alike(part, state, operation))
        ]
        drawn = rx.el.div(*shown, class_name="fields")
    return section_card(state, section, parts, drawn, *([place_picker(section.map)] if section.map else []))


def _alike(part: Input, state: State, operation: Operation) -> rx.Component:
    """What a creation has found so far, below the field that let it be found."""
    return found_beside(part, state) if operation == "create" else rx.fragment()


def _configured(part: Input, state: State, operation: Operation) -> rx.Component:
    """An input, where the deployment has it."""
    below = taken_by(part, state) if operation == "create" else ()
    made = rows(part, state) if isinstance(part, LinesInput) else field_of(part, state, *below)
    return rx.cond(Session.flags.contains(part.flag), made) if part.flag else made


def mirrors(field: str) -> dict[str, str]:
    """Attributes of an element whose text, or picture for `image`, follows an input while it is typed in."""
    return {"data-mirror": wire(field)}


def follower(follow: Any) -> rx.Component:
    """Tells a handler what the form holds, when the script finds that it has changed (assets/kit/following.js)."""
    return rx.el.button(
        type="button", hidden=True, custom_attrs={"data-followed": ""}, on_click=follow(told("content"))
    )


def question(state: State, around: Around | None = None) -> tuple[rx.Component, ...]:
    """Asked before a save that does more than it seems; the script opens it and submits again once confirmed."""
    around = around or Around()
    calm = {name: words for name, words in around.calm.items()}
    titles = [(name, title) for name, (title, _) in calm.items()]
    calm_answers = [(name, _confirms(answer, "primary")) for name, (_, answer) in calm.items()]
    publish = _confirms(t("kit.publication.publish"), "primary")
    usual = rx.cond(state.publishes, t("kit.publication.ask_title"), t("kit.form.ask_title"))
    title = rx.match(state.asked, *titles, usual) if titles else usual
    title = rx.cond(state.lost != "", t("kit.lost.title"), title)
    plain = rx.cond(state.publishes, publish, _confirms(t("kit.form.ask_save"), "danger"))
    answer = rx.match(state.asked, *calm_answers, plain) if calm_answers else plain
    answer = rx.cond(state.lost != "", _confirms(t("kit.lost.again"), "danger"), answer)
    return (
        rx.el.input(type="text", hidden=True, name=CONFIRMED, default_value="", custom_attrs={"data-confirmed": ""}),
        dialog(
            "ask-to-save",
            rx.cond(overtaken(state), t("kit.meanwhile.title"), title),
            versions(state),
            likely(state),
            rx.cond(state.question != "", rx.el.p(state.question)),
            found_again(state),
            answers(
                "ask-to-save",
                "save",
                *around.answers,
                rx.cond(overtaken(state), _confirms(t("kit.meanwhile.save"), "primary"), answer),
            ),
        ),
    )


def _confirms(label: rx.Var[str], tone: str) -> rx.Component:
    return button(label, "confirm-save", tone=tone, custom_attrs={"data-confirms": ""})


def telling(state: State) -> tuple[rx.Component, ...]:
    """Pressed by the script: when an input was left or corrected, and when another language was chosen."""
    handlers = {"data-check": state.check(told("left")), "data-speak": state.speak}
    return tuple(
        rx.el.button(type="button", hidden=True, custom_attrs={name: ""}, on_click=handler)
        for name, handler in handlers.items()
    )


def summary(state: State, operation: Operation) -> rx.Component:
    """Everything that was refused, each line a link to its field."""
    lines = [_summary_line(state, part) for part in state.resource.inputs(operation)]
    general = rx.cond(state.errors.contains("_"), rx.el.li(state.errors["_"]))
    return rx.cond(
        state.errors.length() > 0,
        rx.el.div(
            rx.el.h2(icon("circle-alert"), t("kit.form.errors", count=state.errors.length())),
            rx.el.ul(general, *lines, rx.foreach(state.line_errors, _line_error)),
            rx.el.p(t("kit.form.refused")),
            class_name="summary",
            role="alert",
            tab_index=-1,
            custom_attrs={"data-summary": ""},
        ),
    )


def _summary_line(state: State, part: Input) -> rx.Component:
    label = t(state.resource.label(part.field))
    return rx.cond(
        state.errors.contains(part.name),
        rx.el.li(
            anchor(
                t("kit.form.error_of", field=label, message=state.errors[part.name]),
                href=f"#f-{part.name}",
                custom_attrs={"data-goto": f"f-{part.name}"},
            )
        ),
    )


def _line_error(error: rx.Var[dict[str, str]]) -> rx.Component:
    control = f"f-{error['name']}"
    return rx.el.li(anchor(error["text"], href=f"#{control}", custom_attrs={"data-goto": control}))


def draft_offer(state: State) -> rx.Component:
    """Offered by the script when this browser kept what was typed here before."""
    return rx.el.div(
        icon("history"),
        rx.el.span(t("kit.form.draft"), " ", rx.el.time(custom_attrs={"data-draft-time": ""})),
        button(t("kit.form.draft_restore"), "restore-draft", custom_attrs={"data-restore": ""}),
        button(t("kit.form.draft_discard"), "discard-draft", tone="link", custom_attrs={"data-discard": ""}),
        rx.el.button(
            type="button",
            hidden=True,
            custom_attrs={"data-restored": ""},
            on_click=state.restore(told("draft"), told("draftWas")),
        ),
        class_name="draft",
        hidden=True,
        role="status",
        custom_attrs={"data-draft": ""},
    )


def _files_to_choose() -> rx.Component:
    """What a draft that was taken could not keep; filled by the script."""
    return rx.el.div(
        icon("image-off"),
        rx.el.span(t("kit.form.draft_files"), " ", rx.el.strong(custom_attrs={"data-draft-files": ""})),
        class_name="draft",
        hidden=True,
        role="status",
        custom_attrs={"data-draft-lost": ""},
    )


def _image_retry(state: State) -> rx.Component:
    if not state.resource.image:
        return rx.fragment()
    again = button(t("kit.actions.retry"), "retry-image", symbol="rotate-cw", on_click=state.retry_image)
    text = t(f"errors.{state.resource.entity}.image_error")
    return rx.cond(
        state.image.pending, rx.el.div(icon("image-off"), rx.el.span(text), again, class_name="draft", role="status")
    )


def _file_retry(state: State) -> rx.Component:
    """Only a file the server could not take: one whose content is wrong has to be replaced."""
    part = state.resource.file
    if not part:
        return rx.fragment()
    again = button(t("kit.actions.retry"), "retry-file", symbol="rotate-cw", on_click=state.retry_file)
    text = t(f"errors.{part.entity}.create_error")
    return rx.cond(
        state.file.pending, rx.el.div(icon("file-x-2"), rx.el.span(text), again, class_name="draft", role="status")
    )


def _bar(state: State, edit: bool, around: Around) -> rx.Component:
    resource = state.resource
    to_list = resource.route if around.back is None else around.back
    back = f"{resource.route}/show/{state.record_id}" if edit else to_list
    return rx.el.div(
        *publication_mark(state, around.consequence),
        rx.el.span(icon("circle-dot", 14), t("kit.form.unsaved"), class_name="dirty-mark", role="status"),
        rx.cond(state.saving, spinner(t("kit.form.saving"))),
        *around.bar,
        button_link(t("kit.actions.cancel"), "cancel", back, custom_attrs={"data-instead": ""}),
        *(publication_buttons(state) or (_save(state, around),)),
        *(_onward(state, around.onward) if around.onward is not None else ()),
        class_name="save-bar",
    )


def _save(state: State, around: Around) -> rx.Component:
    return button(
        rx.fragment(t("kit.actions.save"), rx.el.kbd("Ctrl S", aria_hidden="true")),
        "save",
        symbol="save",
        tone="primary" if around.onward is None else "plain",
        type="submit",
        disabled=state.saving,
        custom_attrs={"data-save": "", "data-pressed": state.saves},
    )


def _onward(state: State, label: rx.Var[str]) -> tuple[rx.Component, ...]:
    """The button that saves and goes on; the script writes which of the two was used."""
    return (
        rx.el.input(type="text", hidden=True, name=FURTHER, default_value="", custom_attrs={"data-which": "further"}),
        button(
            label,
            "save-and-go-on",
            symbol="arrow-right",
            tone="primary",
            type="submit",
            disabled=state.saving,
            custom_attrs={"data-further": "yes", "data-pressed": state.saves},
        ),
    )


def _skeleton(state: State) -> rx.Component:
    cards: list[Any] = [
        rx.el.div(*[rx.el.span(class_name="bar") for _ in section.parts], class_name="card skeleton")
        for section in state.resource.form
    ]
    return rx.el.div(*cards, aria_hidden="true")
