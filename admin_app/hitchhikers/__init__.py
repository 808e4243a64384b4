"""Hitchhikers: users who travel by organised hitchhiking (SPEC 2, 3, upstream/users.yaml x-hitchhiker)."""

from admin_app.hitchhikers import dashboard, screens

SCREENS = (*screens.SCREENS, *dashboard.SCREENS)

__all__ = ["SCREENS"]
