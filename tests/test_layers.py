"""The import rules hold in the tree, and each of them can be broken."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.proofs import proves
from tests.support.sources import ROOT
from tools import layers


@pytest.fixture(scope="module")
def tree() -> layers.Modules:
    return layers.read_tree(ROOT)


@proves("CODE-1", "CODE-2", "CODE-3")
@pytest.mark.parametrize("rule", layers.RULES, ids=lambda rule: rule.__name__)
def test_tree(tree: layers.Modules, rule: Callable[[layers.Modules], Iterator[str]]) -> None:
    problems = list(rule(tree))
    assert not problems, "\n" + "\n".join(problems)


def test_tree_is_not_empty(tree: layers.Modules) -> None:
    assert {"admin_app", "sandbox", "tools"} <= {name.split(".")[0] for name in tree}


BROKEN = [
    (
        layers.back_imports,
        {"admin_app/kit/lists/state.py": "\nimport admin_app.features.users"},
        "admin_app/kit/lists/state.py:2",
    ),
    (layers.back_imports, {"admin_app/api/client.py": "from admin_app.kit import x"}, "admin_app/api/client.py:1"),
    (layers.back_imports, {"admin_app/settings.py": "from admin_app.api.client import Api"}, "settings.py:1"),
    (layers.back_imports, {"admin_app/features/users/list.py": "from ...screens import SCREENS"}, "users/list.py:1"),
    (layers.back_imports, {"admin_app/kit/values.py": "from admin_app.features.users import USERS"}, "values.py:1"),
    (
        layers.back_imports,
        {"admin_app/shared/targets.py": "from admin_app.features.users import USERS"},
        "targets.py:1",
    ),
    (
        layers.back_imports,
        {"admin_app/shared/proofs.py": "from admin_app.features.users import USERS"},
        "shared/proofs.py:1",
    ),
    (layers.back_imports, {"admin_app/kit/crud.py": "from admin_app.shared.people import x"}, "kit/crud.py:1"),
    (layers.back_rooms, {"admin_app/kit/parts/a.py": "\nfrom admin_app.kit.forms import b"}, "kit/parts/a.py:2"),
    (layers.back_rooms, {"admin_app/kit/forms/a.py": "from admin_app.kit.imports.b import c"}, "kit/forms/a.py:1"),
    (layers.back_rooms, {"admin_app/kit/words/a.py": "import admin_app.kit.transfer.tickets"}, "kit/words/a.py:1"),
    (layers.back_rooms, {"admin_app/kit/attic/a.py": ""}, "attic has no floor"),
    (
        layers.past_fronts,
        {
            "admin_app/features/events.py": "\nfrom admin_app.kit.forms.host import FormHost",
            "admin_app/kit/forms/host.py": "",
        },
        "admin_app/features/events.py:2",
    ),
    (
        layers.past_fronts,
        {"admin_app/shared/a.py": "from admin_app.kit.lists import state", "admin_app/kit/lists/state.py": ""},
        "shared/a.py:1",
    ),
    (layers.strangers, {"sandbox/app.py": "import admin_app.kit.values"}, "sandbox/app.py:1"),
    (layers.strangers, {"admin_app/features/login.py": "from sandbox import seed"}, "admin_app/features/login.py:1"),
    (layers.seeded, {"sandbox/points.py": "from sandbox.seed.places import x"}, "sandbox/points.py:1"),
    (layers.impure, {"admin_app/kit/values.py": "import reflex as rx"}, "admin_app/kit/values.py:1"),
    (layers.impure, {"admin_app/shared/targets.py": "import reflex as rx"}, "admin_app/shared/targets.py:1"),
    (layers.impure, {"admin_app/features/solidary/shaping.py": "from httpx import Client"}, "shaping.py:1"),
    (
        layers.impure,
        {
            "admin_app/kit/declare/resource.py": "from admin_app.kit import a",
            "admin_app/kit/a.py": "\n\nimport reflex.event",
        },
        "admin_app/kit/a.py:3",
    ),
    (layers.impure, {"admin_app/kit/lists/a.py": '"""Marks. Pure."""'}, "admin_app/kit/lists/a.py:1"),
    (layers.late_imports, {"tools/x.py": "def f():\n    import json"}, "tools/x.py:2"),
    (
        layers.late_imports,
        {"sandbox/x.py": "class A:\n    async def f(self):\n        if 1:\n            import os"},
        "x.py:4",
    ),
    (
        layers.cycles,
        {
            "sandbox/a.py": "from sandbox.b import x",
            "sandbox/b.py": "from . import c",
            "sandbox/c.py": "import sandbox.a",
        },
        "sandbox/a.py:1",
    ),
    (layers.too_long, {"sandbox/a.py": "\n" * 401}, "401 lines"),
    (
        layers.borrowed_states,
        {"admin_app/features/events.py": "from admin_app.features.users import UserList"},
        "events.py:1",
    ),
    (
        layers.borrowed_states,
        {"admin_app/features/events.py": "from admin_app.features.users.state import State"},
        "events.py:1",
    ),
    (
        layers.borrowed_states,
        {"admin_app/features/events.py": "from admin_app.features.users.proofs import ProofsMixin"},
        "events.py:1",
    ),
    (
        layers.borrowed_states,
        {"admin_app/features/events.py": "from admin_app.features.users import proof_card"},
        "events.py:1",
    ),
    (
        layers.borrowed_states,
        {"admin_app/features/events.py": "from admin_app.features.users import UserRecord"},
        "events.py:1",
    ),
    (layers.borrowed_states, {"admin_app/features/events.py": "from admin_app.features.users import *"}, "events.py:1"),
    (
        layers.borrowed_states,
        {
            "admin_app/features/events.py": "from admin_app.features.users import form",
            "admin_app/features/users/form.py": "",
        },
        "events.py:1",
    ),
]


@proves("CODE-1", "CODE-2", "CODE-3")
@pytest.mark.parametrize(("rule", "sources", "where"), BROKEN)
def test_broken(rule: Callable[[layers.Modules], Iterator[str]], sources: dict[str, str], where: str) -> None:
    problems = list(rule(layers.read(sources)))
    assert problems
    assert where in problems[0]


ALLOWED = {
    "sandbox/app.py": "from sandbox.seed import seed",
    "sandbox/seed/people.py": "from sandbox.seed.rows import x",
    "admin_app/admin_app.py": "from admin_app.screens import SCREENS\nfrom admin_app.kit import layout",
    "admin_app/screens.py": "from admin_app.features import events, users",
    "admin_app/features/users/__init__.py": "from admin_app.features.users.resource import USERS",
    "admin_app/features/users/resource.py": "from admin_app.kit.values import A\nfrom admin_app.kit.resource import B",
    "admin_app/features/events.py": "from admin_app.features.users import USERS\nimport reflex as rx",
    "admin_app/shared/proofs.py": "from admin_app.kit.lists import x\nimport reflex as rx",
    "admin_app/features/solidary/shaping.py": "from admin_app.kit.forms.submission import name_of",
    "admin_app/features/hikers.py": "from admin_app.shared.proofs import Proofs\nimport admin_app.shared.targets",
    "admin_app/shared/targets.py": "from admin_app.kit.declare.fields import Target",
    "admin_app/kit/lists/state.py": "from admin_app.kit.lists.map_markers import b\nimport admin_app.kit.exports.state",
    "admin_app/kit/shell/layout.py": "from admin_app.api.client import Api\nimport reflex as rx",
    "admin_app/kit/declare/resource.py": "from dataclasses import dataclass",
    "admin_app/kit/values.py": "from pydantic import BaseModel",
    "admin_app/api/client.py": "import httpx\nfrom admin_app.settings import Settings",
    "admin_app/settings.py": "\n" * 400,
}


@proves("CODE-1")
@pytest.mark.parametrize("rule", layers.RULES, ids=lambda rule: rule.__name__)
def test_allowed(rule: Callable[[layers.Modules], Iterator[str]]) -> None:
    assert list(rule(layers.read(ALLOWED))) == []
