"""Tokens: signed JWT with a real expiry, refresh tokens that live 30 days (session.yaml, x-session-rules)."""

import hashlib
import hmac
import time
from typing import Any

import jwt

from sandbox.access import Access
from sandbox.errors import Unauthorized

ALGORITHM = "HS256"
_ROUNDS = 1_000


def issue(access: Access, key: str, lifetime: int) -> str:
    """A token for an account, with the claims of session.yaml, JwtPayload."""
    started = int(time.time())
    payload = {
        "iat": started,
        "exp": started + lifetime,
        "roles": access.roles,
        "username": access.email,
        "id": access.user_id,
        "admin": access.may("access_admin"),
    }
    return jwt.encode(payload, key, ALGORITHM, headers={"cty": "JWT"})


def read(header: str | None, key: str) -> dict[str, Any]:
    """The claims of an Authorization header, or the 401 of the contract."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unauthorized("JWT Token not found")
    try:
        return jwt.decode(token, key, [ALGORITHM], options={"require": ["exp", "iat"]})
    except jwt.ExpiredSignatureError:
        raise Unauthorized("Expired JWT Token") from None
    except jwt.InvalidTokenError:
        raise Unauthorized("Invalid JWT Token") from None


def hash_password(password: str, salt: str) -> str:
    """A salted hash; few rounds, because this is demonstration data."""
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), _ROUNDS)
    return f"{salt}${digest.hex()}"


def password_fits(password: str, stored: str | None) -> bool:
    """Whether a password is the one whose hash is stored."""
    if not stored:
        return False
    salt = stored.partition("$")[0]
    return hmac.compare_digest(hash_password(password, salt), stored)
