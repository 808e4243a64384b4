"""The slots of a structure as three lines: what each is called, from when, until when."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from admin_app.features.solidary import week
from admin_app.features.solidary.structures.form import StructureForm
from admin_app.features.solidary.structures.form_values import EDITED
from admin_app.kit.forms import field_of
from admin_app.kit.words.locale import choice_label


def slot_lines(times: Sequence[str]) -> rx.Component:
    """Two times a slot, in the order of `week.SLOTS`: each is called by its slot and its end, unseen."""
    parts: dict[str, Any] = {part.name: part for part in EDITED.inputs()}
    lines = [
        rx.el.div(
            rx.el.span(choice_label(week.SLOT_LABELS, slot), class_name="label", aria_hidden="true"),
            field_of(parts[first], StructureForm),
            rx.el.span("–", class_name="quiet", aria_hidden="true"),
            field_of(parts[last], StructureForm),
            class_name="slot-line",
        )
        for slot, first, last in zip(week.SLOTS, times[::2], times[1::2], strict=True)
    ]
    return rx.el.div(*lines, class_name="fields slot-lines")
