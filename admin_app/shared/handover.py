"""The target of a mail on its way from a list to the screen that writes it, in the same tab.

It stays on the server: no address and no page holds it, only how many it reaches. It is for one campaign and no other;
a new one has no number before it is written, so the way to it says that recipients come along (`BROUGHT`).
"""

import reflex as rx

from admin_app.kit.session import here
from admin_app.shared.mail_target import MailTarget

BROUGHT = "recipients"
"""Behind the `#` of the address of a new campaign: what a list gave is for this one."""


class Handover(rx.State):
    """What was given last, until it is taken or given up."""

    campaign: str = ""
    """The campaign it is for; empty for the new one."""
    reached: int = 0
    """How many people it reaches; 0 when there is none."""
    _target: MailTarget | None = None

    @rx.event
    def give_up(self):
        """Forget it."""
        self.campaign, self.reached, self._target = "", 0, None


async def give(state: rx.State, target: MailTarget, reached: int, campaign: str = "") -> None:
    """Keep a target for a campaign, or for the new one; what was kept goes."""
    held = await state.get_state(Handover)
    held.campaign, held.reached, held._target = campaign, reached, target


async def take(state: rx.State, campaign: str = "") -> MailTarget | None:
    """The target that was given for a campaign, once; None when there is none, or no more."""
    held = await state.get_state(Handover)
    if held.campaign != campaign:
        return None
    target, held.campaign, held.reached, held._target = held._target, "", 0, None
    return target


async def begin(state: rx.State) -> None:
    """A new campaign is begun: unless its address says that recipients come along, none are for it."""
    if here(state).fragment != BROUGHT:
        await take(state)


async def settle(state: rx.State, campaign: str) -> None:
    """The new campaign is written: what was given for it is for this one from now on."""
    held = await state.get_state(Handover)
    if held._target is not None and not held.campaign:
        held.campaign = campaign
