"""Editorials: at most one active, next to nothing validated, images that go with them (content-points.yaml)."""

import pytest

from tests.sandbox.conftest import PIXEL
from tests.support.proofs import proves

PATH = "/admin/editorials"
NEW = {"title": "Été", "text": "Partons ensemble.", "label": "Voir", "link": "https://x.example.org", "status": 0}


async def active(caller):
    return [each["id"] for each in await caller.members(PATH) if each["status"] == 1]


async def test_one_is_active_and_all_have_a_picture(reader):
    editorials = await reader.members(PATH)
    assert (len(editorials), await active(reader)) == (8, [6])
    assert all(each["text"] and len(each["text"]) <= 512 for each in editorials)
    picture = await reader.http.get(editorials[0]["image"])
    assert picture.headers["content-type"].startswith("image/svg+xml")


@proves("EDITORIAL-2")
async def test_saving_an_active_one_puts_the_others_out(writer):
    before = {each["id"]: each["updatedDate"] for each in await writer.members(PATH)}
    assert (await writer.patch(f"{PATH}/2", {"status": 1})).status_code == 200
    assert await active(writer) == [2]
    after = {each["id"]: each["updatedDate"] for each in await writer.members(PATH)}
    assert {number for number, date in after.items() if date != before[number]} == {2}
    made = (await writer.post(PATH, NEW | {"status": 1})).json()
    assert await active(writer) == [made["id"]]


async def test_nothing_changed_puts_nobody_out(writer):
    await writer.patch(f"{PATH}/6", {"status": 1})
    assert await active(writer) == [6]
    assert "updatedDate" in await writer.get(f"{PATH}/6")


async def test_the_active_one_can_be_put_out_and_deleted(writer):
    await writer.patch(f"{PATH}/6", {"status": 0})
    assert await active(writer) == []
    await writer.patch(f"{PATH}/6", {"status": 1})
    assert (await writer.http.delete(f"{PATH}/6")).status_code == 204
    assert (await active(writer), await writer.total(PATH)) == ([], 7)


async def test_an_image_goes_with_its_editorial(writer):
    sent = await writer.http.post(
        "/admin/images", data={"editorialId": 2, "position": 1, "alt": "Une équipe"}, files={"editorialFile": PIXEL}
    )
    assert sent.status_code == 201
    address = (await writer.get(f"{PATH}/2"))["image"]
    assert (await writer.http.get(address)).content == PIXEL
    await writer.http.delete(f"{PATH}/2")
    assert (await writer.http.get(address)).status_code == 404


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"title": None}, 400),
        ({"status": "1"}, 400),
        ({"status": 7}, 500),
        ({"text": "x" * 513}, 500),
        ({"link": "anything goes"}, 201),
    ],
)
async def test_what_is_refused(writer, changes, status):
    assert (await writer.post(PATH, NEW | changes)).status_code == status


async def test_a_missing_property_is_a_masked_failure(writer):
    assert (await writer.post(PATH, {"title": "Été"})).status_code == 500


async def test_an_unknown_one_is_a_masked_failure(reader):
    answer = await reader.http.get(f"{PATH}/999")
    assert (answer.status_code, answer.json()["hydra:description"]) == (500, "Internal Server Error")


async def test_filters_and_orders(reader):
    assert await reader.total(PATH, title="PRIME") == 1
    assert await reader.total(PATH, status=1) == 1
    found = await reader.members(PATH, **{"order[title]": "desc"})
    assert found[0]["title"].startswith("Une nouvelle aire")
    assert (await reader.members(PATH, **{"order[status]": "desc"}))[0]["id"] == 6


async def test_who_may_write(writer):
    await writer.sign_in("hitchhiking")
    assert await writer.total(PATH) == 8
    assert (await writer.post(PATH, NEW)).json()["hydra:description"] == "Access Denied."
