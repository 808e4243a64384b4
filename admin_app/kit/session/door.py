"""`signed_in`: the one door to the API, where permissions are enforced (ACCESS-2)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.session.failures import PersonChanged, SignedOut, SwitchedOff
from admin_app.kit.session.state import Session
from admin_app.settings import get_settings


@asynccontextmanager
async def signed_in(state: rx.State, permission: str | None, *others: str) -> AsyncIterator[Api]:
    """Hand out the API client to a handler, or raise: SignedOut, SessionEnded, MissingPermission, NetworkError.

    SwitchedOff when the module of the state's resource is off. Of several permissions all must be held.

    This is where permissions are enforced: every public handler can be called by any socket client (Reflex F8).
    """
    _refuse_switched_off(state)
    session = await state.get_state(Session)
    async with session._door(permission, *others) as api:
        yield api


@asynccontextmanager
async def signed_in_background(state: rx.State, permission: str | None, *others: str) -> AsyncIterator[Api]:
    """The same for a background handler: the tab's lock is held before and after the calls, never during them.

    PersonChanged or SignedOut also where the person left meanwhile: the handler must not show its answer to the next.
    """
    _refuse_switched_off(state)
    refusal: ApiError | None = None
    async with state:
        session = await state.get_state(Session)
        api = session._api()
        try:
            await session._admit(api, permission, *others)
        except ApiError as error:
            refusal = error  # raised outside: what an exception leaves by is not kept (Reflex F31)
        owner = session._owner
    if refusal:
        raise refusal
    ended = left = False
    try:
        yield api
    except SessionEnded:
        ended = True
        raise
    finally:
        async with state:
            session = await state.get_state(Session)
            left = session._owner != owner
            known = bool(session._owner)
            if ended and not left:
                await session._forget()
            session._keep(api.auth)
        if left:
            raise PersonChanged if known else SignedOut


def _refuse_switched_off(state: rx.State) -> None:
    resource = getattr(state, "resource", None)
    if resource and not get_settings().flag(resource.flag):
        raise SwitchedOff
