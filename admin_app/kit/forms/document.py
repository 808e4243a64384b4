"""A form that reads as the page it writes: one sheet, its lines as text, what can be done with them where the pointer
or the focus is. Looks alone (assets/document.css): inputs, keys, drafts and steps are those of every form.
"""

from typing import Any

import reflex as rx

from admin_app.kit.forms.page import Around

STYLESHEET = "/document.css"


def document(*, above: tuple[Any, ...] = (), **more: Any) -> Around:
    """What stands around such a form; the browser takes its stylesheet once."""
    sheet = rx.el.link(rel="stylesheet", href=STYLESHEET, custom_attrs={"precedence": "default"})
    return Around(above=(sheet, *above), class_name="document", **more)
