"""Checks at start: every mistake gives one line that names the file and the key."""

from dataclasses import replace

import pytest

from admin_app.features.users.resource import USERS, User
from admin_app.kit.declare.fields import ChoiceInput, Column, DateTimeInput, LinesInput, ReferenceInput, TextInput
from admin_app.kit.declare.filters import Filter
from admin_app.kit.declare.resource import Section, crud
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.shell.checks import check_or_exit, has_field, resource_mistakes, screen_mistakes
from admin_app.screens import SCREENS, SHELL
from tests.support.proofs import proves

HOME = next(screen for screen in SCREENS if screen.route == "/")


def screens(**changes: object) -> tuple[Screen, ...]:
    return (HOME, replace(HOME, **{"route": "/other", "parent": "/", **changes}))


@proves("CODE-5")
def test_the_application_has_no_mistake():
    assert not list(screen_mistakes(SCREENS, SHELL))
    for screen in SCREENS:
        assert not screen.resource or not list(resource_mistakes(screen.resource))
    check_or_exit(SCREENS, SHELL)


SCREEN_MISTAKES = [
    ({"route": "/"}, ["admin_app.features.home", "screen /:", "twice"]),
    ({"flag": "no_such_flag"}, ["admin_app.features.home", "screen /other", "no_such_flag"]),
    ({"flag": "api_url"}, ["admin_app.features.home", "screen /other", "api_url"]),
    ({"parent": "/nowhere"}, ["admin_app.features.home", "screen /other", "/nowhere"]),
    ({"menu": Menu(1, "x", "nowhere")}, ["admin_app.features.home", "screen /other", "nowhere"]),
]


@proves("CODE-5")
@pytest.mark.parametrize(("changes", "words"), SCREEN_MISTAKES)
def test_a_mistake_in_a_screen_is_one_line(changes, words):
    (line,) = screen_mistakes(screens(**changes), SHELL)
    assert "\n" not in line
    assert all(word in line for word in words)


@proves("WORDS-7")
def test_a_missing_title_is_said_for_each_language():
    lines = list(screen_mistakes(screens(title="home.no_such_title"), SHELL))
    assert len(lines) == 2
    for line, locale in zip(lines, ("fr", "en"), strict=True):
        assert "home.no_such_title" in line
        assert f"translations/{locale}/home.json" in line


TWO = (Column("email", main=True), Column("status", main=True))
RESOURCE_MISTAKES = [
    ({"columns": (*USERS.columns, Column("no_such"))}, ["column 'no_such'", "User"]),
    ({"columns": (*USERS.columns, Column("home_address.no_such"))}, ["column 'home_address.no_such'"]),
    ({"form": (*USERS.form, Section("identity", (TextInput("no_such"),)))}, ["input 'no_such'"]),
    ({"show": (*USERS.show, Section("identity", (Column("no_such"),)))}, ["column 'no_such'"]),
    ({"form": (Section("identity", (TextInput("email", flag="no_such_flag"),)),)}, ["input 'email'", "no_such_flag"]),
    ({"form": (Section("identity", (TextInput("email", required_by="api_url"),)),)}, ["(required_by)", "api_url"]),
    ({"form": (Section("identity", (TextInput("email", shown_if="smoke=1"),)),)}, ["'smoke', which is no input"]),
    (
        {"form": (Section("identity", (DateTimeInput("created_date", timed_by="chat"),)),)},
        ["'chat', which is no input"],
    ),
    ({"form": (Section("identity", (ReferenceInput("smoke", named="no_such"),)),)}, ["'no_such', which is no field"]),
    ({"show": (Section("identity", (), flag="no_such_flag"),)}, ["section 'identity'", "no_such_flag"]),
    ({"pictures": ("no_such",)}, ["picture 'no_such'"]),
    ({"columns": (Column("email"),)}, ["exactly one column must be main"]),
    ({"columns": TWO}, ["exactly one column must be main"]),
    ({"filters": (Filter("x", "no_such"),)}, ["users.filters.no_such", "translations/fr/users.json"]),
    ({"form": (Section("no_such", ()),)}, ["users.sections.no_such"]),
    ({"form": (Section("identity", (TextInput("email", hint=True),)),)}, ["users.hints.email"]),
    ({"columns": (Column("image", main=True),)}, ["users.fields.image"]),
    ({"form": (Section("addresses", (), note=True),)}, ["users.notes.addresses"]),
    ({"filters": (Filter("status", "status", hint=True),)}, ["users.filter_hints.status"]),
    ({"filters": (Filter("status", "status", choices="users.status", values=("7",)),)}, ["users.status.7"]),
    (
        {"form": (Section("identity", (ChoiceInput("status", choices="users.status", values=("7",)),)),)},
        ["users.status.7", "translations/fr/users.json", "translations/en/users.json"],
    ),
    (
        {"form": (Section("identity", (LinesInput("roles", inputs=(ChoiceInput("x", choices="no.such"),)),)),)},
        ["starts with 'no.such.'"],
    ),
    ({"columns": (*USERS.columns, Column("status", choices="users.no_such"))}, ["starts with 'users.no_such.'"]),
    (
        {"entity": "no_such"},
        [f"errors.no_such.{each}" for each in ("load_error", "create_success", "update_error", "delete_error")],
    ),
    (
        {"may": crud("no_such")},
        ["'no_such_manage' is none of", "python -m tools.permissions", "rights.permission.no_such_delete"],
    ),
]


@proves("WORDS-7", "CODE-5")
@pytest.mark.parametrize(("changes", "words"), RESOURCE_MISTAKES)
def test_a_mistake_in_a_resource_names_file_and_key(changes, words):
    lines = list(resource_mistakes(replace(USERS, **changes)))
    assert lines
    assert all("\n" not in line and "admin_app.features.users.resource: resource users" in line for line in lines)
    assert all(any(word in line for line in lines) for word in words)


@proves("WORDS-7")
def test_a_name_that_is_missing_in_several_places_is_said_once():
    twice = (Column("image", main=True), Column("image"))
    lines = list(resource_mistakes(replace(USERS, columns=twice, show=(Section("identity", twice),))))
    assert len([line for line in lines if "users.fields.image" in line]) == 2  # one for each language


@proves("WORDS-7")
def test_mistakes_stop_the_start_with_a_line_each(capsys):
    with pytest.raises(SystemExit) as stopped:
        check_or_exit(screens(flag="no_such_flag", parent="/nowhere"), SHELL)
    assert stopped.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all("/other" in line for line in lines)


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("email", True),
        ("home_address.postal_code", True),
        ("home_address.nothing", False),
        ("nothing", False),
        ("nothing.email", False),
        ("roles_territory.role", True),
    ],
)
def test_paths_are_followed_into_models(path, known):
    assert has_field(User, path) is known
