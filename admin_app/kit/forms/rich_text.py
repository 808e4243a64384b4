"""A rich text field: Tiptap, a headless editor, under a toolbar of plain elements in the person's language.

The editor is an ordinary field of its form: a `<textarea name=...>` holds the HTML, so native form data, reset and
drafts work as for any other input. It holds the stored text untouched until somebody edits it, and is what remains
if the editor cannot be loaded. The packages are fetched when a field appears, so no other page pays for them.
What comes back must pass `kit/declare/html.py`.
"""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import RichTextInput
from admin_app.kit.forms.field import Field
from admin_app.kit.parts.widgets import Text
from admin_app.kit.session import Session
from admin_app.kit.styles import RICH_TEXT, sheet
from admin_app.kit.words.catalogue import LOCALES, catalogue
from admin_app.kit.words.locale import t

TIPTAP = "3.32.0"
HEADINGS = (2, 3, 4)
"""The levels offered; others are kept when a stored text has them. Level 1 is the page's own title."""

_OUTSIDE = {"form": "none"}
"""What is chosen or typed in the toolbar is no part of the form around it."""
_PACKAGES = ("core", "pm", "starter-kit", "extension-text-align", "extension-image", "extension-text-style")


class RichTextField(rx.Component):
    """The frame that brings the editor to life around its toolbar, its textarea and its place."""

    library = "$/public/kit/rich_text.jsx"
    tag = "RichTextField"
    lib_dependencies: list[str] = [f"@tiptap/{name}@{TIPTAP}" for name in _PACKAGES]

    label_id: rx.Var[str]
    described_by: rx.Var[str]
    invalid: rx.Var[bool]
    disabled: rx.Var[bool]
    value: rx.Var[str]
    chips: rx.Var[dict[str, str]]


def rich_text(field: Field) -> rx.Component:
    """A field of rich text: the form gets its HTML, empty when there is no text; its label focuses the editor."""
    part, label_id = field.part, f"f-{field.name}-label"
    assert isinstance(part, RichTextInput)
    return RichTextField.create(
        sheet(RICH_TEXT),
        _toolbar(part.chips, part.chips_flag),
        _link_row(),
        *([_chip_row()] if part.chips else []),
        rx.el.div(custom_attrs={"data-host": ""}, class_name="rich-text-host"),
        rx.el.textarea(
            name=field.name,
            default_value=field.value,
            tab_index=-1,
            disabled=field.disabled,
            aria_labelledby=label_id,
            class_name="rich-text-source",
            custom_attrs={"id": field.control_id},
        ),
        label_id=label_id,
        described_by=field.described_by,
        invalid=field.invalid == "true",
        disabled=field.disabled,
        value=field.value,
        chips=_chip_labels(part.chips) if part.chips else {},
    )


def _chip_labels(prefix: str) -> dict[str, rx.Var[str]]:
    return {name: t(f"{prefix}.{name}") for name in catalogue().choices(prefix, LOCALES[0])}


def _chips(prefix: str, flag: str) -> list[Any]:
    """What puts a reader's own words in, where the deployment has them."""
    if not prefix:
        return []
    options = [rx.el.option(label, value=name) for name, label in _chip_labels(prefix).items()]
    menu = rx.el.select(
        rx.el.option(t("kit.editor.chip"), value=""),
        *options,
        aria_label=t("kit.editor.chip"),
        custom_attrs={"data-opens": "chip", **_OUTSIDE},
    )
    return [rx.cond(Session.flags.contains(flag), menu)] if flag else [menu]


def _chip_row() -> rx.Component:
    """What is said where nothing is known of the reader."""
    text = rx.el.input(type="text", auto_complete="off", max_length=80, custom_attrs=_OUTSIDE)
    label = rx.el.label(t("kit.editor.chip_fallback"), text)
    return _row("chip", t("kit.editor.chip"), label, _act("apply", t("kit.editor.chip_apply")))


def _toolbar(chips: str, flag: str) -> rx.Component:
    return rx.el.div(
        _headings(),
        *_chips(chips, flag),
        _group(
            _toggle("bold", "toggleBold", "bold", t("kit.editor.bold")),
            _toggle("italic", "toggleItalic", "italic", t("kit.editor.italic")),
            _toggle("underline", "toggleUnderline", "underline", t("kit.editor.underline")),
        ),
        _group(
            _toggle("list", "toggleBulletList", "bulletList", t("kit.editor.bullet_list")),
            _toggle("list-ordered", "toggleOrderedList", "orderedList", t("kit.editor.ordered_list")),
            _button("link", t("kit.editor.link"), {"data-opens": "link", "data-is": "link", "aria-expanded": "false"}),
        ),
        # From here on what is asked for now and then: seen where one writes.
        _group(
            _toggle("strikethrough", "toggleStrike", "strike", t("kit.editor.strike")),
            _toggle("quote", "toggleBlockquote", "blockquote", t("kit.editor.quote")),
            _button("remove-formatting", t("kit.editor.clear"), {"data-run": "clear"}),
        ),
        _group(*[_align(side) for side in ("left", "center", "right")]),
        _group(
            _button("undo-2", t("kit.editor.undo"), {"data-run": "undo"}),
            _button("redo-2", t("kit.editor.redo"), {"data-run": "redo"}),
        ),
        role="toolbar",
        aria_label=t("kit.editor.toolbar"),
        class_name="rich-text-toolbar",
        custom_attrs={"data-roving": "button, select"},
    )


def _headings() -> rx.Component:
    return rx.el.select(
        rx.el.option(t("kit.editor.paragraph"), value=""),
        *[rx.el.option(t(f"kit.editor.headings.{level}"), value=str(level)) for level in HEADINGS],
        aria_label=t("kit.editor.style"),
        custom_attrs={"data-is": "heading", **_OUTSIDE},
    )


def _link_row() -> rx.Component:
    address = rx.el.input(
        type="text",
        input_mode="url",
        auto_complete="off",
        placeholder="https://",
        aria_label=t("kit.editor.link_address"),
        custom_attrs=_OUTSIDE,
    )
    answers = _act("apply", t("kit.editor.link_apply")), _act("remove", t("kit.editor.link_remove"))
    return _row("link", t("kit.editor.link"), address, *answers)


def _row(name: str, label: Text, *inside: rx.Component) -> rx.Component:
    """What the script shows below the toolbar when its button is pressed."""
    attributes = {"class_name": "rich-text-link", "custom_attrs": {"data-row": name}}
    return rx.el.div(*inside, role="group", aria_label=label, hidden=True, **attributes)


def _act(name: str, label: Text) -> rx.Component:
    return rx.el.button(label, type="button", custom_attrs={"data-act": name})


def _group(*controls: rx.Component) -> rx.Component:
    return rx.el.span(*controls, class_name="rich-text-group")


def _toggle(symbol: str, command: str, mark: str, label: Text) -> rx.Component:
    return _button(symbol, label, {"data-run": command, "data-is": mark, "aria-pressed": "false"})


def _align(side: str) -> rx.Component:
    attributes = {"data-run": "setTextAlign", "data-is": "align", "data-value": side, "aria-pressed": "false"}
    return _button(f"align-{side}", t(f"kit.editor.align_{side}"), attributes)


def _button(symbol: str, label: Text, attributes: dict[str, str]) -> rx.Component:
    return rx.el.button(
        rx.icon(tag=symbol, size=18, aria_hidden="true"),
        type="button",
        aria_label=label,
        title=label,
        custom_attrs=attributes,
    )
