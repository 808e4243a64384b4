"""The application has the sixty screens of docs/rules.md, with their permissions and modules (SCREEN-1)."""

import dataclasses

import pytest

from admin_app.admin_app import app
from admin_app.kit.screen import TOP, Menu, Screen, by_route
from admin_app.kit.session import Session
from admin_app.kit.words.catalogue import LOCALES, catalogue
from admin_app.screens import SCREENS, SHELL
from admin_app.settings import Settings
from tests.support.proofs import proves

Row = tuple[str, str | None, str | None]

SPECIFIED: tuple[Row, ...] = (
    ("/login", None, None),
    ("/", None, None),
    ("/analytics", "analytic_list", "analytics"),
    ("/users", "user_list", None),
    ("/users/create", "user_create", None),
    ("/users/import", "user_create", None),
    ("/users/show/[record_id]", "user_read", None),
    ("/users/[record_id]", "user_update", None),
    ("/hitchhikers", "hitchhiking_watcher", "hitchhiking"),
    ("/hitchhikers/create", "hitchhiking_administrator", "hitchhiking"),
    ("/hitchhikers/show/[record_id]", "hitchhiking_watcher", "hitchhiking"),
    ("/hitchhikers/dashboard", "hitchhiking_watcher", "hitchhiking"),
    ("/hitchhikers/[record_id]", "hitchhiking_administrator", "hitchhiking"),
    ("/campaigns", "campaign_list", "campaign"),
    ("/campaigns/create", "campaign_create", "campaign"),
    ("/campaigns/show/[record_id]", "campaign_read", "campaign"),
    ("/campaigns/[record_id]", "campaign_update", "campaign"),
    ("/campaigns/send/[record_id]", "campaign_update", "campaign"),
    ("/communities", "community_manage", "community"),
    ("/communities/create", "from_admin_community_create", "community"),
    ("/communities/show/[record_id]", "community_read", "community"),
    ("/communities/[record_id]", "community_update", "community"),
    ("/communities/users/import", "user_create", "community"),
    ("/communities/[record_id]/dashboard/[target]", "community_read", "community"),
    ("/events", "event_manage", "event"),
    ("/events/create", "event_create", "event"),
    ("/events/show/[record_id]", "event_read", "event"),
    ("/events/[record_id]", "event_update", "event"),
    ("/relaypoints", "relay_point_manage", None),
    ("/relaypoints/create", "relay_point_create", None),
    ("/relaypoints/show/[record_id]", "relay_point_read", None),
    ("/relaypoints/import", "relay_point_update", None),
    ("/relaypoints/[record_id]", "relay_point_update", None),
    ("/articles", "article_manage", None),
    ("/articles/create", "article_create", None),
    ("/articles/show/[record_id]", "article_read", None),
    ("/articles/[record_id]", "article_update", None),
    ("/editorials", "editorial_manage", "editorial"),
    ("/editorials/create", "editorial_create", "editorial"),
    ("/editorials/show/[record_id]", "editorial_read", "editorial"),
    ("/editorials/[record_id]", "editorial_update", "editorial"),
    ("/solidarybeneficiaries", "solidary_beneficiary_list", "solidary"),
    ("/solidarybeneficiaries/show/[record_id]", "solidary_beneficiary_read", "solidary"),
    ("/solidarybeneficiaries/[record_id]", "solidary_beneficiary_update", "solidary"),
    ("/solidaryvolunteers", "solidary_volunteer_list", "solidary_transport"),
    ("/solidaryvolunteers/show/[record_id]", "solidary_volunteer_read", "solidary"),
    ("/solidaryvolunteers/[record_id]", "solidary_volunteer_update", "solidary"),
    ("/solidaryrecords", "solidary_list", "solidary"),
    ("/solidaryrecords/create", "solidary_create", "solidary"),
    ("/solidaryrecords/show/[record_id]", "solidary_read", "solidary"),
    ("/solidaryrecords/[record_id]", "solidary_update", "solidary"),
    ("/solidarystructures", "structure_list", "solidary"),
    ("/solidarystructures/create", "structure_create", "solidary"),
    ("/solidarystructures/show/[record_id]", "structure_read", "solidary"),
    ("/solidarystructures/[record_id]", "structure_update", "solidary"),
    ("/solidary/analytics/carpool", "dashboard_read", "solidary"),
    ("/relaypointtypes", "relay_point_type_manage", None),
    ("/relaypointtypes/create", "relay_point_type_create", None),
    ("/relaypointtypes/show/[record_id]", "relay_point_type_read", None),
    ("/relaypointtypes/[record_id]", "relay_point_type_update", None),
)
"""The routes of SCREEN-2 to SCREEN-18. Every first parameter is `[record_id]` (Reflex F9)."""

BESIDE = frozenset(
    {
        "/rights",
        "/register",
        "/solidarycandidates",
    }
)
"""Screens of our own: what one may do (decision 11), the register (decision 12), who waits to be accepted."""
BUILT = frozenset(screen.route for screen in SCREENS)


@proves("SCREEN-1")
def test_there_are_sixty_screens():
    assert len(SPECIFIED) == 60
    assert len({route for route, _, _ in SPECIFIED}) == 60


@proves(
    "SCREEN-3",
    "SCREEN-4",
    "SCREEN-5",
    "SCREEN-6",
    "SCREEN-7",
    "SCREEN-8",
    "SCREEN-9",
    "SCREEN-10",
    "SCREEN-11",
    "SCREEN-12",
    "SCREEN-13",
    "SCREEN-14",
    "SCREEN-15",
    "SCREEN-16",
    "SCREEN-17",
    "SCREEN-18",
    "SCREEN-21",
    "CAMPAIGN-9",
)
@pytest.mark.parametrize("row", SPECIFIED, ids=lambda row: row[0])
def test_a_screen_is_as_specified(row: Row):
    screen = by_route(SCREENS)[row[0]]
    assert (screen.route, screen.permission, screen.flag) == row


@proves("SCREEN-19")
def test_beside_those_specified_there_are_our_own_and_those_of_the_demo():
    beside = BUILT - {route for route, _, _ in SPECIFIED} - BESIDE
    unknown = sorted(route for route in beside if by_route(SCREENS)[route].flag != "demo")
    assert not unknown, f"screens that nobody specified: write them into BESIDE, with the reason: {unknown}"


@proves("SCREEN-1")
def test_every_one_of_them_is_built():
    assert {route for route, _, _ in SPECIFIED} <= BUILT


@proves("SCREEN-2")
def test_only_the_sign_in_screen_is_public():
    assert [screen.route for screen in SCREENS if screen.public] == ["/login"]


@proves("SCREEN-26")
def test_every_screen_is_served_and_begins_by_asking_who_is_there():
    for screen in SCREENS:
        events = app.get_load_events(screen.route)
        opened = () if screen.public else SHELL.opened
        assert events == [Session.enter, *screen.on_load, *opened], screen.route


@proves("SCREEN-20")
def test_an_unknown_address_is_served_the_not_found_page():
    assert app.get_load_events("/no/such/page") == app.get_load_events("/404")


@proves("SCREEN-26")
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.route)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_screen_has_a_title_in_each_language(screen: Screen, locale: str):
    assert catalogue().text(screen.title, locale, None).strip()


@proves("SCREEN-24")
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.route)
def test_the_way_up_from_a_screen_ends_at_home(screen: Screen):
    routes = by_route(SCREENS)
    seen = [screen.route]
    while parent := routes[seen[-1]].parent:
        assert parent in routes
        assert parent not in seen, "a circle"
        seen.append(parent)
    assert seen[-1] in ("/", "/login")


@proves("SCREEN-24")
def test_a_screen_under_another_has_it_as_parent():
    routes = by_route(SCREENS)
    for route, screen in routes.items():
        above = "/" + route.strip("/").split("/")[0]
        if above in routes and above != route:
            assert screen.parent == above


@proves("SCREEN-22")
def test_menu_entries_have_a_group_and_a_rank_of_their_own():
    entries = [screen.menu for screen in SCREENS if screen.menu]
    places = [(entry.group, entry.rank) for entry in entries]
    assert len(set(places)) == len(places)
    assert {entry.group for entry in entries} <= {TOP, *SHELL.groups}


def test_menu_entries_lead_to_pages_that_need_no_record():
    assert not [screen.route for screen in SCREENS if screen.menu and "[" in screen.route]


@proves("SCREEN-22")
def test_home_comes_first_in_the_menu():
    top = [screen for screen in SCREENS if screen.menu and screen.menu.group == "top"]
    assert min(top, key=lambda screen: screen.menu.rank).route == "/"  # pyright: ignore


@proves("ACCESS-5")
def test_a_menu_entry_asks_for_the_permission_of_its_screen_unless_it_names_others():
    screen = by_route(SCREENS)["/users"]
    assert screen.menu_permissions() == ("user_list",)
    several = dataclasses.replace(screen, menu=Menu(5, "users", permissions=("a", "b")))
    assert several.menu_permissions() == ("a", "b")
    assert by_route(SCREENS)["/"].menu_permissions() == ()


@proves("ACCESS-6")
def test_flags_are_settings_that_are_off_unless_switched_on():
    for _, _, flag in SPECIFIED:
        assert flag is None or Settings.model_fields[flag].default is False


@pytest.mark.parametrize("screen", [each for each in SCREENS if each.resource], ids=lambda each: each.route)
def test_a_telephone_stands_before_an_e_mail_everywhere(screen):
    """One order, so that nobody looks for either."""
    resource = screen.resource
    groups = [section.parts for section in (*resource.form, *resource.show)]
    groups.append([fact.column for fact in resource.facts])
    for parts in groups:
        named = [part.field for part in parts if part.field in ("telephone", "email")]
        assert named == sorted(named, reverse=True)
