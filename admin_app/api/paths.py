"""The paths of the API: the one place where an id goes into one, and what no path may hold. Pure.

An id comes from an address or a socket, where anything may stand: `/communities/show/%2e%2e` once asked for
`admin/communities/%2e%2e/members`, which is `admin/members`.
"""

import re

from admin_app.api.errors import NotFound

NOWHERE = "0"
"""Stands for an id where an address holds none: no record has it, so that whatever asks for it is not found."""
_ID = re.compile(r"[1-9][0-9]{0,9}")
WRITING_GETS = ("admin/users/delete", "-campaign", "/sendValidationEmail", "/generate_phone_token", "/alerts")
"""Ends of the GETs that write; repeated, they delete, write to people or begin notices twice (session.yaml)."""
TEXTS_DRIVERS = re.compile(r"(^|/)admin/solidaries/\d+$")
"""The GET of a solidary record: the server looks for drivers at each, and may text them (trap 31)."""
_PATH = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")


def is_record_id(text: object) -> bool:
    """Whether this is an id as the API gives them: a positive whole number, plainly written, of ten digits at most."""
    return bool(_ID.fullmatch(str(text)))


def record_id(text: object) -> str:
    """The id that stands in an address, NOWHERE for anything else."""
    return str(text) if is_record_id(text) else NOWHERE


def writes(path: str) -> bool:
    """Whether a GET of this path changes something on the server."""
    return path.rstrip("/").endswith(WRITING_GETS)


def item(endpoint: str, record_id: int | str, below: str = "") -> str:
    """The path of one record, or of what is `below` it: `admin/communities/12/members`. NotFound for what is no id.

    Nothing but a number is ever sent as one: `admin/users/delete` deletes everybody.
    """
    if not is_record_id(record_id):
        raise NotFound
    return f"{endpoint}/{record_id}/{below}" if below else f"{endpoint}/{record_id}"


def plain(path: str) -> str:
    """A path as it is, when it holds names and numbers and nothing that leads elsewhere; NotFound otherwise."""
    if not _PATH.fullmatch(path):
        raise NotFound
    return path
