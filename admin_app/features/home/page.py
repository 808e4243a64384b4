"""The home page: what this is, and the ways to the dashboards around it (SHELL-8)."""

import reflex as rx

from admin_app.features.home.ahead import communities, departures, events, front_page
from admin_app.features.home.brief import brief, told
from admin_app.features.home.counts import waiting_lines
from admin_app.features.home.waiting import Waits
from admin_app.kit.parts import anchor, copy_button, icon
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.session import Session, Standing, reports_errors, signed_in
from admin_app.kit.shell import recent_list
from admin_app.kit.views import pinned_card
from admin_app.kit.words.locale import t

KIBANA_LOGINS = "admin/kibana_logins"
SHARE_VIEWS = "user_manage"
"""What it takes to put a view into everybody's menu (decision 38)."""


class Home(rx.State):
    """The credentials of the external dashboard; shown here only, kept nowhere else (session.yaml)."""

    logins: list[dict[str, str]] = []

    @rx.event(supersedes=True)
    @reports_errors("home.logins_error")
    async def load(self):
        """Read the credential lines; the entries have no id of their own."""
        session = await self.get_state(Session)
        if session._standing("access_admin") is not Standing.FULL:
            return
        async with signed_in(self, "access_admin") as api:
            found = await api.members(KIBANA_LOGINS)
        self.logins = [{"username": str(each.get("username")), "password": str(each.get("password"))} for each in found]
        yield


def _external(key: str, label: rx.Var[str], symbol: str) -> rx.Component:
    """A button to another site, when its address is configured."""
    there = anchor(
        icon(symbol),
        rx.el.span(label),
        rx.el.span(t("kit.words.new_tab"), class_name="visually-hidden"),
        href=Session.links[key],
        target="_blank",
        rel="noopener noreferrer",
        class_name="button plain",
        data_testid=f"action:{key}",
    )
    return rx.cond(Session.links.contains(key) & (Session.links[key] != ""), there)


def _login_line(each: rx.Var[dict[str, str]]) -> rx.Component:
    secret = each["password"]
    return rx.el.tr(
        rx.el.th(rx.el.code(each["username"]), copy_button(each["username"], t("home.copy_username")), scope="row"),
        rx.el.td(rx.el.code(secret), copy_button(secret, t("home.copy_password"))),
    )


def _logins() -> rx.Component:
    head = rx.el.tr(rx.el.th(t("home.username"), scope="col"), rx.el.th(t("home.password"), scope="col"))
    table = rx.el.table(rx.el.thead(head), rx.el.tbody(rx.foreach(Home.logins, _login_line)), class_name="table plain")
    # Nobody reads them over a shoulder: they are behind a click.
    folded = rx.el.details(
        rx.el.summary(icon("chevron-right", 16), rx.el.h2(t("home.logins"))),
        rx.el.p(t("home.logins_text"), class_name="quiet"),
        table,
    )
    return rx.cond(Home.logins.length() > 0, rx.el.section(folded, class_name="card about"))


def _recent() -> rx.Component:
    """What the person opened last; the stylesheet hides it while there is nothing."""
    return rx.el.section(
        rx.el.h2(t("kit.palette.recent")),
        recent_list(),
        class_name="card recent",
    )


def home_page() -> rx.Component:
    """A morning brief: who comes first, what happens next, what waits; then the platform and the ways around it."""
    about = rx.el.section(
        rx.el.h2(t("home.heading")),
        rx.el.p(t("home.description"), class_name="quiet"),
        rx.el.div(
            _external("dashboard", t("home.dashboard"), "chart-column"),
            _external("external_admin", t("home.external_admin"), "external-link"),
            class_name="row",
        ),
        class_name="card about",
    )
    return rx.el.div(
        rx.el.header(
            rx.el.h1(t("home.welcome", name=Session.given_name), tab_index=-1),
            told(),
            class_name="brief",
        ),
        brief(),
        rx.el.div(
            rx.el.div(departures(), events(), communities(), front_page(), class_name="ahead"),
            waiting_lines(),
            rx.el.div(pinned_card(), _recent(), about, _logins(), class_name="column"),
            class_name="below",
        ),
        class_name="home",
    )


SCREENS = (
    Screen(
        "/",
        "home.title",
        home_page,
        on_load=(Home.load, Waits.load),
        menu=Menu(rank=0, icon="house"),
        parent=None,
        also=("access_admin", SHARE_VIEWS),
    ),
)
