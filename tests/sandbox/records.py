"""What the tests of solidary records send, and how they look at what came of it."""

from datetime import timedelta

from sqlalchemy import func, select

from sandbox.clock import now
from sandbox.solidary.tables import solidary_users, user_structures
from sandbox.tables import outbox, users
from tests.sandbox.conftest import Caller

RECORDS = "/admin/solidaries"
NEXT_WEEK = (now() + timedelta(days=8)).date()
LUNEVILLE = {"postalCode": "54300", "addressLocality": "Lunéville", "latitude": 48.59113, "longitude": 6.49656}
NANCY = {"postalCode": "54000", "addressLocality": "Nancy", "latitude": "48.692054", "longitude": "6.184417"}
PUNCTUAL = {
    "regular": False,
    "punctualOutwardDateChoice": 1,
    "punctualOutwardMinDate": NEXT_WEEK.isoformat(),
    "punctualOutwardTimeChoice": 2,
    "punctualReturnDateChoice": 1,
}
REGULAR = {
    "regular": True,
    "regularDateChoice": 2,
    "regularMinDate": NEXT_WEEK.isoformat(),
    "regularMaxDate": (NEXT_WEEK + timedelta(days=31)).isoformat(),
    "regularSchedules": [
        {"mon": True, "thu": True, "outwardTime": "08:15", "returnTime": "12:00"},
        {"tue": True, "outwardTime": "14:00", "returnTime": None},
    ],
}


def body(**changes) -> dict:
    """A creation for somebody new in the first structure."""
    person = {"givenName": "Marcel", "familyName": "Dubois", "telephone": "0605060708", "gender": 2}
    whole = {"beneficiary": person, "structure": 1, "adminsubject": 1, "origin": LUNEVILLE, "destination": NANCY}
    return {**whole, **PUNCTUAL, **changes}


def regular(**changes) -> dict:
    return {name: value for name, value in body(**REGULAR, **changes).items() if not name.startswith("punctual")}


async def made(caller: Caller, content: dict) -> dict:
    """The record of a creation, read."""
    answer = await caller.post(RECORDS, content)
    assert answer.status_code == 201, answer.text
    assert set(answer.json()) == {"@context", "@id", "@type", "id"}
    return await caller.get(f"{RECORDS}/{answer.json()['id']}")


async def patched(caller: Caller, record: dict, content: dict) -> dict:
    answer = await caller.patch(f"{RECORDS}/{record['id']}", content)
    assert answer.status_code == 200, answer.text
    return answer.json()


def value(caller: Caller, query):
    return caller.app.state.sandbox.database.value(query)


def count(caller: Caller, table, *where) -> int:
    return value(caller, select(func.count()).select_from(table).where(*where))


def mailed(caller: Caller) -> list[tuple[str, str]]:
    """(channel, recipient) of everything that was written to people; read where it is kept, without a call."""
    rows = caller.app.state.sandbox.database.rows(select(outbox).order_by(outbox.c.id))
    return [(row.channel, row.recipient) for row in rows]


def texts(caller: Caller) -> list[str]:
    """The telephones that were texted."""
    return [recipient for channel, recipient in mailed(caller) if channel == "sms"]


def volunteer(caller: Caller, **changes) -> int:
    """A volunteer of the first structure, in Lunéville, free on every morning and afternoon; answers the user's id."""
    database = caller.app.state.sandbox.database
    query = (
        select(solidary_users.c.id, solidary_users.c.user_id)
        .join(user_structures, user_structures.c.solidary_user_id == solidary_users.c.id)
        .where(solidary_users.c.volunteer, user_structures.c.structure_id == 1, user_structures.c.status == 1)
    )
    row = database.rows(query)[-1]
    flags = {f"{part}_{day}": True for part in "ma" for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")}
    week = {**flags, "max_distance": 90_000, **changes}
    database.change(solidary_users, row.id, **week)
    database.change(users, row.user_id, telephone="0611111111")
    database.commit()
    return row.user_id
