"""What stands beside the form of a structure: its criteria as operators will be asked them, a moment after each change.

It is a state of its own: what it shows does not draw the form again.
"""

from typing import Any

import reflex as rx

from admin_app.features.solidary.asking.request_form import typed_so_far
from admin_app.features.solidary.criteria import Criterion
from admin_app.features.solidary.criteria_inputs import criteria_inputs
from admin_app.features.solidary.structures.form_values import EDITED, KINDS
from admin_app.features.solidary.structures.shaping import CRITERIA, REQUESTERS, VOLUNTEERS
from admin_app.kit.declare import Input
from admin_app.kit.forms import Lines, name_of
from admin_app.kit.parts import icon
from admin_app.kit.script import run
from admin_app.kit.words.locale import t

PARTS: list[Input] = [part for part in EDITED.inputs() if part.name in CRITERIA]


class StructurePreview(rx.State):
    """The criteria that are being written, as they would be asked now."""

    requesters: list[dict[str, Any]] = []
    volunteers: list[dict[str, Any]] = []
    off: int = 0
    """Criteria that are asked of nobody."""

    @rx.event
    def clear(self):
        """Nothing is shown of the structure that was here before."""
        self.requesters, self.volunteers, self.off = [], [], 0

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Show what the form asks now."""
        if (sent := typed_so_far(PARTS, data)) is not None:
            asked = {name: asked_by(sent.lines, name) for name in CRITERIA}
            self.requesters, self.volunteers = (
                [each.model_dump() for each in asked[name] if each.activated] for name in (REQUESTERS, VOLUNTEERS)
            )
            self.off = sum(not each.activated for those in asked.values() for each in those)
        return run("followOn")


def asked_by(lines: Lines, name: str) -> list[Criterion]:
    """The criteria of a list of lines; each is called by the key of its line, since a new one has no id."""
    criteria = []
    for rank, line in enumerate(lines.get(name, []), 1):
        label, kind = line.get("label", "").strip(), line.get("kind", "")
        if label and kind in KINDS:
            choices = [
                {"label": text, "value": text}
                for each in lines.get(name_of(name, line["key"], "choices"), [])
                if (text := each.get("label", "").strip())
            ]
            flags = {flag: line.get(flag) == "true" for flag in ("mandatory", "activated")}
            number = {"id": int(line["key"]) if line["key"].isdigit() else rank, "position": rank}
            criteria.append(
                Criterion.model_validate({**number, **flags, "label": label, "kind": kind, "choices": choices})
            )
    return criteria


# --- on the page ----------------------------------------------------------------------


def preview() -> rx.Component:
    """Both sets of criteria, folded until they are tried: nothing of it is kept. Without any, one line says so."""
    nothing = (StructurePreview.requesters.length() == 0) & (StructurePreview.volunteers.length() == 0)
    asked = rx.fragment(
        _asked(StructurePreview.requesters, "requesters"), _asked(StructurePreview.volunteers, "volunteers")
    )
    head = rx.el.summary(
        rx.el.h2(t("structures.preview.title"), custom_attrs={"id": "preview"}), icon("chevron-right", 16)
    )
    folded = rx.el.details(
        head,
        rx.el.p(t("structures.preview.text"), class_name="hint"),
        rx.cond(nothing, rx.el.p(t("structures.preview.none"), class_name="quiet"), asked),
        rx.cond(
            StructurePreview.off > 0,
            rx.el.p(t("structures.preview.off", count=StructurePreview.off), class_name="hint"),
        ),
    )
    return rx.el.section(
        folded,
        class_name="card criteria-preview",
        aria_labelledby="preview",
    )


def _asked(criteria: Any, of: str) -> rx.Component:
    return rx.el.div(
        rx.el.h3(t(f"structures.preview.{of}")),
        rx.cond(
            criteria.length() > 0,
            criteria_inputs(criteria),
            rx.el.p(t("structures.preview.none"), class_name="quiet"),
        ),
        data_preview=of,
    )
