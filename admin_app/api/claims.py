"""What a token says of itself, read and not verified: the API verifies it on every call (session.yaml, JwtPayload)."""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import jwt

MOST_KEPT = 1000
"""Tokens whose claims a process remembers: an action asks nine times what its token says, at 25 µs each."""
_NOTHING: Mapping[str, Any] = {}
_kept: OrderedDict[bytes, Mapping[str, Any]] = OrderedDict()
"""By the digest of the token: what is remembered lets nobody in."""


def claims(token: str | None) -> Mapping[str, Any]:
    """What a token says; nothing for what is no token, such as the `null` a browser may hand over."""
    key = hashlib.sha256((token or "").encode()).digest()
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    try:
        found = jwt.decode(token or "", options={"verify_signature": False})
    except jwt.InvalidTokenError:
        return _NOTHING
    _kept[key] = found
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return found


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
