"""Creating, changing and deleting structures: lists that replace, lines that keep their id (solidary.yaml)."""

import pytest
from sqlalchemy import func, select

from sandbox.solidary.structure_lines import PROOF_KINDS
from sandbox.solidary.tables import operates, proofs, solidary_needs, solidary_users, user_structures
from sandbox.tables import relay_points
from tests.sandbox.conftest import Caller, refusal
from tests.support.proofs import proves

SLOTS = {"mMin": "06:00", "mMax": "12:00", "aMin": "12:00", "aMax": "18:00", "eMin": "18:00", "eMax": "23:00"}
TIMES = {f"{name}Time": f"1970-01-01T{hour}:00+00:00" for name, hour in SLOTS.items()}
PROOFS = [
    {"label": "Sans voiture", "type": 1, "position": 1, "mandatory": True, "activated": True, "checkbox": True},
    {
        "label": "Situation",
        "type": 1,
        "position": 2,
        "mandatory": False,
        "activated": True,
        "selectbox": True,
        "options": "Retraité;Autre",
        "acceptedValues": "1;2",
    },
    {"label": "Permis", "type": 2, "position": 1, "mandatory": True, "activated": True, "file": True},
]
WHOLE = {
    **TIMES,
    "name": "Transport solidaire du Toulois",
    "email": "contact@toulois.example.org",
    "beneficiaryAutoApproval": False,
    "mode": 0,
    "solidaryTransport": True,
    "territories": [1],
    "subjects": [{"label": "Rendez-vous médical"}, {"label": "Courses"}, {"label": ""}],
    "needs": [{"label": "Fauteuil roulant", "labelVolunteer": "Porter un fauteuil"}],
    "structureProofs": PROOFS,
    "operators": [{"id": 24}],
}


async def structure(caller: Caller, number: int = 1) -> dict:
    return await caller.get(f"/admin/structures/{number}")


def patched(answer) -> dict:
    assert answer.status_code == 200, answer.text
    return answer.json()


def listed(lines) -> list[dict]:
    """An array, or the object that upstream makes of it where a free subject leaves a hole (API-3)."""
    return [*lines.values()] if isinstance(lines, dict) else lines


async def count(caller: Caller, table, *where) -> int:
    return caller.app.state.sandbox.database.value(select(func.count()).select_from(table).where(*where))


async def test_a_structure_is_made_with_its_lists(checked):
    answer = await checked.post("/admin/structures", WHOLE)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert [each["label"] for each in made["subjects"]] == ["Rendez-vous médical", "Courses"]
    assert [(each["label"], each["type"], each["removable"]) for each in made["structureProofs"]] == [
        ("Sans voiture", 1, True),
        ("Situation", 1, True),
        ("Permis", 2, True),
    ]
    assert made["structureProofs"][1]["options"] == "Retraité;Autre"
    assert [each["id"] for each in made["operators"]] == [24]
    assert made["territories"] == [
        {"@id": "/territories/1", "@type": "Territory", "id": 1, "name": "Meurthe-et-Moselle"}
    ]
    assert made["mMinTime"][11:16] == "06:00"
    assert made["removable"] is True
    assert (await structure(checked, made["id"]))["needs"] == made["needs"]


async def test_an_operator_gets_the_role_and_loses_it_with_the_last_structure(checked):
    async def roles() -> set[int]:
        return {each["role"] for each in (await checked.get("/admin/users/24"))["rolesTerritory"]}

    made = (await checked.post("/admin/structures", WHOLE)).json()
    assert 10 in await roles()
    patched(await checked.patch("/admin/structures/3", {"operators": [{"id": 24}]}))
    patched(await checked.patch(f"/admin/structures/{made['id']}", {"operators": []}))
    assert 10 in await roles()
    patched(await checked.patch("/admin/structures/3", {"operators": []}))
    assert 10 not in await roles()


async def test_an_operator_listed_twice_is_there_twice(checked):
    found = patched(await checked.patch("/admin/structures/3", {"operators": [{"id": 24}, {"id": 24}]}))
    assert [each["id"] for each in found["operators"]] == [24, 24]
    assert await count(checked, operates, operates.c.user_id == 24) == 2


@pytest.mark.parametrize("missing", sorted(TIMES))
async def test_a_slot_has_no_default(writer, missing):
    body = {name: value for name, value in WHOLE.items() if name != missing}
    assert refusal(await writer.post("/admin/structures", body))[0] == 500


@pytest.mark.parametrize(
    ("change", "description"),
    [
        ({"name": "  "}, "name: Cette valeur ne doit pas être vide."),
        ({"email": "no e-mail"}, "email: Cette valeur n'est pas une adresse email valide."),
        ({"territories": [999]}, "Invalid territory"),
        ({"operators": [{"id": 99_999}]}, "Unknown User"),
        ({"mode": True}, 'The type of the "mode" attribute must be "int", "boolean" given.'),
        ({"mMon": None}, 'The type of the "mMon" attribute must be "bool", "NULL" given.'),
        (
            {"solidaryTransport": "true"},
            'The type of the "solidaryTransport" attribute must be "bool", "string" given.',
        ),
    ],
)
async def test_what_is_refused(writer, change, description):
    before = await structure(writer)
    assert refusal(await writer.patch("/admin/structures/1", change)) == (400, description)
    assert await structure(writer) == before


async def test_a_root_id_is_refused(writer):
    assert refusal(await writer.post("/admin/structures", {**WHOLE, "id": 1}))[0] == 400


async def test_a_patch_without_lists_leaves_them(checked):
    before = await structure(checked)
    patched(await checked.patch("/admin/structures/1", {"telephone": "0383000002", "mode": 1}))
    assert await structure(checked) == before | {"telephone": "0383000002", "mode": 1}


async def test_a_list_is_the_whole_list(checked):
    """Trap 25: what is left out goes, a line with its id is changed, a line without one is added."""
    first, second, *_ = (await structure(checked))["needs"]
    lines = [{"id": second["id"], "label": "Fauteuil électrique"}, {"label": "Animal"}]
    found = patched(await checked.patch("/admin/structures/1", {"needs": lines}))["needs"]
    assert [each["label"] for each in found] == ["Fauteuil électrique", "Animal"]
    assert found[0]["id"] == second["id"]
    # And a line is the whole line (trap 49).
    assert "labelVolunteer" not in found[0] or found[0]["labelVolunteer"] is None
    assert first["id"] not in {each["id"] for each in found}


async def test_a_need_that_leaves_the_list_stays_on_the_records(checked):
    """Trap 48."""
    ticked = solidary_needs.c.need_id == (await structure(checked))["needs"][0]["id"]
    before = await count(checked, solidary_needs, ticked)
    assert before
    assert patched(await checked.patch("/admin/structures/1", {"needs": []}))["needs"] == []
    assert await count(checked, solidary_needs, ticked) == before


async def test_a_line_without_label_is_left_as_it_is(writer):
    before = (await structure(writer))["needs"]
    lines = [{"id": each["id"]} for each in before]
    assert patched(await writer.patch("/admin/structures/1", {"needs": lines}))["needs"] == before


async def test_new_beneficiaries_are_accepted_at_once_whatever_is_sent(checked):
    """Trap 48."""
    found = patched(await checked.patch("/admin/structures/1", {"beneficiaryAutoApproval": False}))
    assert found["beneficiaryAutoApproval"] is True


@pytest.mark.parametrize("wrong", [None, "text"])
async def test_a_line_with_another_id_is_not_applied(writer, wrong):
    """Trap 25: and so the line it meant is missing, and goes."""
    first = (await structure(writer))["needs"][0]
    number = str(first["id"]) if wrong else None
    found = patched(await writer.patch("/admin/structures/1", {"needs": [{"id": number, "label": "Lift"}]}))["needs"]
    assert found == []


async def test_a_subject_cannot_leave_the_list(checked):
    """Trap 25: a failure whose text is masked, and nothing has changed."""
    before = await structure(checked)
    lines = [{"id": each["id"], "label": each["label"]} for each in listed(before["subjects"])[1:]]
    answer = await checked.patch("/admin/structures/1", {"subjects": lines})
    assert refusal(answer) == (500, "Internal Server Error")
    assert await structure(checked) == before
    lines.insert(0, {"id": listed(before["subjects"])[0]["id"], "label": "Médecin"})
    answer = await checked.patch("/admin/structures/1", {"subjects": [*lines, {"label": "Marché"}]})
    found = listed(patched(answer)["subjects"])
    assert [found[0]["label"], found[-1]["label"], len(found)] == ["Médecin", "Marché", len(lines) + 1]


def member(caller: Caller, structure_id: int, proof_id: int) -> None:
    """Somebody in a structure, with a proof given."""
    database = caller.app.state.sandbox.database
    user = {"id": 901, "user_id": 20, "beneficiary": True, "volunteer": False}
    link = {"id": 901, "solidary_user_id": 901, "structure_id": structure_id, "status": 1, "created_date": "2026-01-01"}
    database.insert(solidary_users, **user)
    database.insert(user_structures, **link)
    database.insert(proofs, user_structure_id=901, structure_proof_id=proof_id, value="1")
    database.commit()


async def test_a_free_subject_makes_an_object_of_the_array(checked):
    """get_structure: it is not offered, and leaves a hole among the keys."""
    found = (await structure(checked, 2))["subjects"]
    assert list(found) == ["0", "2", "3"]
    assert [each["label"] for each in listed(found)] == ["Rendez-vous médical", "Courses", "Formation"]


async def test_a_kind_of_proof_left_out_takes_what_people_gave(checked):
    """Trap 25; the proofs of volunteers are another list, and stay."""
    asked = (await structure(checked))["structureProofs"]
    requester = [each for each in asked if each["type"] == 1]
    member(checked, 1, requester[0]["id"])
    given = proofs.c.structure_proof_id == requester[0]["id"]
    assert await count(checked, proofs, given) >= 1
    assert (await structure(checked))["structureProofs"][0]["removable"] is False
    names = ("id", "label", "type", "position", "mandatory", "activated")
    lines = [{name: each[name] for name in names} for each in requester[1:]]
    found = patched(await checked.patch("/admin/structures/1", {"structureProofsRequester": lines}))["structureProofs"]
    assert [each["id"] for each in found] == [each["id"] for each in asked[1:]]
    # What was not sent of a line is lost: its kind, its options (trap 49).
    assert not any(found[0][kind] for kind in PROOF_KINDS)
    assert requester[1]["options"]
    assert not found[0].get("options")
    assert await count(checked, proofs, given) == 0


async def test_a_patch_does_not_read_the_list_of_a_creation(writer):
    before = await structure(writer)
    assert (
        patched(await writer.patch("/admin/structures/1", {"structureProofs": []}))["structureProofs"]
        == (before["structureProofs"])
    )


async def test_positions_are_compared_as_text(checked):
    lines = [
        {"label": f"n° {number}", "type": 1, "position": number, "activated": True, "input": True}
        for number in (1, 2, 10)
    ]
    made = (await checked.post("/admin/structures", {**WHOLE, "structureProofs": lines})).json()
    assert [each["position"] for each in made["structureProofs"]] == [1, 10, 2]


async def test_one_kind_of_several_counts(writer):
    line = PROOFS[1] | {"checkbox": True, "position": 1}
    made = (await writer.post("/admin/structures", {**WHOLE, "structureProofs": [line]})).json()["structureProofs"][0]
    assert (made["checkbox"], made["selectbox"], "options" in made) == (True, False, False)


async def test_an_operator_changes_those_he_operates_only(shared):
    caller = await Caller(shared).sign_in("solidary")
    assert patched(await caller.patch("/admin/structures/2", {}))["id"] == 2
    assert refusal(await caller.patch("/admin/structures/3", {"name": "À moi"})) == (400, "Not Found")
    assert refusal(await caller.http.delete("/admin/structures/1")) == (400, "Access Denied.")
    assert refusal(await caller.post("/admin/structures", WHOLE)) == (400, "Access Denied.")


@proves("SANDBOX-11")
async def test_a_deletion_takes_everything_along(checked):
    """Trap 24: `removable` is not looked at."""
    database = checked.app.state.sandbox.database
    asked = (await structure(checked))["structureProofs"]
    member(checked, 1, asked[0]["id"])
    assert (await structure(checked))["removable"] is False
    points = await checked.members("/admin/relaypoints", perPage=2)
    for point in points[:1]:
        patched(await checked.patch(f"/admin/relaypoints/{point['id']}", {"structureId": 1}))
    assert (await checked.http.delete("/admin/structures/1")).status_code == 204
    assert refusal(await checked.http.get("/admin/structures/1")) == (400, "Not Found")
    assert await count(checked, user_structures, user_structures.c.structure_id == 1) == 0
    assert await count(checked, proofs, proofs.c.user_structure_id == 901) == 0
    assert await count(checked, operates, operates.c.structure_id == 1) == 0
    assert await count(checked, relay_points, relay_points.c.id == points[0]["id"]) == 0
    # The person stays.
    assert database.value(select(solidary_users.c.id).where(solidary_users.c.id == 901)) == 901


async def test_a_put_is_taken_as_a_patch(writer):
    answer = await writer.http.put("/admin/structures/1", json={"telephone": "0383999999"})
    assert answer.json()["telephone"] == "0383999999"
