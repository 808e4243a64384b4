"""The state of a form: one for creation and edition, its values committed when it is submitted.

Inputs are uncontrolled, so typing costs no round trip (STYLE F17). A save sends what changed only, then the new
image; what fails is said beside its field and nothing typed is lost.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx
from reflex_base.utils.form import FormData

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid
from admin_app.kit.declare.fields import (
    ALT,
    LABEL,
    Input,
    IntegerInput,
    LinesInput,
    ReferenceInput,
    TextInput,
    read,
    text_of,
    wire,
)
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms import outline, shaping
from admin_app.kit.forms.file_state import FilesMixin
from admin_app.kit.forms.questions import CONFIRMED, QuestionsMixin
from admin_app.kit.records import proposals
from admin_app.kit.records.one import fetch
from admin_app.kit.script import run
from admin_app.kit.session import Session, failure_text, here, notify, report, reports_errors, signed_in
from admin_app.kit.session.permissions import NOBODY
from admin_app.kit.transfer import pictures, tickets
from admin_app.kit.words.locale import Locale, say
from admin_app.settings import get_settings

CREATE = "create"


class FormMixin(QuestionsMixin, FilesMixin, rx.State, mixin=True):
    """One form of one resource; a concrete class writes `resource: ClassVar = ...`."""

    resource: ClassVar[Resource]

    values: dict[str, str] = {}
    labels: dict[str, str] = {}
    """What to call the record behind a reference, or an address, by input name."""
    allowed: dict[str, list[str]] = {}
    """Values a select may offer where that is only known at run time, by `<input>` or `<rows>.<cell>`."""
    choices: dict[str, list[dict[str, str]]] = {}
    """The choices of inputs whose list comes from the API: `value`, `label`, `picture`."""
    errors: dict[str, str] = {}
    line_errors: list[dict[str, str]] = []
    """The errors inside lines for the summary: `name` of the cell and `text`, which says where it is."""
    suggestions: dict[str, list[dict[str, str]]] = {}
    record_id: str = ""
    """Empty for a creation."""
    title: str = ""
    picture: str = ""
    revision: int = 0
    """Counts the times the inputs were filled anew; the form is mounted again at each."""
    ticket: str = ""
    image_pending: bool = False
    """The record is saved, its image is not: the person may send just that again."""
    loading: bool = True
    saving: bool = False
    problem: str = ""
    _alt: str = ""
    """The alternative text of the image to send."""
    _closed: tuple[str, ...] = ()
    """The fields of sections whose permission the person lacks: neither shown, nor checked, nor sent."""
    _settled: bool = False
    """Whether the inputs are those of the record: not before it is read, and no more once it is saved."""

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Fill the form for the record of the address, or with the defaults of a creation."""
        wanted = "" if here(self).last == CREATE else here(self).last
        self.loading, self.problem, self.errors, self.line_errors, self.suggestions = True, "", {}, [], {}
        self.image_pending = self.image_pending and wanted == self.record_id
        self.file_pending = self.file_pending and wanted == self.record_id
        self.file_problem = self.file_problem if wanted == self.record_id else ""
        self.record_id, self._settled = wanted, False
        self._forget_duplicates()
        # The form of the last visit must be gone before anybody types in it: it is mounted anew.
        yield
        may = self.resource.may
        async with signed_in(self, may.update if wanted else may.create) as api:
            self._closed = self.resource.closed_to((await self.get_state(Session)).permissions)
            await self._open(api)
        self._settled = True
        yield self._besides()

    @rx.event
    @reports_errors("update_error", busy="saving")
    async def save(self, data: FormData[str, Any]):
        """Check, send what changed, then the image; every refusal leaves the inputs as they are."""
        if self.saving or not self._settled:
            return
        self.saving = True
        yield
        values, lines = self._submitted(data)
        image = self.resource.image
        self._alt = str(data.get(f"{image.name}{ALT}") or "").strip() if image else ""
        self.errors = await self._told(self._problems(values, lines))
        self.line_errors = await self._located(lines)
        if not self.errors:
            confirmed = bool(data.get(CONFIRMED))
            try:
                async with signed_in(self, self._permission()) as api:
                    asks = await self._must_ask(api, values, lines, confirmed)
                    step = run("askToSave") if asks else await self._send(api, values, lines)
                yield step
                return
            except Invalid as error:
                self.errors = self._placed(error)
            except ApiError as error:
                yield run("answered")
                yield await report(self, error, self._notice("error"))
                return
        yield run("refused")

    @rx.event
    @reports_errors("image_error", busy="saving")
    async def retry_image(self):
        """Send again the image that was refused after its record had been saved."""
        if self.saving or not self.image_pending:
            return
        self.saving = True
        yield
        async with signed_in(self, self.resource.may.update) as api:
            done = await self._send_image(api, self.record_id)
        if done:
            yield [run("saved"), rx.redirect(self._show_address())]

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def search(self, name: str, text: str):
        """Propose addresses or records for what is being typed into one input."""
        part = self._part(name)
        if part is None or len(text.strip()) < 2:
            self.suggestions = {**self.suggestions, name: []}
            return
        async with signed_in(self, self._permission()) as api:
            self.suggestions = {**self.suggestions, name: await self._proposals(api, part, text.strip())}
        yield run("proposed", name)

    @rx.event
    def restore(self, data: dict[str, Any]):
        """Fill the form with a draft the browser kept."""
        if not data:
            return
        values, lines = self._submitted(data)
        self.values = {**self.values, **values}
        self.lines = {**self.lines, **lines}
        self.labels = {name: str(data.get(f"{name}{LABEL}", "")) for name in self.labels}
        self.revision += 1

    @rx.event
    @reports_errors("image_error")
    async def prepare_image(self):
        """Give the browser a ticket for the file just chosen."""
        async with signed_in(self, self._permission()):
            self.ticket = tickets.open_ticket()
        yield run("sendFile", tickets.PATH.format(ticket=self.ticket), "image")

    def _besides(self) -> list[Any]:
        """The events that read what else a feature shows, once the form stands: slow calls keep nobody waiting."""
        return []

    async def _open(self, api: Api) -> None:
        """Fetch the record and set every input; a feature may add run-time choices."""
        self.title, self.picture = "", ""
        self.ticket = self.ticket if self.image_pending else ""
        self.file_stored, self.file_name = "", self.file_name if self.file_pending else ""
        self.file_ticket = self.file_ticket if self.file_pending else ""
        item = await fetch(api, self.resource, self.record_id) if self.record_id else None
        await self._fill(api, item)
        self.revision += 1

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        """Set the inputs from a record of the API, or from the defaults."""
        record = shaping.record_of(self.resource.model, item or {})
        parts = self._parts()
        self.values = {
            part.name: shaping.text_for(part, record) if item else part.default
            for part in parts
            if not isinstance(part, LinesInput)
        }
        self.lines = self._stored_lines(record)
        self.labels = {part.name: await self._label(api, part, record) for part in parts if part.kind in _LABELLED}
        self.choices = {
            part.name: await self._choices(api, part, record) for part in _references(parts) if part.fetched
        }
        if item:
            self.title = self.resource.name(record)
            self.picture = self.resource.picture(record)
        self._before = self._body(self.values, self.lines) if item else {}
        self._read_ids = outline.known_ids(self.lines)

    async def _label(self, api: Api, part: Input, record: Any) -> str:
        """What to call the value of a reference or an address."""
        if part.kind == "address":
            value = getattr(record, part.field, None)
            return value.display if value else ""
        chosen = self.values.get(part.name, "")
        if not isinstance(part, ReferenceInput):
            return chosen
        if part.named and (name := text_of(read(record, part.named))):
            return name
        return await proposals.name_of(api, part.target, chosen) if chosen and part.target else chosen

    async def _choices(self, api: Api, part: ReferenceInput, record: Any) -> proposals.Options:
        """The choices of an input whose list is short enough to be offered whole."""
        assert part.target is not None
        chosen = self.values.get(part.name, "")
        return await proposals.whole(api, part.target, chosen, text_of(read(record, part.named)) or chosen)

    async def _send(self, api: Api, values: dict[str, str], lines: dict[str, list[dict[str, str]]]) -> Any:
        """Save the record, then its image; answer where to go next."""
        after = await self._shaped(api, await self._signed(self._body(values, lines)))
        changed = shaping.changes(self._parts(), self._before, after) if self.record_id else shaping.creation(after)
        if not self.record_id:
            record_id = text_of((await api.create(self.resource.endpoint, changed))["id"])
        else:
            record_id = self.record_id
            if changed:
                keep = outline.id_names(self._parts())
                await api.update(self.resource.endpoint, record_id, changed, keep_ids=keep)
        self._before = after
        return await self._after_save(api, record_id, bool(changed))

    async def _after_save(self, api: Api, record_id: str, changed: bool) -> Any:
        """Send the image of a saved record and say what was done."""
        created = not self.record_id
        has_files = bool(self.ticket or self.file_ticket)
        self.record_id = record_id
        sent = all([await self._send_image(api, record_id), await self._send_file(api, record_id)])
        self._settled = not (sent or created)
        if not sent:
            return [run("saved"), rx.redirect(await self._where_left(), replace=True)] if created else run("refused")
        if changed or has_files:
            operation = "create_success" if created else "update_success"
            await notify(self, "success", f"errors.{self.resource.entity}.{operation}")
        else:
            await notify(self, "success", "kit.form.nothing_to_save")
        return [run("saved"), rx.redirect(self._show_address())]

    def _problems(self, values: dict[str, str], lines: dict[str, list[dict[str, str]]]) -> dict[str, str]:
        """What is wrong with each input, then what is wrong between them."""
        found = outline.problems(shaping.settled(self._parts(), values), values, lines)
        found |= self._not_offered(values, lines)
        between = self.resource.rules(values) if self.resource.rules else {}
        return {**between, **found}

    def _not_offered(self, values: dict[str, str], lines: dict[str, list[dict[str, str]]]) -> dict[str, str]:
        """Choices that are not open to this person, whatever the browser sent; locked lines were not chosen here."""
        found: dict[str, str] = {}
        for limited, offered in self.allowed.items():
            name, _, cell = limited.partition(".")
            free = [line for line in lines.get(name, []) if not line.get("locked")]
            chosen = {outline.name_of(name, line["key"], cell): line.get(cell, "") for line in free}
            if not cell:
                chosen = {name: values.get(name, "")} if values.get(name) != self.values.get(name) else {}
            found |= {place: "choice" for place, text in chosen.items() if text and text not in offered}
        return found

    async def _signed(self, after: dict[str, Any]) -> dict[str, Any]:
        """With the signed-in person as the creator of a new record, where it has one."""
        if self.record_id or not self.resource.creator_field:
            return after
        return {**after, wire(self.resource.creator_field): (await self.get_state(Session)).user_id}

    async def _shaped(self, api: Api, after: dict[str, Any]) -> dict[str, Any]:
        """Last word of a feature on what is sent."""
        return after

    async def _send_image(self, api: Api, record_id: str) -> bool:
        """Upload the chosen image; False, with a notice, when it is refused: the record stays saved."""
        self.image_pending = False
        image = self.resource.image
        if not self.ticket or not image:
            return True
        key = f"errors.{self.resource.entity}.image_error"
        try:
            picture = pictures.picture(self.ticket)
            name = f"image.{picture.media_type.rpartition('/')[2]}"
            texts = {"alt": self._alt} if self._alt else {}
            await api.upload_image(image.owner, int(record_id), name, picture.content, picture.media_type, **texts)
        except tickets.RefusedFile as error:
            locale = (await self.get_state(Locale)).locale
            await notify(self, "error", key, say(f"kit.upload.{error.name}", locale))
            self.ticket = ""
            return False
        except ApiError as error:
            self.image_pending = True
            await notify(self, "error", key, await failure_text(self, error))
            return False
        tickets.discard(self.ticket)
        self.ticket = ""
        return True

    async def _proposals(self, api: Api, part: Input, text: str) -> list[dict[str, str]]:
        """Options of a search: `value` goes into the input, `label` is read."""
        if part.kind == "address":
            return await proposals.addresses(api, text)
        target = part.target if isinstance(part, ReferenceInput) else None
        return await proposals.records(api, target, text) if target else []

    def _submitted(self, data: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, list[dict[str, str]]]]:
        """The texts of a submitted form or of a draft; locked lines are ours, not the browser's."""
        pairs = data.multi_items() if isinstance(data, FormData) else list(data.items())
        return shaping.collect(self._parts(), pairs), self._typed_lines(pairs)

    async def _told(self, found: dict[str, str]) -> dict[str, str]:
        """The messages of what is wrong, in the person's language."""
        locale = (await self.get_state(Locale)).locale
        return {name: say(_message(wrong), locale, **_limits(wrong, self._part(name))) for name, wrong in found.items()}

    async def _located(self, lines: outline.Lines) -> list[dict[str, str]]:
        """The errors inside lines, each with where it is."""
        locale = (await self.get_state(Locale)).locale
        return [
            {
                "name": name,
                "text": say("kit.form.error_of", locale, field=self._spelt(name, locale, lines), message=told),
            }
            for name, told in self.errors.items()
            if outline.SEPARATOR in name
        ]

    def _placed(self, error: Invalid) -> dict[str, str]:
        """The server's violations on their fields; those of no field go to the summary alone."""
        names = {part.name for part in self._parts()}
        placed: dict[str, str] = {}
        for violation in error.violations:
            field = violation.property_path.split(".")[0].split("[")[0]
            place = field if field in names else "_"
            placed[place] = f"{placed[place]} {violation.message}" if place in placed else violation.message
        return placed

    def _parts(self) -> list[Input]:
        """The inputs of this form now: some exist in creation or edition alone, some if the deployment says so."""
        settings = get_settings()
        asked = self.resource.inputs("edit" if self.record_id else "create")
        return [
            replace(part, required=part.required or (part.required_by is not None and settings.flag(part.required_by)))
            for part in asked
            if settings.flag(part.flag) and part.field not in self._closed
        ]

    def _permission(self) -> str:
        may = self.resource.may
        return (may.update if self.record_id else may.create) or NOBODY

    def _notice(self, outcome: str) -> str:
        return f"errors.{self.resource.entity}.{'update' if self.record_id else 'create'}_{outcome}"

    async def _where_left(self) -> str:
        """Where a new record whose image was refused can be mended, or else seen."""
        session = await self.get_state(Session)
        may_edit = self.resource.may.update in session.permissions
        return f"{self.resource.route}/{self.record_id}" if may_edit else self._show_address()

    def _show_address(self) -> str:
        return f"{self.resource.route}/show/{self.record_id}"


def _limits(wrong: str, part: Input | None) -> dict[str, Any]:
    """The numbers a message names."""
    if wrong == "between" and isinstance(part, IntegerInput):
        return {"minimum": part.minimum, "maximum": part.maximum}
    return {"count": part.max_length} if wrong == "too_long" and isinstance(part, TextInput) else {}


def _references(parts: list[Input]) -> list[ReferenceInput]:
    return [part for part in parts if isinstance(part, ReferenceInput)]


def _message(wrong: str) -> str:
    """The key of what is wrong: the kit's own, or a feature's whole key."""
    return wrong if "." in wrong else f"kit.validation.{wrong}"


_LABELLED = ("address", "reference")
