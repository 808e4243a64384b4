"""Embedded dashboards: who gets an address, of what, and the page behind it (session.yaml, get_analytic)."""

import re

import jwt
import pytest

from tests.sandbox.conftest import refusal
from tests.support.proofs import proves

SUMMARY = "/admin/analytics/summary"


def claims(answer: dict) -> tuple[int, dict]:
    """The number of the dashboard and its filters, as they are signed."""
    token = answer["url"].partition("/_sandbox/dashboards/")[2].partition("#")[0]
    read = jwt.decode(token, options={"verify_signature": False})
    return read["resource"]["dashboard"], read["params"]


async def test_the_list_is_always_empty(reader):
    answer = await reader.get("/admin/analytics")
    assert (answer["hydra:member"], answer["hydra:totalItems"]) == ([], 0)


async def test_an_address_is_signed_for_what_is_asked(checked):
    answer = await checked.get(SUMMARY, periodicity="monthly", communityId=4, territoryId=3)
    number, params = claims(answer)
    assert (number, answer["communityId"], answer["territoryId"], answer["type"]) == (12, 4, 3, "summary")
    assert (params["idcommunityoperational"], params["idterritoryoperational"]) == ("demo_4", ["demo_3"])
    assert answer["url"].endswith("#bordered=false&titled=false")


@pytest.mark.parametrize(("text", "dark"), [("1", True), ("true", True), ("false", True), ("0", False), ("", False)])
async def test_any_text_is_dark(reader, text, dark):
    answer = await reader.get(SUMMARY, periodicity="yearly", darkTheme=text)
    assert answer["url"].endswith("&theme=night") is dark
    assert claims(answer)[1] == {
        "idterritoryoperational": ["demo"],
        "idcommunityoperational": "demo",
        "organization": "Covoiturage de démonstration",
    }


@pytest.mark.parametrize(
    ("path", "params", "expected"),
    [
        (SUMMARY, {}, (500, "Internal Server Error")),
        (SUMMARY, {"periodicity": "hourly"}, (500, "Internal Server Error")),
        ("/admin/analytics/nothing", {"periodicity": "monthly"}, (500, "Internal Server Error")),
        ("/admin/analytics/solidary", {"periodicity": "daily"}, (400, "Unknown dashboard")),
    ],
)
async def test_what_is_refused(reader, path, params, expected):
    assert refusal(await reader.http.get(path, params=params)) == expected


@pytest.mark.parametrize("path", ["/admin/analytics", SUMMARY])
async def test_rights_are_asked_for(make, path):
    caller = await make().sign_in("editor")
    assert refusal(await caller.http.get(path, params={"periodicity": "monthly"})) == (400, "Access Denied.")


async def test_a_manager_sees_a_community_of_his(make):
    caller = await make().sign_in("communities")
    mine = (await caller.members("/admin/communities/moderated"))[0]["id"]
    own = await caller.get(SUMMARY, periodicity="monthly", communityId=mine)
    assert claims(own)[1]["idcommunityoperational"] == f"demo_{mine}"
    forced = await caller.get(SUMMARY, periodicity="monthly", communityId=9, forceDefaultCommunityId="false")
    assert claims(forced)[1]["idcommunityoperational"] == "demo_1"
    neither = await caller.get(SUMMARY, periodicity="monthly")
    assert (neither["communityId"], claims(neither)[1]["idcommunityoperational"]) == (None, "demo")
    other = await caller.http.get(SUMMARY, params={"periodicity": "monthly", "communityId": 9})
    assert refusal(other) == (500, "Internal Server Error")


async def test_the_page_shows_true_figures(make):
    caller = await make().sign_in("admin")
    url = (await caller.get(SUMMARY, periodicity="yearly", communityId=1))["url"]
    page = await caller.http.get(url)
    assert page.status_code == 200
    assert "Adhésions à la communauté" in page.text
    assert "<figcaption>Adhésions par an</figcaption>" in page.text
    whole = (await caller.get(SUMMARY, periodicity="yearly"))["url"]
    assert "La plateforme en chiffres" in (await caller.http.get(whole)).text
    monthly = (await caller.get(SUMMARY, periodicity="monthly"))["url"]
    english = (await caller.http.get(monthly, headers={"Accept-Language": "en-GB"})).text
    assert "The platform in figures" in english
    month = r"<span>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:<br>(\d{4}))?</span>"
    years = re.findall(month, english)
    assert len(years) == 12
    told = [each for each in years if each]
    assert told == sorted(set(told)), "each year once, below its first month"
    assert years[0]
    daily = (await caller.get(SUMMARY, periodicity="daily"))["url"]
    days = re.findall(r"<span>\d{1,2} [a-zéû]+\.?(?:<br>\d{4})?</span>", (await caller.http.get(daily)).text)
    assert len(days) == 12


@proves("SANDBOX-16")
async def test_each_dashboard_is_called_after_what_it_shows(make):
    caller = await make().sign_in("admin")
    for view, title in (("summary", "La plateforme en chiffres"), ("solidary", "Demandes de transport solidaire")):
        url = (await caller.get(f"/admin/analytics/{view}", periodicity="monthly"))["url"]
        page = (await caller.http.get(url)).text
        assert f"<title>{title}</title>" in page
        assert f"<h1>{title}</h1>" in page
        assert "bac à sable" not in page
    figures = [int(each) for each in re.findall(r"<dd>([^<]+)</dd>", page)]
    assert figures[0] == figures[1] + figures[2] > 0


async def test_the_page_counts_what_the_lists_count(make):
    caller = await make().sign_in("admin")
    page = (await caller.http.get((await caller.get(SUMMARY, periodicity="monthly"))["url"])).text
    figures = [int(each.replace("\u202f", "")) for each in re.findall(r"<dd>([^<]+)</dd>", page)]
    counted = {
        name: (await caller.get(f"/admin/{name}", perPage=1))["hydra:totalItems"]
        for name in ("users", "communities", "relaypoints")
    }
    assert [figures[0], *figures[2:]] == list(counted.values())
    narrowed = (await caller.http.get((await caller.get(SUMMARY, periodicity="monthly", communityId=4))["url"])).text
    members = sum(int(each) for each in re.findall(r"<dd>([^<]+)</dd>", narrowed))
    assert members == (await caller.get("/admin/communities/4/members", perPage=1))["hydra:totalItems"]
    assert (await caller.http.get("/_sandbox/public-sans.woff2")).content.startswith(b"wOF2")


async def test_another_signature_is_no_address(make):
    caller = await make().sign_in("admin")
    forged = jwt.encode({"resource": {"dashboard": 12}, "params": {}}, "k" * 32, "HS256")
    assert (await caller.http.get(f"/_sandbox/dashboards/{forged}")).status_code == 400
    session = caller.http.headers["Authorization"].removeprefix("Bearer ")
    assert (await caller.http.get(f"/_sandbox/dashboards/{session}")).status_code == 400
    token = (await caller.get(SUMMARY, periodicity="monthly"))["url"].rpartition("/")[2].partition("#")[0]
    refused = await caller.http.get("/users/me", headers={"Authorization": f"Bearer {token}"})
    assert refused.status_code == 401


async def test_the_base_may_be_another_site(make):
    caller = await make(analytics_url="https://metabase.example.org/embed/dashboard/").sign_in("admin")
    answer = await caller.get(SUMMARY, periodicity="monthly")
    assert answer["url"].startswith("https://metabase.example.org/embed/dashboard/eyJ")
