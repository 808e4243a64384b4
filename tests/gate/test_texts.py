"""Texts of a stranger: no handler does more work on them than their length, and those that work on them without asking
who is there are a written list (GUARD-10).

Every public handler that takes a text is found by itself and called by a socket that nobody signed in on. Work is what
is called while it runs, in Python and in C; what a regular expression does inside one call is tried elsewhere
(tests/test_patterns.py). What a socket may bring at all is bounded before (tests/kit/test_sockets.py).
"""

import cProfile
import inspect
import itertools
import re
import typing
from collections.abc import Mapping
from typing import Any

import pytest
from reflex.event import EventHandler
from reflex.state import BaseState

from admin_app.kit.forms.state import FormMixin
from admin_app.kit.forms.submission import name_of
from admin_app.kit.session.state import FLAGS
from admin_app.kit.sockets import STRANGER, WORD
from tests.gate.test_gate import STATES, send
from tests.support.payloads import FORM
from tests.support.proofs import proves
from tests.support.tab import Tab

HOSTILE = "<a a@.((  {{=1;\nı\u0301"
"""What once took longer the more of it there was, and what is folded, split or counted."""
SLACK = 400
"""Calls that are no matter of the text: what else the process did meanwhile."""
WITHOUT_DOOR: Mapping[str, str] = {
    r"(CampaignPreview|StructurePreview|AskingRecap|EditionForesight)\.follow": (
        "it says what the page itself holds, of nobody else; it runs at every key and calls nothing"
    ),
    r"ArticleForm\.preview": "it lays out what the page itself holds, of nobody else",
    r"\w+\.restore": "it lays out the draft that the browser itself kept",
}
"""Handlers whose work grows with what a stranger says, and why that does no harm. What is not here asks first."""


def _once() -> dict[type[BaseState], list[str]]:
    """The handlers to try of each state: what several have of one mixin once."""
    tried, handlers = set(), {}
    for state in STATES:
        own = {name: inspect.unwrap(each.fn) for name, each in state.event_handlers.items() if _takes_text(each)}
        handlers[state] = [name for name, each in own.items() if each not in tried]
        tried |= {*own.values()}
    return {state: names for state, names in handlers.items() if names}


def _takes_text(handler: EventHandler) -> bool:
    hints = typing.get_type_hints(handler.fn)
    return any(hints.get(name, str) not in (int, bool) for name in list(inspect.signature(handler.fn).parameters)[1:])


def _arguments(state: type[BaseState], handler: EventHandler, size: int) -> dict[str, Any]:
    """Hostile texts for every argument: a form has its inputs and lines of its lists, until the size is reached."""
    hints = typing.get_type_hints(handler.fn)
    text = (HOSTILE * size)[: min(size, WORD)]
    return {
        name: text if hints.get(name, str) in (str, Any) else _form(state, text, size)
        for name in list(inspect.signature(handler.fn).parameters)[1:]
    }


def _form(state: type[BaseState], text: str, size: int) -> dict[str, str]:
    inputs = [each.name for each in state.resource.inputs()] if issubclass(state, FormMixin) else []
    lists = [*inputs, "body", "requesters", "volunteers"]
    lines = (
        name_of(name, str(rank), cell) for rank in range(size) for name in lists for cell in ("html", "text", "label")
    )
    return dict.fromkeys(itertools.islice(itertools.chain(inputs, FORM, lines), max(1, size // WORD)), text)


async def _work(tab: Tab, state: type[BaseState], name: str, payload: Mapping[str, Any]) -> int:
    """How much is called until an event is done with."""
    counted = cProfile.Profile()
    counted.enable()
    try:
        await send(tab, state, name, payload)
    finally:
        counted.disable()
    return sum(each.callcount for each in counted.getstats())


HANDLERS = _once()


@proves("GUARD-10")
@pytest.mark.parametrize("state", HANDLERS, ids=lambda each: each.__name__)
async def test_a_stranger_s_text_is_worked_on_by_nobody_but_those_named(upstream, lenient, configure, state):
    configure(**{**dict.fromkeys(FLAGS, True), "event_community_required": False})
    tab = await lenient.tab().open("/login")
    for name in HANDLERS[state]:
        handler = state.event_handlers[name]
        event = f"{state.__name__}.{name}"
        # The first time is not counted: what is made once and kept would hide what grows.
        _, small, half, whole = [
            await _work(tab, state, name, _arguments(state, handler, size)) for size in (1, 1, STRANGER // 2, STRANGER)
        ]
        if whole > small + SLACK:
            assert any(re.fullmatch(each, event) for each in WITHOUT_DOOR), f"{event} works on a stranger's text"
        assert whole - small <= 3 * max(0, half - small) + SLACK, (event, small, half, whole)
    # A tab that the server does not know is told to load its page: no handler would be tried.
    assert ("reload", []) not in tab.calls
