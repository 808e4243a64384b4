"""Demo data: deterministic, French, relative to the reference date; user 42 is the same whatever their number."""

from sqlalchemy import Connection

from sandbox.seed import (
    accounts,
    articles,
    campaigns,
    catalogue,
    communities,
    editorials,
    events,
    people,
    relay_points,
    solidary_members,
    solidary_records,
    structures,
)
from sandbox.seed.solidary_people import Span


def seed(connection: Connection, users: int, points: int, records: int) -> None:
    """Fill an empty database with so many users, relay points and solidary records, and everything around them."""
    span = Span.of(users, records)
    catalogue.fill(connection)
    accounts.fill(connection)
    people.fill(connection, accounts.COUNT + 1, users, span)
    communities.fill(connection, users)
    structures.fill(connection, users)
    solidary_members.fill(connection, span)
    solidary_records.fill(connection, records)
    events.fill(connection)
    editorials.fill(connection)
    articles.fill(connection)
    relay_points.fill(connection, points)
    campaigns.fill(connection)
