"""Solidary transport: requests, the people who ask and who drive, and the structures that accompany them."""

from admin_app.kit.screen import Screen
from admin_app.solidary import dashboard
from admin_app.solidary.beneficiaries import screens as beneficiaries
from admin_app.solidary.desk import screens as desk

SCREENS: tuple[Screen, ...] = (
    *desk.SCREENS,
    *beneficiaries.SCREENS,
    *dashboard.SCREENS,
)
