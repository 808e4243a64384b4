"""One input as it stands on the page: what its control is called, holds, and is told by."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Input
from admin_app.kit.forms.state import State
from admin_app.kit.parts.widgets import Text, entry
from admin_app.kit.session import Session
from admin_app.kit.words.locale import t


@dataclass(frozen=True)
class Field:
    """One input as it stands on the page: in the form itself or as a cell of a line."""

    part: Input
    state: State
    name: Text
    value: rx.Var[str]
    text: rx.Var[str]
    """Name of the record behind a reference, or the address in words."""
    label: rx.Var[str]
    disabled: rx.Var[bool] | bool = False
    allowed: str = ""
    """Key of the run-time choices in the state's `allowed`."""
    beyond: Text | None = None
    """What stands beside a choice that may not be taken."""

    @property
    def control_id(self) -> Text:
        """The id of the control."""
        return f"f-{self.name}"

    @property
    def error(self) -> rx.Var[str]:
        """The message beside the field, empty when there is none."""
        return entry(self.state.errors, self.name)

    @property
    def invalid(self) -> rx.Var[str]:
        """The value of aria-invalid."""
        return rx.cond(self.state.errors.contains(self.name), "true", "false")

    @property
    def described_by(self) -> Text:
        """The ids of the texts that belong to the control."""
        return f"f-{self.name}-error f-{self.name}-hint"

    @property
    def required(self) -> Text:
        """The value of aria-required; some settings decide it at run time."""
        if self.part.required or not self.part.required_by:
            return "true" if self.part.required else "false"
        return rx.cond(Session.flags.contains(self.part.required_by), "true", "false")

    @property
    def prompt(self) -> rx.Var[str]:
        """What stands in the empty field, where that is its label."""
        required = t("kit.form.required")
        return rx.Var.create(f"{self.label} ({required})") if self.part.required else self.label

    def attributes(self, **more: Any) -> dict[str, Any]:
        """What every native control shares."""
        return {
            "name": self.name,
            "disabled": self.disabled,
            "aria_invalid": self.invalid,
            "aria_describedby": self.described_by,
            "aria_required": self.required,
            **({"placeholder": self.prompt} if self.part.prompted else {}),
            "custom_attrs": {"id": self.control_id, **more},
        }
