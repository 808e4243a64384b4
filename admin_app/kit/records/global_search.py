"""What the search over every module asks, module by module, within the person's rights (SEARCH-1, SEARCH-7)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.declare.fields import cell_text
from admin_app.kit.declare.resource import Resource
from admin_app.kit.values import readable
from admin_app.kit.words.formats import folded, folded_words, has_words

MOST = 5
"""Records shown of one module: who wants more opens its list."""
LOOKED_THROUGH = 25
"""Records asked for at once, where those that are meant are found among them."""


@dataclass(frozen=True)
class Found:
    """One result: where it is, what it is called, and what tells it from others of that name; or a list of `total`."""

    address: str
    label: str = ""
    detail: str = ""
    total: int = 0


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
    shut: tuple[tuple[str, str], ...] = ()
    """Permissions with the rule under which they open next to nothing of what is found: it is not asked for then."""
    opens: Callable[[Any], Awaitable[bool]] | None = None
    """`await opens(state)` says whether what is found may be opened, where no rule tells (as `Waiting.opens`)."""


def of(
    resource: Resource,
    asked: Callable[[str], Mapping[str, Any]] | None = None,
    *,
    named: str = "name",
    told: tuple[str, ...] = (),
    within: Mapping[str, Any] | None = None,
) -> Finder:
    """The search of an entity by the filter `named`, where several words may come in any order; or by what `asked`
    makes of the text, nothing at all where it cannot be there. `told` names the columns that tell results apart,
    `within` what the list asks beside whatever its address says.
    """
    always = within or {}
    apart = [column for column in resource.columns if column.field in told]

    async def look(api: Api, text: str) -> Sequence[Found]:
        filters = asked(text) if asked else {named: text}
        if not filters:
            return []
        page = await api.list(resource.endpoint, Query(1, MOST, filters={**filters, **always}))
        words = folded_words(text)
        longest = max(text.split(), key=len, default="")
        again = asked(longest) if asked else {named: longest}
        if page.total or len(words) < 2 or not again:
            return [*readable(_found, page.items), *_all(filters, page.total)]
        items = (await api.list(resource.endpoint, Query(1, LOOKED_THROUGH, filters={**again, **always}))).items
        return [each for each in readable(_found, items) if has_words(folded(each.label), words)][:MOST]

    def _found(item: Mapping[str, Any]) -> Found:
        record = resource.model.model_validate(item)
        details = [words for column in apart if (words := cell_text(record, column))]
        return Found(f"{resource.route}/show/{record.id}", resource.name(record), " · ".join(details))

    def _all(filters: Mapping[str, Any], total: int) -> list[Found]:
        """The way to the list, where it has more and its address can say what was asked."""
        if total <= MOST or not all(isinstance(value, str) for value in filters.values()):
            return []
        return [Found(f"{resource.route}?{urlencode(filters)}", total=total)]

    permissions = tuple(filter(None, (resource.may.list, resource.may.read)))
    shut = tuple((resource.may.read or "", rule) for rule in resource.own)
    return Finder(resource.key, f"{resource.key}.title", permissions, look, resource.flag, shut)
