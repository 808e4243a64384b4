"""`CallerBox`: who calls, with their requests, from anywhere in the module."""

import asyncio
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.query import Query
from admin_app.features.solidary.desk import cache, caller_search
from admin_app.features.solidary.desk.caller_search import (
    USERS,
    Caller,
    PeopleFound,
    Sought,
)
from admin_app.features.solidary.desk.request_row import RequestRow, row_of
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.record import CREATE
from admin_app.features.solidary.requests_of_person import requests_of
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.kit.declare import Resource, readable
from admin_app.kit.script import run
from admin_app.kit.session import InPlace, Session, reports_errors, signed_in

NEW_REQUEST, NEW_PERSON = '[data-testid="action:new-request"]', '[data-testid="action:new-person"]'
"""The links to a request for somebody who was found, and for somebody new."""
LAST_AGAIN = '[data-testid="action:last-again"]'
"""The link to a request like the last of somebody who was found."""
AGAIN = "again"
"""Says in the address of a new request that it is like the last one."""
BOX = "caller"
"""The id of the dialog."""


class CallerBox(InPlace, rx.State):
    """What is on show in the box of callers; it is the same on every page, for a call goes on while one looks."""

    resource: ClassVar[Resource] = RECORDS

    asked: str = ""
    """What was looked for."""
    outcome: str = ""
    """`short`, `none`, `some`, `many` (there are more than are shown); empty before anything was looked for."""
    people: list[dict[str, str]] = []
    """Who was found: see `caller_search.person_texts`."""
    chosen: dict[str, str] = {}
    """Who it is; `last`, their newest request, where there is one."""
    requests: list[dict[str, str]] = []
    """Their requests, the open ones first: see `caller_search.request_texts`."""
    searching: bool = False
    reading: bool = False
    partial: bool = False
    """Whether one of the lists they are looked for in did not answer."""
    _typed: str = ""
    """What was looked for in vain and is on its way to the form of a new request."""
    _found: dict[str, Caller] = {}
    """The people found, by key."""

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="searching", in_place=True)
    async def find(self, data: dict[str, Any]):
        """Look for whoever calls; when it can only be one person, show their requests."""
        sought = Sought.of(data.get(BOX))
        self._clear()
        self.asked = sought.text
        if sought.short:
            self.outcome, self.searching = "short", False
            return
        self.searching = True
        yield
        async with signed_in(self, reads=self.resource.may.list) as api:
            people, whole = await _search(api, sought, (await self.get_state(Session))._readable())
        self._found = {each.key: each for each in people[: caller_search.MOST]}
        self.people = [caller_search.person_texts(each) for each in self._found.values()]
        self.partial = not whole
        self.outcome = "many" if len(people) > caller_search.MOST else "some" if people else "none"
        self.searching = False
        if len(people) == 1:
            yield self.__class__.choose(people[0].key)
        else:
            # Enter goes on: to one of those found, or to a request for somebody new.
            yield run("focusFirst", f"#{BOX} :is([data-found], {NEW_PERSON})")

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="reading", in_place=True)
    async def choose(self, key: str):
        """Show the requests of one of those found, the past ones too."""
        person = self._found.get(key)
        if person is None:
            return
        self.chosen, self.requests, self.problem, self.reading = caller_search.person_texts(person), [], "", True
        yield
        # A list of requesters does not tell the user behind one; reading one texts nobody.
        unknown = BENEFICIARY.list if not person.user_id else None
        async with signed_in(self, reads=(self.resource.may.list, unknown)) as api:
            if unknown:
                person = caller_search.from_requester(await api.get(BENEFICIARY.endpoint, person.requester_id))
            rows = await _requests(api, person)
        self.chosen = caller_search.person_texts(person)
        self.requests = [caller_search.request_texts(each) for each in rows]
        if last := max(rows, key=lambda row: row.id, default=None):
            self.chosen["last"] = " · ".join(filter(None, (last.subject, last.journey)))
        self.reading = False
        may_ask = bool(person.user_id) and CREATE in (await self.get_state(Session))._readable()
        # Enter goes on: to a request like their last, or their first, where one may be made; else the name is read.
        wanted = (LAST_AGAIN if rows else NEW_REQUEST) if may_ask else "[data-chosen]"
        yield run("focusFirst", f"#{BOX} {wanted}")

    @rx.event
    def begin_request(self):
        """A request is begun for somebody who was not found: what was typed goes along."""
        self._typed = self.asked
        return run("closeDialog", BOX)

    @rx.event
    def show_people(self):
        """Show everybody who was found again."""
        self.chosen, self.requests, self.problem = {}, [], ""
        return run("focusFirst", f"#{BOX} [data-found]")

    def _hand_over_typed(self) -> str:
        """What was typed for somebody new, once."""
        typed, self._typed = self._typed, ""
        return typed

    def _clear(self) -> None:
        self.asked, self.outcome, self.problem, self.partial = "", "", "", False
        self.people, self.chosen, self.requests, self._found = [], {}, [], {}


async def _search(api: Api, sought: Sought, permissions: list[str]) -> tuple[list[Caller], bool]:
    """Everybody who may be meant, each once, those with open requests first; and whether every list answered.

    A name is asked for in another way where it may be one person's alone: others may write it otherwise.
    """
    people = PeopleFound()
    open_requests, (found, whole) = await asyncio.gather(
        cache.read(api), _ask(api, sought, sought.questions(permissions))
    )
    people.add(caller_search.from_requests(open_requests.rows, sought))
    people.add(found)
    if len(people.people) < 2:
        found, answered = await _ask(api, sought, sought.otherwise(permissions))
        people.add(found)
        whole = whole and answered
    return people.ranked(), whole


async def _ask(api: Api, sought: Sought, questions: list[tuple[str, Query]]) -> tuple[list[Caller], bool]:
    """Those whom some calls find; and whether all of them were answered."""
    answers = await asyncio.gather(*[api.list(*each) for each in questions], return_exceptions=True)
    found: list[Caller] = []
    for (where, _), answer in zip(questions, answers, strict=True):
        if isinstance(answer, Page):
            made = caller_search.from_user if where == USERS else caller_search.from_requester
            found += [each for each in readable(made, answer.items) if sought.matches(each)]
        elif isinstance(answer, SessionEnded) or not isinstance(answer, ApiError):
            raise answer
    return found, all(isinstance(answer, Page) for answer in answers)


async def _requests(api: Api, person: Caller) -> list[RequestRow]:
    """Every request of a person, the closed ones too."""
    found = await requests_of(api, person.user_id, person.given_name, person.family_name)
    return caller_search.in_turn(map(row_of, found))
