"""The bridge between Python pages and the script in `assets/kit/`.

What must not make a round trip (theme, drawer, dialogs, row selection, copy, unsaved-changes guard, keyboard)
happens in that script, driven by `data-*` attributes that the kit's components write.
"""

import json
from html import escape
from pathlib import Path
from typing import Any

import reflex as rx

from admin_app.kit.words.catalogue import LOCALES, message

CHUNK_TIMEOUT = 120_000
"""Milliseconds the code of a screen may take to load (SCREEN-25)."""

CALLY = "0.9.2"
"""The calendar of dates, which the script fetches when somebody opens it (decision 47)."""
SCRIPT = "$/public/kit/bridge.jsx"
"""`assets/kit/bridge.jsx`, which brings the rest of the script into the bundle of every page."""
FONT = "/fonts/public-sans.woff2"
"""Asked for with the page, before its stylesheet names it (assets/styles/base.css)."""
_EARLY = Path(__file__).with_name("early.js").read_text("utf-8")

_NO_CODE = """
<div class="error-card" role="alert" lang="{lang}"><div><h1 tabindex="-1">{title}</h1><p>{text}</p></div>
<div class="row"><button type="button" class="button primary" data-reload data-testid="action:retry">{retry}</button>
</div></div>
"""


class Bridge(rx.Component):
    """Brings the script, and hands it React Router's navigation and blocker; mounted once, around every page."""

    library = SCRIPT
    tag = "Bridge"
    lib_dependencies: list[str] = [f"cally@{CALLY}"]

    limit: rx.Var[int] = rx.Var.create(CHUNK_TIMEOUT)


def head() -> list[rx.Component]:
    """Head elements: theme and language before the first paint, and what to say if the code does not come."""
    return [
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="preload", href=FONT, type="font/woff2", cross_origin="anonymous", custom_attrs={"as": "font"}),
        # Before the script, which keeps what is in it.
        rx.el.template(custom_attrs={"id": "no-code", **_written_once(_no_code())}),
        rx.el.script(custom_attrs=_written_once(_EARLY)),
    ]


def _written_once(html: str) -> dict[str, Any]:
    """The content of an element that is in the built page alone, not in the code that React takes it over with."""
    return {
        "dangerouslySetInnerHTML": rx.Var(f"({{__html: import.meta.env.SSR ? {json.dumps(html)} : ''}})"),
        "suppressHydrationWarning": True,
    }


def _no_code() -> str:
    """What the script shows where the code of the first screen does not come or fails: React is not there to do it."""
    keys = {"title": "kit.pages.error_title", "text": "kit.pages.error_text", "retry": "kit.actions.retry"}
    texts = {locale: {name: escape(message(key, locale)) for name, key in keys.items()} for locale in LOCALES}
    return "".join(_NO_CODE.format(lang=locale, **each) for locale, each in texts.items())


def run(name: str, *values: object) -> rx.event.EventSpec:
    """Call a function of the script with JSON values: `run("leave", "/login")`."""
    return rx.call_script(f"window.adminApp.{name}({', '.join(json.dumps(value) for value in values)})")


def open_instead(address: str) -> rx.event.EventSpec:
    """Open an address in place of the one that is open: Back does not lead to a form that was saved."""
    return run("openInstead", address)


def from_script(name: str) -> rx.Var[Any]:
    """What a function of the script answers when an event is sent: `on_click=state.restore(from_script("draft"))`."""
    return rx.Var(f"window.adminApp.{name}()")
