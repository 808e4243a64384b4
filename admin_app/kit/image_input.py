"""The control of an image: what is there, a button to choose another, and what the script says of the file."""

import reflex as rx

from admin_app.kit import spool
from admin_app.kit.forms import FormMixin
from admin_app.kit.locale import t

Text = rx.Var[str] | str


def image_input(state: type[FormMixin], name: Text, described_by: Text) -> rx.Component:
    """The picture as it is, or as it will be; the script checks the file before it is sent."""
    sides = spool.IMAGE_SIDES
    return rx.el.div(
        rx.el.img(
            src=state.picture,
            alt=t("kit.upload.preview"),
            class_name="preview",
            hidden=state.picture == "",
            custom_attrs={"data-preview": ""},
        ),
        rx.el.div(
            rx.el.label(
                rx.el.span(t("kit.upload.choose_image")),
                rx.el.input(
                    type="file",
                    accept="image/png,image/jpeg",
                    class_name="visually-hidden",
                    aria_describedby=f"f-{name}-limits {described_by}",
                    custom_attrs={
                        "data-image": "",
                        "data-field": name,
                        "data-max": str(spool.MAX_IMAGE),
                        "data-min-side": str(sides[0]),
                        "data-max-side": str(sides[1]),
                        "data-too-big": t("kit.upload.image_limit"),
                        "data-wrong-type": t("kit.upload.not_an_image"),
                        "data-wrong-sides": t("kit.upload.image_sides"),
                        "data-failed": t("kit.upload.failed"),
                    },
                ),
                class_name="button plain file-button",
            ),
            rx.el.p(t("kit.upload.image_rules"), class_name="hint", custom_attrs={"id": f"f-{name}-limits"}),
            rx.el.progress(
                max=100, hidden=True, aria_label=t("kit.upload.progress"), custom_attrs={"data-progress": ""}
            ),
            rx.el.p(class_name="field-error", role="alert", custom_attrs={"data-image-error": ""}),
            rx.el.button(type="button", hidden=True, on_click=state.prepare_image, custom_attrs={"data-prepare": ""}),
        ),
        class_name="image-input",
        custom_attrs={"id": f"f-{name}"},
    )
