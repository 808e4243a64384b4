"""The register of what leaves the platform or is erased for good: who, when, what, how many, and how it went.

Mail to many is in it too: what was sent cannot be taken back, and must not be sent twice.

The API keeps no such record, so the application does, in its store (kit/store). It only grows: triggers refuse to
change or remove a line. An act is written before it happens and its outcome afterwards, as a line of its own; an act
without an outcome is one that nobody saw end. What cannot be written does not happen.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from sqlalchemy import ColumnElement, Connection, Select, func, insert, or_, select

from admin_app.api.errors import ApiError
from admin_app.kit.clock import at_home
from admin_app.kit.store.database import StoreUnavailable, reading, writing
from admin_app.kit.store.tables import acts, outcomes
from admin_app.kit.store.takeover import KIND

Kind = Literal["export", "erasure", "access", "mailing"]
Outcome = Literal["complete", "short", "partial", "cancelled", "interrupted", "failed", "unused"]
Condition = ColumnElement[bool]
KINDS: tuple[str, ...] = ("export", "erasure", "access", "mailing", KIND)
"""Rows taken away as a file, records deleted, the data of one person handed out (GDPR art. 15), mail to many; and what
came in from the register's former file."""
LINE = acts.c
"""The columns of a line, for conditions on them."""
ENDED: Any = func.coalesce(outcomes.c.outcome, "")
"""How an act ended; empty where nobody saw it."""
ORDERS: Mapping[str, ColumnElement[Any]] = {
    "at": LINE.id,
    "who": func.lower(LINE.who),
    "kind": LINE.kind,
    "subject": LINE.subject,
    "expected": LINE.expected,
    "rows": outcomes.c.rows,
    "outcome": ENDED,
}
"""By what lines are put in order; their numbers follow the time."""
_UNDER_WAY = outcomes.c.outcome.is_(None)
_UNDONE = or_(_UNDER_WAY, outcomes.c.outcome == "complete")


class RegisterUnavailable(ApiError):
    """The register cannot be written or read: what it should hold must not happen."""

    kind = "register"


class Person(Protocol):
    """Whose act it is: the session of the signed-in person."""

    user_id: int
    email: str


@dataclass(frozen=True)
class Act:
    """One line of the register; `outcome` is empty and `rows` None until the act has ended, `at` is by CLOCK."""

    id: int
    at: str
    kind: str
    who_id: int
    who: str
    subject: str
    filters: Mapping[str, str]
    expected: int | None
    outcome: str
    rows: int | None


async def record(
    person: Person, kind: Kind, subject: str, filters: Mapping[str, str], expected: int | None = None
) -> int:
    """Write that an act is about to happen; the number of its line. RegisterUnavailable: then it must not happen.

    `subject` is the key of the entity (`users`), `filters` say which records (an erasure names their ids).
    """
    number = await asyncio.to_thread(_insert, _line(person, kind, subject, filters, expected))
    assert number
    return number


async def record_once(
    person: Person, kind: Kind, subject: str, filters: Mapping[str, str], expected: int | None, *, again: bool = False
) -> int | None:
    """Write the same, unless this act is under way, or nobody saw it end, in whatever tab and worker; then None.

    The same act is one of this kind, subject and filters. One that is complete stands in the way too, but for `again`.
    """
    line = _line(person, kind, subject, filters, expected)
    return await asyncio.to_thread(_insert, line, _UNDER_WAY if again else _UNDONE)


async def last(kind: Kind, subject: str, filters: Mapping[str, str]) -> Act | None:
    """The newest act of this kind, subject and filters; None when there is none."""
    found = await asyncio.to_thread(read, _same(kind, subject, _kept(filters)), 1)
    return found[0] if found else None


async def complete(act: int, outcome: Outcome, rows: int) -> None:
    """Write how an act ended and how many records it touched; once per act. RegisterUnavailable when it cannot."""
    await asyncio.to_thread(settle, act, outcome, rows)


def settle(act: int, outcome: Outcome, rows: int) -> None:
    """The same where nothing may be awaited, such as the end of a stream that was cut."""
    with _register(writing()) as register:
        register.execute(insert(outcomes).values(act_id=act, at=_now(), outcome=outcome, rows=rows))


def read(
    conditions: Sequence[Condition], limit: int, offset: int = 0, order: tuple[str, bool] = ("at", True)
) -> list[Act]:
    """Lines that meet all these conditions on LINE and ENDED, by one of ORDERS, then the newest first."""
    by = ORDERS.get(order[0], LINE.id)
    ways = (by.desc().nulls_last() if order[1] else by.asc().nulls_last(), LINE.id.desc())
    columns = (acts, ENDED.label("outcome"), outcomes.c.rows)
    query = _ended(select(*columns)).where(*conditions).order_by(*ways).limit(limit).offset(offset)
    with _register(reading()) as register:
        lines = register.execute(query).mappings().all()
    return [Act(**{**line, "at": at_home(line["at"]), "filters": json.loads(line["filters"])}) for line in lines]


def count(conditions: Sequence[Condition] = ()) -> int:
    """How many lines meet all these conditions on LINE."""
    with _register(reading()) as register:
        return register.execute(_ended(select(func.count())).where(*conditions)).scalar_one()


def _line(person: Person, kind: Kind, subject: str, filters: Mapping[str, str], expected: int | None) -> dict[str, Any]:
    who = {"who_id": person.user_id, "who": person.email}
    return {"at": _now(), "kind": kind, **who, "subject": subject, "filters": _kept(filters), "expected": expected}


def _insert(line: Mapping[str, Any], unless: Condition | None = None) -> int | None:
    """The number of a new line; None where an act that meets `unless` has the same kind, subject and filters."""
    same = _same(line["kind"], line["subject"], line["filters"])
    with _register(writing()) as register:  # from the look to the writing no other worker gets in
        if unless is not None and register.execute(_ended(select(LINE.id)).where(*same, unless)).first():
            return None
        key = register.execute(insert(acts).values(**line)).inserted_primary_key
    return key[0] if key else None


def _ended(query: Select[Any]) -> Select[Any]:
    """A question about acts and how they ended, if they did."""
    return query.select_from(acts.outerjoin(outcomes))


def _same(kind: str, subject: str, filters: str) -> tuple[Condition, ...]:
    return (LINE.kind == kind, LINE.subject == subject, LINE.filters == filters)


def _kept(filters: Mapping[str, str]) -> str:
    return json.dumps(dict(filters), ensure_ascii=False)


@contextmanager
def _register(store: AbstractContextManager[Connection]) -> Iterator[Connection]:
    """The store, whose failure is that of the register."""
    try:
        with store as connection:
            yield connection
    except StoreUnavailable as error:
        raise RegisterUnavailable(cause=error.cause) from None


def _now() -> str:
    """The server's wall clock with its offset, as the API writes dates."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
