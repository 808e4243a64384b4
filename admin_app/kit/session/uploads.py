"""The ticket of a file that a page is about to send."""

import asyncio

import reflex as rx
from reflex.event import EventSpec

from admin_app.kit.script import run
from admin_app.kit.session.state import Session
from admin_app.kit.transfer import spool, tickets
from admin_app.kit.words.locale import language_of, say


async def open_upload(state: rx.State, kind: str = "") -> tuple[str, EventSpec]:
    """A ticket for a file just chosen in the tab of a state, and what has the page send it.

    `kind` is what the script calls the input. The ticket goes with its tab, and the file takes the person's share of
    the storage; that there is no room, or no use of it, is said in the person's language (GUARD-14).
    """
    person = (await state.get_state(Session)).user_id
    tab = state.router.session.client_token
    ticket = await asyncio.to_thread(tickets.open_ticket, owner=person, tab=tab)
    locale = await language_of(state)
    words = {"507": say("kit.upload.full", locale), "503": say(f"errors.{spool.SpoolUnavailable.kind}", locale)}
    return ticket, run("sendFile", tickets.PATH.format(ticket=ticket), kind, words)
