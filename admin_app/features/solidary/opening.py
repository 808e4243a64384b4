"""Who may open the file of a request: the API looks at each, and gives none to who operates no structure (OWN-16).

What cannot be opened is not offered. Of a super administrator who operates some, no list tells which files open.
"""

import reflex as rx

from admin_app.features.solidary.record import READ, opens_files
from admin_app.kit.session import Session, may, may_read

OPENS = may(READ) | (may_read(READ) & (Session.operates.length() > 0))  # pyright: ignore[reportAttributeAccessIssue]
"""Whether nothing is known that would refuse every file to the person, for pages."""


async def opens(state: rx.State) -> bool:
    """The same for a handler."""
    return opens_files(await state.get_state(Session))
