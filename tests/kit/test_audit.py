"""The register only grows, and says so when it cannot."""

import asyncio
import os
import stat
from dataclasses import dataclass

import pytest
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from admin_app.kit import audit
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

NOBODY_ID = 65534


@dataclass
class Someone:
    """Who acts."""

    user_id: int = 7
    email: str = "camille@demo.test"


@pytest.fixture(autouse=True)
def kept(store: str) -> str:
    """Every test is made with each kind of store."""
    return store


@pytest.fixture
def path(tmp_path, configure):
    """The store's file, where it is one."""
    path = tmp_path / "kept" / "store.sqlite"
    configure(store_url=f"sqlite:///{path}")
    return path


@proves("EXPORT-11")
async def test_an_act_is_written_before_it_happens_and_its_outcome_after():
    act = await audit.record(Someone(), "export", "users", {"familyName": "Lefèbvre"}, expected=12)
    (before,) = audit.read((), 10)
    assert (before.outcome, before.rows) == ("", None)
    await audit.complete(act, "complete", 12)
    (line,) = audit.read((), 10)
    assert line.filters == {"familyName": "Lefèbvre"}
    assert (line.kind, line.who_id, line.who, line.subject) == ("export", 7, "camille@demo.test", "users")
    assert (line.expected, line.outcome, line.rows) == (12, "complete", 12)
    assert len(line.at) == len("2026-11-20T22:30:00+01:00")


async def test_the_time_is_told_at_the_clock_of_the_people(monkeypatch):
    """A server elsewhere notes another hour, even another day."""
    monkeypatch.setattr(audit, "_now", lambda: "2026-11-28T23:22:05+00:00")
    await audit.record(Someone(), "mailing", "campaigns", {"id": "1"})
    (line,) = audit.read((), 10)
    assert line.at == "2026-11-29T00:22:05+01:00"


async def test_the_newest_comes_first_and_pages_follow():
    for number in range(5):
        await audit.record(Someone(user_id=number), "erasure", "users", {})
    assert [line.who_id for line in audit.read((), 2, 1)] == [3, 2]
    assert audit.count([audit.LINE.who_id < 3]) == 3


FORGERIES = {
    "sqlite": [
        "UPDATE acts SET who = 'somebody else'",
        "DELETE FROM acts",
        "INSERT OR REPLACE INTO acts VALUES (1, '', 'export', 1, '', '', '{}', 0)",
        "UPDATE outcomes SET rows = 0",
        "DELETE FROM outcomes",
        "INSERT OR REPLACE INTO outcomes VALUES (1, '', 'complete', 0)",
    ],
    "postgresql": [
        "UPDATE acts SET who = 'somebody else'",
        "DELETE FROM acts",
        "TRUNCATE acts CASCADE",
        "INSERT INTO acts VALUES (1, '', 'export', 1, '', '', '{}', 0) ON CONFLICT (id) DO UPDATE SET who = ''",
        "UPDATE outcomes SET rows = 0",
        "DELETE FROM outcomes",
        "TRUNCATE outcomes",
        "INSERT INTO outcomes VALUES (1, '', 'complete', 0) ON CONFLICT (act_id) DO UPDATE SET rows = 0",
    ],
}


@proves("EXPORT-12")
async def test_no_line_can_be_changed_or_removed(kept):
    await audit.complete(await audit.record(Someone(), "export", "users", {}), "complete", 3)
    before = audit.read((), 10)
    engine = create_engine(kept.replace("postgresql:", "postgresql+psycopg:"))
    for forgery in FORGERIES[engine.dialect.name]:
        with engine.connect() as connection, pytest.raises(DatabaseError, match="append-only"):
            connection.exec_driver_sql(forgery)
        assert audit.read((), 10) == before
    engine.dispose()


async def test_an_act_ends_once():
    act = await audit.record(Someone(), "export", "users", {})
    await audit.complete(act, "cancelled", 3)
    with pytest.raises(audit.RegisterUnavailable):
        await audit.complete(act, "complete", 300)
    assert audit.read((), 1)[0].outcome == "cancelled"


MAILING = ("mailing", "campaigns", {"id": "41", "mode": "2"})


@proves("CAMPAIGN-18")
async def test_what_is_done_once_is_refused_while_it_is_under_way_and_when_it_is_done():
    act = await audit.record_once(Someone(), *MAILING, 12)
    assert act
    assert await audit.record_once(Someone(user_id=8), *MAILING, 12) is None
    assert await audit.record_once(Someone(), "mailing", "campaigns", {"id": "42", "mode": "2"}, 12)
    await audit.complete(act, "complete", 12)
    assert await audit.record_once(Someone(), *MAILING, 12) is None
    found = await audit.last(*MAILING)
    assert found
    assert (found.id, found.outcome) == (act, "complete")


@proves("CAMPAIGN-18")
async def test_what_failed_may_be_done_and_what_may_be_repeated_too():
    act = await audit.record_once(Someone(), *MAILING, 12)
    assert act
    await audit.complete(act, "failed", 0)
    again = await audit.record_once(Someone(), *MAILING, 12)
    assert again
    assert await audit.record_once(Someone(), *MAILING, 12, again=True) is None, "nobody saw it end"
    await audit.complete(again, "complete", 12)
    assert await audit.record_once(Someone(), *MAILING, 12, again=True)
    assert await audit.last("mailing", "campaigns", {"id": "43"}) is None


@proves("CAMPAIGN-18")
async def test_of_many_that_want_the_same_at_once_one_may():
    found = await asyncio.gather(*(audit.record_once(Someone(), *MAILING, 12) for _ in range(8)))
    assert len([each for each in found if each]) == 1


async def test_several_workers_write_at_once():
    acts = await asyncio.gather(*(audit.record(Someone(), "export", "users", {}) for _ in range(20)))
    assert len(set(acts)) == 20
    assert audit.count() == 20


@proves("EXPORT-12")
@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_nobody_else_may_read_it(path):
    audit.count()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_a_folder_that_cannot_be_written_is_said(path, caplog):
    path.parent.write_text("a file where the folder should be")
    with pytest.raises(audit.RegisterUnavailable):
        await audit.record(Someone(), "export", "users", {"email": "secret@demo.test"})
    assert "secret" not in caplog.text


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
@pytest.mark.skipif(os.geteuid() != 0, reason="who is not root cannot become somebody else")
async def test_a_read_only_register_is_said(path):
    audit.count()
    for each in (path.parent.parent, path.parent, path):
        each.chmod(0o755 if each.is_dir() else 0o644)
    os.seteuid(NOBODY_ID)
    try:
        with pytest.raises(audit.RegisterUnavailable):
            await audit.record(Someone(), "export", "users", {})
    finally:
        os.seteuid(0)
    assert audit.count() == 0


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_a_full_disk_is_said(path):
    audit.count()

    @event.listens_for(Engine, "connect")
    def full(file, _):
        pages = file.execute("PRAGMA page_count").fetchone()[0]
        file.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(audit.RegisterUnavailable) as raised:
        await audit.record(Someone(), "export", "users", {"q": "x" * 100_000})
    assert raised.value.cause == "OperationalError"
    event.remove(Engine, "connect", full)
    assert audit.count() == 0


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_it_is_said_in_words(locale):
    assert say(f"errors.{audit.RegisterUnavailable.kind}", locale)
