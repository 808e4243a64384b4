"""Whether the platform has an instance for energy saving certificates (SESSION-2, SESSION-3)."""

from collections.abc import Collection

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.session import AccountMixin


class Eec(AccountMixin, rx.State):
    """What `eec/instance` says (SESSION-2)."""

    available: bool = False

    async def _read_account(self, api: Api, permissions: Collection[str]) -> None:
        self.available = bool((await api.call_get("eec/instance")).get("available"))
