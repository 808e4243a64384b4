"""What the public sees of a record: a picture, what it is called and a text, on its page and beside its form."""

import reflex as rx

from admin_app.kit.forms import mirrors
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t

STYLESHEET = "/preview.css"


def preview(feature: str, *block: rx.Component, said: rx.Component | None = None) -> rx.Component:
    """The block as the public sees it, under the title in the words of a feature and what is `said` of it."""
    return rx.el.section(
        sheet(STYLESHEET),
        rx.el.h2(t(f"{feature}.preview"), custom_attrs={"id": "preview"}),
        said or rx.fragment(),
        rx.el.div(*block, class_name="public-preview"),
        class_name="card",
        aria_labelledby="preview",
    )


def live_preview(
    feature: str, fields: tuple[str, str], *more: rx.Component, said: rx.Component | None = None
) -> rx.Component:
    """The same beside the form, while it is written: its picture, then `fields`, the name and the text, then `more`;
    what it will be is said until there is something to see."""
    name, text = fields
    return preview(
        feature,
        rx.el.img(alt="", hidden=True, custom_attrs=mirrors("image")),
        # No heading: there is none before it is written.
        rx.el.strong(custom_attrs=mirrors(name)),
        rx.el.p(custom_attrs=mirrors(text)),
        *more,
        rx.el.p(t(f"{feature}.preview_empty"), class_name="hint"),
        said=said,
    )
