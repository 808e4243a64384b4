"""The solidary structures of the signed-in person, and the one they work for (STRUCTURE-1, SHELL-3)."""

from collections.abc import Collection
from contextlib import suppress
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.api.query import NOWHERE, Query
from admin_app.kit.forms import CREATE
from admin_app.kit.parts import entry, icon
from admin_app.kit.screen import Condition
from admin_app.kit.session import LOAD, AccountMixin, Here, Session, here
from admin_app.kit.words.locale import t

ROUTES = "/solidary"
"""How the addresses of the module begin."""
TRANSPORT = "solidary_transport"
"""The flag of volunteers and of all that is about them."""
NAMES = ("id", "name", "telephone", "signature", "solidaryTransport")


class CurrentStructure(AccountMixin, rx.State):
    """The structures by the fields that are kept of them (STRUCTURE-2), and which one is the current."""

    module: ClassVar[str | None] = "solidary"
    arrives: ClassVar[bool] = True

    structure: str = rx.LocalStorage("", name="admin_app.structure")
    structures: list[dict[str, str]] = []
    current: dict[str, str] = {}
    """The one they work for; empty for somebody who works for none."""
    editing: bool = False
    """Whether a solidary item is being edited (SHELL-3, SHELL-4): the structure cannot change meanwhile."""

    @rx.event
    def choose(self, structure_id: str):
        """Work for another of the person's structures; not while a solidary item is edited (SHELL-3).

        A list is read again, being of the current structure. The page of one record stays as it is: it is no other for
        that, and reading a request again may text drivers (trap 31).
        """
        if self.editing or not any(each["id"] == structure_id for each in self.structures):
            return None
        self.structure = structure_id
        self._settle()
        return LOAD if _follows(here(self)) else None

    async def _read_account(self, api: Api, permissions: Collection[str]) -> None:
        """Read the structures of who may list them (STRUCTURE-1)."""
        if "structure_list" in permissions:
            self._keep((await api.list("admin/structures", Query())).items)

    def _keep(self, items: list[dict[str, Any]]) -> None:
        """Keep one of the structures as the current one."""
        self.structures = [{name: str(item.get(name, "") or "") for name in NAMES} for item in items]
        self._settle()

    def _settle(self) -> None:
        """Let the current structure be the chosen one, and the first one where nothing or something else is chosen."""
        chosen = [each for each in self.structures if each["id"] == self.structure] or self.structures
        current = chosen[0] if chosen else {}
        if current != self.current:
            self.current = current
        if self.structure != self.current.get("id", ""):
            self.structure = self.current.get("id", "")

    def _arrive(self) -> None:
        """Editing ends with the address it took place at (SHELL-4)."""
        if self.editing:
            self.editing = False
        # The browser remembers which one: it may tell another one with each connection.
        self._settle()


def _follows(at: Here) -> bool:
    """Whether what stands at an address is of the current structure, and may be read again without a word."""
    return at.path.startswith(ROUTES) and at.record_id == NOWHERE and at.last != CREATE


async def read_again(state: rx.State, api: Api) -> None:
    """Take over what has become of the person's structures; where they cannot be read they stay as they were."""
    session, structures = await state.get_state(Session), await state.get_state(CurrentStructure)
    with suppress(ApiError):
        await structures._read_account(api, session._readable())


async def _transports(state: rx.State) -> bool:
    return bool((await state.get_state(CurrentStructure)).current.get("solidaryTransport"))


TRANSPORTS = Condition(
    CurrentStructure.current.get("solidaryTransport", "") != "",
    _transports,
    "solidary.no_transport",
    "solidary.no_transport_text",
)
"""The current structure offers solidary transport: without it there is no list of volunteers (SCREEN-15)."""


async def _works(state: rx.State) -> bool:
    return bool((await state.get_state(CurrentStructure)).current)


WORKS = Condition(
    CurrentStructure.current.get("id", "") != "", _works, "solidary.no_structure", "solidary.no_structure_text"
)
"""The person works for a structure: without one nothing can be created for it."""


def structure_selector() -> rx.Component:
    """The structure selector: only for several structures, shut while a solidary item is edited (SHELL-3).

    What is seen is the name, whole in the title; the list of choices lies over it, unseen.
    """
    options = rx.foreach(CurrentStructure.structures, lambda each: rx.el.option(each["name"], value=each["id"]))
    name = entry(CurrentStructure.current, "name")
    selector = rx.el.label(
        rx.el.span(t("solidary.structure"), class_name="visually-hidden"),
        icon("building-2"),
        rx.el.span(name, class_name="structure-name", aria_hidden="true"),
        icon("chevrons-up-down", 16),
        rx.el.select(
            options,
            value=CurrentStructure.structure,
            disabled=CurrentStructure.editing,
            on_change=CurrentStructure.choose,
            title=rx.cond(CurrentStructure.editing, t("solidary.structure_locked"), name),
            data_testid="action:structure",
        ),
        class_name="structure",
    )
    return rx.cond(CurrentStructure.structures.length() > 1, selector)
