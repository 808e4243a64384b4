"""Deleting 500 users of many: what it touches, then the batches as a list sends them, without a browser."""

import time
import tracemalloc

from admin_app.api.auth import TokenAuth, login
from admin_app.api.client import Api, build_client
from admin_app.api.errors import ApiError
from admin_app.api.query import Query
from admin_app.settings import Settings
from admin_app.shared.people.erasure import BATCH, Looker, erase, impacts_of_many
from benchmarks.report import Figure, median, spread
from benchmarks.servers import PASSWORD

CHOSEN = 500
READS = ("user_list", "community_list", "event_list")


async def measure(api_url: str) -> list[Figure]:
    """Weigh and delete the last 500 users, from a process that holds the client alone."""
    settings = Settings(api_url=api_url, request_timeout=300)
    async with build_client(settings=settings) as http:
        tokens = await login(http, "admin@demo.test", PASSWORD)
        api = Api(http, TokenAuth(tokens, settings.session_duration))
        found = await api.list("admin/users", Query(1, CHOSEN, sort=("id", True)))
        ids = [str(each["id"]) for each in found.items]
        tracemalloc.start()
        started = time.perf_counter()
        await impacts_of_many(api, ids, Looker(1, READS, "fr"))
        weighed = time.perf_counter() - started
        batches, refused = await _erased(api, ids)
        peak = tracemalloc.get_traced_memory()[1] / 1_000_000
        tracemalloc.stop()
    of = f"of {found.total} users, {len(refused)} refused"
    return [
        Figure(f"deletion of {CHOSEN} users: say what it touches", weighed, "s", None, "one to three calls"),
        Figure(f"the same: delete in batches of {BATCH}", sum(batches), "s", None, of),
        Figure("one batch, three calls", median(batches), "s", None, spread(batches)),
        Figure("most memory of our own meanwhile", peak, "MB"),
    ]


async def _erased(api: Api, ids: list[str]) -> tuple[list[float], dict[str, ApiError]]:
    seconds, refused = list[float](), dict[str, ApiError]()
    for start in range(0, len(ids), BATCH):
        started = time.perf_counter()
        refused.update(await erase(api, ids[start : start + BATCH]))
        seconds.append(time.perf_counter() - started)
    return seconds, refused
