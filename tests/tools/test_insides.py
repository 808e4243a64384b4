"""The insides of Reflex and React Router are known to one package alone (CODE-7)."""

from pathlib import Path

import pytest

from tests.support.proofs import proves
from tools import insides

TREE = insides.read(Path(__file__).resolve().parents[2])
OWN = "class A:\n    def _own(self): ..."


@proves("CODE-7")
def test_nobody_else_knows_them():
    assert len(TREE) > 300
    problems = list(insides.problems(TREE))
    assert not problems, "\n" + "\n".join(problems)


@proves("CODE-7")
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("admin_app/kit/a.py", "from reflex.state import BaseState"),
        ("admin_app/kit/a.py", "import reflex_base.vars"),
        ("admin_app/api/a.py", "httpx.Client()._merge_url('')"),
        ("admin_app/kit/a.py", "rx.Var('a', _var_data=1)"),
        ("tools/a.py", "from uvicorn import _x"),
        ("admin_app/features/users/a.py", "from admin_app.patches.vars import code"),
        ("assets/kit/a.js", 'import { getBackendURL } from "$/utils/state";'),
        ("admin_app/kit/parts/a.jsx", "window.__reactRouterManifest"),
    ],
)
def test_who_does_is_found(path: str, text: str):
    (problem,) = insides.problems({path: text, "admin_app/patches/b.py": "from reflex.state import BaseState"})
    assert problem.startswith(f"{path}:1: ")


@pytest.mark.parametrize(
    "text", ["import reflex as rx", "from reflex.event import EventSpec", "A()._own()", "a.__class__"]
)
def test_what_is_public_or_ours_is_nobodys_insides(text: str):
    assert not list(insides.problems({"admin_app/kit/a.py": text, "admin_app/kit/b.py": OWN}))
