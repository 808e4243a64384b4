"""Brings a database to the newest migration, in the transaction it is given: all of it happens, or nothing."""

import threading
from functools import lru_cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

_one_at_a_time = threading.Lock()
"""Alembic keeps what it is at in the process, not in the thread."""


@lru_cache(maxsize=1)
def head() -> str | None:
    """The newest migration."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def is_current(connection: Connection) -> bool:
    """Whether nothing is to be done."""
    return MigrationContext.configure(connection).get_current_revision() == head()


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing. CommandError for a database that a newer version made."""
    if is_current(connection):
        return
    config = _config()
    config.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config
