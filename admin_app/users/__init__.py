"""Users: the accounts of the platform (SPEC 2, upstream/users.yaml)."""

from admin_app.users import imports, screens

SCREENS = (*screens.SCREENS, *imports.SCREENS)

__all__ = ["SCREENS"]
