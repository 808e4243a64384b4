"""The dashboard of a community: our figures, and the server's own beneath (COMMUNITY-12; session.yaml, get_analytic).

`target`, the last part of the address, is the key of the server's dashboard in the frame: one of the platform's own
configuration, `summary` unless one knows another (get_analytic). Our figures are the same for every target.
"""

from typing import Any, ClassVar

import reflex as rx

from admin_app.features.communities import figures, relay_point_list
from admin_app.features.communities.resource import COMMUNITIES
from admin_app.features.content.events import EVENTS
from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.kit.dashboards import (
    ANALYTICS_READ,
    SUMMARY_VIEW,
    Chart,
    Dashboard,
    DashboardMixin,
    EmbedMixin,
    Number,
    Series,
    Source,
    dashboard_screen,
    embedded,
)
from admin_app.kit.parts import button_link, name_of
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, t

KEY = "community_dashboard"
EVENT_LIST, POINT_LIST = "event_list", "relay_point_list"
"""What the API asks for its lists: their screens ask for more (permissions.yaml)."""
RECORD = f"{COMMUNITIES.route}/show/{{record_id}}"
COMMUNITY, MEMBERS, POINTS, MEETINGS = "community", "members", "relay_points", "events"

DASHBOARD = Dashboard(
    key=KEY,
    route=f"{COMMUNITIES.route}/[record_id]/dashboard/[target]",
    permission=str(COMMUNITIES.may.read),
    flag=COMMUNITIES.flag,
    listed=COMMUNITIES.may.list,
    sources=(
        Source(COMMUNITY, COMMUNITIES.endpoint, figures.take_community, figures.community, one=True),
        Source(MEMBERS, f"{COMMUNITIES.endpoint}/{{record_id}}/members", figures.take_membership, figures.members),
        Source(
            MEETINGS,
            EVENTS.endpoint,
            figures.take_event,
            figures.events,
            EVENT_LIST,
            filters={"community.id": "{record_id}"},
        ),
        Source(
            POINTS,
            RELAY_POINTS.endpoint,
            figures.take_point,
            figures.relay_points,
            POINT_LIST,
            order=("id", True),  # the newest first, when there are more than may be looked through
            most=relay_point_list.PAGE * relay_point_list.MOST_PAGES,
        ),
    ),
    numbers=(
        # The list of members takes one status at a time and no days: only those who wait are all there is behind it.
        Number("members", MEMBERS, note=("target", "share")),
        Number("pending", MEMBERS, note=("oldest",), waits=True, address=f"{RECORD}#community_members?status=0"),
        Number("asked", MEMBERS, compared=True),
        Number("delay", MEMBERS, unit="days", note=("slowest", "decisions"), compared=True),
        Number("points", POINTS, note=("points_active", "points_pending")),
        Number("events", MEETINGS, note=("upcoming",), address=f"{EVENTS.route}?community.id={{record_id}}"),
    ),
    charts=(
        Chart(
            "members",
            MEMBERS,
            "lines",
            (Series("members"), Series("moderators", "middle"), Series("pending", "waits"), Series("refused", "quiet")),
            summary=("members", "moderators", "gained"),
            wide=True,
        ),
        Chart(
            "requests",
            MEMBERS,
            "bars",
            (Series("asked"), Series("accepted", "middle"), Series("refused", "soft")),
            summary=("asked", "pending"),
        ),
        Chart("delay", MEMBERS, "bars", (Series("days"),), summary=("delay", "decisions")),
        Chart("events", MEETINGS, "bars", (Series("held"),), summary=("held", "upcoming")),
        Chart(
            "relay_points",
            POINTS,
            "ranked",
            (Series("active"), Series("pending", "waits"), Series("inactive", "soft")),
            axis="category",
            choices="community_dashboard.types",
            stacked=True,
            summary=("points",),
        ),
    ),
)


class CommunityDashboard(DashboardMixin, rx.State):
    """The figures of a community."""

    resource: ClassVar[Dashboard] = DASHBOARD


class CommunityFrame(EmbedMixin, rx.State):
    """The server's dashboard of a community."""

    resource: ClassVar[Dashboard] = DASHBOARD

    async def _about(self, params: dict[str, str]) -> dict[str, Any]:
        return {"communityId": params["record_id"]}


def dashboard_link(record_id: rx.Var[str]) -> rx.Component:
    """The way from a community to its dashboard."""
    link = button_link(
        t(f"{KEY}.title"),
        "dashboard",
        f"{COMMUNITIES.route}/{record_id}/dashboard/{SUMMARY_VIEW}",
        symbol="chart-column",
    )
    return rx.cond(may_read(COMMUNITIES.may.read), link)


SCREENS = (
    dashboard_screen(
        CommunityDashboard,
        embedded(CommunityFrame, t(f"{KEY}.embedded", view=choice_label(f"{KEY}.views", CommunityFrame.view))),
        parent=COMMUNITIES.route,
        name=name_of(CommunityDashboard, CommunityDashboard.title),
        record=rx.cond(CommunityDashboard.whose != "", f"{COMMUNITIES.route}/show/{CommunityDashboard.whose}", ""),
        also=(ANALYTICS_READ, EVENT_LIST, POINT_LIST),
    ),
)
