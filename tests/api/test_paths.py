"""Ids and paths: what stands in an address never leads to another place of the API (CALL-19)."""

import pytest

from admin_app.api.errors import NotFound
from admin_app.api.paths import NOWHERE, is_record_id, item, plain, record_id
from admin_app.kit.values import record_ids
from tests.api.server import Upstream
from tests.support.proofs import proves

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


def test_the_paths_of_the_api_are_plain():
    for path in ("admin/users", "admin/users/export", "admin/communities/12/members", "permissions/grantable"):
        assert plain(path) == path
