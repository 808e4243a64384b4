"""A form that reads as the page it writes: one sheet, its lines as text, what can be done with them where the pointer
or the focus is. Looks alone (assets/document.css): inputs, keys, drafts and steps are those of every form.
"""

from typing import Any

from admin_app.kit.forms.page import Around
from admin_app.kit.styles import sheet

STYLESHEET = "/document.css"


def as_document(*, above: tuple[Any, ...] = (), **more: Any) -> Around:
    """What stands around such a form; the browser takes its stylesheet once."""
    return Around(above=(sheet(STYLESHEET), *above), class_name="document", **more)
