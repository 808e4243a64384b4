"""The state of the form of a structure: one for a new one and one that is changed (STRUCTURE-4 to STRUCTURE-9).

Each list of a PATCH is the whole list (trap 25). So before one is sent the structure is read again: what somebody else
has saved meanwhile comes into the form, and what the save would take from people is named and confirmed.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import NotFound
from admin_app.features.solidary.current_structure import CurrentStructure, read_again
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.structures import shaping
from admin_app.features.solidary.structures.consequences import losses
from admin_app.features.solidary.structures.form_values import EDITED, EditedStructure
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare import LABEL, Input, LinesInput, Resource, text_of
from admin_app.kit.forms import (
    Change,
    Content,
    Lines,
    Step,
    Submission,
    changes_in_words,
    known_ids,
    merged,
    rearranged,
)
from admin_app.kit.script import run
from admin_app.kit.session import Session, notify, reports_errors
from admin_app.kit.words.locale import language_of, say

SUBJECTS = "subjects"
CONTACT = ("email", "telephone")
BY_EMAIL = "admin/users/email"


class StructureForm(FormMixin, rx.State):
    """The form of a structure."""

    resource: ClassVar[Resource] = EDITED

    meanwhile: list[str] = []
    """What somebody else has saved since the form was filled, a line each; it is in the form now."""
    gone: bool = False
    """The structure was deleted by somebody else while it was edited."""
    _item: dict[str, Any] = {}
    """The structure as the API gave it last."""
    _stored: Lines = {}
    """Its lines as they were when they were compared last."""

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

    @rx.event
    def restore(self, data: dict[str, Any], was: dict[str, Any] | None = None):
        """Fill the form with a draft; a subject that was stored after it stays, for none can leave."""
        super().restore(data, was)
        there = {line.get("id") for line in self.lines.get(SUBJECTS, [])}
        missing = [line for line in self._stored.get(SUBJECTS, []) if line.get("id") and line["id"] not in there]
        self.lines = {
            **self.lines,
            SUBJECTS: [*self.lines.get(SUBJECTS, []), *({**line, "key": self._new_key()} for line in missing)],
        }

    # --- filling ------------------------------------------------------------------------

    async def _open(self, api: Api) -> None:
        (await self.get_state(CurrentStructure)).editing = True
        self.meanwhile, self.gone = [], False
        await super()._open(api)

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        self._item = item or {}
        await super()._fill(api, item)
        self._stored = self.lines

    def _compared(self, parts: Iterable[Input]) -> list[Input]:
        """All but the lines: those of the others come into the form."""
        return [part for part in parts if not isinstance(part, LinesInput)]

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        return shaping.sent(body)

    def _stored_lines(self, parts: Any, record: Any) -> Lines:
        """The lines as they are stored, with what their references are called."""
        lines, labels = super()._stored_lines(parts, record), shaping.line_labels(self._item)
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
        before = self.values if self.record_id else {}
        between = {**shaping.range_problems(sent.values, before), **shaping.slot_problems(sent.values, before)}
        own = super()._problems(sent)
        # What the server took once is not refused because of another field.
        kept = {name for name in CONTACT if sent.values.get(name) == before.get(name)}
        plain = {name: wrong for name, wrong in own.items() if name not in kept}
        return {**between, **shaping.line_problems(sent.lines, self._stored_subjects()), **plain}

    def _stored_subjects(self) -> set[str]:
        return {line["id"] for line in self._stored.get(SUBJECTS, []) if line.get("id")}

    async def _before_save(self, api: Api, sent: Submission) -> Step:
        """What somebody else has saved meanwhile comes first: nothing is asked about lines that are no more."""
        changes = self._catch_up(sent)
        return await self._show_meanwhile(changes) if changes else None

    def _look_at(self, item: dict[str, Any]) -> None:
        self._item = item

    def _catch_up(self, sent: Submission) -> tuple[Change, ...]:
        """Take in what has changed, where a list of the structure is about to be replaced: it was just read again."""
        if not self.record_id or not any(sent.body.get(each) != self._before.get(each) for each in shaping.LISTS):
            return ()
        stored = self._stored_lines(sent.parts, EditedStructure.model_validate(self._item))
        merge = merged(sent.rows, self._stored, sent.lines, stored, self._new_key)
        now = Submission(sent.parts, sent.values, stored).body
        self._before = {**self._before, **{part.name: now[part.name] for part in sent.rows}}
        self._stored, self._read_ids = stored, known_ids(stored)
        if merge.changes:
            self.lines, self.values = rearranged(self.lines, merge.lines), {**self.values, **sent.values}
        return merge.changes

    async def _own_question(self, sent: Submission) -> str:
        """What goes with the lists that this save replaces."""
        if not self.record_id:
            return ""
        lists = {name: sent.body[name] for name in self._changed_lists(sent)}
        person, locale = (await self.get_state(Session)).user_id, await language_of(self)
        lost = losses(Structure.of(self._item), lists, person, self._item.get("operators") or [])
        sentences = [say(f"structures.losses.{each.name}", locale, **each.values) for each in lost]
        return "\n".join([say("structures.losses.title", locale), *sentences]) if sentences else ""

    def _changed_lists(self, sent: Submission) -> list[str]:
        return [each for each in shaping.LISTS if each in sent.body and sent.body[each] != self._before.get(each)]

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        return body if self.record_id else shaping.created(body)

    async def _show_meanwhile(self, changes: Iterable[Change]) -> Step:
        """Say what came in; nothing is saved before the person has seen it."""
        self.meanwhile = changes_in_words(self.resource, changes, await language_of(self))
        self.revision += 1
        return run("refused")

    async def _save(self, api: Api, sent: Submission) -> Step:
        """A structure that is no more is said to be; what was typed stays on the page, to be copied."""
        try:
            return await super()._save(api, sent)
        except NotFound:
            self.gone = True
            return run("refused")

    async def _after_write(self, api: Api) -> None:
        self.meanwhile = []
        await read_again(self, api)
