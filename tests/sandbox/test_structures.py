"""Solidary structures: who sees which, and what operating them changes (solidary.yaml)."""

import pytest

from tests.sandbox.conftest import MERGE_PATCH, Caller, refusal

OPERATED = ["Entraide Mobilité Lunévillois", "Mobilité solidaire du Saintois"]


async def test_who_manages_sees_all_sorted_by_name(reader):
    page = await reader.get("/admin/structures", perPage=1, page=3, **{"order[name]": "desc", "name": "zzz"})
    names = [each["name"] for each in page["hydra:member"]]
    assert len(names) == page["hydra:totalItems"] == 4
    assert names == sorted(names)
    assert set(page["hydra:member"][0]) == {
        *("@id", "@type", "id", "name", "telephone", "mode", "signature", "solidaryTransport")
    }


async def test_an_operator_sees_those_he_operates(shared):
    caller = await Caller(shared).sign_in("solidary")
    assert [each["name"] for each in await caller.members("/admin/structures")] == OPERATED
    assert (await caller.get("/admin/structures/2"))["name"] == OPERATED[1]
    refused = await caller.http.get("/admin/structures/3")
    assert (refused.status_code, refused.json()["hydra:description"]) == (400, "Not Found")


async def test_an_administrator_who_operates_sees_only_those_in_the_list(make):
    caller = await make().sign_in("admin")
    email = (await caller.get("/admin/users/10"))["email"]
    answer = await caller.http.post("/login", json={"username": email, "password": "demo"})
    caller.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    assert [each["id"] for each in await caller.members("/admin/structures")] == [2]


async def test_anybody_else_gets_an_empty_list(shared):
    caller = await Caller(shared).sign_in("nobody")
    assert await caller.get("/admin/structures") | {"@context": ""} == {
        "@context": "",
        "@id": "/structures",
        "@type": "hydra:Collection",
        "hydra:member": [],
        "hydra:totalItems": 0,
    }
    assert (await caller.http.get("/admin/structures/1")).status_code == 400


async def test_an_item_has_everything(reader):
    item = await reader.get("/admin/structures/1")
    assert (item["mMinTime"], item["eMaxTime"]) == ("1970-01-01T06:00:00+01:00", "1970-01-01T23:00:00+01:00")
    assert [proof["position"] for proof in item["structureProofs"]] == [1, 2, 3, 4, 5, 1, 2, 3]
    kinds = ("checkbox", "radio", "input", "file", "selectbox")
    assert all(sum(proof[kind] for kind in kinds) == 1 for proof in item["structureProofs"])
    assert item["territories"][0]["name"] == "Meurthe-et-Moselle"
    assert [operator["email"] for operator in item["operators"]] == ["solidary@demo.test"]
    assert {"label", "labelVolunteer", "removable"} < set(item["needs"][0])
    assert item["mMon"] is True
    assert item["eSat"] is False


async def test_nulls_are_left_out_of_items_and_sent_in_lists(reader):
    assert "telephone" not in await reader.get("/admin/structures/4")
    assert [each["telephone"] for each in await reader.members("/admin/structures") if each["id"] == 4] == [None]


async def test_the_current_user_tells_what_he_operates(shared):
    (user,) = await (await Caller(shared).sign_in("solidary")).members("/users/me")
    assert len(user["operates"]) == 2
    assert all(iri.startswith("/operates/") for iri in user["operates"])
    assert [each["name"] for each in user["solidaryStructures"]] == OPERATED
    (user,) = await (await Caller(shared).sign_in("admin")).members("/users/me")
    assert user["operates"] == user["solidaryStructures"] == []


async def test_an_operator_sees_the_users_of_the_territories(make):
    caller = await make(users=600).sign_in("admin")
    everybody = await caller.members("/admin/users", perPage=600)
    codes = {user["id"]: (user["homeAddress"] or {}).get("postalCode") or "" for user in everybody}
    await caller.sign_in("solidary")
    seen = {user["id"] for user in await caller.members("/admin/users", perPage=600)}
    assert seen == {number for number, code in codes.items() if code.startswith(("54", "88"))}


@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE"])
async def test_nobody_writes_structures_without_permission(shared, method):
    caller = await Caller(shared).sign_in("nobody")
    # One that he does not operate is not even found.
    path, text = ("/admin/structures", "Access Denied.") if method == "POST" else ("/admin/structures/1", "Not Found")
    headers = {"Content-Type": MERGE_PATCH if method == "PATCH" else "application/json"}
    assert refusal(await caller.http.request(method, path, content="{}", headers=headers)) == (400, text)
