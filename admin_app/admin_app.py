"""Builds the application from `SCREENS`; the only file with side effects."""

import reflex as rx

from admin_app.kit.app import build
from admin_app.screens import EXTRAS, SCREENS, SHELL
from admin_app.settings import load_or_exit

app: rx.App = build(SCREENS, load_or_exit(), SHELL, EXTRAS)
