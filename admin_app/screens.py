"""Every screen of the application in menu order, what features add to the shell, and what they read with an account."""

from admin_app import (
    analytics,
    articles,
    campaigns,
    communities,
    editorials,
    eec,
    events,
    hitchhikers,
    home,
    login,
    register,
    relay_point_import,
    relay_point_types,
    relay_points,
    rights,
    solidary,
    users,
)
from admin_app.articles import ARTICLES
from admin_app.campaigns.record import CAMPAIGNS
from admin_app.communities.resource import COMMUNITIES
from admin_app.events import EVENTS
from admin_app.kit.gallery import page
from admin_app.kit.records import finding
from admin_app.kit.screen import Screen, Shell
from admin_app.people import finding as people
from admin_app.relay_points import RELAY_POINTS
from admin_app.solidary import current_structure
from admin_app.solidary.drivers import providers
from admin_app.users.resource import USERS

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
    *relay_points.SCREENS,
    *relay_point_import.SCREENS,
    *analytics.SCREENS,
    *solidary.SCREENS,
    *relay_point_types.SCREENS,
    *register.SCREENS,
)
SHELL = Shell(
    groups={"solidary": "solidary.title", "settings": "kit.shell.settings"},
    tools=(current_structure.structure_selector,),
    shares=home.SHARE_VIEWS,
    finders=(
        finding.of(USERS, people.filters_of_users, ("email", "home_address.address_locality")),
        *solidary.FINDERS,
        finding.of(COMMUNITIES, told=("address.address_locality",)),
        finding.of(CAMPAIGNS),
        finding.of(EVENTS, told=("address.address_locality",)),
        finding.of(ARTICLES, lambda text: {"title": text}),
        finding.of(RELAY_POINTS, told=("address.address_locality",)),
    ),
)
SCREENS: tuple[Screen, ...] = (*FEATURES, *rights.screens(FEATURES, SHELL))
DEMO_SCREENS = page.SCREENS
"""Neither built nor served elsewhere."""
EXTRAS = (eec.Eec, current_structure.CurrentStructure, providers.Providers)
