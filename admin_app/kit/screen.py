"""A screen: one of the sixty (SCREEN-1), from which routes, guards, menu and tests come."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import reflex as rx

from admin_app.kit.declare.resource import Resource
from admin_app.kit.records.global_search import Finder

TOP = "top"
"""The group of the menu that has no title."""


@dataclass(frozen=True)
class Menu:
    """The menu entry of a screen; shown when any of `permissions` (default: the screen's own) is held."""

    rank: int
    icon: str
    group: str = TOP
    """The key of one of the groups of `Shell`."""
    permissions: tuple[str, ...] = ()
    query: str = ""
    """What the entry adds to the route, with its `?`: a list may open on what is to be done now."""
    label: str = ""
    """Translation key of what the menu says, where its group says the rest; the title of the screen unless given."""
    unless: str = ""
    """The permission of the list whose page leads here too: who holds it needs no entry."""


@dataclass(frozen=True)
class Condition:
    """What must hold of the person, beside a permission and a module, for a screen to be there.

    It only decides what is shown, as everything of a `Screen`: the door refuses the data by itself.
    """

    held: rx.Var[bool]
    met: Callable[[rx.State], Awaitable[bool]]
    """The same on the server, for what is put together there; asked from any state of the tab."""
    title: str
    """The translation key of what stands in place of the page otherwise; its menu entry is not there."""
    text: str


@dataclass(frozen=True)
class Screen:
    """One address of the application.

    `permission` None opens the screen to any signed-in person; `flag` names the module that must be switched on;
    `public` is the sign-in screen alone; `title` is a translation key; `parent` the route above it in the breadcrumbs.
    """

    route: str
    title: str
    page: Callable[[], rx.Component]
    permission: str | None = None
    flag: str | None = None
    on_load: tuple[Any, ...] = ()
    menu: Menu | None = None
    parent: str | None = "/"
    address: rx.Var[str] | None = None
    """Where a list was left, with its filters: breadcrumbs lead back there. None is its route."""
    public: bool = False
    resource: Resource | None = None
    """The entity shown; its declaration is checked at start."""
    name: rx.Var[str] | None = None
    """The name of the record shown, in the document's title and the last breadcrumb."""
    record: rx.Var[str] | None = None
    """The address of the page of its record, if it is another one: the name in the breadcrumbs leads there, and the
    title is the last step."""
    state: rx.Var[str] | None = None
    """What `data-state` says: loading, ready, empty or error; None is always ready."""
    also: tuple[str, ...] = ()
    """Permissions that parts of the screen ask for, beside its own and those of its resource."""
    condition: Condition | None = None

    def menu_permissions(self) -> tuple[str, ...]:
        """The permissions of which any one shows the menu entry (ACCESS-5)."""
        if self.menu and self.menu.permissions:
            return self.menu.permissions
        return (self.permission,) if self.permission else ()


@dataclass(frozen=True)
class Shell:
    """What features add to what stands around every screen, in the order it is shown."""

    groups: Mapping[str, str] = field(default_factory=dict)
    """The titled groups of the menu: the translation key of the title by the group's key."""
    tools: tuple[Callable[[], rx.Component], ...] = ()
    """What stands in the toolbar, and on phones in the menu."""
    handy: tuple[Callable[[], rx.Component], Callable[[], rx.Component]] | None = None
    """What is opened from any screen: its button with its dialog for the toolbar, and the button of a phone's bar."""
    first: Mapping[str, str] = field(default_factory=dict)
    """What a phone has in its bar: a short name by route. There is room for four of those that may be opened."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys of features, beside those of the kit: the translation key of what one does by the key's name."""
    watched: tuple[str, ...] = ()
    """The lists on whose records people are told who else has them open, by route."""
    shares: str = ""
    """The permission to keep views of lists for everybody; empty where nobody may."""
    opened: tuple[Any, ...] = ()
    """What runs whenever a screen is opened, after its own."""
    finders: tuple[Finder, ...] = ()
    """What the search over every module looks through, beside the screens."""


def by_route(screens: tuple[Screen, ...]) -> dict[str, Screen]:
    """The screens by route, in menu order."""
    return {screen.route: screen for screen in screens}
