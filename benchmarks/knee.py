"""How many people one machine holds: tabs at one action each 4 s, more and more, until they wait too long."""

import asyncio
import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from shutil import which

from benchmarks import load
from benchmarks.report import Figure, table
from benchmarks.servers import Site, running
from benchmarks.tab import Tab
from tools import ports

STEPS = (100, 200, 300, 400, 500, 600, 800, 1000, 1300, 1600, 2000)
"""Tabs that are open, step by step."""
SECONDS = 20.0
SEVERAL = (2, 4)
"""Workers beside one alone."""
LIMIT = 1000.0
"""Milliseconds of p95 that are too long."""


def measure(users: int) -> list[Figure]:
    """Climb with one worker, and with two and four that share their state in Redis where there is one."""
    figures = list[Figure]()
    with running(users) as site:
        figures += asyncio.run(climbed(site, "1 worker"))
    if which("redis-server") is None:
        print("More workers are left out: no redis-server is here.", file=sys.stderr, flush=True)
        return figures
    for workers in SEVERAL:
        with redis() as address:
            settings = {"REFLEX_REDIS_URL": address, "WEB_CONCURRENCY": str(workers)}
            with running(users, settings=settings) as site:
                figures += asyncio.run(climbed(site, f"{workers} workers with Redis"))
    return figures


async def climbed(site: Site, name: str) -> list[Figure]:
    """Open more and more tabs until the answers come too late."""
    figures, tabs = list[Figure](), list[Tab]()
    async with AsyncExitStack() as stack:
        for count in STEPS:
            more = load.open_tabs(site, count - len(tabs), weighed=False)
            tabs += await stack.enter_async_context(more)
            began = load.Meter(site)
            crowd = await load.at_pace(tabs, SECONDS)
            note = f"{crowd.note}; {began.shares()}"
            figures.append(Figure(f"{name}, {count} tabs: p95", crowd.p95, "ms", None, note))
            print(table(figures[-1:]).splitlines()[1], file=sys.stderr, flush=True)
            if crowd.p95 > LIMIT:
                break
    return [*figures, knee(name, STEPS, [each.value for each in figures])]


def knee(name: str, steps: Sequence[int], waits: Sequence[float]) -> Figure:
    """The most tabs whose p95 stayed below the limit."""
    held = [count for count, wait in zip(steps, waits, strict=False) if wait <= LIMIT]
    passed = len(held) < len(waits)
    note = f"p95 passes {LIMIT:.0f} ms before {steps[len(held)]}" if passed else "no more were tried"
    return Figure(f"{name}: tabs, one action each {load.EVERY:.0f} s, held", held[-1] if held else 0, "", None, note)


@contextmanager
def redis() -> Iterator[str]:
    """Start a Redis that keeps nothing on disk; its address."""
    port = ports.free_port()
    with tempfile.TemporaryDirectory(prefix="redis_") as folder:
        command = ["redis-server", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            _wait(port)
            yield f"redis://localhost:{port}"
        finally:
            process.terminate()
            process.wait()


def _wait(port: int, patience: float = 10) -> None:
    """Wait until something listens on a port."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("localhost", port), timeout=1):
            return
        time.sleep(0.05)
    raise TimeoutError("redis-server does not answer")
