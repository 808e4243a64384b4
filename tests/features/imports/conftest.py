"""Files as people bring them, and the way through the workbench without a browser."""

import datetime as dt
import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import Workbook

from admin_app.kit.imports.state import ImportMixin
from tests.support.forms import send_file
from tests.support.tab import Tab

HEAD = (
    "E-mail;Prénom;Nom;Genre;Date de naissance;Téléphone;Communauté;N°;Rue;CP;Commune;Pays;"
    "Latitude;Longitude;Actualités"
)


def person(number: int, **cells: str) -> str:
    """One line of a file of users."""
    line = {
        "email": f"import{number}@example.org", "given": f"Zoé{number}", "family": "Thérond", "gender": "1",
        "born": "1991-04-17", "telephone": "0612345678", "community": "", "house": "14", "street": "rue Saint-Dizier",
        "code": "54000", "town": "Nancy", "country": "France", "lat": "", "lon": "", "news": "1",
    }  # fmt: skip
    return ";".join((line | cells).values())


def people(count: int, *lines: str) -> str:
    """A file of users: a header, some lines that are right, then others."""
    return "\r\n".join([HEAD, *map(person, range(count)), *lines]) + "\r\n"


def workbook(count: int, *lines: str) -> bytes:
    """The same as a spreadsheet saves it: days as days, numbers as numbers, nothing where nothing was typed."""
    book = Workbook()
    book.active.title = "Inscrits"
    book.active.append(HEAD.split(";"))
    for line in (*map(person, range(count)), *lines):
        cells: list[Any] = [cell or None for cell in line.split(";")]
        cells[3:5] = int(cells[3]), dt.date.fromisoformat(cells[4])
        cells[9], cells[14] = int(cells[9]), cells[14] == "1"
        book.active.append(cells)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def spreadsheet(kind: str, rows: list[list[Any]]) -> bytes:
    """A table as a workbook (`xlsx`) or an OpenDocument spreadsheet (`ods`)."""
    content = io.BytesIO()
    if kind == "xlsx":
        book = Workbook()
        for row in rows:
            book.active.append(row)
        book.save(content)
        return content.getvalue()
    cells = "".join(f"<table:table-row>{''.join(map(_open_document, row))}</table:table-row>" for row in rows)
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("META-INF/manifest.xml", "<manifest/>")
        file.writestr("content.xml", OPEN_DOCUMENT.format(cells=cells))
    return content.getvalue()


OPEN_DOCUMENT = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content'
    ' xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="Feuille1">{cells}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
)


def _open_document(cell: Any) -> str:
    if isinstance(cell, str):
        return f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{cell}"/>'


@pytest.fixture
def bring() -> Callable[..., Any]:
    """Choose a file in a tab that shows an import."""

    async def bring_file(tab: Tab, state: type[ImportMixin], content: str | bytes, name: str = "fichier.csv") -> Any:
        await tab.send(state.prepare)
        ticket = tab.went("sendFile")[0].rpartition("/")[2]
        data = content if isinstance(content, bytes) else content.encode()
        assert await send_file(ticket, data) == 204
        await tab.send(state.receive, name=name)
        return tab.view(state)

    return bring_file
