"""What is asked of the API: paths that lead nowhere else, parameters as it reads them, whom a deletion concerns."""

import random
from datetime import date
from typing import Any

import httpx
import pytest

from admin_app.api.errors import ApiError, NotFound
from admin_app.api.query import (
    NOWHERE,
    Joined,
    Query,
    Selected,
    deletes_users,
    encode,
    gate,
    is_record_id,
    item,
    only_reads,
    plain,
    record_id,
)
from admin_app.kit.values import record_ids
from tests.api.server import Upstream
from tests.support.proofs import proves


def test_an_empty_query_sends_nothing():
    assert Query().params() == []


@proves("CALL-2")
def test_order_page_size_and_filters():
    query = Query(page=2, per_page=50, sort=("createdDate", True), filters={"familyName": "dur"})
    assert query.params() == [
        ("order[createdDate]", "desc"),
        ("page", "2"),
        ("perPage", "50"),
        ("familyName", "dur"),
    ]


def test_an_ascending_order():
    assert Query(sort=("name", False)).params() == [("order[name]", "asc")]


@proves("CALL-2")
@pytest.mark.parametrize("empty", [None, "", [], (), set(), [None, ""], Joined(), Joined(("", None))])
def test_empty_filters_are_left_out(empty):
    assert Query(filters={"q": empty}).params() == []


@proves("CALL-2")
@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("rezoKit", False, [("rezoKit", "false")]),
        ("isHitchHiker", True, [("isHitchHiker", "true")]),
        ("gender", 0, [("gender", "0")]),
        ("range", 1.5, [("range", "1.5")]),
        ("createdDate[after]", date(2026, 3, 2), [("createdDate[after]", "2026-03-02")]),
        ("territory", [3, 7], [("territory[]", "3"), ("territory[]", "7")]),
        ("territory", (0, None), [("territory[]", "0")]),
        ("id[]", [1, 2], [("id[]", "1"), ("id[]", "2")]),
        ("a[b]", ["x"], [("a[b]", "x")]),
        ("selected", Joined((4, 5)), [("selected", "4,5")]),
        ("flags", [True, False], [("flags[]", "true"), ("flags[]", "false")]),
    ],
)
def test_values(name, value, expected):
    assert encode({name: value}) == expected


HOSTILE = [
    "..",
    "%2e%2e",
    "%252e%252e",
    ".",
    "",
    "0",
    "007",
    "-1",
    "²",
    "١",
    "1/..",
    "1%2f..",
    "1?x=1",
    "1#x",
    "1\n",
    " 1",
    "1e3",
    "delete",
    "None",
    "9" * 5000,
]
"""What an address or a socket may hold where an id belongs; Python's own `int` refuses 5,000 digits with an error."""


@proves("CALL-19")
@pytest.mark.parametrize("text", HOSTILE)
async def test_what_is_no_id_reaches_no_path(text):
    assert not is_record_id(text)
    assert record_id(text) == NOWHERE
    assert record_ids(text) == []
    upstream = Upstream({})
    api = upstream.api()
    calls = [
        lambda: api.get("admin/communities", text),
        lambda: api.update("admin/communities", text, {}),
        lambda: api.delete("admin/communities", text),
    ]
    for call in calls:
        with pytest.raises(NotFound):
            await call()
    with pytest.raises(NotFound):
        item("admin/communities", text, "members")
    assert not upstream.seen


def test_an_id_is_an_id():
    assert item("admin/users", 12) == item("admin/users", "12") == "admin/users/12"
    assert item("admin/communities", "12", "members") == "admin/communities/12/members"
    assert record_id("9999999999") == "9999999999"


@proves("CALL-19")
@pytest.mark.parametrize(
    "path",
    [
        "admin/communities/%2e%2e/members",
        "admin/communities/../members",
        "admin/communities//members",
        "admin/communities/1/members?perPage=1",
        "/admin/users",
        "admin/users/",
        "admin\\users",
        "admin/users\n",
        "https://elsewhere.test/",
        "//elsewhere.test/",
        "",
    ],
)
async def test_a_path_that_leads_elsewhere_is_not_asked_for(path):
    upstream = Upstream([])
    api = upstream.api()

    async def streamed():
        async with api.stream(path):
            pass

    calls = [
        lambda: api.list(path),
        lambda: api.members(path),
        lambda: api.call_get(path),
        lambda: api.create(path, {}),
        lambda: api.upload(path, {}, {}),
        streamed,
    ]
    for call in calls:
        with pytest.raises(NotFound):
            await call()
    assert not upstream.seen


@pytest.mark.parametrize(
    ("path", "repeatable"),
    [
        ("admin/users", True),
        ("admin/solidaries", True),
        ("admin/solidaries/12/messages", True),
        ("admin/users/delete", False),
        ("admin/campaigns/3/test-campaign/", False),
        ("admin/solidaries/12", False),
    ],
)
def test_what_does_nothing_on_the_server_may_be_asked_again(path, repeatable):
    assert only_reads(path) is repeatable


@pytest.mark.parametrize("ids", ["1", "1,12"])
def test_a_deletion_that_says_whom_passes(ids):
    gate("GET", "admin/users/delete", [("selected", ids)])


def test_the_paths_of_the_api_are_plain():
    for path in ("admin/users", "admin/users/export", "admin/communities/12/members", "permissions/grantable"):
        assert plain(path) == path


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
