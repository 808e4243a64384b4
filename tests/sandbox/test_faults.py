"""Faults on demand, journal, reset."""

import asyncio
import time

import httpx
import jwt
import pytest

from tests.support.proofs import proves


async def faults(caller, **body):
    answer = await caller.http.put("/_sandbox/faults", json=body)
    assert answer.status_code == 200, answer.text


@proves("SANDBOX-8")
async def test_a_call_fails_so_many_times(writer):
    await faults(writer, fail=[{"path": "/admin/users", "method": "GET", "status": 503, "times": 2}])
    statuses = [(await writer.http.get("/admin/users")).status_code for _ in range(3)]
    assert statuses == [503, 503, 200]
    assert (await writer.patch("/admin/users/10", {"chat": True})).status_code == 200


async def test_a_failure_has_the_shape_of_a_real_one(writer):
    await faults(writer, fail=[{"path": "/admin"}, {"path": "/users/me", "status": 401}])
    assert (await writer.http.get("/admin/users")).json()["hydra:description"] == "Internal Server Error"
    assert (await writer.http.get("/users/me")).json() == {"code": 401, "message": "Invalid JWT Token"}


async def test_a_failure_may_be_rare(writer):
    await faults(writer, fail=[{"path": "/users/me", "probability": 0.5}])
    statuses = [(await writer.http.get("/users/me")).status_code for _ in range(40)]
    assert 5 < statuses.count(500) < 35


@proves("SANDBOX-8")
async def test_latency(writer):
    await faults(writer, latency_ms=80)
    start = time.perf_counter()
    await writer.http.get("/users/me")
    assert time.perf_counter() - start >= 0.08


@proves("SANDBOX-8")
@pytest.mark.parametrize("held", [{"latency_ms": 60_000}, {"slow": [{"path": "/users/me", "ms": 60_000}]}])
async def test_what_is_held_back_is_let_go_by_other_faults(writer, held):
    await faults(writer, **held)
    async with asyncio.timeout(5), asyncio.TaskGroup() as both:
        answer = both.create_task(writer.http.get("/users/me"))
        await asyncio.sleep(0.05)
        assert not answer.done()
        await faults(writer)
    assert answer.result().status_code == 200


@proves("SANDBOX-8")
async def test_a_connection_is_cut(writer):
    await faults(writer, drop=["/admin/users"])
    with pytest.raises(httpx.TransportError):
        await writer.http.get("/admin/users")
    await faults(writer)
    assert (await writer.http.get("/admin/users")).status_code == 200


@proves("SANDBOX-3")
async def test_the_life_of_tokens(writer):
    await faults(writer, token_ttl=7)
    await writer.sign_in("admin")
    token = writer.http.headers["Authorization"].removeprefix("Bearer ")
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == 7


async def test_faults_from_the_settings(make):
    caller = await make(fail="/admin/territories:503:1").sign_in("admin")
    assert (await caller.http.get("/admin/territories")).status_code == 503


async def test_the_journal_holds_no_secret(writer):
    await writer.http.delete("/_sandbox/requests")
    await writer.sign_in("admin")
    await writer.get("/admin/users", perPage=1)
    entries = (await writer.http.get("/_sandbox/requests")).json()
    assert [(entry["method"], entry["path"], entry["status"]) for entry in entries] == [
        ("POST", "/login", 200),
        ("GET", "/admin/users", 200),
    ]
    assert "demo" not in str(entries)


async def test_a_reset_brings_the_data_back_and_keeps_the_session(writer):
    before = await writer.get("/admin/users", perPage=300)
    await writer.http.get("/admin/users/delete?gender=1")
    assert (await writer.http.post("/_sandbox/reset")).status_code == 204
    after = await writer.get("/admin/users", perPage=300)
    assert [u["email"] for u in after["hydra:member"]] == [u["email"] for u in before["hydra:member"]]


async def test_other_sites_may_call(writer):
    headers = {"Origin": "http://app", "Access-Control-Request-Method": "PATCH"}
    answer = await writer.http.options("/admin/users/1", headers=headers)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")


async def test_the_documentation(reader):
    assert "Swagger" in (await reader.http.get("/docs")).text
    paths = (await reader.http.get("/openapi.json")).json()["paths"]
    names = {parameter["name"] for parameter in paths["/admin/users"]["get"]["parameters"]}
    assert {"page", "order[familyName]", "isHitchHiker", "createdDate[after]"} <= names


@proves("SANDBOX-8")
async def test_an_export_may_be_capped_broken_off_or_slow(writer):
    async def lines(query: str = "?page=1&perPage=1000") -> int:
        answer = await writer.http.get(f"/admin/users/export{query}", headers={"Accept": "text/csv"})
        return answer.text.count("\n") - 1

    await faults(writer, export={"page_limit": 30})
    assert await lines() == 30
    await faults(writer, export={"part_ms": 60})
    start = time.perf_counter()
    assert await lines() > 100
    assert time.perf_counter() - start >= 0.06
    await faults(writer, export={"break_after": 0})
    with pytest.raises(ConnectionAbortedError):
        await lines()
    await faults(writer)
    assert await lines() > 100


@proves("SANDBOX-8")
async def test_an_answer_is_lost_after_the_deed(writer):
    await faults(writer, lose=["/admin/users/10"])
    with pytest.raises(httpx.TransportError):
        await writer.patch("/admin/users/10", {"familyName": "Perdu"})
    await faults(writer)
    assert (await writer.get("/admin/users/10"))["familyName"] == "Perdu"


@proves("SANDBOX-8")
async def test_an_answer_is_held_back_after_the_deed(writer):
    await faults(writer, slow=[{"path": "/admin/users/10", "ms": 300}])
    asked = asyncio.create_task(writer.patch("/admin/users/10", {"familyName": "Lent"}))
    other = await writer.get("/admin/users", familyName="Lent")
    while not other["hydra:member"]:
        await asyncio.sleep(0)
        other = await writer.get("/admin/users", familyName="Lent")
    assert not asked.done(), "it is done, and not yet said"
    assert (await asked).status_code == 200
