"""Notices, which say how something went (NOTICE-1, NOTICE-2). Green lasts 5 s, red 8 s; hover and focus pause it."""

from typing import Literal

import reflex as rx

from admin_app.kit.words.locale import language_of, say

NoticeKind = Literal["success", "error"]
MAX_NOTICES = 4


class Notices(rx.State):
    """The notices on show, newest last: id, kind, text and an optional detail."""

    items: list[dict[str, str]] = []
    _next_id: int = 1

    @rx.event
    def dismiss(self, notice_id: str):
        """Take one notice away: its time is over or somebody closed it."""
        self.items = [item for item in self.items if item["id"] != notice_id]

    def _add(self, kind: NoticeKind, text: str, detail: str) -> None:
        same = [item for item in self.items if item["text"] != text or item["detail"] != detail]
        notice = {"id": str(self._next_id), "kind": kind, "text": text, "detail": detail}
        self.items = [*same, notice][-MAX_NOTICES:]
        self._next_id += 1


async def notify(
    state: rx.State, kind: NoticeKind, key: str, detail: str = "", count: int | None = None, **values: str
) -> None:
    """Show the message of a translation key in the person's language, with an untranslated detail below it."""
    locale = await language_of(state)
    notices = await state.get_state(Notices)
    notices._add(kind, say(key, locale, count, **values), detail)
