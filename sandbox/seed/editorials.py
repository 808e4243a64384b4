"""Editorials of the demo data: what the public home page showed over the years, one of them now."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from sandbox import scenes
from sandbox.clock import days_before, stored
from sandbox.content_tables import editorials
from sandbox.rows import image_row
from sandbox.seed.bulk import write
from sandbox.seed.written import records
from sandbox.tables import images

ACTIVE = 6
"""Which of them the public sees."""


@dataclass(frozen=True)
class Editorial:
    """An editorial of the demo data; its age is in days."""

    title: str
    text: str
    label: str
    link: str
    age: int
    picture: str


def fill(connection: Connection) -> None:
    """Write the editorials and their pictures."""
    numbered = tuple(enumerate(records("editorials", Editorial), start=1))
    write(connection, editorials, [_row(number, each) for number, each in numbered])
    pictures = [image_row("editorial", number, scenes.file_name(each.picture, number)) for number, each in numbered]
    write(connection, images, pictures)


def _row(number: int, each: Editorial) -> dict[str, Any]:
    return {
        "id": number,
        "title": each.title,
        "text": each.text,
        "label": each.label,
        "link": each.link,
        "status": int(number == ACTIVE),
        "created_date": stored(days_before(each.age)),
        "updated_date": stored(days_before(each.age / 2)) if number % 3 == 0 else None,
    }
