"""Sending somebody the mail that validates their address again, or the code that validates their telephone.

Both are GETs that write to the person at each call (trap 50): once a press, never repeated, and their answer, which
holds the account's tokens, is looked at by nobody. The API does not tell what is validated already.
"""

from typing import Any

import reflex as rx

from admin_app.kit.parts.granted import offered
from admin_app.kit.parts.widgets import FOCUSED, button, closes, dialog, entry, opens
from admin_app.kit.session import PressMixin, notify, reports_errors, signed_in
from admin_app.kit.shows.state import ShowMixin
from admin_app.kit.words.locale import t

UPDATE = "user_update"
WAYS = {
    "mail": ("email", "sendValidationEmail", "mail-check"),
    "code": ("telephone", "generate_phone_token", "smartphone"),
}
"""What is sent, by its name here: the property it goes to, the call, an icon."""
DELETED = (3, 4)


class VerificationMixin(PressMixin, ShowMixin, rx.State, mixin=True):
    """A show state whose person can be asked again to prove their address or telephone."""

    verifying: bool = False

    @rx.event
    @reports_errors("users.verification.failed", busy="verifying")
    async def send_verification(self, way: str):
        """Have the platform write to the person, once."""
        if self.verifying or way not in WAYS:
            return
        self.verifying = True
        yield
        async with signed_in(self, UPDATE) as api, self._once([self.shown_id, way]) as wanted:
            if wanted:
                await api.call_get(f"users/{self.shown_id}/{WAYS[way][1]}", safe=False)
                await notify(self, "success", f"users.verification.{way}_sent")


def verification_actions(state: Any) -> rx.Component:
    """The buttons and their questions: for those who may, where there is an address to write to."""
    shown = state.shown
    there = shown.length() > 0
    for status in DELETED:
        there = there & (entry(shown, "status") != str(status))
    parts = [rx.cond(there & (entry(shown, way[0]) != ""), _action(state, name)) for name, way in WAYS.items()]
    return offered(rx.fragment(*parts), UPDATE, acts=True)


def _action(state: Any, name: str) -> rx.Component:
    box, words = f"verify-{name}", f"users.verification.{name}"
    ask = button(t(words), box, symbol=WAYS[name][2], tone="plain", custom_attrs=opens(box))
    send = button(
        t("users.verification.send"),
        f"confirm-{box}",
        symbol="send",
        tone="primary",
        on_click=state.send_verification(name),
        disabled=state.verifying,
        custom_attrs=closes(box),
    )
    cancel = button(t("kit.actions.cancel"), f"cancel-{box}", custom_attrs={**closes(box), **FOCUSED})
    told = rx.el.p(t(f"{words}_text", address=entry(state.shown, WAYS[name][0])))
    return rx.fragment(ask, dialog(box, t(f"{words}_title"), told, rx.el.div(cancel, send, class_name="row end")))
