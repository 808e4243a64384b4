"""The form of a volunteer: the week, and nothing else, since the API writes nothing else (solidary.yaml,
update_solidary_volunteer). Two people may edit one week: it is read again before it is written (VOLUNTEER-3).
"""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid, SessionEnded, Violation
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.eligibility.structure_reader import ENDPOINT, may_read_structures
from admin_app.features.solidary.volunteers import shaping
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare import Resource, project
from admin_app.kit.forms import SaveFlow, Step, Submission, collected, text_for
from admin_app.kit.records import fetch
from admin_app.kit.session import notify
from admin_app.kit.words.locale import language_of, say

NAMED = 4
"""Most cells that a notice names."""


class VolunteerForm(FormMixin, rx.State):
    """The week of a volunteer."""

    resource: ClassVar[Resource] = VOLUNTEERS

    person: dict[str, str] = {}
    """Who it is, which is not changed here."""
    ranges: dict[str, str] = {}
    """How wide the structure lets slots be: `HH:mm` by the name of the slot's bound."""

    async def _open(self, api: Api) -> None:
        current = await self.get_state(CurrentStructure)
        self.person, self.ranges = {}, {}
        await super()._open(api)
        self.ranges = await self._ranges(api, current.current.get("id", ""))
        current.editing = True

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        await super()._fill(api, item)
        record = self.resource.model.model_validate(item or {})
        self.person = project(record, self.resource.shown()) | {"userId": str(record.user_id or "")}

    async def _ranges(self, api: Api, structure: str) -> dict[str, str]:
        """What the structure allows, for who may read it; nothing is held against anybody else."""
        if not structure or not await may_read_structures(self):
            return {}
        try:
            return shaping.ranges_of(await api.get(ENDPOINT, structure))
        except SessionEnded:
            raise
        except ApiError:
            return {}

    def _problems(self, sent: Submission) -> dict[str, str]:
        times = shaping.times_of(sent.body)
        return {**shaping.problems(shaping.times_of(self._before), times, self.ranges), **sent.problems}

    async def _save(self, api: Api, sent: Submission) -> Step:
        """Send it; an answer that is lost has changed the list as well."""
        try:
            return await self._send_week(api, sent)
        finally:
            list_cache.forget(api)

    async def _send_week(self, api: Api, sent: Submission) -> Step:
        """Send what this person has changed of the week as it is now; what others changed meanwhile stays."""
        mine, kept = shaping.changes(self._before, sent.body), []
        if mine:
            now = self._week(await fetch(api, self.resource, self.record_id))
            await self._refuse(mine, now)
            if changed := shaping.as_sent(shaping.changes(now, {**now, **mine})):
                await api.update(self.resource.endpoint, self.record_id, changed)
            kept, self._before = shaping.kept_of_others(mine, self._before, now), {**now, **mine}
        if kept:
            await notify(self, "success", "volunteers.kept", await self._cells(kept))
        return await SaveFlow(self).finish(api, created=False, changed=bool(mine))

    async def _refuse(self, mine: dict[str, Any], now: dict[str, Any]) -> None:
        """Raise `Invalid` where somebody else has meanwhile set a time otherwise, or so that mine no longer fits.

        Said once: the same save again means that what the form holds is right.
        """
        times = shaping.times_of(now)
        wrong = shaping.problems(times, shaping.times_of({**now, **mine}), self.ranges)
        slots = {name[0] for name in (*shaping.clashes(mine, self._before, now), *wrong)}
        if not slots:
            return
        bounds = {name: time for name, time in times.items() if name[0] in slots}
        self._before = {**self._before, **{name: time or None for name, time in bounds.items()}}
        locale = await language_of(self)
        texts = {
            name: say("volunteers.wrong.overtaken", locale, first=times[f"{name[0]}MinTime"], last=time)
            for name, time in bounds.items()
            if name.endswith("MaxTime")
        }
        raise Invalid(violations=tuple(Violation(name, text) for name, text in texts.items()))

    def _week(self, item: dict[str, Any]) -> dict[str, Any]:
        """The week of a record as this form would send it."""
        record, parts = self.resource.model.model_validate(item), self._parts()
        pairs = [(part.name, text_for(part, record)) for part in parts]
        return Submission(tuple(parts), collected(parts, pairs)).body

    async def _cells(self, names: list[str]) -> str:
        """Some cells of a week in words."""
        locale = await language_of(self)
        parts = {part.name: part.field for part in self.resource.inputs()}
        cells = [say(self.resource.label(parts[name]), locale) for name in names[:NAMED]]
        return ", ".join(cells) + (" …" if len(names) > NAMED else "")
