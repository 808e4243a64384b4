"""Supporting structures: who runs them, what they offer, when they drive, and what they ask people to prove."""

from admin_app.features.solidary.structures.screens import SCREENS

__all__ = ["SCREENS"]
