"""The predefined messages of a structure: its operators share them, and change them (DRIVER-6, DRIVER-7).

They stand in the application's own store, for the API has no place for them; where that cannot be reached, those of the
application are there all the same. A message is of the structure of the record at hand, which must be among those the
API listed for the person; to change one takes what it takes to change the record.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.features.solidary.drivers.messages import unknown
from admin_app.features.solidary.file.state import RecordMixin, Texts
from admin_app.features.solidary.record import OPERATOR, READ, UPDATE
from admin_app.kit.script import run
from admin_app.kit.session import NotOwn, Session, report, reports_errors, signed_in, signed_in_background
from admin_app.kit.store import Author, Group, Kept, StoreUnavailable, Unkept, Written, texts
from admin_app.kit.words import LOCALES
from admin_app.kit.words.locale import language_of, say
from admin_app.shared.people.names import whole_name

KIND = "driver_message"
NAME_FIELD = "driver-message-name"
"""The id of the field for a message's name; its buttons have `driver-message-edit-` and the like, and its number."""
ASKED = "driver-message-asked"
"""The id of the answer that removes nothing, which has the focus when it is asked."""
PREFIX = "kept-"
"""How the value of a structure's message begins in the choice; those of the application have names of their own."""
WORDS = "solidary_messages"
_LONGEST = 100_000
"""Characters that are looked at; a message holds far fewer."""
_NAMED = 3
"""Unknown variables that are named."""
_NOTHING = [KIND, ""]
"""What a form without a name and a text asks for."""
LIMITS = {"name": texts.LONGEST_NAME, "text": texts.LONGEST_TEXT, "most": texts.MOST}
logger = logging.getLogger(__name__)


class StructureMessagesMixin(RecordMixin, rx.State, mixin=True):
    """A file whose structure has predefined messages of its own."""

    structure_messages: list[Texts] = []
    """By their names: `id value locale name text at by`; `at` is when each was changed last, `by` is by whom."""
    messages_of: str = ""
    """The name of the structure; empty where the record is of none of the person's."""
    messages_away: bool = False
    """Whether the store could not be read."""
    message_form: Texts = {}
    """The message that is being changed, or a new one: `id locale name text at`."""
    message_revision: int = 0
    """Counts how often the form was written from here."""
    message_removing: str = ""
    message_problem: str = ""
    """Why what was asked for last was not done."""

    @rx.event(background=True)
    async def read_messages(self):
        """Read the messages of the structure, beside the box, which is there without them."""
        try:
            async with signed_in_background(self, reads=READ):
                async with self:
                    record, group = self.record_id, await self._message_group()
                    if not self.message_form:
                        await self._fill_message_form()
                messages = await _read(group) if group else []
        except ApiError as error:
            logger.info("messages are not read: %s", error)
            if isinstance(error, SessionEnded):
                async with self:
                    step = await report(self, error, f"{WORDS}.failed")
                yield step
            return
        async with self:
            if group and self.record_id == record:
                self.messages_away = messages is None
                self._show_messages(messages or [])

    @rx.event
    def open_messages(self):
        """What was typed when the dialog was last open is in it still; what was refused or asked counts no more."""
        self.message_problem = self.message_removing = ""
        return self.__class__.read_messages

    @rx.event
    async def edit_message(self, message_id: str):
        """Put a message into the form; any other number gives an empty form."""
        await self._fill_message_form(message_id)
        return run("focusOn", NAME_FIELD)

    @rx.event
    def ask_message(self, message_id: str):
        """Ask before a message is removed, or give that up with an empty number."""
        given_up, self.message_removing = self.message_removing, message_id
        self.message_problem = ""
        if message_id:
            return run("focusOn", ASKED)
        return run("focusOn", f"driver-message-remove-{given_up}") if given_up else None

    @rx.event
    @reports_errors(f"{WORDS}.failed")
    async def keep_message(self, data: dict[str, Any]):
        """Keep what was typed: one more, or the one of the form anew. `data` has `locale`, `name` and `text`."""
        group, author = await self._changeable_group()
        written = await self._written(data)
        if names := unknown(written.text)[:_NAMED]:
            self.message_problem = await self._refusal("unknown", names=", ".join(names))
            return None
        async with self._once([KIND, data] if written.name.strip() or written.text.strip() else _NOTHING) as wanted:
            return await self._keep(group, author, written) if wanted else None

    @rx.event
    @reports_errors(f"{WORDS}.failed")
    async def remove_message(self):
        """Keep the message that was asked about no more."""
        group, _ = await self._changeable_group()
        number = self.message_removing
        if not any(each["id"] == number for each in self.structure_messages):
            return None
        if not await self._write_messages(group, lambda: texts.remove(group, int(number))):
            return None
        if self.message_form.get("id") == number:
            await self._fill_message_form()
        self.message_removing = ""
        return run("focusOn", NAME_FIELD)

    # --- who may -----------------------------------------------------------------------------------

    async def _message_group(self) -> Group | None:
        """The messages of the record's structure, where that is one of the person's; its name is kept."""
        structure = await self._structure()
        self.messages_of = structure.get("name", "")
        return Group(KIND, int(structure["id"])) if structure else None

    async def _changeable_group(self) -> tuple[Group, Author]:
        """Whose messages are changed, and by whom. An ApiError where they may not be."""
        async with signed_in(self, UPDATE, own=await self._proof()):
            session, group = await self.get_state(Session), await self._message_group()
        if group is None or not self._is_open():
            raise NotOwn(UPDATE, OPERATOR)
        return group, Author(session.user_id, whole_name(session.given_name, session.short_family_name))

    # --- the store, and what is shown of it --------------------------------------------------------

    async def _keep(self, group: Group, author: Author, written: Written) -> Any:
        """Write what a form holds; where the focus goes then, None where it was not written."""
        number, seen = self.message_form.get("id", ""), self.message_form.get("at", "")

        def write() -> None:
            if number:
                texts.change(group, int(number), author, written, seen)
            else:
                texts.add(group, author, written)

        if not await self._write_messages(group, write):
            return None
        await self._fill_message_form()
        self._note(_NOTHING)  # the second of two presses finds the form empty
        return run("focusOn", f"driver-message-edit-{number}" if number else NAME_FIELD)

    def _structure_message(self, value: str) -> tuple[str, str] | None:
        """The text and the language of a message of the structure."""
        message = next((each for each in self.structure_messages if each["value"] == value), None)
        return (message["text"], message["locale"]) if message else None

    async def _write_messages(self, group: Group, write: Callable[[], None]) -> bool:
        """Write to the store and read it again; whether it was written. What others did meanwhile is shown anyhow."""
        refusal = ""
        try:
            try:
                await asyncio.to_thread(write)
            except Unkept as error:
                refusal = await self._refusal(error.why)
            self._show_messages(await asyncio.to_thread(texts.of, group))
        except StoreUnavailable as error:
            self.message_problem = say(f"errors.{error.kind}", await language_of(self))
            return False
        self.message_problem, self.messages_away = refusal, False
        return not refusal

    async def _written(self, data: dict[str, Any]) -> Written:
        """What a form holds, in the person's language where it names none."""
        locale, name, text = (str(data.get(each) or "")[:_LONGEST] for each in ("locale", "name", "text"))
        return Written(locale if locale in LOCALES else await language_of(self), name, text)

    async def _refusal(self, why: str, **values: str) -> str:
        return say(f"{WORDS}.refusals.{why}", await language_of(self), **LIMITS, **values)

    def _show_messages(self, messages: list[Kept]) -> None:
        self.structure_messages = [_row(each) for each in messages]

    async def _fill_message_form(self, message_id: str = "") -> None:
        """Put a message into the form; an empty one for any other number."""
        message = next((each for each in self.structure_messages if each["id"] == message_id), {})
        form = {name: message.get(name, "") for name in ("id", "name", "text", "at")}
        self.message_form = {**form, "locale": message.get("locale") or await language_of(self)}
        self.message_revision += 1
        self.message_problem = self.message_removing = ""

    def _clear_messages(self) -> None:
        self.structure_messages, self.messages_of, self.messages_away = [], "", False
        self.message_form, self.message_removing, self.message_problem = {}, "", ""


async def _read(group: Group) -> list[Kept] | None:
    """The messages of a structure; None where the store cannot be read."""
    try:
        return await asyncio.to_thread(texts.of, group)
    except StoreUnavailable as error:
        logger.info("messages are not read: %s", error)
        return None


def _row(message: Kept) -> Texts:
    return {
        "id": str(message.id),
        "value": f"{PREFIX}{message.id}",
        "locale": message.locale,
        "name": message.name,
        "text": message.text,
        "at": message.changed_at,
        "by": message.changed_name,
    }
