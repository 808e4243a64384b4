"""Solidary transport: requests, the people who ask and who drive, and the structures that accompany them."""

from admin_app.kit.screen import Screen

SCREENS: tuple[Screen, ...] = ()
