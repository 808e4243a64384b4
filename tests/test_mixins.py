"""States are put together from mixins; none of them may hide what another one does without a word."""

import ast
import inspect
import itertools
import textwrap

import pytest
import reflex as rx
from reflex.state import BaseState

from admin_app.admin_app import app
from admin_app.kit.lists.bulk_state import BulkMixin
from admin_app.kit.lists.export_state import ExportMixin
from admin_app.kit.lists.host import ListHost
from admin_app.kit.lists.mask_state import MaskMixin

HOOKS = {"_besides"}
"""Empty in the kit, there to be filled by a feature's mixin."""
FRAMEWORK = ("__", "_abc_", "_mixin", "_reflex_", "_settable_names")


def own(mixin: type) -> set[str]:
    """What a class defines itself, but for what Python and Reflex put into every class."""
    return {name for name in vars(mixin) if not name.startswith(FRAMEWORK)} - HOOKS


def mixins(state: type[BaseState]) -> list[type]:
    """The classes of ours among the ancestors of a state, in the order Python asks them."""
    return [each for each in state.__mro__[1:] if each.__module__.startswith("admin_app.")]


def clashes(classes: list[type]) -> dict[str, tuple[str, str]]:
    """Names that two unrelated mixins define: the first silently replaces the second."""
    return {
        name: (first.__name__, second.__name__)
        for first, second in itertools.combinations(classes, 2)
        if not issubclass(first, second)
        for name in own(first) & own(second)
    }


assert app
STATES = sorted((state for state in rx.State.get_substates() if len(mixins(state)) > 1), key=str)
"""Reflex keeps a set; processes that share the tests must see them in one order."""


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_mixin_hides_another(state):
    assert clashes(mixins(state)) == {}


def test_a_clash_is_seen():
    one, other = type("One", (), {"_said": 1}), type("Other", (), {"_said": 2})
    assert clashes([one, other]) == {"_said": ("One", "Other")}
    assert clashes([type("Heir", (one,), {"_said": 3}), one]) == {}


# --- parts and their host (decision 20) ----------------------------------------------------------

PARTS = [
    *((part, ListHost) for part in (BulkMixin, MaskMixin, ExportMixin)),
]


def reads(source: str) -> set[str]:
    """The names that the methods of a class read of `self` or of its class."""
    found = (node for node in ast.walk(ast.parse(textwrap.dedent(source))) if isinstance(node, ast.Attribute))
    owners = ("self", "cls", "self.__class__", "type(self)")
    return {node.attr for node in found if ast.unparse(node.value) in owners}


def names(state: type) -> set[str]:
    """What a class offers, annotated or not."""
    return {name for each in state.__mro__ for name in (*vars(each), *vars(each).get("__annotations__", {}))}


@pytest.mark.parametrize(("part", "host"), PARTS, ids=lambda each: each.__name__)
def test_a_part_reads_its_host_and_itself_alone(part, host):
    assert mixins(part) == [host, *mixins(host)]
    assert reads(inspect.getsource(part)) - names(part) == set()


def test_a_part_that_reads_a_sibling_is_seen():
    assert reads("class Part:\n    def one(self):\n        return self._rows(), type(self).load") == {"_rows", "load"}
