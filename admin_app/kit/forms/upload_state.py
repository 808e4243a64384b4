"""The part of a form that sends an image and a file once the record is saved (kit/forms/upload.py)."""

from collections.abc import Awaitable, Callable
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.kit.forms.formset import part_of
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.upload import Upload, WrongFile, reason
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import failure_text, notify, open_upload, reports_errors
from admin_app.kit.transfer import pictures, tickets
from admin_app.kit.words.locale import language_of


class UploadMixin(FormHost, rx.State, mixin=True):
    """The image and the file of a form, where it has an `ImageInput` with an owner, or a `FileInput`."""

    image: Upload = Upload()
    file: Upload = Upload()

    @rx.event
    @reports_errors("image_error")
    async def prepare_image(self):
        """Give the browser a ticket for the image just chosen."""
        async with self._admitted():
            ticket, sending = await open_upload(self, "image")
            self.image.await_file(ticket)
            yield sending

    @rx.event
    @reports_errors("image_error")
    async def prepare_attached(self, name: str):
        """Give the browser a ticket for the picture just chosen for the line input of a full name, which keeps it."""
        async with self._admitted():
            part = part_of(self._parts(), name)
            if part and part.kind == "attached":
                yield (await open_upload(self, name))[1]

    @rx.event
    @reports_errors("load_error")
    async def prepare_file(self, name: str):
        """Give the browser a ticket for the file just chosen."""
        async with self._admitted():
            self.file.pending = False
            ticket, sending = await open_upload(self, "file")
            self.file.await_file(ticket, str(name))
            yield sending

    @rx.event
    async def check_file(self):
        """Say what is wrong with the file as soon as it is here."""
        try:
            self._checked(tickets.content_of(self.file.ticket))
        except (WrongFile, tickets.RefusedFile) as error:
            self.file.problem = reason(error, await language_of(self))

    def _wrong_file(self, sent: Submission) -> dict[str, str]:
        """A chosen file that is known to be refused stops the save: the record would be left without one."""
        wrong = self.file.problem and self.file.name
        return {part.name: "kit.upload.wrong_file" for part in sent.asked if wrong and part.kind == "file"}

    @rx.event
    def drop_file(self):
        """Keep what is there: the chosen file is not sent."""
        self.file.forget()
        self.file.problem, self.file.pending = "", False

    @rx.event
    @reports_errors("image_error", busy="saving")
    async def retry_image(self):
        """Send again the image that was refused after its record had been saved."""
        if self.saving or not self.image.pending:
            return
        self.saving = True
        yield
        async with self._admitted() as api:
            sent = await self._send_image(api)
        if sent:
            yield self._leave()

    @rx.event
    @reports_errors("update_error", busy="saving")
    async def retry_file(self):
        """Send again the file that was refused after its record had been saved."""
        if self.saving or not self.file.pending:
            return
        self.saving = True
        yield
        async with self._admitted() as api:
            sent = await self._send_file(api)
        if sent:
            yield self._leave()

    def _leave(self) -> list[Any]:
        """All is sent: the draft goes, and the record is shown."""
        return [run("saved"), open_instead(self._show_address())]

    async def _send_uploads(self, api: Api) -> bool:
        """Send what was chosen, the image first; False when one of them is refused: the record stays saved."""
        return all([await self._send_image(api), await self._send_file(api)])

    async def _send_image(self, api: Api) -> bool:
        if not self.resource.image:
            return True
        return await self._send_one(api, self.image, f"errors.{self.resource.entity}.image_error", self._upload_image)

    async def _send_file(self, api: Api) -> bool:
        part, chosen = self.resource.file, bool(self.file.ticket)
        if not part:
            return True
        sent = await self._send_one(api, self.file, f"errors.{part.entity}.create_error", self._upload_checked)
        if chosen and sent:
            await notify(self, "success", f"errors.{part.entity}.create_success")
        return sent

    async def _send_one(self, api: Api, upload: Upload, failed: str, sending: Callable[[Api], Awaitable[None]]) -> bool:
        """Send one of the two where it was chosen; a refusal is said under the key `failed`."""
        upload.pending = False
        if not upload.ticket:
            return True
        try:
            await sending(api)
        except (WrongFile, tickets.RefusedFile) as error:
            upload.problem = reason(error, await language_of(self))
            await notify(self, "error", failed, upload.problem)
            upload.forget()
            return False
        except ApiError as error:
            upload.pending, error.unsure = True, False  # sent again, it takes its own place
            await notify(self, "error", failed, await failure_text(self, error))
            return False
        upload.forget()
        return True

    async def _upload_image(self, api: Api) -> None:
        assert self.resource.image
        picture = pictures.picture(self.image.ticket)
        name = f"image.{picture.media_type.rpartition('/')[2]}"
        texts = {"alt": self.image.alt} if self.image.alt else {}
        owner, record_id = self.resource.image.owner, int(self.record_id)
        await api.upload_image(owner, record_id, name, picture.content, picture.media_type, **texts)

    async def _upload_checked(self, api: Api) -> None:
        await self._upload_file(api, self._checked(tickets.content_of(self.file.ticket)))

    def _checked(self, content: bytes) -> bytes:
        """The content of the file as it is to be sent; a feature raises WrongFile for what the API would refuse."""
        return content

    async def _upload_file(self, api: Api, content: bytes) -> None:
        """Send the file of the saved record where the feature's API wants it."""
