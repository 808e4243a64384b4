"""Home: where the day begins (SHELL-8, HOME-1)."""

from admin_app.features.home.page import SCREENS, SHARE_VIEWS

__all__ = ["SCREENS", "SHARE_VIEWS"]
