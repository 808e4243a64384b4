"""Views of lists, by person or for everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "views",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("owner_id", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("route", sa.Text, nullable=False),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("pinned", sa.Boolean, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("views_owner", "views", ["owner_id"])
