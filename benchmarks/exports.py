"""A CSV of all users through the application: how long it takes, and what the process grows by meanwhile."""

import asyncio
import re
import time

import httpx

from admin_app.features.users.screens import UserList
from benchmarks.report import Figure
from benchmarks.servers import Site, load_average, resident_kilobytes
from benchmarks.tab import Tab

PATIENCE = 600
SAMPLE = 0.05
"""Seconds between two looks at the memory."""
_TICKET = re.compile(r"/_transfer/[\w-]{43}")


async def measure(site: Site) -> list[Figure]:
    """Export everybody twice, the first time to let the process take what it keeps; then ask the API itself."""
    tab = Tab(site.base_url)
    try:
        await tab.open()
        await tab.sign_in()
        await tab.show_page(1)
        await _export(site, tab)
        before = resident_kilobytes(site.app_pid)
        peak = [before]
        watcher = asyncio.create_task(_watch(site, peak))
        seconds, size, rows = await _export(site, tab)
        watcher.cancel()
    finally:
        await tab.close()
    alone = await _alone(site)
    note = f"{rows:,} rows, {size / 1e6:.1f} MB, load {load_average()}"
    return [
        Figure("export of all users", seconds, "s", None, note),
        Figure("the same from the API itself", alone, "s"),
        Figure("growth of the process meanwhile", max(peak) - before, "kB", None, f"from {before / 1000:,.0f} MB"),
    ]


async def _export(site: Site, tab: Tab) -> tuple[float, int, int]:
    """Ask for everything and fetch the ticket as a browser does: seconds, bytes, rows."""
    started = time.perf_counter()
    await tab.export(UserList, "everything")
    found = _TICKET.search(await tab.script("holdFile"))
    assert found
    async with (
        httpx.AsyncClient(base_url=site.base_url, timeout=PATIENCE) as http,
        http.stream("GET", found[0]) as answer,
    ):
        answer.raise_for_status()
        size = lines = 0
        async for chunk in answer.aiter_bytes():
            size, lines = size + len(chunk), lines + chunk.count(b"\n")
    await tab.script("saveFile")
    return time.perf_counter() - started, size, lines - 1


async def _alone(site: Site) -> float:
    headers = {"Authorization": f"Bearer {site.token()}", "Accept": "text/csv"}
    started = time.perf_counter()
    client = httpx.AsyncClient(base_url=site.api_url, headers=headers, timeout=PATIENCE)
    call = "/admin/users/export?page=1&perPage=1000000"
    async with client as http, http.stream("GET", call) as answer:
        async for _ in answer.aiter_bytes():
            pass
    return time.perf_counter() - started


async def _watch(site: Site, peak: list[int]) -> None:
    """Note the memory of the process again and again, until cancelled."""
    while True:
        peak.append(resident_kilobytes(site.app_pid))
        await asyncio.sleep(SAMPLE)
