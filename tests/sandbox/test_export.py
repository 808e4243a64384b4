"""CSV export of users."""

import csv
import io

from sandbox.users.extended import HEADER


async def exported(caller, query=""):
    answer = await caller.http.get(f"/admin/users/export{query}", headers={"Accept": "text/csv"})
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.text)))


async def test_everything_without_parameters(reader):
    rows = await exported(reader)
    assert [int(row["id"]) for row in rows] == list(range(1, 201))
    assert list(rows[0]) == [
        *("id", "givenName", "familyName", "email", "telephone"),
        *("newsSubscription", "createdDate", "lastActivityDate"),
    ]


async def test_pages_filters_and_order(reader):
    rows = await exported(reader, "?newsSubscription=true&order[id]=desc&page=2&perPage=5")
    wanted = await reader.members(
        "/admin/users", **{"newsSubscription": "true", "order[id]": "desc", "page": 2, "perPage": 5}
    )
    assert [int(row["id"]) for row in rows] == [user["id"] for user in wanted]
    assert {row["newsSubscription"] for row in rows} == {"1"}


async def test_a_column_without_any_value_is_left_out(reader):
    (row,) = await exported(reader, "?selected=13")
    assert "givenName" not in row
    assert row["id"] == "13"


async def test_nobody(reader):
    answer = await reader.http.get("/admin/users/export?selected=99999", headers={"Accept": "*/*"})
    assert answer.text == "\n"


async def test_the_extended_export(reader):
    rows = await exported(reader, "?exportType=1&community=1")
    assert list(rows[0]) == list(HEADER)
    assert len(HEADER) == len(set(HEADER)) == 52
    assert {row["Communauté 1"] for row in rows} == {"Covoitureurs du Grand Nancy"}
    assert {row["Genre"] for row in rows} <= {"Indéfini", "Femme", "Homme", "Autre"}
    hitchhikers = await exported(reader, "?exportType=1&isHitchHiker=true")
    assert "Aucun" not in {row["Utilisation de Rezo Pouce"] for row in hitchhikers}


async def test_another_format(reader):
    answer = await reader.http.get("/admin/users/export", headers={"Accept": "application/ld+json"})
    assert (answer.status_code, "text/csv" in answer.json()["detail"]) == (400, True)
