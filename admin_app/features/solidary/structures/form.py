"""The state of the form of a structure: one for a new one and one that is changed (STRUCTURE-4 to STRUCTURE-9).

Each list of a PATCH is the whole list (trap 25). So what others have saved meanwhile comes in first (kit/forms), and
what the save would take from people is named and confirmed.
"""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.solidary.current_structure import CurrentStructure, read_again
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.structures import shaping
from admin_app.features.solidary.structures.consequences import losses
from admin_app.features.solidary.structures.form_values import EDITED
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare import LABEL, Input, Resource, text_of
from admin_app.kit.forms import Content, Lines, Submission
from admin_app.kit.session import Session, notify, reports_errors
from admin_app.kit.words.locale import language_of, say

SUBJECTS = "subjects"
CONTACT = ("telephone", "email")
BY_EMAIL = "admin/users/email"


class StructureForm(FormMixin, rx.State):
    """The form of a structure."""

    resource: ClassVar[Resource] = EDITED

    _item: dict[str, Any] = {}
    """The structure as the API gave it last."""

    @rx.event
    @reports_errors("update_error")
    async def remove_line(self, name: str, key: str, content: Content = None):
        """Take one line away; a subject that is stored stays, for the server fails on any that leaves the list."""
        lines = self.lines.get(name, [])
        if name == SUBJECTS and any(line["key"] == key and line.get("id") in self._stored_subjects() for line in lines):
            await notify(self, "error", "structures.wrong.subject_removed")
            return
        async for step in super().remove_line(name, key, content):
            yield step

    # --- filling ------------------------------------------------------------------------

    async def _open(self, api: Api) -> None:
        (await self.get_state(CurrentStructure)).editing = True
        await super()._open(api)

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        self._item = item or {}
        await super()._fill(api, item)

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        return shaping.sent(body)

    async def _lines_of(self, api: Api, parts: list[Input], item: dict[str, Any] | None) -> Lines:
        """The lines as they are stored, with what their references are called."""
        lines, labels = await super()._lines_of(api, parts, item), shaping.line_labels(item or {})
        for name, cell in (("territories", "territory"), ("operators", "user")):
            for line in lines.get(name, []):
                line[f"{cell}{LABEL}"] = labels[name].get(line["id"], line["id"])
        return lines

    async def _proposals(self, api: Api, part: Input, text: str) -> list[dict[str, str]]:
        """Somebody outside the territories is in no list, but found by the whole e-mail (users.yaml, list_users)."""
        proposals = await super()._proposals(api, part, text)
        if proposals or part.field != "user" or "@" not in text:
            return proposals
        people = await api.members(BY_EMAIL, [("email", text)])
        return [{"value": text_of(each["id"]), "label": shaping.called(each), "group": ""} for each in people[:1]]

    # --- a save -------------------------------------------------------------------------

    def _problems(self, sent: Submission) -> dict[str, str]:
        before = self._base.values if self.record_id else {}
        between = {**shaping.range_problems(sent.values, before), **shaping.slot_problems(sent.values, before)}
        own = super()._problems(sent)
        # What the server took once is not refused because of another field.
        kept = {name for name in CONTACT if sent.values.get(name) == before.get(name)}
        plain = {name: wrong for name, wrong in own.items() if name not in kept}
        return {**between, **shaping.line_problems(sent.lines, self._base.lines), **plain}

    def _stored_subjects(self) -> set[str]:
        return shaping.stored_subjects(self._base.lines)

    def _look_at(self, item: dict[str, Any]) -> None:
        self._item = item

    async def _own_question(self, sent: Submission) -> str:
        """What goes with the lists that this save replaces."""
        if not self.record_id:
            return ""
        held = {name: sent.body[name] for name in shaping.LISTS if name in sent.body}
        lists = {name: lines for name, lines in held.items() if lines != self._base.body.get(name)}
        person, locale = (await self.get_state(Session)).user_id, await language_of(self)
        lost = losses(Structure.of(self._item), lists, person, self._item.get("operators") or [])
        sentences = [say(f"structures.losses.{each.name}", locale, **each.values) for each in lost]
        return "\n".join([say("structures.losses.title", locale), *sentences]) if sentences else ""

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        return body if self.record_id else shaping.created(body)

    async def _after_write(self, api: Api) -> None:
        await read_again(self, api)
