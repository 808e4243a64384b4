"""The predefined messages of a structure: its operators share them, and change them (DRIVER-6, DRIVER-7).

They stand in the application's own store, for the API has no place for them; where that cannot be reached, those of the
application are there all the same. A message is of the structure of the record at hand, which must be among those the
API listed for the person; to change one takes what it takes to change the record.
"""

import asyncio
import logging
from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.drivers.messages import unknown
from admin_app.features.solidary.file.driver_search import BoardMixin
from admin_app.features.solidary.file.shaping import Texts
from admin_app.features.solidary.file.state import OPERATOR, READ, UPDATE
from admin_app.kit.script import run
from admin_app.kit.session import NotOwn, Session, report, reports_errors, signed_in, signed_in_background
from admin_app.kit.store import texts
from admin_app.kit.store.database import StoreUnavailable
from admin_app.kit.store.texts import Author, Group, Kept, Unkept, Written
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import language_of, say

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
_TOLD = 3
"""Unknown variables that are named."""
logger = logging.getLogger(__name__)


class KeptMessagesMixin(BoardMixin, rx.State, mixin=True):
    """A file whose structure has predefined messages of its own."""

    kept_messages: list[Texts] = []
    """By their names: `id value locale name text at by`; `at` is when each was changed last, `by` is by whom."""
    messages_of: str = ""
    """The name of the structure; empty where the record is of none of the person's."""
    messages_away: bool = False
    """Whether the store could not be read."""
    message_form: Texts = {}
    """The message that is being changed, or a new one: `id locale name text seen`."""
    message_revision: int = 0
    """Counts how often the form was written from here."""
    message_removing: str = ""
    message_problem: str = ""
    """Why what was asked for last was not done."""

    @rx.event(background=True)
    async def read_messages(self):
        """Read the messages of the structure, beside the box, which is there without them."""
        found: list[Kept] | None = None
        try:
            async with signed_in_background(self, reads=READ):
                async with self:
                    record, group = self.record_id, await self._group()
                if group is None:
                    return
                try:
                    found = await asyncio.to_thread(texts.of, group)
                except StoreUnavailable as error:
                    logger.info("messages are not read: %s", error)
        except SessionEnded as error:
            async with self:
                step = await report(self, error, f"{WORDS}.failed")
            yield step
            return
        except ApiError as error:
            logger.info("messages are not read: %s", error)
            return
        async with self:
            if self.record_id == record:
                self.messages_away = found is None
                self._show_messages(found or [])

    @rx.event
    async def open_messages(self):
        """Begin anew: what was refused, or left half-way, when the dialog was last open counts no more."""
        await self._new_form()
        return self.__class__.read_messages

    @rx.event
    async def edit_message(self, message_id: str):
        """Put a message into the form; any other number gives an empty form."""
        found = next((each for each in self.kept_messages if each["id"] == message_id), None)
        await self._new_form(found)
        return run("focusOn", NAME_FIELD)

    @rx.event
    def ask_message(self, message_id: str):
        """Ask before a message is removed, or give that up with an empty number."""
        left = f"driver-message-remove-{self.message_removing}"
        given_up = bool(self.message_removing) and not message_id
        self.message_removing, self.message_problem = message_id, ""
        return run("focusOn", ASKED if message_id else left) if given_up or message_id else None

    @rx.event
    @reports_errors(f"{WORDS}.failed")
    async def keep_message(self, data: dict[str, Any]):
        """Keep what was typed: one more, or the one of the form anew. `data` has `locale`, `name` and `text`."""
        group, author = await self._changeable()
        locale = str(data.get("locale") or "")
        written = Written(
            locale if locale in LOCALES else await language_of(self),
            str(data.get("name") or "")[:_LONGEST],
            str(data.get("text") or "")[:_LONGEST],
        )
        if odd := unknown(written.text)[:_TOLD]:
            self.message_problem = await self._say("unknown", names=", ".join(odd))
            return None
        changed, seen = self.message_form.get("id", ""), self.message_form.get("seen", "")
        act = (
            (lambda: texts.change(group, int(changed), author, written, seen))
            if changed
            else (lambda: texts.add(group, author, written))
        )
        if await self._done(group, act):
            await self._new_form()
            return run("focusOn", f"driver-message-edit-{changed}" if changed else NAME_FIELD)
        return None

    @rx.event
    @reports_errors(f"{WORDS}.failed")
    async def remove_message(self):
        """Keep the message that was asked about no more."""
        group, _ = await self._changeable()
        message_id = self.message_removing
        if not any(each["id"] == message_id for each in self.kept_messages):
            return None
        if await self._done(group, lambda: texts.remove(group, int(message_id))):
            if self.message_form.get("id") == message_id:
                await self._new_form()
            self.message_removing = ""
            return run("focusOn", NAME_FIELD)
        return None

    # --- who may -----------------------------------------------------------------------------------

    async def _group(self) -> Group | None:
        """The messages of the record's structure, where that is one of the person's; its name is kept."""
        current = await self.get_state(CurrentStructure)
        wanted = str(self._answer().get("adminstructureId") or "")
        found = next((each for each in current.structures if each["id"] == wanted), None)
        self.messages_of = found["name"] if found else ""
        return Group(KIND, int(wanted)) if found else None

    async def _changeable(self) -> tuple[Group, Author]:
        """Whose messages are changed, and by whom. An ApiError where they may not be."""
        async with signed_in(self, UPDATE, own=await self._proof()):
            session, group = await self.get_state(Session), await self._group()
        if group is None or not self._is_open():
            raise NotOwn(UPDATE, OPERATOR)
        name = f"{session.given_name} {session.short_family_name}".strip()
        return group, Author(session.user_id, name)

    # --- what is shown -----------------------------------------------------------------------------

    def _kept_template(self, value: str) -> tuple[str, str] | None:
        """The text and the language of a message of the structure."""
        found = next((each for each in self.kept_messages if each["value"] == value), None)
        return (found["text"], found["locale"]) if found else None

    async def _done(self, group: Group, act: Any) -> bool:
        """Do something to the store and read it again; whether it was done."""
        try:
            try:
                await asyncio.to_thread(act)
            except Unkept as error:
                # What somebody else did meanwhile is shown beside the refusal.
                self._show_messages(await asyncio.to_thread(texts.of, group))
                self.message_problem = await self._say(error.why)
                return False
            self._show_messages(await asyncio.to_thread(texts.of, group))
        except StoreUnavailable as error:
            self.message_problem = say(f"errors.{error.kind}", await language_of(self))
            return False
        self.message_problem, self.messages_away = "", False
        return True

    async def _say(self, why: str, **values: str) -> str:
        limits = {"name": texts.LONGEST_NAME, "text": texts.LONGEST_TEXT, "most": texts.MOST}
        return say(f"{WORDS}.refusals.{why}", await language_of(self), **limits, **values)

    def _show_messages(self, found: list[Kept]) -> None:
        self.kept_messages = [
            {
                "id": str(each.id),
                "value": f"{PREFIX}{each.id}",
                "locale": each.locale,
                "name": each.name,
                "text": each.text,
                "at": each.changed_at,
                "by": each.changed_name,
            }
            for each in found
        ]

    async def _new_form(self, message: Texts | None = None) -> None:
        empty = {"id": "", "locale": await language_of(self), "name": "", "text": "", "at": ""}
        taken = message or empty
        self.message_form = {**{name: taken[name] for name in ("id", "locale", "name", "text")}, "seen": taken["at"]}
        self.message_revision += 1
        self.message_problem = self.message_removing = ""

    def _clear(self) -> None:
        super()._clear()
        self.kept_messages, self.messages_of, self.messages_away = [], "", False
        self.message_form, self.message_removing, self.message_problem = {}, "", ""
