"""Territories and icons of the demo data."""

from sqlalchemy import Connection

from sandbox.geography import icon_names, territories
from sandbox.seed.bulk import write
from sandbox.tables import icons
from sandbox.tables import territories as territory_table


def fill(connection: Connection) -> None:
    """Write what everything else refers to."""
    write(connection, territory_table, [{"id": each.id, "name": each.name} for each in territories()])
    _fill_icons(connection)


def _fill_icons(connection: Connection) -> None:
    names = icon_names()
    ids = {name: number for number, (name, _) in enumerate(names, start=1)}
    rows = [
        {"id": ids[name], "name": name, "file_name": f"{name}.svg", "private_icon_id": ids.get(private or "")}
        for name, private in names
    ]
    # Public icons refer to private ones, which come later.
    write(connection, icons, rows[::-1])
