"""Query parameters read as upstream reads them: brackets make arrays and maps, what is malformed is ignored."""

import re
from collections.abc import Iterable
from datetime import UTC

from sandbox.clock import STORED_FORMAT, parse
from sandbox.errors import ApiError

_BRACKETS = re.compile(r"^([^\[\]]+)\[([^\[\]]*)\]$")
DEFAULT_PAGE_SIZE = 100


class Params:
    """The parameters of one call: scalars, arrays (`name[]`, `name[0]`) and maps (`order[name]`)."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.scalars: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {}
        self.maps: dict[str, dict[str, str]] = {}
        for name, value in pairs:
            self._add(name, value)

    def _add(self, name: str, value: str) -> None:
        match = _BRACKETS.match(name)
        if match is None:
            self.scalars[name] = value
        elif match[2] == "" or match[2].isdigit():
            self.lists.setdefault(match[1], []).append(value)
        else:
            self.maps.setdefault(match[1], {})[match[2]] = value

    def text(self, name: str) -> str | None:
        """A non-empty scalar, else None."""
        return self.scalars.get(name) or None

    def texts(self, name: str) -> list[str]:
        """The values of a parameter in either form, empty ones left out."""
        return [value for value in [*self.lists.get(name, []), self.scalars.get(name, "")] if value]

    def number(self, name: str) -> int | None:
        """A scalar that is a whole number, else None."""
        return whole(self.scalars.get(name, ""))

    def numbers(self, name: str) -> list[int]:
        """The whole numbers among the values of a parameter."""
        return wholes(self.texts(name))

    def moment(self, name: str, key: str) -> str | None:
        """An instant of `name[key]` as it is stored; None when absent or no date."""
        moment = parse(self.maps.get(name, {}).get(key, ""))
        return moment.astimezone(UTC).strftime(STORED_FORMAT) if moment else None

    def wall(self, name: str, key: str) -> str | None:
        """The wall-clock time of `name[key]`, whatever its offset; None when absent or no date."""
        moment = parse(self.maps.get(name, {}).get(key, ""))
        return moment.strftime(STORED_FORMAT) if moment else None

    @property
    def order(self) -> dict[str, str]:
        """The `order[field]=asc|desc` parameters, others ignored."""
        asked = self.maps.get("order", {})
        return {name: way.lower() for name, way in asked.items() if way.lower() in ("asc", "desc")}

    def paging(self) -> tuple[int, int]:
        """(page, page size), or the refusals of session.yaml, paging."""
        page, size = self.number("page"), self.number("perPage")
        page = 1 if page is None else page
        size = DEFAULT_PAGE_SIZE if size is None else size
        if page < 1:
            raise ApiError("Page should not be less than 1")
        if size < 0:
            raise ApiError("Limit should not be less than 0")
        return page, size


def whole(text: str) -> int | None:
    """The whole number a text holds, None when it holds none or one too big for the database."""
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else None


def wholes(texts: Iterable[str]) -> list[int]:
    """The whole numbers among texts."""
    return [number for text in texts if (number := whole(text)) is not None]


def reference_id(text: str) -> int | None:
    """The id in a plain id or in an IRI such as /territories/5."""
    return whole(text.rsplit("/", 1)[-1])


def reference_ids(texts: Iterable[str]) -> list[int]:
    """The ids among texts, each of them plain or in an IRI."""
    return wholes(text.rsplit("/", 1)[-1] for text in texts)
