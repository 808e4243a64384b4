"""The file a form sends once its record is saved, such as the credentials of a community.

Chosen in the browser, it waits behind a ticket (kit/transfer/tickets.py). The record is saved whatever becomes of the
file: one that is refused is said to be, and can be sent again or replaced without saving anything else.
"""

from typing import TYPE_CHECKING, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.kit.declare.resource import Resource
from admin_app.kit.script import run
from admin_app.kit.session import failure_text, notify, reports_errors, signed_in
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import Locale, say

LONGEST_NAME = 255


class WrongFile(Exception):
    """A file that the API is known to refuse; `key` is the translation that says why, `values` what it names."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key, self.values = key, values


class FilesMixin(rx.State, mixin=True):
    """The file of a form; part of `FormMixin`. A resource with a `FileInput` has one."""

    resource: ClassVar[Resource]

    file_ticket: str = ""
    file_name: str = ""
    """Of the file that was chosen."""
    file_stored: str = ""
    """Of the one that is there, empty when there is none."""
    file_pending: bool = False
    """The record is saved, its file is not: the person may send just that again."""
    file_problem: str = ""
    """Why the file that was chosen will be refused, in the person's language."""
    if TYPE_CHECKING:  # of the form itself
        record_id: str
        saving: bool

    @rx.event
    @reports_errors("load_error")
    async def prepare_file(self, name: str):
        """Give the browser a ticket for the file just chosen."""
        async with signed_in(self, self._permission()):
            self.file_ticket = tickets.open_ticket()
        self.file_name, self.file_problem, self.file_pending = str(name)[:LONGEST_NAME], "", False
        yield run("sendFile", tickets.PATH.format(ticket=self.file_ticket), "file")

    @rx.event
    async def check_file(self):
        """Say what is wrong with the file as soon as it is here."""
        try:
            self._checked(tickets.content_of(self.file_ticket))
        except (WrongFile, tickets.RefusedFile) as error:
            self.file_problem = await self._wrong(error)

    @rx.event
    def drop_file(self):
        """Keep what is there: the chosen file is not sent."""
        self._forget_file()
        self.file_problem, self.file_pending = "", False

    @rx.event
    @reports_errors("update_error", busy="saving")
    async def retry_file(self):
        """Send again the file that was refused after its record had been saved."""
        if self.saving or not self.file_pending:
            return
        self.saving = True
        yield
        async with signed_in(self, self.resource.may.update) as api:
            done = await self._send_file(api, self.record_id)
        if done:
            yield [run("saved"), rx.redirect(self._show_address())]

    async def _send_file(self, api: Api, record_id: str) -> bool:
        """Upload the chosen file; False, with a notice, when it is refused: the record stays saved."""
        self.file_pending = False
        part = self.resource.file
        if not self.file_ticket or not part:
            return True
        key = f"errors.{part.entity}.create_error"
        try:
            await self._upload_file(api, record_id, self._checked(tickets.content_of(self.file_ticket)))
        except (WrongFile, tickets.RefusedFile) as error:
            self.file_problem = await self._wrong(error)
            await notify(self, "error", key, self.file_problem)
            self._forget_file()
            return False
        except ApiError as error:
            self.file_pending = True
            await notify(self, "error", key, await failure_text(self, error))
            return False
        self._forget_file()
        await notify(self, "success", f"errors.{part.entity}.create_success")
        return True

    def _forget_file(self) -> None:
        """Give up the chosen file."""
        tickets.discard(self.file_ticket)
        self.file_ticket = self.file_name = ""

    def _checked(self, content: bytes) -> bytes:
        """The content as it is to be sent; a feature raises WrongFile for what the API would refuse."""
        return content

    async def _upload_file(self, api: Api, record_id: str, content: bytes) -> None:
        """Send the file where the feature's API wants it."""

    def _permission(self) -> str:
        """What the form asks for; a form knows."""
        raise NotImplementedError

    def _show_address(self) -> str:
        """Where the record is shown; a form knows."""
        raise NotImplementedError

    async def _wrong(self, error: WrongFile | tickets.RefusedFile) -> str:
        locale = (await self.get_state(Locale)).locale
        if isinstance(error, WrongFile):
            return say(error.key, locale, **error.values)
        return say(f"kit.upload.{error.name}", locale)
