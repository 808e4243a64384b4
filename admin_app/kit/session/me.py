"""Who signed in, as `users/me` answers: what is odd of it counts as not said (SESSION-3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from admin_app.api.errors import MalformedAnswer
from admin_app.kit.values import uploaded


@dataclass(frozen=True)
class Me:
    """The first entry of the answer."""

    user_id: int
    email: str
    given_name: str
    short_family_name: str
    last_activity_date: str
    avatar: str
    """Empty where the platform's own picture stands for the person."""
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
        avatar = uploaded(first.get("avatar")) or ""
        return cls(int(number), *texts, avatar, tuple(map(str, operated)) if isinstance(operated, list) else ())
