"""What a token of the API tells of its owner, read and not verified."""

import jwt


def owner_of(token: str | None) -> str:
    """Whose token it is, read and not verified: the API verifies it on every call (session.yaml, JwtPayload).

    Empty for what is no token, such as the `null` a browser may hand over when another tab emptied its storage.
    """
    try:
        return str(jwt.decode(token or "", options={"verify_signature": False}).get("username", ""))
    except jwt.InvalidTokenError:
        return ""


def roles_of(token: str | None) -> list[str]:
    """The account's own roles, as its token tells them (session.yaml, JwtPayload), without inherited ones."""
    try:
        return [str(name) for name in jwt.decode(token or "", options={"verify_signature": False}).get("roles") or []]
    except jwt.InvalidTokenError:
        return []
