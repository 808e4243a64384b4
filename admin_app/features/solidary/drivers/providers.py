"""The partner platforms that can be searched, kept with the signed-in person (JOURNEY-3)."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.session import AccountMixin

FLAG = "external_journeys"
ENDPOINT = "admin/external_journey_providers"


class Providers(AccountMixin, rx.State):
    """Their names and nothing else of them: the real list holds addresses and keys (x-seed-conflicts)."""

    module: ClassVar[str | None] = FLAG

    names: list[str] = []

    async def _read_account(self, api: Api, permissions: Collection[str]) -> None:
        """Read who can be searched; anybody who is signed in may."""
        self.names = names_of(await api.call_get(ENDPOINT))


def names_of(answer: Any) -> list[str]:
    """The names in an answer: of its members, or the keys of an object of providers by name."""
    if isinstance(answer, list):
        return [each["name"] for each in answer if isinstance(each, Mapping) and isinstance(each.get("name"), str)]
    if not isinstance(answer, Mapping):
        return []
    for key in ("hydra:member", "member"):
        if key in answer:
            return names_of(answer[key])
    return [
        str(key) for key, each in answer.items() if isinstance(each, Mapping) and not key.startswith(("@", "hydra:"))
    ]
