"""The state that publishes a record and takes it back, from its list or its page; the page of it is publishing_page.py.

A form has the same two buttons beside its save (kit/forms/publication.py). What follows is said before, and the last
step can be undone from where it was made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import NOWHERE
from admin_app.api.query import record_id as known_id
from admin_app.kit.declare.fields import DRAFT, ONLINE, ChoiceInput, Input, LinesInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.formset import Lines, id_names, lines_among, path_of, stored_lines, values_of
from admin_app.kit.records.read_one import fetch
from admin_app.kit.session import here, notify, reports_errors, signed_in
from admin_app.kit.session.permissions import NOBODY
from admin_app.kit.words.locale import language_of, say

STATES = (ONLINE, DRAFT)


@dataclass(frozen=True)
class Other:
    """Another record, that this one takes the place of."""

    id: str
    name: str


def publication_of(resource: Resource) -> ChoiceInput | None:
    """The input that says whether the public sees a record."""
    found = (part for part in resource.inputs() if part.kind == "publication")
    return next((part for part in found if isinstance(part, ChoiceInput)), None)


def all_online(resource: Resource, item: Mapping[str, Any]) -> dict[str, Any]:
    """The lines of a record of the API, all of them, as they are sent with none of them a draft."""
    body: dict[str, Any] = {}
    for part, found in _marked(resource, item):
        online = {name: [{**line, **_mark_of(resource.inputs(), name)} for line in those] for name, those in found}
        body[part.name] = values_of(part, online)
    return body


def drafts(resource: Resource, item: Mapping[str, Any]) -> dict[str, int]:
    """How many lines of a record are drafts, by the path of their input (`asections.paragraphs`)."""
    counted: dict[str, int] = {}
    for _, found in _marked(resource, item):
        for name, those in found:
            mark = _mark_of(resource.inputs(), name)
            left = sum(1 for line in those if any(line.get(cell) == DRAFT for cell in mark))
            counted[path_of(name)] = counted.get(path_of(name), 0) + left
    return {path: count for path, count in counted.items() if count}


def _marked(resource: Resource, item: Mapping[str, Any]) -> list[tuple[LinesInput, Sequence[tuple[str, Any]]]]:
    record = resource.model.model_validate(item)
    parts = [part for part in lines_among(resource.inputs()) if part.marked_by]
    return [(part, tuple(_stored(part, record).items())) for part in parts]


def _stored(part: LinesInput, record: Any) -> Lines:
    numbers = iter(range(1, 1_000_000))
    return stored_lines(part, record, lambda: str(next(numbers)))


def _mark_of(parts: Sequence[Input], name: str) -> dict[str, str]:
    """The cell of lines of this name that says whether they are online, as it is when they are."""
    found: LinesInput | None = None
    for each in path_of(name).split("."):
        found = next((part for part in lines_among(parts) if part.name == each), None)
        parts = found.inputs if found else ()
    return {found.marked_by: ONLINE} if found and found.marked_by else {}


class PublishMixin(rx.State, mixin=True):
    """Publishing of one resource; a concrete class writes `resource` and what its pages are loaded by."""

    resource: ClassVar[Resource]
    reloads_list: ClassVar[Any] = None
    reloads_record: ClassVar[Any] = None

    record_id: str = ""
    name: str = ""
    wanted: str = ""
    """What is asked about: ONLINE, or DRAFT to take it back."""
    consequences: list[str] = []
    parts_left: bool = False
    """Some of its lines are drafts, and can be published with it."""
    weighed: bool = False
    publishing: bool = False
    done: str = ""
    """What was done last, and can be undone: ONLINE or DRAFT."""
    done_id: str = ""
    done_name: str = ""
    before_name: str = ""
    """What the public saw in its place."""
    _undo: tuple[str, str] = ("", "")
    """The record, and what it was."""

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def weigh(self, record_id: str, wanted: str):
        """Say what publishing, or taking back, brings about."""
        self.record_id, self.name, self.wanted = "", "", wanted if wanted in STATES else DRAFT
        self.consequences, self.parts_left, self.weighed = [], False, False
        yield
        async with self._door() as api:
            if known_id(record_id) == NOWHERE:
                return
            item = await fetch(api, self.resource, record_id)
            self.consequences = await self._follows(api, item)
            self.parts_left = self.wanted == ONLINE and bool(drafts(self.resource, item))
            self.name = self.resource.name(self.resource.model.model_validate(item))
        self.record_id, self.weighed = record_id, True

    @rx.event
    @reports_errors("update_error", busy="publishing")
    async def publish(self, whole: bool = False):
        """Do what was asked about; `whole` puts every line of the record online with it."""
        if self.publishing or not self.weighed:
            return
        self.publishing = True
        yield
        async with self._door() as api:
            item = await fetch(api, self.resource, self.record_id)
            before = await self._replaced(api, item) if self.wanted == ONLINE else None
            body = all_online(self.resource, item) if whole and self.wanted == ONLINE else {}
            await self._put(api, self.record_id, self.wanted, body)
        self.weighed = False
        self._remember(self.record_id, self.name, self.wanted, before)
        await self._tell(self.wanted)
        yield self._again()

    @rx.event
    @reports_errors("update_error", busy="publishing")
    async def undo(self):
        """Show the public what it saw before."""
        if self.publishing or not self.done:
            return
        self.publishing = True
        yield
        record_id, was = self._undo
        async with self._door() as api:
            await self._put(api, record_id, was, {})
        await notify(self, "success", "kit.publication.undone")
        self._forget()
        yield self._again()

    @rx.event
    def forget(self):
        """Take away what says that something was published: it is undone no more."""
        self._forget()

    # --- for a feature to say more --------------------------------------------------------

    async def _consequences(self, api: Api, item: dict[str, Any]) -> list[str]:
        """Lines about what follows when it is published, in the person's language."""
        return []

    async def _replaced(self, api: Api, item: dict[str, Any]) -> Other | None:
        """The record that the public sees no more once this one is published."""
        return None

    # --- steps ----------------------------------------------------------------------------

    async def _follows(self, api: Api, item: dict[str, Any]) -> list[str]:
        if self.wanted == ONLINE:
            return await self._consequences(api, item)
        return [say(f"{self.resource.key}.publishing.taken_back", await language_of(self))]

    def _door(self) -> Any:
        return signed_in(self, self.resource.may.update or NOBODY)

    async def _put(self, api: Api, record_id: str, value: str, body: dict[str, Any]) -> None:
        part = publication_of(self.resource)
        assert part is not None
        changes = {part.name: int(value), **body}
        await api.update(self.resource.endpoint, record_id, changes, keep_ids=id_names(self.resource.inputs()))

    def _remember(self, record_id: str, name: str, done: str, before: Other | None) -> None:
        """Offer the way back; a form that has published calls it too."""
        self.done, self.done_id, self.done_name = done, record_id, name
        self.before_name = before.name if before else ""
        self._undo = (before.id, ONLINE) if before else (record_id, DRAFT if done == ONLINE else ONLINE)

    def _forget(self) -> None:
        self.done = self.done_id = self.done_name = self.before_name = ""
        self._undo = ("", "")

    async def _tell(self, wanted: str) -> None:
        told = "kit.publication.published" if wanted == ONLINE else "kit.publication.unpublished"
        await notify(self, "success", told, name=self.name)

    def _again(self) -> Any:
        """The event that reads the page again this is done on."""
        return self.reloads_list if here(self).path == self.resource.route else self.reloads_record
