"""The views in the store: read, kept, renamed, pinned, moved, removed. What blocks: call it in a thread."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from admin_app.kit.store.database import reading, writing
from admin_app.kit.store.tables import views

EVERYBODY = None
"""The owner of a view that is everybody's."""
Owner = int | None
Owners = Collection[Owner]
"""Whose views may be changed: one's own, and everybody's with the permission."""
LONGEST = 60
"""Characters of a name."""
LONGEST_QUERY = 2000
MOST = 50
"""Views of one owner."""


class Unkept(Exception):
    """It was not done: `why` is the last part of a key below `kit.views.refusals`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class View:
    """A list under a name: `route` and `query` are its address."""

    id: int
    owner_id: Owner
    name: str
    route: str
    query: str
    pinned: bool
    position: int


def of(person_id: int) -> list[View]:
    """Everybody's and the person's own, in their order."""
    with reading() as store:
        found = store.execute(_view().where(_owned((person_id, EVERYBODY))).order_by(views.c.position, views.c.id))
        return [View(**row) for row in found.mappings()]


def add(owner_id: Owner, name: str, route: str, query: str, pinned: bool) -> None:
    """Keep one more, after the others. Unkept."""
    name = named(name)
    if len(query) > LONGEST_QUERY:
        raise Unkept("long_address")
    with writing() as store:
        others = [View(**row) for row in store.execute(_view().where(_owned((owner_id,)))).mappings()]
        if len(others) >= MOST:
            raise Unkept("many")
        _refuse_twice(others, route, name)
        position = max((each.position for each in others), default=0) + 1
        values = {"owner_id": owner_id, "name": name, "route": route, "query": query, "position": position}
        store.execute(insert(views).values(**values, pinned=pinned))


def rename(view_id: int, owners: Owners, name: str) -> None:
    """Give it another name. Unkept."""
    name = named(name)
    with writing() as store:
        found = _one(store, view_id, owners)
        others = [each for each in _siblings(store, found) if each.id != view_id]
        _refuse_twice(others, found.route, name)
        store.execute(update(views).where(views.c.id == view_id).values(name=name))


def pin(view_id: int, owners: Owners, pinned: bool) -> None:
    """Put it in the menu, or take it out. Unkept."""
    with writing() as store:
        _one(store, view_id, owners)
        store.execute(update(views).where(views.c.id == view_id).values(pinned=pinned))


def move(view_id: int, owners: Owners, down: bool) -> None:
    """Let it change places with its neighbour of the same list and owner; at the end it stays. Unkept."""
    with writing() as store:
        found = _siblings(store, _one(store, view_id, owners))
        at = next(place for place, each in enumerate(found) if each.id == view_id)
        there = at + 1 if down else at - 1
        if 0 <= there < len(found):
            for one, other in ((found[at], found[there]), (found[there], found[at])):
                store.execute(update(views).where(views.c.id == one.id).values(position=other.position))


def remove(view_id: int, owners: Owners) -> None:
    """Keep it no more. Unkept."""
    with writing() as store:
        _one(store, view_id, owners)
        store.execute(delete(views).where(views.c.id == view_id))


def named(text: Any) -> str:
    """A name without what is around it. Unkept for none, and for one that is too long or holds signs nobody sees."""
    name = " ".join(str(text).split())
    if not name:
        raise Unkept("no_name")
    if len(name) > LONGEST:
        raise Unkept("long_name")
    if not name.isprintable():
        raise Unkept("unprintable")
    return name


def _view() -> Any:
    return select(*(views.c[name] for name in View.__dataclass_fields__))


def _owned(owners: Owners) -> ColumnElement[bool]:
    nobody = views.c.owner_id.is_(None)
    theirs = views.c.owner_id.in_([each for each in owners if each is not EVERYBODY])
    return or_(theirs, nobody) if EVERYBODY in owners else theirs


def _one(store: Connection, view_id: int, owners: Owners) -> View:
    row = store.execute(_view().where(views.c.id == view_id, _owned(owners))).mappings().first()
    if row is None:
        raise Unkept("gone")
    return View(**row)


def _siblings(store: Connection, view: View) -> list[View]:
    """The views of the same list and owner, in their order."""
    condition = (views.c.route == view.route, _owned((view.owner_id,)))
    found = store.execute(_view().where(*condition).order_by(views.c.position, views.c.id))
    return [View(**row) for row in found.mappings()]


def _refuse_twice(others: Collection[View], route: str, name: str) -> None:
    if any(each.route == route and each.name.casefold() == name.casefold() for each in others):
        raise Unkept("twice")
