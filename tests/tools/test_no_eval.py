"""No text is evaluated in the browser (BROWSER-1)."""

import re
from pathlib import Path

import pytest
import reflex_base

from admin_app.kit.script import run
from tools.no_eval import without_eval
from tools.same_origin import STATE_JS, follow_page_port

TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web" / STATE_JS
COMMANDS = Path("assets/kit/index.js")


def test_reflex_is_the_one_we_know() -> None:
    after = without_eval(TEMPLATE.read_text())
    assert not re.search(r"\beval\b\W*\(|new Function\b", after)
    assert "perform(event.payload.javascript_code)" in after


def test_twice_is_once_beside_the_other_patch() -> None:
    once = follow_page_port(without_eval(TEMPLATE.read_text()))
    assert without_eval(follow_page_port(once)) == once


def test_another_reflex_is_refused() -> None:
    with pytest.raises(ValueError, match="differs"):
        without_eval("eval(code);")


def test_what_python_calls_is_a_command_of_the_script() -> None:
    commands = set(re.findall(r"^  (\w+),$", COMMANDS.read_text(), re.MULTILINE))
    source = "\n".join(path.read_text() for path in Path("admin_app").rglob("*.py"))
    called = set(re.findall(r"""\b(?:run|told)\(\s*"(\w+)\"""", source))
    assert len(called) > 20
    assert called <= commands
    # A callback would be text to evaluate.
    (only,) = re.findall(r"(?:call|run)_(?:script|function)\(\s*(.*)", source)
    assert only.startswith('f"window.adminApp.{name}(')
    assert "callback" not in only


def test_a_call_is_text_that_the_script_takes_apart() -> None:
    assert run("leave", "/login?next=%2F", None).args[0][1]._js_expr == (
        '"window.adminApp.leave(\\"/login?next=%2F\\", null)"'
    )
