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
