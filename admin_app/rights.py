"""My rights: what the signed-in person may do, module by module, and who may do the rest (ACCESS-10).

Everything is read from the screens and the resources they show, so that the page cannot say anything else than what
the application asks for.
"""

from dataclasses import astuple, dataclass
from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import badge, entry, icon, link
from admin_app.kit.screen import TOP, Screen, Shell, by_route
from admin_app.kit.session import Session, may, may_read, roles_of
from admin_app.kit.session.permissions import RIGHTS, holders, in_both, named, role_ids
from admin_app.kit.words.locale import choice_label, pick, t
from admin_app.settings import PREFIX

FEW = 3
"""As many missing rights as are read at once."""


class Rights(rx.State):
    """What the token says beside the list of permissions."""

    roles: list[str] = []
    """Numbers of the roles given to the account itself."""
    loaded: bool = False

    @rx.event
    async def load(self):
        """Read the roles of the signed-in person; the API is not asked anything."""
        session = await self.get_state(Session)
        names = roles_of(session.token) or []
        self.roles = [str(role_ids()[name]) for name in names if name in role_ids()]
        self.loaded = True


@dataclass(frozen=True)
class Module:
    """A part of the menu with everything its screens ask for."""

    root: Screen
    asked: tuple[str, ...]


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

    def page() -> rx.Component:
        return rights_page(modules(features, shell))

    page.__module__ = __name__
    loading = rx.cond(rx.State.is_hydrated & Rights.loaded, "ready", "loading")
    return (Screen(RIGHTS, "rights.title", page, on_load=(Rights.load,), state=loading),)


def rights_page(found: tuple[Module, ...]) -> rx.Component:
    """Who I am to the platform, then a card per module."""
    return rx.el.div(
        rx.el.header(rx.el.h1(t("rights.title"), tab_index=-1), class_name="page-head"),
        _account(),
        rx.el.div(*[_module(module) for module in found], class_name="cards"),
        class_name="rights",
    )


def _account() -> rx.Component:
    roles = rx.el.ul(
        rx.foreach(Rights.roles, lambda role: rx.el.li(badge(choice_label("rights.role", role), "quiet"))),
        class_name="row",
    )
    return rx.el.section(
        rx.el.p(t("rights.lead")),
        rx.el.div(
            rx.el.h2(t("rights.roles")),
            rx.cond(Rights.roles.length() > 0, roles, rx.el.p(t("rights.no_role"))),
            class_name="own-roles",
        ),
        rx.el.p(icon("info"), rx.el.span(t("rights.promise")), class_name="side-note"),
        rx.el.p(icon("key-round"), rx.el.span(t("rights.ask")), class_name="side-note"),
        class_name="card",
    )


def _module(module: Module) -> rx.Component:
    root = module.root
    key = root.route.strip("/").replace("/", "-") or "home"
    lines = rx.fragment(_missing(module.asked), _held(module.asked))
    if root.flag:
        setting = f"{PREFIX}{root.flag.upper()}"
        off = rx.el.p(badge(t("rights.off"), "quiet"), " ", t("rights.off_text", setting=setting))
        lines = rx.cond(Session.flags.contains(root.flag), lines, off)
    return rx.el.section(
        rx.el.h2(
            icon(root.menu.icon if root.menu else "square", 20),
            link(t(root.title), to=root.route) if "[" not in root.route else t(root.title),
            custom_attrs={"id": f"rights-{key}"},
        ),
        lines,
        class_name="card",
        aria_labelledby=f"rights-{key}",
        data_testid=f"module:{root.route}",
    )


def _counted(permissions: tuple[str, ...]) -> Any:
    """How many of these the person holds, be it for some records."""
    number: Any = rx.Var.create(0)
    for permission in permissions:
        number = number + rx.cond(may_read(permission), 1, 0).to(int)
    return number


def _missing(permissions: tuple[str, ...]) -> rx.Component:
    """What is missing comes first; it is folded where it is much, or all there is."""
    held = _counted(permissions)
    lacking = len(permissions) - held
    lines = [rx.cond(may_read(each), rx.fragment(), _line(each)) for each in permissions]
    made = rx.el.details(
        rx.el.summary(
            icon("chevron-right", 16),
            rx.cond(held == 0, t("rights.nothing"), t("rights.lacking", count=lacking)),
        ),
        rx.el.ul(*lines),
        open=(held > 0) & (lacking <= FEW),
        class_name="rights-fold",
    )
    return rx.cond(held < len(permissions), made)


def _held(permissions: tuple[str, ...]) -> rx.Component:
    held = _counted(permissions)
    lines = [rx.cond(may_read(each), _line(each)) for each in permissions]
    made = rx.el.details(
        rx.el.summary(
            icon("chevron-right", 16),
            rx.cond(held == len(permissions), t("rights.everything", count=held), t("rights.granted", count=held)),
        ),
        rx.el.ul(*lines),
        class_name="rights-fold",
    )
    return rx.cond(held > 0, made)


def _line(permission: str) -> rx.Component:
    """One permission: allowed, allowed for some records, or missing with the roles that give it."""
    held, limited = may_read(permission), ~may(permission)
    verdict = rx.cond(
        held,
        rx.cond(limited, badge(t("rights.limited"), "warn"), badge(t("rights.allowed"), "good")),
        badge(t("rights.missing"), "quiet"),
    )
    rule = choice_label("rights.rule", entry(Session.own, permission))
    return rx.el.li(
        rx.el.div(
            rx.el.span(pick(in_both(named, permission))),
            " ",
            rx.el.code(permission, class_name="quiet"),
            rx.cond(
                held,
                rx.cond(limited, rx.el.p(rule, class_name="hint")),
                rx.el.p(pick(in_both(holders, permission)), class_name="hint"),
            ),
        ),
        verdict,
        data_testid=f"right:{permission}",
        data_right=rx.cond(held, rx.cond(limited, "limited", "allowed"), "missing"),
    )
