"""A tab: what its states show, where it stands, and the way out to the sign-in screen."""

from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.query import record_id
from admin_app.kit.script import run

LOGIN = "/login"


@dataclass(frozen=True)
class Here:
    """Where a tab stands: the path without its last slash, the query, and what is behind the `#`."""

    path: str
    query: str
    fragment: str = ""

    @property
    def text(self) -> str:
        """Path and query, as in the address bar."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def last(self) -> str:
        """The last part of the path, whatever it is."""
        return self.path.rpartition("/")[2]

    @property
    def record_id(self) -> str:
        """The id of the record at the end of the path; NOWHERE, which no record has, for what is no id."""
        return record_id(self.last)


def assign(state: rx.State, **values: Any) -> None:
    """Assign what differs: Reflex sends what is assigned to the page, which renders it, though it be the same (F30)."""
    for name, value in values.items():
        if state.get_value(name) != value:
            setattr(state, name, value)


def here(state: rx.State) -> Here:
    """Where the tab of a state stands; a path may come with a last slash after a full load."""
    url = state.rx_router_url  # `router` makes all there is of a connection anew, each time
    return Here(url.path.rstrip("/") or "/", url.query, url.fragment)


def leave(address: str) -> EventSpec:
    """Go to sign in with a fresh server state, so that nothing the person saw stays in this tab."""
    return run("leave", address)
