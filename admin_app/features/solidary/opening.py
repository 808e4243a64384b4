"""Who may open the file of a request: the API looks at each, and gives none to who operates no structure (OWN-16).

What cannot be opened is not offered. Of a super administrator who operates some, no list tells which files open.
"""

import reflex as rx

from admin_app.features.solidary.record import READ
from admin_app.kit.session import Session, Standing, may, may_read

OPENS = may(READ) | (may_read(READ) & (Session.operates.length() > 0))  # pyright: ignore[reportAttributeAccessIssue]
"""Whether nothing is known that would refuse every file to the person, for pages."""


async def opens(state: rx.State) -> bool:
    """The same for a handler."""
    session = await state.get_state(Session)
    standing = session._standing(READ)
    return standing is Standing.FULL or (standing is Standing.OWN and bool(session.operates))
