"""Lists and items of users."""

import pytest

from sandbox.users.filters import ORDERS
from tests.support.proofs import proves

ITEM_KEYS = {
    "@id",
    "@type",
    "id",
    "givenName",
    "homeAddress",
    "rolesTerritory",
    "identityProofs",
    "avatar",
    "ownership",
}


async def test_a_list_sends_nulls_and_its_pages(reader):
    page = await reader.get("/admin/users", page=2, perPage=7)
    assert page["hydra:totalItems"] == 200
    assert [user["id"] for user in page["hydra:member"]] == list(range(8, 15))
    assert {"hydra:first", "hydra:last", "hydra:previous", "hydra:next"} <= set(page["hydra:view"])
    nameless = next(user for user in page["hydra:member"] if user["id"] == 13)
    assert (nameless["givenName"], nameless["shortFamilyName"], nameless["ownership"]) == (None, ".", None)


async def test_plain_json_is_a_bare_array(reader):
    answer = await reader.http.get("/admin/users?perPage=3", headers={"Accept": "application/json"})
    assert len(answer.json()) == 3
    assert "@id" not in answer.json()[0]


async def test_a_page_too_far_is_empty_with_the_true_total(reader):
    page = await reader.get("/admin/users", page=999, perPage=50)
    assert (page["hydra:member"], page["hydra:totalItems"]) == ([], 200)


@pytest.mark.parametrize(
    ("params", "text"),
    [("page=0", "Page should not be less than 1"), ("perPage=-1", "Limit should not be less than 0")],
)
async def test_paging_out_of_bounds(reader, params, text):
    answer = await reader.http.get(f"/admin/users?{params}")
    assert (answer.status_code, answer.json()["hydra:description"]) == (400, text)


async def test_unknown_parameters_and_a_size_without_limit(reader):
    page = await reader.get(
        "/admin/users", **{"colour": "red", "order[colour]": "asc", "page": "x", "perPage": 100_000}
    )
    assert len(page["hydra:member"]) == 200


@pytest.mark.parametrize("name", ORDERS)
async def test_an_order_is_a_whole_and_its_reverse(reader, name):
    async def ids(way):
        pages = [
            await reader.get("/admin/users", **{f"order[{name}]": way, "page": n, "perPage": 60}) for n in range(1, 5)
        ]
        return [user["id"] for page in pages for user in page["hydra:member"]]

    up = await ids("asc")
    assert sorted(up) == list(range(1, 201))
    assert await ids("desc") == up[::-1]


async def test_names_sort_without_case_nor_accents(reader):
    users = await reader.members("/admin/users", **{"order[familyName]": "asc", "perPage": 200})
    names = [user["familyName"] for user in users if user["familyName"]]
    assert names.index("Émoji 🇫🇷") < names.index("Marchal")


async def test_an_item_keeps_nulls_and_tells_what_is_owned(reader):
    user = await reader.get("/admin/users/2")
    assert set(user) >= ITEM_KEYS
    assert user["adType"] is None
    assert any("communities" in entry for entry in user["ownership"])
    assert user["homeAddress"]["latitude"].count(".") == 1
    assert "id" not in user["homeAddress"]
    assert user["birthDate"][10:19] == "T00:00:00"


@proves("SANDBOX-5")
@pytest.mark.parametrize(
    ("path", "text"), [("abc", "Invalid identifier value or configuration."), ("999999", "Not Found")]
)
async def test_an_item_that_is_not(reader, path, text):
    answer = await reader.http.get(f"/admin/users/{path}")
    assert (answer.status_code, answer.json()["hydra:description"]) == (400, text)
    plain = await reader.http.get(f"/admin/users/{path}", headers={"Accept": "application/json"})
    assert (plain.json()["detail"], plain.headers["content-type"]) == (text, "application/problem+json; charset=utf-8")


async def test_strict_statuses(make):
    caller = await make(strict_status=True).sign_in("admin")
    assert (await caller.http.get("/admin/users/999999")).status_code == 404
    await caller.sign_in("nobody")
    assert (await caller.http.get("/admin/users")).status_code == 403


async def test_an_email_is_looked_up_whole(reader):
    found = await reader.get("/admin/users/email", email="ADMIN@demo.test")
    assert (found["hydra:totalItems"], found["hydra:member"][0]["id"]) == (1, 1)
    assert (await reader.get("/admin/users/email", email="admin@demo"))["hydra:totalItems"] == 0
    assert (await reader.http.get("/admin/users/email")).status_code == 500


async def test_territory_status(reader):
    answer = await reader.get("/admin/users/8/rzpTerritoryStatus")
    assert answer["rzpTerritoryStatus"] in ("notConsidered", "pondering", "ongoing", "working", "unsuscribed")


@pytest.mark.parametrize("accept", ["image/png", "text/csv"])
async def test_an_answer_in_another_format(reader, accept):
    answer = await reader.http.get("/admin/users", headers={"Accept": accept})
    assert answer.status_code == 400
    assert "is not supported" in answer.json()["hydra:description"]


async def test_unknown_routes_and_methods(reader):
    assert (await reader.http.get("/admin/nothing")).status_code == 404
    assert (await reader.http.put("/admin/territories/1", json={})).status_code == 405
