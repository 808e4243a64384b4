"""A whole staff for five minutes on two instances behind nginx (tools/scale.py), and what of it stays in memory."""

# Measures BUDGET-4 and BUDGET-5 on a deployment.

import asyncio
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks.load import EVERY, OFFICE_TABS, WAIT, at_pace, open_tabs
from benchmarks.report import Figure
from benchmarks.servers import Site, cpu_seconds, load_average, resident_kilobytes, wait_loaded
from tools import frontend, ports, scale, services

SECONDS, CALM = 300.0, 60.0
"""How long they work, and how long after they left memory is looked at."""
WARM = 20
"""Tabs that come and go first, so that pools and caches are there."""


def measure(users: int) -> list[Figure]:
    """Start the deployment, let all the staff work, and have them leave; nothing where its packages are not."""
    if lacking := scale.missing():
        print(f"The staff is left out: {', '.join(lacking)} is not here.", file=sys.stderr, flush=True)
        return []
    frontend.ensure_built(demo=True)
    port = ports.free_port()
    api = services.sandbox(port, users)
    with tempfile.TemporaryDirectory(prefix="staff_") as folder:
        try:
            api.start()
            services.wait_ready([api], timeout=300)
            with scale.running(Path(folder), port, ports.free_port()) as deployment:
                for instance in deployment.instances:
                    wait_loaded(instance, scale.WORKERS)
                return asyncio.run(_worked(deployment, api))
        finally:
            api.stop()


async def _worked(deployment: scale.Scale, api: services.Service) -> list[Figure]:
    parts = {each.name: _pid(each) for each in (*deployment.instances, deployment.redis, deployment.proxy, api)}
    site = Site(deployment.address, api.ready_url, 0, parts[api.name])
    figures = list[Figure]()

    def weigh(when: str) -> None:
        both = sum(resident_kilobytes(parts[each.name]) for each in deployment.instances)
        redis = resident_kilobytes(parts[deployment.redis.name])
        note = f"Redis {redis / 1000:.0f} MB; load {load_average()}"
        figures.append(Figure(f"memory of the four workers, {when}", both / 1000, "MB", None, note))
        print(figures[-1], file=sys.stderr, flush=True)

    async with open_tabs(site, WARM, weighed=False):
        pass
    weigh(f"after {WARM} tabs that left")
    async with open_tabs(site, OFFICE_TABS, weighed=False) as tabs:
        weigh(f"with {OFFICE_TABS} tabs")
        began, used = time.monotonic(), _usage(parts)
        crowd = await at_pace(tabs, SECONDS)
        shares = _shares(parts, used, time.monotonic() - began)
        weigh("at the end of their work")
    await asyncio.sleep(CALM)
    weigh(f"{CALM:.0f} s after they left")
    async with open_tabs(site, OFFICE_TABS, weighed=False):
        weigh(f"with {OFFICE_TABS} tabs again")
    name = f"{OFFICE_TABS} tabs for {SECONDS / 60:.0f} min, one action each {EVERY:.0f} s, two instances"
    return [
        Figure(f"{name}: p95", crowd.p95, "ms", WAIT, crowd.note),
        Figure(f"{name}: errors", len(crowd.failures), "", 0, shares),
        *figures,
    ]


def _pid(service: services.Service) -> int:
    assert service.process
    return service.process.pid


def _usage(parts: Mapping[str, int]) -> dict[str, float]:
    return {name: cpu_seconds(pid) for name, pid in parts.items()} | {"clients": time.process_time()}


def _shares(parts: Mapping[str, int], then: Mapping[str, float], wall: float) -> str:
    """How much of one core each took."""
    taken = ", ".join(f"{name} {(now - then[name]) / wall:.2f}" for name, now in _usage(parts).items())
    return f"cores: {taken}; load {load_average()}"
