"""Assembles the Reflex application: pages from screens, the overlay, the error boundary, the HTTP routes."""

import re

import reflex as rx
from starlette.applications import Starlette

from admin_app.kit import development, ready, sockets
from admin_app.kit.exports import stream
from admin_app.kit.exports.card import export_card
from admin_app.kit.exports.state import Exports
from admin_app.kit.lists.row_count import listed
from admin_app.kit.parts.widgets import button, error_card
from admin_app.kit.screen import Screen, Shell
from admin_app.kit.script import Bridge, head
from admin_app.kit.session import Session, account, connections, presence
from admin_app.kit.session.process_takeover import PROCESS, alive, drained
from admin_app.kit.shell import checks, palette
from admin_app.kit.shell.frame import Frame
from admin_app.kit.shell.layout import not_found_page, page
from admin_app.kit.shell.notices import notice_area
from admin_app.kit.shell.overlay import connection_banner, unsaved_dialog
from admin_app.kit.shell.toolbar import platform
from admin_app.kit.store import database
from admin_app.kit.styles import EVERY_PAGE
from admin_app.kit.transfer import routes, spool
from admin_app.kit.views import registry
from admin_app.kit.views.state import Views
from admin_app.kit.words.locale import t
from admin_app.patches.names import ErrorBoundary, keep_page_on_errors
from admin_app.settings import Settings


def build(
    screens: tuple[Screen, ...], settings: Settings, shell: Shell, extras: tuple[account.Extra, ...] = ()
) -> rx.App:
    """The application; a wrong declaration stops the start with one line. `extras` are read with an account."""
    checks.check_or_exit(screens, shell)
    account.use((*extras, Views, presence.Presence, Exports))
    presence.use({route: _opening(screens, route) for route in shell.watched})
    registry.use(listed(screens), shell.shares)
    palette.use(screens, shell)
    keep_page_on_errors()
    app = rx.App(
        html_lang=settings.default_locale,
        head_components=head(),
        stylesheets=[EVERY_PAGE],
        reset_style=False,
        toaster=None,
        app_wraps={
            (55, "ErrorBoundary"): lambda stateful: _error_boundary(),
            (5, "Overlay"): lambda stateful: _overlay(shell),
        },
        api_transformer=Starlette(routes=[*routes.routes(), *stream.routes(), *ready.routes()]),
        frontend_exception_handler=sockets.page_failed,
        backend_exception_handler=sockets.handler_failed,
    )
    app.register_lifespan_task(sockets.discreetly)
    app.register_lifespan_task(spool.swept)
    app.register_lifespan_task(alive, process=PROCESS)
    app.register_lifespan_task(database.opened)
    app.register_lifespan_task(presence.watched)
    app.register_lifespan_task(drained)  # the last one, hence the first to end
    connections.guard(app)
    sockets.guard(app)
    frame = Frame(screens, shell)
    compiled = development.compiled_pages(app, frozenset(screen.route for screen in screens))
    for screen in screens:
        if screen.route in compiled:
            _add(app, screen, screens, shell, frame)
        else:
            app.add_page(development.placeholder, route=screen.route, title=_title(t(screen.title)))
    app.add_page(
        lambda: not_found_page(frame),
        route="404",
        title=_title(t("kit.pages.not_found_title")),
        on_load=Session.enter,
    )
    return app


def _opening(screens: tuple[Screen, ...], route: str) -> list[str]:
    """The permissions that open a record of a list."""
    of_records = [each for each in screens if each.parent == route and each.route.endswith("[record_id]")]
    return [each.permission for each in of_records if each.permission]


def _add(app: rx.App, screen: Screen, screens: tuple[Screen, ...], shell: Shell, frame: Frame) -> None:
    def made() -> rx.Component:
        return page(screen, screens, frame)

    # Reflex mirrors the module of the page function in its chunks (Reflex F10): one for each page, which so loads the
    # code of no other screen of its module.
    made.__module__ = f"{screen.page.__module__}.{_file_of(screen)}"
    name = t(screen.title) if screen.name is None else rx.cond(screen.name != "", screen.name, t(screen.title))
    opened = () if screen.public else shell.opened
    app.add_page(made, route=screen.route, title=_title(name), on_load=[Session.enter, *screen.on_load, *opened])


def _file_of(screen: Screen) -> str:
    """A name for the code of a screen, as its route: `users_show_record_id`."""
    return re.sub(r"\W+", "_", screen.route).strip("_") or "home"


def _title(name: rx.Var[str]) -> rx.Var[str]:
    return rx.Var.create(f"{name} · {platform()}")


def _overlay(shell: Shell) -> rx.Component:
    corner = rx.el.div(notice_area(), export_card(), class_name="corner")
    return rx.fragment(Bridge.create(), connection_banner(), corner, unsaved_dialog(), palette.palette(shell))


def _error_boundary() -> rx.Component:
    """What stands in place of a page whose code failed: a message and Retry, which mounts the page again."""
    retry = button(
        t("kit.actions.retry"),
        "retry",
        symbol="rotate-cw",
        tone="primary",
        custom_attrs={"onClick": rx.Var("event_args.resetErrorBoundary"), "data-retry": ""},
    )
    fallback = rx.el.main(
        rx.el.title(_title(t("kit.pages.error_title"))),
        error_card(t("kit.pages.error_title"), t("kit.pages.error_text"), retry, whole_page=True),
        data_screen="error",
        data_state="error",
        class_name="alone",
        custom_attrs={"id": "main"},
    )
    return ErrorBoundary.create(fallback_render=fallback)
