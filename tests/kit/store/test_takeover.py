"""The register's former file comes in once, whole, in its order; what is torn is said, and the file is kept."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from admin_app.kit import audit
from admin_app.kit.store import database, takeover
from tests.support.proofs import proves

FORMER = """
CREATE TABLE IF NOT EXISTS acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, kind TEXT NOT NULL, who_id INTEGER NOT NULL,
    who TEXT NOT NULL, subject TEXT NOT NULL, filters TEXT NOT NULL, expected INTEGER);
CREATE TABLE IF NOT EXISTS outcomes (
    act_id INTEGER PRIMARY KEY REFERENCES acts (id), at TEXT NOT NULL, outcome TEXT NOT NULL, rows INTEGER NOT NULL);
"""
"""As the version before the store made it, without its triggers."""
AT = "2026-11-20T22:30:00+01:00"
SENT = '{"id": "41", "mode": "2"}'
WORKER = """
import sys
from admin_app.kit import audit
sys.stdin.readline()  # all at once
print(audit.count())
"""


@dataclass
class Someone:
    """Who acts."""

    user_id: int = 7
    email: str = "camille@demo.test"


@pytest.fixture
def former(store, tmp_path) -> Path:
    """The former file: a complete export, a mail that nobody saw end."""
    path = tmp_path / "register.sqlite"
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(FORMER)
    write(path, (AT, "export", 7, "ada@demo.test", "users", '{"familyName": "Lefèbvre"}', 12), ("complete", 12))
    write(path, (AT, "mailing", 8, "bob@demo.test", "campaigns", SENT, 171))
    return path


def write(path: Path, line: tuple[object, ...], ended: tuple[str, int] | None = None) -> None:
    """Add a line as the former version did."""
    with closing(sqlite3.connect(path)) as file, file:
        columns = "at, kind, who_id, who, subject, filters, expected"
        act = file.execute(f"INSERT INTO acts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", line).lastrowid
        if ended:
            file.execute("INSERT INTO outcomes VALUES (?, ?, ?, ?)", (act, AT, *ended))


def settle(path: Path, act: int, outcome: str, rows: int) -> None:
    """End an act as the former version did."""
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO outcomes VALUES (?, ?, ?, ?)", (act, AT, outcome, rows))


def shown() -> list[tuple[object, ...]]:
    return [(line.kind, line.who, line.filters, line.expected, line.outcome, line.rows) for line in audit.read((), 99)]


def told(expected: int | None, outcome: str, rows: int) -> tuple[object, ...]:
    return ("takeover", "admin_app", {"file": "register.sqlite"}, expected, outcome, rows)


EXPORT = ("export", "ada@demo.test", {"familyName": "Lefèbvre"}, 12, "complete", 12)
MAILING = ("mailing", "bob@demo.test", {"id": "41", "mode": "2"}, 171, "", None)


def again() -> None:
    """Start anew."""
    database.dispose()
    audit.count()


@proves("STORE-5")
def test_every_line_comes_in_and_the_file_is_kept_under_another_name(former):
    before = former.read_bytes()
    assert shown() == [told(2, "complete", 2), MAILING, EXPORT]
    assert [line.id for line in audit.read((), 99)] == [3, 2, 1], "orders on their way name lines by their number"
    assert not former.exists()
    kept = former.with_name("register.sqlite.taken-over")
    assert kept.read_bytes() == before
    again()
    assert audit.count() == 3


async def test_what_nobody_saw_end_still_stands_in_the_way(former):
    assert await audit.record_once(Someone(), "mailing", "campaigns", {"id": "41", "mode": "2"}, 171) is None
    act = await audit.last("mailing", "campaigns", {"id": "41", "mode": "2"})
    assert act
    await audit.complete(act.id, "complete", 171)
    assert (await audit.last("mailing", "campaigns", {"id": "41", "mode": "2"})).outcome == "complete"


@proves("STORE-5")
def test_workers_that_start_together_take_it_once(former):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    workers = [subprocess.Popen([sys.executable, "-c", WORKER], **pipes) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        said = [*pool.map(lambda worker: worker.communicate("go\n", timeout=60), workers)]
    assert said == [("3\n", "")] * 3


@proves("STORE-5")
def test_a_worker_that_died_before_the_renaming_loses_and_doubles_nothing(former, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(takeover, "put_aside", lambda path: None)
        assert audit.count() == 3
    # A worker of the former version was still at it.
    settle(former, 2, "complete", 171)
    write(former, (AT, "erasure", 9, "eve@demo.test", "users", '{"id": "5"}', 1))
    again()
    assert shown() == [
        told(3, "complete", 1),
        ("erasure", "eve@demo.test", {"id": "5"}, 1, "", None),
        told(2, "complete", 2),
        (*MAILING[:4], "complete", 171),
        EXPORT,
    ]
    assert not former.exists()


def test_a_copy_put_back_gives_nothing_twice(former):
    before = former.read_bytes()
    assert audit.count() == 3
    former.write_bytes(before)
    again()
    assert audit.count() == 3
    assert len([*former.parent.glob("register.sqlite*.taken-over")]) == 2


def test_another_machine_adds_its_own(former):
    assert audit.count() == 3
    with closing(sqlite3.connect(former)) as file, file:
        file.executescript(FORMER)
    write(former, (AT, "access", 1, "zoe@demo.test", "users", '{"id": "3"}', 1), ("complete", 1))
    again()
    assert shown()[:2] == [
        told(1, "complete", 1),
        ("access", "zoe@demo.test", {"id": "3"}, 1, "complete", 1),
    ]
    assert audit.count() == 5


async def test_a_store_that_moves_to_a_server_brings_its_register(postgres, tmp_path, configure):
    file = tmp_path / "store.sqlite"
    configure(store_url=f"sqlite:///{file}", register_path=str(tmp_path / "register.sqlite"))
    act = await audit.record(Someone(), "export", "users", {"q": "dur"}, 3)
    await audit.complete(act, "complete", 3)
    database.dispose()
    configure(store_url=postgres.database(), register_path=str(file))
    moved = ("takeover", "admin_app", {"file": "store.sqlite"}, 1, "complete", 1)
    assert shown() == [moved, ("export", "camille@demo.test", {"q": "dur"}, 3, "complete", 3)]
    assert not file.exists()
    database.dispose()


@proves("STORE-5")
def test_filters_that_are_torn_survive_in_words(former):
    write(former, (AT, "export", 7, "ada@demo.test", "users", '{"familyName": "Lef', None))
    assert shown()[1] == ("export", "ada@demo.test", {"unreadable": '{"familyName": "Lef'}, None, "", None)
    assert shown()[0] == told(3, "complete", 3)


def test_a_text_that_is_none_is_read_as_far_as_it_can_be(former):
    with closing(sqlite3.connect(former)) as file, file:
        file.execute(
            "INSERT INTO acts (at, kind, who_id, who, subject, filters) "
            "VALUES (?, 'export', 'x', CAST(X'ff00' AS TEXT), X'fe', '{}')",
            (AT,),
        )
    line = audit.read((), 99)[1]
    assert (line.who, line.who_id, line.subject) == ("\ufffd\ufffd", 0, "\ufffd")


@proves("STORE-5")
def test_a_torn_page_is_said_and_what_can_be_read_comes_in(former):
    for number in range(400):
        write(former, (AT, "export", number, "ada@demo.test", "users", '{"q": "%s"}' % ("x" * 50), None))
    whole = former.read_bytes()
    with former.open("r+b") as file:
        file.seek(4096 * 6)
        file.write(b"\xff" * 4096)
    kind, _, _, expected, outcome, rows = shown()[0]
    assert (kind, expected, outcome) == ("takeover", 402, "short")
    assert isinstance(rows, int)
    assert 300 < rows < 402, "of both sides of it"
    assert audit.count() == rows + 1
    aside = former.with_name("register.sqlite.taken-over")
    assert aside.stat().st_size == len(whole)


def test_a_file_cut_short_is_said(former):
    with former.open("r+b") as file:
        file.truncate(4096 + 100)
    line = audit.read((), 1)[0]
    assert line.kind == "takeover"
    assert line.outcome in ("short", "failed")


def test_what_is_no_register_at_all_is_said_and_kept(former):
    former.write_text("at 22:30 ada exported all users; at 22:3" * 40)
    assert shown() == [told(None, "failed", 0)]
    assert former.with_name("register.sqlite.taken-over").read_text().startswith("at 22:30")


def test_an_empty_one_leaves_no_line(former):
    former.write_bytes(b"")
    assert shown() == []
    assert not former.exists()


def test_one_that_is_in_use_is_waited_for_and_nothing_happens_without_it(former, monkeypatch):
    """What it holds decides whether a mail may go."""
    monkeypatch.setattr(takeover, "BUSY", 0.1)
    with closing(sqlite3.connect(former, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(audit.RegisterUnavailable):
            audit.count()
    assert audit.count() == 3
