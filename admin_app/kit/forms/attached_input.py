"""The picture of one line: chosen, cut to a shape or not, shown with its weight; it waits behind a ticket for the save.

What is known of it is JSON in an input that the script writes (assets/kit/files.js): `id` and `src` of one that the API
has, `ticket` of one that waits, `weight` in bytes. So drafts, copies and undone steps hold it as they hold texts. One
cropper of the form serves all of its lines.
"""

from typing import Any

import reflex as rx

from admin_app.kit.forms.image_input import CUT, file_button, source_limits, upload_progress
from admin_app.kit.forms.state import State
from admin_app.kit.parts.widgets import Text, icon
from admin_app.kit.words.locale import t

SHAPES = {"": "whole", "3": "banner", "1.7777777777777777": "wide", "1.3333333333333333": "classic", "1": "square"}
"""Width by height a picture is cut to, and the last part of the label's key."""


def attached_input(state: State, name: Text, value: Any, described_by: Text) -> rx.Component:
    """The picture as it is or will be, and what chooses another."""
    shapes = [rx.el.option(t(f"kit.upload.shapes.{label}"), value=ratio) for ratio, label in SHAPES.items()]
    facts = rx.el.p(
        rx.el.span(class_name="number", custom_attrs={"data-weight": ""}),
        rx.el.span(
            t("kit.upload.waits"), class_name="badge", hidden=True, custom_attrs={"data-waits": "", "data-tone": "warn"}
        ),
        class_name="row hint",
    )
    empty = rx.el.div(icon("image", 28), class_name="preview empty-picture", custom_attrs={"data-empty": ""})
    return rx.el.div(
        rx.el.img(alt=t("kit.upload.preview"), class_name="preview", hidden=True, custom_attrs={"data-preview": ""}),
        empty,
        rx.el.div(
            rx.el.div(
                file_button(name, described_by, {}, accept=",".join(CUT)),
                rx.el.select(
                    *shapes,
                    default_value="",
                    aria_label=t("kit.upload.shape"),
                    custom_attrs={"data-ratio": "", **source_limits()},
                ),
                class_name="row",
            ),
            rx.el.p(t("kit.upload.image_rules"), class_name="hint", custom_attrs={"id": f"f-{name}-limits"}),
            facts,
            *upload_progress(state.prepare_attached(name)),
        ),
        rx.el.input(type="text", hidden=True, name=name, default_value=value, custom_attrs={"data-attached": ""}),
        class_name="image-input attached",
        custom_attrs={"id": f"f-{name}"},
    )
