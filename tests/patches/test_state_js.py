"""What is changed in the pages' `state.js`: one build for every port, the proof of a tab, no text that is evaluated."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from admin_app.kit.script import run
from admin_app.patches.connections import PROOF
from admin_app.patches.state_js import TEMPLATE, StateJsPlugin, no_eval, same_origin, tab_proof
from tests.support.proofs import proves

CHANGES = (same_origin, tab_proof, no_eval)
COMMANDS = Path("assets/kit/index.js")


def test_the_page_connects_where_it_came_from() -> None:
    before = TEMPLATE.read_text()
    after = same_origin(before)
    assert len(after.splitlines()) == len(before.splitlines()) + 1
    assert after.count("endpoint.port = window.location.port") == 1


def test_a_connection_tells_its_proof_where_the_server_looks_for_it() -> None:
    before = TEMPLATE.read_text()
    after = tab_proof(before)
    assert len(after.splitlines()) == len(before.splitlines()) + 1
    assert after.count(f"{PROOF}: tabProof()") == 1


@proves("BROWSER-1")
def test_nothing_is_evaluated() -> None:
    after = no_eval(TEMPLATE.read_text())
    assert not re.search(r"\beval\b\W*\(|new Function\b", after)
    assert "perform(event.payload.javascript_code)" in after


def test_a_build_takes_the_file_with_all_changes_whatever_a_former_one_left() -> None:
    tasks: dict[str, Callable[[str], str]] = {}
    StateJsPlugin().pre_compile(add_modify_task=tasks.__setitem__)
    (written,) = (task("left by another version") for task in tasks.values())
    assert len(written.splitlines()) == len(TEMPLATE.read_text().splitlines()) + 3
    for told in ("window.location.port;", "tab: tabProof()", "perform(event.payload.javascript_code)"):
        assert written.count(told) == 1


@proves("CODE-7")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_another_text_is_refused(change: Callable[[str], str]) -> None:
    with pytest.raises(ValueError, match="expected"):
        change("export const getBackendURL = () => eval(null);")


@proves("BROWSER-1")
def test_what_python_calls_is_a_command_of_the_script() -> None:
    commands = {
        name
        for names in re.findall(r"^export \{(.*)\} from", COMMANDS.read_text(), re.M)
        for name in re.findall(r"\w+", names)
    }
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
