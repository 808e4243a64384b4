"""Writing to a driver, and noting it in the diary: two calls, of which the second may fail alone (trap 28).

What was typed stays until the message is known to have left. Who was written to is told apart from what was noted, and
what was not noted can be noted alone. There is no formal request here, and no answer in a driver's place: the API has
neither (update_solidary).
"""

from typing import Any, NamedTuple
from urllib.parse import quote

import reflex as rx

from admin_app.api.errors import ApiError, NetworkError, SessionEnded
from admin_app.features.solidary.drivers import messages, partners
from admin_app.features.solidary.drivers.candidates import EXTERNAL
from admin_app.features.solidary.drivers.journey import asked
from admin_app.features.solidary.drivers.providers import FLAG
from admin_app.features.solidary.file import shaping
from admin_app.features.solidary.file.action_choices import LostEntry, entry_body
from admin_app.features.solidary.file.diary import DiaryMixin
from admin_app.features.solidary.file.driver_search import SOLUTION, DriverSearchMixin
from admin_app.features.solidary.file.shaping import Texts
from admin_app.features.solidary.file.structure_messages import StructureMessagesMixin
from admin_app.features.solidary.record import UPDATE, as_typed
from admin_app.kit.script import run
from admin_app.kit.session import SwitchedOff, drop_successes, failure_text, notify, reports_errors, signed_in
from admin_app.kit.words.locale import language_of
from admin_app.settings import get_settings

CONNECT = "external_connection_create"
CONNECTIONS = "external_connections"
SMS, MESSAGE, CALL, PARTNER = "43", "44", "72", "106"
"""The actions that note a text message, a message, a call, and that a partner's driver was written to."""
BOX = "driver-contact"
"""The id of the heading of the box one writes in."""
TEXT = f"{BOX}-text"
"""The id of what one writes in."""
DONE, LOST, REFUSED = "done", "unsure", "refused"
LONGEST = 100_000
"""Characters of a text that is taken from a browser."""


class LostMessage(NamedTuple):
    """A message whose answer was lost: how many there were before, its text, the entry that was to follow."""

    before: int = 0
    text: str = ""
    entry: dict[str, Any] = {}


class ContactMixin(DriverSearchMixin, StructureMessagesMixin, DiaryMixin, rx.State, mixin=True):
    """A file whose drivers are written to."""

    contact: Texts = {}
    """Whom one writes to: `key`, `kind`, `name`, `telephone`, `provider`, and more of a driver who was retained (as in
    `drivers`) or of a partner's (`carpooler`, `journey`); empty for nobody."""
    thread: list[Texts] = []
    """The messages of a solution, the oldest first."""
    contact_text: str = ""
    contact_revision: int = 0
    """Counts how often the text was written from here: the box is filled anew."""
    contact_length: Texts = {}
    """`characters` of the text, and the `parts` it has as text messages (messages.py)."""
    contact_sms: str = ""
    """The address that opens the person's own text messages with the text in it."""
    contacting: bool = False
    contact_empty: bool = False
    """Whether a message was sent without a text."""
    outcome: Texts = {}
    """What became of the last message and of its entry, where that did not go by the book: `message`, `diary`, and the
    server's words as `detail`."""
    _typed: dict[str, str] = {}
    """What was typed to each about each record, and has not left; it stays in the tab when another record is opened."""
    _unnoted: dict[str, Any] = {}
    """The entry that is still to be noted."""
    _lost_message: LostMessage = LostMessage()
    _lost_note: LostEntry = LostEntry()

    @rx.event
    async def write_to(self, key: str):
        """Open the box to a driver who was retained (`solution-77`), or to one of a partner."""
        addressee = self._addressee(key)
        if not self._is_open() or not addressee:
            return
        self._put_by()
        self.contact, self.outcome, self._unnoted = addressee, {}, {}
        self._show_thread()
        self._fill_box(self._typed.get(self._addressed(key), ""))
        await drop_successes(self)
        yield [run("focusOn", BOX), self.__class__.read_messages]

    @rx.event
    def stop_writing(self):
        """Close the box; what was typed is there again when it opens."""
        back = self.contact.get("key", "")
        self._clear_contact()
        return run("focusOn", f"write-{back}") if back else None

    @rx.event
    async def use_template(self, data: dict[str, Any]):
        """Put a predefined message into the box, below what was typed."""
        name, locale = str(data.get("template") or ""), await language_of(self)
        text, locale = self._structure_message(name) or (messages.template_text(name, locale), locale)
        if not text or not self.contact or not self._held:
            return
        record, first_name = self._record(), self.contact["name"].split(" ")[0]
        structure, back = await self._structure(), name == messages.CONFIRM and self._drives_back()
        values = messages.variables(record, asked(record), first_name, structure, locale, drives_back=back)
        typed = self.contact_text.rstrip()
        self._fill_box("\n\n".join(each for each in (typed, messages.filled(text, values)) if each))
        yield run("focusOn", TEXT)

    @rx.event
    def count_text(self, text: str, revision: int):
        """Say how long the text is; what was typed before the box was filled anew comes late, and does not count."""
        if revision != self.contact_revision:
            return
        self.contact_empty = False
        self._measure(text[:LONGEST])

    # --- a message, and its entry in the diary -----------------------------------------------------

    @rx.event
    @reports_errors("solidary_drivers.outcome.not_sent", busy="contacting")
    async def send_message(self, data: dict[str, Any]):
        """Send what was typed, then note it in the diary where that is asked for."""
        text = str(data.get("text") or "")[:LONGEST]
        if self.contacting or not self.contact or not self._is_changeable():
            return
        self._measure(text)
        self.contact_empty = not text.strip()
        if self.contact_empty:
            return
        self.contacting, self.outcome, self._unnoted = True, {}, {}
        yield
        entry = self._entry(text) if data.get("log") else {}
        try:
            sent = await self._send(text)
        except SessionEnded:
            raise
        except ApiError as error:
            self._lost_message = LostMessage(len(self.thread), text, entry)
            await self._show_unsent(error)
        else:
            await self._show_sent(come=not sent)
            if entry:
                await self._note_entry(entry, DONE)
        yield run("focusOn", TEXT)  # what had it was shut, or is drawn anew

    @rx.event
    def note_contact(self, action: str, typed: dict[str, Any] | None = None):
        """Open the diary's box for a call or a text message; the platform does neither itself."""
        if action not in (SMS, CALL) or self._is_partner() or not self.contact:
            return None
        return self._prefill(action, self.contact["userId"], self.contact_text if action == SMS else "", typed)

    @rx.event
    @reports_errors("solidary_drivers.outcome.not_logged", busy="contacting")
    async def log_again(self):
        """Note what was sent and not noted: the diary alone, for the message has left."""
        if self.contacting or not self._unnoted or not self._is_changeable():
            return
        entry, message = self._unnoted, self.outcome.get("message", "")
        self.contacting = True
        yield
        await self._note_entry(entry, message)
        yield run("focusOn", TEXT)

    async def _send(self, text: str) -> bool:
        """One message, to the mailbox of a driver or through a partner; False where it had come before."""
        if not self._is_partner():
            body = {"message": {"solution": int(self.contact["id"]), "text": text}}
            async with signed_in(self, UPDATE, own=await self._proof()) as api:
                return await self._command(api, body, self._lost_is_there)
        if not get_settings().flag(FLAG):
            raise SwitchedOff
        body = partners.connection(self.contact, text)
        async with signed_in(self, CONNECT) as api, self._once(body) as wanted:
            if wanted:
                await self._hear_of_others(api)
                await api.create(CONNECTIONS, body)
        return True

    async def _show_sent(self, *, come: bool) -> None:
        """The message has left: the box is empty, and the thread shows it."""
        key = self.contact["key"]
        if self._is_partner():
            self._written_to = [*self._written_to, key]
            self._rank_drivers()
        self._fill_box("")
        self._put_by()
        await notify(self, "success", "solidary_drivers.outcome.come" if come else "errors.driver.contact_success")

    async def _show_unsent(self, error: ApiError) -> None:
        """Say that a message has not left, or may have; a partner's own words quote keys, and are not shown."""
        quotable = isinstance(error, NetworkError) or not self._is_partner() or not error.text
        detail = await failure_text(self, error) if quotable else ""
        self.outcome = {"message": LOST if error.unsure else REFUSED, "diary": "", "detail": detail}
        if not error.unsure:  # whoever may have been written to is not said to be uncontacted
            await notify(self, "error", "errors.driver.contact_error")

    async def _note_entry(self, entry: dict[str, Any], message: str) -> None:
        """Note an entry in the diary, of a `message` that went so; what failed is kept, to be noted alone."""
        try:
            async with signed_in(self, UPDATE, own=await self._proof()) as api:
                await self._command(api, {"animation": entry}, lambda: self._lost_note.is_in(self.diary))
        except SessionEnded:
            raise
        except ApiError as error:
            self._unnoted, self._lost_note = entry, self._lost_entry(entry)
            diary, detail = LOST if error.unsure else REFUSED, await failure_text(self, error)
            self.outcome = {"message": message, "diary": diary, "detail": detail}
            return
        self.outcome, self._unnoted = {}, {}
        await notify(self, "success", "solidary_drivers.outcome.logged")

    def _entry(self, text: str) -> dict[str, Any]:
        """What the diary is to hold: a message of the platform can be read there, the others are written out."""
        to = self.contact
        if self._is_partner():
            return entry_body(int(PARTNER), int(self.shown["userId"]), f"{to['provider']}, {to['name']}\n{text}")
        return entry_body(int(MESSAGE), int(to["userId"]), "")

    # --- the box -----------------------------------------------------------------------------------

    def _addressee(self, key: str) -> Texts:
        """Whom a key names; empty for nobody."""
        for each in self.drivers:
            if key == f"{SOLUTION}-{each['id']}":
                return {**each, "key": key, "kind": SOLUTION, "provider": ""}
        driver = self._candidate(key)
        if driver is None or driver.kind != EXTERNAL:
            return {}
        reached = {"provider": driver.provider, "carpooler": driver.carpooler, "journey": driver.journey}
        return {"key": key, "kind": EXTERNAL, "name": driver.name, "telephone": "", **reached}

    def _drives_back(self) -> bool:
        """Whether whom one writes to has agreed to the way back, too."""
        user = self.contact.get("userId")
        return any(each["userId"] == user and bool(each["drivesBack"]) for each in self.chosen)

    def _is_partner(self) -> bool:
        """Whether one writes to a driver of a partner."""
        return self.contact.get("kind") == EXTERNAL

    def _fill_box(self, text: str) -> None:
        self.contact_revision += 1
        self.contact_empty = False
        self._measure(text)

    def _measure(self, text: str) -> None:
        length, number = messages.length(text), self.contact.get("dialled", "")
        self.contact_text = text
        self.contact_length = {"characters": str(length.characters), "parts": str(length.parts)}
        self.contact_sms = f"sms:{number}?body={quote(text)}" if number else ""

    def _addressed(self, key: str) -> str:
        """Whom one writes to about the record on show."""
        return f"{self.record_id} {key}"

    def _put_by(self) -> None:
        """Keep what was typed to whom, or nothing where that has left."""
        if self.contact:
            typed = {**self._typed, self._addressed(self.contact["key"]): self.contact_text}
            self._typed = {each: text for each, text in typed.items() if text.strip()}

    def _close_box(self) -> None:
        self.contact, self.thread, self.outcome, self._unnoted = {}, [], {}, {}
        self._fill_box("")

    def _show_thread(self) -> None:
        """The messages of the driver one writes to."""
        retained = self._held and self.contact.get("kind") == SOLUTION
        self.thread = shaping.thread(self._record(), self.contact["id"]) if retained else []

    def _show_contact(self) -> None:
        """Show the driver one writes to as the answer says he is now, with what was found of what was lost."""
        if self.contact:
            self.contact = self._addressee(self.contact["key"]) or self.contact
            self._show_thread()
            self._find_lost()

    def _find_lost(self) -> None:
        """Where a message or an entry may have been stored, the record that is read again tells (NOTICE-25)."""
        _, text, entry = self._lost_message
        if self.outcome.get("message") == LOST and self._lost_is_there():
            self._lost_message = LostMessage()
            if self.contact_text.strip() == text.strip():
                self._fill_box("")
            self._put_by()
            self._unnoted = entry
            self.outcome = {"message": DONE, "diary": REFUSED, "detail": ""} if entry else {}
        if self.outcome.get("diary") == LOST and self._lost_note.is_in(self.diary):
            self.outcome, self._unnoted = {}, {}

    def _lost_is_there(self) -> bool:
        """Whether the thread holds the message whose answer was lost, among what has come since."""
        text = as_typed(self._lost_message.text)
        return any(each["text"] == text for each in self.thread[self._lost_message.before :])

    def _clear_contact(self) -> None:
        self._put_by()
        self._close_box()
