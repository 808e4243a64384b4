"""Hitchhikers: users who travel by organised hitchhiking (HIKER-1; users.yaml, x-hitchhiker)."""

from admin_app.features.hitchhikers import dashboard, screens

SCREENS = (*screens.SCREENS, *dashboard.SCREENS)
