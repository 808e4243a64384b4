"""Downloads by ticket: what passes is counted, once only, and nothing that was cut looks complete."""

import asyncio
import csv
import io
import json
import random
import stat
import tracemalloc
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from admin_app.api.client import build_client, close, use_client
from admin_app.kit import audit
from admin_app.kit.exports import stream as downloads
from admin_app.kit.transfer import routes, spool, tickets
from tests.support.forms import age, left
from tests.support.proofs import proves

HEAD = b"id,name\n"


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch, configure):
    """A folder and a register of the test's own, and a route that says how far it is at once."""
    monkeypatch.setattr(downloads, "STEP", 0)
    configure(register_path=str(tmp_path / "register.sqlite"), spool_path=str(tmp_path / "spool"))


class Person:
    user_id, email = 7, "camille@demo.test"


class Api:
    """An API that sends what a test wants, and remembers what it was asked."""

    def __init__(self, *parts: bytes | Exception, status: int = 200) -> None:
        self.parts, self.status, self.asked = parts, status, []

    async def stream(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            await asyncio.sleep(0)
            if isinstance(part, Exception):
                raise part
            yield part

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if self.status != 200:
            return httpx.Response(self.status, json={"detail": "Access Denied.", "status": self.status})
        return httpx.Response(200, content=self.stream())


async def ordered(expected: int | None = None) -> tuple[str, int]:
    act = await audit.record(Person(), "export", "users", {"q": "dur"}, expected)
    order = downloads.Order("admin/users/export", (("q", "dur"),), "a.secret.token", act, expected)
    return order.open(), act


async def get(ticket: str, api: Api) -> tuple[int, bytes]:
    """What the browser gets: the status, and the bytes that came before the answer ended or broke."""
    use_client(build_client(httpx.MockTransport(api)))
    app = Starlette(routes=downloads.routes())
    received: list[bytes] = []
    status = 0

    async def send(message):
        nonlocal status
        status = message.get("status", status)
        received.append(message.get("body", b""))

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    scope = {
        "type": "http", "method": "GET", "path": f"/_transfer/{ticket}", "query_string": b"", "headers": [],
        "asgi": {"spec_version": "2.3"},
    }  # fmt: skip
    try:
        await app(scope, receive, send)
    finally:
        await close()
    return status, b"".join(received)


def the_line() -> audit.Act:
    return audit.read((), 1)[0]


@proves("EXPORT-10")
async def test_the_bytes_pass_as_they_are_and_are_counted():
    ticket, _ = await ordered(expected=2)
    content = HEAD + b'1,"a ""b"",\n-1,5"\r\n2, x\n'
    api = Api(content[:11], content[11:17], content[17:])
    assert await get(ticket, api) == (200, content)
    assert tickets.facts(ticket) | {"at": 0} == {
        "status": "complete", "rows": 2, "bytes": len(content), "error_kind": "", "error_text": "", "at": 0,
    }  # fmt: skip
    assert (the_line().outcome, the_line().rows) == ("complete", 2)
    (request,) = api.asked
    assert request.headers["Authorization"] == "Bearer a.secret.token"
    assert request.headers["Accept"] == "text/csv"
    assert request.url.query == b"q=dur"


HOSTILE = b'1,"=SUM(A1)\n""B"""\n2,x;=1+1\n3,"y\n@z"\n4,-48.5\n5,+33 6 12 34 56 78\n6,+1+cmd'
MENDED = HOSTILE
for _formula in (b"=SUM", b"=1+1", b"@z", b"+1+cmd"):
    MENDED = MENDED.replace(_formula, b"'" + _formula)


@proves("EXPORT-14")
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
async def test_a_formula_in_what_the_api_sends_becomes_text_on_the_way(size):
    ticket, _ = await ordered(expected=6)
    sent = HEAD + HOSTILE
    status, content = await get(ticket, Api(*(sent[start : start + size] for start in range(0, len(sent), size))))
    assert (status, content.rstrip(b"\n")) == (200, HEAD + MENDED)
    facts = tickets.facts(ticket)
    assert (facts["status"], facts["rows"], facts["bytes"]) == ("complete", 6, len(content))


@proves("EXPORT-10")
async def test_a_row_without_an_end_is_no_file():
    ticket, _ = await ordered()
    with pytest.raises(downloads.Cut):
        await get(ticket, Api(HEAD, *([b"x" * 2**18] * 5)))
    assert tickets.facts(ticket)["status"] == "failed"


async def test_a_ticket_is_good_once_and_leaves_nothing_behind():
    ticket, _ = await ordered()
    assert (await get(ticket, Api(HEAD)))[0] == 200
    assert (await get(ticket, Api(HEAD)))[0] == 404
    tickets.discard(ticket)
    assert not left()


async def test_of_two_requests_one_gets_the_order():
    ticket, _ = await ordered()

    def take() -> bool:
        try:
            return bool(tickets.take_order(ticket))
        except tickets.RefusedFile:
            return False

    assert sorted(await asyncio.gather(*(asyncio.to_thread(take) for _ in range(8)))) == [False] * 7 + [True]


async def test_an_order_is_private_and_does_not_wait_for_long():
    ticket, _ = await ordered()
    assert stat.S_IMODE(spool.folder().stat().st_mode) == 0o700
    assert json.loads(spool.get(ticket, spool.ORDER))["token"]
    age(spool.SOON + 1)
    spool.sweep()
    assert (await get(ticket, Api(HEAD)))[0] == 404
    assert not left()


@pytest.mark.parametrize("ticket", ["x" * 43, "short", "..", "x" * 42 + "."])
async def test_an_unknown_ticket_is_refused(ticket):
    await ordered()
    assert (await get(ticket, Api(HEAD)))[0] == 404


async def test_no_file_can_be_sent_to_an_order():
    ticket, _ = await ordered()
    app = Starlette(routes=[*routes.routes(), *downloads.routes()])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http:
        assert (await http.post(f"/_transfer/{ticket}", content=b"{}")).status_code == 404


@proves("EXPORT-7")
async def test_the_cut_at_a_hundred_is_found():
    ticket, _ = await ordered(expected=2000)
    rows = b"".join(b"%d,x\n" % number for number in range(100))
    assert (await get(ticket, Api(HEAD, rows)))[1] == HEAD + rows
    assert tickets.facts(ticket)["status"] == the_line().outcome == "short"
    assert the_line().rows == 100


async def test_more_rows_than_the_list_shows_are_no_cut():
    ticket, _ = await ordered(expected=1)
    await get(ticket, Api(HEAD, b"1,x\n2,y\n"))
    assert the_line().outcome == "complete"


async def test_nobody_found_is_a_blank_line_and_no_row():
    ticket, _ = await ordered(expected=0)
    assert await get(ticket, Api(b"\n")) == (200, b"\n")
    assert (the_line().outcome, the_line().rows) == ("complete", 0)


@proves("EXPORT-8")
@pytest.mark.parametrize("end", [(httpx.ReadError("cut"),), (b'3,"half a te',)])
async def test_an_answer_that_breaks_off_never_ends_well(end):
    ticket, _ = await ordered()
    with pytest.raises(downloads.Cut):
        await get(ticket, Api(HEAD, b"1,x\n2,y\n", *end))
    facts = tickets.facts(ticket)
    assert (facts["status"], facts["error_kind"]) == ("failed", "network")
    assert the_line().outcome == "failed"


async def test_a_refusal_is_handed_on_in_the_api_s_words():
    ticket, _ = await ordered()
    status, body = await get(ticket, Api(status=400))
    assert (status, body) == (502, b"refused")
    assert tickets.facts(ticket)["error_kind"] == "access_denied"
    assert (the_line().outcome, the_line().rows) == ("failed", 0)


async def test_a_stop_ends_it_on_the_way(monkeypatch):
    ticket, _ = await ordered()

    class Stopping(Api):
        async def stream(self):
            yield HEAD
            tickets.stop(ticket)
            yield b"1,x\n"
            yield b"2,y\n"

    with pytest.raises(downloads.Cut):
        await get(ticket, Stopping())
    assert tickets.facts(ticket)["status"] == the_line().outcome == "cancelled"


async def test_a_stop_ends_it_before_the_first_byte():
    ticket, _ = await ordered()
    use_client(build_client(httpx.MockTransport(Api(HEAD))))
    held = asyncio.Event()

    async def never(request: httpx.Request) -> httpx.Response:
        tickets.stop(ticket)
        await held.wait()
        return httpx.Response(200)

    use_client(build_client(httpx.MockTransport(never)))
    app = Starlette(routes=downloads.routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http:
        assert (await asyncio.wait_for(http.get(f"/_transfer/{ticket}"), 5)).status_code == 410
    assert the_line().outcome == "cancelled"
    await close()


async def test_a_browser_that_goes_away_is_written_down():
    ticket, _ = await ordered()
    release = asyncio.Event()

    class Slow(Api):
        async def stream(self):
            yield HEAD
            yield b"1,x\n"
            release.set()
            await asyncio.sleep(3600)

    use_client(build_client(httpx.MockTransport(Slow())))

    async def receive():
        await release.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        return None

    scope = {
        "type": "http", "method": "GET", "path": f"/_transfer/{ticket}", "query_string": b"", "headers": [],
        "asgi": {"spec_version": "2.3"},
    }  # fmt: skip
    await asyncio.wait_for(Starlette(routes=downloads.routes())(scope, receive, send), 5)
    await asyncio.sleep(0)
    assert (the_line().outcome, the_line().rows) == ("interrupted", 1)
    await close()


@proves("EXPORT-10")
async def test_memory_does_not_grow_with_the_file():
    """A hundred times the file takes no more memory: what has passed is forgotten."""
    line = b'1,"' + b"x" * 90 + b'"\n'

    class Long(Api):
        async def stream(self):
            yield HEAD
            for _ in range(600):
                yield line * 700

    async def passed(api: Api) -> int:
        ticket, _ = await ordered()
        use_client(build_client(httpx.MockTransport(api)))
        scope = {
            "type": "http", "method": "GET", "path": f"/_transfer/{ticket}", "query_string": b"", "headers": [],
            "asgi": {"spec_version": "2.4"},
        }  # fmt: skip

        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            await asyncio.sleep(0)

        tracemalloc.start()
        try:
            await Starlette(routes=downloads.routes())(scope, receive, send)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            await close()

    await passed(Api(HEAD))
    assert await passed(Long()) < 4_000_000
    assert the_line().rows == 600 * 700


def test_rows_are_counted_as_a_csv_reader_does():
    rng = random.Random(7)
    for _ in range(300):
        table = [["a", "b"]]
        table += [["".join(rng.choices('x",\n\r;é ', k=rng.randrange(6))) for _ in range(2)] for _ in range(5)]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(table)
        content = text.getvalue().encode()[: None if rng.random() < 0.5 else -1]
        rows, start = downloads.RowCounter(), 0
        while start < len(content):
            size = rng.randrange(1, 9)
            rows.feed(content[start : start + size])
            start += size
        assert (rows.count, rows.bytes, rows.broken) == (5, len(content), content.count(b'"') % 2 == 1)
