"""Who is signed in, and `signed_in`: the one door to the API (DESIGN 4).

Tokens live in the browser's local storage (SPEC 9) and are shared by its tabs. Permissions live in the server's
memory only: they decide in `signed_in`, and the menu merely shows what they allow. States never inherit from
`Session`; they reach it with `get_state`.
"""

import functools
import inspect
import logging
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import jwt
import reflex as rx
from reflex.event import EventSpec

from admin_app.api.auth import TokenAuth, Tokens
from admin_app.api.client import Api, http_client
from admin_app.api.errors import ApiError, MissingPermission, NotFound, SessionEnded
from admin_app.api.query import Query
from admin_app.kit.declare.html import clean_html
from admin_app.kit.script import run
from admin_app.kit.session.notices import notify
from admin_app.kit.session.permissions import named
from admin_app.kit.words.locale import Locale, known, say
from admin_app.settings import Settings, get_settings

ACCESS = "access_admin"
"""The permission without which nobody stays signed in (SPEC 6)."""
FLAGS = tuple(name for name, field in Settings.model_fields.items() if field.annotation is bool)
"""The settings that are on or off: modules, and what a deployment asks of some inputs."""
ACTIVITY_STEP = 30
"""Seconds between two notes of the last activity: each one is told to the other tabs."""
LOGIN = "/login"
logger = logging.getLogger(__name__)


class SignedOut(SessionEnded):
    """Nobody is signed in."""

    kind = "signed_out"


class SwitchedOff(NotFound):
    """The module of what was asked for is off in this deployment."""


class NoAccess(SessionEnded):
    """The account lacks access_admin (SPEC 6)."""

    kind = "no_access"


@dataclass(frozen=True)
class Here:
    """Where a tab stands: the path without its last slash, the query, and what is behind the `#`."""

    path: str
    query: str
    fragment: str = ""

    @property
    def text(self) -> str:
        """Path and query, as in the address bar."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def last(self) -> str:
        """The last part of the path: a record's id."""
        return self.path.rpartition("/")[2]


def here(state: rx.State) -> Here:
    """Where the tab of a state stands; a path may come with a last slash after a full load."""
    url = state.router.url
    return Here(url.path.rstrip("/") or "/", url.query, url.fragment)


def owner_of(token: str | None) -> str:
    """Whose token it is, read and not verified: the API verifies it on every call (upstream JwtPayload).

    Empty for what is no token, such as the `null` a browser may hand over when another tab emptied its storage.
    """
    try:
        return str(jwt.decode(token or "", options={"verify_signature": False}).get("username", ""))
    except jwt.InvalidTokenError:
        return ""


def roles_of(token: str | None) -> list[str]:
    """The roles given to the account itself, as its token tells them (upstream JwtPayload); inherited ones are not."""
    try:
        return [str(name) for name in jwt.decode(token or "", options={"verify_signature": False}).get("roles") or []]
    except jwt.InvalidTokenError:
        return []


class Session(rx.State):
    """The signed-in person (SPEC 3, logged-in user), what they may do and which modules are on."""

    token: str = rx.LocalStorage("", name="admin_app.token", sync=True)
    refresh_token: str = rx.LocalStorage("", name="admin_app.refresh_token", sync=True)
    last_activity: str = rx.LocalStorage("", name="admin_app.last_activity", sync=True)
    structure: str = rx.LocalStorage("", name="admin_app.structure")

    ready: bool = False
    """False until it is known who is there: pages show a skeleton, never a refusal."""
    problem: str = ""
    """Why the account could not be read; empty when it could."""
    user_id: int = 0
    email: str = ""
    given_name: str = ""
    short_family_name: str = ""
    last_activity_date: str = ""
    operates: list[str] = []
    permissions: list[str] = []
    flags: list[str] = []
    links: dict[str, str] = {}
    """What a deployment may configure: dashboard, external_admin, login_delegate, logo, map_tiles, map_attribution."""
    solidary_structures: list[dict[str, str]] = []
    solidary_edit: bool = False
    eec_available: bool = False
    _owner: str = ""

    @rx.event
    async def enter(self):
        """First handler of every address: read the settings, the account if needed, and send strangers to sign in."""
        self._read_settings(get_settings())
        public = here(self).path == LOGIN
        if not owner_of(self.token):
            self._forget()
            self.ready = public
            return None if public else rx.redirect(self._login_address(), replace=True)
        try:
            async with self._door():
                pass
        except SessionEnded as error:
            self.ready = public
            return None if public else leave(self._login_address(error.kind))
        except ApiError as error:
            self.problem = await failure_text(self, error)
        self._set(ready=True)
        return rx.redirect(self._next(), replace=True) if public and not self.problem else None

    @rx.event
    def leave(self):
        """Sign out of every tab; the script asks first when something is not saved."""
        self._forget()
        return leave(LOGIN)

    @rx.event
    def follow(self):
        """Another tab signed in or out: do the same here."""
        if not owner_of(self.token):
            self._forget()
            return None if here(self).path == LOGIN else leave(self._login_address())
        return run("reload") if owner_of(self.token) != self._owner else None

    @rx.event
    def choose_structure(self, structure_id: str):
        """Work for another of the person's structures; not while a solidary item is edited (SPEC 2)."""
        if not self.solidary_edit and any(each["id"] == structure_id for each in self.solidary_structures):
            self.structure = structure_id

    @asynccontextmanager
    async def _door(self, *permissions: str | None) -> AsyncIterator[Api]:
        """Hand out the API to a signed-in person who holds the permissions; keep what the call did to the tokens."""
        api = self._api()
        try:
            await self._admit(api, *permissions)
            yield api
        except SessionEnded:
            self._forget()
            raise
        finally:
            self._keep(api.auth.tokens)

    def _api(self) -> Api:
        """The API with the person's tokens, before anything is checked."""
        if not owner_of(self.token):
            raise SignedOut
        tokens = Tokens(self.token, self.refresh_token, self._active_at())
        return Api(http_client(), TokenAuth(tokens, get_settings().session_duration))

    async def _admit(self, api: Api, *permissions: str | None) -> None:
        """Know who it is, and refuse what they may not do."""
        if owner_of(self.token) != self._owner:
            await self._read_account(api)
        for permission in permissions:
            if permission and permission not in self.permissions:
                raise MissingPermission(permission)

    async def _read_account(self, api: Api) -> None:
        """Read who signed in and what they may do; without access_admin nobody stays (SPEC 6)."""
        # Some 350 names in every open tab: each name is kept once.
        self.permissions = [sys.intern(str(item)) for item in await api.members("permissions")]
        if ACCESS not in self.permissions:
            raise NoAccess
        me = (await api.members("users/me"))[0]
        self.user_id = int(me["id"])
        self.email = me.get("email") or ""
        self.given_name = me.get("givenName") or ""
        self.short_family_name = me.get("shortFamilyName") or ""
        self.last_activity_date = me.get("lastActivityDate") or ""
        self.operates = [str(item) for item in me.get("operates") or []]
        await self._read_extras(api)
        self._owner = owner_of(self.token)
        self.problem = ""

    async def _read_extras(self, api: Api) -> None:
        """Read what only some screens use; a failure here keeps nobody out."""
        try:
            self.eec_available = bool((await api.call_get("eec/instance")).get("available"))
            if "structure_list" in self.permissions and get_settings().solidary:
                self._take_structures((await api.list("admin/structures", Query())).items)
        except ApiError as error:
            logger.warning("account extras could not be read: %s", error)

    def _take_structures(self, items: list[dict[str, Any]]) -> None:
        """Keep the named fields of the structures, and one of them as the current one (SPEC 3)."""
        names = ("id", "name", "telephone", "signature", "solidaryTransport")
        self.solidary_structures = [{name: str(item.get(name, "") or "") for name in names} for item in items]
        if self.structure not in {each["id"] for each in self.solidary_structures}:
            self.structure = self.solidary_structures[0]["id"] if self.solidary_structures else ""

    def _read_settings(self, settings: Settings) -> None:
        """Flags are read at run time: one build serves every deployment (DESIGN 2)."""
        links = {
            "dashboard": settings.dashboard_url or "",
            "external_admin": settings.external_admin_url or "",
            "login_delegate": settings.login_delegate_url or "",
            "logo": settings.logo_url or "",
            "map_tiles": settings.map_tiles_url or "",
            "map_attribution": clean_html(settings.map_attribution),
        }
        self._set(flags=[name for name in FLAGS if settings.flag(name)], links=links, solidary_edit=False)

    def _set(self, **values: Any) -> None:
        """Assign what differs: what is assigned is sent to the browser, and this runs at every address."""
        for name, value in values.items():
            if getattr(self, name) != value:
                setattr(self, name, value)

    def _open(self, tokens: Tokens) -> None:
        """Take the tokens of a fresh sign-in."""
        self._forget()
        self.token, self.refresh_token = tokens.token, tokens.refresh_token
        self.last_activity = str(int(time.time()))

    def _keep(self, tokens: Tokens) -> None:
        """Store renewed tokens and, now and then, the time of the last activity."""
        if not self.token:
            return
        if tokens.token != self.token:
            self.token, self.refresh_token = tokens.token, tokens.refresh_token
        if tokens.last_activity - self._active_at() >= ACTIVITY_STEP:
            self.last_activity = str(int(tokens.last_activity))

    def _active_at(self) -> float:
        """Seconds since the epoch of the last activity; now when the browser does not say."""
        return float(self.last_activity) if (self.last_activity or "").isdigit() else time.time()

    def _forget(self) -> None:
        """Drop everything that belongs to the person."""
        self.token = self.refresh_token = self.last_activity = ""
        self.email = self.given_name = self.short_family_name = self.last_activity_date = self._owner = ""
        self.user_id, self.permissions, self.operates, self.solidary_structures = 0, [], [], []
        self.eec_available, self.problem = False, ""

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


def leave(address: str) -> EventSpec:
    """Go to sign in with a fresh server state, so that nothing the person saw stays in this tab."""
    return run("leave", address)


@asynccontextmanager
async def signed_in(state: rx.State, permission: str | None, *others: str) -> AsyncIterator[Api]:
    """Hand out the API client to a handler, or raise: SignedOut, SessionEnded, MissingPermission, NetworkError.

    SwitchedOff when the module of the state's resource is off. Of several permissions all must be held.

    This is where permissions are enforced: every public handler can be called by any socket client (STYLE F8).
    """
    _refuse_switched_off(state)
    session = await state.get_state(Session)
    async with session._door(permission, *others) as api:
        yield api


@asynccontextmanager
async def signed_in_background(state: rx.State, permission: str | None, *others: str) -> AsyncIterator[Api]:
    """The same for a background handler: the tab's lock is held before and after the calls, never during them."""
    _refuse_switched_off(state)
    async with state:
        session = await state.get_state(Session)
        api = session._api()
        await session._admit(api, permission, *others)
    ended = False
    try:
        yield api
    except SessionEnded:
        ended = True
        raise
    finally:
        async with state:
            session = await state.get_state(Session)
            if ended:
                session._forget()
            session._keep(api.auth.tokens)


def _refuse_switched_off(state: rx.State) -> None:
    resource = getattr(state, "resource", None)
    if resource and not get_settings().flag(resource.flag):
        raise SwitchedOff


async def failure_text(state: rx.State, error: ApiError) -> str:
    """What to tell the person, in the language of the page."""
    return reason_of(error, (await state.get_state(Locale)).locale)


def reason_of(error: ApiError, locale: str) -> str:
    """The server's words for a failure, else ours for its kind."""
    if isinstance(error, MissingPermission):
        name = error.permission
        return say("errors.missing_permission", locale, permission=named(name, known(locale)), name=name)
    return error.text or say(f"errors.{error.kind}", locale)


async def report(state: rx.State, error: Exception, key: str, *, in_place: bool = False) -> EventSpec | None:
    """Tell the person about a failed call; an ended session leads to the sign-in screen instead.

    `in_place` puts the failure where the content would be: for a load only, since it hides what was typed.
    """
    if isinstance(error, SessionEnded):
        session = await state.get_state(Session)
        if isinstance(error, SignedOut) and not session.ready:
            return None  # `enter` has sent the person away and said why
        reason = "" if isinstance(error, SignedOut) else error.kind
        return leave(session._login_address(reason))
    if isinstance(error, MissingPermission | SwitchedOff) and key.endswith(".load_error"):
        return None  # refused here, not by the API: the page itself says why
    if not isinstance(error, ApiError):
        logger.error("a handler of %s failed: %s", type(state).__name__, type(error).__name__, exc_info=error)
        error = ApiError()
    detail = await failure_text(state, error)
    if in_place:
        state.problem = detail
    await notify(state, "error", key, detail)
    return None


def reports_errors(
    notice: str, busy: str = "loading", *, in_place: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Turn what an async handler raises into a notice, and always release its busy flag (STYLE F7).

    `notice` is a translation key, or the part of one below the entity of the state's resource (`load_error`).
    """

    def decorate(handler: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(handler)
        async def run_handler(self: Any, *args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
            try:
                if inspect.isasyncgenfunction(handler):
                    async for step in handler(self, *args, **kwargs):
                        yield step
                else:
                    yield await handler(self, *args, **kwargs)
            except Exception as error:
                key = notice if "." in notice else f"errors.{self.resource.entity}.{notice}"
                yield await report(self, error, key, in_place=in_place)
            finally:
                setattr(self, busy, False)

        return run_handler

    return decorate
