"""Every screen of the application in menu order, what features add to the shell, and what they read with an account."""

from admin_app.features import analytics, campaigns, communities, hitchhikers, home, register, solidary, users
from admin_app.features.account import eec, login, rights
from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.communities.resource import COMMUNITIES
from admin_app.features.content import articles, editorials, events
from admin_app.features.content.articles import ARTICLES
from admin_app.features.content.events import EVENTS
from admin_app.features.hitchhikers.resource import HITCHHIKERS, PROGRAMME
from admin_app.features.relay_points import imports, points, types
from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.features.solidary import current_structure
from admin_app.features.solidary.desk import caller_page
from admin_app.features.solidary.drivers import providers
from admin_app.features.users.resource import USERS
from admin_app.kit.gallery import page
from admin_app.kit.records import global_search
from admin_app.kit.screen import Screen, Shell
from admin_app.shared.people import person_search as people

FEATURES: tuple[Screen, ...] = (
    *login.SCREENS,
    *home.SCREENS,
    *users.SCREENS,
    *hitchhikers.SCREENS,
    *campaigns.SCREENS,
    *communities.SCREENS,
    *events.SCREENS,
    *articles.SCREENS,
    *editorials.SCREENS,
    *points.SCREENS,
    *imports.SCREENS,
    *analytics.SCREENS,
    *solidary.SCREENS,
    *types.SCREENS,
    *register.SCREENS,
)
SHELL = Shell(
    groups={"solidary": "solidary.title", "settings": "kit.shell.settings"},
    tools=(current_structure.structure_selector,),
    handy=(caller_page.caller_box, caller_page.caller_of_phone),
    first={
        "/": "home.title",
        "/solidaryrecords": "solidary_records.short",
        "/users": "users.short",
        "/hitchhikers": "hitchhikers.title",
        "/communities": "communities.title",
        "/campaigns": "campaigns.title",
        "/articles": "articles.title",
        "/events": "events.title",
        "/relaypoints": "relay_points.title",
    },
    keys={"C": "solidary_caller.title", "J": "solidary_file.key", "V": "people.key"},
    watched=("/solidaryrecords", "/users", "/solidarystructures", "/campaigns"),
    shares=home.SHARE_VIEWS,
    opened=home.OPENED,
    finders=(
        global_search.of(USERS, people.filters_of_users, told=("email", "home_address.address_locality")),
        global_search.of(
            HITCHHIKERS,
            people.filters_of_users,
            told=("email", "home_address.address_locality"),
            within=PROGRAMME,
        ),
        *solidary.FINDERS,
        global_search.of(COMMUNITIES, told=("address.address_locality",)),
        global_search.of(CAMPAIGNS),
        global_search.of(EVENTS, told=("address.address_locality",)),
        global_search.of(ARTICLES, named="title"),
        global_search.of(RELAY_POINTS, told=("address.address_locality",)),
    ),
)
SCREENS: tuple[Screen, ...] = (*FEATURES, *rights.screens(FEATURES, SHELL))
DEMO_SCREENS = page.SCREENS
"""Neither built nor served elsewhere."""
EXTRAS = (eec.Eec, current_structure.CurrentStructure, providers.Providers)
