"""Editorials of the demo data: what the public home page showed over the years, one of them now."""

from sqlalchemy import Connection

from sandbox import scenes
from sandbox.clock import days_before, stored
from sandbox.content_tables import editorials
from sandbox.datafiles import read_toml
from sandbox.rows import image_row
from sandbox.seed.bulk import write
from sandbox.tables import images

ACTIVE = 6
"""Which of them the public sees."""


def fill(connection: Connection) -> None:
    """Write the editorials and their pictures."""
    for number, each in enumerate(read_toml("editorials.toml")["editorials"], start=1):
        picture, age = scenes.file_name(each.pop("picture"), number), each.pop("age")
        dates = {
            "created_date": stored(days_before(age)),
            "updated_date": stored(days_before(age / 2)) if number % 3 == 0 else None,
        }
        write(connection, editorials, [{"id": number, "status": int(number == ACTIVE)} | each | dates])
        write(connection, images, [image_row("editorial", number, picture)])
