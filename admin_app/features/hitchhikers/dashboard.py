"""The dashboard of hitchhikers: requests, accepted proofs, letters to post (HIKER-11; users.yaml, x-hitchhiker)."""

from typing import ClassVar

import reflex as rx

from admin_app.features.hitchhikers import figures
from admin_app.features.hitchhikers.resource import HITCHHIKERS, PROGRAMME, WATCH
from admin_app.kit.dashboards import (
    Chart,
    Dashboard,
    DashboardMixin,
    Number,
    Series,
    Source,
    dashboard_screen,
)

PEOPLE = "people"
TO_POST = f"{HITCHHIKERS.route}?cardLetter=true&cardLetterPosted=false"

DASHBOARD = Dashboard(
    key="hitchhikers_dashboard",
    route=f"{HITCHHIKERS.route}/dashboard",
    permission=WATCH,
    flag=HITCHHIKERS.flag,
    sources=(
        Source(
            PEOPLE,
            HITCHHIKERS.endpoint,
            figures.take,
            figures.figures,
            "user_list",
            filters=PROGRAMME,
        ),
    ),
    numbers=(
        # What is left to do comes first.
        Number("pending", PEOPLE, note=("oldest",), waits=True, address=f"{HITCHHIKERS.route}?identityStatus=1"),
        Number("to_post", PEOPLE, note=("posted",), waits=True, address=TO_POST),
        Number("people", PEOPLE, note=("passengers", "drivers"), address=HITCHHIKERS.route),
        Number("sent_in_all", PEOPLE, note=("accepted_in_all", "refused_in_all"), compared=True),
        Number("accepted", PEOPLE, note=("kits",), address=f"{HITCHHIKERS.route}?identityStatus=2"),
    ),
    charts=(
        Chart(
            "proofs",
            PEOPLE,
            "bars",
            (Series("accepted"), Series("refused", "middle"), Series("replaced", "soft")),
            table_only=(Series("pending"),),
            stacked=True,
        ),
        Chart(
            "territories",
            PEOPLE,
            "ranked",
            (Series("pending", "waits"),),
            table_only=(Series("accepted"), Series("to_post")),
            axis="category",
            choices="hitchhikers_dashboard.places",
            summary=("territories",),
        ),
    ),
)


class HitchhikerDashboard(DashboardMixin, rx.State):
    """The figures of hitchhikers."""

    resource: ClassVar[Dashboard] = DASHBOARD


SCREENS = (dashboard_screen(HitchhikerDashboard, parent=HITCHHIKERS.route, also=("user_list",)),)
