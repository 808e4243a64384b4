"""The criteria of a structure as the inputs of a form: a box, a text, a menu, radio buttons or a file (STRUCTURE-6).

The preview of the form of a structure, the request for a journey and the board of candidates show them by this one
function. A criterion is what `criteria.Criterion` dumps: `id`, `label`, `kind`, `mandatory`, the `name` of its input
and, for menus and radio buttons, `choices` of `label` and `value`. Inputs are uncontrolled.
"""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from admin_app.features.solidary.criteria import LONGEST
from admin_app.features.solidary.proof_files import ENDINGS, MEDIA_TYPES, ProofFilesMixin
from admin_app.kit.forms import required_mark
from admin_app.kit.parts import button, entry, file_answers, file_button, file_progress, icon
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import t

NOTHING: rx.Var[dict[str, str]] = rx.Var.create({})


@dataclass(frozen=True)
class _Shown:
    """One criterion on the page."""

    criterion: rx.Var[dict[str, Any]]
    values: rx.Var[dict[str, str]]
    errors: rx.Var[dict[str, str]]
    files: type[ProofFilesMixin] | None
    given: rx.Var[dict[str, str]]

    @property
    def name(self) -> rx.Var[str]:
        return self.criterion["name"].to(str)

    @property
    def label(self) -> rx.Var[str]:
        return self.criterion["label"].to(str)

    @property
    def mandatory(self) -> rx.Var[bool]:
        return self.criterion["mandatory"].to(bool)

    @property
    def value(self) -> rx.Var[str]:
        return entry(self.values, self.name)

    @property
    def described_by(self) -> str:
        return f"f-{self.name}-error"

    @property
    def choices(self) -> rx.Var[list[dict[str, str]]]:
        return self.criterion["choices"].to(list[dict[str, str]])

    def attributes(self) -> dict[str, Any]:
        """What every single control shares."""
        return {
            "name": self.name,
            "aria_invalid": rx.cond(self.errors.contains(self.name), "true", "false"),
            "aria_describedby": self.described_by,
            "aria_required": rx.cond(self.mandatory, "true", "false"),
            "custom_attrs": {"id": f"f-{self.name}"},
        }


def criteria_inputs(
    criteria: rx.Var[list[dict[str, Any]]] | list[dict[str, Any]],
    *,
    values: rx.Var[dict[str, str]] | dict[str, str] = NOTHING,
    errors: rx.Var[dict[str, str]] | dict[str, str] = NOTHING,
    files: type[ProofFilesMixin] | None = None,
    given: rx.Var[dict[str, str]] | dict[str, str] = NOTHING,
) -> rx.Component:
    """The inputs of some criteria, in their order; `values`, `errors` and `given` are texts by the name of the input:
    variables of a state, as the criteria are.

    `files` is the state that takes the files; without one the inputs of files are there to be looked at. `given` are
    the names of those that are there already.
    """

    def one(criterion: rx.Var[dict[str, Any]]) -> rx.Component:
        shown = _Shown(criterion, rx.Var.create(values), rx.Var.create(errors), files, rx.Var.create(given))
        kinds = [(kind, _KINDS[kind](shown)) for kind in _KINDS]
        return rx.el.div(
            rx.match(criterion["kind"], *kinds, rx.fragment()),
            key=criterion["id"],
            class_name="criterion",
            custom_attrs={"data-criterion": criterion["id"]},
        )

    return rx.el.div(rx.foreach(criteria, one), class_name="criteria")


def _framed(shown: _Shown, control: rx.Component, kind: str, *, grouped: bool) -> rx.Component:
    mark = required_mark(shown.mandatory, kind)
    title = rx.el.legend(shown.label, mark) if grouped else rx.el.label(shown.label, mark, html_for=f"f-{shown.name}")
    return (rx.el.fieldset if grouped else rx.el.div)(
        title, control, _error(shown), class_name="field", custom_attrs={"data-kind": kind}
    )


def _error(shown: _Shown) -> rx.Component:
    return rx.el.p(entry(shown.errors, shown.name), class_name="field-error", custom_attrs={"id": shown.described_by})


def _checkbox(shown: _Shown) -> rx.Component:
    """A box: its own text is the question."""
    box = rx.el.input(type="checkbox", value="true", default_checked=shown.value == "true", **shown.attributes())
    label = rx.el.label(box, rx.el.span(shown.label, required_mark(shown.mandatory, "switch")), class_name="check")
    return rx.el.div(label, _error(shown), class_name="field", custom_attrs={"data-kind": "checkbox"})


def _text(shown: _Shown) -> rx.Component:
    control = rx.el.input(
        type="text", default_value=shown.value, max_length=LONGEST, auto_complete="off", **shown.attributes()
    )
    return _framed(shown, control, "text", grouped=False)


def _select(shown: _Shown) -> rx.Component:
    options = rx.foreach(shown.choices, lambda choice: rx.el.option(choice["label"], value=choice["value"]))
    blank = rx.el.option(t("kit.form.choose"), value="")
    control = rx.el.select(blank, options, default_value=shown.value, **shown.attributes())
    return _framed(shown, control, "select", grouped=False)


def _radio(shown: _Shown) -> rx.Component:
    def button_of(choice: rx.Var[dict[str, str]]) -> rx.Component:
        control = rx.el.input(
            type="radio",
            name=shown.name,
            value=choice["value"],
            default_checked=shown.value == choice["value"],
            aria_describedby=shown.described_by,
        )
        return rx.el.label(control, choice["label"], class_name="check")

    boxes = rx.el.div(
        rx.foreach(shown.choices, button_of), class_name="choices", custom_attrs={"id": f"f-{shown.name}"}
    )
    return _framed(shown, boxes, "radio", grouped=True)


def _file(shown: _Shown) -> rx.Component:
    control = _chooser(shown, shown.files) if shown.files else _inert()
    return _framed(shown, control, "file", grouped=True)


def _inert() -> rx.Component:
    """What choosing a file looks like."""
    return rx.el.div(
        rx.el.button(rx.el.span(t("kit.upload.choose_file")), type="button", disabled=True, class_name="button plain"),
        rx.el.p(t("criteria.file_rules"), class_name="hint"),
        class_name="file-input",
    )


def _chooser(shown: _Shown, files: type[ProofFilesMixin]) -> rx.Component:
    """A file that goes to the server at once, is checked there, and waits for the form to be sent."""
    name, chosen_files = shown.name, files.proof_files
    chosen = rx.cond(chosen_files.contains(name), chosen_files[name]["name"], "")
    problem = rx.cond(chosen_files.contains(name), chosen_files[name]["problem"], "")
    choose = file_button(
        accept=",".join((*ENDINGS, *MEDIA_TYPES.values())),
        wrong_type=t("criteria.wrong_file"),
        described_by=f"f-{name}-rules f-{name}-file {shown.described_by}",
        field=name,
    )
    there = rx.cond(shown.given.contains(name), _named(t("criteria.given", name=entry(shown.given, name))))
    drop = button(t("kit.upload.drop_file"), "drop-proof", symbol="x", tone="link", on_click=files.drop_proof(name))
    return rx.el.div(
        rx.cond(chosen != "", _named(rx.el.strong(chosen)), there),
        rx.el.div(choose, rx.cond(chosen != "", drop), class_name="row"),
        rx.el.p(t("criteria.file_rules"), class_name="hint", custom_attrs={"id": f"f-{name}-rules"}),
        file_progress(),
        rx.el.p(
            problem,
            class_name="field-error",
            role="alert",
            custom_attrs={"id": f"f-{name}-file", "data-file-problem": ""},
        ),
        *file_answers(files.prepare_proof(name, from_script("fileName")), files.check_proof(name)),
        class_name="file-input",
        custom_attrs={"id": f"f-{name}"},
    )


def _named(name: rx.Component | rx.Var[str]) -> rx.Component:
    return rx.el.p(icon("file-check-2"), rx.el.span(name), class_name="file-name")


_KINDS = {"checkbox": _checkbox, "radio": _radio, "input": _text, "file": _file, "selectbox": _select}
"""One function per kind of criterion (criteria.KINDS)."""
