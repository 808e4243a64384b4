"""What a person may do and why not: nothing the application asks for goes without an explanation (ACCESS-11)."""

import dataclasses

import jwt
import pytest

from admin_app.api.errors import MissingPermission
from admin_app.features.account.rights import Rights, asked_by, grouped, modules
from admin_app.kit.declare.resource import Section
from admin_app.kit.screen import by_route
from admin_app.kit.session import Session, failure_text, roles_of
from admin_app.kit.session.permissions import (
    Standing,
    known_permissions,
    permission_holders,
    permission_name,
    reason,
    role_ids,
    standing,
)
from admin_app.kit.words.catalogue import LOCALES, catalogue
from admin_app.screens import FEATURES, SCREENS, SHELL
from tests.support.proofs import proves
from tests.support.sources import constants
from tools import permissions

NOT_ASKED = {"community_dashboard"}
"""Names of permissions that are also names of something else: here, of a file of labels."""


def written() -> dict[str, list[str]]:
    """The permissions named anywhere in the code, with the modules that do."""
    return {name: where for name, where in constants().items() if name in known_permissions().keys() - NOT_ASKED}


def test_permissions_are_found_in_the_code():
    assert len(written()) > 50


@proves("ACCESS-11")
@pytest.mark.parametrize("locale", LOCALES)
def test_every_permission_the_application_asks_for_is_in_plain_words(locale):
    wordless = {
        name: where for name, where in written().items() if f"rights.permission.{name}" not in catalogue().texts[locale]
    }
    assert wordless == {}


@proves("ACCESS-11")
def test_every_permission_a_feature_asks_for_is_on_the_page():
    """A part that asks for more than its resource says so: `Screen.also`, or `also` of `crud_screens`."""
    explained = {name for module in modules(FEATURES, SHELL) for name in module.asked}
    asked = {name: [path for path in where if not path.startswith("kit/")] for name, where in written().items()}
    unexplained = {name: where for name, where in asked.items() if where and name not in explained}
    assert unexplained == {}


@proves("ACCESS-11")
def test_whatever_a_screen_asks_for_exists_upstream():
    asked = {name for screen in SCREENS for name in asked_by(screen)}
    assert asked - known_permissions().keys() == set()


def test_only_the_api_knows_what_is_put_into_words():
    words = catalogue().choices("rights.permission", "fr")
    assert words.keys() - known_permissions().keys() == set()
    assert {str(number) for number in role_ids().values()} == catalogue().choices("rights.role", "fr").keys()
    rules = {rule for each in known_permissions().values() for rule in each.limited}
    assert rules == catalogue().choices("rights.rule", "fr").keys()


def test_the_data_are_made_from_the_description_of_the_api():
    """Those of the application and those of the sandbox, from one source."""
    for path, text in permissions.files().items():
        assert path.read_text(encoding="utf-8") == text, "run python -m tools.permissions"


@proves("ACCESS-10", "ACCESS-14")
def test_a_module_gathers_its_screens_and_what_its_resource_may():
    found = {module.root.route: module.asked for module in modules(FEATURES, SHELL)}
    acts = ("manage", "create", "read", "update", "delete")
    # The last are what its form looks up and where its page leads.
    own = tuple(f"relay_point_type_{act}" for act in acts)
    assert found["/relaypointtypes"] == (*own, "image_list", "relay_point_list")
    assert {"login_delegate", "export", "admin_user_export_all"} <= set(found["/users"])
    assert list(found)[:2] == ["/", "/users"]


def test_a_section_that_asks_for_more_is_counted():
    screen = by_route(SCREENS)["/users"]
    assert "article_delete" not in asked_by(screen)
    guarded = dataclasses.replace(screen.resource, show=(Section("x", (), permission="article_delete"),))
    assert "article_delete" in asked_by(dataclasses.replace(screen, resource=guarded))


@proves("SCREEN-19")
def test_the_page_asks_for_nothing_and_has_no_menu_entry():
    page = by_route(SCREENS)["/rights"]
    assert (page.permission, page.flag, page.menu, page.parent) == (None, None, None, "/")


@proves("ACCESS-9")
def test_a_reason_names_the_permission_and_the_roles():
    assert permission_name("event_create", "fr") == "Créer un événement"
    assert permission_name("no_such_permission", "fr") == "no_such_permission"
    assert reason("article_create", "en") == (
        "You need the permission “Create an article”. Roles that grant it: Super administrator."
    )
    assert "Super administrateur, Administrateur" in permission_holders("event_manage", "fr")
    assert (
        permission_holders("login_delegate", "fr") == "Aucun rôle ne le donne\u00a0: il s’attribue compte par compte."
    )
    assert permission_holders("no_such_permission", "en") == permission_holders("login_delegate", "en")


REGISTERED, MODERATOR, ADMIN = "ROLE_USER_REGISTERED_FULL", "ROLE_COMMUNITY_MANAGER_PUBLIC", "ROLE_ADMIN"


@proves("ACCESS-12", "ACCESS-15")
@pytest.mark.parametrize(
    ("held", "roles", "expected"),
    [
        ({"user_update"}, [REGISTERED], {"user_update": "UserSelf"}),
        ({"user_update", "user_manage"}, [REGISTERED, ADMIN], {}),
        ({"community_update"}, [REGISTERED, MODERATOR], {"community_update": "CommunityManagerSelf"}),
        ({"community_update"}, [], {}),
        # A role that we do not know may bring the rule, and so may a token that does not tell its roles.
        ({"user_delete", "user_list"}, ["ROLE_UNHEARD_OF"], {"user_delete": "UserSelf"}),
        ({"user_delete", "user_list"}, None, {"user_delete": "UserSelf"}),
        ({"user_delete", "user_manage"}, None, {}),
        ({"user_delete"}, ["ROLE_UNHEARD_OF", ADMIN], {}),
        ({"event_update"}, [REGISTERED], {"event_update": "EventAuthor"}),
        # Given to the account by itself, it brings the other for every event.
        ({"event_update", "event_manage"}, [REGISTERED], {}),
        ({"unheard_of"}, ["ROLE_UNHEARD_OF"], {}),
    ],
)
def test_a_permission_that_holds_for_some_records_is_told(held, roles, expected):
    stands = {name: standing(name, held, roles) for name in held}
    assert {name: rule for name, (worth, rule) in stands.items() if worth is Standing.OWN} == expected
    assert all(worth is Standing.FULL for name, (worth, _) in stands.items() if name not in expected)


def test_what_is_not_held_is_absent():
    assert standing("user_delete", {"user_read"}, [ADMIN]) == (Standing.ABSENT, "")


@proves("ACCESS-12")
async def test_a_moderator_sees_where_a_permission_ends(sign_in):
    tab = await sign_in("communities", "/rights")
    seen, session = tab.view(Rights), tab.view(Session)
    assert seen.roles == ["3", "8"]
    assert session.own["community_manage"] == "CommunityManagerSelf"
    assert session.own["user_update"] == "UserSelf"
    assert "community_dashboard" in session.permissions
    assert not session.own.keys() & set(session.permissions)
    assert seen.loaded


async def test_an_administrator_is_limited_where_only_members_may_read(sign_in):
    tab = await sign_in("admin", "/rights")
    shown = {name for module in modules(FEATURES, SHELL) for name in module.asked}
    # A secured community is read by its members, whoever else asks (trap 20), a request by who operates its structure.
    assert shown & tab.view(Session).own.keys() == {"community_read", "solidary_read", "solidary_update"}


async def test_who_is_not_signed_in_has_no_rights(tab):
    await tab.open("/rights")
    await tab.send(Rights.load)
    assert not tab.view(Rights).roles
    assert not tab.view(Session).own


@pytest.mark.parametrize("token", ["", "null", "x.y.z", None])
def test_what_is_no_token_gives_no_roles(token):
    assert roles_of(token) is None


@proves("ACCESS-15")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (["ROLE_ADMIN"], ["ROLE_ADMIN"]),
        ({"0": "ROLE_ADMIN", "2": "ROLE_USER"}, ["ROLE_ADMIN", "ROLE_USER"]),
        ([], []),
        (None, None),
        ("ROLE_ADMIN", None),
        (7, None),
    ],
)
def test_roles_come_as_a_list_or_as_an_object_with_numbers(told, expected):
    """An object whose numbers were taken for roles made every permission a full one (session.yaml, JwtPayload)."""
    assert roles_of(jwt.encode({"roles": told}, "x" * 32)) == expected


async def test_a_refused_action_is_told_in_plain_words(sign_in):
    tab = await sign_in("hitchhiking", "/users/7")
    state = await tab.state(Rights)
    assert await failure_text(state, MissingPermission("user_update")) == (
        "Cette action demande le droit «\u00a0Modifier un utilisateur\u00a0» (user_update), que votre compte n’a pas."
    )


def test_modules_stand_in_groups_first_those_where_most_may_be_done():
    found = modules(FEATURES, SHELL)
    asked = {module.root.route: module.asked for module in found}
    flags = [module.root.flag for module in found if module.root.flag and module.root.route != "/events"]
    groups = grouped(found, {*asked["/users"], asked["/articles"][0]}, flags)
    assert sorted(route for group in groups for route in group.routes) == sorted(asked)
    by_name = {group.name: group.routes for group in groups}
    assert [group.name for group in groups] == ["whole", "some", "closed", "none", "off"]
    assert "/articles" in by_name["some"]
    assert "/editorials" in by_name["none"]
    assert "/users" in by_name["whole"]
    assert by_name["off"] == ["/events"]


@proves("ACCESS-10", "ACCESS-5")
def test_rights_in_a_module_that_no_menu_shows_are_told_apart():
    """An account holds `event_read` of every account, and not `event_manage`, which the menu and the list ask."""
    found = modules(FEATURES, SHELL)
    flags = {module.root.flag for module in found if module.root.flag}

    def group_of(route, *held):
        return next(group.name for group in grouped(found, {*held}, flags) if route in group.routes)

    assert group_of("/events", "event_read", "event_list", "event_create") == "closed"
    assert group_of("/events", "event_read", "event_manage") == "some"
    assert group_of("/solidary/analytics/carpool", "analytic_read") == "closed"
    assert group_of("/solidarycandidates", "solidary_beneficiary_read") == "closed"


def test_a_group_without_a_module_is_not_shown():
    found = modules(FEATURES, SHELL)
    every = {name for module in found for name in module.asked}
    assert [group.name for group in grouped(found, every, [module.root.flag for module in found])] == ["whole"]
