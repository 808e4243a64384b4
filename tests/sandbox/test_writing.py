"""Creating, changing and deleting users."""

import pytest

from tests.support.proofs import proves

ADDRESS = {"streetAddress": "12 rue des Carmes", "postalCode": "54000", "addressLocality": "Nancy", "latitude": "48.69"}
NEW = {"email": "lea@example.org", "givenName": "Léa", "familyName": "Thiriet", "gender": 1}


async def created(caller, **changes):
    answer = await caller.post("/admin/users", NEW | changes)
    assert answer.status_code == 201, answer.text
    return answer.json()


def description(answer):
    return answer.json()["hydra:description"]


@proves("SANDBOX-5")
async def test_a_creation_has_the_defaults_of_the_server_and_drops_nulls(writer):
    user = await created(writer, telephone="0612345678", homeAddress=ADDRESS)
    assert (user["status"], user["phoneDisplay"], user["id"]) == (1, 1, 201)
    assert user["rolesTerritory"] == [{"role": 3}, {"role": 3}]
    assert user["homeAddress"]["@id"] == "/addresses/999999999999"
    assert user["homeAddress"]["latitude"] == "48.690000"
    assert None not in user.values()
    read = await writer.get(f"/admin/users/{user['id']}")
    assert read["rolesTerritory"] == [{"role": 3, "territory": None}]
    assert await writer.total("/admin/users", territory=3, email="lea@") == 1


@proves("USER-7", "SANDBOX-7")
async def test_a_creation_writes_to_the_person(writer):
    await created(writer, telephone="0612345678", legalGuardianEmail="sophie@example.org")
    messages = (await writer.http.get("/outbox")).json()
    assert {message["recipient"] for message in messages} == {"lea@example.org", "0612345678", "sophie@example.org"}
    page = await writer.http.get("/outbox", headers={"Accept": "text/html"})
    assert "<h1>Outbox</h1>" in page.text


@pytest.mark.parametrize(
    ("changes", "status", "text"),
    [
        ({"email": "nonsense"}, 400, "email: Cette valeur n'est pas une adresse email valide."),
        ({"email": "ADMIN@demo.test"}, 400, "email: Cette valeur est déjà utilisée."),
        ({"gender": "1"}, 400, 'The type of the "gender" attribute must be "int", "string" given.'),
        ({"gender": True}, 400, 'The type of the "gender" attribute must be "int", "boolean" given.'),
        ({"gender": None}, 400, 'The type of the "gender" attribute must be "int", "NULL" given.'),
        ({"music": 1}, 400, 'The type of the "music" attribute must be "bool", "integer" given.'),
        ({"givenName": ["a"]}, 400, 'The type of the "givenName" attribute must be "string", "array" given.'),
        ({"homeAddress": None}, 400, 'The type of the "homeAddress" attribute must be "array", "NULL" given.'),
        ({"id": 5}, 400, "Update is not allowed for this operation."),
        ({"givenName": "x" * 256}, 500, "Internal Server Error"),
        ({"drivingLicenceNumber": "x" * 16}, 500, "Internal Server Error"),
        ({"rolesTerritory": [{"role": 999}]}, 500, "Internal Server Error"),
    ],
)
async def test_a_refused_creation_stores_nothing(writer, changes, status, text):
    answer = await writer.post("/admin/users", NEW | changes)
    assert (answer.status_code, description(answer)) == (status, text)
    assert await writer.total("/admin/users") == 200


async def test_a_role_on_a_territory_that_does_not_exist_is_held_everywhere(writer):
    """Trap 4."""
    wanted = [{"role": 3, "territory": None}, {"role": 2, "territory": 99999}]
    assert (await writer.patch("/admin/users/30", {"rolesTerritory": wanted})).status_code == 200
    held = (await writer.get("/admin/users/30"))["rolesTerritory"]
    assert {(each["role"], each.get("territory")) for each in held} == {(3, None), (2, None)}


async def test_a_role_that_does_not_exist_leaves_none(writer):
    wanted = [{"role": 9999, "territory": None}]
    assert (await writer.patch("/admin/users/30", {"rolesTerritory": wanted})).status_code == 500
    assert not (await writer.get("/admin/users/30")).get("rolesTerritory")


async def test_violations_name_the_property(writer):
    answer = await writer.post("/admin/users", NEW | {"email": "nonsense"})
    assert [violation["propertyPath"] for violation in answer.json()["violations"]] == ["email"]


async def test_gender_is_needed(writer):
    assert (await writer.post("/admin/users", {"email": "a@example.org"})).status_code == 500


async def test_a_date_that_is_none(writer):
    answer = await writer.post("/admin/users", NEW | {"birthDate": "31/12/1999"})
    assert (answer.status_code, "Failed to parse" in description(answer)) == (400, True)


async def test_an_update_changes_what_is_sent(writer):
    await writer.patch("/admin/users/10", {"nationality": "FR", "legalGuardianEmail": "guardian@example.org"})
    before = await writer.get("/admin/users/10")
    answer = await writer.patch("/admin/users/10", {"familyName": "Noël", "telephone": None, "avatar": "x", "other": 1})
    assert "telephone" not in answer.json()
    after = await writer.get("/admin/users/10")
    changed = {name for name in after if after[name] != before[name]}
    assert changed <= {"familyName", "telephone", "shortFamilyName", "postalAddress"}
    assert await writer.total("/admin/users", familyName="noel", id=10) == 1


@pytest.mark.parametrize("kind", ["application/json", "application/ld+json", "text/plain"])
async def test_an_update_takes_merge_patch_only(writer, kind):
    answer = await writer.patch("/admin/users/10", {"familyName": "x"}, kind)
    assert answer.status_code == 400
    assert "application/merge-patch+json" in description(answer)


async def test_put_acts_as_patch(writer):
    answer = await writer.http.put("/admin/users/10", json={"familyName": "Noël"})
    assert (answer.status_code, answer.json()["familyName"]) == (200, "Noël")


async def test_an_address_is_replaced_whole(writer):
    await writer.patch("/admin/users/10", {"homeAddress": ADDRESS | {"longitude": 6.18}})
    await writer.patch("/admin/users/10", {"homeAddress": {"addressLocality": "Toul", "postalCode": "54200"}})
    home = (await writer.get("/admin/users/10"))["homeAddress"]
    assert (home["addressLocality"], home["streetAddress"], home["latitude"], home["home"]) == (
        "Toul",
        None,
        None,
        True,
    )


async def test_roles_are_replaced_and_an_unknown_one_leaves_none(writer):
    await writer.patch("/admin/users/10", {"rolesTerritory": [{"role": 3}, {"role": 2, "territory": 57}]})
    roles = (await writer.get("/admin/users/10"))["rolesTerritory"]
    assert roles == [{"role": 3, "territory": None}, {"role": 2, "territory": 57}]
    answer = await writer.patch("/admin/users/10", {"familyName": "Lost", "rolesTerritory": [{"role": 999}]})
    assert answer.status_code == 500
    user = await writer.get("/admin/users/10")
    assert (user["rolesTerritory"], user["familyName"] == "Lost") == (None, False)


async def test_a_verified_identity(writer):
    assert (await writer.patch("/admin/users/10", {"verifiedIdentity": True})).json()["identityStatus"] == 2
    assert (await writer.patch("/admin/users/10", {"verifiedIdentity": None})).json()["identityStatus"] == 0


async def test_a_deletion_pseudonymises(writer):
    await writer.patch("/admin/users/10", {"nationality": "FR", "legalGuardianEmail": "guardian@example.org"})
    before = await writer.get("/admin/users/10")
    answer = await writer.http.delete("/admin/users/10")
    assert (answer.status_code, answer.content) == (204, b"")
    user = await writer.get("/admin/users/10")
    assert (user["status"], user["email"], user["familyName"]) == (4, "10@mobicoop-anonymized.io", None)
    assert user["homeAddress"] is None
    assert (user["nationality"], user["legalGuardianEmail"]) == (before["nationality"], before["legalGuardianEmail"])
    assert before["legalGuardianEmail"] == "guardian@example.org"
    assert user["rolesTerritory"] == before["rolesTerritory"] != []
    assert await writer.total("/admin/users") == 199


@pytest.mark.parametrize("query", ["", "?filters[gender]=2", "?isHitchHiker=1", "?page=2", "?selected="])
async def test_a_bulk_deletion_without_a_known_filter(writer, query):
    answer = await writer.http.get(f"/admin/users/delete{query}")
    assert answer.status_code == 400
    assert await writer.total("/admin/users") == 200


async def test_a_bulk_deletion(writer):
    answer = await writer.http.get("/admin/users/delete?selected=10,12,14")
    assert answer.json()["hydra:member"] == []
    assert await writer.total("/admin/users") == 197
    await writer.http.get("/admin/users/delete?isHitchHiker=true")
    assert await writer.total("/admin/users", isHitchHiker="true") == 0


async def test_a_proof_is_moderated_once(writer):
    (user, *_) = await writer.members("/admin/users", isHitchHiker="true", identityStatus=1)
    proof = user["identityProofs"][0]
    item = await writer.get(f"/admin/users/{user['id']}")
    url = item["identityProofs"][0]["fileName"]
    assert (await writer.http.get(url)).status_code == 200
    answer = await writer.patch(f"/admin/identity_proofs/{proof['id']}", {"validate": False})
    assert (answer.json()["status"], answer.json()["validator"]) == (3, "Claire M.")
    assert (await writer.get(f"/admin/users/{user['id']}"))["identityStatus"] == 3
    again = await writer.patch(f"/admin/identity_proofs/{proof['id']}", {"validate": True})
    assert again.status_code == 400
    assert (await writer.patch("/admin/identity_proofs/9999", {"validate": True})).status_code == 400


async def test_an_acceptance_without_birth_date_is_stored_and_fails(writer):
    """The kit cannot be sent: the call fails although the proof is accepted (users.yaml, x-hitchhiker)."""
    waiting = await writer.members("/admin/users", isHitchHiker="true", identityStatus=1, perPage=200)
    user = next(each for each in waiting if not (each["birthDate"] and each["homeAddress"]))
    answer = await writer.patch(f"/admin/identity_proofs/{user['identityProofs'][0]['id']}", {"validate": True})
    assert answer.status_code == 500
    assert (await writer.get(f"/admin/users/{user['id']}"))["identityStatus"] == 2


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({}, "user: Cette valeur ne doit pas être vide."),
        ({"user": 9}, 'Invalid IRI "9".'),
        ({"user": "/users/9999"}, 'Item not found for "/users/9999".'),
    ],
)
async def test_a_manual_acceptance_needs_a_user(writer, body, text):
    answer = await writer.post("/admin/identity_proofs", body)
    assert (answer.status_code, description(answer)) == (400, text)


async def test_a_manual_acceptance(writer):
    assert (await writer.post("/admin/identity_proofs", {"user": "/users/9"})).json()["status"] == 2
    assert (await writer.get("/admin/users/9"))["identityStatus"] == 2
    assert (await writer.post("/admin/identity_proofs", {"user": "/users/9"})).status_code == 400


async def test_a_scammer_is_deleted_at_once(writer):
    email = (await writer.get("/admin/users/20"))["email"]
    answer = await writer.post("/admin/scammers", {"email": email})
    assert (answer.status_code, answer.json()["user"]["id"]) == (201, 1)
    assert (await writer.get("/admin/users/20"))["status"] == 4
    assert (await writer.post("/admin/scammers", {"email": "no-one@example.org"})).status_code == 400
