"""Who may do what: roles and permissions as data (data/permissions.json, from permissions.yaml)."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sandbox.datafiles import DATA


@dataclass(frozen=True)
class Assignment:
    """An auth item (role or permission) given to an account, everywhere or on one territory."""

    item: str
    territory_id: int | None = None


@dataclass
class Held:
    """How an account holds one permission: freely or under rules, everywhere or on territories."""

    free: bool = False
    everywhere: bool = False
    rules: set[str] = field(default_factory=set)
    territories: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Access:
    """The rights of one signed-in account."""

    user_id: int
    email: str
    assignments: tuple[Assignment, ...]
    held: dict[str, Held]
    all_roles: frozenset[str]

    @property
    def roles(self) -> list[str]:
        """Names of the roles given directly, as the token tells them."""
        return [name for name in dict.fromkeys(a.item for a in self.assignments) if name in catalogue()["roles"]]

    def has_role(self, *names: str) -> bool:
        """Whether one of the roles is held, inherited ones included."""
        return bool(self.all_roles.intersection(names))

    def assigned(self, item: str) -> bool:
        """Whether the item was given directly to the account."""
        return any(assignment.item == item for assignment in self.assignments)

    def may(self, permission: str, rule: Callable[[str], bool] = lambda name: False) -> bool:
        """Whether a permission is held; `rule` tells if an ownership rule holds for the record at hand."""
        held = self.held.get(permission)
        return held is not None and (held.free or any(rule(name) for name in held.rules))

    def limits(self, permission: str) -> set[int]:
        """Territories a permission is limited to; empty when it is not limited."""
        held = self.held.get(permission)
        return set() if held is None or held.everywhere else held.territories

    def grantable(self) -> list[int]:
        """Ids of the roles that the account may give (permissions.yaml, grantable)."""
        roles = catalogue()["roles"]
        return sorted({role for name in self.all_roles for role in roles[name]["may_grant"]})


@cache
def catalogue() -> dict[str, Any]:
    """Roles and permissions, as read from the data file."""
    return json.loads((DATA / "permissions.json").read_text(encoding="utf-8"))


@cache
def role_names() -> dict[int, str]:
    """Role names by id."""
    return {role["id"]: name for name, role in catalogue()["roles"].items()}


def role_id(name: str) -> int | None:
    """Id of a role, None when the name is a permission's."""
    role = catalogue()["roles"].get(name)
    return role["id"] if role else None


def access_of(user_id: int, email: str, assignments: Iterable[Assignment]) -> Access:
    """The rights that follow from what an account was given."""
    given = tuple(assignments)
    held: dict[str, Held] = {}
    roles: set[str] = set()
    for assignment in given:
        for name, rules in _brings(assignment.item):
            _add(held.setdefault(name, Held()), rules, assignment.territory_id)
        if assignment.item in catalogue()["roles"]:
            roles.update((assignment.item, *catalogue()["roles"][assignment.item]["includes"]))
    return Access(user_id, email, given, held, frozenset(roles))


def _add(held: Held, rules: frozenset[str], territory_id: int | None) -> None:
    held.rules |= rules
    held.free |= not rules
    if territory_id is None:
        held.everywhere |= not rules
    else:
        held.territories.add(territory_id)


@cache
def _brings(item: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The permissions an item brings, each with the rules it is under (none: unconditional)."""
    role = catalogue()["roles"].get(item)
    if role is None:
        return tuple(_contained(item, frozenset()))
    rules: dict[str, set[str]] = {name: set() for name in role["permissions"]}
    for rule, names in role["conditional"].items():
        for name in names:
            rules.setdefault(name, set()).add(rule)
    return tuple((name, frozenset(found)) for name, found in rules.items())


def _contained(item: str, rules: frozenset[str]) -> Iterable[tuple[str, frozenset[str]]]:
    entry = catalogue()["permissions"].get(item, {})
    below = rules | {entry["rule"]} if "rule" in entry else rules
    yield item, below
    for name in entry.get("contains", []):
        yield from _contained(name, below)
