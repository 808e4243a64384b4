"""Texts under a name, which a group of people shares."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "texts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("group_id", sa.Integer, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created_by", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("changed_by", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.Text, nullable=False),
        sa.Column("changed_name", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("texts_group", "texts", ["kind", "group_id"])
