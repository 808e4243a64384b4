"""Sending the image and the file of a form once its record is saved, and again after a failure (upload.py)."""

import asyncio
from collections.abc import Awaitable, Callable

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.upload import Upload, WrongFile, reason
from admin_app.kit.session import failure_text, notify
from admin_app.kit.transfer import pictures, tickets
from admin_app.kit.words.locale import language_of


class UploadFlow:
    """The files of one form, where it has an `ImageInput` with an owner, or a `FileInput`."""

    def __init__(self, form: FormHost) -> None:
        self.form = form
        self.resource = form.resource

    async def send_all(self, api: Api) -> bool:
        """Send what was chosen, the image first; False when one of them is refused: the record stays saved."""
        return all([await self.send_image(api), await self.send_file(api)])

    async def send_image(self, api: Api) -> bool:
        """Send the image, if one waits; False where it could not be sent."""
        if not self.resource.image:
            return True
        failed = f"errors.{self.resource.entity}.image_error"
        return await self._send(api, self.form.image, failed, self._upload_image)

    async def send_file(self, api: Api) -> bool:
        """Send the file, if one waits; False where it could not be sent."""
        part, chosen = self.resource.file, bool(self.form.file.ticket)
        if not part:
            return True
        sent = await self._send(api, self.form.file, f"errors.{part.entity}.create_error", self._upload_file)
        if chosen and sent:
            await notify(self.form, "success", f"errors.{part.entity}.create_success")
        return sent

    async def _send(self, api: Api, upload: Upload, failed: str, sending: Callable[[Api], Awaitable[None]]) -> bool:
        """Send one of the two where it was chosen; a refusal is said under the key `failed`."""
        upload.pending = upload.unsure = False
        if not upload.ticket:
            return True
        try:
            await sending(api)
        except (WrongFile, tickets.RefusedFile) as error:
            upload.problem = reason(error, await language_of(self.form))
            await notify(self.form, "error", failed, upload.problem)
            upload.forget()
            return False
        except ApiError as error:
            upload.pending, upload.unsure = True, error.unsure
            if error.unsure:  # sent again, it takes its own place
                await notify(self.form, "error", "kit.upload.unsure")
            else:
                await notify(self.form, "error", failed, await failure_text(self.form, error))
            return False
        upload.forget()
        return True

    async def _upload_image(self, api: Api) -> None:
        form, image = self.form, self.resource.image
        assert image
        picture = await asyncio.to_thread(pictures.picture, form.image.ticket)
        name = f"image.{picture.media_type.rpartition('/')[2]}"
        texts = {"alt": form.image.alt} if form.image.alt else {}
        await api.upload_image(image.owner, int(form.record_id), name, picture.content, picture.media_type, **texts)

    async def _upload_file(self, api: Api) -> None:
        await self.form._upload_file(api, self.form._checked(tickets.content_of(self.form.file.ticket)))
