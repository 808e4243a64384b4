"""The states behind the gallery: each brings a page of the kit into one situation.

They pass the kit's door like any other (nobody who is not signed in gets anything) and stop there: no handler of
theirs calls the API.
"""

import json
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.errors import AccessDenied, NetworkError, ServerError
from admin_app.kit.declare.fields import ImageInput, during, project
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.state import FormMixin
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.texts import problem
from admin_app.kit.forms.upload import Upload
from admin_app.kit.forms.validation import found, messages
from admin_app.kit.gallery import specimens as data
from admin_app.kit.lists.bulk import Bulk, deletion, one_by_one
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.parts.combobox import UNCHOSEN
from admin_app.kit.script import run
from admin_app.kit.session import Session, notify, reports_errors, signed_in
from admin_app.kit.shows.state import ShowMixin
from admin_app.kit.words.locale import language_of, say

THEMES = ("light", "dark")


def specimen_name(theme: str, kind: str, situation: str) -> str:
    """The name of an input of the gallery: kinds are shown in both themes and in each situation."""
    return f"{theme}-{kind}-{situation}"


def _proposed(name: str, text: str) -> list[dict[str, str]]:
    """The addresses or the references that hold what was typed; all of them when none does."""
    options = data.ADDRESSES if "address" in name else data.REFERENCES
    return [each for each in options if text.lower() in each["label"].lower()] or options


class Gallery(rx.State):
    """The cells, and the buttons that raise notices."""

    cells: dict[str, dict[str, str]] = {}
    """One projected record by situation."""
    loading: bool = True

    @rx.event
    @reports_errors("gallery.failed", busy="loading")
    async def load(self):
        """Project the records, as a list or a show page does."""
        async with signed_in(self, data.ACCESS):
            records = {name: data.Specimen.model_validate(record) for name, record in data.RECORDS.items()}
            self.cells = {name: project(record, data.COLUMNS) for name, record in records.items()}

    @rx.event
    @reports_errors("gallery.failed")
    async def succeed(self):
        """Raise a green notice."""
        async with signed_in(self, data.ACCESS):
            await notify(self, "success", "errors.saved")

    @rx.event
    @reports_errors("gallery.failed")
    async def fail(self):
        """Raise a red notice with the words of the server, here hostile ones."""
        async with signed_in(self, data.ACCESS):
            await notify(self, "error", "errors.server", data.HTML)


async def _pretend(api: Api, record_id: str) -> None:
    """Nothing: every third record is refused, so that the report has something to show."""
    if int(record_id) % 3 == 0:
        raise AccessDenied("Access Denied.")


class DemoList(ListMixin, mixin=True):
    """A list without an API."""

    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(data.DEMO, acts=one_by_one(_pretend)),)
    counted: ClassVar[bool | None] = False

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading")
    async def load(self):
        """Bring the list into its situation."""
        async with signed_in(self, self.resource.may.list):
            self._read_address()
            await self._pose()

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def search(self, name: str, text: str):
        """Suggest the demo references."""
        async with signed_in(self, self.resource.may.list):
            self.suggestions = {**self.suggestions, name: _proposed(name, text)}
        yield run("proposed", name, text)

    @rx.event
    @reports_errors("load_error")
    async def select_all(self):
        """Select the rows there are."""
        async with signed_in(self, self.resource.may.list):
            yield run("select", self.resource.key, [row["id"] for row in self.rows])

    async def _pose(self) -> None:
        self._set_rows(Page([], 0))


class ReadyList(DemoList, rx.State):
    """Rows of every sort: ordinary, empty, too long, hostile."""

    resource: ClassVar[Resource] = data.DEMO

    async def _pose(self) -> None:
        items = [{**record, "id": number} for number, record in enumerate(data.RECORDS.values(), 1)]
        self._set_rows(Page([*items, *({**data.COLUMN_VALUES, "id": number} for number in range(5, 11))], 1234))


class LoadingList(DemoList, rx.State):
    """A list that never arrives."""

    resource: ClassVar[Resource] = data.SMALL

    @rx.event
    def load(self):
        """Stay as it is."""


class EmptyList(DemoList, rx.State):
    """A list without any record."""

    resource: ClassVar[Resource] = data.SMALL

    async def _pose(self) -> None:
        self.filters = {}
        self._set_rows(Page([], 0))


class NoResultList(DemoList, rx.State):
    """A list whose filters leave nothing."""

    resource: ClassVar[Resource] = data.SMALL

    async def _pose(self) -> None:
        self.filters = {"q": data.HTML}
        self._set_rows(Page([], 0))


class FailedList(DemoList, rx.State):
    """A refresh that failed: what was there stays."""

    resource: ClassVar[Resource] = data.SMALL

    async def _pose(self) -> None:
        self._set_rows(Page([{**data.COLUMN_VALUES, "id": number} for number in (1, 2)], 2))
        await self._stop(ServerError())


class DemoShow(ShowMixin, mixin=True):
    """A record without an API."""

    @rx.event
    @reports_errors("load_error", busy="loading")
    async def load(self):
        """Show the ordinary specimen."""
        async with signed_in(self, self.resource.may.read):
            record = data.Specimen.model_validate(data.COLUMN_VALUES)
            self.shown, self.shown_id = project(record, self.resource.shown()), "1"
            self.blanks = sum(not text for text in self.shown.values())
            self.title, self.picture = self.resource.name(record), data.PICTURE
            self.back = self.previous = self.following = self.resource.route

    @rx.event
    @reports_errors("delete_error", busy="deleting")
    async def delete(self):
        """Say that it is done; nothing is."""
        async with signed_in(self, self.resource.may.delete):
            await notify(self, "success", "errors.gallery.delete_success")

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        return [data.HTML, data.LONG[:300]]


class ReadyShow(DemoShow, rx.State):
    """A record that is there."""

    resource: ClassVar[Resource] = data.DEMO
    siblings: ClassVar[type[Any]] = ReadyList


class LoadingShow(DemoShow, rx.State):
    """A record that never arrives."""

    resource: ClassVar[Resource] = data.SMALL
    siblings: ClassVar[type[Any]] = ReadyList

    @rx.event
    def load(self):
        """Stay as it is."""


class DemoForm(FormMixin, mixin=True):
    """A form without an API: it checks what is typed and shows what would be sent."""

    sent: str = ""

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading")
    async def load(self):
        """Bring the form into its situation."""
        async with signed_in(self, self.resource.may.create):
            await self._pose()
            self.choices = {data.INPUTS["picture_choice"].name: data.PICTURES}
            self._settled = True
            self.revision += 1

    @rx.event
    @reports_errors("image_error", busy="saving")
    async def retry_image(self):
        """Take the image that was refused."""
        async with signed_in(self, self.resource.may.create):
            self.image.pending = False

    async def _pose(self) -> None:
        """Set the inputs."""

    async def _before_save(self, api: Api, sent: Submission) -> Any:
        self.sent = json.dumps(sent.body, ensure_ascii=False, indent=2)
        await notify(self, "success", "errors.gallery.create_success")
        return run("saved")

    async def _proposals(self, api: Api, part: Any, text: str) -> list[dict[str, str]]:
        return _proposed(part.kind, text)


class SpecimenForm(DemoForm, rx.State):
    """Every kind of input in every situation and in both themes."""

    resource: ClassVar[Resource] = data.DEMO

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def search(self, name: str, text: str):
        """Propose addresses or references; the specimens are no inputs of the form."""
        async with signed_in(self, self.resource.may.create):
            self.suggestions = {**self.suggestions, name: _proposed(name, text)}
        yield run("proposed", name, text)

    async def _pose(self) -> None:
        self.values, self.labels = {}, {}
        self.lines = {data.ROWS.name: [dict(line) for line in data.LINES]}
        found = Submission((data.ROWS,), {}, self.lines).problems
        for theme in THEMES:
            for kind, text in data.FILLED.items():
                found |= self._pose_kind(theme, kind, text)
        locale = await language_of(self)
        length = data.INPUTS["text"].max_length
        self.errors = {name: say(f"kit.validation.{wrong}", locale, count=length) for name, wrong in found.items()}
        self.suggestions = {specimen_name(theme, "address", "open"): data.ADDRESSES for theme in THEMES}

    def _pose_kind(self, theme: str, kind: str, text: str) -> dict[str, str]:
        """Fill the situations of one kind, and answer what is wrong with the refused one."""
        part = during(data.INPUTS[kind], "create")
        for situation in ("filled", "disabled"):
            name = specimen_name(theme, kind, situation)
            self.values[name], self.labels[name] = text, data.TEXTS.get(kind, "")
        name = specimen_name(theme, kind, "invalid")
        refused = data.REFUSED[kind]
        self.values[name] = refused
        self.labels[name] = data.HTML if refused == UNCHOSEN else ""
        return {name: problem(part, refused) or "required"}


class ReadyForm(DemoForm, rx.State):
    """A form one can use: a draft is offered, lines can be added, what would be sent is shown."""

    resource: ClassVar[Resource] = data.DEMO

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading")
    async def load(self):
        """Fill the inputs, once the browser holds a draft to offer."""
        async with signed_in(self, self.resource.may.create):
            session = await self.get_state(Session)
            yield run("pretendDraft", f"{session.user_id}:{self.resource.key}:", {"text": "Brouillon"})
            self._fill_in()
            self.choices = {data.INPUTS["picture_choice"].name: data.PICTURES}
            self._settled = True
            self.revision += 1

    def _fill_in(self) -> None:
        self.values = {data.INPUTS[kind].name: text for kind, text in data.FILLED.items()}
        self.labels = {data.INPUTS[kind].name: text for kind, text in data.TEXTS.items()}
        self.lines = {"rows": [dict(line) for line in data.LINES]}
        self._next_line = len(data.LINES)


class RefusedForm(DemoForm, rx.State):
    """A form that was refused, and a record whose image was."""

    resource: ClassVar[Resource] = data.form_of(
        "refused", "given_name", "family_name", more=(ImageInput("image", owner="gallery", only="edit"),)
    )
    record_id: str = "1"
    """Its drafts are its own."""

    async def _pose(self) -> None:
        self.values = {"givenName": data.HTML, "familyName": ""}
        locale = await language_of(self)
        wrong = messages(found({"givenName": "too_long", "familyName": "required"}, {}), self._parts(), locale)
        await self._refuse(Submission(tuple(self._parts()), self.values), {**wrong, "_": data.HTML})
        self.image.pending = True


class SavingForm(DemoForm, rx.State):
    """A form that is being saved for ever."""

    resource: ClassVar[Resource] = data.form_of("saving", "street", "town")
    record_id: str = "2"
    picture: str = data.PICTURE
    file: Upload = Upload(name="matricules-2027.csv", stored="matricules-2026.csv")

    async def _pose(self) -> None:
        self.values = {"street": "5 rue de la Paix", "town": data.LONG[:300]}
        self.saving = True


class LoadingForm(DemoForm, rx.State):
    """A form whose record never arrives."""

    resource: ClassVar[Resource] = data.form_of("loading", "first", "second", "third")

    @rx.event
    def load(self):
        """Stay as it is."""


class FailedForm(DemoForm, rx.State):
    """A form whose record could not be read."""

    resource: ClassVar[Resource] = data.form_of("failed", "first")

    async def _pose(self) -> None:
        await self._stop(NetworkError())


LOADS = (
    Gallery.load,
    ReadyList.load,
    EmptyList.load,
    NoResultList.load,
    FailedList.load,
    ReadyShow.load,
    SpecimenForm.load,
    ReadyForm.load,
    RefusedForm.load,
    SavingForm.load,
    FailedForm.load,
)
"""What the screen runs when it opens."""
