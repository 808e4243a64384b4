"""Users: the accounts of the platform (SPEC 2, upstream/users.yaml)."""

from admin_app.users.screens import SCREENS

__all__ = ["SCREENS"]
