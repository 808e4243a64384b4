"""A choice of records that holds at least one, and the gate before the one call that could delete everybody.

`GET admin/users/delete` without a known filter deletes every user, the caller included, for good
(traps 1 and 2). So it is never sent but with `selected`, made of a `Selected`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from posixpath import normpath
from urllib.parse import unquote

import httpx

SELECTED = "selected"
"""The one parameter of that call: ids joined by commas."""
USERS_DELETE = "admin/users/delete"
_MOST_DIGITS = 10


@dataclass(frozen=True, init=False)
class Selected:
    """Ids of records, each once and in their order: one at least, all of them positive whole numbers."""

    ids: tuple[int, ...]

    def __init__(self, first: int, *others: int) -> None:
        ids = tuple(dict.fromkeys((first, *others)))
        if not all(type(each) is int and 0 < each < 10**_MOST_DIGITS for each in ids):
            raise ValueError("a selection holds positive whole numbers only")
        object.__setattr__(self, "ids", ids)

    @classmethod
    def of(cls, ids: Iterable[int]) -> "Selected | None":
        """The selection of these ids, None when there are none: there is no empty selection."""
        found = tuple(ids)
        return cls(*found) if found else None

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def text(self) -> str:
        """As the API reads it: `1042,1077`."""
        return ",".join(map(str, self.ids))


def gate(request: httpx.Request) -> None:
    """Let every request pass but a bulk deletion of users that does not say whom: ValueError, and nothing is sent."""
    if deletes_users(request.url.path) and not (request.method == "GET" and _says_whom(request.url.params)):
        raise ValueError("a bulk deletion of users must say whom")


def deletes_users(path: str) -> bool:
    """Whether a path is that of the bulk deletion, however it is spelt: encoded, with dots, slashes or a format."""
    plain = normpath("/" + unquote(unquote(path)).partition("?")[0].strip().lower().replace("//", "/"))
    folder, _, last = plain.rpartition("/")
    return f"{folder}/{last.partition('.')[0].strip()}".endswith(f"/{USERS_DELETE}")


def _says_whom(params: httpx.QueryParams) -> bool:
    pairs = params.multi_items()
    if [name for name, _ in pairs] != [SELECTED]:
        return False
    ids = pairs[0][1].split(",")
    return all(each.isascii() and each.isdigit() and int(each) > 0 for each in ids)
