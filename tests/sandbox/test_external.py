"""Partner platforms: their names, their journeys, and messages to their drivers (content-points.yaml)."""

import pytest
from sqlalchemy import delete

from sandbox.solidary.external import PROVIDERS
from sandbox.tables import role_assignments
from tests.sandbox.conftest import refusal
from tests.support.proofs import proves

SEARCH, CONNECT = "/admin/external_journeys", "/external_connections"
PLACES = {"from_latitude": 48.591, "from_longitude": 6.497, "to_latitude": 48.692054, "to_longitude": 6.184417}
ASKED = {
    **PLACES,
    "driver": 1,
    "passenger": 0,
    "frequency": "punctual",
    "outward_mindate": "2026-12-01",
    "outward_maxdate": "2026-12-03",
    "days_tuesday": 1,
    "tuesday_mintime": "08:00:00",
    "tuesday_maxtime": "10:00:00",
}
WEEKLY = {**ASKED, "frequency": "regular", "days_thursday": 1}
MESSAGE = {"provider": "covoit-est", "carpoolerUuid": "354", "journeysUuid": "15246", "content": "Bonjour", "role": 2}
DOWN = {"providers": ["mobi-lorraine"]}


async def test_providers_have_a_name_and_no_keys(desk):
    assert await desk.members("/admin/external_journey_providers") == [{"name": each.name} for each in PROVIDERS]


@proves("SANDBOX-13")
async def test_journeys_of_both_are_around_the_places(desk):
    found = await desk.members(SEARCH, **ASKED)
    assert {each["externalProvider"] for each in found} == {each.name for each in PROVIDERS}
    assert found == await desk.members(SEARCH, **ASKED)
    for each in found:
        assert (each["external"], each["frequency"], each["matchingId"], each["driver"]) == (True, 1, None, 1)
        assert "schedule" not in each
        assert "2026-12-01" <= each["fromDate"] <= "2026-12-03"
        assert abs(float(each["origin"]["latitude"]) - PLACES["from_latitude"]) < 0.06
        assert abs(float(each["destination"]["longitude"]) - PLACES["to_longitude"]) < 0.06
        # The length of the journey, whatever its name says.
        assert 20_000 < int(each["detourDistance"]) < 70_000
    kinds = {each["externalProvider"]: type(each["detourDistance"]) for each in found}
    assert kinds == {"covoit-est": str, "mobi-lorraine": int}


async def test_regular_journeys_drive_on_days_that_were_asked_for(desk):
    found = await desk.members(SEARCH, **WEEKLY)
    days = {day for each in found for day, at in each["schedule"].items() if at}
    assert {each["frequency"] for each in found} == {2}
    assert days <= {"tue", "thu"}
    assert all("08:00" <= at[11:16] <= "11:00" for each in found if (at := each["schedule"]["tue"]))


@pytest.mark.parametrize("number", ["1", "2"])
async def test_the_numbers_of_other_operations_are_no_words_here(seen, number):
    searched = {**WEEKLY, "frequency": number}
    assert await seen.members(SEARCH, **searched) == await seen.members(SEARCH, **{**WEEKLY, "frequency": "often"})


async def test_one_provider_may_be_asked_alone_and_an_unknown_one_asks_all(desk):
    alone = await desk.members(SEARCH, **ASKED, provider="covoit-est")
    assert {each["externalProvider"] for each in alone} == {"covoit-est"}
    assert len(await desk.members(SEARCH, **ASKED, provider="nobody")) > len(alone)


async def test_nobody_drives_when_passengers_are_looked_for(desk):
    assert await desk.members(SEARCH, **{**ASKED, "driver": 0, "passenger": 1}) == []


@proves("SANDBOX-13")
async def test_one_that_is_down_fails_the_whole_search_and_its_keys_are_quoted(desk):
    await desk.plain.put("/_sandbox/faults", json=DOWN)
    status, text = refusal(await desk.http.get(SEARCH, params=ASKED))
    assert (status, "mobi-lorraine" in text, "apikey=" in text) == (400, True, True)
    assert await desk.members(SEARCH, **ASKED, provider="covoit-est")


async def test_points_are_needed(seen):
    # The description forbids it: not on the checked line.
    answer = await seen.http.get(SEARCH, params={**ASKED, "to_latitude": "nord"})
    assert refusal(answer) == (400, "Latitudes and longitudes are needed.")


async def test_rights_are_asked_for(make):
    caller = await make().sign_in("nobody")
    database = caller.app.state.sandbox.database
    database.write(delete(role_assignments))
    database.commit()
    assert refusal(await caller.http.get(SEARCH, params=ASKED)) == (400, "Access Denied.")
    assert refusal(await caller.post(CONNECT, MESSAGE)) == (400, "Access Denied.")
    # Names are for anybody who is signed in.
    assert len(await caller.members("/admin/external_journey_providers")) == 2
    assert (await caller.plain.get("/admin/external_journey_providers")).status_code == 401


@proves("SANDBOX-13")
async def test_a_message_is_with_the_partner_and_the_caller_is_told(desk):
    answer = await desk.post(CONNECT, MESSAGE)
    assert answer.status_code == 201
    assert answer.json() | MESSAGE == answer.json()
    assert (await desk.outbox())[-2:] == [
        ("partner", "covoit-est/354", "Trajet 15246 : message d’un passager"),
        ("mail", "solidary@demo.test", "Votre message a été transmis"),
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"carpoolerUuid": 354}, (400, 'The type of the "carpoolerUuid" attribute must be "string", "integer" given.')),
        ({"content": None}, (400, 'The type of the "content" attribute must be "string", "NULL" given.')),
        ({"role": "2"}, (400, 'The type of the "role" attribute must be "int", "string" given.')),
        ({"journeysUuid": " "}, (400, "journeysUuid: Cette valeur ne doit pas être vide.")),
        ({"provider": "nobody"}, (500, "Internal Server Error")),
        ({"role": 4}, (500, "Internal Server Error")),
    ],
)
async def test_what_is_refused(make, changes, expected):
    caller = await make().sign_in("solidary")
    assert refusal(await caller.post(CONNECT, {**MESSAGE, **changes})) == expected
    assert await caller.outbox() == []


async def test_a_partner_that_is_down_gets_nothing(desk):
    await desk.plain.put("/_sandbox/faults", json={"providers": ["covoit-est"]})
    assert (await desk.post(CONNECT, MESSAGE)).status_code == 400
    assert await desk.outbox() == []
