"""My rights: what the signed-in person may do, module by module, and who may do the rest (ACCESS-10).

Everything is read from the screens and the resources they show, so that the page cannot say anything else than what
the application asks for. The modules stand in groups, first those where most may be done; each is one line until it is
opened, with how many of its rights are held.
"""

from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any

import reflex as rx

from admin_app.kit.parts import badge, entry, icon, link, offered
from admin_app.kit.screen import TOP, Screen, Shell, by_route
from admin_app.kit.session import (
    RIGHTS,
    Session,
    in_each_language,
    may,
    may_read,
    permission_holders,
    permission_name,
    role_ids,
    roles_of,
)
from admin_app.kit.words.locale import choice_label, pick, t
from admin_app.settings import PREFIX


@dataclass(frozen=True)
class Module:
    """A part of the menu with everything its screens ask for."""

    root: Screen
    asked: tuple[str, ...]


GROUPS = ("whole", "some", "closed", "none", "off")
"""The modules where no right is missing, where some are, where the one that opens them is, where all are, those that
are off."""


@dataclass(frozen=True)
class Group:
    """The routes of the modules about which the same can be said."""

    name: str
    routes: list[str]


_known: list[Module] = []
"""The modules the page is about, in the order of the menu."""


def grouped(found: Sequence[Module], held: Collection[str], flags: Collection[str]) -> list[Group]:
    """These modules by group, for somebody who holds these permissions, where these modules are on."""

    def name(module: Module) -> str:
        if module.root.flag and module.root.flag not in flags:
            return "off"
        lacking = [each for each in module.asked if each not in held]
        if not lacking or len(lacking) == len(module.asked):
            return "none" if lacking else "whole"
        # Of what several modules ask, somebody may hold a part of one whose screen is shut and which no menu shows.
        ways = {module.root.permission, *module.root.menu_permissions()}
        return "some" if None in ways or ways & {*held} else "closed"

    groups = [Group(each, [module.root.route for module in found if name(module) == each]) for each in GROUPS]
    return [group for group in groups if group.routes]


class Rights(rx.State):
    """What the token says beside the list of permissions, and in which group each module is."""

    roles: list[str] = []
    """Numbers of the roles given to the account itself."""
    groups: list[Group] = []
    loaded: bool = False

    @rx.event
    async def load(self):
        """Read the roles of the signed-in person; the API is not asked anything."""
        session = await self.get_state(Session)
        names = roles_of(session.token) or []
        self.roles = [str(role_ids()[name]) for name in names if name in role_ids()]
        self.groups = grouped(_known, session._readable(), session.flags)
        self.loaded = True


def modules(screens: tuple[Screen, ...], shell: Shell) -> tuple[Module, ...]:
    """The modules in the order of the menu; those that ask for nothing are left out."""
    routes = by_route(screens)
    asked: dict[str, dict[str, None]] = {}
    for screen in screens:
        asked.setdefault(_root(screen, routes).route, {}).update(dict.fromkeys(asked_by(screen)))
    found = [Module(routes[route], tuple(names)) for route, names in asked.items() if names]
    return tuple(sorted(found, key=lambda module: _place(module.root, [TOP, *shell.groups])))


def asked_by(screen: Screen) -> tuple[str, ...]:
    """The permissions a screen and the resource it shows ask for, each once."""
    resource = screen.resource
    may = astuple(resource.may) if resource else ()
    sections = [section.permission for section in (*resource.form, *resource.show)] if resource else []
    export = resource.export.permissions if resource and resource.export else ()
    looked_in = [target.permission for target in resource.targets()] if resource else []
    names = (screen.permission, *screen.menu_permissions(), *may, *sections, *export, *looked_in, *screen.also)
    return tuple(dict.fromkeys(name for name in names if name))


def _root(screen: Screen, routes: dict[str, Screen]) -> Screen:
    while screen.parent and screen.parent != "/" and screen.parent in routes:
        screen = routes[screen.parent]
    return screen


def _place(root: Screen, groups: list[str]) -> tuple[int, int]:
    return (groups.index(root.menu.group), root.menu.rank) if root.menu else (len(groups), 0)


def screens(features: tuple[Screen, ...], shell: Shell) -> tuple[Screen, ...]:
    """The page about what these screens ask for; open to any signed-in person."""

    _known[:] = modules(features, shell)

    def page() -> rx.Component:
        return rights_page(_known)

    loading = rx.cond(rx.State.is_hydrated & Rights.loaded, "ready", "loading")
    return (Screen(RIGHTS, "rights.title", page, on_load=(Rights.load,), state=loading),)


def rights_page(found: Sequence[Module]) -> rx.Component:
    """The modules, beside them who I am to the platform."""
    shown = [(module.root.route, _module(module)) for module in found]
    return rx.el.div(
        rx.el.header(
            rx.el.h1(t("rights.title"), tab_index=-1),
            rx.el.p(t("rights.lead"), class_name="lead"),
            class_name="page-head",
        ),
        rx.el.div(
            rx.el.div(rx.foreach(Rights.groups, partial(_group, shown)), class_name="column"),
            rx.el.div(_roles(), _about(), class_name="column"),
            class_name="columns",
        ),
        class_name="rights",
    )


def _group(shown: Sequence[tuple[str, rx.Component]], group: rx.Var[Group]) -> rx.Component:
    made = rx.foreach(group.routes, lambda route: rx.fragment(rx.match(route, *shown, rx.fragment()), key=route))
    return rx.el.section(
        rx.el.h2(choice_label("rights.group", group.name), rx.el.span(group.routes.length(), class_name="counter")),
        rx.el.div(made, class_name="rights-modules", data_group=group.name),
        class_name="rights-group",
        key=group.name,
    )


def _roles() -> rx.Component:
    roles = rx.el.ul(
        rx.foreach(Rights.roles, lambda role: rx.el.li(choice_label("rights.role", role))),
        class_name="row",
    )
    return rx.el.section(
        rx.el.h2(t("rights.roles")),
        rx.cond(Rights.roles.length() > 0, roles, rx.el.p(t("rights.no_role"))),
        class_name="card own-roles",
    )


def _about() -> rx.Component:
    return rx.el.section(
        rx.el.h2(t("rights.about")),
        rx.el.p(t("rights.promise")),
        rx.el.p(t("rights.ask")),
        class_name="card rights-about",
    )


def _module(module: Module) -> rx.Component:
    root, asked = module.root, module.asked
    held = _counted(asked)
    some = rx.fragment(
        rx.el.progress(value=held.to_string(), max=str(len(asked)), aria_hidden="true"),
        rx.el.span(t("rights.count", held=held, total=len(asked)), class_name="number"),
    )
    # A number says something where some are missing; else the group says it all.
    told = rx.cond((held < len(asked)) & (held > 0), some)
    lines = rx.fragment(_missing(asked, held), _held(asked, held))
    if root.flag:
        setting = f"{PREFIX}{root.flag.upper()}"
        is_on = Session.flags.contains(root.flag)
        told = rx.cond(is_on, told)
        lines = rx.cond(is_on, lines, rx.el.p(t("rights.off_text", setting=setting)))
    title = t(root.title)
    return rx.el.details(
        rx.el.summary(
            icon("chevron-right", 16), icon(root.menu.icon if root.menu else "square", 20), rx.el.h3(title), told
        ),
        rx.el.div(lines, _way(root, title), class_name="rights-lines"),
        data_testid=f"module:{root.route}",
    )


def _way(root: Screen, title: Any) -> rx.Component:
    """The link to a module, for those who may open it."""
    if "[" in root.route:
        return rx.fragment()
    there = rx.el.p(link(t("rights.open", name=title), to=root.route))
    if root.condition:
        there = rx.cond(root.condition.held, there)
    return offered(there, root.permission, root.flag)


def _counted(permissions: tuple[str, ...]) -> Any:
    """How many of these the person holds, be it for some records."""
    number: Any = rx.Var.create(0)
    for permission in permissions:
        number = number + rx.cond(may_read(permission), 1, 0).to(int)
    return number


def _missing(permissions: tuple[str, ...], held: Any) -> rx.Component:
    """What is missing comes first."""
    lines = [rx.cond(may_read(each), rx.fragment(), _line(each)) for each in permissions]
    title = rx.cond(held == 0, t("rights.nothing"), t("rights.lacking", count=len(permissions) - held))
    return rx.cond(held < len(permissions), rx.fragment(rx.el.h4(title), rx.el.ul(*lines)))


def _held(permissions: tuple[str, ...], held: Any) -> rx.Component:
    """What is granted: all there is, or folded below what is missing."""
    lines = rx.el.ul(*[rx.cond(may_read(each), _line(each)) for each in permissions])
    made = rx.el.details(
        rx.el.summary(icon("chevron-right", 16), t("rights.granted", count=held)), lines, class_name="rights-fold"
    )
    whole = rx.fragment(rx.el.h4(t("rights.everything", count=held)), lines)
    return rx.cond(held == len(permissions), whole, rx.cond(held > 0, made))


def _line(permission: str) -> rx.Component:
    """One permission: allowed, allowed for some records, or missing with the roles that give it."""
    held, limited = may_read(permission), ~may(permission)
    # That it is missing is said above the list.
    verdict = rx.cond(held & limited, badge(t("rights.limited"), "none"))
    rule = choice_label("rights.rule", entry(Session.own, permission))
    return rx.el.li(
        rx.el.div(
            rx.el.span(pick(in_each_language(permission_name, permission))),
            " ",
            rx.el.code(permission, class_name="quiet"),
            rx.cond(
                held,
                rx.cond(limited, rx.el.p(rule, class_name="hint")),
                rx.el.p(pick(in_each_language(permission_holders, permission)), class_name="hint"),
            ),
        ),
        verdict,
        data_testid=f"right:{permission}",
        data_right=rx.cond(held, rx.cond(limited, "limited", "allowed"), "missing"),
    )
