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
    structures,
)


def seed(connection: Connection, users: int, points: int) -> None:
    """Fill an empty database with so many users and relay points, and everything around them."""
    catalogue.fill(connection)
    accounts.fill(connection)
    people.fill(connection, accounts.COUNT + 1, users)
    communities.fill(connection, users)
    structures.fill(connection, users)
    events.fill(connection)
    editorials.fill(connection)
    articles.fill(connection)
    relay_points.fill(connection, points)
    campaigns.fill(connection)
