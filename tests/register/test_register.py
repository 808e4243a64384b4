"""The register's screen: a list like another, for who may export everything; its file is an export too."""

import csv
import io
from typing import get_args

import httpx
import jwt
import pytest
from starlette.applications import Starlette

from admin_app.kit import audit
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import routes
from admin_app.kit.words.catalogue import catalogue
from admin_app.register import EXPORTER, RegisterList
from admin_app.screens import SCREENS


class Someone:
    def __init__(self, user_id: int, email: str) -> None:
        self.user_id, self.email = user_id, email


ADA, BOB = Someone(1, "ada@demo.test"), Someone(2, "Bob_%@demo.test")


@pytest.fixture
async def lines(browser):
    """Three acts: complete, cancelled, never ended."""
    await audit.complete(await audit.record(ADA, "export", "users", {"gender": "1", "q": "dur"}, 9), "complete", 9)
    await audit.complete(await audit.record(BOB, "erasure", "users", {"selected": "12,13"}, 2), "cancelled", 1)
    await audit.record(BOB, "export", "hitchhikers", {})


def shown(tab, *names) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in tab.view(RegisterList).rows]


async def test_the_newest_line_comes_first(lines, sign_in):
    tab = await sign_in("admin", "/register")
    assert shown(tab, "who", "kind", "filters", "expected", "rows", "outcome") == [
        ("Bob_%@demo.test", "export", "", "", "", "unknown"),
        ("Bob_%@demo.test", "erasure", "selected = 12,13", "2", "1", "cancelled"),
        ("ada@demo.test", "export", "gender = 1 · q = dur", "9", "9", "complete"),
    ]
    assert tab.view(RegisterList).total == 3


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("who=BOB", 2),
        ("who=_%25", 2),
        ("who='%20OR%201=1%20--", 0),
        ("kind=erasure", 1),
        ("kind=anything", 3),
        ("at[after]=2000-01-01", 3),
        ("at[after]=2999-01-01", 0),
        ("at[before]=2000-01-01", 0),
        ("who=bob&kind=export", 1),
    ],
)
async def test_filters(lines, sign_in, query, found):
    tab = await sign_in("admin", f"/register?{query}")
    assert tab.view(RegisterList).problem == ""
    assert tab.view(RegisterList).total == len(tab.view(RegisterList).rows) == found


async def test_pages(browser, sign_in):
    for number in range(23):
        await audit.record(ADA, "export", "users", {"selected": str(number)})
    tab = await sign_in("admin", "/register?page=3&perPage=10")
    assert shown(tab, "filters") == [("selected = 2",), ("selected = 1",), ("selected = 0",)]
    assert tab.view(RegisterList).pages == 3


@pytest.mark.parametrize("account", ["communities", "editor", "hitchhiking"])
async def test_only_who_may_export_everything_reads_it(lines, sign_in, account):
    tab = await sign_in(account, "/register")
    assert tab.view(RegisterList).rows == []
    await tab.send(RegisterList.take)
    assert tab.went("fetchFile") == []
    assert EXPORTER in tab.view(Notices).items[-1]["detail"]


async def test_its_file_follows_the_filters_and_is_written_down(lines, sign_in):
    await audit.record(BOB, "export", "=cmd|calc", {"q": "@SUM(A1)"})
    tab = await sign_in("admin", "/register?who=bob")
    await tab.send(RegisterList.take)
    (path,) = tab.went("fetchFile")
    assert path.endswith("-register-export.csv")
    app = Starlette(routes=routes.routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http:
        answer, again = await http.get(path), await http.get(path)
    assert (answer.status_code, again.status_code) == (200, 404)
    head, first, *others = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";")
    assert head == ["id", "at", "who", "kind", "subject", "filters", "expected", "rows", "outcome"]
    assert first[4] == "'=cmd|calc"
    assert len(others) == 2
    (act,) = audit.read([audit.LINE.subject == "register"], 9)
    assert (act.who, act.filters, act.expected, act.rows) == ("admin@demo.test", {"who": "bob"}, 3, 3)


def forged(old: str) -> str:
    """A token like another, signed by nobody."""
    return jwt.encode(jwt.decode(old, options={"verify_signature": False}), "x" * 32, "HS256")


@pytest.mark.parametrize("handler", [RegisterList.load, RegisterList.take])
async def test_the_api_is_asked_before_a_line_is_read(lines, sign_in, upstream, handler):
    """Nobody here can tell a token that the API signed from one that it did not."""
    tab = await sign_in("admin", "/")
    tab.browser.storage["admin_app.token"] = forged(tab.browser.storage["admin_app.token"])
    await tab.hear_other_tabs()
    tab.address = "/register"
    await tab.send(handler)
    assert not tab.view(RegisterList).rows
    assert not tab.went("fetchFile")
    assert audit.count() == 3
    assert upstream.called("GET", "permissions")


@pytest.mark.parametrize("handler", [RegisterList.load, RegisterList.take])
async def test_who_may_no_more_reads_nothing(lines, sign_in, upstream, handler):
    tab = await sign_in("admin", "/")
    upstream.grant("admin@demo.test", "access_admin")
    tab.address = "/register"
    await tab.send(handler)
    assert not tab.view(RegisterList).rows
    assert not tab.went("fetchFile")
    assert audit.count() == 3


async def test_a_register_that_cannot_be_read_is_said(sign_in, configure, tmp_path):
    (tmp_path / "file").write_text("")
    configure(register_path=str(tmp_path / "file" / "register.sqlite"))
    tab = await sign_in("admin", "/register")
    assert "registre" in tab.view(RegisterList).problem
    await tab.send(RegisterList.take)
    assert tab.went("fetchFile") == []


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_what_is_exported_has_a_name(locale):
    exported = {screen.resource.key for screen in SCREENS if screen.resource and screen.resource.export}
    assert exported <= catalogue().choices("register.subject", locale).keys()
    assert set(get_args(audit.Outcome)) | {"unknown"} == catalogue().choices("register.outcome", locale).keys()
