"""The control of an image: what is there, a button to choose another, and what the script says of the file."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import ALT
from admin_app.kit.forms.cropper import cropper
from admin_app.kit.forms.state import State
from admin_app.kit.parts.widgets import Text
from admin_app.kit.transfer import pictures
from admin_app.kit.words.locale import t

SOURCE = 30 * 1024 * 1024
"""Bytes of a picture that is to be cropped: what is sent of it is smaller."""
CUT = (*pictures.IMAGE_TYPES.values(), "image/webp", "image/gif", "image/avif")
"""The formats that can be cropped: browsers read them, and what is cut of them is written as PNG or JPEG."""


def image_input(
    state: State, name: Text, described_by: Text, *, ratio: float = 0, described: bool = False
) -> rx.Component:
    """The picture as it is, or as it will be; the script checks the file, and has it cropped, before it is sent."""
    return rx.el.div(
        rx.el.img(
            src=state.picture,
            alt=t("kit.upload.preview"),
            class_name="preview",
            hidden=state.picture == "",
            custom_attrs={"data-preview": ""},
        ),
        rx.el.div(
            file_button(name, described_by, {"data-field": name, **(source_limits() if ratio else {})}),
            rx.el.p(
                t("kit.upload.crop_rules" if ratio else "kit.upload.image_rules"),
                class_name="hint",
                custom_attrs={"id": f"f-{name}-limits"},
            ),
            *upload_progress(state.prepare_image),
            *([_alternative(state, name)] if described else []),
        ),
        *([cropper(ratio, pictures.IMAGE_SIDES[0], pictures.MAX_IMAGE, f"crop-{name}")] if ratio else []),
        class_name="image-input",
        custom_attrs={"id": f"f-{name}"},
    )


def source_limits() -> dict[str, Any]:
    """What may be chosen to be cropped, as attributes."""
    return {
        "data-max": str(SOURCE),
        "data-formats": ",".join(CUT),
        "data-too-big": t("kit.upload.source_limit"),
        "data-wrong-format": t("kit.upload.source_format"),
    }


def file_button(name: Text, described_by: Text, limits: dict[str, Any], *, accept: str = "") -> rx.Component:
    """What chooses the file of a picture; beside its `limits` it knows what the script says of one that cannot be."""
    sides = pictures.IMAGE_SIDES
    types = ",".join(pictures.IMAGE_TYPES.values())
    control = rx.el.input(
        type="file",
        accept=accept or limits.get("data-formats", types),
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
    return rx.el.label(rx.el.span(t("kit.upload.choose_image")), control, class_name="button plain file-button")


def upload_progress(prepare: Any) -> tuple[rx.Component, ...]:
    """How far a picture is sent, what was wrong with it, and the hidden button that asks for its ticket."""
    return (
        rx.el.progress(max=100, hidden=True, aria_label=t("kit.upload.progress"), custom_attrs={"data-progress": ""}),
        rx.el.p(class_name="field-error", role="alert", custom_attrs={"data-image-error": ""}),
        rx.el.button(type="button", hidden=True, on_click=prepare, custom_attrs={"data-prepare": ""}),
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
