"""Every filter of the list of users, against a plain reading of all users."""

from collections.abc import Callable
from typing import Any

import pytest

User = dict[str, Any]
HITCH: Callable[[User], bool] = lambda u: bool(u["hitchHikeDriver"] or u["hitchHikePassenger"])  # noqa: E731
FILTERS: list[tuple[dict[str, Any], Callable[[User], bool]]] = [
    ({"familyName": "marchal"}, lambda u: "marchal" in (u["familyName"] or "").lower()),
    ({"familyName": "EMOJI"}, lambda u: u["id"] == 9),
    ({"familyName": "d'aubigne"}, lambda u: u["id"] == 11),
    (
        {"givenName[]": ["camille", "claire"]},
        lambda u: (u["givenName"] or "").lower().startswith(("camille", "claire")),
    ),
    ({"email": "demo.TEST"}, lambda u: u["email"].endswith("@demo.test")),
    ({"q": "lefebvre cam"}, lambda u: u["id"] == 7),
    ({"q": "camille lef"}, lambda u: u["id"] == 7),
    ({"q": "o'connor"}, lambda u: u["id"] == 11),
    ({"q": "100 %_"}, lambda u: False),
    ({"telephone": "0610000000"}, lambda u: u["id"] == 1),
    ({"id": 12}, lambda u: u["id"] == 12),
    ({"id[]": [3, 5]}, lambda u: u["id"] in (3, 5)),
    ({"selected": "12,15,18"}, lambda u: u["id"] in (12, 15, 18)),
    ({"gender": 2}, lambda u: u["gender"] == 2),
    ({"gender[]": [0, 3]}, lambda u: u["gender"] in (0, 3)),
    ({"isHitchHiker": "true"}, HITCH),
    ({"isHitchHiker": "1"}, lambda u: True),
    ({"isHitchHiker": "true", "identityStatus": 1}, lambda u: HITCH(u) and u["identityStatus"] == 1),
    ({"identityStatus[]": [0, 1]}, lambda u: u["identityStatus"] in (0, 1)),
    ({"identityProofStatus": 2}, lambda u: any(p["status"] == 2 for p in u["identityProofs"])),
    ({"rezoKit": "true"}, lambda u: u["rezoKit"] is True),
    ({"rezoKit": "false"}, lambda u: not u["rezoKit"]),
    ({"cardLetterPosted": "false", "isHitchHiker": "true"}, lambda u: HITCH(u) and not u["cardLetterPosted"]),
    ({"newsSubscription": "true"}, lambda u: u["newsSubscription"] is True),
    ({"newsSubscription": "no"}, lambda u: u["newsSubscription"] is False),
    ({"createdDate[after]": "2026-01-01"}, lambda u: u["createdDate"] >= "2026-01-01"),
    ({"createdDate[strictly_before]": "2024-06-01"}, lambda u: u["createdDate"] < "2024-06-01"),
    ({"createdDate[after]": "not a day"}, lambda u: True),
    ({"lastActivityDate[before]": "2025-06-01"}, lambda u: (u["lastActivityDate"] or "9") < "2025-06-01"),
    ({"territory": 1}, lambda u: home(u).startswith("54")),
    ({"homeAddressTerritory": "/territories/7"}, lambda u: home(u).startswith("31")),
    ({"homeAddressTerritory[]": [1, 7]}, lambda u: home(u).startswith(("54", "31"))),
    ({"filters[gender]": 2, "colour": "red"}, lambda u: True),
]


def home(user: User) -> str:
    return (user["homeAddress"] or {}).get("postalCode") or ""


@pytest.mark.parametrize(("params", "wanted"), FILTERS, ids=[str(params) for params, _ in FILTERS])
async def test_a_filter(reader, params, wanted):
    everybody = await reader.members("/admin/users", perPage=500)
    page = await reader.get("/admin/users", **params, perPage=500)
    assert {user["id"] for user in page["hydra:member"]} == {user["id"] for user in everybody if wanted(user)}
    assert page["hydra:totalItems"] == len(page["hydra:member"])


@pytest.mark.parametrize(
    "params",
    [
        {"community": 1},
        {"communitiesExclude": 1},
        {"proposalValidUntil": "2026-06-01"},
        {"homeAddressODTerritory": 1},
        {"homeAddressDirectionTerritory": "/territories/1"},
        {"homeAddressWaypointTerritory": "1"},
        {"directionTerritory": 1},
        {"oDTerritory": 1},
        {"waypointTerritory": 1},
        {"origin": '{"lat":48.69,"lgt":6.18}', "range": 60},
        {"destination": '{"lat":43.60,"lgt":1.44}', "range": 60},
        {"solidary": 1},
        {"solidaryUser.volunteer": "true"},
        {"solidaryUser.beneficiary": "1"},
    ],
    ids=str,
)
async def test_a_filter_that_reads_other_tables_keeps_some(make, params):
    caller = await make(users=600).sign_in("admin")
    assert 0 < await caller.total("/admin/users", **params) < 600


async def test_a_filter_of_journeys_is_wider_than_the_home(make):
    caller = await make(users=600).sign_in("admin")
    homes = await caller.total("/admin/users", homeAddressTerritory=1)
    ends = await caller.total("/admin/users", homeAddressODTerritory=1)
    routes = await caller.total("/admin/users", homeAddressDirectionTerritory=1)
    assert homes < ends < routes


async def test_a_filter_the_server_cannot_run(reader):
    answer = await reader.http.get("/admin/users?isHitchHiker=false")
    assert (answer.status_code, answer.json()["hydra:description"]) == (503, "Service Unavailable")


async def test_many_matches_page_as_few_do(make, monkeypatch):
    """Beyond a threshold pages are found by walking the order; both ways must agree."""
    caller = await make(users=600).sign_in("admin")

    async def pages():
        caller.app.state.sandbox.matches.clear()
        params = {"newsSubscription": "true", "order[familyName]": "desc", "perPage": 40}
        numbers = range(1, 10)
        return [[u["id"] for u in await caller.members("/admin/users", **params, page=n)] for n in numbers]

    few = await pages()
    monkeypatch.setattr("sandbox.paging.FEW", 10)
    assert await pages() == few
    assert len(few[0]) == 40
