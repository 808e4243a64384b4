"""A list of volunteers is there for a current structure that transports: its page says so, and this refuses the data
(SCREEN-15, VOLUNTEER-1)."""

import reflex as rx

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.kit.session import SwitchedOff
from admin_app.settings import get_settings

FLAG = "solidary_transport"


async def transporting(state: rx.State) -> str:
    """The id of the current structure; SwitchedOff where it offers no transport, or the deployment has none."""
    current = (await state.get_state(CurrentStructure)).current
    if not get_settings().flag(FLAG) or not current.get("solidaryTransport"):
        raise SwitchedOff
    return current["id"]
