"""`signed_in`: the one door to the API, where permissions are enforced (ACCESS-2).

Whoever comes says what they do: what is named first is done to records, and takes the permission in full or the proof
that the records are one's own (`own`); what is named in `reads` only reads, where the API itself narrows what it gives
to whoever holds a permission for some records (ACCESS-15, decision 23).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.records.ownership import Proof
from admin_app.kit.session.failures import NotOwn, PersonChanged, SignedOut, SwitchedOff, TypedIn
from admin_app.kit.session.state import Names, Session
from admin_app.settings import get_settings

_OWNER = "_self_owner"
"""Where the proxy that a background handler has of its state keeps whose the handler is; it is no part of the state."""


@asynccontextmanager
async def signed_in(
    state: rx.State, *acts: str | None, reads: str | Names | None = (), own: Proof | None = None
) -> AsyncIterator[Api]:
    """Hand out the API client to a handler, or raise: SignedOut, SessionEnded, MissingPermission, NetworkError.

    SwitchedOff when the module of the state's resource is off. All the permissions must be held: those of `acts` in
    full, or for one's own records with `own` to prove it (NotOwn else); those of `reads` in either way.

    This is where permissions are enforced: every public handler can be called by any socket client (Reflex F8).
    """
    _refuse_switched_off(state)
    session = await state.get_state(Session)
    read = _several(reads)
    async with session._door(acts, read, typed=isinstance(state, TypedIn)) as api:
        await _prove(api, session._asked(acts, read), session.user_id, own)
        yield api


@asynccontextmanager
async def signed_in_background(
    state: rx.State, *acts: str | None, reads: str | Names | None = (), own: Proof | None = None
) -> AsyncIterator[Api]:
    """The same for a background handler: the tab's lock is held before and after the calls, never during them.

    PersonChanged or SignedOut also where the person left meanwhile: the handler must not show its answer to the next,
    nor go on for them with what it began, so that it is one person's from its first call to its last.
    """
    _refuse_switched_off(state)
    refusal: ApiError | None = None
    async with state:
        session = await state.get_state(Session)
        api = session._api()
        asked: dict[str, str] = {}
        try:
            asked = await session._admit(api, acts, _several(reads))
        except PersonChanged as error:
            refusal = error
        except SessionEnded as error:
            refusal = error
            await session._end(error, typed=isinstance(state, TypedIn))
        except ApiError as error:
            refusal = error  # raised outside: what an exception leaves by is not kept (Reflex F31)
        owner, person = session._owner, session.user_id
        if not refusal and getattr(state, _OWNER, owner) != owner:
            refusal = PersonChanged()
        setattr(state, _OWNER, owner)
    if refusal:
        raise refusal
    ended: SessionEnded | None = None
    left = False
    try:
        await _prove(api, asked, person, own)
        yield api
    except SessionEnded as error:
        ended = error
        raise
    finally:
        async with state:
            session = await state.get_state(Session)
            left = session._owner != owner
            known = bool(session._owner)
            if ended and not left:
                await session._end(ended, typed=isinstance(state, TypedIn))
            session._keep(api.auth)
        if left:
            raise PersonChanged if known else SignedOut


def _several(reads: str | Names | None) -> Names:
    return (reads,) if isinstance(reads, str) else reads or ()


async def _prove(api: Api, asked: dict[str, str], person: int, own: Proof | None) -> None:
    for permission, rule in asked.items():
        if own is None or not await own(api, rule, person):
            raise NotOwn(permission, rule)


def _refuse_switched_off(state: rx.State) -> None:
    resource = getattr(state, "resource", None)
    if resource and not get_settings().flag(resource.flag):
        raise SwitchedOff
