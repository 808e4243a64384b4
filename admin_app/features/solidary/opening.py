"""Who may open the file of a request: the API looks at each, and gives none to who operates no structure (OWN-16).

What cannot be opened is not offered. Of a super administrator who operates some, no list tells which files open.
"""

import reflex as rx

from admin_app.features.solidary.record import LIST, READ, SHOW, listed
from admin_app.kit.session import Session, Standing, may, may_read

OPENS = may(READ) | (may_read(READ) & (Session.operates.length() > 0))  # pyright: ignore[reportAttributeAccessIssue]
"""Whether nothing is known that would refuse every file to the person, for pages."""


async def opens(state: rx.State) -> bool:
    """The same for a handler."""
    session = await state.get_state(Session)
    standing = session._standing(READ)
    return standing is Standing.FULL or (standing is Standing.OWN and bool(session.operates))


async def way_to(state: rx.State, record_id: int) -> str:
    """The address where somebody finds a request: its file, else its line of the list; empty where neither opens."""
    if await opens(state):
        return f"{SHOW}/{record_id}"
    return listed(record_id) if LIST in (await state.get_state(Session))._readable() else ""
