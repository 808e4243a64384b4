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
from admin_app.kit.gallery import page
from admin_app.kit.screen import Screen, Shell
from admin_app.solidary import current_structure
from admin_app.solidary.drivers import providers

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
)
SCREENS: tuple[Screen, ...] = (*FEATURES, *rights.screens(FEATURES, SHELL), *page.SCREENS)
EXTRAS = (eec.Eec, current_structure.CurrentStructure, providers.Providers)
