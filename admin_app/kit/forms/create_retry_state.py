"""The part of a form that creates its record once, whatever becomes of the answer (decisions 34 and 40).

A creation that failed may have been done all the same: the connection was cut, a proxy gave up, the answer was no
answer. The record is then looked for by what was sent. What is found is shown before anything is sent again.
"""

from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, Refused, SessionEnded, Unreached
from admin_app.api.query import Query
from admin_app.kit.declare.fields import TextInput, text_of
from admin_app.kit.forms.formset import id_names
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.texts import text_for, value_for
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import Session

ASKED = 100
"""Records of one look."""
TOLD = ("text", "email", "phone")
"""Kinds of input that tell one record from another."""
COMPARED = (*TOLD, "date", "day", "url", "integer", "reference", "select", "radio", "picture_choice")


class LostMixin(FormHost, rx.State, mixin=True):
    """What became of a creation that got no answer."""

    lost: str = ""
    """What is known of a creation without an answer: `found`, `none` yet, or `unknown` where nobody could look."""
    creation_begun: str = rx.SessionStorage("")
    """Set in the tab while it is not known what became of a creation: our own process may die before the answer."""
    likely: list[dict[str, str]] = []
    """The records it may have made: `id` and `name`."""
    _likely_ids: list[str] = []
    """Those that were shown: an answer is about them, and no other."""
    _warned: bool = False
    """It was said that nobody here can look."""

    @rx.event
    def open_likely(self, record_id: str):
        """Go on with a record that is there already: what was typed is in it, so the draft goes."""
        if self.record_id or record_id not in [each["id"] for each in self.likely]:
            return None
        self.record_id, self._settled = record_id, False
        return [run("saved"), open_instead(self._show_address())]

    def _forget_lost(self) -> None:
        self.lost, self.likely, self._likely_ids, self._warned = "", [], [], False

    def _settle_creation(self, *, known: bool) -> None:
        """The tab need not remember a creation whose fate is known."""
        if known and self.creation_begun:
            self.creation_begun = ""

    async def _make(self, api: Api, sent: Submission, body: dict[str, Any]) -> str:
        """Create the record once and answer its id; empty where there is something to be looked at first."""
        if self.lost and await self._asks_about_likely(api, sent, body):
            return ""
        ids = id_names(sent.parts)
        try:
            made = text_of((await api.create(self.resource.endpoint, body, keep_ids=ids)).get("id"))
            if not made:
                raise MalformedAnswer(cause="no id")
        except (SessionEnded, Refused, Unreached):
            raise
        except ApiError as error:
            error.unsure = True
            self._forget_lost()
            self.lost = "unknown"
            if await self._may_look() and await self._finds_at_once(api, sent, body):
                return ""
            raise
        self._forget_lost()
        return made

    async def _asks_about_likely(self, api: Api, sent: Submission, body: dict[str, Any]) -> bool:
        """Before another attempt: whether something is to be seen that was not. ApiError where that cannot be told now;
        nothing is sent then."""
        if await self._may_look():
            return await self._finds(api, sent, body)
        known, self._warned = sent.confirmed and self._warned, True
        return not known

    async def _finds_at_once(self, api: Api, sent: Submission, body: dict[str, Any]) -> bool:
        try:
            return await self._finds(api, sent, body)
        except SessionEnded:
            raise
        except ApiError:
            return False

    async def _finds(self, api: Api, sent: Submission, body: dict[str, Any]) -> bool:
        """Look for what an attempt may have made; whether there is something that was not answered to."""
        self.likely = await self._look(api, sent, body)
        self.lost = "found" if self.likely else "none"
        ids = [each["id"] for each in self.likely]
        known, self._likely_ids = set(ids) <= set(self._likely_ids), ids
        return bool(ids) and not (sent.confirmed and known)

    async def _may_look(self) -> bool:
        return self.resource.may.list in (await self.get_state(Session))._readable()

    async def _look(self, api: Api, sent: Submission, body: dict[str, Any]) -> list[dict[str, str]]:
        texts = {part.name for part in sent.parts if isinstance(part, TextInput)}
        offered = {each.param for each in self.resource.filters if each.kind == "text"} & texts
        filters = {name: text_of(body[name]) for name in sorted(offered) if body.get(name)}
        query = Query(1, ASKED, _order(self.resource.default_sort), filters)
        found = await api.list(self.resource.endpoint, query)
        alike = [item for item in found.items if same(sent, body, item, self.resource.model.model_validate(item))]
        return [
            {"id": text_of(item.get("id")), "name": self.resource.name(self.resource.model.model_validate(item))}
            for item in alike
        ]


def _order(sort: str) -> tuple[str, bool]:
    return sort.removeprefix("-"), sort.startswith("-")


def same(sent: Submission, body: dict[str, Any], item: dict[str, Any], record: Any) -> bool:
    """Whether a record of a list holds what was sent, as far as the list says: some text, and nothing otherwise."""
    told = False
    for part in sent.parts:
        if part.kind not in COMPARED or body.get(part.name) is None or item.get(part.name) is None:
            continue
        if value_for(part, text_for(part, record)) != body[part.name]:
            return False
        told = told or part.kind in TOLD
    return told
