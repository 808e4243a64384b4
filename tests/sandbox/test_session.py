"""Sign-in, tokens, rights of the signed-in account."""

import time
from datetime import timedelta
from types import SimpleNamespace

import jwt
import pytest

from sandbox import clock, session, tokens
from tests.support.proofs import proves


async def test_a_token_says_who_and_until_when(make):
    caller = make()
    answer = await caller.http.post("/login", json={"username": "admin@demo.test", "password": "demo"})
    assert set(answer.json()) == {"token", "refreshToken"}
    claims = jwt.decode(answer.json()["token"], options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == 900
    assert (claims["id"], claims["username"], claims["admin"]) == (1, "admin@demo.test", True)
    assert "ROLE_ADMIN" in claims["roles"]


@pytest.mark.parametrize("body", [{"username": "admin@demo.test", "password": "no"}, {"username": "x", "password": ""}])
async def test_bad_credentials(make, body):
    answer = await make().http.post("/login", json=body)
    assert answer.status_code == 401
    assert answer.json() == {"code": 401, "message": "Invalid credentials."}


@pytest.mark.parametrize("content", ["{", "[]", '{"username": 1, "password": "demo"}'])
async def test_a_login_without_the_two_texts(make, content):
    answer = await make().http.post("/login", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert {"title", "status", "detail"} <= set(answer.json())


@pytest.mark.parametrize(
    ("header", "message"),
    [({}, "JWT Token not found"), ({"Authorization": "Bearer x.y.z"}, "Invalid JWT Token")],
)
async def test_a_call_without_a_good_token(make, header, message):
    answer = await make().http.get("/admin/users", headers=header)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json() == {"code": 401, "message": message}


@proves("SANDBOX-3")
async def test_a_token_expires(make, monkeypatch):
    caller = await make(token_ttl=60).sign_in("admin")
    assert (await caller.http.get("/users/me")).status_code == 200
    monkeypatch.setattr(tokens, "time", SimpleNamespace(time=lambda: time.time() - 61))
    await caller.sign_in("admin")
    answer = await caller.http.get("/users/me")
    assert answer.json() == {"code": 401, "message": "Expired JWT Token"}


@proves("SANDBOX-3")
async def test_a_refresh_token_stays_the_same(make):
    caller = make()
    first = (await caller.http.post("/login", json={"username": "admin@demo.test", "password": "demo"})).json()
    second = await caller.http.post("/token/refresh", json={"refreshToken": first["refreshToken"]})
    assert second.json()["refreshToken"] == first["refreshToken"]
    refused = await caller.http.post("/token/refresh", json={"refreshToken": "nothing"})
    assert (refused.status_code, refused.json()["message"]) == (401, "An authentication exception occurred.")


async def test_a_refresh_token_expires(make, monkeypatch):
    caller = make(refresh_ttl=60)
    account = {"username": "admin@demo.test", "password": "demo"}
    pair = (await caller.http.post("/login", json=account)).json()
    assert (await caller.http.post("/token/refresh", json=pair)).status_code == 200
    monkeypatch.setattr(session, "now", lambda: clock.now() - timedelta(seconds=61))
    pair = (await caller.http.post("/login", json=account)).json()
    assert (await caller.http.post("/token/refresh", json=pair)).status_code == 401


async def test_a_changed_email_ends_the_session(make):
    caller = await make().sign_in("admin")
    assert (await caller.patch("/admin/users/1", {"email": "other@demo.test"})).status_code == 200
    answer = await caller.http.get("/users/me")
    assert answer.status_code == 401
    assert answer.json()["message"].startswith("Unable to load an user with property")


async def test_who_am_i_tells_no_secret(reader):
    (me,) = await reader.members("/users/me")
    assert (me["givenName"], me["shortFamilyName"], me["operates"]) == ("Claire", "M.", [])
    assert not {"password", "token", "telephone"} & set(me)


@proves("SANDBOX-1")
@pytest.mark.parametrize(
    ("name", "held", "not_held"),
    [
        (
            "admin",
            {"access_admin", "article_manage", "structure_create", "scammer_manage", "admin_user_export_all"},
            (),
        ),
        ("communities", {"access_admin", "community_manage", "community_dashboard_self"}, {"user_create"}),
        ("solidary", {"access_admin", "solidary_update", "user_create"}, {"article_manage"}),
        ("hitchhiking", {"access_admin", "user_list", "hitchhiking_watcher"}, {"hitchhiking_administrator"}),
        (
            "editor",
            {"access_admin", "article_update", "editorial_create", "event_manage", "campaign_list"},
            {"user_list"},
        ),
        ("nobody", {"user_read", "check_permission"}, {"access_admin", "user_list"}),
    ],
)
async def test_permissions_of_the_accounts(make, name, held, not_held):
    permissions = set(await (await make().sign_in(name)).members("/permissions"))
    assert held <= permissions
    assert not permissions & set(not_held)


async def test_grantable_roles_come_from_inherited_roles_too(make):
    assert await (await make().sign_in("solidary")).members("/permissions/grantable") == [3, 11, 12]
    assert await (await make().sign_in("communities")).members("/permissions/grantable") == []


async def test_external_dashboard_logins(make):
    assert len(await (await make().sign_in("admin")).members("/admin/kibana_logins")) == 3
    assert len(await (await make().sign_in("communities")).members("/admin/kibana_logins")) == 1
    refused = await (await make().sign_in("nobody")).http.get("/admin/kibana_logins")
    assert refused.json()["hydra:description"] == "Access Denied."


async def test_an_account_without_any_role_cannot_ask_its_permissions(make):
    caller = await make().sign_in("admin")
    await caller.patch("/admin/users/6", {"rolesTerritory": []})
    assert (await (await caller.sign_in("nobody")).http.get("/permissions")).status_code == 400
