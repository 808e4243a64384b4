"""An open socket holds what it needs, and is read as before."""

import asyncio
import collections
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import aiohttp
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from wsproto import WSConnection

from admin_app.admin_app import app
from tools import sockets
from tools.sockets import Few, Queue, Socket, Sockets


def within(held: Any, depth: int = 3) -> Iterator[Any]:
    """What something holds, and what that holds, without classes and modules."""
    for each in gc.get_referents(held):
        if not isinstance(each, type) and depth:
            yield each
            yield from within(each, depth - 1)


async def test_a_queue_gives_in_turn_what_was_put():
    queue, got = Queue(), []

    async def take(count: int) -> None:
        for _ in range(count):
            got.append(await queue.get())
            queue.task_done()

    waiting = asyncio.gather(take(1), take(2))
    await asyncio.sleep(0)
    for each in "abc":
        await queue.put(each)
    await asyncio.wait_for(asyncio.gather(waiting, queue.join()), 5)
    assert sorted(got) == ["a", "b", "c"]
    assert queue.empty()
    with pytest.raises(asyncio.QueueEmpty):
        queue.get_nowait()


def test_a_queue_that_is_empty_takes_little_room():
    assert not [each for each in within(Queue()) if isinstance(each, collections.deque)]
    assert any(isinstance(each, collections.deque) for each in within(asyncio.Queue()))
    few = Few("ab")
    assert (few.popleft(), few) == ("a", ["b"])


class Said:
    """An application that says each message back, while it is let to read."""

    def __init__(self) -> None:
        self.read = asyncio.Event()
        self.read.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while True:
            await self.read.wait()
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            await send({"type": "websocket.send", "text": message["text"]})


class Watched(Socket):
    """Counts how often it stopped reading, and tells that it took a message; `made` are those there are."""

    made: "ClassVar[list[Watched]]" = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.made.append(self)
        self.stops, self.took = 0, asyncio.Event()

    def handle_message(self, event: Any) -> None:
        super().handle_message(event)
        self.took.set()

    def connection_made(self, transport: Any) -> None:
        stop = transport.pause_reading

        def counted() -> None:
            self.stops += 1
            stop()

        transport.pause_reading = counted
        super().connection_made(transport)


@asynccontextmanager
async def served(said: Said) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A socket that is open to a server of the kind that `tools/serve.py` runs."""
    Watched.made.clear()
    settings = uvicorn.Config(said, port=0, ws=Watched, ws_per_message_deflate=False, lifespan="off", log_level="error")
    settings.load()
    server = uvicorn.Server(settings)
    server.lifespan = settings.lifespan_class(settings)
    await server.startup()
    try:
        port = server.servers[0].sockets[0].getsockname()[1]
        async with aiohttp.ClientSession() as session, session.ws_connect(f"http://127.0.0.1:{port}/") as socket:
            yield socket
    finally:
        said.read.set()
        await server.shutdown()


async def test_an_open_socket_lets_go_of_its_handshake():
    async with served(Said()) as client:
        await client.send_str("one")
        assert await client.receive_str() == "one"
        (socket,) = Watched.made
        assert not isinstance(socket.conn, WSConnection)
        await client.ping()
        await client.send_str("x" * 200_000)
        assert len(await client.receive_str()) == 200_000
        await client.close()
        assert client.close_code == 1000


async def test_reading_goes_on_while_nothing_waits():
    async with served(Said()) as client:
        for number in range(5):
            await client.send_str(str(number))
            assert await client.receive_str() == str(number)
        assert Watched.made[0].stops == 0


async def test_who_sends_faster_than_is_read_is_held_up():
    """Reflex F35: what is not read stays with its sender."""
    said = Said()
    async with served(said) as client:
        await client.send_str("first")
        await client.receive_str()
        said.read.clear()
        await client.send_str("taken by who waited already")
        await client.receive_str()
        (socket,) = Watched.made
        for _ in range(2):
            socket.took.clear()
            await client.send_str("kept")
            await asyncio.wait_for(socket.took.wait(), 10)
        await client.send_str("kept")
        assert (socket.stops, socket.queue.qsize()) == (1, 2)
        assert not socket.transport.is_reading()
        said.read.set()
        assert [await client.receive_str() for _ in range(3)] == ["kept"] * 3


async def test_sockets_of_pages_go_past_the_layers_for_http(monkeypatch):
    answered: list[tuple[str, str]] = []

    def answers(name: str) -> Any:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            answered.append((name, scope["path"]))

        return answer

    gate = Sockets(answers("layers"), app)
    assert app.sio
    assert app.sio.eio.create_queue is Queue
    monkeypatch.setattr(gate, "_answer", answers("socket"))
    nothing: Any = None
    for kind, path in (("websocket", "/_event/"), ("http", "/_event/"), ("websocket", "/_events"), ("lifespan", "")):
        await gate({"type": kind, "path": path}, nothing, nothing)
    assert answered == [("socket", "/_event/"), ("layers", "/_event/"), ("layers", "/_events"), ("layers", "")]


def test_another_version_of_uvicorn_is_refused(monkeypatch):
    monkeypatch.setattr(sockets, "KNOWN", "0.55.0")
    with pytest.raises(ValueError, match=uvicorn.__version__):
        Sockets(app, app)  # pyright: ignore[reportArgumentType]
