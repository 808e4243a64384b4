"""What a socket sends is bounded in size and pace before Reflex keeps or logs any of it."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken
from reflex.state import OnLoadInternalState, State, UpdateVarsInternalState
from reflex_base.utils.format import format_event_handler
from socketio.exceptions import ConnectionRefusedError

from admin_app.admin_app import app
from admin_app.features.account.login import Login
from admin_app.kit import sockets
from admin_app.kit.session import Session
from admin_app.kit.transfer import spool, tickets
from admin_app.patches.events import Incoming
from tests.support.forms import age, left
from tests.support.leaks import written
from tests.support.proofs import proves

SID, IDENT = "sid", "ident"
LOAD = format_event_handler(OnLoadInternalState.on_load_internal)
HYDRATE = format_event_handler(State.hydrate_and_load)
STORE = format_event_handler(UpdateVarsInternalState.update_vars_internal)
SUBMIT = format_event_handler(Login.submit)
TOKEN, CHOICE = f"{Session.get_full_name()}.token_rx_state_", f"{Session.get_full_name()}.last_activity_rx_state_"


class Namespace:
    """A namespace with one socket, that notes what it is asked for."""

    def __init__(self) -> None:
        self.passed: list[tuple] = []
        self.sent: list = []
        self.closed: list[str] = []
        self.sid_to_token = {SID: IDENT}
        self.token_to_sid = {IDENT: SID}

    async def trigger_event(self, kind, sid, *said):
        self.passed.append((kind, *said))
        if kind == "disconnect":
            self.sid_to_token.clear()
            self.token_to_sid.clear()

    async def emit_update(self, update, token):
        self.sent.append(update.events)

    async def disconnect(self, sid):
        self.closed.append(sid)


@pytest.fixture
async def namespace(monkeypatch, upstream):
    """The application behind a namespace of the test's own, with states in memory."""
    made = Namespace()
    monkeypatch.setattr(app, "_event_namespace", made)
    monkeypatch.setattr(app, "_state_manager", StateManagerMemory())
    yield made
    await app.state_manager.close()


@pytest.fixture
async def gate(namespace):
    (await held())._server = "here"  # as every tab that has connected
    return sockets.Gate(Incoming(app), namespace.trigger_event)


def event(name: str = LOAD, size: int = 0, **payload) -> dict:
    return {"name": name, "payload": payload, "router_data": {"pathname": "/login", "asPath": "x" * size}}


async def held() -> Session:
    with app.set_contexts():
        root = await app.state_manager.get_state(BaseStateToken(ident=IDENT, cls=Session))
    return await root.get_state(Session)


@proves("GUARD-1")
async def test_what_a_page_sends_passes(gate, namespace):
    first = event(HYDRATE, vars={TOKEN: "t" * 2000, CHOICE: "1"}, hashes=["0" * 16] * 100)
    await gate("connect", SID, {"QUERY_STRING": f"token={IDENT}"}, {"event": first, "state_schema": "x", "tab": "y"})
    await gate("event", SID, event())
    await gate("ping", SID)
    assert [kind for kind, *_ in namespace.passed] == ["connect", "event", "ping"]
    assert namespace.passed[1][1] == event()


WRONG = [
    "text",
    ["list"],
    None,
    7,
    {},
    event("unknown"),
    {**event(), "name": ["x"]},
    {**event(), "payload": "text"},
    {**event(), "router_data": "text"},
    event(size=sockets.LARGEST),
    event(SUBMIT, data={"username": "x" * sockets.STRANGER}),
    event(SUBMIT, data={"username": "x" * (sockets.WORD + 1)}),
    event(SUBMIT, data={"x" * (sockets.WORD + 1): ""}),
    event(SUBMIT, data={"more": [{"deep": "x" * (sockets.WORD + 1)}]}),
    event(size=sockets.STRANGER),
]


@proves("SESSION-41")
async def test_of_a_tab_that_was_forgotten_nothing_is_read(gate, namespace):
    """Redis was emptied: its form is larger than what a stranger may send, and its page is to be loaded anew."""
    forgotten = await held()
    forgotten._server = ""
    await gate("event", SID, event(SUBMIT, data={"username": "x" * (sockets.WORD + 1)}))
    assert namespace.passed == [("event", {"name": SUBMIT, "payload": {}, "router_data": {}})]
    assert namespace.sent == []


@proves("GUARD-1", "GUARD-9")
@pytest.mark.parametrize("said", WRONG, ids=range(len(WRONG)))
async def test_what_no_page_sends_never_arrives(gate, namespace, said, caplog):
    await gate("event", SID, said)
    assert namespace.passed == []
    assert len(namespace.sent) == 1, "the page is told"
    for _ in range(sockets.MOST_WRONG):
        await gate("event", SID, said)
    assert namespace.closed == [SID]
    assert len(namespace.sent) == 1
    assert written(caplog.records).count("\n") == 0
    assert len(caplog.text) < 300


@proves("GUARD-1")
@pytest.mark.parametrize(
    "auth", [{"event": event("unknown")}, {"event": "text"}, {"event": event(size=sockets.STRANGER)}]
)
async def test_a_connection_that_says_something_else_is_refused(gate, namespace, auth):
    with pytest.raises(ConnectionRefusedError):
        await gate("connect", SID, {"QUERY_STRING": ""}, auth)
    with pytest.raises(ConnectionRefusedError):
        await gate("connect", SID, {"QUERY_STRING": "token=" + "x" * sockets.STRANGER}, None)
    assert namespace.passed == []


@proves("GUARD-1", "GUARD-9")
async def test_who_is_signed_in_may_send_long_forms(gate, namespace):
    long = event(SUBMIT, data=dict.fromkeys(("one", "two", "three"), "x" * sockets.TEXT))
    await gate("event", SID, long)
    assert namespace.passed == []
    (await held()).user_id = 7
    await gate("event", SID, long)
    assert namespace.passed == [("event", long)]
    await gate("event", SID, event(SUBMIT, data={"text": "x" * (sockets.TEXT + 1)}))
    assert namespace.passed == [("event", long)]


@proves("GUARD-2")
@pytest.mark.parametrize("name", [HYDRATE, STORE])
async def test_values_of_a_browser_s_storage_are_bounded(gate, namespace, name):
    stored = {TOKEN: "t" * 4096, CHOICE: "1", "a.b_rx_state_": "x" * 256, "c.d_rx_state_": ["x"], "e.f_rx_state_": None}
    await gate("event", SID, event(name, vars=stored))
    assert [*namespace.passed[0][1]["payload"]["vars"]] == [TOKEN, CHOICE, "e.f_rx_state_"]
    await gate("event", SID, event(name, vars={TOKEN: "t" * 4097}))
    assert namespace.passed[1][1]["payload"]["vars"] == {}


@proves("GUARD-4")
async def test_a_socket_that_sends_too_much_waits_and_no_other_does(gate, namespace, monkeypatch):
    waited = []

    async def sleep(seconds):
        waited.append(seconds)

    monkeypatch.setattr(sockets, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(asyncio, "sleep", sleep)
    for _ in range(sockets.BURST):
        await gate("event", SID, event())
    assert waited == []
    await gate("ping", SID)
    await gate("client_error", SID, {})
    assert waited == [1 / sockets.PACE, 2 / sockets.PACE]
    await gate("event", "another", event())
    assert len(waited) == 2


@proves("GUARD-3")
async def test_what_is_kept_of_a_stranger_goes_with_the_socket(gate, namespace):
    (await held()).email = "kept"
    await gate("disconnect", SID, "reason")
    assert app.state_manager.states == {}
    assert namespace.passed == [("disconnect", "reason")]


@proves("FILE-4")
async def test_the_files_of_a_tab_that_closes_wait_for_it_a_while(gate, deployment):
    ticket = tickets.open_ticket(owner=7, tab=IDENT)
    await gate("disconnect", SID, "reason")
    age(spool.LEAVING + 1)
    spool.sweep()
    assert ticket not in left()


@proves("GUARD-3")
async def test_what_is_kept_of_a_person_stays_for_the_next_connection(gate, namespace):
    (await held()).user_id = 7
    await gate("disconnect", SID, "reason")
    assert len(app.state_manager.states) == 1


@proves("GUARD-3")
async def test_a_tab_that_is_back_already_keeps_what_it_has(gate, namespace, monkeypatch):
    await held()

    async def back(kind, sid, *said):
        namespace.token_to_sid[IDENT] = "new"

    await sockets.Gate(Incoming(app), back)("disconnect", SID, "reason")
    assert len(app.state_manager.states) == 1


@proves("GUARD-1")
def test_the_application_looks_at_what_its_sockets_send():
    assert app.event_namespace
    assert isinstance(app.event_namespace.trigger_event, sockets.Gate)


@proves("GUARD-1")
def test_the_bounds_let_the_longest_first_event_through():
    """Every value of storage at its longest but the tokens, which are two of 2 kB, and every hash of a state."""
    names = [*State(_reflex_internal_init=True).dict(initial=True)]  # pyright: ignore
    stored = {TOKEN: "t" * 2000, CHOICE: "t" * 2000} | {f"{name}.page_size_rx_state_": "100" for name in names}
    first = event(HYDRATE, vars=stored, hashes=["0" * 16] * (2 * len(names)))
    assert len(json.dumps(first)) < sockets.STRANGER
