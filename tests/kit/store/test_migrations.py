"""A store is migrated before its first use, once, whoever starts; and its tables are those of the code."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import insert, inspect, select, text

from admin_app.kit.store import database, schema
from admin_app.kit.store.tables import metadata
from tests.support.proofs import proves

WORKER = """
import sys
from admin_app.kit.store import database
sys.stdin.readline()  # all at once
with database.writing() as connection:
    print(database.schema.is_current(connection))
"""


@proves("STORE-2")
def test_the_tables_are_those_of_the_code(store):
    with database.reading() as connection:
        assert schema.is_current(connection)
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@proves("STORE-2")
def test_workers_that_start_together_migrate_once(store, monkeypatch, tmp_path):
    """Processes of their own, as workers are; `configure` gave them the environment."""
    command = [sys.executable, "-c", WORKER]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    workers = [subprocess.Popen(command, **pipes) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        told = [*pool.map(lambda worker: worker.communicate("go\n", timeout=60), workers)]
    assert told == [("True\n", "")] * 4


def test_threads_that_need_it_first_together_migrate_once(store):
    def used(_: int) -> bool:
        with database.writing() as connection:
            return schema.is_current(connection)

    with ThreadPoolExecutor(6) as pool:
        assert [*pool.map(used, range(12))] == [True] * 12


@proves("STORE-2")
def test_a_migration_that_fails_leaves_nothing_behind(store, monkeypatch):
    def failing(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(database.takeover, "take", failing)
        with pytest.raises(database.StoreUnavailable), database.reading():
            pass
    database.dispose()
    with database._store()._begun(0) as connection:
        assert inspect(connection).get_table_names() == []
    with database.reading() as connection:
        assert schema.is_current(connection), "the next one who needs it tries again"


LINE = {"at": "", "kind": "export", "who_id": 1, "who": "", "subject": "users", "filters": "{}"}
VIEW = {"owner_id": 1, "name": "Ada", "route": "/users", "query": "", "pinned": True, "position": 1}


@pytest.mark.parametrize(("version", "held"), [("0001", {"acts": LINE}), ("0002", {"acts": LINE, "views": VIEW})])
def test_a_store_of_a_version_before_keeps_what_it_holds(store, version, held):
    kept = database._store()
    if kept.path:
        database._make(kept.path)
    config = schema._config()
    with kept._begun(database.MIGRATION) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        for name, row in held.items():
            connection.execute(insert(metadata.tables[name]).values(**row))
    database.dispose()
    with database.reading() as connection:
        assert schema.is_current(connection)
        for name, row in held.items():
            assert row.items() <= dict(connection.execute(select(metadata.tables[name])).mappings().one()).items()
        assert {"views", "texts"} <= {*inspect(connection).get_table_names()}


@proves("STORE-2")
def test_a_store_of_a_newer_version_is_left_alone(store):
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.dispose()
    with pytest.raises(database.StoreUnavailable) as raised, database.reading():
        pass
    assert raised.value.cause == "CommandError"
