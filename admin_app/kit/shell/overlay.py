"""What may lie over every page: the banner of a lost server, and the question before unsaved work is left.

What was typed stays while the server is away, and Reflex reconnects by itself.
"""

import reflex as rx

from admin_app.kit.parts.widgets import icon, leave_dialog
from admin_app.kit.words.locale import t
from admin_app.patches import names


def connection_banner() -> rx.Component:
    """A translated banner instead of the framework's English toast."""
    return rx.cond(names.connection_lost, connection_lost())


def connection_lost() -> rx.Component:
    """The banner itself."""
    return rx.el.div(
        icon("wifi-off"),
        rx.el.span(t("kit.connection.lost"), " ", t("kit.connection.kept")),
        class_name="connection",
        role="alert",
        data_testid="connection-lost",
    )


def unsaved_dialog() -> rx.Component:
    """Asked before unsaved work of a form is left."""
    return leave_dialog(
        "leave",
        t("kit.form.leave_title"),
        t("kit.form.leave_text"),
        {
            "discard": (t("kit.form.leave_discard"), "danger-plain"),
            "stay": (t("kit.form.leave_stay"), "plain"),
            "save": (t("kit.form.leave_save"), "primary"),
        },
    )
