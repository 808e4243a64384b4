"""What Reflex makes one component of (BUDGET-13)."""

from collections.abc import Callable

import pytest
import reflex as rx
from reflex.compiler.plugins import default_page_plugins
from reflex_base.plugins.compiler import CompileContext, CompilerHooks, PageContext

from admin_app.kit.session import Session
from admin_app.kit.words.locale import Locale, t
from admin_app.login import Login
from admin_app.patches.grouping import CALM, SMALL, GroupingPlugin

RETRY = "kit.actions.retry"


def made(component: rx.Component) -> int:
    """How many components Reflex makes of an element."""
    hooks = CompilerHooks(plugins=default_page_plugins(style={}, plugins=[GroupingPlugin()]))
    compiling = CompileContext(pages=[], hooks=hooks)
    page = PageContext(name="p", route="p", root_component=component)
    hooks.compile_component(component, page_context=page, compile_context=compiling)
    return len(compiling.auto_memo_components)


def label(number: int, *more: object) -> rx.Component:
    return rx.el.p(t(RETRY), *more, class_name=f"label-{number}", aria_label=t(RETRY))


def test_the_calm_states_are_those_of_the_application():
    assert (Locale.get_full_name(), Session.get_full_name()) == CALM


@pytest.mark.parametrize("count", [2, SMALL, 10 * SMALL])
def test_what_reads_the_language_and_the_account_alone_is_one_piece(count: int):
    labels = [label(number, Session.email) for number in range(count)]
    assert made(rx.el.div(rx.el.section(*labels))) == 1


@pytest.mark.parametrize(("count", "pieces"), [(3, 1), (SMALL, SMALL)])
def test_what_reads_one_more_state_is_one_piece_while_it_is_small(count: int, pieces: int):
    assert made(rx.el.div(*[label(number, Login.failure) for number in range(count)])) == pieces


def test_what_reads_two_more_states_is_parted():
    assert made(rx.el.div(label(1, Login.failure), label(2, rx.State.is_hydrated.to_string()))) == 2


@pytest.mark.parametrize(
    "alive",
    [
        lambda inside: rx.el.div(inside, on_mount=Locale.choose("fr")),
        lambda inside: rx.el.form(inside, on_submit=Login.submit),
    ],
    ids=["mounted", "form"],
)
def test_what_lives_by_itself_stays_a_component_of_its_own(alive: Callable[[rx.Component], rx.Component]):
    assert made(rx.el.div(label(1), alive(label(2)))) > 1
