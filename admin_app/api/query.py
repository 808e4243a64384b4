"""What is asked of the API, as a call's address says it: the path, the parameters, and whom it concerns. Pure.

An id comes from an address or a socket, where anything may stand: `/communities/show/%2e%2e` once asked for
`admin/communities/%2e%2e/members`, which is `admin/members`. Here alone an id goes into a path.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from posixpath import normpath
from typing import Any
from urllib.parse import unquote

from admin_app.api.errors import NotFound

NOWHERE = "0"
"""Stands for an id where an address holds none: no record has it, so that whatever asks for it is not found."""
_ID = re.compile(r"[1-9][0-9]{0,9}")
WRITING_GETS = ("admin/users/delete", "-campaign", "/sendValidationEmail", "/generate_phone_token", "/alerts")
"""Ends of the GETs that write; repeated, they delete, write to people or begin notices twice (session.yaml)."""
TEXTS_DRIVERS = re.compile(r"(^|/)admin/solidaries/\d+$")
"""The GET of a solidary record: the server looks for drivers at each, and may text them (trap 31)."""
_PATH = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")
Params = list[tuple[str, str]]
SELECTED = "selected"
"""The one parameter of the bulk deletion of users: ids joined by commas."""
USERS_DELETE = "admin/users/delete"
_MOST_DIGITS = 10


# --- the path --------------------------------------------------------------------------------


def is_record_id(text: object) -> bool:
    """Whether this is an id as the API gives them: a positive whole number, plainly written, of ten digits at most."""
    return bool(_ID.fullmatch(str(text)))


def record_id(text: object) -> str:
    """The id that stands in an address, NOWHERE for anything else."""
    return str(text) if is_record_id(text) else NOWHERE


def writes(path: str) -> bool:
    """Whether a GET of this path changes something on the server."""
    return path.rstrip("/").endswith(WRITING_GETS)


def only_reads(path: str) -> bool:
    """Whether a GET of this path may be sent again: it does nothing on the server."""
    return not writes(path) and not TEXTS_DRIVERS.search(path)


def item(endpoint: str, record_id: int | str, below: str = "") -> str:
    """The path of one record, or of what is `below` it: `admin/communities/12/members`. NotFound for what is no id.

    Nothing but a number is ever sent as one: `admin/users/delete` deletes everybody.
    """
    if not is_record_id(record_id):
        raise NotFound
    return f"{endpoint}/{record_id}/{below}" if below else f"{endpoint}/{record_id}"


def plain(path: str) -> str:
    """A path as it is, when it holds names and numbers and nothing that leads elsewhere; NotFound otherwise."""
    if not _PATH.fullmatch(path):
        raise NotFound
    return path


# --- the parameters of a list (CALL-2, API-8, API-9) -----------------------------------------


class Joined(tuple[Any, ...]):
    """Values sent as one parameter with commas (`selected`, `relayPointTypes`, `bounds`), not as `name[]`."""

    __slots__ = ()


@dataclass(frozen=True)
class Query:
    """A page of a list. `page` counts from 1; None leaves page and size to the server (first page of 100)."""

    page: int | None = None
    per_page: int | None = None
    sort: tuple[str, bool] | None = None
    """Field of the API and whether it descends."""
    filters: Mapping[str, Any] = field(default_factory=dict)
    """Parameter name to value; None, "" and empty lists are left out."""

    def params(self) -> Params:
        """The parameters: `order[field]`, `page`, `perPage`, then the filters that say something (CALL-2)."""
        order = {f"order[{self.sort[0]}]": "desc" if self.sort[1] else "asc"} if self.sort else {}
        return encode({**order, "page": self.page, "perPage": self.per_page, **self.filters})


def encode(values: Mapping[str, Any]) -> Params:
    """Parameters of any mapping: arrays as `name[]`, booleans as true and false, empty values left out."""
    return [pair for name, value in values.items() for pair in _pairs(name, value)]


def grouped(params: Iterable[tuple[str, str]]) -> dict[str, str | list[str]]:
    """Parameters by their names again: those of an array in a list."""
    found: dict[str, Any] = {}
    for name, value in params:
        found[name] = [*found.get(name, []), value] if name.endswith("[]") else value
    return found


def _pairs(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Joined):
        if text := ",".join(_text(item) for item in value if not _empty(item)):
            yield name, text
    elif isinstance(value, (list, tuple, set, frozenset)):
        key = name if "[" in name else f"{name}[]"
        yield from ((key, _text(item)) for item in value if not _empty(item))
    elif not _empty(value):
        yield name, _text(value)


def _empty(value: Any) -> bool:
    """False and 0 say something; None and "" do not."""
    return value is None or value == ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)


# --- whom the bulk deletion of users concerns ------------------------------------------------


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


def gate(method: str, path: str, params: Params) -> None:
    """Let every call pass but a bulk deletion of users that does not say whom: ValueError, and nothing is sent.

    `GET admin/users/delete` without a known filter deletes every user, the caller included, for good (traps 1 and 2).
    So it is never sent but with `selected`, made of a `Selected`.
    """
    if deletes_users(path) and not (method == "GET" and _says_whom(params)):
        raise ValueError("a bulk deletion of users must say whom")


def deletes_users(path: str) -> bool:
    """Whether a path is that of the bulk deletion, however it is spelt: encoded, with dots, slashes or a format."""
    name = normpath("/" + unquote(unquote(path)).partition("?")[0].strip().lower().replace("//", "/"))
    folder, _, last = name.rpartition("/")
    return f"{folder}/{last.partition('.')[0].strip()}".endswith(f"/{USERS_DELETE}")


def _says_whom(params: Params) -> bool:
    if [name for name, _ in params] != [SELECTED]:
        return False
    ids = params[0][1].split(",")
    return all(each.isascii() and each.isdigit() and int(each) > 0 for each in ids)
