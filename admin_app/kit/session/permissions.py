"""Permissions as data: what each is called, which roles give it, and where it holds for some records only.

`admin_app/data/permissions.json` is made from the API's own catalogue (permissions.yaml) by
`tools/permissions.py`; the names are in `translations/*/rights.json`.
"""

import functools
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from admin_app.kit.words.catalogue import LOCALES, catalogue, message

NOBODY = "nobody"
"""A permission nobody holds: stands for an operation that an entity does not have."""
RIGHTS = "/rights"
"""Where a person reads what they may do."""
DATA = Path(__file__).resolve().parents[2] / "data" / "permissions.json"


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


def named(permission: str, locale: str) -> str:
    """What a permission is called in plain words; its own name when nobody has put it into words."""
    key = f"rights.permission.{permission}"
    return message(key, locale) if key in catalogue().texts[locale] else permission


def holders(permission: str, locale: str) -> str:
    """The sentence that says which roles give a permission."""
    found = known_permissions().get(permission)
    if not found or not found.roles:
        return message("rights.given_one_by_one", locale)
    names = ", ".join(message(f"rights.role.{number}", locale) for number in found.roles)
    return message("rights.given_by", locale, roles=names)


def reason(permission: str, locale: str) -> str:
    """Why something is missing: the permission it takes, and who gives it."""
    return f"{message('rights.needed', locale, permission=named(permission, locale))} {holders(permission, locale)}"


def in_both(write: Callable[[str, str], str], permission: str) -> dict[str, str]:
    """A text about a permission in each language."""
    return {locale: write(permission, locale) for locale in LOCALES}


def limits(held: Collection[str], roles: Collection[str]) -> dict[str, str]:
    """The held permissions that hold for some records only, with the rule (trap 40).

    Read from the roles of the token. What no role explains was given to the account by itself, without a limit.
    """
    own = {role_ids()[name] for name in roles if name in role_ids()}
    return {
        name: _rules(name, own)[0] for name in held if name in known_permissions() and not _everywhere(name, held, own)
    }


def _everywhere(name: str, held: Collection[str], own: set[int]) -> bool:
    if name not in held:
        return False
    found = known_permissions()[name]
    if not own.isdisjoint(found.roles) or not _rules(name, own):
        return True
    return any(_everywhere(other, held, own) for other in found.within)


def _rules(name: str, own: set[int]) -> list[str]:
    return [rule for rule, ids in known_permissions()[name].limited.items() if not own.isdisjoint(ids)]
