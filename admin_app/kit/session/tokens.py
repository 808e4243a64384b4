"""What a token of the API tells of its owner, read and not verified."""

import jwt


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
