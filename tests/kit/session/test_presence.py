"""Who else has a record open is told, across workers (PAGE-13)."""

import pytest
from redis.asyncio import Redis
from sqlalchemy import select

from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.users.screens import UserForm
from admin_app.kit.session import presence, shared
from admin_app.kit.session.presence import Presence
from sandbox.solidary.tables import operates
from sandbox.tables import users
from tests.patches.test_states import redis_socket as redis_socket
from tests.support.forms import submitted
from tests.support.proofs import proves

SHOW, FORM, ELSEWHERE = "/solidaryrecords/show/43", "/solidaryrecords/43", "/solidaryrecords/show/42"


@pytest.fixture(params=["memory", "redis"], autouse=True)
async def kept(request, monkeypatch, configure, upstream):
    """Openings of a test's own, in this process or in Redis; the administrator may read the requests of Sophie, too."""
    configure(solidary=True)
    database = upstream.sandbox.database
    sophie, admin = (
        database.value(select(users.c.id).where(users.c.email == f"{name}@demo.test")) for name in ("solidary", "admin")
    )
    held = database.rows(select(operates).where(operates.c.user_id == sophie))
    rows = [{"user_id": admin, "structure_id": each.structure_id, "created_date": each.created_date} for each in held]
    database.insert_all(operates, rows)
    database.commit()
    for name in ("_tabs", "_seen"):
        monkeypatch.setattr(presence, name, {})
    monkeypatch.setattr(presence._openings, "here", presence.Here())
    monkeypatch.setattr(presence._openings, "_made", {})
    if request.param == "memory":
        monkeypatch.setattr(shared, "get_redis", lambda: None)
        yield
        return
    async with Redis(unix_socket_path=request.getfixturevalue("redis_socket")) as redis:
        await redis.flushall()
        monkeypatch.setattr(shared, "get_redis", lambda: redis)
        yield


def others(tab) -> list[str]:
    return [each["name"] for each in tab.view(Presence).others]


class Sockets:
    """The sockets of a process, as the beat needs them."""

    def __init__(self, *there):
        self.there, self.told = {tab.token for tab in there}, []

    def is_there(self, key):
        return key in self.there

    async def tell(self, key, spec):
        self.told.append(key)


async def beat(sockets) -> None:
    for tab, (record, opening) in [*presence._tabs.items()]:
        await presence._sign(sockets, tab, record, opening)


@proves("PAGE-13")
async def test_who_comes_second_sees_who_is_there_and_the_first_is_told(sign_in):
    first = await sign_in("solidary", SHOW)
    assert others(first) == []
    second = await sign_in("admin", SHOW)
    assert others(second) == ["Sophie L."]
    sockets = Sockets(first, second)
    await beat(sockets)
    assert sockets.told == [first.token], "the second knows"
    await first.send(Presence.look)
    assert len(others(first)) == 1
    await beat(sockets)
    assert sockets.told == [first.token], "nothing is new"


@proves("PAGE-13")
async def test_page_and_form_of_a_record_are_one_and_others_are_not(sign_in):
    await sign_in("solidary", SHOW)
    second = await sign_in("admin", FORM)
    assert others(second) == ["Sophie L."]
    await second.open(ELSEWHERE)
    assert others(second) == []
    await second.open("/solidaryrecords")
    assert others(second) == []


async def test_two_tabs_of_one_person_are_nobody_else(sign_in, browser):
    await sign_in("solidary", SHOW)
    again = await browser.tab().open(SHOW)
    assert others(again) == []


@proves("PAGE-13")
async def test_who_closes_or_goes_on_is_gone(sign_in):
    first, second = await sign_in("solidary", SHOW), await sign_in("admin", SHOW)
    await first.open("/solidaryrecords")
    await second.send(Presence.look)
    assert others(second) == []
    await first.open(SHOW)
    await beat(Sockets(second))  # the first has closed
    await second.send(Presence.look)
    assert others(second) == []


async def test_who_gives_no_sign_is_gone(sign_in, monkeypatch):
    await sign_in("solidary", SHOW)
    monkeypatch.setattr(presence, "SILENCE", -1)
    assert others(await sign_in("admin", SHOW)) == []


@proves("PAGE-13")
async def test_a_save_is_told(sign_in):
    first, second = await sign_in("solidary", SHOW), await sign_in("admin", SHOW)
    assert second.view(Presence).others[0]["saved"] == ""
    await first.send(SolidaryFile.add_entry, data={"action": "90", "comment": "Vu"})
    sockets = Sockets(first, second)
    await beat(sockets)
    assert second.token in sockets.told
    await second.send(Presence.look)
    assert second.view(Presence).others[0]["saved"].endswith("Z")


@proves("PAGE-13")
async def test_a_save_of_a_form_is_told(sign_in):
    first, second = await sign_in("admin", "/users/7"), await sign_in("solidary", "/users/show/7")
    data = submitted(first, UserForm) | {"musicFavorites": "Samba"}
    await first.send(UserForm.save, data=data)
    await second.send(Presence.look)
    assert second.view(Presence).others[0]["saved"].endswith("Z")


@proves("PAGE-13")
@pytest.mark.parametrize("path", ["/users/show/7", "/users/7", SHOW])
async def test_who_was_refused_the_record_does_not_have_it_open(sign_in, upstream, path):
    first = await sign_in("admin", path)
    upstream.fail("admin/solidaries/43" if path == SHOW else "admin/users/7", 404)
    second = await sign_in("solidary", path)
    upstream.contract.violations.clear()
    assert others(second) == []
    await second.send(Presence.look)
    assert (others(second), len(presence._tabs)) == ([], 1)
    await first.send(Presence.look)
    assert others(first) == []
    upstream.heal()
    await second.open("/solidaryrecords")
    await second.open(path)
    assert len(others(second)) == 1


async def test_who_may_try_again_has_the_record_open(sign_in, upstream):
    upstream.fail("admin/solidaries/43", 500)
    await sign_in("solidary", SHOW)
    assert len(presence._tabs) == 1


async def test_who_may_open_no_such_record_is_told_of_nobody(sign_in):
    await sign_in("solidary", SHOW)
    stranger = await sign_in("editor", SHOW)
    assert others(stranger) == []
    assert len(presence._tabs) == 1
