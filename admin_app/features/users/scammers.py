"""Putting somebody on the list of scammers, which deletes the account at once (trap 5).

There is no way back and no list to look at: the dialog says so and asks for the e-mail address to be typed.
"""

from typing import Any

import reflex as rx

from admin_app.kit.parts import button, closes, dialog, entry, offered, opens
from admin_app.kit.session import Session, failure_of, failure_text, notify, reports_errors, signed_in
from admin_app.kit.shows import ShowMixin
from admin_app.kit.words.locale import language_of, say, t
from admin_app.shared.people.person import PSEUDONYMISED

ENDPOINT = "admin/scammers"
MANAGE = "scammer_manage"
TOLD = ("email", "telephone", "givenName", "familyName")
DIALOG = "scammer"


class ScammerMixin(ShowMixin, rx.State, mixin=True):
    """A show state whose person can be reported as a scammer."""

    scammer_error: str = ""
    """What is wrong with the address typed."""
    reporting: bool = False

    @rx.event
    @reports_errors("errors.scammer.create_error", busy="reporting")
    async def report_scammer(self, data: dict[str, Any]):
        """Report the person and so delete the account, once the address has been typed as it is stored."""
        if self.reporting:
            return
        self.reporting, self.scammer_error = True, ""
        yield
        async with signed_in(self, MANAGE, reads=self.resource.may.read) as api:
            user = await api.get(self.resource.endpoint, self.shown_id)
            self.scammer_error = await self._refusal(user, str(data.get("confirmation") or ""))
            if self.scammer_error:
                return
            # A failure may come after the account is gone.
            problem = await failure_of(api.create(ENDPOINT, {name: user[name] for name in TOLD if user.get(name)}))
            gone = problem is None or _is_gone(await api.get(self.resource.endpoint, self.shown_id))
        if not gone:
            # The server stores the entry before it looks for the account (users.yaml, create_scammer).
            await notify(self, "error", "users.scammer.unsure", await failure_text(self, problem) if problem else "")
            return
        await notify(self, "success", "errors.scammer.create_success")
        yield rx.redirect(self.back or self.resource.route)

    async def _refusal(self, user: dict[str, Any], typed: str) -> str:
        """Why it is not done: another address was typed, the account is one's own, or it is gone already."""
        locale = await language_of(self)
        if str(user.get("id")) == str((await self.get_state(Session)).user_id):
            return say("users.scammer.own", locale)
        if _is_gone(user) or not user.get("email"):
            return say("users.scammer.gone", locale)
        same = typed.strip().casefold() == str(user["email"]).casefold()
        return "" if same else say("users.scammer.different", locale)


def _is_gone(user: dict[str, Any]) -> bool:
    return user.get("status") in PSEUDONYMISED


def scammer_action(state: Any) -> rx.Component:
    """The button and its dialog: for those who may, and never on one's own account nor on a deleted one."""
    possible = (state.shown.length() > 0) & (state.frozen == "") & (state.shown_id != f"{Session.user_id}")
    ask = button(
        t("users.scammer.report"), "scammer", symbol="shield-x", tone="danger-plain", custom_attrs=opens(DIALOG)
    )
    return offered(rx.cond(possible, rx.fragment(ask, _dialog(state))), MANAGE, acts=True)


def _dialog(state: Any) -> rx.Component:
    error = rx.el.p(state.scammer_error, class_name="field-error", custom_attrs={"id": "scammer-error"}, role="alert")
    typed = rx.el.input(
        type="text",
        name="confirmation",
        auto_complete="off",
        spell_check=False,
        aria_invalid=rx.cond(state.scammer_error != "", "true", "false"),
        aria_describedby="scammer-error",
        custom_attrs={"id": "scammer-confirmation", "autocapitalize": "none"},
    )
    return dialog(
        DIALOG,
        t("users.scammer.title", name=state.title),
        rx.el.p(t("users.scammer.text")),
        rx.el.ul(
            *[rx.el.li(t(f"users.scammer.{line}")) for line in ("deleted", "unwarned", "no_way_back")],
            class_name="impacts",
        ),
        rx.el.form(
            rx.el.div(
                rx.el.label(
                    t("users.scammer.type"),
                    " ",
                    rx.el.strong(entry(state.shown, "email")),
                    html_for="scammer-confirmation",
                ),
                typed,
                error,
                class_name="field",
            ),
            rx.el.div(
                button(t("kit.actions.cancel"), "cancel-scammer", custom_attrs=closes(DIALOG)),
                button(
                    rx.cond(state.reporting, t("users.scammer.reporting"), t("users.scammer.confirm")),
                    "confirm-scammer",
                    symbol="shield-x",
                    tone="danger",
                    type="submit",
                    disabled=state.reporting,
                ),
                class_name="row end",
            ),
            on_submit=state.report_scammer,
            no_validate=True,
        ),
    )
