"""Users: the accounts of the platform (USER-1, users.yaml)."""

from admin_app.features.users import imports, screens

SCREENS = (*screens.SCREENS, *imports.SCREENS)
