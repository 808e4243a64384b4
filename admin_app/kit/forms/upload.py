"""A file that a form sends once its record is saved: chosen in the browser, it waits behind a ticket.

The record is saved whatever becomes of the file: one that is refused is said to be, and can be sent again or replaced
without saving anything else.
"""

from dataclasses import dataclass

from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import say

LONGEST_NAME = 255


class WrongFile(Exception):
    """A file that the API is known to refuse; `key` is the translation that says why, `values` what it names."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key, self.values = key, values


@dataclass
class Upload:
    """The file of one input of a form."""

    ticket: str = ""
    name: str = ""
    """Of the file that was chosen."""
    stored: str = ""
    """Of the one that is there, empty when there is none."""
    pending: bool = False
    """The record is saved, its file is not: the person may send just that again."""
    unsure: bool = False
    """Nobody knows whether it was taken: it may be there already."""
    problem: str = ""
    """Why the file that was chosen will be refused, in the person's language."""
    alt: str = ""
    """The alternative text that goes with it."""

    def await_file(self, ticket: str, name: str = "") -> None:
        """Wait for a file just chosen, which the browser sends to a ticket; the former one is given up."""
        tickets.discard(self.ticket)
        self.ticket, self.name, self.problem = ticket, name[:LONGEST_NAME], ""

    def keep_pending(self, same: bool) -> None:
        """Forget everything at the opening of a form, but a file that is still to be sent to the same record."""
        self.pending, self.problem = self.pending and same, self.problem if same else ""
        if not self.pending:
            self.ticket = self.name = self.alt = ""
        self.stored = ""

    def forget(self) -> None:
        """Give up the chosen file."""
        tickets.discard(self.ticket)
        self.ticket = self.name = ""


def reason(error: WrongFile | tickets.RefusedFile, locale: str) -> str:
    """Why a file cannot be sent, in a language."""
    if isinstance(error, WrongFile):
        return say(error.key, locale, **error.values)
    return say(f"kit.upload.{error.name}", locale)
