"""Communities: people who share an interest, and who belongs to them (SPEC 2, communities-campaigns.yaml)."""

from admin_app.communities import dashboard, screens

SCREENS = (*screens.SCREENS, *dashboard.SCREENS)

__all__ = ["SCREENS"]
