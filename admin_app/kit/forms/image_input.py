"""The controls of a picture: what is there, a button to choose another, and what the script says of the file.

The picture of a record is sent once the record is saved. That of a line waits behind a ticket for the save: what is
known of it is JSON in an input that the script writes (assets/kit/files.js): `id` and `src` of one that the API has,
`ticket` of one that waits, `weight` in bytes. So drafts, copies and undone steps hold it as they hold texts. One
cropper of the form serves all of its lines.
"""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import ALT
from admin_app.kit.forms.cropper import cropper
from admin_app.kit.forms.state import State
from admin_app.kit.parts.widgets import ABSENT, Text, held_input, icon, pressed_by_script
from admin_app.kit.transfer import pictures
from admin_app.kit.words.locale import t

SOURCE = 30 * 1024 * 1024
"""Bytes of a picture that is to be cropped: what is sent of it is smaller."""
CUT = (*pictures.IMAGE_TYPES.values(), "image/webp", "image/gif", "image/avif")
"""The formats that can be cropped: browsers read them, and what is cut of them is written as PNG or JPEG."""
SHAPES = {"": "whole", "3": "banner", "1.7777777777777777": "wide", "1.3333333333333333": "classic", "1": "square"}
"""Width by height a picture is cut to, and the last part of the label's key."""


def image_input(
    state: State, name: Text, described_by: Text, *, ratio: float = 0, described: bool = False
) -> rx.Component:
    """The picture as it is, or as it will be; the script checks the file, and has it cropped, before it is sent."""
    return rx.el.div(
        rx.el.img(
            src=rx.cond(state.picture != "", state.picture, ABSENT),
            alt=t("kit.upload.preview"),
            class_name="preview",
            hidden=state.picture == "",
            custom_attrs={"data-preview": ""},
        ),
        rx.el.div(
            _picture_button(
                name,
                described_by,
                {"data-field": name, **(_source_limits() if ratio else {})},
                rx.cond(state.picture != "", t("kit.upload.replace_image"), t("kit.upload.choose_image")),
            ),
            rx.el.p(
                t("kit.upload.crop_rules" if ratio else "kit.upload.image_rules"),
                class_name="hint",
                custom_attrs={"id": f"f-{name}-limits"},
            ),
            *_upload_progress(state.prepare_image),
            *([_alternative(state, name)] if described else []),
        ),
        *([cropper(ratio, f"crop-{name}")] if ratio else []),
        class_name="image-input",
        custom_attrs={"id": f"f-{name}"},
    )


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
                _picture_button(name, described_by, {}, t("kit.upload.choose_image")),
                rx.el.select(
                    *shapes,
                    default_value="",
                    aria_label=t("kit.upload.shape"),
                    custom_attrs={"data-ratio": "", **_source_limits()},
                ),
                class_name="row",
            ),
            rx.el.p(t("kit.upload.image_rules"), class_name="hint", custom_attrs={"id": f"f-{name}-limits"}),
            facts,
            *_upload_progress(state.prepare_attached(name)),
        ),
        held_input(name, value, {"data-attached": ""}),
        class_name="image-input attached",
        custom_attrs={"id": f"f-{name}"},
    )


def _source_limits() -> dict[str, Any]:
    """What may be chosen to be cropped, as attributes."""
    return {
        "data-max": str(SOURCE),
        "data-formats": ",".join(CUT),
        "data-too-big": t("kit.upload.source_limit"),
        "data-wrong-format": t("kit.upload.source_format"),
    }


def _picture_button(name: Text, described_by: Text, limits: dict[str, Any], label: Text) -> rx.Component:
    """What chooses the file of a picture; beside its `limits` it knows what the script says of one that cannot be."""
    sides = pictures.IMAGE_SIDES
    types = ",".join(pictures.IMAGE_TYPES.values())
    control = rx.el.input(
        type="file",
        accept=limits.get("data-formats", types),
        class_name="visually-hidden",
        aria_describedby=f"f-{name}-limits {described_by}",
        custom_attrs={
            "data-image": "",
            "data-min-side": str(sides[0]),
            "data-max-side": str(sides[1]),
            "data-max": str(pictures.MAX_SOURCE),
            "data-formats": types,
            "data-too-big": t("kit.upload.image_limit"),
            "data-wrong-type": t("kit.upload.not_an_image"),
            "data-wrong-format": t("kit.upload.image_format"),
            "data-broken": t("kit.upload.broken_image"),
            "data-wrong-sides": t("kit.upload.image_sides"),
            "data-failed": t("kit.upload.failed"),
            **limits,
        },
    )
    return rx.el.label(rx.el.span(label), control, class_name="button plain file-button")


def _upload_progress(prepare: Any) -> tuple[rx.Component, ...]:
    """How far a picture is sent, what was wrong with it, and the hidden button that asks for its ticket."""
    return (
        rx.el.progress(max=100, hidden=True, aria_label=t("kit.upload.progress"), custom_attrs={"data-progress": ""}),
        rx.el.p(class_name="field-error", role="alert", custom_attrs={"data-image-error": ""}),
        pressed_by_script("data-prepare", prepare),
    )


def _alternative(state: State, name: Text) -> rx.Component:
    """What the picture says to who cannot see it: asked once there is a new one."""
    box, hint = f"f-{name}{ALT}", f"f-{name}{ALT}-hint"
    return rx.el.div(
        rx.el.label(t("kit.upload.alt"), html_for=box),
        rx.el.p(t("kit.upload.alt_hint"), class_name="hint", custom_attrs={"id": hint}),
        rx.el.input(
            type="text",
            name=f"{name}{ALT}",
            default_value=state.image.alt,
            max_length=255,
            auto_complete="off",
            aria_describedby=hint,
            custom_attrs={"id": box},
        ),
        class_name="field",
        hidden=True,
        custom_attrs={"data-alt": ""},
    )
