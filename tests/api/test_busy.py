"""An API that wants fewer requests (CALL-21): what only reads is asked again, and the person told how long to wait."""

import datetime as dt
from email.utils import format_datetime

import httpx
import pytest

from admin_app.api import exchange
from admin_app.api.errors import Busy
from admin_app.kit.session import reason_of
from tests.api.server import Upstream
from tests.support.proofs import proves


@pytest.fixture
def slept(monkeypatch) -> list[float]:
    """The pauses that would have been made."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(exchange.asyncio, "sleep", sleep)
    return pauses


def busy(times: int, wait: str | None = "2") -> Upstream:
    """An API that wants fewer requests so many times, and then answers."""
    left = [times]

    def answer(_: httpx.Request) -> httpx.Response:
        left[0] -= 1
        headers = {} if wait is None else {"Retry-After": wait}
        return httpx.Response(429, headers=headers) if left[0] >= 0 else httpx.Response(200, json={"id": 7})

    return Upstream(answer)


@proves("CALL-21")
async def test_a_reading_waits_as_long_as_it_is_told_and_goes_on(slept):
    upstream = busy(2)
    assert await upstream.api().get("admin/users", 7) == {"id": 7}
    assert (slept, len(upstream.seen)) == ([2.0, 2.0], 3)


@pytest.mark.parametrize("wait", [None, "soon", "", "-1"])
async def test_where_it_says_not_how_long_a_second_is_enough(slept, wait):
    upstream = busy(1, wait)
    assert await upstream.api().get("admin/users", 7) == {"id": 7}
    assert slept == [exchange.PAUSE]


async def test_a_moment_is_a_way_to_say_how_long(slept):
    until = format_datetime(dt.datetime.now(dt.UTC) + dt.timedelta(seconds=5), usegmt=True)
    assert await busy(1, until).api().get("admin/users", 7) == {"id": 7}
    assert 3 <= slept[0] <= 5


@proves("CALL-21")
async def test_nobody_waits_for_ever(slept):
    upstream = busy(1000, "0")
    with pytest.raises(Busy):
        await upstream.api().get("admin/users", 7)
    assert len(upstream.seen) == exchange.PATIENCE + 1


@proves("CALL-21")
@pytest.mark.parametrize(("wait", "told"), [("30", "30 secondes"), ("1000000000000", "un instant"), (None, "instant")])
async def test_a_long_wait_is_told(slept, wait, told):
    with pytest.raises(Busy) as caught:
        await busy(1000, wait).api().get("admin/users", 7)
    assert told in reason_of(caught.value, "fr")


@proves("CALL-21")
@pytest.mark.parametrize("act", ["create", "update", "delete", "once"])
async def test_what_acts_is_never_sent_again_by_itself(slept, act):
    upstream = busy(1)
    api = upstream.api()
    sent = {
        "create": lambda: api.create("admin/events", {"name": "a"}),
        "update": lambda: api.update("admin/events", 7, {"name": "a"}),
        "delete": lambda: api.delete("admin/events", 7),
        "once": lambda: api.call_get("admin/users/send-campaign", safe=False),
    }
    with pytest.raises(Busy) as caught:
        await sent[act]()
    assert (slept, len(upstream.seen)) == ([], 1)
    assert "2 secondes" in reason_of(caught.value, "fr")
