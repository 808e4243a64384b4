"""Notices, which say how something went (NOTICE-1, NOTICE-2). Green lasts 5 s, red 8 s; hover and focus pause it."""

import secrets
from collections.abc import Mapping
from typing import Literal

import reflex as rx

from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import known, language_of, say

NoticeKind = Literal["success", "error"]
MAX_NOTICES = 4
Told = Mapping[str, str]
"""What is told, by language."""


class Notices(rx.State):
    """The notices on show, newest last: id, kind, text, an optional detail, and both in each language (`text_en`)."""

    items: list[dict[str, str]] = []

    @rx.event
    def dismiss(self, notice_id: str):
        """Take one notice away: its time is over or somebody closed it."""
        self.items = [item for item in self.items if item["id"] != notice_id]

    def _add(self, kind: NoticeKind, texts: Told, details: Told, locale: str) -> None:
        text, detail = texts[locale], details[locale]
        same = [item for item in self.items if item["text"] != text or item["detail"] != detail]
        # No number: a tab knows the notices that it has shown, also of a server that has started anew.
        notice = {"id": secrets.token_hex(4), "kind": kind, "text": text, "detail": detail}
        notice |= {f"text_{each}": texts[each] for each in LOCALES} | {
            f"detail_{each}": details[each] for each in LOCALES
        }
        self.items = [*same, notice][-MAX_NOTICES:]


async def notify(
    state: rx.State, kind: NoticeKind, key: str, detail: str | Told = "", count: int | None = None, **values: str
) -> None:
    """Show the message of a translation key in the language of the page, whichever that becomes, with a detail below:
    words of the server as they are, ours in each language."""
    locale = known(await language_of(state))
    notices = await state.get_state(Notices)
    texts = {each: say(key, each, count, **values) for each in LOCALES}
    details = dict.fromkeys(LOCALES, detail) if isinstance(detail, str) else detail
    notices._add(kind, texts, details, locale)
