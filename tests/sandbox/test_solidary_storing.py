"""Solidary records: what is stored and then answered as a failure, and what a replacing edition loses."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import select

from sandbox.solidary.tables import DAYS, matchings, solidaries, solidary_messages, solutions, user_structures
from sandbox.tables import role_assignments, users
from tests.sandbox.conftest import refusal
from tests.sandbox.records import (
    NEXT_WEEK,
    PUNCTUAL,
    RECORDS,
    REGULAR,
    body,
    count,
    made,
    patched,
    texts,
    value,
    volunteer,
)
from tests.sandbox.records import regular as weekly
from tests.support.proofs import proves

FAILURE = (500, "Internal Server Error")
FLEXIBLE = {
    **PUNCTUAL,
    "punctualOutwardDateChoice": 3,
    "punctualOutwardMaxDate": (NEXT_WEEK + timedelta(days=15)).isoformat(),
    "punctualReturnDateChoice": 3,
}
# Nobody lives there, and nobody drives by.
FAR = {"postalCode": "29200", "addressLocality": "Brest", "latitude": 48.39, "longitude": -4.48}


def alone(**changes):
    """A record that nobody matches."""
    return body(**{"origin": FAR, "destination": {**FAR, "latitude": 48.45}, **changes})


def row(caller, number):
    return caller.app.state.sandbox.database.row(select(solidaries).where(solidaries.c.id == number))


def last(caller):
    return caller.app.state.sandbox.database.rows(select(solidaries).order_by(solidaries.c.id))[-1]


async def with_carpooler(caller, **changes):
    """A record that a carpooler matches, and what retains him."""
    record = await made(caller, alone(**changes))
    database = caller.app.state.sandbox.database
    ends = [["Brest", 48.39, -4.48], ["Brest", 48.45, -4.48]]
    offer = {"frequency": 1, "type": "oneway", "exclusive": False, "from": "2026-11-30", "to": None, "time": "08:00"}
    offer |= {"arrival": "08:30", "days": [], "origin": ends[0], "destination": ends[1], "detour": [60, 500]}
    line = {"solidary_id": record["id"], "way": 1, "driver_id": 20, "volunteer": False, "offer": json.dumps(offer)}
    number = database.insert(matchings, **line)
    database.commit()
    return record, {"solution": {"matching": number, "carpooler": 20}}


# --- stored, and answered as a failure (trap 43) ---


@proves("SANDBOX-14")
async def test_a_carpooler_who_is_retained_makes_every_call_a_failure(desk):
    record, solution = await with_carpooler(desk)
    path = f"{RECORDS}/{record['id']}"
    assert refusal(await desk.patch(path, solution)) == FAILURE
    assert count(desk, solutions, solutions.c.solidary_id == record["id"]) == 1
    assert refusal(await desk.http.get(path)) == FAILURE
    animation = {"animation": {"action": 72, "user": 20}}
    assert refusal(await desk.patch(path, animation)) == FAILURE
    assert row(desk, record["id"]).progression == 50
    number = value(desk, select(solutions.c.id).where(solutions.c.solidary_id == record["id"]))
    assert refusal(await desk.patch(path, {"message": {"solution": number, "text": "Bonjour"}})) == FAILURE
    assert count(desk, solidary_messages, solidary_messages.c.solution_id == number) == 1
    # The list has what was done.
    (line,) = [each for each in await desk.members(RECORDS) if each["id"] == record["id"]]
    assert (line["progression"], line["adminlastAction"]) == (50, "solidary_contact_call")


@proves("SANDBOX-14")
async def test_an_edition_of_such_a_record_gets_no_further_than_what_is_in_place(desk):
    record, solution = await with_carpooler(desk)
    await desk.patch(f"{RECORDS}/{record['id']}", solution)
    before = count(desk, solidaries)
    assert refusal(await desk.patch(f"{RECORDS}/{record['id']}", {"adminsubject": 2})) == FAILURE
    stored = row(desk, record["id"])
    assert (stored.subject_id, stored.status, count(desk, solidaries)) == (2, 0, before)


async def test_a_record_that_is_over_can_be_read_unless_a_volunteer_matches(desk):
    record, solution = await with_carpooler(desk, punctualOutwardMinDate="2026-01-06")
    path = f"{RECORDS}/{record['id']}"
    await patched(desk, record, solution)
    assert (await desk.http.get(path)).status_code == 200
    database = desk.app.state.sandbox.database
    driver = volunteer(desk)
    line = {"solidary_id": record["id"], "way": 1, "driver_id": driver, "volunteer": True}
    kept = database.insert(matchings, **line)
    database.insert(solutions, solidary_id=record["id"], matching_id=kept)
    database.commit()
    assert refusal(await desk.http.get(path)) == FAILURE


@proves("SANDBOX-14")
async def test_flexible_dates_that_somebody_matches_are_made_and_answered_as_a_failure(desk):
    volunteer(desk)
    before = count(desk, solidaries)
    assert refusal(await desk.post(RECORDS, body(**FLEXIBLE))) == FAILURE
    assert count(desk, solidaries) == before + 1
    number = last(desk).id
    assert number in {each["id"] for each in await desk.members(RECORDS)}
    assert refusal(await desk.http.get(f"{RECORDS}/{number}")) == FAILURE
    assert "0611111111" in texts(desk)


@proves("SANDBOX-14")
async def test_the_failures_can_be_switched_off(make):
    caller = await make(fail_after_storing=False).sign_in("solidary")
    volunteer(caller)
    assert (await made(caller, body(**FLEXIBLE)))["adminfrequency"] == 3


# --- what a replacing edition loses ---


@proves("SANDBOX-15")
@pytest.mark.parametrize("change", [{"needs": [1]}, {"beneficiary": {"telephone": "0601020304"}}])
async def test_a_flexible_record_becomes_weekly(desk, change):
    """Trap 42: every day of its window, and it keeps its punctual choices."""
    record = await made(desk, alone(**FLEXIBLE))
    found = await patched(desk, record, change)
    assert found["adminsolidaryId"] == record["id"]
    assert found["adminfrequency"] == 2
    assert found["punctualOutwardDateChoice"] == 3
    assert (found["adminfromDate"], found["admintoDate"]) == (record["adminfromDate"], record["admintoDate"])
    assert all(found["adminschedules"][0][day] for day in DAYS)


async def test_dates_of_a_flexible_record_are_ignored_unless_it_says_that_it_is_not_weekly(desk):
    record = await made(desk, alone(**FLEXIBLE))
    later = (NEXT_WEEK + timedelta(days=3)).isoformat()
    found = await patched(desk, record, {"punctualOutwardMinDate": later})
    assert (found["adminfrequency"], found["adminfromDate"]) == (2, record["adminfromDate"])


async def test_a_flexible_record_stays_one_for_who_says_everything(desk):
    record = await made(desk, alone(**FLEXIBLE))
    found = await patched(desk, record, {**FLEXIBLE, "needs": [1]})
    assert (found["adminfrequency"], found["adminsolidaryId"]) == (3, record["id"])
    assert found["adminreturnTime"] == record["adminreturnTime"]


@proves("SANDBOX-15")
async def test_a_return_that_is_not_said_leaves_an_orphan(desk):
    """Trap 42: and the record stays open, at each try."""
    record = await made(desk, alone(**FLEXIBLE))
    change = {name: each for name, each in FLEXIBLE.items() if name != "punctualReturnDateChoice"}
    for _ in range(2):
        assert refusal(await desk.patch(f"{RECORDS}/{record['id']}", change)) == FAILURE
        orphan = last(desk)
        assert (orphan.id > record["id"], orphan.from_date) == (True, None)
    assert row(desk, record["id"]).status == 0
    listed = {each["id"] for each in await desk.members(RECORDS)}
    assert record["id"] in listed
    assert orphan.id not in listed


async def test_without_return_the_choice_is_taken_from_before(desk):
    record = await made(desk, alone(**{**FLEXIBLE, "punctualReturnDateChoice": 1}))
    change = {name: each for name, each in FLEXIBLE.items() if name != "punctualReturnDateChoice"}
    assert (await patched(desk, record, change))["adminfrequency"] == 3


@proves("SANDBOX-15")
async def test_any_destination_is_lost_unless_it_is_said_again(desk):
    """Trap 41: no read shows it."""
    content = alone(destinationAny=True)
    record = await made(desk, content)
    again = await patched(desk, record, {"needs": [1], "destinationAny": True})
    lost = await patched(desk, again, {"needs": [2]})
    marks = [row(desk, each["id"]).destination_any for each in (record, again, lost)]
    assert marks == [True, True, False]
    assert lost["admindestination"]["latitude"] == lost["adminorigin"]["latitude"]


async def test_a_weekly_record_that_was_punctual_keeps_its_choices(desk):
    """Trap 26: and so everything replaces it."""
    record = await patched(desk, await made(desk, alone()), REGULAR)
    assert (record["adminfrequency"], record["punctualOutwardDateChoice"]) == (2, 1)
    again = await patched(desk, record, {"needs": [1]})
    assert (again["adminsolidaryId"], again["adminfrequency"]) == (record["id"], 2)


@proves("SANDBOX-15")
async def test_every_replacing_edition_texts_every_driver_again(desk):
    volunteer(desk)
    record = await made(desk, body())
    before = texts(desk).count("0611111111")
    await patched(desk, record, {"needs": [1]})
    assert texts(desk).count("0611111111") == before + 1


async def test_who_matches_the_return_only_is_seen_once(desk):
    """Trap 47."""
    part = {f"m_{day}": False for day in DAYS}
    driver = volunteer(desk, **part)
    changes = {"punctualOutwardTimeChoice": 1, "punctualOutwardMinTime": "10:30", "punctualReturnDateChoice": 4}
    record = await made(desk, body(**changes))
    known = (matchings.c.solidary_id == record["id"], matchings.c.driver_id == driver)
    assert count(desk, matchings, *known, matchings.c.way == 2) == 1
    database = desk.app.state.sandbox.database
    database.write(matchings.delete().where(*known))
    database.commit()

    async def back():
        found = await desk.get(f"{RECORDS}/{record['id']}")
        return driver in {each["volunteerId"] for each in found["admintransporters"]["return"]}

    assert [await back() for _ in range(2)] == [True, False]
    assert count(desk, matchings, *known) == 1


# --- creating ---


async def test_somebody_new_needs_a_gender(writer):
    """Trap 45: nothing is stored."""
    await writer.sign_in("solidary")
    before = count(writer, users)
    assert refusal(await writer.post(RECORDS, body(beneficiary={"familyName": "Dubois"}))) == FAILURE
    assert count(writer, users) == before


@pytest.mark.parametrize("name", ["regularMinDate", "regularMaxDate"])
async def test_weekly_dates_are_missed_late(writer, name):
    """Trap 45: person and record are there, the record in no list."""
    await writer.sign_in("solidary")
    before = count(writer, users), count(writer, solidaries)
    content = weekly()
    del content[name]
    assert refusal(await writer.post(RECORDS, content)) == FAILURE
    assert (count(writer, users), count(writer, solidaries)) == (before[0] + 1, before[1] + 1)
    assert last(writer).from_date is None


async def test_an_empty_subject_is_one(writer):
    """Trap 45."""
    await writer.sign_in("solidary")
    assert (await made(writer, alone(additionalSubject="")))["adminsubject"] == ""


async def test_the_role_is_given_at_every_creation(desk):
    """Also to who was refused, whose membership stays as it is."""
    record = await made(desk, alone())
    database = desk.app.state.sandbox.database
    number = row(desk, record["id"]).user_structure_id
    database.change(user_structures, number, status=2)
    held = (role_assignments.c.user_id == record["adminuserId"], role_assignments.c.item == "ROLE_SOLIDARY_BENEFICIARY")
    database.write(role_assignments.delete().where(*held))
    database.commit()
    again = await made(desk, alone(beneficiary={"id": record["adminuserId"]}))
    assert count(desk, role_assignments, *held) == 1
    assert row(desk, again["id"]).user_structure_id == number
    status = select(user_structures.c.status).where(user_structures.c.id == number)
    assert database.value(status) == 2
