"""A double press acts once: whatever handler two events reach together, no write that was done is made again
(NOTICE-24).

The handlers are found as the gate finds them; each is reached by the same event twice, as a double click sends it, in
the full tab of an administrator. What the API refused may be sent again: nothing was done.
"""

import asyncio
import contextlib
from collections import Counter
from unittest.mock import AsyncMock

import pytest
from reflex.event import Event
from reflex.state import BaseState

from admin_app.api.auth import login
from admin_app.api.client import http_client
from admin_app.kit.imports.job import ImportJob
from admin_app.kit.session import Session
from admin_app.kit.session.state import FLAGS
from tests.gate.test_gate import ADMINISTRATOR, STATES, Kept, filled, send
from tests.support.payloads import Payload, payloads
from tests.support.proofs import proves
from tests.support.tab import Tab
from tests.support.upstream import Upstream

PATIENCE = 5
"""Seconds: an export goes on until a browser fetches it, and there is none."""


async def press_twice(tab: Tab, state: type[BaseState], name: str, payload: Payload) -> None:
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


async def changed(tab: Tab, state: type[BaseState], kept: Kept) -> bool:
    """Whether a state holds something else than it did: a dialog is open, something is chosen."""
    held = await tab.state(state)
    return any(getattr(held, name) != value for name, value in kept.values.items())


@proves("NOTICE-24")
@pytest.mark.parametrize("state", STATES, ids=lambda each: each.__name__)
async def test_a_double_press_writes_once(upstream, lenient, configure, monkeypatch, state):
    configure(**{**dict.fromkeys(FLAGS, True), "event_community_required": False})
    # What lies on disk is not put back after each event.
    monkeypatch.setattr(ImportJob, "discard", AsyncMock())
    lenient.keep(await login(http_client(), ADMINISTRATOR, "demo"))
    tab = await filled(lenient, state)
    kept, session = Kept(await tab.state(state)), Kept(await tab.state(Session))
    twice, openers = set(), [None]

    async def press(opener: tuple[str, Payload] | None, name: str, payload: Payload) -> None:
        """Put everything back, open what the opener opens, and press twice."""
        kept.put_back(await tab.state(state))
        session.put_back(await tab.state(Session))
        if opener:
            await send(tab, state, *opener)
        upstream.forget()
        await press_twice(tab, state, name, payload)
        after = f" after {opener[0]}" if opener else ""
        twice.update(f"{state.__name__}.{name}{after}: {write}" for write in repeated(upstream))

    for name, handler in state.event_handlers.items():
        for at, payload in enumerate(payloads(await tab.state(state), handler)):
            await press(None, name, payload)
            if not at and not upstream.calls and await changed(tab, state, kept):
                openers.append((name, payload))
    for opener in openers[1:]:
        kept.put_back(await tab.state(state))
        await send(tab, state, *opener)
        asked = [(name, next(payloads(await tab.state(state), each))) for name, each in state.event_handlers.items()]
        for name, payload in asked:
            await press(opener, name, payload)
    assert not twice, sorted(twice)
