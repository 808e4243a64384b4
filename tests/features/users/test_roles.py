"""Roles of users: what somebody may not grant is shown, sent back, and neither lost nor won (USER-10, trap 4)."""

import pytest

from admin_app.features.users.screens import UserForm, UserShow
from admin_app.kit.words.locale import say
from sandbox.tables import role_assignments
from tests.support.forms import ADA, submitted
from tests.support.proofs import proves

NAME = "rolesTerritory"
FULL, ADMIN, EXPORTER, SUPER = "3", "2", "321", "1"


@pytest.fixture
async def tab(sign_in, upstream):
    """The form of user 30, opened by somebody who may grant roles 2 and 3 only."""
    upstream.grant("nobody@demo.test", "ROLE_ADMIN")
    return await sign_in("nobody", "/users/30")


def lines(tab) -> list[tuple[str, str, str]]:
    return [(line["role"], line["territory"], line["locked"]) for line in tab.view(UserForm).lines[NAME]]


def sent(upstream) -> list[tuple[int, int | None]] | None:
    """The roles of the last PATCH; None when it left them alone."""
    body = upstream.called("PATCH")[-1].body
    return [(line["role"], line["territory"]) for line in body[NAME]] if NAME in body else None


async def save(tab, changes: dict[str, str | None]) -> None:
    await tab.send(UserForm.save, data=submitted(tab, UserForm, **changes))


@proves("CALL-17", "USER-10")
async def test_roles_that_may_not_be_granted_are_locked_and_come_first(tab):
    assert lines(tab) == [(FULL, "", "base"), (EXPORTER, "", "beyond"), (ADMIN, "6", "")]
    assert tab.view(UserForm).lines[NAME][2]["territory_label"] not in ("", "6")


@proves("USER-10")
async def test_a_change_of_roles_sends_the_locked_ones_back(tab, upstream):
    free = tab.view(UserForm).lines[NAME][2]["key"]
    await save(tab, {f"{NAME}:{free}:territory": "3", f"{NAME}:{free}:territory_label": "Nancy"})
    assert upstream.called("PATCH")[0].body == {
        NAME: [
            {"role": 3, "territory": None},
            {"role": 321, "territory": None},
            {"role": 2, "territory": 3},
        ]
    }
    assert set(upstream.roles(30)) == {
        ("ROLE_USER_REGISTERED_FULL", None),
        ("ROLE_EXPORTER", None),
        ("ROLE_ADMIN", 3),
    }


@proves("USER-11")
async def test_roles_that_were_not_touched_are_not_sent(tab, upstream):
    await save(tab, {"givenName": "Ada"})
    assert upstream.called("PATCH")[0].body == {"givenName": "Ada"}


async def test_a_browser_that_sends_no_roles_takes_only_the_free_ones_away(tab, upstream):
    await tab.send(
        UserForm.save, data={name: text for name, text in submitted(tab, UserForm).items() if NAME not in name}
    )
    assert sent(upstream) == [(3, None), (321, None)]


async def test_a_browser_cannot_change_a_locked_role(tab, upstream):
    keys = [line["key"] for line in tab.view(UserForm).lines[NAME]]
    await save(
        tab,
        {
            f"{NAME}:{keys[0]}:role": ADMIN,
            f"{NAME}:{keys[1]}:role": ADMIN,
            f"{NAME}:{keys[1]}:territory": "3",
            "givenName": "Ada",
        },
    )
    assert sent(upstream) is None
    assert ("ROLE_EXPORTER", None) in upstream.roles(30)


@pytest.mark.parametrize("index", [0, 1])
async def test_a_locked_line_cannot_be_removed(tab, index):
    before = lines(tab)
    await tab.send(UserForm.remove_line, name=NAME, key=tab.view(UserForm).lines[NAME][index]["key"])
    assert lines(tab) == before


@proves("USER-10")
@pytest.mark.parametrize("role", [SUPER, "6", EXPORTER, "13"])
async def test_a_browser_cannot_grant_what_its_person_may_not(tab, upstream, role):
    """The server does not check it (users.yaml, create_user)."""
    await save(tab, {f"{NAME}:9:role": role, f"{NAME}:9:territory": ""})
    assert tab.view(UserForm).errors == {f"{NAME}:9:role": say("kit.validation.choice", "fr")}
    assert not upstream.called("PATCH")


async def test_a_browser_cannot_grant_it_by_a_draft_either(tab, upstream):
    await tab.send(
        UserForm.restore, data=submitted(tab, UserForm) | {f"{NAME}:9:role": SUPER, f"{NAME}:9:locked": "true"}
    )
    await tab.send(UserForm.save, data=submitted(tab, UserForm))
    assert not upstream.called("PATCH")


async def test_a_creation_cannot_grant_it_either(sign_in, upstream):
    upstream.grant("nobody@demo.test", "ROLE_ADMIN")
    tab = await sign_in("nobody", "/users/create")
    await tab.send(UserForm.save, data=ADA | {f"{NAME}:2:role": SUPER})
    assert list(tab.view(UserForm).errors) == [f"{NAME}:2:role"]
    assert not upstream.called("POST", "admin/users")


async def test_who_may_grant_nothing_still_creates_people_with_the_role_of_everybody(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_create", "user_read")
    tab = await sign_in("nobody", "/users/create")
    assert lines_of_creation(tab) == [FULL]
    await tab.send(UserForm.save, data=ADA | {f"{NAME}:1:role": FULL})
    assert upstream.called("POST", "admin/users")[0].body[NAME] == [{"role": 3, "territory": None}]


def lines_of_creation(tab) -> list[str]:
    return [line["role"] for line in tab.view(UserForm).lines[NAME]]


@proves("USER-9")
async def test_a_person_is_never_created_without_the_role_of_everybody(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.save, data=ADA)
    assert upstream.called("POST", "admin/users")[0].body[NAME] == [{"role": 3, "territory": None}]


@pytest.mark.parametrize(("cell", "text"), [("role", ""), ("role", "999"), ("territory", "?"), ("territory", "-3")])
async def test_a_line_that_cannot_be_meant_is_refused_on_its_cell(tab, upstream, cell, text):
    line = {f"{NAME}:9:role": ADMIN, f"{NAME}:9:territory": ""} | {f"{NAME}:9:{cell}": text}
    await save(tab, line)
    assert list(tab.view(UserForm).errors) == [f"{NAME}:9:{cell}"]
    assert not upstream.called("PATCH")


@proves("USER-12")
async def test_a_role_is_never_sent_on_a_territory_nobody_knows(tab, upstream):
    """The server would give it everywhere (trap 4)."""
    await save(tab, {f"{NAME}:9:role": ADMIN, f"{NAME}:9:territory": "99999"})
    assert not upstream.called("PATCH")


@proves("USER-12")
async def test_a_territory_that_was_deleted_meanwhile_stops_the_roles_alone(tab, upstream):
    """The one held since before is sent with any other change of roles, and would be given everywhere."""
    upstream.answer("GET", "admin/territories", {"hydra:member": [{"id": 3, "name": "Nancy"}], "hydra:totalItems": 1})
    await save(tab, {f"{NAME}:9:role": "2", f"{NAME}:9:territory": "3", f"{NAME}:9:territory_label": "Nancy"})
    assert not upstream.called("PATCH")
    assert "(administrateur)" in tab.view(UserForm).failure.lower()
    await save(tab, {"givenName": "Ada"})
    assert upstream.called("PATCH")[0].body == {"givenName": "Ada"}


@proves("FORM-42")
async def test_a_line_that_was_removed_is_not_saved_though_the_page_has_not_drawn_that_yet(tab, upstream):
    """Pressed at once, "save" submits what is still there to be seen."""
    data = submitted(tab, UserForm)
    key = tab.view(UserForm).lines[NAME][2]["key"]
    assert any(name.startswith(f"{NAME}:{key}:") for name in data)
    await tab.send(UserForm.remove_line, name=NAME, key=key)
    await tab.send(UserForm.save, data=data)
    assert sent(upstream) == [(3, None), (321, None)]


async def test_a_role_the_api_repeats_is_one(sign_in, upstream):
    """The answer to a write names each role twice."""
    tab = await sign_in("admin", "/users/7")
    await tab.send(UserForm.add_line, name=NAME)
    key = tab.view(UserForm).lines[NAME][-1]["key"]
    await save(tab, {f"{NAME}:{key}:role": ADMIN, f"{NAME}:{key}:territory": ""})
    await tab.open("/users/7")
    assert sorted(role for role, _, _ in lines(tab)) == [ADMIN, FULL]


@proves("USER-13")
async def test_territories_are_named_with_one_call(sign_in, upstream):
    await sign_in("admin", "/users/30")
    assert len(upstream.called("GET", "admin/territories")) == 1
    tab = await sign_in("admin", "/users/show/20")
    roles = {role["role"]: role for role in tab.view(UserShow).roles}
    assert {FULL, ADMIN} <= set(roles)
    assert roles[FULL]["territory_label"] == ""
    assert roles[ADMIN]["territory"] == "3"
    assert roles[ADMIN]["territory_label"] not in ("", "3")


async def test_territories_that_cannot_be_read_keep_nobody_from_the_form(sign_in, upstream):
    upstream.fail("admin/territories", 500)
    tab = await sign_in("admin", "/users/30")
    assert tab.view(UserForm).problem == ""
    assert (ADMIN, "6", "") in lines(tab)
    await tab.open("/users/show/30")
    assert tab.view(UserShow).problem == ""
    assert len(tab.view(UserShow).roles) == 3


@proves("FORM-20", "USER-11")
async def test_roles_changed_meanwhile_are_asked_about_once(tab, upstream):
    """The save would replace them whole: what the other person gave would be lost without a word."""
    free = tab.view(UserForm).lines[NAME][2]["key"]
    changes = {f"{NAME}:{free}:territory": "3", f"{NAME}:{free}:territory_label": "Nancy"}
    database = upstream.sandbox.database
    database.insert(role_assignments, user_id=30, item="ROLE_ADMIN")
    database.commit()
    await save(tab, changes)
    assert not upstream.called("PATCH")
    (asked,) = tab.view(UserForm).their_changes
    admin = say("rights.role.2", "fr")
    assert (asked["name"], asked["both"]) == (NAME, "true")
    assert asked["theirs"].splitlines()[-1] == admin, "the one that was given is named"
    assert asked["mine"].endswith(f"{admin} · Nancy")
    assert ("askToSave", []) in tab.calls
    await save(tab, {**changes, "_confirmed": "yes"})
    assert sent(upstream) == [(3, None), (321, None), (2, 3)]


async def test_roles_nobody_else_changed_are_saved_at_once(tab, upstream):
    free = tab.view(UserForm).lines[NAME][2]["key"]
    await save(tab, {f"{NAME}:{free}:territory": "3", f"{NAME}:{free}:territory_label": "Nancy"})
    assert ("askToSave", []) not in tab.calls
    assert len(upstream.called("PATCH")) == 1


async def test_reading_the_roles_again_names_no_territory_twice(tab, upstream):
    upstream.forget()
    await save(tab, {"givenName": "Ada"})
    assert [call.method for call in upstream.calls] == ["GET", "PATCH"]


async def test_roles_may_be_taken_as_the_other_has_given_them(tab, upstream):
    upstream.give(30, "ROLE_ADMIN")
    free = tab.view(UserForm).lines[NAME][2]["key"]
    changes = {f"{NAME}:{free}:territory": "3", "givenName": "Ada"}
    await save(tab, changes)
    await save(tab, {**changes, "_confirmed": "yes", f"_of:{NAME}": "theirs"})
    assert upstream.called("PATCH")[0].body == {"givenName": "Ada"}
    assert ("ROLE_ADMIN", None) in upstream.roles(30)


async def test_a_role_that_came_meanwhile_and_is_not_his_to_take_stays(tab, upstream):
    upstream.give(30, "ROLE_SOLIDARY_ADMIN")
    free = tab.view(UserForm).lines[NAME][2]["key"]
    await save(tab, {f"{NAME}:{free}:territory": "3"})
    assert sorted(sent(upstream) or [], key=str) == [(2, 3), (274, None), (3, None), (321, None)]
    assert ("ROLE_SOLIDARY_ADMIN", None) in upstream.roles(30)


async def test_a_role_that_came_meanwhile_and_would_be_replaced_is_asked_about(tab, upstream):
    upstream.give(30, "ROLE_ADMIN")
    free = tab.view(UserForm).lines[NAME][2]["key"]
    data = submitted(tab, UserForm, **{f"{NAME}:{free}:territory": "3"})
    await tab.send(UserForm.save, data=data)
    assert [each["name"] for each in tab.view(UserForm).their_changes] == [NAME]
    assert not upstream.called("PATCH")
    await tab.send(UserForm.save, data={**data, "_confirmed": "yes"})
    assert sent(upstream) == [(3, None), (321, None), (2, 3)]


@proves("USER-12")
async def test_a_role_nobody_here_knows_is_kept(sign_in, upstream):
    item = {"id": 30, "status": 1, "email": "x@example.org", "gender": 1, "phoneDisplay": 1}
    roles = [{"role": 3, "territory": None}, {"role": 322, "territory": 9}, {"role": 257}]
    upstream.answer("GET", "admin/users/30", {**item, "rolesTerritory": roles})
    tab = await sign_in("admin", "/users/30")
    await tab.send(UserForm.add_line, name=NAME)
    key = tab.view(UserForm).lines[NAME][-1]["key"]
    await save(tab, {f"{NAME}:{key}:role": ADMIN, f"{NAME}:{key}:territory": ""})
    assert set(sent(upstream) or []) == {(3, None), (322, 9), (257, None), (2, None)}


async def test_somebody_without_any_role_stays_editable(sign_in, upstream):
    upstream.take_roles(30)
    tab = await sign_in("admin", "/users/30")
    assert lines(tab) == []
    await save(tab, {"givenName": "Ada"})
    assert upstream.called("PATCH")[0].body == {"givenName": "Ada"}


@proves("USER-27")
async def test_a_locked_role_says_why(tab):
    reasons = {line["locked"] for line in tab.view(UserForm).lines[NAME] if line["locked"]}
    assert reasons == {"base", "beyond"}
    for reason in (*reasons, "option", "why"):
        assert say(f"users.locks.{reason}", "fr") != say(f"users.locks.{reason}", "en")
