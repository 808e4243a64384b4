"""The tables as the newest migration leaves them; tests/kit/store/test_migrations.py holds both against each other."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

acts = Table(
    "acts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("who_id", Integer, nullable=False),
    Column("who", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("filters", Text, nullable=False),
    Column("expected", Integer),
    Index("acts_same", "kind", "subject"),
    sqlite_autoincrement=True,
)
"""The lines of the register (kit/audit.py), never changed: triggers refuse it."""

outcomes = Table(
    "outcomes",
    metadata,
    Column("act_id", Integer, ForeignKey("acts.id"), primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("rows", Integer, nullable=False),
)
"""How they ended, once each."""

taken_over = Table(
    "taken_over",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("act_id", Integer, ForeignKey("acts.id"), nullable=False),
)
"""Which line of which file became which line here (kit/store/takeover.py), so that none comes in twice."""

views = Table(
    "views",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner_id", Integer),
    Column("name", Text, nullable=False),
    Column("route", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("position", Integer, nullable=False),
    Index("views_owner", "owner_id"),
    sqlite_autoincrement=True,
)
"""Lists under a name (kit/views/store.py); without an owner it is everybody's."""

texts = Table(
    "texts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("group_id", Integer, nullable=False),
    Column("locale", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_by", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("changed_by", Integer, nullable=False),
    Column("changed_at", Text, nullable=False),
    Column("changed_name", Text, nullable=False),
    Index("texts_group", "kind", "group_id"),
    sqlite_autoincrement=True,
)
"""Texts under a name, which a group of people shares (kit/store/texts.py)."""
