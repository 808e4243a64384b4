"""The data of a person written down: a JSON file for machines, and a page in either language to read and print."""

import json
from collections.abc import Mapping
from typing import Any

from admin_app.features.users.communities import COMMUNITIES_OF
from admin_app.features.users.document import Part, document
from admin_app.features.users.resource import USERS, RoleTerritory
from admin_app.kit.declare import Column, columns, text_of, wire
from admin_app.kit.values import Address, at_clock, instants
from admin_app.kit.words import date, date_time, phones
from admin_app.kit.words.catalogue import catalogue
from admin_app.kit.words.locale import say
from admin_app.shared.people.proofs import Proof, decided

WORDS = "users.access"
MOMENTS = instants(USERS.model) | instants(COMMUNITIES_OF.model) | instants(Proof)
"""What the server noted when it happened, in the answers this document is made of."""
TABLES = ("identityProofs", "rolesTerritory", "homeAddress")
"""Properties of the account that stand in parts of their own."""
PICTURES = ("avatar", "image")
PROOFS = columns(Proof, "status", "created_date", "accepted_date")
UNSHOWN = (Column("identity_status", "choice", choices="users.identity"),)
"""Choices of the account that no page of users shows."""
ROLE_COLUMNS = columns(RoleTerritory, "role", "territory")


def as_json(made: str, person: Mapping[str, Any], data: Mapping[str, Any], unread: Mapping[str, str]) -> bytes:
    """The data by source, under the names of the API; what was not read, with the reason."""
    content = {"format": 1, "made": made, "userId": person["id"], "data": data, "notRead": unread}
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def as_page(
    made: str,
    name: str,
    data: Mapping[str, Any],
    unread: Mapping[str, str],
    locale: str,
    territories: Mapping[str, str] | None = None,
) -> bytes:
    """The same to be read: labels and choices as on the screens, what was not read last.

    `territories` names those that are known by their id.
    """
    lead = [say(f"{WORDS}.lead", locale, date=date_time(made, locale))]
    parts = [*_account(data["account"], locale, territories or {}), *_others(data, locale), _unread(unread, locale)]
    return document(say(f"{WORDS}.heading", locale, name=name), lead, parts, locale)


def _account(user: Mapping[str, Any], locale: str, territories: Mapping[str, str]) -> list[Part]:
    columns = {column.name: column for column in (*USERS.shown(), *UNSHOWN)}
    labels = {wire(part.field): USERS.label(part.field) for part in (*USERS.columns, *USERS.shown(), *USERS.inputs())}
    pairs = [
        (_label(labels, name, locale), _text(columns.get(name), value, locale))
        for name, value in user.items()
        if name not in TABLES and name not in PICTURES
    ]
    home = Address.model_validate(user["homeAddress"]).display if user.get("homeAddress") else ""
    pairs += [(say(f"{WORDS}.home", locale), home)] if home else []
    roles = [
        {**each, "territory": territories.get(text_of(each.get("territory")), each.get("territory"))}
        for each in user.get("rolesTerritory") or []
    ]
    proofs = [
        {**each, "acceptedDate": decided(Proof.model_validate(each))} for each in user.get("identityProofs") or []
    ]
    return [
        Part(say(f"{WORDS}.account", locale), lines=tuple(pairs)),
        _table("proofs", PROOFS, proofs, "users.proof_fields", locale),
        _table("roles", ROLE_COLUMNS, roles, "users.fields.roles_territory", locale, "_"),
    ]


def _others(data: Mapping[str, Any], locale: str) -> list[Part]:
    """The other sources: a table for communities, pairs for the rest."""
    parts = []
    for key, value in data.items():
        if key == "communities":
            parts += [_table(key, COMMUNITIES_OF.columns, value, "users.fields.communities", locale, "_")]
        elif key != "account":
            lines = tuple((_named(path, locale), _worded(text, locale)) for path, text in _flat(value) if text)
            parts += [Part(say(f"{WORDS}.{key}", locale), lines=lines, text=_nothing(lines, locale))]
    return parts


def _unread(unread: Mapping[str, str], locale: str) -> Part:
    lines = tuple((say(f"{WORDS}.{key}", locale), reason) for key, reason in unread.items())
    text = say(f"{WORDS}.{'unread_text' if lines else 'all_read'}", locale)
    return Part(say(f"{WORDS}.unread", locale), lines=lines, text=text)


def _table(key: str, columns: tuple[Column, ...], items: list[Any], prefix: str, locale: str, joint: str = ".") -> Part:
    kept = tuple(column for column in columns if any(column.name in item for item in items))
    heads = tuple(say(f"{prefix}{joint}{column.field}", locale) for column in kept)
    lines = tuple(tuple(_text(column, item.get(column.name), locale) for column in kept) for item in items)
    return Part(say(f"{WORDS}.{key}", locale), heads, lines, _nothing(lines, locale))


def _nothing(lines: tuple[Any, ...], locale: str) -> str:
    return "" if lines else say(f"{WORDS}.nothing", locale)


def _label(labels: Mapping[str, str], name: str, locale: str) -> str:
    """What the screens call a property; those they do not show keep the name the API gives them."""
    return say(labels[name], locale) if name in labels else _named(name, locale)


def _named(path: str, locale: str) -> str:
    """A path of names, the first in words where there are some."""
    first, _, rest = path.partition(" ")
    return f"{_worded(first, locale)} {rest}".strip()


def _worded(text: str, locale: str) -> str:
    """A name or a value in words where it is one of those the API writes in English."""
    return catalogue().choices(f"{WORDS}.names", locale).get(text, text)


def _text(column: Column | None, value: Any, locale: str) -> str:
    text = ", ".join(_worded(text, locale) for _, text in _flat(value)) if isinstance(value, list) else text_of(value)
    kind = column.kind if column else "yes_no" if isinstance(value, bool) else "text"
    if column and column.choices:
        return catalogue().choices(column.choices, locale).get(text, text)
    if kind == "yes_no":
        return say(f"kit.words.{'yes' if value else 'no'}", locale) if text else ""
    if column and column.name in MOMENTS:
        text = at_clock(text)
    written = {"date": date, "date_time": date_time}.get(kind)
    return written(text, locale) if written else phones.phone_text(text) if kind == "phone" else text


def _flat(value: Any, path: str = "") -> list[tuple[str, str]]:
    """Any value as pairs: the names that lead to each text, one after the other."""
    if isinstance(value, Mapping):
        return [pair for name, item in value.items() for pair in _flat(item, f"{path} {name}".strip())]
    if isinstance(value, list):
        many = len(value) > 1
        return [p for number, item in enumerate(value, 1) for p in _flat(item, f"{path} {number}" if many else path)]
    return [(path, text_of(value))]
