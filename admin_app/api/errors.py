"""Everything that can go wrong with a call.

    ApiError
    ├── NetworkError              no answer: refused, timed out, cut
    │   └── Unreached             no connection: nothing was sent
    ├── MalformedAnswer           an answer that is not what the API describes
    ├── InvalidCredentials        401 at sign-in
    ├── Unauthorized              401 elsewhere
    ├── SessionEnded              sign in again
    │   ├── SessionExpired        the refresh token was refused
    │   └── IdleTimeout           nothing done for the session duration
    ├── Busy                      429: too many requests
    ├── Refused                   another 4xx
    │   ├── AccessDenied          "Access Denied.", 403
    │   │   └── MissingPermission refused here, before any call
    │   ├── NotFound              "Not Found", 404
    │   └── Invalid               violations, per property
    └── ServerError               5xx

`text` is for the person's eyes; `str()` and `repr()` hold neither it nor anything of the request: they may be logged.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, ClassVar

MAX_TEXT = 500
"""Longest message kept, in characters."""
MESSAGE_KEYS = ("hydra:description", "description", "detail", "message")
"""Where a message may be, in this order (session.yaml, recommended_message)."""
SAYS_NO_MORE = frozenset(
    {
        "access denied",
        "an authentication exception occurred",
        "bad credentials",
        "expired jwt token",
        "invalid credentials",
        "invalid jwt token",
        "jwt token not found",
        "username could not be found",
        *(status.phrase.lower() for status in HTTPStatus),
    }
)
"""Stock texts that repeat the kind in English, without their full stop (session.yaml, Unauthorized; the reason phrases
of RFC 9110): dropped, so that the person reads the translation instead."""
NAMES_THE_ACCOUNT = "unable to load an user with property"
"""So begins another one, which goes on with the e-mail address of an account that is gone."""
_SECRETS = re.compile(r"https?://\S+|eyJ[\w-]+(?:\.[\w-]*)*|\b[0-9a-fA-F]{32,}\b|\bBearer\s+\S+")


@dataclass(frozen=True)
class Violation:
    """One refused property: `property_path` is the API's name, `message` is for the person."""

    property_path: str
    message: str = field(repr=False)


class ApiError(Exception):
    """A call that failed; `kind` names the class for translations, `status` is the HTTP one when there is one."""

    kind: ClassVar[str] = "api"
    unsure: bool = False
    """What was asked for may be done all the same: the client says so of what it sent to be done."""
    request: str = ""
    """The name of the call in our log and in the API's; empty where none was made."""

    def __init__(
        self,
        text: str | None = None,
        *,
        status: int | None = None,
        violations: tuple[Violation, ...] = (),
        cause: str = "",
    ) -> None:
        self.text = clean(text)
        self.status = status
        self.violations = violations
        self.cause = cause
        super().__init__(self.kind, status)

    def __str__(self) -> str:
        """The kind, the status and the technical cause: safe to log."""
        return " ".join(str(part) for part in (self.kind, self.status, self.cause) if part)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


class NetworkError(ApiError):
    """No answer came: name not found, connection refused or lost, time out. `cause` is the exception's name."""

    kind = "network"


class Unreached(NetworkError):
    """No connection to the server came about: the request cannot have done anything."""


class MalformedAnswer(ApiError):
    """An answer that is not JSON, or has not the described shape."""

    kind = "malformed"


class InvalidCredentials(ApiError):
    """Unknown e-mail or wrong password (session.yaml, login)."""

    kind = "invalid_credentials"


class Unauthorized(ApiError):
    """The token was refused for another reason than its age (SESSION-14)."""

    kind = "unauthorized"


class SessionEnded(ApiError):
    """The person must sign in again."""

    kind = "session_ended"


class SessionExpired(SessionEnded):
    """The refresh token was refused (SESSION-16)."""

    kind = "session_expired"


class IdleTimeout(SessionEnded):
    """Idle time exceeded (SESSION-18)."""

    kind = "idle_timeout"


class Busy(ApiError):
    """The API wants fewer requests; nothing was done. `seconds` is how long it asks to wait, None where it says not."""

    kind = "busy"

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(status=429)
        self.seconds = seconds


class Refused(ApiError):
    """The API refused the request; its text says why."""

    kind = "refused"


class AccessDenied(Refused):
    """The account may not do this (session.yaml, errors)."""

    kind = "access_denied"


class MissingPermission(AccessDenied):
    """Refused on our side: the account lacks `permission`."""

    def __init__(self, permission: str) -> None:
        super().__init__(cause=permission)
        self.permission = permission


class NotFound(Refused):
    """No such record."""

    kind = "not_found"


class Invalid(Refused):
    """Constraint violations; `violations` tells which properties (session.yaml, ConstraintViolations)."""

    kind = "invalid"


class ServerError(ApiError):
    """The server failed; upstream this also stands for many wrong arguments (session.yaml, errors)."""

    kind = "server"


def perhaps_done(error: ApiError) -> bool:
    """Whether a request that failed so may have been done: its answer was lost, or the server failed and does not say
    over what (trap 43). A server in production never does: words come of one in debug mode, or from a proxy, and are
    shown (session.yaml, errors)."""
    if isinstance(error, ServerError):
        return not error.text
    return isinstance(error, NetworkError | MalformedAnswer) and not isinstance(error, Unreached)


def clean(text: str | None) -> str | None:
    """A message fit to show: no token, no address, at most `MAX_TEXT` characters; None when nothing is left."""
    if not text:
        return None
    text = _SECRETS.sub("…", text[: 4 * MAX_TEXT]).strip()
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def message_of(body: Any) -> str | None:
    """The message of an error body, None when it holds none."""
    if not isinstance(body, Mapping):
        return None
    texts = (body.get(key) for key in MESSAGE_KEYS)
    return next((text for text in texts if isinstance(text, str) and text.strip()), None)


def error_from(status: int, body: Any) -> ApiError:
    """The error that an answer of this status (>= 400) and decoded body stands for (session.yaml, errors)."""
    text = message_of(body)
    violations = _violations(body)
    shown = None if _is_stock(text) else text
    return _class_of(status, text, violations)(shown, status=status, violations=violations)


def _is_stock(text: str | None) -> bool:
    plain = (text or "").strip().rstrip(".").casefold()
    return plain in SAYS_NO_MORE or plain.startswith(NAMES_THE_ACCOUNT)


def _class_of(status: int, text: str | None, violations: tuple[Violation, ...]) -> type[ApiError]:
    """Upstream says 400 to nearly everything, so the text counts before the status."""
    if status == 401:
        return Unauthorized
    if status >= 500:
        return ServerError
    if violations:
        return Invalid
    if text == "Access Denied." or status == 403:
        return AccessDenied
    if text == "Not Found" or status == 404:
        return NotFound
    return Refused


def _violations(body: Any) -> tuple[Violation, ...]:
    """The violations of a body, malformed ones left out."""
    entries = body.get("violations") if isinstance(body, Mapping) else None
    if not isinstance(entries, list):
        return ()
    return tuple(
        Violation(str(entry.get("propertyPath") or ""), clean(str(entry["message"])) or "")
        for entry in entries
        if isinstance(entry, Mapping) and entry.get("message")
    )
