"""The register: acts, how they ended, and what came in from its former file.

As in that file, the database itself refuses to change or remove a line.
"""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_REFUSED = "BEGIN SELECT RAISE(ABORT, 'append-only'); END"
_SQLITE = (
    f"CREATE TRIGGER {{table}}_not_changed BEFORE UPDATE ON {{table}} {_REFUSED}",
    f"CREATE TRIGGER {{table}}_not_removed BEFORE DELETE ON {{table}} {_REFUSED}",
    "CREATE TRIGGER {table}_not_replaced BEFORE INSERT ON {table} "
    f"WHEN EXISTS (SELECT 1 FROM {{table}} WHERE {{key}} = NEW.{{key}}) {_REFUSED}",
)
_POSTGRESQL_FUNCTION = """
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'append-only'; END $$
"""
_POSTGRESQL = """
CREATE TRIGGER {table}_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION append_only()
"""


def upgrade() -> None:
    """Make the tables and shut them."""
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("who_id", sa.Integer, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("filters", sa.Text, nullable=False),
        sa.Column("expected", sa.Integer),
        sqlite_autoincrement=True,
    )
    op.create_index("acts_same", "acts", ["kind", "subject"])
    op.create_table(
        "outcomes",
        sa.Column("act_id", sa.Integer, sa.ForeignKey("acts.id"), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
    )
    op.create_table(
        "taken_over",
        sa.Column("origin", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("act_id", sa.Integer, sa.ForeignKey("acts.id"), nullable=False),
    )
    for statement in _shut(op.get_bind().dialect.name):
        op.execute(statement)


def _shut(dialect: str) -> Iterator[str]:
    if dialect == "postgresql":
        yield _POSTGRESQL_FUNCTION
    for table, key in (("acts", "id"), ("outcomes", "act_id")):
        if dialect == "postgresql":
            yield _POSTGRESQL.format(table=table)
        else:
            yield from (each.format(table=table, key=key) for each in _SQLITE)
