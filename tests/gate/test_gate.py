"""The gate: whatever handler a socket calls, whoever sends it, only the calls of a written list are made (ACCESS-17).

Every public handler of every state class is found by itself, so a state written tomorrow is among them. Each is called
in a tab whose states are as full as they get, filled by an administrator whose token is still good, so that nothing
but the door stands between the event and what it asks for.
"""

import asyncio
import contextlib
import copy
import itertools
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import urlencode

import pytest
from reflex.event import Event, EventHandler
from reflex.state import BaseState
from sqlalchemy import update

from admin_app.api.auth import login
from admin_app.api.client import http_client
from admin_app.features.communities.members import MemberList
from admin_app.features.solidary.structures.resource import STRUCTURES
from admin_app.kit.forms.state import FormMixin
from admin_app.kit.imports.job import ImportJob
from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.lists.embedded_list import InnerListMixin
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.session import Session
from admin_app.kit.session.permissions import known_permissions
from admin_app.kit.session.state import FLAGS
from admin_app.patches.states import state_classes
from admin_app.screens import SCREENS
from sandbox.content_tables import events
from tests.support.forms import send_file
from tests.support.payloads import Payload, payloads
from tests.support.proofs import proves
from tests.support.tab import Browser, Tab

ADMINISTRATOR = "admin@demo.test"
PATIENCE = 20
"""Seconds: no event that is refused waits for anything."""
OTHER = 7
RECORD = "5"
"""A record that every entity has, and that is not the administrator's own."""
STRUCTURE = "2"
"""Of structures there are but four."""
STATES = sorted(
    (each for each in state_classes() if each.__module__.startswith("admin_app.")),
    key=lambda each: each.get_full_name(),
)


@dataclass(frozen=True)
class Identity:
    """Who calls: what their session holds in place of the administrator's; None for a tab that nobody ever opened."""

    name: str
    session: dict[str, Any] | None


NOBODY = Identity("nobody", None)
STRANGER = Identity("stranger", {"token": "", "refresh_token": "", "_owner": "", "permissions": [], "own": {}})
"""An anonymous socket, in a tab whose states were left full."""
POWERLESS = Identity("powerless", {"permissions": ["access_admin"], "own": {}})
LIMITED = Identity(
    "limited",
    {
        "permissions": ["access_admin"],
        "own": {name: next(iter(each.limited)) for name, each in known_permissions().items() if each.limited},
    },
)
"""Everything that a rule may narrow, for one's own records alone: those at hand are others'."""
IDENTITIES = (NOBODY, STRANGER, POWERLESS, LIMITED)


@dataclass(frozen=True)
class Allowed:
    """Calls that may be made, and why that does no harm."""

    whom: tuple[Identity, ...]
    handler: str
    """`State.handler`, as an expression."""
    calls: str
    """`METHOD path`, as an expression."""
    why: str


READ = "it only reads: the API looks at each record before it gives it, and the proof reads the record again"
LIST: tuple[Allowed, ...] = (
    Allowed(IDENTITIES, r"Login\.submit", "POST /login", "signing in is for those who are not signed in"),
    Allowed((POWERLESS, LIMITED), r"Home\.load", "GET /admin/kibana_logins", "access_admin is all it takes (HOME)"),
    Allowed((LIMITED,), r"User(Show|Form)\.\w+", f"GET /admin/users/{RECORD}", READ),
    Allowed((LIMITED,), r"Event(Show|Form)\.\w+", f"GET /admin/events/{RECORD}", READ),
    Allowed((LIMITED,), r"CommunityList\.\w+", "GET /admin/communities(/moderated)?", READ),
    Allowed((LIMITED,), r"Community(Show|Form)\.\w+", f"GET /admin/communities/({RECORD}|moderated)", READ),
    Allowed((LIMITED,), r"MemberList\.\w+", f"GET /admin/communities/({RECORD}(/members)?|moderated)", READ),
    Allowed(
        (LIMITED,),
        r"((User|Event|Community)Form|SolidaryEdition)\.search",
        "GET /points",
        "addresses are nobody's (CALL-16)",
    ),
    Allowed((LIMITED,), r"RecipientMembers\.\w+", r"GET /admin/communities/\d+/members", READ),
    Allowed((LIMITED,), r"SolidaryFile\.(load|read_again)", f"GET /admin/solidaries/{RECORD}", READ),
    Allowed((LIMITED,), r"SolidaryEdition\.(load|drop_carried)", f"GET /admin/solidaries/{RECORD}", READ),
    Allowed((LIMITED,), r"SolidaryFile\.load_criteria", r"GET /admin/structures/\d+", READ),
    Allowed((LIMITED,), r"StructureShow\.load", f"GET /admin/structures/{STRUCTURE}", READ),
    Allowed((LIMITED,), r"Waits\.load", r"GET /admin/[\w/]+", READ),
    Allowed((LIMITED,), r"Palette\.look", r"GET /admin/\w+", READ),
    Allowed((LIMITED,), r"CommunityDashboard\.load", f"GET /admin/communities/{RECORD}(/members)?", READ),
    Allowed((LIMITED,), r"VolunteerShow\.load", f"GET /admin/solidary_volunteers(/{RECORD})?", READ),
)
"""The written list. What is not on it is a hole, or comes here with its reason."""


def allowed(who: Identity, event: str, call: str) -> bool:
    """Whether a call is on the list."""
    return any(
        who in each.whom and re.fullmatch(each.handler, event) and re.fullmatch(each.calls, call) for each in LIST
    )


def address_of(state: type[BaseState]) -> str:
    """Where a page loads this state, about one record; the home page for what none loads."""
    name = state.get_full_name()
    routes = [
        screen.route
        for screen in SCREENS
        if any(isinstance(each, EventHandler) and each.state_full_name == name for each in screen.on_load)
    ]
    route = next((each for each in routes if "record_id" in each and "show" not in each), next(iter(routes), "/"))
    found = re.sub(r"\[\w+\]", STRUCTURE if route.startswith(STRUCTURES.route) else RECORD, route)
    if not issubclass(state, ListMixin):
        return found
    pointing = {each.param: "1" for each in state.resource.filters if each.target}
    query = urlencode(pointing)
    return f"{found}#{state.resource.key}?{query}" if issubclass(state, InnerListMixin) else f"{found}?{query}"


async def filled(browser: Browser, state: type[BaseState]) -> Tab:
    """A tab in which an administrator has opened the page of a state, and begun what it is for."""
    tab = await browser.tab().open(address_of(state))
    if issubclass(state, ImportMixin):
        await tab.send(state.prepare)
        line = ";".join(column.example for column in state.resource.columns)
        await send_file(tab.went("sendFile")[0].rpartition("/")[2], f"{line}\n".encode())
        await tab.send(state.receive, name="file.csv")
    if state is MemberList:
        await tab.send(MemberList.ask_to_remove, member_id=tab.view(MemberList).rows[0]["id"])
    if issubclass(state, ListMixin):
        (await tab.state(state)).filter_labels = {}
    if issubclass(state, FormMixin):
        held = await tab.state(state)
        held.image.pending = held.file.pending = True
    return tab


class Kept:
    """What a state held, to be put back."""

    def __init__(self, state: BaseState) -> None:
        self.values = {name: copy.deepcopy(getattr(state, name)) for name in _fields(state)}

    def put_back(self, state: BaseState, **changes: Any) -> None:
        """Give a state what it held, but for some changes."""
        for name, value in {**self.values, **changes}.items():
            if getattr(state, name) != value:
                setattr(state, name, copy.deepcopy(value))


def _fields(state: BaseState) -> list[str]:
    return [name for name, field in type(state).__fields__.items() if field._owner is type(state)]


async def send(tab: Tab, state: type[BaseState], name: str, payload: Payload) -> None:
    """Send an event as a socket does, and wait for what follows from it; what it raises is the server's own affair."""
    event = Event(name=f"{state.get_full_name()}.{name}", payload=dict(payload), router_data=tab._where())
    future = await tab.browser.processor.enqueue(tab.token, event)
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(Exception):
            await future.wait_all()


@proves("ACCESS-17")
@pytest.mark.parametrize("state", STATES, ids=lambda each: each.__name__)
async def test_only_what_is_on_the_list_is_asked(upstream, lenient, configure, monkeypatch, caplog, state):
    configure(**{**dict.fromkeys(FLAGS, True), "event_community_required": False})
    # What lies on disk is not put back after each event.
    monkeypatch.setattr(ImportJob, "discard", AsyncMock())
    upstream.sandbox.database.write(update(events).values(creator_id=OTHER))
    upstream.sandbox.database.commit()
    lenient.keep(await login(http_client(), ADMINISTRATOR, "demo"))
    tab, fresh = await filled(lenient, state), lenient.tab()
    fresh.address = tab.address
    kept, session = Kept(await tab.state(state)), Kept(await tab.state(Session))
    figures = Counter(handlers=len(state.event_handlers))
    for who, (name, handler) in itertools.product(IDENTITIES, state.event_handlers.items()):
        for payload in payloads(await tab.state(state), handler):
            if who.session is not None:
                kept.put_back(await tab.state(state))
                session.put_back(await tab.state(Session), **who.session)
            upstream.forget()
            caplog.clear()
            await send(fresh if who.session is None else tab, state, name, payload)
            figures["events"] += 1
            asked = {f"{call.method} {call.path}" for call in upstream.calls}
            figures["calls"] += len(upstream.calls)
            event = f"{state.__name__}.{name}"
            beside = {call for call in asked if not allowed(who, event, call)}
            assert not beside, f"{who.name} made {event} ask {sorted(beside)} with {payload}"
            # Who is not signed in writes nothing into the log either.
            if who in (NOBODY, STRANGER):
                assert not [line for line in caplog.messages if "failed" in line], (event, payload)
    print(f"\n{state.__name__}: {dict(figures)}")
