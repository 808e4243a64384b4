"""Writing to a driver, and noting it in the diary: two calls, of which the second may fail alone (trap 28).

What was typed stays until the message is known to have left. Who was written to is told apart from what was noted, and
what was not noted can be noted alone. There is no formal request here, and no answer in a driver's place: the API has
neither (update_solidary).
"""

from typing import Any
from urllib.parse import quote

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NetworkError, ServerError, SessionEnded, Unreached
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.drivers import partners
from admin_app.features.solidary.drivers.candidates import EXTERNAL
from admin_app.features.solidary.drivers.journey import asked
from admin_app.features.solidary.drivers.messages import filled, length, templates, variables
from admin_app.features.solidary.drivers.providers import FLAG
from admin_app.features.solidary.file.driver_search import SOLUTION
from admin_app.features.solidary.file.shaping import Texts, lines, read
from admin_app.features.solidary.file.state import UPDATE
from admin_app.features.solidary.file.structure_messages import KeptMessagesMixin
from admin_app.features.solidary.record import SolidaryRecord
from admin_app.kit.script import run
from admin_app.kit.session import SwitchedOff, failure_text, notify, report, reports_errors, signed_in
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import language_of
from admin_app.settings import get_settings

CONNECT = "external_connection_create"
CONNECTIONS = "external_connections"
SMS, MESSAGE, CALL, PARTNER = "43", "44", "72", "106"
"""The actions that note a text message, a message, a call, and that a partner's driver was written to."""
BOX = "driver-contact"
"""The id of the heading of the box one writes in."""
DONE, LOST, REFUSED = "done", "unsure", "refused"
LONGEST = 100_000
"""Characters of a text that is taken from a browser."""


class ContactMixin(KeptMessagesMixin, rx.State, mixin=True):
    """A file whose drivers are written to."""

    contact: Texts = {}
    """Whom one writes to: `key`, `kind`, `id`, `name`, `telephone`, `dialled`, `provider`; empty for nobody."""
    thread: list[Texts] = []
    """The messages of a solution, the oldest first."""
    contact_templates: list[Texts] = []
    """The predefined messages of the application: `value`, and what each is called by language."""
    contact_text: str = ""
    contact_revision: int = 0
    """Counts how often the text was written from here: the box is filled anew."""
    contact_length: Texts = {}
    """`characters`, `parts`, `alphabet` of the text (messages.py)."""
    contact_sms: str = ""
    """The address that opens the person's own text messages with the text in it."""
    contacting: bool = False
    contact_empty: bool = False
    """Whether a message was sent without a text."""
    outcome: Texts = {}
    """What became of the last message and of its entry, where that did not go by the book: `message`, `diary`, and the
    `action` that is still to be noted."""
    _typed: dict[str, str] = {}
    """What was typed to each, and has not left."""
    _unlogged: dict[str, Any] = {}
    """The entry that is still to be noted."""
    _lost_message: tuple[int, str, dict[str, Any]] = (0, "", {})
    """The message whose answer was lost: how many there were before, its text, the entry that was to follow."""
    _lost_entry: tuple[int, str, str] = (0, "", "")
    """The entry whose answer was lost: how many there were before, its action and comment."""
    _partner: dict[str, str] = {}
    """The driver of a partner one writes to: `provider`, `carpooler`, `journey`; empty for one of the platform."""

    @rx.event
    async def write_to(self, key: str):
        """Open the box to a driver who was retained (`solution-77`), or to one of a partner."""
        to = self._whom(key)
        if not self._is_open() or not to:
            return
        self._put_by()
        self.contact, self.outcome, self._unlogged = to, {}, {}
        self._partner = self._reached(key)
        labels = {each: {made.name: made.label for made in templates(each)} for each in LOCALES}
        names = list(dict.fromkeys(name for known in labels.values() for name in known))
        self.contact_templates = [
            {"value": name, **{each: labels[each].get(name, name) for each in LOCALES}} for name in names
        ]
        self._read_thread()
        self._write(self._typed.get(key, ""))
        yield [run("focusOn", BOX), self.__class__.read_messages]

    @rx.event
    def stop_writing(self):
        """Close the box; what was typed is there again when it opens."""
        back = self.contact.get("key", "")
        self._put_by()
        self._close()
        return run("focusOn", f"write-{back}") if back else None

    @rx.event
    async def use_template(self, data: dict[str, Any]):
        """Put a predefined message into the box, below what was typed."""
        name = str(data.get("template") or "")
        locale = await language_of(self)
        found = self._kept_template(name) or next(
            ((each.text, locale) for each in templates(locale) if each.name == name), None
        )
        if found is None or not self.contact or not self._held:
            return
        text, locale = found
        record = read(self._answer())
        first = self.contact["name"].split(" ")[0]
        values = variables(record, asked(record), first, await self._structure(record), locale)
        typed = self.contact_text.rstrip()
        self._write("\n\n".join(each for each in (typed, filled(text, values)) if each))
        yield run("focusOn", f"{BOX}-text")

    @rx.event
    def count_text(self, text: str, revision: int):
        """Say how long the text is; what was typed before the box was filled anew comes late, and does not count."""
        if revision != self.contact_revision:
            return
        self.contact_empty = False
        self._measure(text[:LONGEST])

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
        self.contacting, self.outcome, self._unlogged = True, {}, {}
        yield
        entry = self._entry(PARTNER if self._partner else MESSAGE, text)
        failure = await self._attempt(self._send(text))
        if failure is not None:
            if not self._partner:
                self._lost_message = (len(self.thread), text, entry if data.get("log") else {})
            yield await self._tell_unsent(failure)
            return
        await self._sent()
        if data.get("log"):
            yield await self._log(entry, DONE)

    @rx.event
    @reports_errors("solidary_drivers.outcome.not_logged", busy="contacting")
    async def note_contact(self, action: str):
        """Note that somebody was called or sent a text message; the platform does neither itself."""
        if self.contacting or action not in (SMS, CALL) or self._partner or not self.contact:
            return
        if not self._is_changeable():
            return
        self.contacting, self.outcome, self._unlogged = True, {}, {}
        yield
        yield await self._log(self._entry(action, self.contact_text if action == SMS else ""), "")

    @rx.event
    @reports_errors("solidary_drivers.outcome.not_logged", busy="contacting")
    async def log_again(self):
        """Note what was sent and not noted: the diary alone, for the message has left."""
        if self.contacting or not self._unlogged or not self._is_changeable():
            return
        entry, message = self._unlogged, self.outcome.get("message", "")
        self.contacting = True
        yield
        yield await self._log(entry, message)

    # --- the two calls -----------------------------------------------------------------------------

    async def _send(self, text: str) -> None:
        """One message, to the mailbox of a driver or through a partner."""
        if self._partner:
            if not get_settings().flag(FLAG):
                raise SwitchedOff
            async with signed_in(self, CONNECT) as api, self._once([self._partner, text]) as wanted:
                if wanted:
                    await _connect(api, self._partner, text)
            return
        body = {"message": {"solution": int(self.contact["id"]), "text": text}}
        async with signed_in(self, UPDATE, own=await self._proof()) as api:
            await self._command(api, body)

    async def _log(self, entry: dict[str, Any], message: str) -> Any:
        """One entry of the diary; what failed is kept, to be noted alone."""

        async def note() -> None:
            async with signed_in(self, UPDATE, own=await self._proof()) as api:
                await self._command(api, {"animation": entry})

        failure = await self._attempt(note())
        if failure is None:
            self.outcome, self._unlogged = {}, {}
            await notify(self, "success", "solidary_drivers.outcome.logged")
            return None
        if isinstance(failure, SessionEnded):
            return await report(self, failure, "solidary_drivers.outcome.not_logged")
        self._unlogged = entry
        self._lost_entry = (len(self.diary), self._action_name(str(entry["action"])), str(entry.get("comment") or ""))
        self.outcome = {
            "message": message,
            "diary": LOST if _is_lost(failure) else REFUSED,
            "detail": await failure_text(self, failure),
        }
        return None

    async def _attempt(self, work: Any) -> ApiError | None:
        """Why a call failed; None for one that did not."""
        try:
            await work
        except ApiError as error:
            return error
        return None

    async def _sent(self) -> None:
        """The message has left: the box is empty, and the thread shows it."""
        key = self.contact["key"]
        if self._partner:
            self._written = [*self._written, key]
            self._arrange()
        self._write("")
        self._typed = {each: text for each, text in self._typed.items() if each != key}
        await notify(self, "success", "errors.driver.contact_success")

    async def _tell_unsent(self, error: ApiError) -> Any:
        """Say that a message has not left, or may have; a partner's own words quote keys, and are not shown."""
        lost = _is_lost(error)
        own = isinstance(error, SessionEnded | NetworkError) or not self._partner or not error.text
        detail = await failure_text(self, error) if own else ""
        if isinstance(error, SessionEnded):
            return await report(self, error, "errors.driver.contact_error")
        self.outcome = {"message": LOST if lost else REFUSED, "diary": "", "detail": detail}
        if not lost:  # whoever may have been written to is not said to be uncontacted
            await notify(self, "error", "errors.driver.contact_error")
        return None

    def _entry(self, action: str, text: str) -> dict[str, Any]:
        """What the diary is to hold: a message of the platform can be read there, the others are written out."""
        to = self.contact
        if action == PARTNER:
            about, comment = self.shown["userId"], f"{to['provider']}, {to['name']}\n{text}"
        else:
            about, comment = to["userId"], text if action == SMS else ""
        entry: dict[str, Any] = {"action": int(action), "user": int(about)}
        return {**entry, "comment": comment.strip()} if comment.strip() else entry

    # --- the box -----------------------------------------------------------------------------------

    def _whom(self, key: str) -> Texts:
        """Whom a key names; empty for nobody."""
        for each in self.drivers:
            if key == f"{SOLUTION}-{each['id']}":
                return {**each, "key": key, "kind": SOLUTION, "provider": ""}
        found = self._candidate(key)
        if found is None or found.kind != EXTERNAL:
            return {}
        return {"key": key, "kind": EXTERNAL, "name": found.name, "provider": found.provider, "telephone": ""}

    def _reached(self, key: str) -> dict[str, str]:
        """How a partner knows its driver; kept for as long as the box is open, whatever is searched meanwhile."""
        found = self._candidate(key)
        if found is None or found.kind != EXTERNAL:
            return {}
        return {"provider": found.provider, "carpooler": found.carpooler, "journey": found.journey}

    async def _structure(self, record: SolidaryRecord) -> dict[str, str]:
        """What is kept of the record's structure."""
        current = await self.get_state(CurrentStructure)
        return next((each for each in current.structures if each["id"] == str(record.structure_id)), {})

    def _write(self, text: str) -> None:
        self.contact_revision += 1
        self.contact_empty = False
        self._measure(text)

    def _measure(self, text: str) -> None:
        found, number = length(text), self.contact.get("dialled", "")
        self.contact_text = text
        self.contact_length = {
            "characters": str(found.characters),
            "parts": str(found.parts),
            "alphabet": found.alphabet,
        }
        self.contact_sms = f"sms:{number}?body={quote(text)}" if number else ""

    def _put_by(self) -> None:
        """Keep what was typed to whom."""
        if self.contact:
            self._typed = {**self._typed, self.contact["key"]: self.contact_text}

    def _close(self) -> None:
        self.contact, self.thread, self.outcome, self._unlogged, self._partner = {}, [], {}, {}, {}
        self._write("")

    def _read_thread(self) -> None:
        """The messages of the driver one writes to; a record without any sends an empty array."""
        self.thread = []
        if self.contact.get("kind") != SOLUTION or not self._held:
            return
        record = read(self._answer())
        found = record.solutions.threads.get(self.contact["id"], [])
        self.thread = sorted((_message(each, record) for each in found), key=lambda each: each["date"])

    async def _show(self, item: dict[str, Any], at: str) -> None:
        await super()._show(item, at)
        if self.contact:
            # The same driver, as the answer says he is now.
            self.contact = self._whom(self.contact["key"]) or self.contact
            self._read_thread()
            self._find_lost()

    def _find_lost(self) -> None:
        """Where a message or an entry may have been stored, the record that is read again tells (NOTICE-25)."""
        before, text, entry = self._lost_message
        sent = any(each["text"] == lines(text) for each in self.thread[before:])
        if self.outcome.get("message") == LOST and sent:
            self._lost_message = (0, "", {})
            if self.contact_text.strip() == text.strip():
                self._write("")
            self._typed = {each: typed for each, typed in self._typed.items() if each != self.contact["key"]}
            self._unlogged = entry
            self.outcome = {"message": DONE, "diary": REFUSED, "detail": ""} if entry else {}
        if self.outcome.get("diary") == LOST and self._is_noted(*self._lost_entry):
            self.outcome, self._unlogged = {}, {}

    def _clear(self) -> None:
        super()._clear()
        self._close()
        self._typed = {}


def _message(item: dict[str, Any], record: SolidaryRecord) -> Texts:
    """A message: who wrote it, in whose name, and when."""
    poster, delegate = (
        " ".join(str(item[name]) for name in (f"{who}GivenName", f"{who}FamilyName") if item.get(name))
        for who in ("poster", "delegate")
    )
    return {
        "author": delegate or poster,
        "behalf": poster if delegate else "",
        "ours": "true" if item.get("posterId") == record.user_id else "",
        "text": lines(str(item.get("text") or "")),
        "date": str(item.get("date") or ""),
    }


async def _connect(api: Api, driver: dict[str, str], text: str) -> None:
    await api.create(CONNECTIONS, partners.connection(driver, text))


def _is_lost(error: ApiError) -> bool:
    """Whether something may have been done all the same: what came back says nothing."""
    return isinstance(error, NetworkError | ServerError | MalformedAnswer) and not isinstance(error, Unreached)
