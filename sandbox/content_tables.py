"""Tables of what the public site shows: events and editorials."""

from sqlalchemy import Boolean, CheckConstraint, Column, ForeignKey, Integer, String, Text

from sandbox.tables import numbered

events = numbered(
    "events",
    Column("name", String(255), nullable=False),
    Column("name_key", String, nullable=False),
    Column("status", Integer, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("description", String(512)),
    Column("full_description", Text),
    # Wall clock, in no time zone.
    Column("from_date", String, nullable=False),
    Column("to_date", String, nullable=False),
    Column("use_time", Boolean, nullable=False),
    Column("url", String(255)),
    Column("creator_id", Integer, nullable=False),
    Column("community_id", Integer),
    Column("address_id", ForeignKey("addresses.id"), nullable=False),
    Column("created_date", String, nullable=False),
    Column("external_id", String(255)),
    CheckConstraint("status in (0, 1, 2)"),
)

editorials = numbered(
    "editorials",
    Column("title", String(255), nullable=False),
    Column("title_key", String, nullable=False),
    Column("text", String(512), nullable=False),
    Column("label", String(255), nullable=False),
    Column("link", String(255), nullable=False),
    Column("status", Integer, nullable=False),
    Column("created_date", String, nullable=False),
    Column("updated_date", String),
    CheckConstraint("status in (0, 1)"),
)
