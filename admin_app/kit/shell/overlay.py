"""The banner shown while the page has lost its server; what was typed stays, and Reflex reconnects by itself."""

import reflex as rx
from reflex_components_core.core.banner import has_too_many_connection_errors

from admin_app.kit.parts.widgets import icon
from admin_app.kit.words.locale import t


def connection_banner() -> rx.Component:
    """A translated banner instead of the framework's English toast."""
    return rx.cond(has_too_many_connection_errors, connection_lost())


def connection_lost() -> rx.Component:
    """The banner itself."""
    return rx.el.div(
        icon("wifi-off"),
        rx.el.span(t("kit.connection.lost"), " ", t("kit.connection.kept")),
        class_name="connection",
        role="alert",
        data_testid="connection-lost",
    )
