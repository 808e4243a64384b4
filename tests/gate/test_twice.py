"""A double press acts once: whatever handler two events reach together, no write that was done is made again
(NOTICE-24).

The handlers are found as the gate finds them; each is reached by the same event twice, as a double click sends it, in
the full tab of an administrator. What the API refused may be sent again: nothing was done.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from reflex.event import Event
from reflex.state import BaseState

from admin_app.api.client import http_client, login
from admin_app.kit.imports.sheet import Sheet
from admin_app.kit.session import Session
from admin_app.kit.session.state import FLAGS
from tests.gate.test_gate import ADMINISTRATOR, PATIENCE, STATES, Kept, filled
from tests.support.payloads import payloads
from tests.support.tab import Tab
from tests.support.upstream import Upstream


async def press_twice(tab: Tab, state: type[BaseState], name: str, payload: Mapping[str, Any]) -> None:
    """Send an event twice before the first is answered; a reading that gives way to the second is no fault."""
    futures = []
    for _ in range(2):
        event = Event(name=f"{state.get_full_name()}.{name}", payload=dict(payload), router_data=tab._where())
        futures.append(await tab.browser.processor.enqueue(tab.token, event))
    for future in futures:
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(Exception, asyncio.CancelledError):
                await future.wait_all()


def repeated(upstream: Upstream) -> list[str]:
    """The writes that were done more than once."""
    done = Counter(f"{each.method} {each.path} {each.body}" for each in upstream.writes() if 200 <= each.status < 300)
    return [write for write, times in done.items() if times > 1]


@pytest.mark.parametrize("state", STATES, ids=lambda each: each.__name__)
async def test_a_double_press_writes_once(upstream, lenient, configure, monkeypatch, state):
    configure(**{**dict.fromkeys(FLAGS, True), "event_community_required": False})
    # What lies on disk is not put back after each event.
    monkeypatch.setattr(Sheet, "discard", lambda self: None)
    lenient.keep(await login(http_client(), ADMINISTRATOR, "demo"))
    tab = await filled(lenient, state)
    kept, session = Kept(await tab.state(state)), Kept(await tab.state(Session))
    twice = set()
    for name, handler in state.event_handlers.items():
        for payload in payloads(await tab.state(state), handler):
            kept.put_back(await tab.state(state))
            session.put_back(await tab.state(Session))
            upstream.forget()
            await press_twice(tab, state, name, payload)
            twice |= {f"{state.__name__}.{name}: {write}" for write in repeated(upstream)}
    assert not twice, sorted(twice)
