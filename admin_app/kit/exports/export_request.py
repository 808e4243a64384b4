"""What is asked for of an export, and the call that gets it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.api.query import Joined, Params, Query, encode
from admin_app.kit.declare.resource import Export
from admin_app.kit.values import record_ids

EVERY_ROW = 1_000_000
"""Size of the one page asked for: without it the API gives 100 rows (trap 10). The list's total
would not do: the list is narrowed to the person's territories, the export is not."""
_PAGING = ("page", "perPage")


class Unwanted(Exception):
    """Nothing is selected, or the fuller file cannot follow some filters, the `unread` ones."""

    def __init__(self, *unread: str) -> None:
        super().__init__(*unread)
        self.unread = unread


@dataclass(frozen=True)
class Wanted:
    """Some records of a list, in the list's file or in the fuller one."""

    part: Export
    filters: Mapping[str, Any]
    detailed: bool = False

    @property
    def selected(self) -> int:
        """How many records were selected; 0 when it is not a selection."""
        return len(self.filters.get("selected", ()))

    @property
    def counted(self) -> bool:
        """Whether it can be known how many rows there must be: people may be repeated, a page may be missing."""
        return self.part.paged and not self.detailed

    def call(self, order: tuple[str, bool], own: Mapping[str, Any]) -> Params:
        """The parameters of the call; `own` are those that the list adds."""
        params = {**self.filters, **self.part.params, **own}
        if self.counted:
            return Query(1, EVERY_ROW, order, params).params()
        return encode({**params, **(self.part.detail if self.detailed else {})})


def wanted(part: Export, data: Mapping[str, Any], filters: Mapping[str, Any]) -> Wanted:
    """What a form asks for: `scope` (`filtered`, `selected` with `ids`, `everything`), `content` for the fuller file.

    `filters` are those of the list. Unwanted when it cannot be had.
    """
    detailed = bool(part.detail) and data.get("content") == "detailed"
    if part.whole or data.get("scope") == "everything":
        return Wanted(part, {}, detailed)
    if data.get("scope") == "selected":
        ids = record_ids(data.get("ids"))
        if not ids:
            raise Unwanted
        return Wanted(part, {"selected": Joined(ids)}, detailed)
    kept = {name: value for name, value in filters.items() if name not in part.params}
    if not detailed:
        return Wanted(part, kept)
    if unread := [name for name in kept if name not in part.detail_filters]:
        raise Unwanted(*unread)
    return Wanted(part, {part.detail_filters[name]: value for name, value in kept.items()}, detailed)


def told(params: Params) -> dict[str, str]:
    """What the register keeps of a call: which records and which file, not the pages or the order."""
    kept: dict[str, str] = {}
    for name, value in params:
        if name not in _PAGING and not name.startswith("order["):
            kept[name] = f"{kept[name]},{value}" if name in kept else value
    return kept
