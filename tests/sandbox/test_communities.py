"""Communities: who sees and changes which, and what a change brings about (communities-campaigns.yaml)."""

from typing import Any

import pytest

from tests.sandbox.conftest import PIXEL, Caller, refusal

NEW: dict[str, Any] = {
    "name": "Covoitureurs de Toul",
    "description": "Entre Toul et Nancy",
    "fullDescription": "<p>Partageons nos trajets.</p>",
    "validationType": 2,
    "domain": "toul.example.org; mairie-toul.example.org",
    "referrerId": 30,
    "address": {"streetAddress": "1 rue Michâtel", "postalCode": "54200", "addressLocality": "Toul"},
}
MANAGER_ROLE = 8


async def roles_of(caller: Caller, user_id: int) -> set[int]:
    return {each["role"] for each in (await caller.get(f"/admin/users/{user_id}"))["rolesTerritory"]}


async def test_a_community_from_creation_to_deletion(checked):
    made = (await checked.post("/admin/communities", NEW)).json()
    path = f"/admin/communities/{made['id']}"
    assert "nbMembers" not in made
    assert made["domain"] == "toul.example.org;mairie-toul.example.org"
    assert made["freeCarpool"] is False
    changed = (await checked.patch(path, {"target": 750, "domain": "a.org; b.org", "address": NEW["address"]})).json()
    assert (changed["target"], changed["domain"], changed["nbMembers"]) == (750, "a.org; b.org", 1)
    assert changed["address"]["@id"] != made["address"]["@id"]
    assert (await checked.http.delete(path)).status_code == 204
    assert refusal(await checked.http.get(path)) == (400, "Not Found")


async def test_the_referrer_becomes_moderator_manager_and_is_told(writer):
    made = (await writer.post("/admin/communities", NEW)).json()
    (member,) = await writer.members(f"/admin/communities/{made['id']}/members")
    assert (member["userId"], member["status"]) == (30, 2)
    assert member["acceptedDate"] == made["createdDate"]
    assert MANAGER_ROLE in await roles_of(writer, 30)
    email = (await writer.get("/admin/users/30"))["email"]
    assert [message[:2] for message in await writer.outbox()] == [("mail", email), ("push", email)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"name": "CHRU DE NANCY"}, (400, "name: Cette valeur est déjà utilisée.")),
        ({"referrerId": 99999}, (400, "Referrer not found")),
        ({"referrerId": "30"}, (400, 'The type of the "referrerId" attribute must be "int", "string" given.')),
        ({"name": None}, (400, 'The type of the "name" attribute must be "string", "NULL" given.')),
        ({"id": 12}, (400, "Update is not allowed for this operation.")),
        ({"description": "é" * 256}, (500, "Internal Server Error")),
        ({"fullDescription": "é" * 40_000}, (500, "Internal Server Error")),
    ],
)
async def test_a_creation_that_is_refused(writer, changes, expected):
    assert refusal(await writer.post("/admin/communities", NEW | changes)) == expected
    assert await writer.total("/admin/communities") == 25


@pytest.mark.parametrize("missing", ["name", "description", "fullDescription", "validationType", "referrerId"])
async def test_a_creation_that_lacks_something_is_a_failure(writer, missing):
    content = {name: value for name, value in NEW.items() if name != missing}
    assert refusal(await writer.post("/admin/communities", content)) == (500, "Internal Server Error")
    assert await writer.outbox() == []


async def test_a_change_that_is_refused(writer):
    assert refusal(await writer.patch("/admin/communities/2", {"address": None})) == (500, "Internal Server Error")
    used = await writer.patch("/admin/communities/2", {"name": "Vosges solidaires"})
    assert used.json()["violations"] == [{"propertyPath": "name", "message": "Cette valeur est déjà utilisée."}]
    assert (await writer.patch("/admin/communities/2", {"name": "CHRU de Nancy"})).status_code == 200


async def test_a_new_referrer_gets_the_role_and_the_former_keeps_it(writer):
    former = (await writer.get("/admin/communities/8"))["referrerId"]
    assert MANAGER_ROLE in await roles_of(writer, former)
    before = await writer.members("/admin/communities/8/members", perPage=500)
    assert (await writer.patch("/admin/communities/8", {"referrerId": 16})).json()["referrerId"] == 16
    assert MANAGER_ROLE in await roles_of(writer, 16)
    assert await writer.total("/admin/communities", referrer=former) == 0, "and refers nothing any more"
    assert MANAGER_ROLE in await roles_of(writer, former)
    assert await writer.members("/admin/communities/8/members", perPage=500) == before


async def test_a_deletion_takes_members_images_and_relay_points(writer):
    upload = {"communityId": "1", "position": "1"}
    answer = await writer.http.post("/admin/images", data=upload, files={"communityFile": ("a.png", PIXEL)})
    community = await writer.get("/admin/communities/1")
    assert community["image"] == answer.json()["image"]
    assert (await writer.http.get(community["avatar"])).content == PIXEL
    points = await writer.members("/admin/relaypoints", perPage=500)
    attached = {point["id"] for point in points if point["communityId"] == 1}
    assert attached
    assert (await writer.http.delete("/admin/communities/1")).status_code == 204
    left = {point["id"] for point in await writer.members("/admin/relaypoints", perPage=500)}
    assert left == {point["id"] for point in points} - attached
    assert refusal(await writer.http.get("/admin/communities/1/members")) == (400, "Community not found")
    assert await writer.members("/admin/users", community=1) == []
    assert (await writer.http.get(community["image"])).status_code == 404
    assert (await writer.http.get(f"/images/{answer.json()['id']}")).status_code == 400
    assert MANAGER_ROLE in await roles_of(writer, 2)


async def test_events_stay_when_their_community_goes(writer):
    events = await writer.members("/admin/events", perPage=500)
    event = next(each for each in events if each["communityId"])
    await writer.http.delete(f"/admin/communities/{event['communityId']}")
    assert "communityId" not in await writer.get(f"/admin/events/{event['id']}")
    assert await writer.total("/admin/events") == len(events)


async def test_an_image_of_a_community(checked):
    files = {"communityFile": ("logo.png", PIXEL, "image/png")}
    answer = await checked.http.post("/admin/images", data={"communityId": "7", "position": "1"}, files=files)
    assert (await checked.get("/admin/communities/7"))["image"] == answer.json()["image"]


@pytest.mark.parametrize(
    ("params", "names"),
    [
        ({"name": "NANCY", "order[name]": "asc"}, ["CHRU de Nancy", "Covoitureurs du Grand Nancy"]),
        ({"id[]": [5, 7], "order[id]": "desc"}, ["Zone d’activités d’Atton", "Covoiturage du Pays de Bitche"]),
        ({"validationType": 3, "order[createdDate]": "desc", "perPage": 1}, ["Salariés de Saint-Gobain PAM"]),
        ({"referrer": 1}, ["Eurométropole de Metz en covoiturage"]),
        ({"territory": "/territories/8"}, ["Ariège en pouce"]),
        ({"communityAddressTerritoryFilter[]": 8}, ["Ariège en pouce"]),
        ({"createdDate[after]": "2026-09-01"}, ["Nouveaux arrivants de Lunéville"]),
    ],
)
async def test_filters_and_orders(reader, params, names):
    found = [each["name"] for each in await reader.members("/admin/communities", **params)]
    assert [name for name in found if name in names] == names
    assert len(found) == len(names) or "name" in params


@pytest.mark.parametrize("params", [{"territory": "8"}, {"order[nbMembers]": "asc"}, {"validationType": "x"}])
async def test_what_is_ignored(reader, params):
    assert await reader.total("/admin/communities", **params) == 25


async def test_an_administrator_of_a_territory_sees_its_communities_and_his_own(make):
    caller = await make().sign_in("admin")
    await caller.patch("/admin/users/6", {"rolesTerritory": [{"role": 2, "territory": 8}]})
    await caller.post("/admin/community_members", {"community": "/communities/12", "user": "/users/6", "status": 2})
    await caller.sign_in("nobody")
    assert [each["id"] for each in await caller.members("/admin/communities")] == [10, 12]


async def test_a_manager_changes_his_communities_only(make):
    caller = await make().sign_in("communities")
    assert (await caller.patch("/admin/communities/3", {"target": 12})).status_code == 200
    assert refusal(await caller.patch("/admin/communities/4", {"target": 12})) == (400, "Access Denied.")
    assert refusal(await caller.http.delete("/admin/communities/4")) == (400, "Access Denied.")
    assert (await caller.http.delete("/admin/communities/3")).status_code == 204


async def test_the_moderated_communities(make):
    caller = await make().sign_in("communities")
    assert [each["id"] for each in await caller.members("/admin/communities/moderated")] == [1, 2, 3]
    (one, *_) = [m for m in await caller.members("/admin/communities/1/members", perPage=500) if m["userId"] == 2]
    await caller.patch(f"/admin/community_members/{one['id']}", {"status": 1})
    assert [each["id"] for each in await caller.members("/admin/communities/moderated")] == [2, 3]
    # Still the referrer: the list has it, the item is refused.
    assert [each["id"] for each in await caller.members("/admin/communities")] == [1, 2, 3]
    assert refusal(await caller.http.get("/admin/communities/1")) == (400, "Access Denied.")


async def test_moderated_communities_leave_nulls_out(checked):
    (community,) = await checked.members("/admin/communities/moderated")
    assert None not in community.values()
    assert "domain" not in community


@pytest.mark.parametrize("path", ["/admin/communities/x", "/admin/communities/x/members"])
async def test_an_id_that_is_no_number(reader, path):
    assert refusal(await reader.http.get(path)) == (400, "Invalid identifier value or configuration.")


async def test_the_seed_shows_growth_statuses_and_ways_of_joining(make):
    caller = await make(users=600).sign_in("admin")
    communities = await caller.members("/admin/communities")
    assert {each["validationType"] for each in communities} == {0, 1, 2, 3}
    assert all(bool(each["communitySecurities"]) == (each["validationType"] == 3) for each in communities)
    assert all(bool(each.get("domain")) == (each["validationType"] == 2) for each in communities)
    assert all(len(each["description"]) <= 255 for each in communities)
    joined = await caller.members("/admin/communities/1/members", perPage=500)
    assert {member["status"] for member in joined} == {0, 1, 2, 3}
    years = [member["createdDate"][:4] for member in joined if member["status"] in (1, 2)]
    assert years.count("2026") > years.count("2025") > years.count("2024") > 5
    assert len(joined) == 400


async def test_the_export_of_a_community(make):
    caller = await make().sign_in("admin")
    headers = {"Accept": "text/csv"}

    async def lines(**params: Any) -> list[str]:
        answer = await caller.http.get("/admin/users/export", params={"exportType": 1, **params}, headers=headers)
        return answer.text.splitlines()

    members = await caller.members("/admin/communities/25/members")
    exported = (await lines(community=25))[1:]
    assert {int(line.split(",")[0]) for line in exported} == {member["userId"] for member in members}
    user_id = members[0]["userId"]
    assert {line.split(",")[0] for line in (await lines(community=25, selected=user_id))[1:]} == {str(user_id)}
    wrong = await caller.http.get("/admin/users/export?exportType=1&community[]=25", headers=headers)
    assert wrong.status_code == 503
