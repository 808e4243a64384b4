"""Permissions are enforced on every call, ownership rules and territories included."""

import pytest

from sandbox.access import Assignment, access_of
from tests.sandbox.conftest import MERGE_PATCH, Caller
from tests.support.proofs import proves


@proves("SANDBOX-4")
@pytest.mark.parametrize(
    ("method", "path", "content"),
    [
        ("GET", "/admin/users", None),
        ("GET", "/admin/users/8", None),
        ("GET", "/admin/users/email?email=a@b.fr", None),
        ("GET", "/admin/users/8/rzpTerritoryStatus", None),
        ("POST", "/admin/users", "{}"),
        ("PATCH", "/admin/users/8", "{}"),
        ("PUT", "/admin/users/8", "{}"),
        ("DELETE", "/admin/users/8", None),
        ("PATCH", "/admin/identity_proofs/1", '{"validate": true}'),
        ("POST", "/admin/identity_proofs", '{"user": "/users/8"}'),
        ("POST", "/admin/scammers", '{"email": "a@b.fr"}'),
        ("GET", "/admin/territories", None),
    ],
)
async def test_an_ordinary_account_is_refused(shared, method, path, content):
    caller = await Caller(shared).sign_in("nobody")
    kind = MERGE_PATCH if method == "PATCH" else "application/json"
    answer = await caller.http.request(method, path, content=content, headers={"Content-Type": kind})
    assert answer.status_code == 400
    assert answer.json()["hydra:description"] == "Access Denied."


@proves("SANDBOX-4")
async def test_the_bulk_deletion_acts_before_it_asks(make):
    """As the real server does: whoever is refused has deleted (trap 2)."""
    caller = await make().sign_in("nobody")
    answer = await caller.http.get("/admin/users/delete?selected=8")
    assert (answer.status_code, answer.json()["hydra:description"]) == (400, "Access Denied.")
    await caller.sign_in("admin")
    assert (await caller.get("/admin/users/8"))["status"] == 4


async def test_the_export_is_refused_in_the_other_shape(make):
    caller = await make().sign_in("solidary")
    answer = await caller.http.get("/admin/users/export", headers={"Accept": "text/csv"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "Access Denied.")


async def test_everyone_reads_and_changes_himself(make):
    caller = await make().sign_in("nobody")
    assert (await caller.get("/admin/users/6"))["id"] == 6
    assert (await caller.patch("/admin/users/6", {"chat": False})).status_code == 200


@proves("SANDBOX-4")
async def test_an_administrator_of_a_territory_sees_its_users_only(make):
    caller = await make(users=600).sign_in("admin")
    await caller.patch("/admin/users/6", {"rolesTerritory": [{"role": 3}, {"role": 2, "territory": 1}]})
    everybody = await caller.members("/admin/users", perPage=600)
    inside = {u["id"] for u in everybody if ((u["homeAddress"] or {}).get("postalCode") or "").startswith("54")}
    await caller.sign_in("nobody")
    assert {u["id"] for u in await caller.members("/admin/users", perPage=600)} == inside


async def test_a_community_manager_sees_the_members_he_moderates(make):
    caller = await make().sign_in("admin")
    members = {u["id"] for n in (1, 2, 3) for u in await caller.members("/admin/users", community=n, perPage=500)}
    await caller.sign_in("communities")
    assert {u["id"] for u in await caller.members("/admin/users", perPage=500)} == members
    assert [c["id"] for c in await caller.members("/admin/communities")] == [1, 2, 3]
    assert (await caller.http.get("/admin/communities/1")).status_code == 200
    assert (await caller.http.get("/admin/communities/9")).status_code == 400


async def test_a_watcher_sees_hitchhikers_and_changes_nothing(make):
    caller = await make().sign_in("hitchhiking")
    (user, *_) = await caller.members("/admin/users", isHitchHiker="true")
    assert (await caller.get(f"/admin/users/{user['id']}"))["id"] == user["id"]
    assert (await caller.patch(f"/admin/users/{user['id']}", {"chat": True})).status_code == 400


@proves("SANDBOX-4")
def test_a_permission_under_a_rule_needs_the_rule():
    access = access_of(1, "a@b.fr", [Assignment("ROLE_USER_REGISTERED_FULL")])
    assert "user_read" in access.held
    assert not access.may("user_read")
    assert access.may("user_read", lambda rule: rule == "UserSelf")


def test_limits_end_when_the_permission_is_held_everywhere():
    limited = [Assignment("ROLE_ADMIN", 3), Assignment("ROLE_ADMIN", 6)]
    assert access_of(1, "a@b.fr", limited).limits("user_list") == {3, 6}
    assert access_of(1, "a@b.fr", [*limited, Assignment("user_manage")]).limits("user_list") == set()
