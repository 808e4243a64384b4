"""Permissions as data: what each is called, which roles give it, and where it holds for some records only.

`admin_app/data/permissions.json` is made from the API's own catalogue (permissions.yaml) by
`tools/permissions.py`; the names are in `translations/*/rights.json`.
"""

import functools
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from admin_app.kit.words.catalogue import LOCALES, catalogue, message

NOBODY = "nobody"
"""A permission nobody holds: stands for an operation that an entity does not have."""
RIGHTS = "/rights"
"""Where a person reads what they may do."""
UNKNOWN = 0
"""Stands for a role of a token that the API's catalogue does not name."""
DATA = Path(__file__).resolve().parents[2] / "data" / "permissions.json"


class Standing(StrEnum):
    """What a permission is worth to an account: nothing, its own records alone, or every record."""

    ABSENT = "absent"
    OWN = "own"
    FULL = "full"


@dataclass(frozen=True)
class Permission:
    """Who has a permission, by ids of roles."""

    roles: tuple[int, ...]
    """Roles that give it."""
    limited: Mapping[str, tuple[int, ...]]
    """Roles that give it for some records only, by the rule that says which."""
    within: tuple[str, ...]
    """Permissions that bring it with them."""


@functools.cache
def role_ids() -> dict[str, int]:
    """The number of each role by its name, as in a token."""
    return json.loads(DATA.read_text(encoding="utf-8"))["roles"]


@functools.cache
def known_permissions() -> dict[str, Permission]:
    """Every permission of the API."""
    found = json.loads(DATA.read_text(encoding="utf-8"))["permissions"]
    return {
        name: Permission(
            tuple(each["roles"]), {rule: tuple(ids) for rule, ids in each["limited"].items()}, tuple(each["within"])
        )
        for name, each in found.items()
    }


def permission_name(permission: str, locale: str) -> str:
    """What a permission is called in plain words; its own name when nobody has put it into words."""
    key = f"rights.permission.{permission}"
    return message(key, locale) if key in catalogue().texts[locale] else permission


def permission_holders(permission: str, locale: str) -> str:
    """The sentence that says which roles give a permission."""
    found = known_permissions().get(permission)
    if not found or not found.roles:
        return message("rights.given_one_by_one", locale)
    names = ", ".join(message(f"rights.role.{number}", locale) for number in found.roles)
    return message("rights.given_by", locale, roles=names)


def reason(permission: str, locale: str) -> str:
    """Why something is missing: the permission it takes, and who gives it."""
    needed = message("rights.needed", locale, permission=permission_name(permission, locale))
    return f"{needed} {permission_holders(permission, locale)}"


def in_each_language(write: Callable[[str, str], str], permission: str) -> dict[str, str]:
    """A text about a permission in each language."""
    return {locale: write(permission, locale) for locale in LOCALES}


def standing(name: str, held: Collection[str], roles: Collection[str] | None) -> tuple["Standing", str]:
    """How an account stands to a permission, and the rule that narrows it where it is its own only (trap 40).

    `held` is what the API lists, which says nothing of rules; `roles` are those of the token, None when it tells none.
    What no role explains was given to the account by itself, without a limit; where a role is not known to us, or none
    is told, the rule may come from there: then it holds. This is the one place that decides (ACCESS-15).
    """
    if name not in held:
        return Standing.ABSENT, ""
    own = {UNKNOWN} if roles is None else {role_ids().get(each, UNKNOWN) for each in roles}
    found = known_permissions().get(name)
    if found is None or _everywhere(name, held, own):
        return Standing.FULL, ""
    return Standing.OWN, _rules(found, own)[0]


def _everywhere(name: str, held: Collection[str], own: set[int]) -> bool:
    if name not in held:
        return False
    found = known_permissions()[name]
    if not own.isdisjoint(found.roles) or not _rules(found, own):
        return True
    return any(_everywhere(other, held, own) for other in found.within)


def _rules(found: Permission, own: set[int]) -> list[str]:
    """The rules under which roles give it; every rule it knows for roles that are not known."""
    return [rule for rule, ids in found.limited.items() if UNKNOWN in own or not own.isdisjoint(ids)]
