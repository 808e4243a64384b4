"""Home: where the day begins (SHELL-8, HOME-1)."""

from admin_app.features.home.page import SCREENS, SHARE_VIEWS
from admin_app.features.home.waiting import Waits

OPENED = (Waits.follow,)
