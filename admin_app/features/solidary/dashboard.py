"""The dashboard of solidary carpools: our figures of the requests, and the server's own in a frame (ANALYTICS-3).

The server lets no role of solidary transport into its dashboards (session.yaml, get_analytic): the figures from the
list of requests are for whoever may read that list.
"""

from typing import ClassVar

import reflex as rx

from admin_app.features.solidary import figures, statuses
from admin_app.features.solidary.record import ENDPOINT, LIST
from admin_app.features.solidary.record import ROUTE as RECORDS
from admin_app.kit.dashboards import (
    ANALYTICS_READ,
    Chart,
    Dashboard,
    DashboardMixin,
    EmbedMixin,
    Number,
    Series,
    Source,
    dashboard_page,
    dashboard_state,
    embedded,
)
from admin_app.kit.parts import icon
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.words.locale import t
from admin_app.settings import get_settings

KEY = "solidary_dashboard"
ROUTE = "/solidary/analytics/carpool"
READ = "dashboard_read"
REQUESTS = "requests"
TRAVEL = "fromDate%5Bafter%5D={first}&fromDate%5Bbefore%5D={last}"
STATUS = f"{RECORDS}?scope=every&{TRAVEL}&status={{x}}"
ONE = (Series("requests"),)

DASHBOARD = Dashboard(
    key=KEY,
    route=ROUTE,
    permission=READ,
    flag="solidary",
    sources=(Source(REQUESTS, ENDPOINT, figures.take, figures.figures, LIST, most=50_000),),
    numbers=(
        Number("requests", REQUESTS, note=("round_trips",), compared=True, address=f"{RECORDS}?scope=every&{TRAVEL}"),
        Number("open", REQUESTS, note=("late",), address=f"{RECORDS}?{TRAVEL}"),
        Number("share", REQUESTS, unit="percent", note=("answered", "told"), compared=True),
        Number("ended", REQUESTS, note=("ended_unknown",), compared=True, address=f"{RECORDS}?scope=closed&{TRAVEL}"),
        Number("ahead", REQUESTS, note=("undated",)),
    ),
    charts=(
        Chart(
            "requests",
            REQUESTS,
            "bars",
            (Series("answered"), Series("unanswered", "middle"), Series("unknown", "soft"), Series("open", "hollow")),
            summary=("requests", "answered"),
            stacked=True,
            wide=True,
        ),
        Chart("status", REQUESTS, "ranked", ONE, axis="category", choices=statuses.RECORD_LABELS, address=STATUS),
        Chart("reasons", REQUESTS, "ranked", ONE, axis="category", choices="solidary_dashboard.reasons"),
        Chart("subjects", REQUESTS, "ranked", ONE, axis="category", choices="solidary_dashboard.categories"),
        Chart(
            "communes",
            REQUESTS,
            "ranked",
            ONE,
            axis="category",
            choices="solidary_dashboard.categories",
            summary=("communes",),
        ),
    ),
)


class SolidaryDashboard(DashboardMixin, rx.State):
    """The figures of the requests."""

    resource: ClassVar[Dashboard] = DASHBOARD


class SolidaryFrame(EmbedMixin, rx.State):
    """The server's dashboard of solidary carpools."""

    resource: ClassVar[Dashboard] = DASHBOARD

    def _view(self, params: dict[str, str]) -> str:
        return get_settings().solidary_dashboard


def solidary_dashboard() -> rx.Component:
    """Key figures, charts, what cannot be told, and the server's dashboard."""
    untold = rx.el.p(icon("info"), rx.el.span(t(f"{KEY}.untold")), class_name="side-note")
    return dashboard_page(SolidaryDashboard, more=(untold, embedded(SolidaryFrame, t(f"{KEY}.embedded"))))


SCREENS = (
    Screen(
        ROUTE,
        f"{KEY}.title",
        solidary_dashboard,
        READ,
        "solidary",
        (SolidaryDashboard.load,),
        Menu(rank=50, icon="chart-pie", group="solidary"),
        state=dashboard_state(SolidaryDashboard),
        also=(LIST, ANALYTICS_READ),
    ),
)
