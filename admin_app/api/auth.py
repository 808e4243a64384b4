"""Who one is for the API: what a token says, sign-in, and the token on every call: refreshed in time, once per session,
never shown (SESSION-11 to SESSION-19)."""

import asyncio
import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary

import httpx
import jwt

from admin_app.api.errors import (
    ApiError,
    IdleTimeout,
    InvalidCredentials,
    MalformedAnswer,
    SessionExpired,
    Unauthorized,
    message_of,
)
from admin_app.api.exchange import ONCE, answered, body_of, look_at_failure

EXPIRED = "Expired JWT Token"
"""The message of a 401 that a refresh may cure (SESSION-13)."""
SKEW = 5
"""A token this close to its end counts as expired, in seconds: clocks differ and calls take time."""
CLOCKS = 60
"""A time this far in the future may be one that another server wrote, in seconds."""
KNOWN_SESSIONS = 2000
"""Sessions whose last refresh one process remembers."""
REFRESH_REFUSED = (400, 401, 403)
"""Statuses that say the refresh token is no good; any other failure may pass."""
CLAIMS_KEPT = 1000
"""Tokens whose claims a process remembers: an action asks nine times what its token says, at 25 µs each."""
_claims_kept: OrderedDict[bytes, Mapping[str, Any]] = OrderedDict()
"""By the digest of the token: what is remembered lets nobody in."""


@dataclass(frozen=True)
class Tokens:
    """What a signed-in browser keeps. `last_activity` is in seconds since 1970."""

    token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    last_activity: float


# --- what a token says of itself ----------------------------------------------------------


def claims(token: str | None) -> Mapping[str, Any]:
    """What a token says; nothing for what is no token, such as the `null` a browser may hand over."""
    key = hashlib.sha256((token or "").encode()).digest()
    if key in _claims_kept:
        _claims_kept.move_to_end(key)
        return _claims_kept[key]
    try:
        said = jwt.decode(token or "", options={"verify_signature": False})
    except jwt.InvalidTokenError:
        return {}
    _claims_kept[key] = said
    while len(_claims_kept) > CLAIMS_KEPT:
        _claims_kept.popitem(last=False)
    return said


def owner_of(token: str | None) -> str:
    """Whose token it is, read and not verified: the API verifies it on every call (session.yaml, JwtPayload).

    Empty for what is no token, such as the `null` a browser may hand over when another tab emptied its storage.
    """
    return str(claims(token).get("username", ""))


def roles_of(token: str | None) -> list[str] | None:
    """The account's own roles, as its token tells them, without inherited ones; None where it does not tell.

    They come as a list, or as an object with numbers for names (session.yaml, JwtPayload).
    """
    told = claims(token).get("roles")
    names = [*told.values()] if isinstance(told, dict) else told
    return [str(name) for name in names] if isinstance(names, list) else None


def expires_at(token: str) -> float | None:
    """When a JWT ends, in seconds since 1970; None when it does not say. Read, not verified: the server verifies."""
    return _time_of(token, "exp")


def _ended(token: str, skew: float) -> bool:
    """Whether a token is past its end; one without an end is left to the server to judge."""
    end = expires_at(token)
    return end is not None and end - skew <= time.time()


def _time_of(token: str, claim: str) -> float | None:
    try:
        return float(claims(token)[claim])
    except (KeyError, TypeError, ValueError):
        return None


# --- how long somebody did nothing --------------------------------------------------------


def last_active(said: str | None, token: str) -> float:
    """When the person did something last, in seconds since 1970, as their browser says.

    What it cannot know (nothing, no number, a time to come) counts as the moment the token was made.
    """
    now, text = time.time(), said or ""
    told = float(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
    if told is not None and told <= now + CLOCKS:
        return min(told, now)
    issued = _time_of(token, "iat")
    return now if issued is None else min(issued, now)


def is_idle(tokens: Tokens, session_duration: float) -> bool:
    """Whether the person of a session did nothing for longer than `session_duration` seconds, in any tab."""
    return idle_in(tokens, session_duration) < 0


def idle_in(tokens: Tokens, session_duration: float) -> float:
    """In how many seconds a session ends if its person does nothing more; negative where it has ended."""
    entry = _renewals_here().find(tokens)
    active = max(tokens.last_activity, entry.last_activity if entry else 0)
    return active + session_duration - time.time()


def be_active(tokens: Tokens) -> None:
    """Note that the person of a session is there, without any call."""
    _renewals_here().of(tokens).last_activity = time.time()


# --- signing in, and one refresh for each session -----------------------------------------


async def login(http: httpx.AsyncClient, username: str, password: str) -> Tokens:
    """Sign in with an e-mail and a password. InvalidCredentials when the API refuses them."""
    request = http.build_request("POST", "login", json={"username": username, "password": password})
    try:
        return _tokens(await answered(http, request))
    except Unauthorized as error:
        raise InvalidCredentials(error.text, status=error.status) from None


async def refresh(http: httpx.AsyncClient, refresh_token: str) -> Tokens:
    """New tokens for a refresh token, without any Authorization header. SessionExpired when it is refused."""
    request = http.build_request("POST", "token/refresh", json={"refreshToken": refresh_token})
    try:
        return _tokens(await answered(http, request))
    except ApiError as error:
        if error.status in REFRESH_REFUSED:
            raise SessionExpired(error.text, status=error.status) from None
        raise


def _tokens(body: Any) -> Tokens:
    """The token pair of an answer (session.yaml, TokenPair)."""
    match body:
        case {"token": str(token), "refreshToken": str(refresh_token)} if token and refresh_token:
            return Tokens(token, refresh_token, last_activity=time.time())
    raise MalformedAnswer(cause="TokenPair")


@dataclass
class _Renewal:
    """What this process knows of one session: the running refresh, its last result, the person's last action."""

    running: "asyncio.Task[Tokens] | None" = None
    latest: Tokens | None = field(default=None, repr=False)
    last_activity: float = 0


class _Renewals:
    """The sessions of one event loop, by digest of their refresh token; the ones used longest ago are forgotten."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, _Renewal] = OrderedDict()

    def of(self, tokens: Tokens) -> _Renewal:
        """The entry of a session."""
        key = _digest(tokens.refresh_token)
        entry = self._known.setdefault(key, _Renewal())
        self._known.move_to_end(key)
        while len(self._known) > KNOWN_SESSIONS:
            self._known.popitem(last=False)
        return entry

    def find(self, tokens: Tokens) -> _Renewal | None:
        """The entry of a session, if there is one."""
        return self._known.get(_digest(tokens.refresh_token))

    async def renew(self, http: httpx.AsyncClient, old: Tokens) -> Tokens:
        """Tokens that replace `old`: another call's result if there is one, else those of one shared refresh.

        The refresh is a task of its own: a caller that is cancelled must not lose a refresh token that is single use.
        """
        entry = self.of(old)
        latest = entry.latest
        if latest and latest.token != old.token and not _ended(latest.token, skew=0):
            return latest
        if entry.running is None:
            entry.running = asyncio.create_task(self._refresh(http, old, entry))
            entry.running.add_done_callback(look_at_failure)
        return await asyncio.shield(entry.running)

    async def _refresh(self, http: httpx.AsyncClient, old: Tokens, entry: _Renewal) -> Tokens:
        try:
            entry.latest = await refresh(http, old.refresh_token)
        finally:
            entry.running = None
        self._known[_digest(entry.latest.refresh_token)] = entry
        return entry.latest


_renewals: WeakKeyDictionary[asyncio.AbstractEventLoop, _Renewals] = WeakKeyDictionary()


def _renewals_here() -> _Renewals:
    """The sessions of the running loop: tasks cannot be shared between loops."""
    return _renewals.setdefault(asyncio.get_running_loop(), _Renewals())


def same_session(one: Tokens, other: Tokens) -> bool:
    """Whether two pairs of tokens belong to one sign-in: they share a token, or this process renewed one to the other.

    Empty tokens belong to nobody.
    """
    pairs = ((one.token, other.token), (one.refresh_token, other.refresh_token))
    if any(mine and hmac.compare_digest(mine.encode(), theirs.encode()) for mine, theirs in pairs):
        return True
    known = _renewals_here()
    entry = known.find(one) if one.refresh_token else None
    return entry is not None and entry is known.find(other)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


# --- the token on every call -------------------------------------------------------------


class TokenAuth(httpx.Auth):
    """Puts a session's token on a call (SESSION-11).

    Raises IdleTimeout before a call of a person idle for longer than `session_duration` seconds, SessionExpired when
    the refresh token is refused and NetworkError when the refresh got no answer. `tokens` always holds the present
    ones; `changed` tells that the caller must store them, `wrote` that something was asked for but to be read.
    """

    http: httpx.AsyncClient
    """What refreshes: the client of the `Api` that uses this, which sets it."""

    def __init__(self, tokens: Tokens, session_duration: float) -> None:
        self.tokens = tokens
        self.changed = self.wrote = False
        self._session_duration = session_duration

    def __repr__(self) -> str:
        return f"TokenAuth(changed={self.changed})"

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        """Refresh first if needed; after a 401 for age refresh and send once more, unless the call goes only once."""
        self._note_activity()
        self.wrote |= request.method != "GET"
        if _ended(self.tokens.token, SKEW):
            await self._renew(self.tokens)
        sent = self.tokens
        response = yield self._signed(request)
        if response.status_code != 401:
            return
        await response.aread()
        if message_of(body_of(response.content)) != EXPIRED:
            return
        await self._renew(sent)
        if not request.extensions.get(ONCE):
            yield self._signed(request)

    async def last(self, seconds: float) -> None:
        """Renew the token now unless it is good for so long: before a download that another request will start."""
        if _ended(self.tokens.token, seconds):
            await self._renew(self.tokens)

    def sync_auth_flow(self, request: httpx.Request) -> Any:
        """Not offered: a refresh is awaited."""
        raise RuntimeError("TokenAuth works with httpx.AsyncClient only")

    def _signed(self, request: httpx.Request) -> httpx.Request:
        request.headers["Authorization"] = f"Bearer {self.tokens.token}"
        return request

    def _note_activity(self) -> None:
        """End an idle session; the person counts as active when any tab of the same session is."""
        if is_idle(self.tokens, self._session_duration):
            raise IdleTimeout
        now = _renewals_here().of(self.tokens).last_activity = time.time()
        self.tokens = replace(self.tokens, last_activity=now)

    async def _renew(self, old: Tokens) -> None:
        fresh = await _renewals_here().renew(self.http, old)
        self.tokens = replace(fresh, last_activity=self.tokens.last_activity)
        self.changed = True
