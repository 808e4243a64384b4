"""Who is signed in; `_door` is what stands behind `signed_in` (handlers.py), the one door to the API (ACCESS-2).

Tokens live in the browser's local storage (SESSION-1) and are shared by its tabs. Permissions live in the server's
memory only: they decide in `signed_in`, and the menu merely shows what they allow. States never inherit from
`Session`; they reach it with `get_state`.
"""

import asyncio
import logging
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.auth import TokenAuth, Tokens, be_active, idle_in, is_idle, last_active, owner_of, roles_of
from admin_app.api.client import Api, http_client
from admin_app.api.errors import ApiError, IdleTimeout, MissingPermission, SessionEnded, Unauthorized
from admin_app.kit.declare.html import clean_html
from admin_app.kit.script import run
from admin_app.kit.session import account
from admin_app.kit.session.failures import (
    REASONS,
    NoAccess,
    PersonChanged,
    SignedOut,
    failure_text,
    in_each,
    reason_to_leave,
)
from admin_app.kit.session.me import Me
from admin_app.kit.session.notices import Notices, notify
from admin_app.kit.session.permissions import Standing, standing
from admin_app.kit.session.recent import Recent
from admin_app.kit.session.tab import LOGIN, assign, here, leave
from admin_app.patches.states import as_new, state_classes
from admin_app.settings import Settings, get_settings

ACCESS = "access_admin"
"""The permission without which nobody stays signed in (SESSION-4)."""
FLAGS = tuple(name for name, field in Settings.model_fields.items() if field.annotation is bool)
"""The settings that are on or off: modules, and what a deployment asks of some inputs."""
Names = tuple[str | None, ...]
"""Permissions; one that an operation does not have is None, and asks for nothing."""
logger = logging.getLogger(__name__)
ACTIVITY_STEP = 30
"""Seconds between two notes of the last activity: each one is told to the other tabs."""


class Session(rx.State):
    """The signed-in person (SESSION-3), what they may do and which modules are on."""

    token: str = rx.LocalStorage("", name="admin_app.token", sync=True)
    refresh_token: str = rx.LocalStorage("", name="admin_app.refresh_token", sync=True)
    last_activity: str = rx.LocalStorage("", name="admin_app.last_activity", sync=True)
    ended: str = rx.LocalStorage("", name="admin_app.ended", sync=True)
    """Why the session ended, of `REASONS`; empty where somebody signed out, and while it lasts. All tabs know it."""

    locked: bool = False
    """Whether the page stands as it was left and asks for the password: its states are kept, its tokens are not."""
    locked_by: str = ""
    """The words of the server that ended the session, where it had some."""
    identifier: str = ""
    """The e-mail address of whoever signed in, as their token names them."""
    lasts: int = 0
    """Seconds without activity after which a session ends."""
    ready: bool = False
    """False until it is known who is there: pages show a skeleton, never a refusal."""
    problem: str = ""
    """Why the account could not be read; empty when it could."""
    problem_in: dict[str, str] = {}
    """The same in each language; it counts while there is a problem."""
    user_id: int = 0
    email: str = ""
    given_name: str = ""
    short_family_name: str = ""
    last_activity_date: str = ""
    avatar: str = ""
    operates: list[str] = []
    permissions: list[str] = []
    """What may be done to every record: what is not here opens no action, unless `own` has it and proof is there."""
    own: dict[str, str] = {}
    """What is held for one's own records alone, with the rule that says which (ACCESS-15)."""
    flags: list[str] = []
    links: dict[str, str] = {}
    """What a deployment may configure: dashboard, external_admin, login_delegate, logo, platform (its name), map_tiles,
    map_attribution, map_area."""
    _owner: str = ""
    """Whose account was read: nothing in any state of this tab is anybody else's (SESSION-30)."""
    _server: str = ""
    """The process that serves this tab; empty while the server knows nothing of it (process_takeover.py)."""
    _interrupted: bool = False
    """Whether another process ended while it did something for the person."""
    _again: str = ""
    """The state that reads its page again once the password was given."""
    wrote: bool = False
    """Whether the person asked the API for anything but to be read since what waits was counted: who counts takes it
    back."""
    _wrote_at: float = 0
    """When they did so last."""

    @rx.event
    async def enter(self):
        """First handler of every address: read the settings, the account if needed, and send strangers to sign in."""
        self._read_settings(get_settings())
        public = here(self).path == LOGIN
        if not owner_of(self.token):
            known = bool(self._owner)
            # The handler that ended the session may have been another one: whoever comes second gives its reason too.
            reason = self.ended if self.ended in REASONS else ""
            await self._forget(reason)
            self.ready = public
            if known:
                return leave(self._login_address(reason or SignedOut.kind))
            return None if public else rx.redirect(self._login_address(reason), replace=True)
        try:
            async with self._door():
                pass
        except PersonChanged:
            return run("reload")
        except (SessionEnded, Unauthorized) as error:
            reason = reason_to_leave(error)
            await self._forget(reason)
            self.ready = public
            return None if public else leave(self._login_address(reason))
        except Exception as error:
            # Whatever is wrong with the account, the page says so and offers to try again: never blank (Reflex F7).
            if not isinstance(error, ApiError):
                logger.error("the account could not be read: %s", type(error).__name__, exc_info=error)
                error = ApiError()
            self.problem, self.problem_in = await failure_text(self, error), in_each(error)
        (await self.get_state(Notices))._drop_old()
        due = [(await self.get_state(extra))._arrive() for extra in self._extras() if extra.arrives]
        assign(self, ready=True)
        if self._interrupted:
            self._interrupted = False
            await notify(self, "error", "errors.interrupted")
        if public and not self.problem:
            return rx.redirect(self._next(), replace=True)
        return [event for event in due if event] if self._owner else None

    @rx.event
    async def leave(self):
        """Sign out of every tab; the script asks first when something is not saved."""
        await self._forget()
        return leave(LOGIN)

    @rx.event
    async def follow(self, ended: str = ""):
        """Another tab signed in or out: do the same here. `ended` is why it is out, where nobody wanted it."""
        if not owner_of(self.token):
            if ended in REASONS and self._owner:
                self._lock(ended)
                return run("signInAgain", False)
            await self._forget()
            reason = ended if ended in REASONS else SignedOut.kind
            return None if here(self).path == LOGIN else leave(self._login_address(reason))
        if owner_of(self.token) == self._owner:
            if self.locked:
                return await self._unlock()
            return None
        await self._drop_person()
        return run("reload")

    @rx.event
    async def stay(self):
        """The person is there, though the page asked the server for nothing: the session lasts as long again."""
        if not owner_of(self.token):
            return None
        if is_idle(self._tokens(), get_settings().session_duration):
            return self._lapsed()
        be_active(self._tokens())
        self.last_activity = str(int(time.time()))

    @rx.event
    async def lapse(self):
        """The time without activity is over, as the page counts it; it is told how much is left where it is not."""
        if not owner_of(self.token):
            return None
        left = idle_in(self._tokens(), get_settings().session_duration)
        return run("idleIn", left) if left > 0 else self._lapsed()

    def _lapsed(self) -> EventSpec:
        self._lock(IdleTimeout.kind)
        return run("signInAgain", False)

    @asynccontextmanager
    async def _door(self, acts: Names = (), reads: Names = (), *, typed: bool = False) -> AsyncIterator[Api]:
        """Hand out the API to a signed-in person who holds the permissions; keep what the call did to the tokens.

        Where something is `typed` on the page, a session that ends locks it; else all that was there goes.
        """
        api = self._api()
        try:
            await self._admit(api, acts, reads)
            yield api
        except PersonChanged:
            raise
        except SessionEnded as error:
            await self._end(error, typed=typed)
            raise
        finally:
            self._keep(api.auth)

    def _api(self) -> Api:
        """The API with the person's tokens, before anything is checked."""
        if not owner_of(self.token):
            raise SignedOut
        return Api(http_client(), TokenAuth(self._tokens(), get_settings().session_duration))

    def _tokens(self) -> Tokens:
        return Tokens(self.token, self.refresh_token, self._active_at())

    async def _admit(self, api: Api, acts: Names = (), reads: Names = ()) -> dict[str, str]:
        """Know who it is, and refuse what they may not do; the rules that must be proven to hold (`_asked`).

        IdleTimeout whether or not the API will be called. PersonChanged where everything in the tab was somebody
        else's: a handler that began with it must not go on.
        """
        if is_idle(api.auth.tokens, get_settings().session_duration):
            raise IdleTimeout
        changed = self._owner not in ("", owner_of(self.token))
        if changed:
            await self._drop_person()
        if not self._owner:
            await self._read_account(api)
        asked = self._asked(acts, reads)
        if changed:
            raise PersonChanged
        return asked

    def _asked(self, acts: Names, reads: Names) -> dict[str, str]:
        """What is held for one's own records alone of what acts, with its rule; MissingPermission for what is absent.

        What reads is enough to be held so: the API narrows what it gives.
        """
        for permission in filter(None, (*acts, *reads)):
            if self._standing(permission) is Standing.ABSENT:
                raise MissingPermission(permission)
        return {each: self.own[each] for each in acts if each and self._standing(each) is Standing.OWN}

    def _standing(self, permission: str) -> Standing:
        """How the person stands to a permission: `standing` decided it when the account was read."""
        if permission in self.permissions:
            return Standing.FULL
        return Standing.OWN if permission in self.own else Standing.ABSENT

    def _readable(self) -> list[str]:
        """The permissions that open what only reads, be it for some records: the API narrows what it gives."""
        return [*self.permissions, *self.own]

    async def _read_account(self, api: Api, token: str | None = None) -> None:
        """Read who signed in and what they may do; without access_admin nobody stays (SESSION-2, SESSION-4)."""
        # Some 350 names in every open tab: each name is kept once.
        names, told = await asyncio.gather(api.members("permissions"), api.members("users/me"))
        held = [sys.intern(str(item)) for item in names]
        if ACCESS not in held:
            raise NoAccess
        me = Me.of(told)
        self.identifier = self._owner = owner_of(token or self.token)
        # The token that the API has just accepted: one that a browser made up may have been renewed by this very call.
        roles = roles_of(api.auth.tokens.token)
        stands = {name: standing(name, held, roles) for name in held}
        self.permissions = [name for name, (worth, _) in stands.items() if worth is Standing.FULL]
        self.own = {name: sys.intern(rule) for name, (worth, rule) in stands.items() if worth is Standing.OWN}
        self.user_id, self.email, self.operates = me.user_id, me.email, list(me.operates)
        self.given_name, self.short_family_name = me.given_name, me.short_family_name
        self.last_activity_date, self.avatar = me.last_activity_date, me.avatar
        await self._read_extras(api)
        self.problem = ""

    async def _read_extras(self, api: Api) -> None:
        """Let features read what only some screens use, at once; a failure here keeps nobody out."""
        states = [await self.get_state(extra) for extra in self._extras()]
        await asyncio.gather(*(self._read_extra(each, api) for each in states))

    async def _read_extra(self, extra: account.AccountMixin, api: Api) -> None:
        try:
            await extra._read_account(api, self._readable())
        except (ApiError, TypeError, ValueError, AttributeError, LookupError) as error:
            told = error if isinstance(error, ApiError) else type(error).__name__  # the text of others quotes answers
            logger.warning("%s could not be read with the account: %s", type(extra).__name__, told)

    def _extras(self) -> list[account.Extra]:
        """What features read with the account, where their module is on."""
        return [extra for extra in account.extras() if get_settings().flag(extra.module)]

    def _read_settings(self, settings: Settings) -> None:
        """Flags are read at run time: one build serves every deployment (ACCESS-8)."""
        links = {
            "dashboard": settings.dashboard_url or "",
            "external_admin": settings.external_admin_url or "",
            "login_delegate": settings.login_delegate_url or "",
            "logo": settings.logo_url or "",
            "platform": settings.platform_name,
            "map_tiles": settings.map_tiles_url or "",
            "map_attribution": clean_html(settings.map_attribution),
            "map_area": settings.map_area,
        }
        flags = [name for name in FLAGS if settings.flag(name)]
        assign(self, flags=flags, links=links, lasts=settings.session_duration)

    async def _open(self, tokens: Tokens) -> None:
        """Take the tokens of a fresh sign-in."""
        await self._forget()
        self.token, self.refresh_token = tokens.token, tokens.refresh_token
        self.last_activity = str(int(time.time()))

    def _keep(self, auth: TokenAuth) -> None:
        """Store tokens that a call renewed and, now and then, the time of the last activity; never somebody else's."""
        tokens = auth.tokens
        if not self.token or owner_of(tokens.token) != owner_of(self.token):
            return
        if auth.wrote:
            self.wrote, self._wrote_at = True, time.time()
        if auth.changed:
            self.token, self.refresh_token = tokens.token, tokens.refresh_token
        if tokens.last_activity - self._active_at() >= ACTIVITY_STEP:
            self.last_activity = str(int(tokens.last_activity))

    def _active_at(self) -> float:
        """Seconds since the epoch of the last activity."""
        return last_active(self.last_activity, self.token)

    async def _end(self, error: SessionEnded, *, typed: bool) -> None:
        """The session is over: keep what is typed behind the password, else forget the person."""
        reason = reason_to_leave(error)
        if typed and self._owner and reason in REASONS:
            self._lock(reason)
        else:
            await self._forget(reason if reason in REASONS else "")

    def _lock(self, reason: str, words: str = "") -> None:
        """Drop the tokens and keep what stands on the page, which asks for the password of the same person."""
        self.token = self.refresh_token = self.last_activity = ""
        self.ended, self.locked, self.locked_by = reason, True, words

    async def _resume(self, tokens: Tokens) -> Any:
        """Take the tokens of whoever gave the password over the page; for another person it is a new beginning.

        SessionEnded where they may not stay, another ApiError where the account could not be read: the page stays shut.
        """
        if owner_of(tokens.token) != self._owner:
            await self._open(tokens)
            return run("reload")
        api = Api(http_client(), TokenAuth(tokens, get_settings().session_duration))
        try:
            await self._read_account(api, tokens.token)
        except SessionEnded:
            await self._forget()
            raise
        self.token, self.refresh_token = api.auth.tokens.token, api.auth.tokens.refresh_token
        self.last_activity = str(int(time.time()))
        return await self._unlock()

    async def _unlock(self) -> Any:
        """The same person is back: go on where the page stopped."""
        self.ended, self.locked, self.locked_by = "", False, ""
        known = {each.get_full_name(): each for each in state_classes()}
        again, self._again = known.get(self._again), ""
        load = getattr(again, "load", None)
        return [run("signedInAgain"), *([load] if load else [])]

    async def _forget(self, ended: str = "") -> None:
        """Drop the tokens, and everything that belongs to the person; `ended` is why, where nobody wanted it."""
        self.token = self.refresh_token = self.last_activity = ""
        assign(self, ended=ended)
        await self._drop_person()

    async def _drop_person(self) -> None:
        """Drop everything that belongs to the person, in every state; the page must be left then, or loaded anew."""
        self.identifier = self.email = self.given_name = self.short_family_name = ""
        self.last_activity_date = self.avatar = ""
        self.user_id, self.permissions, self.own, self.operates = 0, [], {}, []
        self.problem, self.problem_in, self.wrote, self._wrote_at = "", {}, False, 0
        self.locked, self.locked_by, self._again, self._interrupted = False, "", "", False
        if self._owner:
            self._owner = ""
            await as_new(self)
        (await self.get_state(Recent)).stored = ""

    def _login_address(self, reason: str = "") -> str:
        """The sign-in screen, coming back here afterwards."""
        wanted = here(self).text
        parts = [f"next={quote(wanted)}"] if here(self).path not in ("/", LOGIN) else []
        parts += [f"reason={reason}"] if reason else []
        return LOGIN + (f"?{'&'.join(parts)}" if parts else "")

    def _next(self) -> str:
        """The address first asked for: a path of this application, never another site."""
        wanted = self.router.url.query_parameters.get("next", "/")
        # Browsers drop tabs and line ends from addresses: a slash, a tab and a slash lead to another site.
        local = wanted.startswith("/") and not wanted.startswith(("//", "/\\", LOGIN)) and wanted.isprintable()
        return wanted if local else "/"
