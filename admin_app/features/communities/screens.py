"""The four screens of communities, with what is special about them: security file, moderator, what a deletion takes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query, item
from admin_app.features.communities.dashboard import dashboard_link
from admin_app.features.communities.member_page import members_of, members_tab, waiting_members
from admin_app.features.communities.members import MemberList, count_anew
from admin_app.features.communities.relay_point_list import points_told, relay_points
from admin_app.features.communities.resource import COMMUNITIES, SECURED, Community, domains, securities
from admin_app.features.communities.security_file import checked
from admin_app.features.content.events import EVENTS
from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.features.users.resource import USERS
from admin_app.kit.crud import Beside, Extras, FormMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare import Resource, text_of
from admin_app.kit.forms import Around, Submission
from admin_app.kit.imports import import_button
from admin_app.kit.lists import Bulk, FullTextMixin, deletion, read_button, reading_dialog
from admin_app.kit.parts import button, entry, face, link, spinner, titled_card
from admin_app.kit.records import counted
from admin_app.kit.session import may_read, reports_errors, signed_in
from admin_app.kit.styles import sheet
from admin_app.kit.values import uploaded, whole
from admin_app.kit.words.locale import language_of, say, t
from admin_app.settings import get_settings
from admin_app.shared.mailing.target_choice import CREATE, UPDATE
from admin_app.shared.preview import live_preview

IMPORT = f"{COMMUNITIES.route}/users/import"
STYLESHEET = "/community.css"
PORTRAIT = "_portrait"
"""Key of a row: the address of its main moderator's picture."""
SECURITY_ENDPOINT = "admin/community_securities"


class CommunityList(FullTextMixin, rx.State):
    """The list of communities; who has no ROLE_ADMIN is given those they refer or moderate (list_communities)."""

    resource: ClassVar[Resource] = COMMUNITIES
    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(COMMUNITIES, weighed=True),)
    counted: ClassVar[bool | None] = True

    def _filters(self) -> dict[str, Any]:
        return {name: value for name, value in super()._filters().items() if name != "moderated"}

    async def _page_of(self, api: Api, query: Query) -> Page:
        """Those one moderates are known by a call of their own, which neither pages nor filters: it gives the ids."""
        if self.filters.get("moderated"):
            mine = [text_of(each["id"]) for each in await api.members(f"{self.resource.endpoint}/moderated")]
            if not mine:
                return Page([], 0)
            query = replace(query, filters={**query.filters, "id": mine})
        return await super()._page_of(api, query)

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """What goes with several communities, in one look at them and one at the relay points."""
        locale = await language_of(self)
        found = (await api.list(self.resource.endpoint, Query(1, len(ids), filters={"id": list(ids)}))).items
        members = sum(each.get("nbMembers") or 0 for each in found)
        points = await points_told(api, set(ids), locale)
        told = [say("communities.impact.members", locale, members) if members else "", points]
        return [*filter(None, told), say("communities.impact.role", locale)]

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        return {**super()._row(item), PORTRAIT: text_of(uploaded(item.get("referrerAvatar")))}


class CommunityShow(ShowMixin, rx.State):
    """One community."""

    resource: ClassVar[Resource] = COMMUNITIES

    referrer: dict[str, str] = {}
    points: list[dict[str, str]] = []
    """Its relay points, once they were asked for: no filter of theirs finds them (content-points.yaml)."""
    points_known: bool = False
    searching: bool = False

    @rx.var
    def goal(self) -> list[int]:
        """How many members it has and how many it aims at; empty where either is not told."""
        told = [whole(self.shown.get(name), 0) for name in ("nbMembers", "target")]
        return told if self.shown.get("nbMembers") and told[1] else []

    @rx.event(supersedes=True)
    @reports_errors("errors.relay_point.load_error", busy="searching")
    async def find_points(self):
        """Find the relay points of this community."""
        self.searching = True
        yield
        async with signed_in(self, reads=RELAY_POINTS.may.list) as api:
            found, _ = await relay_points(api, {self.shown_id})
        self.points = [
            {"name": text_of(each.get("name")), "href": f"{RELAY_POINTS.route}/show/{each['id']}"} for each in found
        ]
        self.points_known = True

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        await count_anew(self)
        self.points, self.points_known = [], False
        self.referrer = {
            "name": text_of(item.get("referrer")),
            "picture": text_of(uploaded(item.get("referrerAvatar"))),
            "href": f"{USERS.route}/show/{item.get('referrerId')}",
        }

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """What goes with a community, which the server deletes without a word (trap 19)."""
        locale = await language_of(self)
        told = [*await self._people(api, record_id, locale), await points_told(api, {record_id}, locale)]
        return [*filter(None, told), *await self._left(api, locale)]

    async def _people(self, api: Api, record_id: str, locale: str) -> list[str]:
        """Its members, as its page counts them, and those who are not: they asked, or were refused."""
        total = await counted(api, item(self.resource.endpoint, record_id, "members"), {})
        shown = self.shown.get("nbMembers", "")
        if not shown.isdigit():
            return [say("communities.impact.members_unknown", locale)]
        members = int(shown)
        others = max(0, (total or 0) - members)
        return [
            say("communities.impact.members", locale, members) if members else say("communities.impact.nobody", locale),
            say("communities.impact.others", locale, others) if others else "",
        ]

    async def _left(self, api: Api, locale: str) -> list[str]:
        """What stays behind."""
        stays = [say("communities.impact.role", locale)]
        if not get_settings().flag(EVENTS.flag):
            return stays
        events = await counted(api, EVENTS.endpoint, {"community.id": self.shown_id})
        return [*stays, say("communities.impact.events", locale, events)] if events else stays


class CommunityForm(FormMixin, rx.State):
    """The form of a community; its security file follows the save."""

    resource: ClassVar[Resource] = COMMUNITIES

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        await super()._fill(api, item)
        await count_anew(self)
        self.file.stored = securities(Community.model_validate(item)) if item else ""

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """Domains without spaces: the server takes them out of a creation alone."""
        return {**body, "domain": ";".join(domains(body["domain"]))} if body.get("domain") else body

    def _problems(self, sent: Submission) -> dict[str, str]:
        """Nobody could join a secured community that has no file."""
        found = super()._problems(sent)
        return {**found, "newFile": "communities.wrong.no_file"} if "newFile" in found else found

    async def _own_question(self, sent: Submission) -> str:
        """A file is final: it replaces the others and secures the community for good (trap 20)."""
        if not self.file.ticket or sent.values.get("validationType") != SECURED or self.file.problem:
            return await super()._own_question(sent)
        self.asked = "replace" if self.file.stored else "secure"
        return say(f"communities.asks.{self.asked}", await language_of(self))

    async def _after_write(self, api: Api) -> None:
        """A file chosen before another way in was is not sent: it would secure the community."""
        if self._base.body.get("validationType") != int(SECURED):
            self.file.forget()

    def _checked(self, content: bytes) -> bytes:
        return checked(content)

    async def _upload_file(self, api: Api, content: bytes) -> None:
        name, whose = self.file.name or "identifiants.csv", {"communityId": int(self.record_id)}
        await api.upload(SECURITY_ENDPOINT, whose, {"file": (name, content, "text/csv")})


def _calm(asked: str) -> tuple[rx.Var[str], rx.Var[str]]:
    """Sending a security file is what somebody came for: it is asked about in its own words."""
    return t(f"communities.calm.{asked}"), t(f"communities.calm.{asked}_answer")


def _moderator(row: rx.Var[dict[str, str]]) -> rx.Component:
    """The main moderator with their picture."""
    return rx.el.div(face(row[PORTRAIT], row["referrer"]), rx.el.span(row["referrer"]), class_name="with-portrait")


def _goal() -> rx.Component:
    """How far the community is from the members it aims at, where it aims at any."""
    members, target = CommunityShow.goal[0], CommunityShow.goal[1]
    left = t("communities.goal.left", count=target - members)
    return rx.cond(
        CommunityShow.goal.length() > 0,
        titled_card(
            "show-goal",
            t("communities.fields.target"),
            rx.el.progress(value=members, max=target, aria_labelledby="show-goal"),
            rx.el.p(rx.cond(members < target, left, t("communities.goal.reached"))),
            data_testid="goal",
        ),
    )


def _referrer_card() -> rx.Component:
    """Who answers for the community, with a link to their page for whoever may read it."""
    who = CommunityShow.referrer
    name = rx.cond(
        may_read(USERS.may.read),
        link(entry(who, "name"), to=entry(who, "href"), data_testid="action:referrer"),
        rx.el.span(entry(who, "name")),
    )
    portrait = face(entry(who, "picture"), entry(who, "name"))
    shown = rx.el.div(rx.cond(entry(who, "name") != "", portrait), name, class_name="row", data_field="referrer")
    return titled_card("show-referrer", t("communities.sections.referrer"), shown)


def _attached_card() -> rx.Component:
    """Its relay points, which have to be looked for."""
    shown = CommunityShow
    find = button(
        t("communities.its_points"),
        "community-points",
        symbol="map-pin",
        tone="link",
        disabled=shown.searching,
        on_click=shown.find_points,
    )
    return titled_card(
        "show-attached",
        t("communities.sections.attached"),
        rx.el.div(
            rx.cond(may_read(RELAY_POINTS.may.list), find),
            rx.cond(shown.searching, spinner(t("kit.words.loading"))),
            class_name="row",
        ),
        rx.cond(shown.points_known, _points()),
    )


def _points() -> rx.Component:
    def line(point: rx.Var[dict[str, str]]) -> rx.Component:
        return rx.el.li(link(point["name"], to=point["href"]))

    return rx.el.div(
        rx.el.p(t("communities.points_found", count=CommunityShow.points.length()), role="status", class_name="quiet"),
        rx.el.ul(rx.foreach(CommunityShow.points, line)),
        data_testid="points",
    )


def _import_button(community: str = "") -> rx.Component:
    """The way to the import of members, into this community where one is shown (IMPORT-12)."""
    return import_button(f"{IMPORT}{community}", "user_create", t("community_user_import.button"))


SCREENS = crud_screens(
    CommunityList,
    CommunityShow,
    CommunityForm,
    Menu(rank=30, icon="users-round"),
    Extras(
        row_actions=lambda row: [read_button(CommunityList, row)],
        list_cells={"referrer": _moderator},
        list_actions=(_import_button(),),
        list_below=(reading_dialog(CommunityList),),
        show=Beside(
            actions=(dashboard_link(CommunityShow.shown_id),),
            more=(_import_button(f"?community_id={CommunityShow.shown_id}"),),
            top=(sheet(STYLESHEET),),
            lead=(waiting_members(CommunityShow.shown_id),),
            side=(_goal(), _referrer_card(), _attached_card()),
            tabs=(members_tab(CommunityShow.shown_id),),
        ),
        form_aside=(live_preview(COMMUNITIES.key, ("name", "description")),),
        form=Around(calm={name: _calm(name) for name in ("secure", "replace")}),
        edit_below=members_of(CommunityForm.record_id),
        inner=(MemberList,),
        also=("community_membership", "user_create", UPDATE, CREATE),
    ),
)
