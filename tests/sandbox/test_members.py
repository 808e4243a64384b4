"""Members of communities and security files (communities-campaigns.yaml)."""

from typing import Any

import pytest

from sandbox.folding import fold
from tests.sandbox.conftest import Caller, refusal

SECURED = 9
MEMBERS = "/admin/communities/1/members"
FILE = "camille;a1b2\nléo;c3d4\n\n"


async def add(caller: Caller, user_id: int, status: Any = 0, community: int = 25) -> Any:
    content = {"community": f"/communities/{community}", "user": f"/users/{user_id}", "status": status}
    return await caller.post("/admin/community_members", content)


async def send(caller: Caller, content: str | bytes, community: int = 25) -> Any:
    files = {"file": ("salaries.csv", content, "text/csv")}
    return await caller.http.post("/admin/community_securities", data={"communityId": str(community)}, files=files)


async def outsider(caller: Caller) -> int:
    """Somebody who is no member of community 25 and manages nothing."""
    inside = {member["userId"] for member in await caller.members("/admin/communities/25/members")}
    users = await caller.members("/admin/users", perPage=150)
    managers = {user["id"] for user in users if any(each["role"] == 8 for each in user["rolesTerritory"])}
    return next(user["id"] for user in users if user["id"] > 20 and user["id"] not in inside | managers)


async def test_a_member_from_addition_to_removal(checked):
    user_id = await outsider(checked)
    made = (await add(checked, user_id)).json()
    assert (made["userId"], made["communityId"], made["status"]) == (user_id, 25, 0)
    assert "acceptedDate" not in made
    path = f"/admin/community_members/{made['id']}"
    changed = (await checked.patch(path, {"status": 3})).json()
    assert "refusedDate" in changed
    assert "acceptedDate" not in changed
    assert (await checked.http.delete(path)).status_code == 204
    assert refusal(await checked.patch(path, {"status": 1})) == (400, "Not Found")


async def test_dates_follow_the_status(writer):
    made = (await add(writer, await outsider(writer), 1)).json()
    path = f"/admin/community_members/{made['id']}"
    kept = (await writer.patch(path, {"status": 2})).json()
    assert kept["acceptedDate"] == made["acceptedDate"]
    for status, dates in ((0, set()), (3, {"refusedDate"}), (1, {"acceptedDate"})):
        changed = (await writer.patch(path, {"status": status})).json()
        assert {"acceptedDate", "refusedDate"} & set(changed) == dates


async def test_each_change_to_accepted_or_refused_is_told_again(writer):
    user_id = await outsider(writer)
    path = f"/admin/community_members/{(await add(writer, user_id, 1)).json()['id']}"
    assert await writer.outbox() == []
    for status in (1, 1, 0, 2, 3):
        await writer.patch(path, {"status": status})
    subjects = [subject for _, _, subject in await writer.outbox()]
    assert subjects == ["Votre demande est acceptée"] * 2 + ["Votre demande est refusée"]


async def test_a_moderator_keeps_the_role_when_he_is_no_more_one(writer):
    user_id = await outsider(writer)

    async def manages() -> bool:
        return 8 in {each["role"] for each in (await writer.get(f"/admin/users/{user_id}"))["rolesTerritory"]}

    made = (await add(writer, user_id, 1)).json()
    assert not await manages()
    await writer.patch(f"/admin/community_members/{made['id']}", {"status": 2})
    await writer.patch(f"/admin/community_members/{made['id']}", {"status": 1})
    assert await manages()


async def test_somebody_is_a_member_once(checked):
    user_id = await outsider(checked)
    await add(checked, user_id)
    again = await add(checked, user_id, 1)
    assert refusal(again) == (400, "user: This user already asked to join this community.")
    assert again.json()["violations"][0]["propertyPath"] == "user"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"community": "12"}, (400, 'Invalid IRI "12".')),
        ({"user": 34}, (400, 'Invalid IRI "34".')),
        ({"user": "/communities/34"}, (400, 'Invalid IRI "/communities/34".')),
        ({"user": "/users/99999"}, (400, 'Item not found for "/users/99999".')),
        ({"community": None}, (400, "community: Cette valeur ne doit pas être vide.")),
        ({"status": "1"}, (400, 'The type of the "status" attribute must be "int", "string" given.')),
    ],
)
async def test_an_addition_that_is_refused(writer, changes, expected):
    content = {"community": "/communities/25", "user": "/users/19", "status": 1} | changes
    assert refusal(await writer.post("/admin/community_members", content)) == expected


async def test_the_status_is_needed(writer):
    content = {"community": "/communities/25", "user": f"/users/{await outsider(writer)}"}
    assert refusal(await writer.post("/admin/community_members", content)) == (500, "Internal Server Error")


async def test_a_manager_changes_members_but_adds_none(make):
    caller = await make().sign_in("communities")
    assert refusal(await add(caller, 60, community=1)) == (400, "Access Denied.")
    mine = (await caller.members(MEMBERS, status=0))[0]
    assert (await caller.patch(f"/admin/community_members/{mine['id']}", {"status": 1})).status_code == 200
    await caller.sign_in("admin")
    other = (await caller.members("/admin/communities/4/members"))[0]
    await caller.sign_in("communities")
    refused = await caller.http.delete(f"/admin/community_members/{other['id']}")
    assert refusal(refused) == (400, "Access Denied.")


@pytest.mark.parametrize("path", ["/admin/community_members", "/admin/community_members/1"])
async def test_members_are_read_elsewhere(reader, path):
    assert (await reader.http.get(path)).status_code == 405


@pytest.mark.parametrize(
    ("params", "kept"),
    [
        ({"status": "0"}, lambda m: m["status"] == 0),
        ({"givenName": "AN"}, lambda m: "an" in (fold(m["givenName"]) or "")),
        ({"familyName": "mar"}, lambda m: "mar" in m["familyName"].lower()),
        ({"createdDate": "2026-10"}, lambda m: m["createdDate"].startswith("2026-10")),
        ({"acceptedDate": "2026", "status": "1"}, lambda m: m["status"] == 1 and m["acceptedDate"][:4] == "2026"),
        ({"refusedDate": "20"}, lambda m: m["refusedDate"] is not None),
    ],
)
async def test_filters_of_members(reader, params, kept):
    everybody = await reader.members(MEMBERS, perPage=1000)
    found = await reader.members(MEMBERS, perPage=1000, **params)
    assert {m["id"] for m in found} == {m["id"] for m in everybody if kept(m)}
    assert found


async def test_members_as_the_description_has_them(checked):
    page = await checked.get(MEMBERS, page=1, perPage=50, **{"order[status]": "desc"})
    statuses = [member["status"] for member in page["hydra:member"]]
    assert statuses == sorted(statuses, reverse=True)
    assert page["hydra:totalItems"] > len(statuses) == 50


@pytest.mark.parametrize("field", ["id", "givenName", "familyName", "lastActivityDate", "createdDate", "acceptedDate"])
async def test_orders_of_members(reader, field):
    up = await reader.members(MEMBERS, perPage=1000, **{f"order[{field}]": "asc"})
    down = await reader.members(MEMBERS, perPage=1000, **{f"order[{field}]": "desc"})
    assert {m["id"] for m in up} == {m["id"] for m in down}
    if field == "createdDate":
        assert [m[field][:10] for m in up] == sorted(m[field][:10] for m in up)


@pytest.mark.parametrize("query", ["newsSubscription=true", "user.givenName=a", "order[email]=asc", "userId=3"])
async def test_any_other_name_is_a_failure(reader, query):
    assert (await reader.http.get(f"{MEMBERS}?{query}")).status_code == 503


@pytest.mark.parametrize("query", ["status[]=1", "createdDate[after]=2020-01-01"])
async def test_an_array_finds_nothing(reader, query):
    answer = await reader.http.get(f"{MEMBERS}?{query}")
    assert (answer.status_code, answer.json()["hydra:totalItems"]) == (200, 0)


async def test_deleted_accounts_are_left_out(writer):
    before = await writer.get("/admin/communities/25/members")
    gone = next(m for m in before["hydra:member"] if m["status"] == 1)
    await writer.http.delete(f"/admin/users/{gone['userId']}")
    after = await writer.get("/admin/communities/25/members")
    assert after["hydra:totalItems"] == before["hydra:totalItems"] - 1
    assert (await writer.get("/admin/communities/25"))["nbMembers"] == len(
        [m for m in after["hydra:member"] if m["status"] in (1, 2)]
    )


async def test_a_secured_community_shows_its_members_to_its_own_people(make):
    caller = await make().sign_in("admin")
    path = f"/admin/communities/{SECURED}/members"
    assert (await caller.http.get(f"/admin/communities/{SECURED}")).status_code == 200
    assert refusal(await caller.http.get(path)) == (400, "Access Denied.")
    await add(caller, 1, 1, SECURED)
    assert (await caller.http.get(path)).status_code == 200
    await caller.sign_in("communities")
    assert (await caller.http.get("/admin/communities/3/members")).status_code == 200
    # A community that is not secured is open to all.
    assert (await caller.http.get("/admin/communities/5/members")).status_code == 200


async def test_who_creates_a_secured_community_reads_its_members(writer):
    content = {"name": "A", "description": "b", "fullDescription": "c", "validationType": 3, "referrerId": 30}
    made = (await writer.post("/admin/communities", content)).json()
    assert (await send(writer, FILE, made["id"])).status_code == 201
    assert (await writer.http.get(f"/admin/communities/{made['id']}/members")).status_code == 200


async def test_a_security_file_replaces_the_former_one(checked):
    first = (await send(checked, FILE)).json()
    assert (first["community"], first["originalName"]) == ("/communities/25", "salaries.csv")
    second = (await send(checked, 'a;b\r\n"c";"d"\r\n')).json()
    (security,) = (await checked.get("/admin/communities/25"))["communitySecurities"]
    assert security["@id"] == second["@id"] != first["@id"]
    assert security["filename"].endswith("-25")


@pytest.mark.parametrize(
    ("content", "community"),
    [
        ("a;b\nc", 25),
        ("a;b;c", 25),
        ("a;", 25),
        (" ;b", 25),
        ("a,b", 25),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 9, 25),
        ("<html>a;b</html>", 25),
        ("", 25),
        ("a;b", 9999),
    ],
)
async def test_a_security_file_that_is_refused(writer, content, community):
    assert refusal(await send(writer, content, community)) == (500, "Internal Server Error")
    assert (await writer.get("/admin/communities/25"))["communitySecurities"] == []


@pytest.mark.parametrize("data", [{}, {"communityId": "25"}, {"communityId": "x"}])
async def test_a_security_file_without_its_parts(writer, data):
    answer = await writer.http.post("/admin/community_securities", data=data)
    assert refusal(answer) == (500, "Internal Server Error")
    assert (await (await writer.sign_in("nobody")).http.post("/admin/community_securities")).status_code == 500
