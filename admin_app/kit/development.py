"""`make dev` compiles the pages that were opened last and no other, so that a change is seen within seconds.

`tools/dev.py` names the file that lists them in DEV_PAGES, one route a line; without it every page is compiled. A page
that is not among them says so, and what its tab sends first puts it there: the server sees that the file changed and
starts anew, with that page.
"""

import os
from pathlib import Path

import reflex as rx

from admin_app.patches.names import Event, Middleware

MOST = 6
"""Pages that are compiled: each costs a part of a second at every change."""
_FILE = os.environ.get("DEV_PAGES")


class _OpenedPages(Middleware):
    """Writes down which page was opened, where it is none of those that are compiled."""

    def __init__(self, file: Path, routes: frozenset[str], compiled: frozenset[str]) -> None:
        self._file, self._missing = file, routes - compiled

    async def preprocess(self, app: rx.App, state: rx.State, event: Event) -> None:
        """Look at the address of the tab that sends an event, and let the event pass."""
        route = str(event.router_data.get("pathname", "")).replace("/index", "/")
        if route in self._missing:
            print(f"Opened: {route}", flush=True)
            listed = [each for each in self._file.read_text().splitlines() if each != route]
            self._file.write_text("\n".join([*listed, route][-MOST:]))


def compiled_pages(app: rx.App, routes: frozenset[str]) -> frozenset[str]:
    """The routes whose pages are compiled; with `make dev`, others are as soon as somebody opens them."""
    if not _FILE:
        return routes
    compiled = routes.intersection(Path(_FILE).read_text().splitlines())
    app.add_middleware(_OpenedPages(Path(_FILE), routes, compiled))
    return compiled


def placeholder() -> rx.Component:
    """What stands in place of a page that is not compiled yet."""
    return rx.el.main(
        rx.el.h1("This page is being compiled"),
        rx.el.p("It will be here within seconds: make dev compiles pages when they are opened."),
        class_name="alone",
    )
