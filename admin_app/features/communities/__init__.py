"""Communities: people who share an interest, and who belongs to them (COMMUNITY-1, MEMBER-1)."""

from admin_app.features.communities import dashboard, screens

SCREENS = (*screens.SCREENS, *dashboard.SCREENS)
