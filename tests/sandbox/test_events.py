"""Events: wall-clock dates, addresses replaced whole, authors who may change their own (content-points.yaml)."""

import pytest

from tests.sandbox.conftest import PIXEL

PATH = "/admin/events"
ADDRESS = {"streetAddress": "1 place Stanislas", "postalCode": "54000", "addressLocality": "Nancy", "latitude": "48.69"}
NEW = {
    "name": "Fête",
    "status": 1,
    "private": False,
    "useTime": True,
    "fromDate": "2026-05-16T10:00:00+00:00",
    "toDate": "2026-05-16T18:00:00-07:00",
    "creatorId": 1,
    "address": ADDRESS,
}


async def created(caller, **changes):
    answer = await caller.post(PATH, NEW | changes)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_events_of_other_platforms_are_read_but_not_listed(reader):
    assert await reader.total(PATH) == 59
    assert await reader.total(PATH, id=58) == 0
    assert (await reader.get(f"{PATH}/58"))["id"] == 58


async def test_the_offset_of_a_date_is_dropped(writer):
    event = await created(writer)
    assert (event["fromDate"][:16], event["toDate"][:16]) == ("2026-05-16T10:00", "2026-05-16T18:00")
    assert event["address"]["type"] == "event"
    assert event["creator"] == "Claire M."
    assert "community" not in event


async def test_an_address_is_replaced_whole(writer):
    event = await created(writer)
    answer = await writer.patch(
        f"{PATH}/{event['id']}", {"address": {"addressLocality": "Metz", "postalCode": "57000"}}
    )
    assert answer.json()["address"].get("streetAddress") is None
    assert await writer.total(PATH, **{"territory[]": 2, "name": "fete"}) >= 1


async def test_a_site_without_scheme_gets_one(writer):
    event = await created(writer, url="exemple.fr")
    assert (await writer.get(f"{PATH}/{event['id']}"))["url"] == "https://exemple.fr"


async def test_a_community_is_embedded_and_can_be_left(writer):
    event = await created(writer, communityId=2)
    assert (event["community"]["id"], event["communityName"]) == (2, "CHRU de Nancy")
    answer = await writer.patch(f"{PATH}/{event['id']}", {"communityId": None})
    assert answer.json()["communityName"] == ""


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"creatorId": None}, 400),
        ({"creatorId": 99_999}, 500),
        ({"communityId": 99_999}, 500),
        ({"communityId": "2"}, 400),
        ({"useTime": 1}, 400),
        ({"status": 5}, 500),
        ({"fromDate": "soon"}, 400),
        ({"description": "x" * 513}, 500),
        ({"address": {**ADDRESS, "id": 3}}, 400),
        ({"toDate": "2020-01-01"}, 201),
    ],
)
async def test_what_is_refused(writer, changes, status):
    assert (await writer.post(PATH, NEW | changes)).status_code == status


async def test_missing_dates_are_violations_and_other_missing_properties_failures(writer):
    answer = await writer.post(PATH, {name: NEW[name] for name in ("name", "status")})
    assert [each["propertyPath"] for each in answer.json()["violations"]] == ["fromDate", "toDate", "address"]
    for name in ("name", "status", "private", "useTime", "creatorId"):
        assert (await writer.post(PATH, {key: value for key, value in NEW.items() if key != name})).status_code == 500


async def test_filters_and_orders(reader):
    soon = await reader.members(PATH, **{"fromDate[after]": "2026-11-02", "order[fromDate]": "asc"})
    assert soon
    assert [each["fromDate"] for each in soon] == sorted(each["fromDate"] for each in soon)
    assert soon[0]["fromDate"] >= "2026-11-02"
    day = soon[0]["toDate"][:10]
    before = await reader.members(PATH, **{"toDate[strictly_before]": day})
    assert all(each["toDate"][:10] < day for each in before)
    assert {each["private"] for each in await reader.members(PATH, private="true")} == {True}
    assert all(each["communityId"] == 5 for each in await reader.members(PATH, **{"community.id": 5}))
    assert await reader.total(PATH, territory=1) == 59
    assert 0 < await reader.total(PATH, **{"territory[]": 1}) < 59


async def test_authors_change_and_delete_their_own_only(writer):
    # The third account wrote none, the fifth several.
    own = next(each["id"] for each in await writer.members(PATH) if each["creatorId"] == 5)
    other = next(each["id"] for each in await writer.members(PATH) if each["creatorId"] == 1)
    await writer.sign_in("editor")
    assert (await writer.patch(f"{PATH}/{own}", {"name": "À moi"})).status_code == 200
    await writer.sign_in("hitchhiking")
    assert (await writer.patch(f"{PATH}/{other}", {"name": "Pas à moi"})).json()[
        "hydra:description"
    ] == "Access Denied."
    mine = await created(writer, creatorId=4)
    assert (await writer.http.delete(f"{PATH}/{mine['id']}")).status_code == 204


async def test_a_deletion_takes_the_image_along(writer):
    sent = {"data": {"eventId": 3, "position": 1}, "files": {"eventFile": PIXEL}}
    await writer.http.post("/admin/images", **sent)
    address = (await writer.get(f"{PATH}/3"))["image"]
    assert (await writer.http.delete(f"{PATH}/3")).status_code == 204
    assert (await writer.http.get(address)).status_code == 404
