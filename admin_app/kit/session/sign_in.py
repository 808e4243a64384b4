"""A password given: at the sign-in screen, and over a page whose session ended (SESSION-36)."""

from typing import Any

import reflex as rx

from admin_app.api.auth import Tokens, login
from admin_app.api.client import http_client
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.script import run
from admin_app.kit.session.failures import failure_text, reason_to_leave
from admin_app.kit.session.state import Session
from admin_app.kit.session.tab import leave
from admin_app.kit.session.throttle import TooManyTries, attempt
from admin_app.kit.words.locale import language_of, say


async def tokens_for(state: rx.State, identifier: str, password: str) -> Tokens:
    """Sign in; TooManyTries where nothing was sent, ApiError where the API refused or did not answer (SESSION-33)."""
    async with attempt(identifier, state.router.session.client_ip):
        return await login(http_client(), identifier, password)


async def why_not(state: rx.State, error: ApiError | TooManyTries) -> str:
    """What to tell whoever was not let in, in the language of the page."""
    if isinstance(error, TooManyTries):
        return say("login.too_many", await language_of(state), count=error.minutes)
    return await failure_text(state, error)


class Password(rx.State):
    """The password that is asked for over a page. It is never kept: it goes from the form to the API."""

    failure: str = ""
    busy: bool = False

    @rx.event
    async def submit(self, data: dict[str, Any]):
        """Sign in whoever was here, and go on where the page stopped; a refusal keeps everything as it is."""
        session = await self.get_state(Session)
        if self.busy or not session.locked:
            return
        password = str(data.get("password", ""))
        self.failure = "" if password else say("login.password_required", await language_of(self))
        if self.failure:
            return
        self.busy = True
        yield
        try:
            yield await session._resume(await tokens_for(self, session._owner, password))
        except SessionEnded as error:
            yield leave(session._login_address(reason_to_leave(error)))
        except (TooManyTries, ApiError) as error:
            self.failure = await why_not(self, error)
            yield run("focusFirst", "sign-in-again")
        finally:
            self.busy = False

    @rx.event
    async def give_up(self):
        """Sign in as somebody else, or not at all; what was typed is kept as a draft of who typed it."""
        session = await self.get_state(Session)
        address = session._login_address(session.ended)
        await session._forget()
        return leave(address)
