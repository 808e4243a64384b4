"""States are put together from mixins; none of them may hide what another one does without a word."""

import itertools

import pytest
import reflex as rx
from reflex.state import BaseState

from admin_app.admin_app import app
from admin_app.kit.forms.state import FormMixin
from admin_app.kit.lists.state import ListMixin
from tests.support.proofs import proves

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


@proves("CODE-4")
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_mixin_hides_another(state):
    assert clashes(mixins(state)) == {}


def test_a_clash_is_seen():
    one, other = type("One", (), {"_said": 1}), type("Other", (), {"_said": 2})
    assert clashes([one, other]) == {"_said": ("One", "Other")}
    assert clashes([type("Heir", (one,), {"_said": 3}), one]) == {}


# --- flows are plain objects over one host (decision 61) ------------------------------------------


@proves("CODE-9")
@pytest.mark.parametrize("mixin", [FormMixin, ListMixin], ids=lambda each: each.__name__)
def test_a_form_and_a_list_are_few_classes(mixin):
    classes = [mixin, *mixins(mixin)]
    assert len(classes) <= 4
    assert len({each.__module__ for each in classes}) <= 3
