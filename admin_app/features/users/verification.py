"""What follows a new address or telephone: its validation is sent again, and notices by SMS are switched on again.

The mail and the code are GETs that write to the person at each call (trap 50): once a press, never repeated, and their
answer, which holds the account's tokens, is looked at by nobody. The API does not tell what is validated already.

Another telephone stops the notices by SMS (users.yaml, update_user). The GET that tells them begins the notices of who
had none, so it is made on a press alone, and the numbers it gives are used at once (trap 51).
"""

from typing import Any

import reflex as rx

from admin_app.api.query import is_record_id, item
from admin_app.kit.parts import button, confirmation, entry, offered, opens
from admin_app.kit.session import PressMixin, notify, reports_errors, signed_in
from admin_app.kit.shows import ShowMixin
from admin_app.kit.words.locale import t

UPDATE = "user_update"
WAYS = {"mail": "sendValidationEmail", "code": "generate_phone_token"}
"""The call that sends each, by its name here."""
SMS_KEY = "users.verification.sms"
SMS = 3
"""The medium of a notice (users.yaml, AlertLine)."""


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
                await api.call_get(item("users", self.shown_id, WAYS[way]), safe=False)
                await notify(self, "success", f"users.verification.{way}_sent")

    @rx.event
    @reports_errors(f"{SMS_KEY}_failed", busy="verifying")
    async def switch_sms_on(self):
        """Switch on every notice by SMS that the platform tells of this person."""
        if self.verifying:
            return
        self.verifying = True
        yield
        path = item("users", self.shown_id, "alerts")
        async with signed_in(self, UPDATE) as api, self._once([self.shown_id, "sms"]) as wanted:
            if wanted:
                lines = sms_lines(await api.call_get(path, safe=False))
                off = [line for line, active in lines.items() if not active]
                if off:
                    await api.put(path, {"alerts": dict.fromkeys(off, True)})
                outcome = "on" if off else "already" if lines else "none"
                await notify(self, "success" if lines else "error", f"{SMS_KEY}_{outcome}", count=len(off))


def sms_lines(answer: Any) -> dict[str, bool]:
    """Whether each notice by SMS is active, by the number of its line; none before the telephone is validated."""
    lines = {}
    for action in _values(_property(answer, "alerts")):
        for line in _values(_property(action, "alert")):
            if _property(line, "medium") == SMS and is_record_id(_property(line, "id")):
                lines[str(line["id"])] = _property(line, "active") is True
    return lines


def _property(thing: Any, name: str) -> Any:
    return thing.get(name) if isinstance(thing, dict) else None


def _values(things: Any) -> list[Any]:
    """PHP's arrays: a list, or an object whose keys are places."""
    return list(things.values()) if isinstance(things, dict) else things if isinstance(things, list) else []


def verification_actions(state: Any) -> rx.Component:
    """The buttons and their questions: for those who may, where there is an address to write to."""
    shown, there = state.shown, (state.shown.length() > 0) & (state.frozen == "")
    asks = (
        ("mail", "email", "mail-check", state.send_verification("mail")),
        ("code", "telephone", "smartphone", state.send_verification("code")),
        ("sms", "telephone", "bell-ring", state.switch_sms_on),
    )
    parts = [rx.cond(there & (entry(shown, to) != ""), _action(state, name, to, *ask)) for name, to, *ask in asks]
    return offered(rx.fragment(*parts), UPDATE, acts=True)


def _action(state: Any, name: str, to: str, symbol: str, event: Any) -> rx.Component:
    box, words = f"verify-{name}", f"users.verification.{name}"
    ask = button(t(words), box, symbol=symbol, tone="plain", custom_attrs=opens(box))
    asked = confirmation(
        box,
        box,
        t(f"{words}_title"),
        rx.el.p(t(f"{words}_text", address=entry(state.shown, to))),
        answer=t(f"{words}_confirm"),
        symbol=symbol,
        does=event,
        disabled=state.verifying,
    )
    return rx.fragment(ask, asked)
