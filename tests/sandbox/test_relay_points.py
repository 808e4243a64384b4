"""Relay points and their types: rules, filters and addresses."""

import pytest

from tests.sandbox.conftest import MERGE_PATCH

TOUL = {"streetAddress": "Route de Nancy", "postalCode": "54200", "addressLocality": "Toul"}
TOUL |= {"latitude": "48.681940", "longitude": "5.918330"}
POINT = {"name": "Aire de Toul-Est", "status": 1, "address": TOUL, "creatorId": 1}


async def created(caller, **more):
    answer = await caller.post("/admin/relaypoints", POINT | more)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_relay_point_says_what_it_refers_to(writer):
    made = await created(writer, relayPointTypeId=1, communityId=2, places=45, private=True, official=None)
    assert made["relayPointTypeName"] == "Aire de covoiturage"
    assert made["relayPointTypeAvatar"].endswith("/upload/icons/relaypoint-carpool-area.svg")
    assert (made["communityName"], made["structureName"], made["official"]) == ("CHRU de Nancy", "", False)
    assert (made["creator"], made["address"]["latitude"]) == ("Claire M.", "48.681940")
    assert "image" not in made


@pytest.mark.parametrize("missing", ["name", "status", "creatorId"])
async def test_what_a_creation_cannot_do_without(writer, missing):
    body = {name: value for name, value in POINT.items() if name != missing}
    assert (await writer.post("/admin/relaypoints", body)).status_code == 500


@pytest.mark.parametrize("change", [{"communityId": 999}, {"relayPointTypeId": 999}, {"creatorId": 999999}])
async def test_unknown_references_are_failures(writer, change):
    assert (await writer.post("/admin/relaypoints", POINT | change)).status_code == 500
    assert (await writer.patch("/admin/relaypoints/1", change)).status_code == 500


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"places": "12"}, 400),
        ({"places": 40_000}, 500),
        ({"free": 1}, 400),
        ({"address": None}, 400),
        ({"creatorId": None}, 400),
        ({"name": None}, 400),
        ({"name": "é" * 256}, 500),
        ({"status": 7}, 500),
    ],
)
async def test_wrong_values_are_refused(writer, change, status):
    before = await writer.get("/admin/relaypoints/1")
    assert (await writer.patch("/admin/relaypoints/1", change)).status_code == status
    assert await writer.get("/admin/relaypoints/1") == before


async def test_an_address_is_needed(writer):
    answer = await writer.post("/admin/relaypoints", {**POINT, "address": None})
    assert answer.status_code == 400
    without = {name: value for name, value in POINT.items() if name != "address"}
    answer = await writer.post("/admin/relaypoints", without)
    assert answer.json()["violations"][0]["propertyPath"] == "address"


async def test_an_address_is_replaced_whole(writer):
    made = await created(writer)
    path = f"/admin/relaypoints/{made['id']}"
    changed = await writer.patch(path, {"address": {"latitude": "48.7", "longitude": "5.9"}})
    assert changed.json()["address"]["latitude"] == "48.700000"
    assert "postalCode" not in changed.json()["address"]
    assert await writer.total("/admin/relaypoints", bounds="5.89,48.71,5.91,48.69", name="toul-est") == 1


async def test_null_detaches(writer):
    made = await created(writer, relayPointTypeId=1, communityId=2)
    changed = await writer.patch(f"/admin/relaypoints/{made['id']}", {"relayPointTypeId": None, "communityId": None})
    assert (changed.json()["relayPointTypeName"], changed.json()["communityName"]) == ("", "")
    assert "communityId" not in changed.json()


async def test_filters(reader):
    everything = await reader.members("/admin/relaypoints", perPage=1000)
    assert len(everything) == 400

    async def total(**params):
        return await reader.total("/admin/relaypoints", **params)

    def count(test):
        return sum(1 for each in everything if test(each))

    assert await total(status=0) == count(lambda each: each["status"] == 0)
    assert await total(official="false") == count(lambda each: not each["official"])
    assert await total(**{"relayPointType.id": 2}) == count(lambda each: each["relayPointTypeId"] == 2)
    assert await total(relayPointTypes="2,3") == count(lambda each: each["relayPointTypeId"] in (2, 3))
    assert await total(name="NANCY") == count(lambda each: "nancy" in each["name"].lower())
    inside = count(lambda each: 6 <= float(each["address"]["longitude"]) <= 7)
    assert await total(**{"address.longitude[between]": "6..7"}) == inside
    assert await total(**{"address.longitude[gte]": "6", "address.longitude[lte]": "7"}) == inside
    bounds = count(
        lambda each: 6 <= float(each["address"]["longitude"]) <= 7 and 48 <= float(each["address"]["latitude"]) <= 49
    )
    assert 0 < bounds == await total(bounds="6,49,7,48")
    lorraine = count(lambda each: each["address"]["postalCode"].startswith(("54", "57")))
    assert await total(**{"territory[]": [1, 2]}) == lorraine
    assert await total(territory=1) == await total(**{"relayPointAddressTerritoryFilter[]": 1}) > 0


@pytest.mark.parametrize(
    ("params", "status"),
    [
        ({"bounds": "1,2,3"}, 400),
        ({"bounds": "a,b,c,d"}, 400),
        ({"bounds[]": "1"}, 500),
        ({"relayPointTypes": "1,x"}, 400),
        ({"relayPointTypes": "0"}, 400),
        ({"relayPointTypes[]": "1"}, 500),
        ({"address.latitude[between]": "x"}, 200),
    ],
)
async def test_malformed_filters(reader, params, status):
    assert (await reader.http.get("/admin/relaypoints", params=params)).status_code == status


async def test_a_right_limited_to_a_territory(make):
    caller = await make().sign_in("admin")
    roles = [{"role": 2, "territory": 1}, {"role": 3, "territory": None}]
    await caller.patch("/admin/users/1", {"rolesTerritory": roles})
    # Full registration brings the list too, without limits: the account sees everything (permissions.yaml).
    assert await caller.total("/admin/relaypoints") == 400


async def test_a_deletion_takes_the_address_and_the_image(writer):
    image = (await writer.get("/admin/relaypoints/1"))["image"]
    assert (await writer.http.get(image.removeprefix("http://localhost:8001"))).headers["content-type"] == (
        "image/svg+xml"
    )
    assert (await writer.http.delete("/admin/relaypoints/1")).status_code == 204
    assert (await writer.http.get("/admin/relaypoints/1")).status_code == 400
    assert await writer.total("/admin/relaypoints") == 399


async def test_types_need_a_name_and_an_icon(writer):
    assert (await writer.post("/admin/relaypoint_types", {"name": "", "iconId": 6})).status_code == 400
    assert (await writer.post("/admin/relaypoint_types", {"name": "Aire"})).status_code == 500
    assert (await writer.post("/admin/relaypoint_types", {"name": "Aire", "iconId": 99})).status_code == 500
    made = (await writer.post("/admin/relaypoint_types", {"name": "Vélo-école", "iconId": 6})).json()
    assert (made["iconName"], made["iconPrivateName"]) == ("relaypoint-bus", "private-relaypoint-bus")
    path = f"/admin/relaypoint_types/{made['id']}"
    assert (await writer.patch(path, {"iconId": None})).status_code == 500
    assert (await writer.get(path))["iconId"] == 1


async def test_a_deleted_type_leaves_its_relay_points(writer):
    held = await writer.total("/admin/relaypoints", **{"relayPointType.id": 1})
    assert held > 20
    assert (await writer.http.delete("/admin/relaypoint_types/1")).status_code == 204
    assert await writer.total("/admin/relaypoints", **{"relayPointType.id": 1}) == 0
    assert await writer.total("/admin/relaypoints") == 400


async def test_types_are_for_those_who_manage_them(make):
    caller = await make().sign_in("editor")
    answer = await caller.http.get("/admin/relaypoint_types")
    assert (answer.status_code, answer.json()["hydra:description"]) == (400, "Access Denied.")
    answer = await caller.http.patch("/admin/relaypoint_types/1", content="{}", headers={"Content-Type": MERGE_PATCH})
    assert answer.status_code == 400
