"""Texts that a group of people shares, by kind: read, added, changed, removed. What blocks: call it in a thread.

Whose a group is, and who may change its texts, is proven by who calls.
"""

import datetime as dt
import unicodedata
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from admin_app.kit.store.database import reading, writing
from admin_app.kit.store.tables import texts

LONGEST_NAME = 60
LONGEST_TEXT = 2000
"""Characters."""
MOST = 50
"""Texts of one kind and group."""
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns a line round for who reads it."""
_UNKEPT = ("Cc", "Cs")
"""Control characters, and halves of a character: a database may refuse both."""


class Unkept(Exception):
    """It was not done.

    `why` is no_name, long_name, no_text, long_text, unprintable, twice, many, changed or gone.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Group:
    """Whose texts, and of which kind."""

    kind: str
    id: int


@dataclass(frozen=True)
class Author:
    """Who adds or changes one; `name` is shown to those who share it."""

    id: int
    name: str


@dataclass(frozen=True)
class Written:
    """What somebody wrote, as they typed it."""

    locale: str
    name: str
    text: str


@dataclass(frozen=True)
class Kept:
    """A text; `changed_at` is an instant, and tells one version from another."""

    id: int
    locale: str
    name: str
    text: str
    changed_at: str
    changed_name: str


def of(group: Group) -> list[Kept]:
    """The texts of a group by their names."""
    with reading() as store:
        return sorted(_all(store, group), key=lambda each: (each.name.casefold(), each.locale))


def add(group: Group, author: Author, written: Written) -> None:
    """Keep one more. Unkept."""
    values = _clean(written)
    with writing() as store:
        others = _all(store, group)
        if len(others) >= MOST:
            raise Unkept("many")
        _refuse_twice(others, values)
        first = {"kind": group.kind, "group_id": group.id, "created_by": author.id, "created_at": _now()}
        store.execute(insert(texts).values(**first, **values, **_by(author)))


def change(group: Group, text_id: int, author: Author, written: Written, seen: str) -> None:
    """Write one anew; `seen` is the `changed_at` of the version it was written from. Unkept."""
    values = _clean(written)
    with writing() as store:
        others = _all(store, group)
        found = next((each for each in others if each.id == text_id), None)
        if found is None:
            raise Unkept("gone")
        if found.changed_at != seen:
            raise Unkept("changed")
        _refuse_twice([each for each in others if each is not found], values)
        store.execute(update(texts).where(_in(group), texts.c.id == text_id).values(**values, **_by(author)))


def remove(group: Group, text_id: int) -> None:
    """Keep it no more. Unkept."""
    with writing() as store:
        if not store.execute(delete(texts).where(_in(group), texts.c.id == text_id)).rowcount:
            raise Unkept("gone")


def _all(store: Connection, group: Group) -> list[Kept]:
    columns = (texts.c[name] for name in Kept.__dataclass_fields__)
    return [Kept(**row) for row in store.execute(select(*columns).where(_in(group))).mappings()]


def _in(group: Group) -> ColumnElement[bool]:
    return (texts.c.kind == group.kind) & (texts.c.group_id == group.id)


def _clean(written: Written) -> dict[str, Any]:
    """What is kept of it. Unkept."""
    name = " ".join(written.name.split())
    text = written.text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not any(unicodedata.category(each)[0] not in "CZ" for each in name):
        raise Unkept("no_name")
    if len(name) > LONGEST_NAME:
        raise Unkept("long_name")
    if not text:
        raise Unkept("no_text")
    if len(text) > LONGEST_TEXT:
        raise Unkept("long_text")
    if _has_unseen(name) or _has_unseen(text.replace("\n", "").replace("\t", "")):
        raise Unkept("unprintable")
    return {"locale": written.locale, "name": name, "text": text}


def _has_unseen(text: str) -> bool:
    return any(each in _TURNING or unicodedata.category(each) in _UNKEPT for each in text)


def _refuse_twice(others: list[Kept], values: dict[str, Any]) -> None:
    name, locale = values["name"].casefold(), values["locale"]
    if any(each.locale == locale and each.name.casefold() == name for each in others):
        raise Unkept("twice")


def _by(author: Author) -> dict[str, Any]:
    return {"changed_by": author.id, "changed_name": author.name, "changed_at": _now()}


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat().replace("+00:00", "Z")
