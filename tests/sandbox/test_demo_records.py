"""The solidary records of the demo data could be true: places, days, hours, and what their diaries tell."""

from collections import Counter
from datetime import date, timedelta

import pytest
from sqlalchemy import func, select

from sandbox.app import build_app
from sandbox.clock import REFERENCE, SERVER_ZONE, read_stored
from sandbox.database import MEMORY, Database
from sandbox.seed.structures import STRUCTURES
from sandbox.settings import SandboxSettings
from sandbox.solidary.actions import ACTIONS
from sandbox.solidary.tables import DAYS, diaries, solidaries, structure_subjects, structures
from sandbox.tables import addresses
from tests.support.proofs import proves

CREATED, TAKEN, LOOKING, FOLLOWED, CLOSED, REPLACED = 0, 1, 2, 3, 4, 6
TODAY = REFERENCE.date()


@pytest.fixture(scope="module")
def database() -> Database:
    """Six hundred records."""
    return build_app(SandboxSettings(users=2000, db=MEMORY)).state.sandbox.database


@pytest.fixture(scope="module")
def records(database):
    return database.rows(select(solidaries).order_by(solidaries.c.id))


@pytest.fixture(scope="module")
def told(database):
    """The diary of each record, the first entry first."""
    found = {}
    for entry in database.rows(select(diaries).order_by(diaries.c.id)):
        found.setdefault(entry.solidary_id, []).append(entry)
    return found


def ahead(day: str) -> int:
    return (date.fromisoformat(day) - TODAY).days


@proves("SANDBOX-16")
def test_nobody_asks_to_be_driven_to_where_they_live(database, records):
    towns = {row.id: row.address_locality for row in database.rows(select(addresses))}
    assert [row.id for row in records if towns[row.origin_id] == towns[row.destination_id]] == []
    assert all(0.4 < row.distance < 130 for row in records)


@proves("SANDBOX-16")
def test_reasons_are_those_that_the_structure_offers(database, records):
    offered = {row.id: row.structure_id for row in database.rows(select(structure_subjects)) if not row.private}
    assert [row.id for row in records if offered.get(row.subject_id) != row.structure_id] == []
    assert database.value(select(func.count()).select_from(structure_subjects).where(structure_subjects.c.private)) == 1


@proves("SANDBOX-16")
def test_journeys_are_on_days_and_at_hours_of_the_structure(database, records):
    held = {row.id: row._mapping for row in database.rows(select(structures))}
    for row in records:
        structure = held[row.structure_id]
        for day, clock in ((row.from_date, row.outward_time), (row.return_date, row.return_time)):
            week_day = DAYS[date.fromisoformat(day or row.from_date).weekday()]
            assert week_day in STRUCTURES[row.structure_id - 1].days
            assert not clock or any(
                structure[f"{part}_{week_day}"]
                and structure[f"{part}_min_time"] <= clock <= structure[f"{part}_max_time"]
                for part in "mae"
            ), (row.id, week_day, clock)


@proves("SANDBOX-16")
def test_what_is_not_closed_is_of_these_weeks(records):
    """The desk opens on what there is to do, with a few that were forgotten."""
    days = {each: sorted(ahead(row.from_date) for row in records if row.status == each) for each in range(5)}
    assert min(days[CREATED]) > 0
    assert min(days[TAKEN]) > 0
    assert min(days[LOOKING]) >= -21
    assert min(days[FOLLOWED]) >= -14
    overdue = sum(day < 0 for status in (LOOKING, FOLLOWED) for day in days[status])
    assert 10 <= overdue <= 40
    alone = [row for row in records if row.status == CLOSED and not row.parent_id]
    assert max(ahead(row.to_date or row.from_date) for row in alone) < 0
    assert max(days[CLOSED]) < 0


@proves("SANDBOX-16")
def test_the_newest_were_asked_for_these_weeks(records):
    """They are who "asked recently"; those that take long began earlier."""
    for row in records[-30:]:
        assert ahead(row.created_date[:10]) <= 0
        assert ahead(row.to_date or row.from_date) >= -30, row.id


@proves("SANDBOX-16")
def test_what_nobody_has_looked_at_is_young(records, told):
    for row in records:
        if row.status == CREATED:
            assert read_stored(row.created_date) > REFERENCE - timedelta(days=7)
            assert [entry.action for entry in told[row.id]] == ["solidary_create"]


@proves("SANDBOX-16")
def test_diaries_are_written_at_the_office_by_those_who_work_there(records, told):
    for row in records:
        moments = [read_stored(entry.created_date) for entry in told[row.id]]
        assert moments == sorted(moments)
        assert moments[-1] <= REFERENCE
        for moment in moments:
            local = moment.astimezone(SERVER_ZONE)
            assert local.weekday() < 5
            assert 8 <= local.hour < 18
        assert row.user_id not in {entry.author_id for entry in told[row.id][1:]}


@proves("SANDBOX-16")
def test_a_closed_record_tells_why(records, told):
    names = {each.name: each.type for each in ACTIONS.values()}
    for row in records:
        last = told[row.id][-1]
        assert (names[last.action] == CLOSED) == (row.status == CLOSED)
        if last.action in ("solidary_punctual_carpool", "solidary_regular_carpool"):
            assert (last.action == "solidary_regular_carpool") == (row.frequency == 2)
            assert last.created_date[:10] >= row.from_date


@proves("SANDBOX-16")
def test_a_copy_is_made_when_its_original_is_closed(records, told):
    by_id = {row.id: row for row in records}
    copies = [row for row in records if row.parent_id]
    assert copies
    for row in copies:
        original = by_id[row.parent_id]
        assert told[original.id][-1].action == "solidary_deeply_updated"
        assert row.created_date == told[original.id][-1].created_date
        assert (row.user_id, row.subject_id) == (original.user_id, original.subject_id)


def test_every_status_is_met_often(records):
    counted = Counter(row.status for row in records)
    assert all(counted[status] >= 20 for status in (CREATED, TAKEN, LOOKING, FOLLOWED, CLOSED, REPLACED))
