"""The bulk deletion of users: no input can send it without saying whom (CALL-12, traps 1 and 2)."""

import random
from typing import Any

import httpx
import pytest

from admin_app.api.errors import ApiError
from admin_app.api.query import Joined, Query
from admin_app.api.selection import Selected, deletes_users
from tests.api.server import Upstream
from tests.support.proofs import proves

SPELLINGS = (
    "admin/users/delete",
    "/admin/users/delete",
    "admin/users/delete/",
    "admin//users//delete",
    "admin/users/./delete",
    "admin/articles/../users/delete",
    "admin/users/7/../delete",
    "admin/users/%64elete",
    "admin/users%2Fdelete",
    "admin/users/%2564elete",
    "Admin/Users/Delete",
    "admin/users/delete.jsonld",
    "admin/users/delete?selected=",
    "admin/users/delete?selected=1&page=2",
    "http://api.test/admin/users/delete",
    " admin/users/delete ",
)
QUERIES: tuple[dict[str, Any], ...] = (
    {},
    {"selected": ""},
    {"selected": ","},
    {"selected": "0"},
    {"selected": "1,,2"},
    {"selected": "1,2", "page": 2},
    {"selected": "all"},
    {"selected": "²"},
    {"selected": Joined(())},
    {"selected": [1, 2]},
    {"Selected": "1"},
    {"selected[]": "1"},
    {"filters[id]": 7},
    {"isHitchHiker": 1},
    {"rezoKit": False},
    {"newsSubscription": "true"},
)


def bulk(upstream: Upstream) -> list[httpx.Request]:
    return [each for each in upstream.seen if each.url.path.endswith("delete")]


async def attempts(upstream: Upstream, path: str, values: dict[str, Any]) -> None:
    """Every public way of the client to a path; what it refuses is no matter here."""
    api = upstream.api()
    query = Query(filters=values)
    for call in (
        lambda: api.list(path, query),
        lambda: api.members(path, query.params()),
        lambda: api.call_get(path, query.params()),
        lambda: api.call_get(path, query.params(), safe=False),
        lambda: api.get(path.strip().rpartition("/")[0], path.strip().rpartition("/")[2]),
        lambda: api.create(path, values),
        lambda: api.upload(path, {}, {}),
    ):
        try:
            await call()
        except (ValueError, ApiError):
            continue
    with pytest.raises((ValueError, ApiError)):
        async with api.stream(path, query.params()) as chunks:
            _ = [chunk async for chunk in chunks]


@proves("CALL-12")
@pytest.mark.parametrize("path", SPELLINGS)
@pytest.mark.parametrize("values", QUERIES)
async def test_no_general_call_reaches_the_bulk_deletion(path, values):
    upstream = Upstream(lambda request: httpx.Response(404, json={"hydra:description": "Not Found"}))
    await attempts(upstream, path, values)
    assert not bulk(upstream)


@pytest.mark.parametrize("path", SPELLINGS)
def test_every_spelling_is_known(path):
    assert deletes_users(path)


@pytest.mark.parametrize(
    "path", ["admin/users", "admin/users/7", "admin/users/export", "admin/users/deleted", "admin/events/delete"]
)
def test_other_paths_are_not(path):
    assert not deletes_users(path)


@proves("CALL-12")
async def test_the_gate_stands_before_every_request_whoever_built_it():
    """Even a request made beside the client's own functions."""
    upstream = Upstream({})
    api = upstream.api()
    for address in SPELLINGS:
        request = httpx.Request("GET", f"http://api.test/{address.strip().removeprefix('http://api.test').strip('/')}")
        with pytest.raises(ValueError, match="whom"):
            await api._answer(request)
    for method in ("POST", "DELETE", "PATCH", "HEAD"):
        with pytest.raises(ValueError, match="whom"):
            await api._answer(httpx.Request(method, "http://api.test/admin/users/delete?selected=1"))
    assert not upstream.seen


@pytest.mark.parametrize("ids", [(0,), (-1,), (1, 0), ("1",), (1.0,), (True,), (None,), ("",), (10**10,), ([1],)])
def test_what_is_no_id_makes_no_selection(ids):
    with pytest.raises((ValueError, TypeError)):
        Selected(*ids)


@proves("CALL-12")
def test_there_is_no_empty_selection():
    assert Selected.of([]) is None
    with pytest.raises(TypeError):
        Selected()  # pyright: ignore[reportCallIssue]


def test_whatever_is_selected_is_said():
    """A thousand selections drawn at random, always the same ones: each is sent with its ids, each once."""
    draw = random.Random(7)
    for _ in range(1000):
        ids = [draw.randint(1, 10**9) for _ in range(draw.randint(1, 60))]
        text = Selected(*ids, ids[0]).text
        assert [int(each) for each in text.split(",")] == list(dict.fromkeys(ids))
    assert Selected(3, 1, 3, 2).text == "3,1,2"
    assert len(Selected(3, 1, 3)) == 2


@proves("CALL-12")
async def test_only_the_selected_are_sent():
    upstream = Upstream({"hydra:member": [], "hydra:totalItems": 0})
    await upstream.api().delete_users(Selected(12, 15))
    (request,) = bulk(upstream)
    assert request.method == "GET"
    assert request.url.params.multi_items() == [("selected", "12,15")]


async def test_a_bulk_deletion_is_sent_once():
    """A call the server may have acted on is never repeated, not even for an old token."""
    upstream = Upstream({})
    session = upstream.api()
    upstream.refused.add(session.auth.tokens.token)
    with pytest.raises(ApiError):
        await session.delete_users(Selected(12))
    assert len(bulk(upstream)) == 1
