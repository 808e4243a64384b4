"""A list of few records has neither search nor order, however many of them stand on one page."""

import re
from pathlib import Path
from typing import Any

import pytest

from admin_app.features.relay_points.types import RelayPointTypeList
from admin_app.features.solidary.structures.screens import StructureList
from admin_app.features.users.screens import UserList
from admin_app.kit.lists.page import list_page
from tests.support.proofs import proves

ASSETS = Path(__file__).parents[3] / "assets"
KNOWN: dict[str, Any] = {"loaded": True, "problem": "", "total": 0, "filters": 0, "density": ""}


def hides(state: type, **seen: Any) -> bool:
    """Whether the tools of a list are hidden, by the condition that the browser is given."""
    (told,) = re.findall(r'className:"list-tools",hidden:(.+?)\},jsx', str(list_page(state)))
    told = re.sub(r"Object\.keys\([\w.]+\.filters_rx_state_ \?\? \{\}\)\.length", "filters", told)
    told = re.sub(r"[\w.]+\.(\w+)_rx_state_", r"\1", told).replace("?.valueOf?.()", "").replace("() => ", "")
    told = told.replace("===", "==").replace("!(", "not (")
    both = {"pyAnd": lambda one, other: one and other, "pyOr": lambda one, other: one or other}
    return eval(told, {"__builtins__": {}}, both | KNOWN | seen)


@proves("LIST-39")
@pytest.mark.parametrize(("state", "few"), [(StructureList, 6), (RelayPointTypeList, 15)])
def test_few_are_neither_looked_for_nor_ordered(state, few):
    assert hides(state, total=few)
    assert hides(state, loaded=False), "as it is expected to be"
    assert not hides(state, total=few + 1), "however many stand on one page"
    assert not hides(state, total=few, filters=1)
    assert not hides(state, problem="failed")
    assert not hides(state, total=few, density="compact"), "the way back to cards is among the tools"
    assert '"data-few"' in str(list_page(state))


@proves("LIST-39")
def test_a_list_that_may_hold_many_has_its_tools_unless_it_is_empty():
    assert hides(UserList)
    assert not hides(UserList, total=1)
    assert not hides(UserList, loaded=False)
    assert not hides(UserList, filters=1)
    assert '"data-few"' not in str(list_page(UserList))


@proves("LIST-39")
def test_no_stylesheet_counts_the_rows_of_a_page_of_a_list():
    for file in ASSETS.rglob("*.css"):
        counting = [line for line in file.read_text("utf-8").splitlines() if "[data-list=" in line]
        assert not [line for line in counting if "nth-child" in line], file.name
