"""The store is opened soon or not at all, written by one at a time, and its address is told to nobody."""

import socket
import sqlite3
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import func, insert, select

from admin_app.kit import audit
from admin_app.kit.store import database
from admin_app.kit.store.tables import acts
from admin_app.settings import get_settings, load_or_exit
from tests.support.proofs import proves

LINE = {"at": "", "kind": "export", "who_id": 1, "who": "", "subject": "users", "filters": "{}"}


@proves("STORE-3")
def test_who_writes_is_alone(store):
    def add(_: int) -> int:
        with database.writing() as connection:
            count = connection.execute(select(func.count()).select_from(acts)).scalar_one()
            connection.execute(insert(acts).values(**LINE, expected=count))
        return count

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(add, range(24))) == [*range(24)]


def test_what_fails_is_undone(store):
    def failing() -> None:
        with database.writing() as connection:
            connection.execute(insert(acts).values(**LINE))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert audit.count() == 0


@proves("STORE-3")
def test_who_reads_does_not_wait_for_who_writes(store):
    audit.count()
    with database.writing() as connection:
        connection.execute(insert(acts).values(**LINE))
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(audit.count).result(timeout=3) == 0


@proves("STORE-1")
@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_file_is_made_for_this_account_alone_and_again_when_it_is_gone(store):
    path = database._store().path
    assert path
    audit.count()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    path.unlink()
    assert audit.count() == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_writer_that_does_not_end_is_waited_for_a_while_and_said(store, monkeypatch):
    monkeypatch.setattr(database, "BUSY", 0.1)
    audit.count()
    with closing(sqlite3.connect(database._store().path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(database.StoreUnavailable), database.writing():
            pass


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_so_it_is_of_a_server(store, monkeypatch):
    monkeypatch.setattr(database, "BUSY", 0.1)
    audit.count()
    with database.writing(), ThreadPoolExecutor(1) as pool, pytest.raises(database.StoreUnavailable):
        pool.submit(lambda: database.writing().__enter__()).result(timeout=10)


@proves("STORE-4")
def test_a_server_that_was_restarted_is_used_again(postgres, configure, tmp_path, monkeypatch):
    monkeypatch.setattr(database, "REST", 0.2)
    configure(store_url=postgres.database(), register_path=str(tmp_path / "register.sqlite"))
    assert audit.count() == 0
    postgres.stop()
    try:
        with pytest.raises(audit.RegisterUnavailable):
            audit.count()
    finally:
        postgres.start()
    time.sleep(0.3)  # that it is left alone for
    assert audit.count() == 0
    database.dispose()


def test_the_log_says_what_the_failure_is_called(configure, tmp_path, caplog):
    """And nothing of its text, which may hold a path."""
    (tmp_path / "camille").write_text("no folder")
    configure(store_url=f"sqlite:///{tmp_path / 'camille' / 'store.sqlite'}")
    with pytest.raises(database.StoreUnavailable), database.reading():
        pass
    assert "the store is not available: FileExistsError EEXIST" in caplog.text
    assert "camille" not in caplog.text


@proves("STORE-1")
def test_a_server_that_does_not_answer_is_left_alone_for_a_moment(configure, tmp_path, monkeypatch, caplog):
    """Each question would hold a thread until it is given up, and others wait for threads."""
    monkeypatch.setattr(database, "BUSY", 2)
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        address = f"postgresql://camille:secret@127.0.0.1:{mute.getsockname()[1]}/store"
        configure(store_url=address, register_path=str(tmp_path / "register.sqlite"))
        with pytest.raises(database.StoreUnavailable), database.reading():
            pass
        mute.close()
        before = time.monotonic()
        for _ in range(20):
            with pytest.raises(database.StoreUnavailable) as raised, database.reading():
                pass
        assert time.monotonic() - before < 1
        assert raised.value.cause == "ConnectionError"
    assert "camille" not in caplog.text
    assert "secret" not in caplog.text
    database.dispose()


async def test_it_is_migrated_when_the_application_starts(store):
    async with database.opened():
        pass
    assert not database._stores, "and closed at its end"
    with database._store()._begun(0) as connection:
        assert database.schema.is_current(connection)


@proves("STORE-4")
async def test_the_application_starts_without_it(configure):
    configure(store_url="sqlite:////dev/null/store.sqlite")
    async with database.opened():
        pass


@proves("STORE-1")
@pytest.mark.parametrize(
    "wrong", ["mysql://u:secret@h/d", "sqlite://", "sqlite:///", "sqlite://host/secret", "secret", "http://secret/"]
)
def test_a_wrong_address_is_one_line_that_does_not_repeat_it(configure, capsys, wrong):
    configure(store_url=wrong)
    with pytest.raises(SystemExit):
        load_or_exit()
    said = capsys.readouterr().err
    assert said.startswith("ADMIN_STORE_URL: ")
    assert "secret" not in said
    assert said.count("\n") == 1


@proves("STORE-1")
def test_the_address_is_not_shown_with_the_settings(configure):
    configure(store_url="postgres://camille:secret@host/store")
    assert "secret" not in repr(get_settings())
    assert get_settings().store_address == "postgresql://camille:secret@host/store"


def test_without_an_address_it_stands_beside_the_former_register(configure):
    configure(register_path="/data/register.sqlite")
    assert get_settings().store_address == "sqlite:////data/store.sqlite"


@pytest.mark.parametrize(
    ("store_url", "register_path"),
    [("sqlite:////data/a.sqlite", "/data/a.sqlite"), ("sqlite:///register.sqlite", ""), ("", "/data/store.sqlite")],
)
def test_the_former_register_is_another_file(configure, capsys, store_url, register_path):
    configure(store_url=store_url, register_path=register_path)
    with pytest.raises(SystemExit):
        load_or_exit()
    assert "ADMIN_REGISTER_PATH: the store must be another file" in capsys.readouterr().err
