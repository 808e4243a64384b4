"""The parts of a form: the cards of its sections, those that fold, and an index of them beside a long form."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Input, LinesInput, Operation, during, takes_part
from admin_app.kit.declare.resource import Resource, Section
from admin_app.kit.forms.inputs import says_optional
from admin_app.kit.forms.submission import lines_among
from admin_app.kit.parts.permission_gate import offered
from admin_app.kit.parts.widgets import anchor, entry, icon
from admin_app.kit.words.locale import t

LONG = 4
"""As many sections are an index worth."""


def parts_of(section: Section, operation: Operation) -> tuple[Input, ...]:
    """The inputs a section has in an operation; a `publication` stands beside the save."""
    asked = (part for part in section.parts if part.kind != "publication")
    return tuple(during(part, operation) for part in asked if takes_part(part, operation))


def section_card(state: Any, section: Section, parts: tuple[Input, ...], *inside: Any) -> rx.Component:
    """A section as a card. One that folds is open where something is filled in it; the script opens it for an error,
    and for whoever is led into it."""
    heading = rx.el.h2(
        t(f"{state.resource.key}.sections.{section.key}"),
        tab_index=-1,
        custom_attrs={"id": f"section-{section.key}"},
    )
    if section.note:
        inside = (rx.el.p(t(f"{state.resource.key}.notes.{section.key}"), class_name="hint"), *inside)
    held: list[Any] = [heading, *inside]
    if section.folded:
        held = [
            rx.el.details(
                rx.el.summary(icon("chevron-right"), heading, _told(state, parts)),
                *inside,
                open=_filled(state, parts),
            )
        ]
    # Lines that are moved about take the whole width.
    wide = " wide" if any(part.ordered for part in lines_among(parts)) else ""
    made = rx.el.section(*held, class_name=f"card form-part{wide}", aria_labelledby=f"section-{section.key}")
    return offered(made, section.permission, section.flag, acts=True)


def _told(state: Any, parts: tuple[Input, ...]) -> rx.Component:
    """How many lines a section that is shut holds; that nobody needs to fill it, where it holds none and its form says
    what is optional."""
    marked = rx.el.span("(", t("kit.form.optional"), ")", class_name="quiet")
    optional = marked if says_optional(state.resource) else rx.fragment()
    for part in parts:
        if isinstance(part, LinesInput):
            held = state.lines[part.name]
            some = state.lines.contains(part.name) & (held.length() > 0)
            return rx.cond(some, rx.el.span(held.length(), class_name="quiet number"), optional)
    return optional


def _filled(state: Any, parts: tuple[Input, ...]) -> Any:
    """Whether anything is there already, of what can be told."""
    filled: Any = False
    for part in parts:
        if not isinstance(part, LinesInput) and not part.default and part.kind != "read_only":
            value = entry(state.values, part.name)
            filled = ((value != "") & (value != "false")) | filled
    return filled


def section_index(resource: Resource, operation: Operation) -> rx.Component | None:
    """Links to the sections, with a mark for those where something is to be corrected; nothing for a short form."""
    sections = [each for each in resource.form if parts_of(each, operation)]
    if len(sections) < LONG:
        return None
    lines = [offered(_line(resource, each), each.permission, each.flag, acts=True) for each in sections]
    return rx.el.nav(
        rx.el.ul(*lines),
        class_name="section-index",
        aria_label=t("kit.form.sections"),
        custom_attrs={"data-index": ""},
    )


def _line(resource: Resource, section: Section) -> rx.Component:
    mark = rx.el.span(
        icon("circle-alert", 15),
        rx.el.span(t("kit.form.to_correct"), class_name="visually-hidden"),
        class_name="index-mark",
        hidden=True,
        custom_attrs={"data-mark": ""},
    )
    return rx.el.li(
        anchor(
            rx.el.span(t(f"{resource.key}.sections.{section.key}")),
            mark,
            href=f"#section-{section.key}",
            data_testid=f"action:section:{section.key}",
            custom_attrs={"data-to-section": f"section-{section.key}"},
        ),
        class_name="chapter" if section.chapter else "",
    )
