"""What features read beside the account: they say so here, and the session knows none of them."""

from collections.abc import Collection
from typing import ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api

Extra = type["AccountMixin"]
_extras: tuple[Extra, ...] = ()


class AccountMixin(rx.State, mixin=True):
    """A state of a feature that is filled when somebody is known; like every state, it is as new when they leave."""

    module: ClassVar[str | None] = None
    """The module that must be on (ACCESS-6); None is always on."""

    arrives: ClassVar[bool] = False
    """Whether something is due at each address, and `_arrive` does it."""

    async def _read_account(self, api: Api, permissions: Collection[str]) -> None:
        """Read what belongs to the person. An ApiError is noted in the log and keeps nobody out."""

    def _arrive(self) -> EventSpec | None:
        """Do what is due at each address; an event that is to follow the page."""


def use(extras: tuple[Extra, ...]) -> None:
    """Set the states that are read with an account; once, when the application is built."""
    global _extras
    _extras = extras


def extras() -> tuple[Extra, ...]:
    """The states that are read with an account."""
    return _extras
