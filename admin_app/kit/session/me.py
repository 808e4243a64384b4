"""Who signed in, as `users/me` answers: what is odd of it counts as not said (SESSION-3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from admin_app.api.errors import MalformedAnswer


@dataclass(frozen=True)
class Me:
    """The first entry of the answer."""

    user_id: int
    email: str
    given_name: str
    short_family_name: str
    last_activity_date: str
    operates: tuple[str, ...]

    @classmethod
    def of(cls, answer: Sequence[Any]) -> "Me":
        """Read an answer; MalformedAnswer where it names nobody."""
        first = answer[0] if answer and isinstance(answer[0], dict) else {}
        number = str(first.get("id", ""))
        if not (number.isascii() and number.isdecimal()) or len(number) > 15:
            raise MalformedAnswer(cause="users/me")
        names = ("email", "givenName", "shortFamilyName", "lastActivityDate")
        texts = [value if isinstance(value := first.get(name), str) else "" for name in names]
        operated = first.get("operates")
        return cls(int(number), *texts, tuple(map(str, operated)) if isinstance(operated, list) else ())
