"""What keeps a session, and what lies over a page whose session ended: the warning, and the password (SESSION-35, 36).

The script counts the time without activity of all tabs (assets/kit/idle.js); the server decides what it means.
"""

import reflex as rx

from admin_app.kit.parts.widgets import FOCUSED, button, closes, dialog, icon, pressed_by_script, spinner
from admin_app.kit.script import from_script
from admin_app.kit.session import REASONS, Password, Session
from admin_app.kit.words.locale import t

IDLE, AGAIN = "idle", "sign-in-again"


def keeping() -> rx.Component:
    """Both dialogs, and what the script presses; part of every page but the sign-in."""
    return rx.fragment(
        *(idle_warning(), sign_in_again(), follower()),
        pressed_by_script("data-stay", Session.stay),
        pressed_by_script("data-lapse", Session.lapse),
    )


def follower() -> rx.Component:
    """Pressed by the script when another tab signed in or out."""
    return pressed_by_script("data-follow", Session.follow(from_script("given")))


def idle_warning() -> rx.Component:
    """Shown shortly before the end, and gone as soon as any tab is used."""
    left = rx.el.strong(role="timer", custom_attrs={"data-idle-left": ""})
    # What a screen reader is told now and then, beside the time that runs for the eyes.
    said = rx.el.span(role="status", class_name="visually-hidden", custom_attrs={"data-idle-said": ""})
    return dialog(
        IDLE,
        t("kit.session.idle_title"),
        rx.el.p(t("kit.session.idle_text"), " ", left, said),
        rx.el.div(
            button(
                t("kit.shell.sign_out"),
                "sign-out-now",
                on_click=Session.leave,
                custom_attrs={"data-asks-first": "", **closes(IDLE)},
            ),
            button(
                t("kit.session.stay"),
                "stay",
                tone="primary",
                on_click=Session.stay,
                custom_attrs=closes(IDLE) | FOCUSED,
            ),
            class_name="row end",
        ),
        role="alertdialog",
        data_lasts=Session.lasts,
    )


def sign_in_again() -> rx.Component:
    """Asks whoever was here for the password; the page stays as it was behind it."""
    reasons = [(reason, t(f"errors.{reason}")) for reason in REASONS]
    words = rx.el.p(t("kit.session.words", words=Session.locked_by), class_name="hint")
    form = rx.el.form(
        rx.el.div(
            rx.el.label(t("login.identifier"), html_for="again-username"),
            rx.el.input(
                type="text",
                name="username",
                read_only=True,
                auto_complete="username",
                value=Session.identifier,
                custom_attrs={"id": "again-username"},
            ),
            class_name="field",
        ),
        rx.el.div(
            rx.el.label(t("login.password"), html_for="again-password"),
            rx.el.input(
                type="password",
                name="password",
                required=True,
                auto_complete="current-password",
                aria_describedby="again-failure",
                custom_attrs={"id": "again-password", **FOCUSED},
            ),
            class_name="field",
        ),
        rx.el.p(
            rx.cond(Password.failure != "", icon("circle-alert")),
            Password.failure,
            class_name="failure",
            role="alert",
            data_testid="failure",
            custom_attrs={"id": "again-failure"},
        ),
        rx.el.div(
            button(t("kit.session.otherwise"), "sign-in-otherwise", tone="link", on_click=Password.give_up),
            rx.cond(Password.busy, spinner(t("kit.words.loading"))),
            button(t("login.connection"), "sign-in-again", tone="primary", type="submit", disabled=Password.busy),
            class_name="row end",
        ),
        on_submit=Password.submit,
        no_validate=True,
        class_name="form",
    )
    return dialog(
        AGAIN,
        t("kit.session.again_title"),
        rx.el.p(rx.match(Session.ended, *reasons, t("errors.session_ended"))),
        rx.el.p(t("kit.session.again_text"), class_name="quiet"),
        rx.cond(Session.locked_by != "", words),
        form,
        class_name="lock",
        data_value=rx.cond(Session.locked, "locked", "open"),
    )
