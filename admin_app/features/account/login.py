"""Sign in: identifier, password and the Connection button (SESSION-6, SESSION-7)."""

import re
from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError, Unauthorized
from admin_app.kit.parts import button, icon, spinner
from admin_app.kit.screen import Screen
from admin_app.kit.script import run
from admin_app.kit.session import REASONS, NoAccess, Session, SignedOut, TooManyTries, signed_in, tokens_for, why_not
from admin_app.kit.words.locale import language_of, say, t

EMAIL_PATTERN = r"[^@\s]+@[^@\s.]+\.[^@\s]+"
"""The simple pattern of an e-mail address (SESSION-6)."""
LONGEST = 254
"""Characters of an e-mail address (RFC 5321)."""
IDENTIFIER, PASSWORD, FAILURE = "username", "password", "login-failure"
LEFT_BY = (*REASONS, SignedOut.kind, NoAccess.kind, Unauthorized.kind)
ACCOUNTS = ("admin", "communities", "solidary", "hitchhiking", "hitchhiking-admin", "editor", "nobody")
"""The sandbox's accounts, all with the password `demo` (SANDBOX-1)."""


class Login(rx.State):
    """The sign-in form. The password is never kept: it goes from the form to the API."""

    identifier: str = ""
    reason: str = ""
    failure: str = ""
    wrong: str = ""
    """The field that it is about; empty where that is not known."""
    busy: bool = False
    _tried: str = ""
    """The connection over which the form was sent last."""
    _arrived: str = ""
    """The connection whose page has arrived here."""

    @rx.event
    def arrive(self):
        """Say why somebody was sent here. Who is quick has sent the form before: its answer stays."""
        reason = self.router.url.query_parameters.get("reason", "")
        self.reason = reason if reason in LEFT_BY else ""
        here, before = self.router.session.session_id, self._arrived
        self._arrived = here
        if before == here or self._tried != here:
            self.failure, self.wrong, self.busy = "", "", False

    @rx.event
    async def submit(self, data: dict[str, Any]):
        """Sign in, then go to the address first asked for; a refusal keeps the identifier."""
        if self.busy:
            return
        self._tried = self.router.session.session_id
        self.identifier, password = str(data.get(IDENTIFIER, "")).strip(), str(data.get(PASSWORD, ""))
        self.wrong, self.failure = await self._problem(password)
        self.reason = ""
        if self.failure:
            yield run("focusOn", f"f-{self.wrong}")
            return
        self.busy = True
        yield
        try:
            tokens = await tokens_for(self, self.identifier, password)
            session = await self.get_state(Session)
            await session._open(tokens)
            async with signed_in(self, None):
                self.identifier = ""
            yield rx.redirect(session._next())
        except (TooManyTries, ApiError) as error:
            self.failure = await why_not(self, error)
        finally:
            self.busy = False

    async def _problem(self, password: str) -> tuple[str, str]:
        """The first of the three messages that applies, after the field that is wrong (SESSION-6)."""
        locale = await language_of(self)
        if not self.identifier:
            return IDENTIFIER, say("login.identifier_required", locale)
        if len(self.identifier) > LONGEST or not re.fullmatch(EMAIL_PATTERN, self.identifier):
            return IDENTIFIER, say("login.identifier_invalid", locale)
        return ("", "") if password else (PASSWORD, say("login.password_required", locale))


def _field(name: str, html_type: str, label: rx.Var[str], auto_complete: str, **props: Any) -> rx.Component:
    return rx.el.div(
        rx.el.label(label, html_for=f"f-{name}"),
        rx.el.input(
            type=html_type,
            name=name,
            required=True,
            auto_complete=auto_complete,
            aria_invalid=rx.cond(Login.wrong == name, "true", "false"),
            aria_describedby=rx.cond((Login.wrong == name) | (Login.wrong == ""), FAILURE, ""),
            read_only=Login.busy,  # disabled, it would lose the focus, and the next try with it
            custom_attrs={"id": f"f-{name}"},
            **props,
        ),
        class_name="field",
    )


def _form() -> rx.Component:
    return rx.el.form(
        _field(
            IDENTIFIER,
            "text",
            t("login.identifier"),
            "username",
            default_value=Login.identifier,
            pattern=EMAIL_PATTERN,
            max_length=LONGEST,
            input_mode="email",
            auto_capitalize="none",
            spell_check=False,
            auto_focus=True,
        ),
        _field(PASSWORD, "password", t("login.password"), "current-password"),
        rx.el.p(
            rx.cond(Login.failure != "", icon("circle-alert"), rx.fragment()),
            Login.failure,
            class_name="failure",
            role="alert",
            data_testid="failure",
            custom_attrs={"id": FAILURE},
        ),
        button(t("login.connection"), "login", tone="primary wide", type="submit", disabled=Login.busy),
        rx.cond(Login.busy, spinner(t("kit.words.loading"))),
        on_submit=Login.submit,
        # Before the code is there the browser would send it itself: the password, in the address.
        method="dialog",
        no_validate=True,
        class_name="form",
        data_complete="",
    )


def _reason() -> rx.Component:
    texts = [(reason, t(f"errors.{reason}")) for reason in LEFT_BY]
    return rx.cond(
        Login.reason != "",
        rx.el.p(icon("clock-alert"), rx.match(Login.reason, *texts, ""), class_name="reason", role="status"),
    )


def _accounts() -> rx.Component:
    """In the demo, the accounts one may try."""
    names = [rx.el.li(rx.el.code(f"{account}@demo.test")) for account in ACCOUNTS]
    hint = rx.el.details(rx.el.summary(t("login.demo")), rx.el.ul(*names), class_name="demo-accounts")
    return rx.cond(Session.flags.contains("demo"), hint)


def login_page() -> rx.Component:
    """What stands on the sheet of the login layout."""
    return rx.el.div(rx.el.h1(t("login.heading")), _reason(), _form(), _accounts(), class_name="login-form")


SCREENS = (Screen("/login", "login.title", login_page, on_load=(Login.arrive,), public=True, parent=None),)
