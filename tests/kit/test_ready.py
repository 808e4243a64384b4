"""`GET /ready` says what this instance stands on, and of a failure its kind alone (CONFIG)."""

import errno

import httpx
import pytest
from starlette.applications import Starlette

from admin_app import VERSION
from admin_app.kit import ready
from admin_app.kit.store import database
from admin_app.kit.transfer import spool
from tests.support.proofs import proves


@pytest.fixture(autouse=True)
def _anew(monkeypatch):
    monkeypatch.setattr(ready, "_answers", {})
    monkeypatch.setattr(ready, "get_redis", lambda: None)


async def asked():
    transport = httpx.ASGITransport(Starlette(routes=ready.routes()))
    async with httpx.AsyncClient(transport=transport, base_url="http://here.test") as client:
        answer = await client.get("/ready")
    return answer.status_code, answer.json()


@proves("CONFIG-9")
async def test_all_is_well(upstream):
    assert await asked() == (
        200,
        {
            "ready": True,
            "version": VERSION,
            "api": "ok",
            "redis": "not used",
            "store": "ok",
            "spool": "ok",
            "pages": "not used",
        },
    )


async def test_an_api_that_refuses_a_stranger_is_there(upstream):
    upstream.fail("", 401)
    assert (await asked())[0] == 200


@proves("CONFIG-9")
async def test_an_api_that_fails_is_not(upstream):
    upstream.fail("", 503)
    status, told = await asked()
    assert (status, told["api"]) == (503, "status 503")


@proves("CONFIG-9")
async def test_a_folder_that_takes_nothing_is_told(upstream, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(spool.obstore, "put", full)
    status, told = await asked()
    assert (status, told["spool"]) == (503, "SpoolUnavailable")


@proves("CONFIG-9")
@pytest.mark.parametrize("name", ready.CHECKS)
async def test_what_does_not_answer_is_named_by_its_kind(upstream, monkeypatch, name):
    async def broken():
        raise ConnectionError("redis://secret@there.test")

    monkeypatch.setitem(ready.CHECKS, name, broken)
    status, told = await asked()
    assert (status, told["ready"], told[name]) == (503, False, "ConnectionError")


async def test_the_real_checks_fail_where_what_they_ask_fails(upstream, monkeypatch):
    def fails(*_):
        raise OSError

    upstream.cut("")
    monkeypatch.setattr(database, "writing", fails)
    monkeypatch.setattr(spool, "folder", fails)
    monkeypatch.setattr(ready, "get_redis", fails)
    status, told = await asked()
    assert (status, told["redis"], told["store"], told["spool"]) == (503, "OSError", "OSError", "SpoolUnavailable")
    assert told["api"] not in (ready.OK, ready.ABSENT)


@proves("CONFIG-9")
@pytest.mark.parametrize(("built", "status", "told"), [(True, 200, "ok"), (False, 503, "not built")])
async def test_pages_that_are_gone_are_told(upstream, monkeypatch, tmp_path, built, status, told):
    monkeypatch.setenv("REFLEX_ENV_MODE", "prod")
    monkeypatch.setattr(ready, "PAGES", tmp_path if built else tmp_path / "none")
    answer = await asked()
    assert (answer[0], answer[1]["pages"]) == (status, told)


@proves("CONFIG-9")
async def test_however_often_it_is_asked_each_is_tried_once(upstream, monkeypatch):
    tries = []

    async def counted():
        tries.append(1)
        return ready.OK

    monkeypatch.setitem(ready.CHECKS, "api", counted)
    for _ in range(20):
        await asked()
    assert len(tries) == 1
