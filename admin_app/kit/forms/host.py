"""What the parts of a form may count on: they read their host, and nothing of each other (decision 20)."""

from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.declare.fields import Input
from admin_app.kit.declare.resource import Resource
from admin_app.kit.records.ownership import of_record
from admin_app.kit.session import TypedIn, signed_in
from admin_app.kit.session.permissions import NOBODY
from admin_app.settings import get_settings


class FormHost(TypedIn, rx.State, mixin=True):
    """A form, as its lines, its uploads and its duplicate guard see it."""

    resource: ClassVar[Resource]

    record_id: str = ""
    """Empty for a creation."""
    values: dict[str, str] = {}
    """The texts of the inputs as they were filled."""
    revision: int = 0
    """Counts the times the inputs were filled anew; the form is mounted again at each."""
    _settled: bool = False
    """Whether the inputs are those of the record: not before it is read, and no more once it is saved."""
    _closed: tuple[str, ...] = ()
    """The fields of sections whose permission the person lacks: neither shown, nor checked, nor sent."""

    def _parts(self) -> list[Input]:
        """The inputs of this form now: some exist in creation or edition alone, some if the deployment says so."""
        settings = get_settings()
        asked = self.resource.inputs("edit" if self.record_id else "create")
        return [
            replace(part, required=part.required or (part.required_by is not None and settings.flag(part.required_by)))
            for part in asked
            if settings.flag(part.flag) and part.field not in self._closed
        ]

    def _permission(self) -> str:
        """What a save asks for."""
        may = self.resource.may
        return (may.update if self.record_id else may.create) or NOBODY

    def _admitted(self) -> AbstractAsyncContextManager[Api]:
        """The door to a save of this record, and to all that leads to it."""
        own = of_record(self.resource, self.record_id) if self.record_id else None
        return signed_in(self, self._permission(), own=own)

    def _show_address(self) -> str:
        """Where the record is shown."""
        return f"{self.resource.route}/show/{self.record_id}"
