"""Every screen of the application, in menu order, and nothing else."""

from admin_app import (
    articles,
    communities,
    editorials,
    events,
    hitchhikers,
    home,
    login,
    register,
    relay_point_import,
    relay_point_types,
    relay_points,
    rights,
    users,
)
from admin_app.kit.gallery import page
from admin_app.kit.screen import Screen

FEATURES: tuple[Screen, ...] = (
    *login.SCREENS,
    *home.SCREENS,
    *users.SCREENS,
    *hitchhikers.SCREENS,
    *communities.SCREENS,
    *events.SCREENS,
    *articles.SCREENS,
    *editorials.SCREENS,
    *relay_points.SCREENS,
    *relay_point_import.SCREENS,
    *relay_point_types.SCREENS,
    *register.SCREENS,
)
SCREENS: tuple[Screen, ...] = (*FEATURES, *rights.screens(FEATURES), *page.SCREENS)
