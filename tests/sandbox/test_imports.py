"""Imports of users and relay points (session.yaml, import_users, import_relay_points)."""

from typing import Any

import httpx
import pytest

from tests.sandbox.conftest import Caller, refusal
from tests.support.proofs import proves

LEA = "lea.thiriet@example.org;Léa;Thiriet;1;1991-04-17;0612345678;25;14;rue Saint-Dizier;54000;Nancy;France;;;1"
PAUL = "paul.noel@example.org;Paul;Noël;2;1980-01-02;0698765432;;;;;;;48,68194;5.91833;0"
AREA = (
    "Aire de la Madeleine;1;48.631520;6.245310;40;2;0;1;1;0;AIRE-54-007;Grand Nancy;;Parking gratuit;;"
    "RD 400;54410;Laneuveville-devant-Nancy;France"
)
HEADER = "Courriel;" * 14 + "Lettre"


def cells(line: str, **changes: str) -> str:
    """A line with some cells replaced, by their number: `c4="x"`."""
    values = line.split(";")
    for name, value in changes.items():
        values[int(name[1:])] = value
    return ";".join(values)


async def send(caller: Caller, kind: str, content: str | bytes, **fields: str) -> httpx.Response:
    files = {"file": ("a.csv", content, "text/csv")}
    return await caller.http.post(f"/admin/imports/{kind}", data={"filename": "usagers.csv", **fields}, files=files)


async def outcome(caller: Caller, kind: str, content: str | bytes, **fields: str) -> tuple[list[str], list[str]]:
    answer = await send(caller, kind, content, **fields)
    assert answer.status_code == 201, answer.text
    return answer.json()["errors"], answer.json()["messages"]


async def user(caller: Caller, email: str) -> Any:
    (found,) = await caller.members("/admin/users/email", email=email)
    return await caller.get(f"/admin/users/{found['id']}")


async def test_the_answer_is_as_described(checked):
    answer = (await send(checked, "users", f"{HEADER}\n{LEA}\n{PAUL}\n", columnHeadersFirstLine="true")).json()
    assert answer == {
        "@context": "/contexts/Import",
        "@id": "/imports/999999999999",
        "@type": "Import",
        "entity": "User",
        "filename": "usagers.csv",
        "originalName": "usagers.csv",
        "columnHeadersFirstLine": None,
        "errors": [],
        "messages": ["lea.thiriet@example.org added", "paul.noel@example.org added"],
    }
    assert (await send(checked, "relaypoints", AREA)).json()["entity"] == "RelayPoint"


async def test_an_imported_user_is_complete(writer):
    await outcome(writer, "users", f"{LEA}\n{PAUL}")
    lea, paul = [await user(writer, f"{name}@example.org") for name in ("lea.thiriet", "paul.noel")]
    assert (lea["givenName"], lea["gender"], lea["birthDate"][:10]) == ("Léa", 1, "1991-04-17")
    assert (lea["status"], lea["newsSubscription"], paul["newsSubscription"]) == (1, True, False)
    assert [each["role"] for each in lea["rolesTerritory"]] == [3]
    assert lea["importedDate"] == lea["createdDate"]
    home = lea["homeAddress"]
    assert (home["postalCode"], home["addressLocality"], home["houseNumber"]) == ("54000", "Nancy", "14")
    assert home["latitude"].startswith("48.68")
    assert (paul["homeAddress"]["latitude"], paul["homeAddress"]["addressLocality"]) == ("48.681940", None)
    assert {each["id"] for each in await writer.members("/admin/users", homeAddressTerritory=3)} >= {lea["id"]}
    joined = await writer.members("/admin/communities/25/members", familyName="thiriet")
    assert [(member["userId"], member["status"]) for member in joined] == [(lea["id"], 0)], "validated by hand"
    assert [(channel, recipient) for channel, recipient, _ in await writer.outbox()] == [
        ("mail", lea["email"]),
        ("sms", "0612345678"),
        ("mail", paul["email"]),
        ("sms", "0698765432"),
    ]


async def test_who_exists_is_left_as_he_is(writer):
    before = await user(writer, "solidary@demo.test")
    known = cells(LEA, c0="Solidary@demo.test")
    errors, messages = await outcome(writer, "users", f"{known}\n{LEA}\n{LEA}\n{cells(PAUL, c6='999')}")
    assert errors == []
    assert messages == [
        "Solidary@demo.test already exists",
        "lea.thiriet@example.org added",
        "lea.thiriet@example.org already exists",
        "999 community is unknown",
    ]
    assert await user(writer, "solidary@demo.test") == before
    assert await writer.members("/admin/users/email", email="paul.noel@example.org") == []


async def test_the_texts_of_the_description(writer):
    errors, messages = await outcome(
        writer, "users", f"{cells(LEA, c4='17/04/1991', c6='12')}\na;b".replace("14;", ";")
    )
    row = (
        '["lea.thiriet@example.org","L\\u00e9a","Thiriet","1","17\\/04\\/1991","0612345678","12","",'
        '"rue Saint-Dizier","54000","Nancy","France","","","1"]'
    )
    assert errors == [
        f"17/04/1991 is not a valid date. Format must be YYYY-MM-DD for line {row}",
        "Incorrect number of column line 2 (15 expected)",
    ]
    assert messages == []


@proves("SANDBOX-7")
@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        (0, "léa@example.org", "is not a valid email"),
        (0, "lea@example", "is not a valid email"),
        (1, "", "cannot be empty"),
        (2, "", "cannot be empty"),
        (3, "4", "is not a valid gender. Must be [0,1,2,3]"),
        (3, "", "is not a valid gender. Must be [0,1,2,3]"),
        (4, "1991-02-30", "is not a valid date. Format must be YYYY-MM-DD"),
        (5, "", "cannot be empty"),
        (6, "Nancy", "can only be empty or a number"),
        (12, "48", "can only be empty or a float number"),
        (13, "6.18 E", "can only be empty or a float number"),
    ],
)
async def test_one_wrong_cell_refuses_the_whole_file(writer, column, value, text):
    before = await writer.total("/admin/users")
    errors, messages = await outcome(writer, "users", f"{PAUL}\n{cells(LEA, **{f'c{column}': value})}")
    assert len(errors) == 1
    assert errors[0].startswith(f'{value} {text} for line ["')
    assert messages == []
    assert await writer.total("/admin/users") == before
    assert await writer.outbox() == []


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        (0, "", "cannot be empty"),
        (1, "aire", "is not a number"),
        (2, "90.1", "is not a valid Latitude"),
        (3, "", "is not a valid Longitude"),
        (3, "-181", "is not a valid Longitude"),
        (4, "beaucoup", "can only be empty or a number"),
        (6, "oui", "can only be empty or a numeric boolean value (0 or 1)"),
        (12, "x", "can only be empty or a number"),
        (13, "é" * 128, "can only be empty or a string value of a 255 length maximum"),
        (16, "5" * 16, "can only be empty or a string value of a 15 length maximum"),
    ],
)
async def test_one_wrong_cell_of_a_relay_point(writer, column, value, text):
    errors, messages = await outcome(writer, "relaypoints", cells(AREA, **{f"c{column}": value}))
    assert [error.split(" for line ")[0] for error in errors] == [f"{value} {text}"]
    assert messages == []


@pytest.mark.parametrize("kind", ["users", "relaypoints"])
@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "Incorrect MIME type"),
        (b"PK\x03\x04 a spreadsheet", "Incorrect MIME type"),
        ("<html>" + LEA, "Incorrect MIME type"),
        (b"", "Incorrect MIME type"),
        (LEA.encode("latin-1"), "File not in UTF-8"),
        (LEA.encode("utf-16"), "File not in UTF-8"),
    ],
)
async def test_a_file_that_is_refused_is_one_of_users(writer, kind, content, text):
    answer = await send(writer, kind, content)
    assert (answer.status_code, answer.json()["errors"], answer.json()["messages"]) == (201, [text], [])
    assert answer.json()["entity"] == "User"


async def test_lines_are_counted_without_the_header_and_empty_ones_are_wrong(writer):
    errors, _ = await outcome(writer, "users", f"{HEADER}\n\n{PAUL}\nx\n", columnHeadersFirstLine="1")
    assert errors == [f"Incorrect number of column line {number} (15 expected)" for number in (1, 3)]


async def test_a_byte_order_mark_sticks_to_the_first_email(writer):
    errors, _ = await outcome(writer, "users", f"\ufeff{PAUL}")
    assert errors[0].startswith("\ufeffpaul.noel@example.org is not a valid email")
    assert await outcome(writer, "users", f"\ufeff{HEADER}\r\n{PAUL}\r\n", columnHeadersFirstLine="on") == (
        [],
        ["paul.noel@example.org added"],
    )


async def test_quotes_enclose(writer):
    await outcome(writer, "users", cells(PAUL, c2='"de La;""Tour"""', c1='"Jean\nPaul"'))
    found = await user(writer, "paul.noel@example.org")
    assert (found["givenName"], found["familyName"]) == ("Jean\nPaul", 'de La;"Tour"')


async def test_too_long_a_value_fails_alone(writer):
    errors, messages = await outcome(writer, "users", f"{cells(LEA, c2='x' * 256)}\n{PAUL}")
    assert errors == []
    assert "Data too long for column 'family_name'" in messages[0]
    assert messages[1] == "paul.noel@example.org added"


async def test_without_checks_a_bad_line_only_fails_itself(writer):
    content = f"{cells(LEA, c3='female')}\nshort\n{PAUL}"
    errors, messages = await outcome(writer, "users", content, forceDisableValidation="true")
    assert (errors, len(messages), messages[2]) == ([], 3, "paul.noel@example.org added")


@pytest.mark.parametrize("data", [{}, {"filename": "a.csv"}])
async def test_file_and_name_are_needed(writer, data):
    assert refusal(await writer.http.post("/admin/imports/users", data=data)) == (500, "Internal Server Error")
    unnamed = await writer.http.post("/admin/imports/users", files={"file": ("a.csv", PAUL)})
    assert unnamed.status_code == 500


async def test_permissions(make):
    caller = await make().sign_in("nobody")
    assert refusal(await send(caller, "users", PAUL)) == (400, "Access Denied.")
    # Every registered user may create relay points, hence import them.
    assert await outcome(caller, "relaypoints", AREA) == ([], ["Aire de la Madeleine (48.631520;6.245310) added"])


async def point(caller: Caller, name: str) -> Any:
    (found,) = await caller.members("/admin/relaypoints", name=name)
    return found


async def test_an_imported_relay_point_is_complete(writer):
    await outcome(writer, "relaypoints", cells(AREA, c2="48,631520", c12="4"))
    found = await point(writer, "Aire de la Madeleine")
    assert (found["status"], found["places"], found["placesDisabled"]) == (1, 40, 2)
    assert [found[name] for name in ("secured", "free", "official", "private")] == [False, True, True, False]
    assert (found["relayPointTypeId"], found["communityId"], found["creatorId"]) == (1, 4, 1)
    assert (found["description"], found["fullDescription"]) == ("Parking gratuit", None)
    assert found["importedDate"]
    assert (found["address"]["latitude"], found["address"]["streetAddress"]) == ("48.631520", "RD 400")
    near = await writer.members("/admin/relaypoints", bounds="6.24,48.64,6.25,48.63")
    assert found["id"] in {each["id"] for each in near}


async def test_a_relay_point_that_exists_is_overwritten_or_ignored(writer):
    await outcome(writer, "relaypoints", AREA)
    first = await point(writer, "Aire de la Madeleine")
    emptied = cells(AREA, c0="Aire vidée", c4="", c5="", c7="", c8="", c11="", c13="", c15="")
    other = cells(AREA, c10="AUTRE")
    moved = cells(AREA, c0="Aire déplacée", c2="48.7")
    errors, messages = await outcome(writer, "relaypoints", f"{other}\n{emptied}")
    assert errors == []
    assert messages == [
        f"Aire de la Madeleine (48.631520;6.245310) already exists and will be ignored -> id = {first['id']}",
        f"Aire vidée (48.631520;6.245310) already exists and will be updated -> id = {first['id']}, "
        "externalID = AIRE-54-007",
    ]
    found = await point(writer, "Aire vidée")
    assert (found["id"], found["places"], found["free"], found["description"]) == (first["id"], 0, False, None)
    assert found["address"]["streetAddress"] is None
    await outcome(writer, "relaypoints", moved)
    assert (await point(writer, "Aire déplacée"))["id"] == first["id"]


async def test_relay_points_refused_one_by_one(writer):
    unknown = cells(AREA, c1="99")
    lost = cells(AREA, c12="999")
    crowded = cells(AREA, c4="40000")
    errors, messages = await outcome(writer, "relaypoints", f"{unknown}\n{lost}\n{crowded}\n{AREA}\n{AREA}")
    assert errors == []
    assert messages[:2] == [
        "RelayPointType unknown for Aire de la Madeleine (48.631520;6.245310) Type : 99",
        "999 community is unknown",
    ]
    assert "Out of range value for column 'places'" in messages[2]
    assert messages[3].endswith(" added")
    assert "will be updated" in messages[4]


@pytest.mark.parametrize(("validation", "status"), [(0, 1), (1, 0), (2, 1)])
async def test_who_joins_waits_where_members_are_validated_by_hand(writer, validation, status):
    await writer.patch("/admin/communities/25", {"validationType": validation})
    await outcome(writer, "users", LEA)
    (joined,) = await writer.members("/admin/communities/25/members", familyName="thiriet")
    assert (joined["status"], bool(joined["acceptedDate"])) == (status, status == 1)


async def test_an_overwritten_relay_point_keeps_its_creator_and_what_its_empty_cells_leave_alone(writer):
    await outcome(writer, "relaypoints", cells(AREA, c11="Meurthe", c12="4"))
    number = (await point(writer, "Aire de la Madeleine"))["id"]
    first = await writer.get(f"/admin/relaypoints/{number}")
    await writer.sign_in("nobody")
    await outcome(writer, "relaypoints", cells(AREA, c11="", c12=""))
    await writer.sign_in("admin")
    second = await writer.get(f"/admin/relaypoints/{number}")
    for name in ("communityId", "creatorId"):
        assert second[name] == first[name] is not None, name
    await outcome(writer, "relaypoints", cells(AREA, c12="5"))
    third = await writer.get(f"/admin/relaypoints/{number}")
    assert third["communityId"] == 5


async def test_thousands_of_lines_are_treated_at_once(writer):
    people = "\n".join(cells(LEA, c0=f"imported{number}@example.org") for number in range(5000))
    areas = "\n".join(cells(AREA, c2=f"44.{number:06d}", c10="") for number in range(5000))
    for kind, content in (("users", people), ("relaypoints", areas), ("relaypoints", areas)):
        errors, messages = await outcome(writer, kind, content)
        assert (errors, len(messages)) == ([], 5000)
    assert await writer.total("/admin/users") == 5200
    assert (await writer.get("/admin/communities/25"))["nbMembers"] == 3
    assert await writer.total("/admin/communities/25/members", givenName="léa") == 5000
