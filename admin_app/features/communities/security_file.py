"""The security file of a community, checked before it is sent: the server refuses it without saying why.

Text, two filled columns separated by `;` on every line that is not empty, no header
(communities-campaigns.yaml, upload_community_security).
"""

from admin_app.kit.forms import WrongFile

COLUMNS = 2


def as_text(content: bytes) -> str:
    """The text of a file. WrongFile for what is none; a spreadsheet may have written it in Windows-1252."""
    if b"\0" in content:
        raise WrongFile("communities.wrong.not_text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def checked(content: bytes) -> bytes:
    """The file in UTF-8 and without the mark spreadsheets begin it with, which would be part of the first login."""
    text = as_text(content)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise WrongFile("communities.wrong.no_line")
    for number, line in lines:
        _check(number, [cell.strip().strip('"') for cell in line.split(";")])
    return text.encode()


def _check(number: int, cells: list[str]) -> None:
    """Say which line is wrong, and never what it holds: it is a password."""
    if len(cells) != COLUMNS:
        raise WrongFile("communities.wrong.columns", line=str(number))
    if not all(cells):
        raise WrongFile("communities.wrong.empty_cell", line=str(number))
