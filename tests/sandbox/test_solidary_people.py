"""Beneficiaries and volunteers: who sees them, accepting and refusing, weeks (solidary.yaml)."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from sandbox.seed import solidary_members
from sandbox.seed.solidary_people import Person, Span
from sandbox.settings import SandboxSettings
from sandbox.solidary.tables import proofs, solidary_users, structure_proofs, user_structures
from sandbox.tables import role_assignments, users
from tests.sandbox.conftest import Caller, refusal
from tests.support.proofs import proves

BENEFICIARIES, VOLUNTEERS = "/admin/solidary_beneficiaries", "/admin/solidary_volunteers"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def patched(answer) -> dict:
    assert answer.status_code == 200, answer.text
    return answer.json()


def roles(caller: Caller, user_id: int) -> set[str]:
    query = select(role_assignments.c.item).where(role_assignments.c.user_id == user_id)
    return {item for item in caller.app.state.sandbox.database.values(query) if "SOLIDARY" in item}


async def with_status(caller: Caller, path: str, status: int, both: bool = False) -> dict:
    """The first one with one membership of a status."""
    for each in await caller.members(path):
        if [link["status"] for link in each["structures"]] == [status]:
            parts = caller.app.state.sandbox.database.row(
                select(solidary_users).where(solidary_users.c.id == each["id"])
            )
            if (parts.beneficiary and parts.volunteer) == both:
                return each
    raise LookupError(status)


@proves("SANDBOX-11")
async def test_an_operator_sees_the_people_of_his_structures(seen):
    for path in (BENEFICIARIES, VOLUNTEERS):
        found = await seen.members(path)
        assert found
        assert all({link["id"] for link in each["structures"]} & {1, 2} for each in found)


async def test_an_administrator_who_is_an_operator_of_nothing_sees_nobody(reader):
    """permissions.yaml, row_scoping: only an administrator without the operator's role would see all."""
    assert await reader.total(BENEFICIARIES) == await reader.total(VOLUNTEERS) == 0


async def test_somebody_without_the_permission(shared):
    caller = await Caller(shared).sign_in("nobody")
    for path in (BENEFICIARIES, VOLUNTEERS):
        assert (
            refusal(await caller.http.get(path))
            == refusal(await caller.http.get(f"{path}/1"))
            == (400, "Access Denied.")
        )


async def test_the_list_of_beneficiaries(desk):
    first = (await desk.members(BENEFICIARIES, perPage=1))[0]
    assert set(first) == {"@id", "@type", "id", "email", "gender", "telephone", "givenName", "familyName", "structures"}
    assert {"id", "userStructureId", "name", "status"} == set(first["structures"][0])


@pytest.mark.parametrize("field", ["id", "givenName", "familyName", "email", "telephone"])
async def test_orders_of_beneficiaries(desk, field):
    up = [each["id"] for each in await desk.members(BENEFICIARIES, **{f"order[{field}]": "asc"})]
    down = [each["id"] for each in await desk.members(BENEFICIARIES, **{f"order[{field}]": "desc"})]
    assert up == down[::-1]


async def test_filters_of_beneficiaries(desk):
    known = await desk.members(BENEFICIARIES)
    one = next(each for each in known if each["telephone"])
    assert [each["id"] for each in await desk.members(BENEFICIARIES, id=one["id"])] == [one["id"]]
    assert one["id"] in {each["id"] for each in await desk.members(BENEFICIARIES, telephone=one["telephone"])}
    assert await desk.members(BENEFICIARIES, telephone=one["telephone"][:5]) == []
    part = one["familyName"][1:4]
    assert one["id"] in {each["id"] for each in await desk.members(BENEFICIARIES, familyName=part)}
    assert one["id"] in {each["id"] for each in await desk.members(BENEFICIARIES, email=one["email"][:6], givenName="")}


async def test_filters_of_volunteers_need_the_prefix(seen):
    known = await seen.members(VOLUNTEERS)
    email = known[0]["email"]
    assert len(await seen.members(VOLUNTEERS, email=email)) == len(known)
    assert [each["email"] for each in await seen.members(VOLUNTEERS, **{"user.email": email})] == [email]


async def test_a_beneficiary_has_diary_and_proofs(desk):
    for each in await desk.members(BENEFICIARIES):
        item = await desk.get(f"{BENEFICIARIES}/{each['id']}")
        assert item["userId"] != item["id"] or item["id"] < 10
        assert {proof["userStructureId"] for proof in item["proofs"]} <= {item["structures"][-1]["userStructureId"]}
        assert item["birthDate"] is None or item["birthDate"][10:18] == "T00:00:0"


async def test_a_volunteer_has_a_week(desk):
    found = await desk.members(VOLUNTEERS)
    assert any(any(each[f"{part}{day}"] for day in DAYS for part in "mae") for each in found)
    item = await desk.get(f"{VOLUNTEERS}/{found[0]['id']}")
    assert item["diaries"] == []
    assert all("proofId" not in proof and "structureProofId" not in proof for proof in item["proofs"])
    assert item["maxDistance"] >= 10_000


async def test_a_choice_is_its_label_but_for_the_first(seen):
    """ProofView, value: the first option comes as its raw accepted value."""
    items = [await seen.get(f"{BENEFICIARIES}/{each['id']}") for each in await seen.members(BENEFICIARIES)]
    values = {proof["value"] for item in items for proof in item["proofs"] if proof["selectbox"]}
    assert "1" in values
    assert values & {"Demandeur d’emploi", "Bénéficiaire du RSA", "Autre"}
    assert "Retraité" not in values
    assert {proof["value"] for item in items for proof in item["proofs"] if proof["checkbox"]} == {True}


async def test_a_proof_is_a_file_to_fetch(seen):
    items = [await seen.get(f"{BENEFICIARIES}/{each['id']}") for each in await seen.members(BENEFICIARIES)]
    files = [proof for item in items for proof in item["proofs"] if proof["file"]]
    answer = await Caller(seen.app).http.get(files[0]["fileName"])
    assert answer.headers["content-type"] in ("application/pdf", "image/png")
    assert files[0]["fileSize"].endswith("B")


@pytest.mark.parametrize("path", [BENEFICIARIES, VOLUNTEERS])
async def test_who_is_none_is_a_failure(seen, path):
    assert refusal(await seen.http.get(f"{path}/99999"))[0] == 500
    assert refusal(await seen.patch(f"{path}/99999", {})) == (400, "Not Found")
    known = {each["id"] for each in await seen.members(path)}
    other = VOLUNTEERS if path == BENEFICIARIES else BENEFICIARIES
    stranger = next(each["id"] for each in await seen.members(other) if each["id"] not in known)
    assert refusal(await seen.http.get(f"{path}/{stranger}"))[0] == 500


@pytest.mark.parametrize("path", [BENEFICIARIES, VOLUNTEERS])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "POST"])
async def test_there_is_no_other_verb(seen, path, method):
    answer = await seen.http.request(method, path if method == "POST" else f"{path}/1", content="{}")
    assert answer.status_code == 405


async def test_a_candidate_is_accepted(desk):
    one = await with_status(desk, BENEFICIARIES, 0)
    user_id = (await desk.get(f"{BENEFICIARIES}/{one['id']}"))["userId"]
    assert roles(desk, user_id) == {"ROLE_SOLIDARY_BENEFICIARY_CANDIDATE"}
    link = one["structures"][0]["userStructureId"]
    # What else is sent is ignored.
    body = {"validation": {"id": link, "validate": True}, "familyName": "Ignorée"}
    found = patched(await desk.patch(f"{BENEFICIARIES}/{one['id']}", body))
    assert [each["status"] for each in found["structures"]] == [1]
    assert found["familyName"] == one["familyName"]
    assert roles(desk, user_id) == {"ROLE_SOLIDARY_BENEFICIARY"}


async def test_a_beneficiary_is_refused(desk):
    one = await with_status(desk, BENEFICIARIES, 1)
    user_id = (await desk.get(f"{BENEFICIARIES}/{one['id']}"))["userId"]
    body = {"validation": {"id": one["structures"][0]["userStructureId"], "validate": False}}
    found = patched(await desk.patch(f"{BENEFICIARIES}/{one['id']}", body))
    assert [each["status"] for each in found["structures"]] == [2]
    assert roles(desk, user_id) == set()


async def test_only_true_accepts(seen, writer):
    await writer.sign_in("solidary")
    one = await with_status(writer, BENEFICIARIES, 0)
    body = {"validation": {"id": one["structures"][0]["userStructureId"], "validate": "true"}}
    found = patched(await writer.patch(f"{BENEFICIARIES}/{one['id']}", body))
    assert [each["status"] for each in found["structures"]] == [2]


async def test_a_membership_is_not_checked_against_the_person(desk):
    """Trap 30: the wrong id changes somebody else."""
    one, other = await with_status(desk, BENEFICIARIES, 1), await with_status(desk, BENEFICIARIES, 0)
    body = {"validation": {"id": other["structures"][0]["userStructureId"], "validate": True}}
    found = patched(await desk.patch(f"{BENEFICIARIES}/{one['id']}", body))
    assert found["structures"] == one["structures"]
    (changed,) = await desk.members(BENEFICIARIES, id=other["id"])
    assert changed["structures"][0]["status"] == 1


async def test_the_status_is_shared_by_both_roles(desk):
    """Trap 30: refusing the volunteer refuses the beneficiary."""
    one = await with_status(desk, VOLUNTEERS, 1, both=True)
    body = {"validation": {"id": one["structures"][0]["userStructureId"], "validate": False}}
    patched(await desk.patch(f"{VOLUNTEERS}/{one['id']}", body))
    assert (await desk.get(f"{BENEFICIARIES}/{one['id']}"))["structures"][0]["status"] == 2


@pytest.mark.parametrize("validation", [None, {}, {"validate": True}, {"id": 1}, {"id": 99_999, "validate": True}])
@pytest.mark.parametrize("path", [BENEFICIARIES, VOLUNTEERS])
async def test_a_validation_that_lacks_something_is_a_failure(seen, path, validation):
    one = (await seen.members(path))[0]
    assert refusal(await seen.patch(f"{path}/{one['id']}", {"validation": validation}))[0] == 500


async def test_a_person_is_written_on_the_user(desk):
    one = await desk.get(f"{BENEFICIARIES}/{(await with_status(desk, BENEFICIARIES, 1))['id']}")
    body = {"givenName": "Odette", "telephone": "0601020304", "birthDate": "1948-05-17", "newsSubscription": False}
    home = {"streetAddress": "3 place Stanislas", "latitude": 48.6936, "longitude": "6.1832"}
    found = patched(await desk.patch(f"{BENEFICIARIES}/{one['id']}", {**body, "gender": 1, "homeAddress": home}))
    assert (found["givenName"], found["telephone"], found["gender"]) == ("Odette", "0601020304", 1)
    assert found["birthDate"][:10] == "1948-05-17"
    assert found["familyName"] == one["familyName"]
    # Part by part: what was not sent of the address stays.
    assert found["homeAddress"]["streetAddress"] == "3 place Stanislas"
    assert found["homeAddress"]["latitude"] == "48.693600"
    assert found["homeAddress"]["postalCode"] == one["homeAddress"]["postalCode"]
    assert [each["id"] for each in await desk.members(BENEFICIARIES, givenName="odett")] == [one["id"]]


async def test_nothing_is_cleared(writer):
    await writer.sign_in("solidary")
    one = await writer.get(f"{BENEFICIARIES}/{(await with_status(writer, BENEFICIARIES, 1))['id']}")
    body = {"givenName": None, "telephone": None, "birthDate": None, "gender": None}
    patched(await writer.patch(f"{BENEFICIARIES}/{one['id']}", body))
    assert await writer.get(f"{BENEFICIARIES}/{one['id']}") == one


async def test_a_home_is_not_made(writer):
    await writer.sign_in("solidary")
    one = await writer.get(f"{BENEFICIARIES}/{(await with_status(writer, BENEFICIARIES, 1))['id']}")
    database = writer.app.state.sandbox.database
    database.write(users.update().where(users.c.id == one["userId"]).values(home_address_id=None))
    database.commit()
    found = patched(await writer.patch(f"{BENEFICIARIES}/{one['id']}", {"homeAddress": {"postalCode": "54000"}}))
    assert "homeAddress" not in found


async def test_a_used_email_is_a_failure(desk):
    one = await with_status(desk, BENEFICIARIES, 1)
    assert refusal(await desk.patch(f"{BENEFICIARIES}/{one['id']}", {"email": "admin@demo.test"}))[0] == 500
    assert (await desk.members(BENEFICIARIES, id=one["id"]))[0]["email"] == one["email"]


async def test_a_week_is_written(desk):
    one = await with_status(desk, VOLUNTEERS, 1)
    body = {"mMon": True, "aMon": False, "mMinTime": "1970-01-01T07:30:00+00:00"}
    found = patched(await desk.patch(f"{VOLUNTEERS}/{one['id']}", body))
    assert (found["mMon"], found["aMon"]) == (True, False)
    # As it was written, whatever the offset.
    assert found["mMinTime"] == "1970-01-01T07:30:00+01:00"
    assert found["eMon"] == one["eMon"]


async def test_a_week_and_a_decision_go_together(desk):
    one = await with_status(desk, VOLUNTEERS, 0)
    link = one["structures"][0]["userStructureId"]
    body = {"eSun": True, "validation": {"id": link, "validate": True}}
    found = patched(await desk.patch(f"{VOLUNTEERS}/{one['id']}", body))
    assert found["eSun"] is True
    assert found["structures"][0]["status"] == 1
    assert roles(desk, found["userId"]) == {"ROLE_SOLIDARY_VOLUNTEER"}


async def test_the_rest_of_a_volunteer_is_ignored(writer):
    await writer.sign_in("solidary")
    one = await with_status(writer, VOLUNTEERS, 1)
    before = await writer.get(f"{VOLUNTEERS}/{one['id']}")
    body = {"familyName": "Ignorée", "maxDistance": 1, "homeAddress": {"postalCode": "75000"}, "proofs": []}
    patched(await writer.patch(f"{VOLUNTEERS}/{one['id']}", body))
    assert await writer.get(f"{VOLUNTEERS}/{one['id']}") == before


@pytest.mark.parametrize("flag", [None, "true", 1])
async def test_a_flag_that_is_no_truth_value_is_a_failure(seen, flag):
    """Trap 34."""
    one = (await seen.members(VOLUNTEERS))[0]
    assert refusal(await seen.patch(f"{VOLUNTEERS}/{one['id']}", {"mTue": flag})) == (500, "Internal Server Error")


async def test_a_null_time_becomes_now(writer, monkeypatch):
    """Trap 34."""
    await writer.sign_in("solidary")
    one = await with_status(writer, VOLUNTEERS, 1)
    found = patched(await writer.patch(f"{VOLUNTEERS}/{one['id']}", {"eMaxTime": None}))
    assert found["eMaxTime"] != one["eMaxTime"]
    assert found["eMaxTime"][:11] == "1970-01-01T"
    assert refusal(await writer.patch(f"{VOLUNTEERS}/{one['id']}", {"eMaxTime": "noon"}))[0] == 500


@proves("SANDBOX-12")
def test_who_solidary_transport_knows_depends_on_the_number_alone():
    small, large = Span.of(200, 60), Span.of(2000, 600)
    assert [small.person(number) for number in range(1, 201)] == [large.person(number) for number in range(1, 201)]
    people = [person for number in range(1, 2001) if (person := large.person(number))]
    assert sum(person.beneficiary for person in people) == 400
    assert sum(person.volunteer for person in people) == 120


@proves("SANDBOX-12")
@pytest.mark.parametrize(
    ("settings", "seeded"),
    [({}, (2000, 400, 600)), ({"users": 200}, (200, 400, 60)), ({"solidary": 20_000}, (20_000, 400, 20_000))],
)
def test_how_much_is_seeded(settings, seeded):
    assert SandboxSettings(**settings).seeded == seeded


async def test_a_pseudonymised_person_is_in_no_list(make):
    admin = await make().sign_in("admin")
    desk = await Caller(admin.app).sign_in("solidary")
    one = await desk.get(f"{BENEFICIARIES}/{(await desk.members(BENEFICIARIES))[0]['id']}")
    assert (await admin.http.delete(f"/admin/users/{one['userId']}")).status_code == 204
    assert one["id"] not in {each["id"] for each in await desk.members(BENEFICIARIES)}
    assert refusal(await desk.http.get(f"{BENEFICIARIES}/{one['id']}"))[0] == 500


def test_memberships_have_one_status_each(shared):
    database = shared.state.sandbox.database
    statuses = set(database.values(select(user_structures.c.status)))
    assert statuses == {0, 1, 2}


async def test_a_volunteer_shows_the_proofs_of_all_memberships(desk):
    """A beneficiary those of the last one only."""
    one = next(each for each in await desk.members(VOLUNTEERS) if len(each["structures"]) == 1)
    database = desk.app.state.sandbox.database
    link = {"solidary_user_id": one["id"], "structure_id": 3, "status": 1, "created_date": "2026-01-01"}
    number = database.insert(user_structures, **link)
    asked = database.value(select(structure_proofs.c.id).where(structure_proofs.c.structure_id == 3))
    for each in (number, one["structures"][0]["userStructureId"]):
        database.insert(proofs, user_structure_id=each, structure_proof_id=asked, value="1")
    database.commit()
    found = await desk.get(f"{VOLUNTEERS}/{one['id']}")
    assert {each["structureId"] for each in found["proofs"]} == {one["structures"][0]["id"], 3}


def test_a_file_that_no_criterion_was_known_by_is_given_all_the_same():
    """A criterion that was added to the structures stopped the demo data with a bare KeyError."""
    asked: Any = SimpleNamespace(id=1, file=True, label="Livret de famille")
    given = solidary_members._given(Person(1, beneficiary=True, volunteer=False), False, asked, Random(1))
    assert given["original_name"] == "justificatif.pdf"
