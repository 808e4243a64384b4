"""Figures over time: periods, charts, and the frames of the server."""

from admin_app.kit.dashboards.declare import Chart, Series
from admin_app.kit.dashboards.embedded import ANALYTICS_READ, API_YES, EMBED_ERROR, SUMMARY_VIEW, EmbedMixin, embedded
from admin_app.kit.dashboards.page import (
    dashboard_page,
    dashboard_screen,
    dashboard_state,
    menu_filter,
    periodicity_filter,
)
from admin_app.kit.dashboards.periods import DEFAULT_PERIODICITY, PERIODICITIES
from admin_app.kit.dashboards.state import Dashboard, DashboardMixin, Number, Source
