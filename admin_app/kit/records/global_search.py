"""What the search over every module asks, module by module: one call each, within the person's rights (SEARCH-1)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.declare.fields import cell_text
from admin_app.kit.declare.lenient_lists import readable
from admin_app.kit.declare.resource import Resource

MOST = 5
"""Records shown of one module: who wants more opens its list."""


@dataclass(frozen=True)
class Found:
    """One result: where it is, what it is called, and what tells it from others of that name."""

    address: str
    label: str
    detail: str = ""


@dataclass(frozen=True)
class Finder:
    """How one module is searched; `look` makes no call for a text that cannot be there."""

    key: str
    title: str
    """Translation key of its heading."""
    permissions: tuple[str, ...]
    """What reading the list and opening a result take."""
    look: Callable[[Api, str], Awaitable[Sequence[Found]]]
    flag: str | None = None


def by_name(text: str) -> Mapping[str, Any]:
    """The filter of most modules; no name is a lone number."""
    return {"name": text}


def of(resource: Resource, asked: Callable[[str], Mapping[str, Any]] = by_name, told: tuple[str, ...] = ()) -> Finder:
    """The search of an entity: `asked` makes filters of the text, none at all where it cannot be there; `told` names
    the columns that tell results apart."""
    apart = [column for column in resource.columns if column.field in told]

    async def look(api: Api, text: str) -> Sequence[Found]:
        filters = asked(text)
        if not filters:
            return []
        items = (await api.list(resource.endpoint, Query(1, MOST, filters=filters))).items
        return readable(lambda item: _found(resource.model.model_validate(item)), items)

    def _found(record: Any) -> Found:
        details = [words for column in apart if (words := cell_text(record, column))]
        return Found(f"{resource.route}/show/{record.id}", resource.name(record), " · ".join(details))

    permissions = tuple(filter(None, (resource.may.list, resource.may.read)))
    return Finder(resource.key, f"{resource.key}.title", permissions, look, resource.flag)
