"""Notices, which say how something went (NOTICE-1, NOTICE-2). Green lasts 5 s, red 8 s; hover and focus pause it."""

import secrets
import time
from collections.abc import Mapping
from typing import Literal

import reflex as rx

from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import known, language_of, say

NoticeKind = Literal["success", "error"]
MAX_NOTICES = 4
LASTS: Mapping[str, int] = {"success": 5, "error": 8}
"""Seconds a notice is shown (assets/styles/notices.css)."""
Told = Mapping[str, str]
"""What is told, by language."""


class Notices(rx.State):
    """The notices on show, newest last: id, kind, text, an optional detail, both in each language (`text_en`), the
    name of the call that failed (`reference`), of the state that told it (`of`), and the address of what it tells of
    (`to`)."""

    items: list[dict[str, str]] = []
    _told_at: dict[str, float] = {}
    """When each was told, in seconds of `time.time()`."""

    @rx.event
    def dismiss(self, notice_id: str):
        """Take one notice away: its time is over or somebody closed it."""
        self.items = [item for item in self.items if item["id"] != notice_id]

    @rx.event
    async def tell_too_big(self):
        """What the page sent was refused before any handler saw it."""
        await notify(self, "error", "errors.too_big")

    @rx.event
    async def tell_failed(self):
        """A handler raised something that it did not expect."""
        await notify(self, "error", "errors.api")

    def _drop_old(self) -> None:
        """Let go of those whose time was over before their page could say so: another one would show them anew."""
        kept = [each for each in self.items if time.time() < self._told_at.get(each["id"], 0) + LASTS[each["kind"]]]
        if len(kept) < len(self.items):
            self.items = kept

    def _add(self, kind: NoticeKind, texts: Told, details: Told, locale: str, **more: str) -> None:
        text, detail = texts[locale], details[locale]
        others = [item for item in self.items if item["text"] != text or item["detail"] != detail]
        if kind == "success":  # a call that failed in the same place before has worked now
            others = [item for item in others if not item["reference"] or item["of"] != more["of"]]
        # No number: a tab knows the notices that it has shown, also of a server that has started anew.
        notice = {"id": secrets.token_hex(4), "kind": kind, "text": text, "detail": detail, **more}
        notice |= {f"text_{each}": texts[each] for each in LOCALES} | {
            f"detail_{each}": details[each] for each in LOCALES
        }
        self.items = [*others, notice][-MAX_NOTICES:]
        told_at = {**self._told_at, notice["id"]: time.time()}
        self._told_at = {each["id"]: told_at[each["id"]] for each in self.items}


async def notify(
    state: rx.State,
    kind: NoticeKind,
    key: str,
    detail: str | Told = "",
    count: int | None = None,
    reference: str = "",
    to: str = "",
    **values: str,
) -> None:
    """Show the message of a translation key in the language of the page, whichever that becomes, with a detail below:
    words of the server as they are, ours in each language; `reference` is the name of the call in the logs, `to` the
    address of what it tells of."""
    locale = known(await language_of(state))
    notices = await state.get_state(Notices)
    texts = {each: say(key, each, count, **values) for each in LOCALES}
    details = dict.fromkeys(LOCALES, detail) if isinstance(detail, str) else detail
    notices._add(kind, texts, details, locale, reference=reference, to=to, of=state.get_name())


async def drop_successes(state: rx.State) -> None:
    """Take away what a state said that went well: who goes on there knows, and it may lie over what is pressed next."""
    notices = await state.get_state(Notices)
    kept = [each for each in notices.items if each["kind"] == "error" or each["of"] != state.get_name()]
    if len(kept) < len(notices.items):
        notices.items = kept
