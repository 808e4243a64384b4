"""Solidary records: lists, creation, commands, editions that close and make anew, drivers (solidary.yaml)."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from sandbox.clock import SERVER_ZONE, now
from sandbox.solidary.tables import (
    diaries,
    matchings,
    proofs,
    solidaries,
    solidary_messages,
    solidary_users,
    texted,
    user_structures,
)
from sandbox.tables import users
from tests.sandbox.conftest import Caller, refusal
from tests.sandbox.records import (
    NEXT_WEEK,
    PUNCTUAL,
    RECORDS,
    REGULAR,
    body,
    count,
    made,
    mailed,
    patched,
    regular,
    texts,
    value,
    volunteer,
)
from tests.support.proofs import proves

# --- lists ---


async def test_an_operator_lists_the_records_of_his_structures(desk):
    found = await desk.members(RECORDS)
    known = desk.app.state.sandbox.database.rows(
        select(solidaries.c.id, solidaries.c.structure_id, solidaries.c.status)
    )
    assert {each["id"] for each in found} == {row.id for row in known if row.structure_id < 3 and row.status != 6}
    assert {each["status"] for each in found} == {0, 1, 2, 3, 4}
    assert await desk.total(RECORDS) == len(found)


@proves("SANDBOX-11")
async def test_a_super_administrator_lists_all_and_reads_none(reader, seen):
    """Trap 40: what is listed is not always let in."""
    assert await reader.total(RECORDS) > await seen.total(RECORDS)
    first = (await reader.members(RECORDS, perPage=1))[0]
    assert refusal(await reader.http.get(f"{RECORDS}/{first['id']}")) == (400, "Access Denied.")
    assert refusal(await reader.patch(f"{RECORDS}/{first['id']}", {})) == (400, "Access Denied.")


async def test_an_operator_is_refused_the_record_of_another_structure(seen, reader):
    mine = {each["id"] for each in await seen.members(RECORDS)}
    other = next(each["id"] for each in await reader.members(RECORDS) if each["id"] not in mine)
    assert refusal(await seen.http.get(f"{RECORDS}/{other}")) == (400, "Access Denied.")


async def test_without_the_permission_nothing_is_listed(shared):
    caller = await Caller(shared).sign_in("nobody")
    for path in (RECORDS, f"{RECORDS}/actions"):
        assert refusal(await caller.http.get(path)) == (400, "Access Denied.")


async def test_progression_means_lower_than(desk):
    """Trap 34; the bracket form is a failure."""
    found = await desk.members(RECORDS, progression=100, **{"order[fromDate]": "asc"})
    assert found
    assert all(each["progression"] < 100 for each in found)
    dates = [each["adminfromDate"] for each in found]
    assert dates == sorted(dates)
    assert len(await desk.members(RECORDS, progression=50)) < len(found)
    plain = await Caller(desk.app).sign_in("solidary")
    assert refusal(await plain.http.get(f"{RECORDS}?progression[lt]=100")) == (500, "Internal Server Error")


@pytest.mark.parametrize("field", ["id", "givenName", "familyName", "telephone", "subject", "progression", "fromDate"])
async def test_orders(desk, field):
    up = [each["id"] for each in await desk.members(RECORDS, **{f"order[{field}]": "asc"})]
    down = [each["id"] for each in await desk.members(RECORDS, **{f"order[{field}]": "desc"})]
    assert up == down[::-1]


async def test_the_date_of_the_last_action_orders_nothing(desk):
    ways = [await desk.members(RECORDS, **{"order[lastActionDate]": way}) for way in ("asc", "desc")]
    assert ways[0] == ways[1]


async def test_filters_by_name(desk):
    one = next(each for each in await desk.members(RECORDS) if each["adminfamilyName"])
    found = await desk.members(RECORDS, familyName=one["adminfamilyName"][:4].upper(), givenName=one["admingivenName"])
    assert one["id"] in {each["id"] for each in found}
    # Anything else is ignored.
    assert len(await (await Caller(desk.app).sign_in("solidary")).members(RECORDS, structure=1)) == len(
        await desk.members(RECORDS)
    )


@proves("SANDBOX-12")
async def test_the_demo_data_is_of_a_year_and_of_the_weeks_to_come(make):
    caller = await make(users=2000).sign_in("admin")
    known = caller.app.state.sandbox.database.rows(select(solidaries))
    assert len(known) == 600
    assert {row.status for row in known} == {0, 1, 2, 3, 4, 6}
    assert {row.frequency for row in known} == {1, 2, 3}
    dates = sorted(row.from_date for row in known)
    assert (dates[0][:7], dates[-1][:7]) == ("2025-11", "2026-12")
    replaced = {row.id for row in known if row.status == 6}
    assert replaced == {row.parent_id for row in known if row.parent_id}


@proves("SANDBOX-11", "SANDBOX-14")
async def test_every_record_of_the_demo_data_is_as_described(desk):
    listed = await desk.members(RECORDS)
    unread = 0
    for each in listed:
        answer = await desk.http.get(f"{RECORDS}/{each['id']}")
        if answer.status_code == 500:
            unread += 1
            continue
        record = answer.json()
        assert record["status"] == each["status"]
        assert record["admindiary"][-1]["action"] == "solidary_create"
    # Some cannot be read (trap 43), as in life; most can.
    assert 0 < unread <= len(listed) / 8


async def test_actions_are_listed_by_type(desk):
    found = await desk.members(f"{RECORDS}/actions")
    types = [each["type"] for each in found]
    assert types == sorted(types)
    assert set(types) == {1, 2, 3, 4, 5}
    assert len(found) == 29
    assert next(each for each in found if each["id"] == 72) | {"@id": "", "@type": ""} == {
        **{"@id": "", "@type": "", "id": 72, "name": "solidary_contact_call", "type": 2, "progression": "50.00"}
    }


# --- creating ---


async def test_a_creation_for_somebody_new(desk):
    record = await made(desk, body(needs=[1, 2], proofs=[{"id": 1, "value": True}]))
    assert (record["status"], record["progression"]) == (0, 0)
    assert (record["adminstructure"], record["adminstructureId"]) == ("Entraide Mobilité Lunévillois", 1)
    assert (record["adminsubject"], record["adminsubjectId"]) == ("Rendez-vous médical", 1)
    assert [each["id"] for each in record["needs"]] == [1, 2]
    # The slot of the structure: its middle, and its ends as the margin.
    times = [record[f"adminoutward{part}Time"][11:16] for part in ("", "Min", "Max")]
    assert times == ["09:00", "06:00", "12:00"]
    assert record["adminoutwardDate"][:10] == NEXT_WEEK.isoformat()
    assert record["adminproposalType"] == "oneway"
    assert (record["adminfrequency"], record["adminschedules"]) == (1, [])
    assert record["distance"] == pytest.approx(34, abs=4)
    assert [each["action"] for each in record["admindiary"]] == ["solidary_create"]
    assert record["adminoperatorGivenName"] == "Sophie"
    # Without e-mail one is made from the structure's.
    assert re.fullmatch(r"contact\+[0-9a-f]+@entraide-lunevillois.example.org", record["adminemail"])
    assert record["adminproofs"][0]["value"] is True
    # Accepted at once, whatever the structure says (trap 48).
    assert record["adminproofs"][0]["status"] == 1
    assert record["admintelephone"] == "0605060708"
    person = await desk.members("/admin/solidary_beneficiaries", familyName="Dubois")
    assert [(each["givenName"], each["structures"][0]["status"]) for each in person] == [("Marcel", 1)]


async def test_a_creation_for_somebody_who_is_there(desk):
    """`beneficiary.id` is the user's, not the solidary user's (trap 32); what differs is written on him."""
    user = await (await Caller(desk.app).sign_in("admin")).get("/admin/users/8")
    record = await made(desk, body(beneficiary={"id": 8, "telephone": "0383112233", "email": "other@example.org"}))
    assert record["adminuserId"] == 8
    assert (record["admintelephone"], record["adminemail"]) == ("0383112233", "other@example.org")
    assert record["adminfamilyName"] == user["familyName"]


async def test_proofs_are_added_to_those_given_before(desk):
    """Trap 29."""
    first = await made(desk, body(proofs=[{"id": 1, "value": True}, {"id": 2, "value": "2"}, {"id": 5, "value": None}]))
    again = await made(desk, body(beneficiary={"id": first["adminuserId"]}, proofs=[{"id": 2, "value": "1"}]))
    labels = [each["label"] for each in again["adminproofs"]]
    assert labels.count("Situation") == 2
    assert [each["value"] for each in again["adminproofs"]] == [True, "Demandeur d’emploi", "1"]


async def test_a_free_subject_and_a_free_need(desk):
    record = await made(desk, body(additionalSubject="Cérémonie familiale", additionalNeed="Déambulateur pliant"))
    assert record["adminsubject"] == "Cérémonie familiale"
    assert [each["label"] for each in record["needs"]] == ["Déambulateur pliant"]
    offered = await desk.get("/admin/structures/1")
    lines = offered["subjects"].values() if isinstance(offered["subjects"], dict) else offered["subjects"]
    assert "Cérémonie familiale" not in {each["label"] for each in lines}
    assert "Déambulateur pliant" not in {each["label"] for each in offered["needs"]}


@pytest.mark.parametrize(("choice", "back"), [(2, "10:00"), (3, "11:00"), (4, "12:00")])
async def test_a_return_so_many_hours_later(desk, choice, back):
    record = await made(desk, body(punctualReturnDateChoice=choice))
    assert (record["adminproposalType"], record["adminreturnTime"][11:16]) == ("roundtrip", back)
    assert record["adminreturnDate"][:10] == NEXT_WEEK.isoformat()


async def test_a_return_that_was_chosen(desk):
    day = (NEXT_WEEK + timedelta(days=1)).isoformat()
    changes = {"punctualReturnDateChoice": 5, "punctualReturnDate": day, "punctualReturnTime": "18:00"}
    record = await made(desk, body(**changes, punctualOutwardTimeChoice=1, punctualOutwardMinTime="09:30"))
    assert (record["adminreturnDate"][:10], record["adminreturnTime"][11:16]) == (day, "18:00")
    times = [record[f"adminoutward{part}Time"][11:16] for part in ("", "Min", "Max")]
    assert times == ["09:30", "09:15", "09:45"]


async def test_flexible_dates_and_any_destination(desk):
    desk.app.state.sandbox.settings.fail_after_storing = False
    changes = {"punctualOutwardDateChoice": 3, "punctualOutwardMaxDate": (NEXT_WEEK + timedelta(days=15)).isoformat()}
    content = body(**changes, destinationAny=True, punctualReturnDateChoice=3)
    del content["destination"]
    record = await made(desk, content)
    assert record["adminfrequency"] == 3
    assert record["admintoDate"][:10] == changes["punctualOutwardMaxDate"]
    assert record["admindestination"]["latitude"] == record["adminorigin"]["latitude"]
    (line,) = record["adminschedules"]
    assert all(line[day] for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun"))


async def test_a_regular_record_has_schedules_and_no_times(desk):
    record = await made(desk, regular())
    assert record["adminfrequency"] == 2
    assert not any(name.endswith("Time") for name in record)
    lines = record["adminschedules"]
    assert [(each["mon"], each["thu"], each["tue"]) for each in lines] == [(True, True, False), (False, False, True)]
    assert [each["returnTime"] and each["returnTime"][11:16] for each in lines] == ["12:00", None]
    assert record["adminproposalType"] == "roundtrip"


@pytest.mark.parametrize("name", ["beneficiary", "structure", "origin", "destination", "regular"])
async def test_what_is_needed_is_looked_at_first(writer, name):
    """A masked failure, and nothing is stored."""
    await writer.sign_in("solidary")
    before = count(writer, users), count(writer, solidaries)
    content = body()
    del content[name]
    assert refusal(await writer.post(RECORDS, content)) == (500, "Internal Server Error")
    assert (count(writer, users), count(writer, solidaries)) == before


async def test_a_used_email_is_a_failure(desk):
    """Trap 32."""
    content = body(beneficiary={"familyName": "Dubois", "gender": 2, "email": "admin@demo.test"})
    assert refusal(await desk.post(RECORDS, content))[0] == 500
    assert await desk.members("/admin/solidary_beneficiaries", familyName="Dubois") == []


@pytest.mark.parametrize("wrong", [{"adminsubject": 9999}, {"adminsubject": None}])
async def test_without_a_subject_a_half_made_person_stays(writer, wrong):
    """Traps 32 and 33."""
    await writer.sign_in("solidary")
    before = count(writer, users), count(writer, user_structures), count(writer, solidaries)
    assert refusal(await writer.post(RECORDS, body(**wrong)))[0] == 500
    after = count(writer, users), count(writer, user_structures), count(writer, solidaries)
    assert after == (before[0] + 1, before[1] + 1, before[2])


async def test_seconds_break_a_creation_halfway(writer):
    """Trap 32: the record that is left has no journey, and is in no list."""
    await writer.sign_in("solidary")
    before, listed = count(writer, solidaries), await writer.total(RECORDS)
    content = body(punctualOutwardTimeChoice=1, punctualOutwardMinTime="09:30:00")
    assert refusal(await writer.post(RECORDS, content))[0] == 500
    assert count(writer, solidaries) == before + 1
    assert await writer.total(RECORDS) == listed
    assert len(await writer.members("/admin/solidary_beneficiaries", familyName="Dubois")) == 1


async def test_a_journey_without_any_day(desk):
    lines = [{"mon": True, "outwardTime": None, "returnTime": None}]
    said = (400, "At least one day should be selected for a regular trip")
    assert refusal(await desk.post(RECORDS, regular() | {"regularSchedules": lines})) == said
    changes = {"punctualOutwardDateChoice": 2, "punctualOutwardMaxDate": NEXT_WEEK.isoformat()}
    back = {"punctualReturnDateChoice": 5, "punctualReturnDate": NEXT_WEEK.isoformat(), "punctualReturnTime": "18:00"}
    assert refusal(await desk.post(RECORDS, body(**changes, **back))) == said


async def test_a_root_id_is_refused(writer):
    assert refusal(await writer.post(RECORDS, body(id=3)))[0] == 400


async def test_a_mandatory_proof_needs_a_value(writer):
    await writer.sign_in("solidary")
    for line in ({"id": 1, "value": None}, {"id": 1}, {"id": 999, "value": True}):
        assert refusal(await writer.post(RECORDS, body(proofs=[line])))[0] == 500


# --- commands ---


@pytest.fixture
async def record(desk) -> dict:
    """A new record."""
    return await made(desk, body(punctualReturnDateChoice=3))


async def test_an_action_sets_status_and_progression(desk, record):
    user = record["adminuserId"]
    animation = {"action": 72, "user": user, "comment": "Message <b>laissé</b>\nsur le répondeur."}
    found = await patched(desk, record, {"animation": animation})
    assert (found["status"], found["progression"]) == (2, 50)
    entry = found["admindiary"][0]
    assert (entry["action"], entry["progression"]) == ("solidary_contact_call", "50.00")
    assert entry["comment"] == "Message laissé<br />\nsur le répondeur."
    assert (entry["authorGivenName"], entry["userId"]) == ("Sophie", user)
    assert found["adminlastAction"] == "solidary_contact_call"
    closed = await patched(desk, record, {"animation": {"action": 59, "user": user}})
    assert (closed["status"], closed["progression"]) == (4, 100)
    # Backwards too: nothing is refused.
    again = await patched(desk, record, {"animation": {"action": 51, "user": user, "progression": 60}})
    assert (again["status"], again["progression"]) == (3, 60)


async def test_taking_into_account_leaves_the_status(desk, record):
    found = await patched(desk, record, {"animation": {"action": 71, "user": record["adminuserId"]}})
    assert (found["status"], found["progression"]) == (0, 25)
    free = await patched(desk, record, {"animation": {"action": 90, "user": record["adminuserId"]}})
    assert (free["status"], free["progression"], free["admindiary"][0]["progression"]) == (0, 25, "25.00")


@pytest.mark.parametrize(("progression", "status"), [(25, 1), (50, 2), (75, 3), (100, 4)])
async def test_progress_by_hand(desk, record, progression, status):
    animation = {"action": 39, "user": record["adminuserId"], "progression": progression}
    found = await patched(desk, record, {"animation": animation})
    assert (found["status"], found["progression"]) == (status, progression)


@pytest.mark.parametrize(
    "animation",
    [
        *({"action": 39, "user": 1, "progression": wrong} for wrong in (0, 30, None)),
        *({"user": 1}, {"action": 72}, {"action": 999, "user": 1}, {"action": 72, "user": 99_999}, None),
    ],
)
async def test_an_action_that_lacks_something_is_a_failure(writer, animation):
    await writer.sign_in("solidary")
    record = await made(writer, body())
    answer = await writer.patch(f"{RECORDS}/{record['id']}", {"animation": animation})
    assert refusal(answer) == (500, "Internal Server Error")


async def test_action_105_hides_a_record_for_good(desk, record):
    """Trap 30: no list has it, it can still be read."""
    await patched(desk, record, {"animation": {"action": 105, "user": record["adminuserId"]}})
    assert record["id"] not in {each["id"] for each in await desk.members(RECORDS)}
    found = await desk.get(f"{RECORDS}/{record['id']}")
    assert found["status"] == 6
    assert "adminsolidaryChildId" not in found


async def test_the_first_command_runs_and_the_rest_is_dropped(desk, record):
    """Trap 28."""
    plain = await Caller(desk.app).sign_in("solidary")
    content = {"animation": {"action": 90, "user": record["adminuserId"]}, "needs": [1], "regular": False}
    found = await patched(plain, record, {**content, "message": {"solution": 1, "text": "x"}})
    assert (found["id"], found["needs"]) == (record["id"], [])
    assert found["admindiary"][0]["action"] == "solidary_free"
    assert count(desk, solidary_messages, solidary_messages.c.text == "x") == 0


async def test_a_driver_is_retained_both_ways_and_once(desk):
    driver = volunteer(desk)
    record = await made(desk, body(punctualReturnDateChoice=3))
    (match,) = [each for each in record["admintransporters"]["outward"] if each["volunteerId"] == driver]
    assert match["type"] == "roundtrip"
    assert sum(match["schedule"].values()) == 1
    solution = {"matching": match["matchingId"], "transporter": driver}
    found = await patched(desk, record, {"solution": solution})
    drivers = found["adminsolutions"]["drivers"]
    assert [(each["type"], each["userId"], each["contacted"], each["status"]) for each in drivers] == [
        ("transporter", driver, False, 0)
    ] * 2
    assert (found["status"], found["progression"]) == (0, 0)
    again = await desk.patch(f"{RECORDS}/{record['id']}", {"solution": solution})
    assert refusal(again) == (500, "Internal Server Error")


async def test_a_message_is_in_the_thread_of_one_way_and_in_no_mail(desk):
    """Trap 44: retained both ways, a driver has two threads, and looks contacted on one of them."""
    driver = volunteer(desk)
    record = await made(desk, body(punctualReturnDateChoice=3))
    match = next(each for each in record["admintransporters"]["outward"] if each["volunteerId"] == driver)
    found = await patched(desk, record, {"solution": {"matching": match["matchingId"], "transporter": driver}})
    before = mailed(desk)
    number = found["adminsolutions"]["drivers"][0]["id"]
    found = await patched(desk, record, {"message": {"solution": number, "text": "Bonjour,\nêtes-vous libre ?"}})
    assert mailed(desk) == before
    threads = found["adminsolutions"]["threads"]
    assert sorted(len(each) for each in threads.values()) == [0, 1]
    (message,) = threads[str(number)]
    assert message["text"] == "Bonjour,<br />\nêtes-vous libre ?"
    assert (message["posterId"], message["delegateGivenName"]) == (record["adminuserId"], "Sophie")
    drivers = found["adminsolutions"]["drivers"]
    assert [each["contacted"] for each in drivers] == [each["id"] == number for each in drivers]


@pytest.mark.parametrize(
    "command",
    [
        {"solution": {"matching": 99_999, "transporter": 1}},
        {"solution": {"matching": 1}},
        {"solution": {}},
        {"message": {"solution": 99_999, "text": "x"}},
        {"message": {"solution": 1}},
    ],
)
async def test_a_command_that_lacks_something_is_a_failure(writer, command):
    await writer.sign_in("solidary")
    record = await made(writer, body())
    assert refusal(await writer.patch(f"{RECORDS}/{record['id']}", command)) == (500, "Internal Server Error")


async def test_threads_are_an_empty_array_without_solution(record):
    assert record["adminsolutions"] == {"drivers": [], "threads": []}


# --- editing ---


async def test_a_punctual_record_is_closed_and_made_anew(desk, record):
    """Trap 26: even when only the needs change. The answer is the new one."""
    driver = volunteer(desk)
    old = await desk.get(f"{RECORDS}/{record['id']}")
    match = next(each for each in old["admintransporters"]["outward"] if each["volunteerId"] == driver)
    await patched(desk, record, {"solution": {"matching": match["matchingId"], "transporter": driver}})
    new = await patched(desk, record, {"needs": [1], "additionalNeed": "Chien guide"})
    assert new["id"] != record["id"]
    assert (new["status"], new["progression"], new["adminsolidaryId"]) == (0, 0, record["id"])
    assert [each["label"] for each in new["needs"]][1:] == ["Chien guide"]
    assert new["adminsolutions"] == {"drivers": [], "threads": []}
    assert new["adminsubjectId"] == record["adminsubjectId"]
    assert new["adminoutwardTime"] == record["adminoutwardTime"]
    assert [each["action"] for each in new["admindiary"]] == ["solidary_create"]
    old = await desk.get(f"{RECORDS}/{record['id']}")
    assert (old["status"], old["adminsolidaryChildId"]) == (6, new["id"])
    assert old["admindiary"][0]["action"] == "solidary_deeply_updated"
    assert len(old["adminsolutions"]["drivers"]) == 2
    ids = {each["id"] for each in await desk.members(RECORDS)}
    assert new["id"] in ids
    assert record["id"] not in ids


async def test_a_regular_record_is_edited_in_place(desk):
    record = await made(desk, regular())
    changes = {"needs": [2], "adminsubject": 2, "beneficiary": {"telephone": "0601020304"}, "regularDateChoice": 3}
    found = await patched(desk, record, changes)
    assert (found["id"], found["adminsubjectId"], found["admintelephone"]) == (record["id"], 2, "0601020304")
    assert [each["id"] for each in found["needs"]] == [2]
    # Alone it is ignored.
    assert found["regularDateChoice"] == 2


@pytest.mark.parametrize(
    "change",
    [
        {
            name: value
            for name, value in REGULAR.items()
            if name in ("regular", "regularDateChoice", "regularSchedules")
        },
        {"destinationAny": True},
        {"regularMaxDate": "2027-06-30"},
        {"destination": {"addressLocality": "Metz"} | {"latitude": 49.1193, "longitude": 6.1757}},
    ],
    ids=lambda change: next(iter(change)),
)
async def test_what_replaces_any_record(desk, change):
    """Trap 27: `regular` even unchanged, any destination, a date, another place."""
    record = await made(desk, regular())
    found = await patched(desk, record, change)
    assert (found["adminsolidaryId"], found["adminfrequency"]) == (record["id"], 2)


async def test_the_same_place_replaces_nothing(desk):
    record = await made(desk, regular())
    same = {"addressLocality": "Nancy", "latitude": 48.692054}
    assert (await patched(desk, record, {"destination": same}))["id"] == record["id"]


async def test_another_frequency_needs_everything(desk):
    record = await made(desk, regular())
    half = {"regular": False, "punctualOutwardDateChoice": 1, "punctualOutwardTimeChoice": 2}
    assert refusal(await desk.patch(f"{RECORDS}/{record['id']}", half)) == (500, "Internal Server Error")
    found = await patched(desk, record, PUNCTUAL)
    assert (found["adminfrequency"], found["adminschedules"]) == (1, [])


async def test_regular_needs_the_choices_of_its_frequency(writer):
    await writer.sign_in("solidary")
    record = await made(writer, body())
    for change in ({"regular": False}, {"regular": True}, {"regular": None}):
        assert refusal(await writer.patch(f"{RECORDS}/{record['id']}", change))[0] == 500


async def test_a_subject_that_is_null_is_refused_and_wins_over_the_free_one(writer):
    await writer.sign_in("solidary")
    record = await made(writer, regular())
    assert refusal(await writer.patch(f"{RECORDS}/{record['id']}", {"adminsubject": None}))[0] == 500
    found = await patched(writer, record, {"additionalSubject": "Visite"})
    assert found["adminsubject"] == "Visite"
    # Relabelled in place.
    again = await patched(writer, record, {"additionalSubject": "Visites"})
    assert (again["adminsubject"], again["adminsubjectId"]) == ("Visites", found["adminsubjectId"])
    last = await patched(writer, record, {"adminsubject": 2, "additionalSubject": "Ignoré"})
    assert last["adminsubjectId"] == 2


async def test_a_free_need_is_relabelled_and_removed(desk):
    record = await made(desk, regular(needs=[1], additionalNeed="Chien"))
    found = await patched(desk, record, {"additionalNeed": "Chien guide"})
    assert [each["label"] for each in found["needs"]][1:] == ["Chien guide"]
    assert found["needs"][1]["id"] == record["needs"][1]["id"]
    assert [each["id"] for each in (await patched(desk, record, {"additionalNeed": None}))["needs"]] == [1]


async def test_unknown_records(seen):
    assert refusal(await seen.http.get(f"{RECORDS}/99999")) == (500, "Internal Server Error")
    assert refusal(await seen.patch(f"{RECORDS}/99999", {})) == (400, "Not Found")
    for method in ("PUT", "DELETE"):
        assert (await seen.http.request(method, f"{RECORDS}/1", content="{}")).status_code == 405


# --- proofs ---


@proves("SANDBOX-15")
async def test_a_file_is_sent_after_the_record_and_once(desk):
    """Trap 29: to replace one, the former is removed first."""
    record = await made(desk, regular())
    assert (await sent_file(desk, record, "avis.pdf")).status_code == 201
    assert refusal(await sent_file(desk, record, "avis 2026.pdf")) == (500, "Internal Server Error")
    (proof,) = (await desk.get(f"{RECORDS}/{record['id']}"))["adminproofs"]
    assert (proof["originalName"], proof["fileSize"], proof["value"]) == ("avis.pdf", "1.96kB", None)
    stranger = Caller(desk.app)
    fetched = await stranger.http.get(proof["fileName"])
    assert fetched.content.startswith(b"%PDF")
    assert (await desk.http.delete(f"/proofs/{proof['proofId']}")).status_code == 204
    assert (await desk.get(f"{RECORDS}/{record['id']}"))["adminproofs"] == []
    assert (await stranger.http.get(proof["fileName"])).status_code == 404
    assert (await sent_file(desk, record, "avis 2026.pdf")).status_code == 201


async def sent_file(caller, record, name):
    return await caller.http.post(
        "/admin/proofs",
        data={"solidaryId": record["id"], "proofId": 5},
        files={"file": (name, b"%PDF-1.4 " + b"x" * 2_000, "application/pdf")},
    )


async def test_a_file_that_an_edition_lists_without_its_name_is_a_failure(desk):
    """Trap 29: and nothing of the edition is stored."""
    record = await made(desk, regular())
    await sent_file(desk, record, "avis.pdf")
    (proof,) = (await desk.get(f"{RECORDS}/{record['id']}"))["adminproofs"]
    line = {"id": 5, "value": None}
    assert refusal(await desk.patch(f"{RECORDS}/{record['id']}", {"needs": [1], "proofs": [line]}))[0] == 500
    found = await desk.get(f"{RECORDS}/{record['id']}")
    assert (found["needs"], found["adminproofs"]) == ([], [proof])
    kept = await patched(desk, record, {"proofs": [line | {"fileName": proof["fileName"]}]})
    assert kept["adminproofs"] == [proof]


async def test_a_proof_is_removed_by_who_may(desk):
    record = await made(desk, regular(proofs=[{"id": 1, "value": True}]))
    (proof,) = record["adminproofs"]
    assert refusal(await desk.http.delete("/proofs/99999")) == (400, "Not Found")
    other = await Caller(desk.app).sign_in("communities")
    assert refusal(await other.http.delete(f"/proofs/{proof['proofId']}")) == (400, "Access Denied.")
    # Mandatory or not.
    assert (await desk.http.delete(f"/proofs/{proof['proofId']}")).status_code == 204
    assert (await desk.get(f"{RECORDS}/{record['id']}"))["adminproofs"] == []


async def test_a_file_that_is_refused(writer):
    await writer.sign_in("solidary")
    record = await made(writer, body())
    form = {"solidaryId": record["id"], "proofId": 5}
    pdf = ("a.pdf", b"%PDF", "application/pdf")
    for data, files in (
        (form | {"solidaryId": 99_999}, {"file": pdf}),
        (form | {"proofId": 99_999}, {"file": pdf}),
        (form, {"other": pdf}),
        # Beyond what the server takes a file arrives as missing.
        (form, {"file": ("a.pdf", b"%PDF" + bytes(21 * 1024 * 1024), "application/pdf")}),
    ):
        answer = await writer.http.post("/admin/proofs", data=data, files=files)
        assert refusal(answer) == (500, "Internal Server Error")


async def test_an_edition_changes_proofs_and_removes_none(desk):
    """Trap 29: a null for one that was given is a failure, for another it stores an empty one."""
    given = [{"id": 1, "value": True}, {"id": 2, "value": "2"}]
    record = await made(desk, regular(proofs=given))
    changed = await patched(desk, record, {"proofs": [{"id": 2, "value": "3"}, {"id": 4, "value": None}]})
    assert [each["value"] for each in changed["adminproofs"]] == [True, "Bénéficiaire du RSA", None]
    plain = await Caller(desk.app).sign_in("solidary")
    for number in (1, 2):
        change = {"needs": [1], "proofs": [{"id": number, "value": None}]}
        assert refusal(await plain.patch(f"{RECORDS}/{record['id']}", change))[0] == 500
    found = await desk.get(f"{RECORDS}/{record['id']}")
    assert (found["needs"], found["adminproofs"]) == ([], changed["adminproofs"])


# --- drivers and texts ---


async def test_a_creation_texts_the_drivers(desk):
    volunteer(desk)
    record = await made(desk, body())
    assert "0611111111" in texts(desk)
    matched = {each["volunteerId"] for each in record["admintransporters"]["outward"]}
    assert count(desk, texted, texted.c.solidary_id == record["id"]) >= len(matched) > 0


@proves("SANDBOX-11")
async def test_reading_looks_for_drivers_and_texts_the_new_ones_once(desk):
    """Trap 31."""
    driver = volunteer(desk, **{f"m_{day}": False for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")})
    record = await made(desk, body())
    assert driver not in {each["volunteerId"] for each in record["admintransporters"]["outward"]}
    before = texts(desk)
    await desk.get(f"{RECORDS}/{record['id']}")
    assert texts(desk) == before
    (person,) = await desk.members("/admin/solidary_volunteers", **{"user.telephone": "0611111111"})
    week = {f"m{day}": True for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}
    # A second may pass before the week is newer than the last look.
    database = desk.app.state.sandbox.database
    database.write(
        update(solidaries).where(solidaries.c.id == record["id"]).values(searched_date="2026-01-01T00:00:00")
    )
    database.commit()
    assert (await desk.patch(f"/admin/solidary_volunteers/{person['id']}", week)).status_code == 200
    assert texts(desk) == before
    for _ in range(2):
        found = await desk.get(f"{RECORDS}/{record['id']}")
        assert driver in {each["volunteerId"] for each in found["admintransporters"]["outward"]}
        assert texts(desk) == [*before, "0611111111"]


async def test_who_was_there_when_drivers_were_last_looked_for_is_no_news(desk):
    driver = volunteer(desk, available_date="2026-01-01T00:00:00")
    database = desk.app.state.sandbox.database
    links = user_structures.c.solidary_user_id.in_(
        select(solidary_users.c.id).where(solidary_users.c.user_id == driver)
    )
    database.write(update(user_structures).where(links).values(accepted_date="2026-01-01T00:00:00"))
    record = await made(desk, body())
    database.write(matchings.delete().where(matchings.c.solidary_id == record["id"]))
    database.write(texted.delete())
    database.commit()
    before = texts(desk)
    found = await desk.get(f"{RECORDS}/{record['id']}")
    assert driver in {each["volunteerId"] for each in found["admintransporters"]["outward"]}
    assert "0611111111" not in texts(desk)[len(before) :]


async def test_who_comes_back_is_not_told_twice(desk):
    driver = volunteer(desk)
    record = await made(desk, body())
    told = texts(desk)
    database = desk.app.state.sandbox.database
    database.delete(matchings, driver_id=driver)
    same = solidary_users.c.user_id == driver
    database.write(update(solidary_users).where(same).values(available_date="2099-01-01T00:00:00"))
    database.commit()
    found = await desk.get(f"{RECORDS}/{record['id']}")
    assert driver in {each["volunteerId"] for each in found["admintransporters"]["outward"]}
    assert texts(desk) == told


async def test_nobody_is_texted_of_a_journey_that_is_over(desk):
    """It is from the first minute of its day."""
    volunteer(desk)
    today = now().astimezone(SERVER_ZONE).date().isoformat()
    record = await made(desk, body(punctualOutwardMinDate=today))
    assert record["admintransporters"]["outward"]
    assert texts(desk) == []


async def test_texts_have_no_ceiling(desk):
    """Trap 31: the limit of 25 a day looks at what the operator received."""
    volunteer(desk)
    database = desk.app.state.sandbox.database
    rows = [
        {"solidary_id": 1, "user_id": 1_000 + each, "created_date": f"{now():%Y-%m-%d}T23:00:00"} for each in range(25)
    ]
    database.insert_all(texted, rows)
    database.commit()
    await made(desk, body())
    assert "0611111111" in texts(desk)


async def test_accepting_a_volunteer_matches_the_records_again(desk):
    record = await made(desk, body())
    (person,) = [
        each for each in await desk.members("/admin/solidary_volunteers") if each["structures"][0]["status"] == 0
    ][:1]
    database = desk.app.state.sandbox.database
    flags = {f"m_{day}": True for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")}
    same = solidary_users.c.id == person["id"]
    database.write(
        update(solidary_users).where(same).values(**flags, max_distance=150_000, available_date="2026-01-01")
    )
    database.write(
        update(user_structures).where(user_structures.c.solidary_user_id == person["id"]).values(structure_id=1)
    )
    database.commit()
    user_id = value(desk, select(solidary_users.c.user_id).where(same))
    met = (matchings.c.solidary_id == record["id"], matchings.c.driver_id == user_id)
    assert count(desk, matchings, *met) == 0
    link = person["structures"][0]["userStructureId"]
    answer = await desk.patch(
        f"/admin/solidary_volunteers/{person['id']}", {"validation": {"id": link, "validate": True}}
    )
    assert answer.status_code == 200
    assert count(desk, matchings, *met) == 1


async def test_accepting_a_volunteer_matches_closed_records_too(desk):
    """Trap 46: and may text the drivers of those whose day has not come."""
    driver = volunteer(desk)
    record = await made(desk, body())
    await patched(desk, record, {"animation": {"action": 59, "user": record["adminuserId"]}})
    database = desk.app.state.sandbox.database
    database.write(matchings.delete().where(matchings.c.solidary_id == record["id"]))
    links = select(user_structures.c.id, solidary_users.c.id).join(solidary_users)
    link, person = database.row(links.where(solidary_users.c.user_id == driver))
    database.commit()
    accepted = {"validation": {"id": link, "validate": True}}
    assert (await desk.patch(f"/admin/solidary_volunteers/{person}", accepted)).status_code == 200
    assert count(desk, matchings, matchings.c.solidary_id == record["id"], matchings.c.driver_id == driver) == 1


async def test_a_structure_that_goes_takes_its_records(writer):
    """Trap 24."""
    mine = select(solidaries.c.id).where(solidaries.c.structure_id == 1)
    numbers = writer.app.state.sandbox.database.values(mine)
    assert numbers
    assert (await writer.http.delete("/admin/structures/1")).status_code == 204
    assert count(writer, solidaries, solidaries.c.structure_id == 1) == 0
    assert count(writer, diaries, diaries.c.solidary_id.in_(numbers)) == 0
    assert count(writer, matchings, matchings.c.solidary_id.in_(numbers)) == 0
    links = select(user_structures.c.id)
    assert count(writer, proofs, proofs.c.user_structure_id.not_in(links)) == 0
