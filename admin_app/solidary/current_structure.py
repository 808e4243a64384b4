"""The solidary structures of the signed-in person, and the one they work for (STRUCTURE-1, SHELL-3)."""

from collections.abc import Collection
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.session import AccountMixin
from admin_app.kit.words.locale import t

NAMES = ("id", "name", "telephone", "signature", "solidaryTransport")


class CurrentStructure(AccountMixin, rx.State):
    """The structures by the fields that are kept of them (STRUCTURE-2), and which one is the current."""

    module: ClassVar[str | None] = "solidary"
    arrives: ClassVar[bool] = True

    structure: str = rx.LocalStorage("", name="admin_app.structure")
    structures: list[dict[str, str]] = []
    editing: bool = False
    """Whether a solidary item is being edited (SHELL-3, SHELL-4): the structure cannot change meanwhile."""

    @rx.event
    def choose(self, structure_id: str):
        """Work for another of the person's structures; not while a solidary item is edited (SHELL-3)."""
        if not self.editing and any(each["id"] == structure_id for each in self.structures):
            self.structure = structure_id

    async def _read_account(self, api: Api, permissions: Collection[str]) -> None:
        """Read the structures of who may list them (STRUCTURE-1)."""
        if "structure_list" in permissions:
            self._take((await api.list("admin/structures", Query())).items)

    def _take(self, items: list[dict[str, Any]]) -> None:
        """Keep one of the structures as the current one."""
        self.structures = [{name: str(item.get(name, "") or "") for name in NAMES} for item in items]
        if self.structure not in {each["id"] for each in self.structures}:
            self.structure = self.structures[0]["id"] if self.structures else ""

    def _arrive(self) -> None:
        """Editing ends with the address it took place at (SHELL-4)."""
        if self.editing:
            self.editing = False


def structure_selector() -> rx.Component:
    """The structure selector: only for several structures, shut while a solidary item is edited (SHELL-3)."""
    options = rx.foreach(CurrentStructure.structures, lambda each: rx.el.option(each["name"], value=each["id"]))
    selector = rx.el.label(
        rx.el.span(t("solidary.structure"), class_name="visually-hidden"),
        rx.el.select(
            options,
            value=CurrentStructure.structure,
            disabled=CurrentStructure.editing,
            on_change=CurrentStructure.choose,
            title=rx.cond(CurrentStructure.editing, t("solidary.structure_locked"), ""),
            data_testid="action:structure",
        ),
        class_name="structure",
    )
    return rx.cond(CurrentStructure.structures.length() > 1, selector)
