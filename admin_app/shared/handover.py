"""The target of a mail on its way from a list to the screen that writes it, in the same tab.

It stays on the server: no address and no page holds it.
"""

import reflex as rx

from admin_app.shared.mail_target import MailTarget


class Handover(rx.State):
    """What was given last, until it is taken."""

    _target: MailTarget | None = None


async def give(state: rx.State, target: MailTarget) -> None:
    """Keep a target for the screen that will take it; what was kept goes."""
    (await state.get_state(Handover))._target = target


async def take(state: rx.State) -> MailTarget | None:
    """The target that was given, once; None when there is none, or no more."""
    held = await state.get_state(Handover)
    target, held._target = held._target, None
    return target
