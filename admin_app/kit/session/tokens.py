"""What a token of the API tells of its owner, read and not verified."""

from admin_app.api.claims import claims


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
