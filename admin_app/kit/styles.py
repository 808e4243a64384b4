"""Stylesheets: one of every page, and those of single parts, which a part links to (`sheet`)."""

import re

import reflex as rx

from admin_app.patches.vars import expression, imported

EVERY_PAGE = "/every-page.css"
"""The one of every page, by its address under `assets/`: it names the files of `assets/styles/` in their order."""

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
