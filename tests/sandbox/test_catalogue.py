"""Territories, icons, points, images and files."""

import pytest

from tests.sandbox.conftest import PIXEL
from tests.support.proofs import proves


async def test_territories(reader):
    found = await reader.members("/admin/territories", name="metropole", **{"order[name]": "asc"})
    names = [territory["name"] for territory in found]
    assert "Métropole du Grand Nancy" in names
    assert all("tropole" in name for name in names)
    assert (await reader.get("/admin/territories/3"))["name"] == "Métropole du Grand Nancy"


async def test_managers_of_a_territory(make):
    caller = await make().sign_in("admin")
    managers = (await caller.http.get("/admin/territories/3/managers")).json()
    assert [set(manager) for manager in managers] == [{"given_name", "family_name", "email"}]


async def test_icons_have_pictures(reader):
    icons = await reader.members("/admin/icons")
    assert icons[0]["name"] == "address-any"
    for icon in icons:
        answer = await reader.http.get(icon["url"])
        assert answer.headers["content-type"].startswith("image/svg+xml")
    assert (await reader.get("/icons/6"))["privateIconLinked"] == "/icons/17"


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("nancy", "locality", "Nancy"),
        ("EVRY", "locality", "Évry-Courcouronnes"),
        ("54000", "", ""),
        ("rue saint dizier nancy", "street", "Rue Saint-Dizier"),
        ("12 rue des carmes nancy", "housenumber", "12 Rue des Carmes"),
        ("12 bis, rue des carmes nancy", "housenumber", "12 bis Rue des Carmes"),
        ("3 rue de la gare epinal", "housenumber", "3 Rue de la Gare"),
        ("hopital central", "venue", "Hôpital Central"),
        ("l'isle-jourdain", "locality", "L'Isle-Jourdain"),
    ],
)
async def test_a_place_is_found(reader, text, kind, name):
    found = await reader.members("/points", search=text)
    if kind:
        assert (found[0]["type"], found[0]["name"]) == (kind, name)
    assert all(isinstance(point["lat"], float) and isinstance(point["id"], str) for point in found)


async def test_the_platforms_own_places_come_last(reader):
    kinds = [point["type"] for point in await reader.members("/points", search="nancy")]
    order = ["locality", "street", "venue", "relaypoint", "event"]
    assert kinds == sorted(kinds, key=order.index)
    assert {"relaypoint", "event"} <= set(kinds)
    assert max(kinds.count(kind) for kind in kinds) <= 5


@pytest.mark.parametrize("text", ["", " ", "zzzz", "12", '"""', "12 "])
async def test_nothing_to_find(reader, text):
    assert await reader.members("/points", search=text) == []


@proves("SANDBOX-7")
async def test_an_image_of_a_user(writer):
    form = {"userId": "12", "position": "1"}
    answer = await writer.http.post("/admin/images", data=form, files={"userFile": ("a.png", PIXEL)})
    assert answer.status_code == 201
    user = await writer.get("/admin/users/12")
    assert (user["image"], user["avatar"]) == (answer.json()["image"], answer.json()["avatar"])
    served = await writer.http.get(user["avatar"])
    assert (served.status_code, served.content) == (200, PIXEL)
    detail = await writer.get(f"/images/{answer.json()['id']}")
    assert detail["versions"]["square_800"] == user["image"]
    again = await writer.http.post("/admin/images", data=form, files={"userFile": ("b.png", PIXEL)})
    assert again.json()["image"] != user["image"]
    assert (await writer.http.get(f"/images/{answer.json()['id']}")).status_code == 400
    assert (await writer.http.delete(f"/images/{again.json()['id']}")).status_code == 204
    assert (await writer.get("/admin/users/12"))["image"] != again.json()["image"]


@pytest.mark.parametrize(
    ("form", "files", "status"),
    [
        ({"userId": "12"}, {}, 400),
        ({}, {"userFile": ("a.png", PIXEL)}, 400),
        ({"userId": "999"}, {"userFile": ("a.png", PIXEL)}, 500),
        ({"userId": "12"}, {"userFile": ("a.txt", b"hello")}, 500),
        ({"relayPointTypeId": "1"}, {"relayPointTypeFile": ("a.png", PIXEL)}, 404),
    ],
)
async def test_an_image_that_is_refused(writer, form, files, status):
    answer = await writer.http.post("/admin/images", data=form, files=files or None)
    assert answer.status_code == status


async def test_portraits_are_drawn(reader):
    for user in await reader.members("/admin/users", perPage=200):
        assert user["avatar"].isascii()
        answer = await reader.http.get(user["avatar"])
        assert answer.headers["content-type"].startswith("image/svg+xml")


async def test_files_are_where_the_sandbox_is_reached(make):
    caller = await make().sign_in("admin")
    assert (await caller.members("/users/me"))[0]["avatar"].startswith("http://sandbox/upload/")
    elsewhere = await caller.http.get("/users/me", headers={"Host": "localhost:8404"})
    assert elsewhere.json()["hydra:member"][0]["avatar"].startswith("http://localhost:8404/upload/")
    fixed = await make(base_url="https://files.example.org/").sign_in("admin")
    assert (await fixed.members("/users/me"))[0]["avatar"].startswith("https://files.example.org/upload/")


@pytest.mark.parametrize("path", ["users/images/nothing.png", "secrets/images/a.png", "users/images/..%2Fa"])
async def test_a_file_that_is_not(reader, path):
    assert (await reader.http.get(f"/upload/{path}")).status_code == 404


async def test_communities(reader):
    page = await reader.get("/admin/communities", **{"order[name]": "desc", "perPage": 3})
    assert page["hydra:totalItems"] == 25
    assert page["hydra:member"][0]["nbMembers"] > 0
    ids = [c["id"] for c in await reader.members("/admin/communities", **{"communityUsers.user.id": 2})]
    assert {1, 2, 3} <= set(ids)
