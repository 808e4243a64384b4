"""A request that the server cannot give: what its list knows of it, and what can still be done (trap 43).

Once a carpooler is retained, or when dates are flexible and somebody matches, the server fails at every reading and
writing of the request, after it stored what was asked. Its list still has it.
"""

from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError
from admin_app.features.solidary.desk import cache as desk
from admin_app.features.solidary.file.shaping import Texts
from admin_app.features.solidary.file.state import LIST, READ, FileMixin
from admin_app.kit.session import signed_in_background


class UnreadableMixin(FileMixin, rx.State, mixin=True):
    """A file whose record may be one that the server fails at."""

    listed: Texts = {}
    """What the list says of a record that could not be read: `name`, `status`, `journey`, `from_date`, `subject`,
    `telephone`, `dialled`; empty where it says nothing."""

    @rx.event(background=True)
    async def find_in_list(self):
        """Look for the record in the list, where it could not be read; nothing more is said where that fails."""
        async with self:
            wanted = self.record_id
            if self._held or not self.problem:
                return
        try:
            async with signed_in_background(self, reads=(READ, LIST)) as api:
                rows = (await desk.read(api, closed=True)).rows
        except ApiError:
            return
        found = next((each for each in rows if str(each.id) == wanted), None)
        async with self:
            if found and self.record_id == wanted and not self._held:
                names = ("name", "status", "journey", "from_date", "subject", "telephone", "dialled")
                self.listed = {name: str(getattr(found, name)) for name in names}

    def _instead(self) -> list[Any]:
        return [self.__class__.find_in_list] if self.fault not in ("missing", "refused") else []

    def _clear(self) -> None:
        super()._clear()
        self.listed = {}
