"""A creation without an answer is tried again only once it is known what became of it (decisions 34 and 40).

A creation that failed may have been done all the same: the connection was cut, a proxy gave up, the answer was no
answer. The record is then looked for by what was sent. What was found is shown before anything is sent again.
"""

from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.declare.fields import TextInput, text_of
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.texts import text_for, value_for
from admin_app.kit.session import Session, or_none

LIKELY = 100
"""Records of one look."""
TELLING = ("text", "email", "phone")
"""Kinds of input that tell one record from another."""
COMPARED = (*TELLING, "date", "day", "url", "integer", "reference", "select", "radio", "picture_choice")


class LostCreation:
    """The creation of the record of a form that got no answer (`FormHost.lost`)."""

    def __init__(self, form: FormHost) -> None:
        self.form = form
        self.resource = form.resource

    async def look_before_another(self, api: Api, sent: Submission, body: dict[str, Any]) -> bool:
        """Before another attempt: whether something is to be seen that was not. ApiError where that cannot be told now;
        nothing is sent then."""
        if await self._may_look():
            return await self._look(api, sent, body)
        known, self.form._warned = sent.confirmed and self.form._warned, True
        return not known

    async def look_after_failure(self, api: Api, sent: Submission, body: dict[str, Any]) -> bool:
        """Right after an attempt: whether it has made a record that is to be seen."""
        self.form._forget_lost()
        self.form.lost = "unknown"
        return await self._may_look() and bool(await or_none(self._look(api, sent, body)))

    async def _look(self, api: Api, sent: Submission, body: dict[str, Any]) -> bool:
        """Look for what an attempt may have made; whether there is something that was not answered to."""
        form = self.form
        form.likely = await self._likely(api, sent, body)
        form.lost = "found" if form.likely else "none"
        ids = [each["id"] for each in form.likely]
        known, form._likely_ids = set(ids) <= set(form._likely_ids), ids
        return bool(ids) and not (sent.confirmed and known)

    async def _may_look(self) -> bool:
        return self.resource.may.list in (await self.form.get_state(Session))._readable()

    async def _likely(self, api: Api, sent: Submission, body: dict[str, Any]) -> list[dict[str, str]]:
        """The records that hold what was sent: `id` and `name`."""
        texts = {part.name for part in sent.parts if isinstance(part, TextInput)}
        offered = {each.param for each in self.resource.filters if each.kind == "text"} & texts
        filters = {name: text_of(body[name]) for name in sorted(offered) if body.get(name)}
        order = (self.resource.default_sort.removeprefix("-"), self.resource.default_sort.startswith("-"))
        page = await api.list(self.resource.endpoint, Query(1, LIKELY, order, filters))
        records = [(item, self.resource.model.model_validate(item)) for item in page.items]
        return [
            {"id": text_of(item.get("id")), "name": self.resource.name(record)}
            for item, record in records
            if holds(sent, body, item, record)
        ]


def holds(sent: Submission, body: dict[str, Any], item: dict[str, Any], record: Any) -> bool:
    """Whether a record of a list holds what was sent, as far as the list says: some text, and nothing otherwise."""
    known = False
    for part in sent.parts:
        if part.kind not in COMPARED or body.get(part.name) is None or item.get(part.name) is None:
            continue
        if value_for(part, text_for(part, record)) != body[part.name]:
            return False
        known = known or part.kind in TELLING
    return known
