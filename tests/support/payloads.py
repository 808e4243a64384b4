"""What a socket may send to a handler: arguments made from its signature, plausible ones and hostile ones."""

import inspect
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from reflex.event import EventHandler
from reflex.state import BaseState
from reflex_base.utils.form import FormData

from admin_app.kit.declare.fields import LABEL
from admin_app.kit.forms.state import FormMixin
from admin_app.kit.lists.state import ListMixin

Payload = Mapping[str, Any]
OTHERS = "7"
"""An id that is nobody's own here."""
WORDS = {
    "text": "na",
    "column": "email",
    "step": "rezo_kit",
    "locale": "en",
    "view": "missing",
    "size": "25",
    "var_name": "permissions",
    "name": "name",
    "way": "mail",
}
"""What the page itself sends, by the name of a parameter; ids otherwise."""
FORM = {
    "action": "delete",
    "ids": "7,8",
    "typed": "2",
    "id": OTHERS,
    "user": "20",
    "status": "1",
    "scope": "everybody",
    "format": "json",
    "campaign": "",
    "username": "admin@demo.test",
    "password": "wrong",
    "confirmation": "somebody@example.org",
    "line": "1",
    "at": "0",
    "givenName": "Jean",
    "familyName": "Martin",
    "birthDate": "1980-01-01",
    "email": "jean.martin@example.org",
    "telephone": "0612345678",
}
"""The names that the forms of the pages use, together: each handler takes those it knows."""
HOSTILE: Mapping[Any, tuple[Any, ...]] = {
    str: ("../users/delete?selected=7", "", "7\x00,8", "9" * 400, "%2e%2e", "<script>", "²", "\u202e7"),
    int: (-1, 10**30, 0),
    bool: (False, True),
}


def payloads(state: BaseState, handler: EventHandler) -> Iterator[Payload]:
    """The arguments to try on one handler of a state as it stands: what a page would send first, then worse."""
    hints = typing.get_type_hints(handler.fn)
    names = [name for name in inspect.signature(handler.fn).parameters][1:]
    if not names:
        yield {}
        return
    for name in _names(state) if "name" in names else [""]:
        yield {each: _plausible(state, each, hints.get(each, str), name) for each in names}
    for action in _actions(state) if "data" in names else []:
        yield {each: {**_form(state), "action": action} for each in names}
    for turn in range(2):
        yield {each: _hostile(hints.get(each, str), turn + at) for at, each in enumerate(names)}


def _names(state: BaseState) -> list[str]:
    """What a look-up of this state may be about: each filter or input that has one, and one that has none."""
    if isinstance(state, ListMixin):
        found = [each.param for each in state.resource.filters if each.target or each.kind == "place"]
    elif isinstance(state, FormMixin):
        found = [each.name for each in state.resource.inputs() if each.kind in ("address", "reference")]
    else:
        found = []
    return [*found, "user"]


def _actions(state: BaseState) -> list[str]:
    """The other things a list can do to several records."""
    return [each.name for each in state.bulk_actions() if each.name != "delete"] if isinstance(state, ListMixin) else []


def _plausible(state: BaseState, parameter: str, kind: Any, name: str) -> Any:
    if kind is bool:
        return True
    if kind is int:
        return 1
    if _origin(kind) is FormData and isinstance(state, FormMixin):
        return _filled(state)
    if _origin(kind) in (dict, FormData):
        return _form(state)
    return name if parameter == "name" and name else WORDS.get(parameter, OTHERS)


def _form(state: BaseState) -> dict[str, str]:
    """What the forms of a page send, about the first rows where there are some."""
    ids = [row["id"] for row in state.rows[:2]] if isinstance(state, ListMixin) else []
    return {**FORM, "ids": ",".join(ids), "id": ids[0], "typed": str(len(ids))} if ids else dict(FORM)


def _filled(form: FormMixin) -> dict[str, str]:
    """The inputs as they stand, a name changed."""
    values = {name: value for name, value in form.values.items() if value}
    labels = {f"{name}{LABEL}": text for name, text in form.labels.items()}
    named = next((name for name in ("name", "givenName", "title", "subject") if name in values), "name")
    return {**values, **labels, named: "Changée", "confirmed": "true"}


def _hostile(kind: Any, turn: int) -> Any:
    if _origin(kind) in (dict, FormData):
        text = HOSTILE[str][turn % len(HOSTILE[str])]
        return {key: text for key in FORM} if turn % 2 else {"data": {"$ne": ""}, "ids": ["7", None], "id": {}}
    worse = HOSTILE.get(kind, HOSTILE[str])
    return worse[turn % len(worse)]


def _origin(kind: Any) -> Any:
    return typing.get_origin(kind) or kind
