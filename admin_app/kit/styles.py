"""The stylesheet of every page: the files it is made of, in the order of their rules.

They are bundled into one file. What one screen needs is a stylesheet of its own beside `assets/styles/`, which its page
links to (`sheet`).
"""

import re

import reflex as rx

from admin_app.patches.vars import expression, imported

AREAS = (
    "base",
    "buttons",
    "shell",
    "home",
    "fields",
    "dates",
    "forms",
    "lines",
    "files",
    "filters",
    "menus",
    "tables",
    "values",
    "lists",
    "records",
    "views",
    "dialogs",
    "notices",
    "sign-in",
    "waiting",
    # After all that they change.
    "phones",
    "phone-lists",
    "media",
)
"""Files of `assets/styles/`. Of two rules that are as strong the later one wins, so the order is part of the look."""

SHEETS = tuple(f"/styles/{area}.css" for area in AREAS)
"""Their addresses under `assets/`."""

RICH_TEXT = "/rich-text.css"
"""Rich text, as it is read and as it is written."""


def sheet(address: str) -> rx.Component:
    """The stylesheet of a part, by its address under `assets/`, as the part's first element; the browser takes it once.

    The bundler gives it a name by its content, which a browser keeps, and React shows nothing of the part before it is
    there. It comes before the stylesheet of every page: of two rules that are as strong, that one wins.
    """
    return rx.el.link(rel="stylesheet", href=built(address), custom_attrs={"precedence": "default"})


def built(address: str) -> rx.Var[str]:
    """Where a stylesheet under `assets/` is once it is built."""
    name = re.sub(r"\W", "_", address.removesuffix(".css").strip("/")) + "_css"
    return expression(name, data=imported(f"$/public{address}?url", name, default=True))
