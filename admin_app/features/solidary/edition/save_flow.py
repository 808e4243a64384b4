"""How an edition is saved, from a form with which nothing is wrong to the file of the request (SOLIDARY-25 to 28).

`EditionSave` is the story. The server may close the request and make another one of it, or somebody may have done so
meanwhile: the save goes on with the number of the answer, or says which request took the place of this one.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, NetworkError, ServerError, SessionEnded
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.edition.consequences import REPLACED, Consequences, reason_of
from admin_app.features.solidary.edition.stored import CarriedOver, StoredRequest, carried_over
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.record import ENDPOINT, LIST, ROUTE, SolidaryRecord, plain
from admin_app.features.solidary.requests_of_person import requests_of
from admin_app.features.solidary.statuses import EDITED
from admin_app.kit.clock import today
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare import text_of
from admin_app.kit.forms import Submission
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import Session, notify
from admin_app.kit.words.locale import language_of, say

USERS = "user_list"
"""What it takes to find out whose e-mail address one is; without it, the server is the one who refuses."""
LOST = (NetworkError, ServerError)
"""After these nobody knows whether the server has done what it was asked."""
OPEN, UNKNOWN_FATE, GONE = UNSURE = ("open", "unknown", "gone")
"""What is known of a request after a save that was not confirmed: it is there still, or nobody could look; and of one
that has left the list, without another in its place."""
LONGEST_CHAIN = 5
"""Requests that are read one after the other: each may have been replaced too."""


class EditionHost(FormMixin, rx.State, mixin=True):
    """What a save reads of the form, and what it tells its page."""

    later: str = ""
    """The request that somebody put in the place of this one while its form was open: a save carries over to it."""
    unsure: str = ""
    """One of `UNSURE`."""
    carried_from: str = ""
    """The request in whose form the changes were typed that are laid over this one; empty where there are none."""
    # In tuples, inside which Reflex wraps nothing.
    _stored: tuple[StoredRequest, ...] = ()
    """The request as it was read, once it is there."""
    _carrying: tuple[CarriedOver, ...] = ()
    """What is on its way to the form of another request, or laid over this one."""
    _lost: tuple[dict[str, Any], ...] = ()
    """What a save sent that was not confirmed: the request may be another one by now."""

    async def _tell_consequences(self, foreseen: Consequences) -> None:
        """Say beside the form what saving it does."""
        raise NotImplementedError


class EditionSave:
    """One save of the form of a request."""

    def __init__(self, host: EditionHost, api: Api) -> None:
        self.host, self.api = host, api

    async def run(self, sent: Submission) -> Any:
        """Send what changed, once it is known that the request is open still; the answer is what the page does next."""
        host, (stored,) = self.host, self.host._stored
        if host.later:
            return self._carry_over(sent)
        if host.unsure:
            sent = replace(sent, confirmed=False)  # what was agreed to may be done
        host.unsure, body = "", stored.changes(sent, today())
        if body and (later := await self._successor()) is not None:
            return await self._go_on_with(later) if later and host._lost == (body,) else self._overtaken(later)
        if await self._must_ask(stored.consequences(sent, today()), sent):
            return run("askToSave")
        if not body:
            await notify(host, "success", "kit.form.nothing_to_save")
            return host._leave()
        if await self._is_taken(body.get("beneficiary", {}).get("email")):
            await host._show_errors(sent, {"email": "solidary_edition.email_taken"})
            return run("refused")
        try:
            answer = await self.api.update(ENDPOINT, host.record_id, body)
        except LOST:
            return await self._look_up(body)
        finally:
            list_cache.forget(self.api)
        if text_of(answer.get("id")) == host.record_id and text_of(answer.get("status")) == EDITED:
            return self._overtaken(text_of(answer.get("adminsolidaryChildId")))
        return await self._take_answer(answer)

    # --- step by step -------------------------------------------------------------------

    def _carry_over(self, sent: Submission) -> Any:
        """Go on with the new request, whose form takes what was typed here."""
        host = self.host
        host._carrying = (carried_over(host.record_id, host.later, host._stored[0].form, sent),)
        host._settled = False
        return [run("saved"), open_instead(f"{ROUTE}/{host.later}")]

    async def _successor(self) -> str | None:
        """The request in the place of this one, None while it is open. Who may not list is told after a save alone:
        this takes a reading, which may text drivers (trap 31)."""
        host = self.host
        if LIST in (await host.get_state(Session))._readable():
            return await successor(self.api, host._stored[0].record)
        return await end_of_chain(self.api, host.record_id) if host._lost else None

    def _overtaken(self, later: str) -> Any:
        """Say that nothing was saved, and what may be done with it."""
        self.host.later, self.host.unsure = later, "" if later else GONE
        return run("refused")

    async def _must_ask(self, foreseen: Consequences, sent: Submission) -> bool:
        """Whether this save closes the request and was not agreed to."""
        await self.host._tell_consequences(foreseen)
        if foreseen.fate != REPLACED or sent.confirmed:
            return False
        self.host.question = say("solidary_edition.asks", await language_of(self.host), number=self.host.record_id)
        return True

    async def _is_taken(self, email: str | None) -> bool:
        """Whether somebody else has an address: the server fails half-way with it (trap 32)."""
        if not email or USERS not in (await self.host.get_state(Session))._readable():
            return False
        page = await self.api.list("admin/users/email", Query(filters={"email": email}))
        own = text_of(self.host._stored[0].record.user_id)
        return any(text_of(each.get("id")) != own for each in page.items)

    async def _look_up(self, body: dict[str, Any]) -> Any:
        """After a save that was not confirmed: a 500 may come once everything is stored (trap 43)."""
        host = self.host
        host._lost, host.unsure = (body,), OPEN
        try:
            later = await self._successor()
        except SessionEnded:
            raise
        except ApiError:
            later, host.unsure = None, UNKNOWN_FATE
        if later and reason_of(host._stored[0].record, body):
            return await self._go_on_with(later)
        return run("refused") if later is None else self._overtaken(later)

    async def _take_answer(self, answer: dict[str, Any]) -> Any:
        """Give the file the answer, which is the request as it is now, or the one that took its place (trap 26)."""
        old, new = self.host.record_id, text_of(answer.get("id")) or self.host.record_id
        file = await self.host.get_state(SolidaryFile)
        file._kept = {key: kept for key, kept in file._kept.items() if key != old}
        if answer.get("id"):
            if file.record_id != new:
                await file._turn_to(new)
            await file._take(answer)
        if new != old:
            return await self._go_on_with(new)
        await notify(self.host, "success", "errors.solidary.update_success")
        return self._leave_for(new)

    async def _go_on_with(self, other: str) -> Any:
        """The request was closed, and another one opened: that is the one to go on with."""
        await notify(self.host, "success", "solidary_edition.replaced", number=self.host.record_id, other=other)
        return self._leave_for(other)

    def _leave_for(self, number: str) -> Any:
        """To the file of the request; nothing of its form is waiting any more."""
        host = self.host
        host.record_id, host._settled, host._carrying, host.carried_from = number, False, (), ""
        return host._leave()


# --- which request took the place of another (SOLIDARY-27) ------------------------------------


async def successor(api: Api, record: SolidaryRecord) -> str | None:
    """The number of the request in the place of one; None while it is open, empty where it is gone without another.

    Reading a request may text drivers (trap 31), so the list is asked first: it has every request but those that were
    replaced. Which one it was is read only where the list leaves a doubt.
    """
    found = await requests_of(api, record.user_id, record.given_name, record.family_name)
    listed = [each["id"] for each in found]
    if record.id in listed:
        return None
    newer = [number for number in listed if record.id is not None and number > record.id]
    if len(newer) == 1:
        return str(newer[0])
    return await end_of_chain(api, text_of(record.id), {str(number) for number in newer})


async def end_of_chain(api: Api, number: str, listed: Collection[str] = ()) -> str | None:
    """The same, by reading the request and those after it but for those that are `listed`, which are open."""
    latest = number
    for _ in range(LONGEST_CHAIN):
        if latest in listed:
            return latest
        item = plain(await api.get(ENDPOINT, latest))
        if text_of(item.get("status")) != EDITED:
            return None if latest == number else latest
        latest = text_of(item.get("solidaryChildId"))
        if not latest:
            break
    return latest
