"""Builds the application from `SCREENS`; the only file with side effects."""

import reflex as rx

from admin_app.kit.app import build
from admin_app.screens import DEMO_SCREENS, EXTRAS, SCREENS, SHELL
from admin_app.settings import load_or_exit

settings = load_or_exit()
screens = (*SCREENS, *DEMO_SCREENS) if settings.demo else SCREENS
app: rx.App = build(screens, settings, SHELL, EXTRAS)
