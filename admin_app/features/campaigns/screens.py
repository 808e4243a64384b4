"""The list of campaigns and the page of one: where each stands, whom it is for, what was sent (CAMPAIGN-9)."""

from collections.abc import Sequence
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.features.campaigns import audience, blocks, mail, send_calls
from admin_app.features.campaigns import deletion as campaign_deletion
from admin_app.features.campaigns.copying import CopyMixin, copier
from admin_app.features.campaigns.deletion import Weight
from admin_app.features.campaigns.editor_page import STYLESHEET
from admin_app.features.campaigns.preview import dress
from admin_app.features.campaigns.record import CAMPAIGNS, NOT_TESTED, SENT, TESTED, Campaign
from admin_app.features.campaigns.send_facts import as_shown, reached
from admin_app.kit import audit
from admin_app.kit.crud import Beside, Extras, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare import Resource
from admin_app.kit.lists import Bulk, deletion
from admin_app.kit.parts import anchor, button_link, entry, granted, icon, icon_link, mail_frame, titled_card
from admin_app.kit.session import NOBODY, may
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, date_var, language_of, number_var, pick_of, say, t
from admin_app.shared.mail_target import MailTarget, Unaddressable

SEND = f"{CAMPAIGNS.route}/send"
UNTOLD = ("each", "opened", "when", "again")
"""What no call of the API tells of a campaign that was tested or sent, each in a sentence."""


def next_step(campaign: Campaign) -> str:
    """Where a campaign with recipients is taken up again; empty once it is sent, or archived."""
    under_way = str(campaign.status) in (NOT_TESTED, TESTED)
    return f"{SEND}/{campaign.id}" if under_way and campaign.associated else ""


class CampaignList(CopyMixin, ListMixin, rx.State):
    """The list of campaigns; who has no ROLE_ADMIN is given their own (list_campaigns)."""

    resource: ClassVar[Resource] = CAMPAIGNS
    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(CAMPAIGNS, weighed=True),)

    _weights: dict[str, Weight] = {}

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        campaign = Campaign.model_validate(item)
        row = {**super()._row(item), "_next": next_step(campaign)}
        self._weights[row["id"]] = campaign_deletion.weight(campaign)
        return row

    def _set_rows(self, found: Page) -> None:
        self._copied = None
        super()._set_rows(found)

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """What goes with the selected: known of those that were on show, asked of the others."""
        for record_id in ids:
            if record_id not in self._weights:
                found = await api.get(self.resource.endpoint, record_id)
                self._weights[record_id] = campaign_deletion.weight(Campaign.model_validate(found))
        return campaign_deletion.told([self._weights[each] for each in ids], await language_of(self))


class CampaignShow(CopyMixin, ShowMixin, rx.State):
    """One campaign."""

    resource: ClassVar[Resource] = CAMPAIGNS

    standing: str = ""
    """Its status, as the API sends it."""
    whom: list[dict[str, str]] = []
    """Whom it is for, a line each, in both languages."""
    kept: str = ""
    """How many people the server kept; empty before recipients are chosen."""
    tester: str = ""
    """Where its tests go."""
    departed: dict[str, str] = {}
    """The mass sending that the register of this application knows of: `who`, `at`, and `open` where nobody saw it
    end; empty where it knows none, for others may have sent it elsewhere."""
    writable: bool = False
    """Whether no test has frozen it."""
    onward: str = ""
    """Where it is made ready and sent; empty when there is nothing to send, or nothing left to do."""
    page: str = ""
    """The mail, to stand in a frame; empty when nothing is written."""

    async def _show(self, api: Api, record_id: str) -> dict[str, Any]:
        item = await super()._show(api, record_id)
        self.writable, self.editable = self.editable, False  # what comes next stands in its head instead (`_next`)
        return item

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        campaign = Campaign.model_validate(item)
        self._copied = None
        self.standing = str(campaign.status)
        self.tester = campaign.creator_email
        # What is written on is told as the first test will freeze it.
        body = blocks.frozen(campaign.body) if self.standing == NOT_TESTED else campaign.body
        self.page = mail.read_by_anybody(body, dress())
        written = self.standing == NOT_TESTED and self.page
        self.onward = f"{SEND}/{campaign.id}" if written else next_step(campaign)
        self.departed = await _departed(item)
        self.kept = "" if campaign.delivery_count is None else str(reached(campaign, self.departed))
        try:
            self.whom = await audience.told(api, MailTarget.kept(item), campaign.source_name or "")
        except Unaddressable as error:
            why = f"campaigns.audience.{error.reason}"
            self.whom = [audience.both(lambda locale: say(why, locale))]

    def _clear(self) -> None:
        super()._clear()
        self.standing, self.whom, self.kept, self.tester, self.onward, self.page = "", [], "", "", "", ""
        self.departed, self.writable = {}, False

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """What goes with it, as it is now: somebody may have sent it meanwhile."""
        found = Campaign.model_validate(await api.get(self.resource.endpoint, record_id))
        return campaign_deletion.told([campaign_deletion.weight(found)], await language_of(self))


async def _departed(item: dict[str, Any]) -> dict[str, str]:
    """When a campaign left and by whose hand, as far as the register knows; a register that is away tells nothing."""
    try:
        return as_shown(await send_calls.last(item, send_calls.MASS))
    except audit.RegisterUnavailable:
        return {}


# --- the list -----------------------------------------------------------------------


_FORM = f"{CAMPAIGNS.route}/{CampaignShow.shown_id}"
UNWRITTEN: Any = (CampaignShow.page == "") & CampaignShow.writable & ~CampaignShow.loading
"""Nothing is written, and it may be."""


def _row_actions(row: rx.Var[dict[str, str]]) -> list[Any]:
    resume = icon_link("circle-play", t("campaigns.resume_one", name=row["_name"]), "resume", row["_next"])
    copy = copier(CampaignList, row["id"], t("campaigns.copy_one", name=row["_name"]))
    may_update, may_create = (may(each) for each in ("campaign_update", "campaign_create"))
    return [rx.cond((row["_next"] != "") & may_update, resume), rx.cond(may_create, copy)]


# --- the page -----------------------------------------------------------------------


def _led(label: rx.Var[str], name: str, to: Any, symbol: str, tone: str = "plain") -> rx.Component:
    """A way to what takes the right to change a campaign."""
    permission = CAMPAIGNS.may.update or NOBODY
    return granted(permission, button_link(label, name, to, symbol=symbol, tone=tone), label, name)


def _next() -> rx.Component:
    """The one thing that comes next: writing, making ready, sending, or a copy of what was sent."""
    tested = CampaignShow.standing == TESTED
    go_on = rx.cond(tested, t("campaigns.resume"), t("campaigns.prepare"))
    copy = rx.cond(may("campaign_create") & (CampaignShow.standing != "") & ~CampaignShow.writable, _copy("primary"))
    ahead = rx.cond(CampaignShow.onward != "", _led(go_on, "resume", CampaignShow.onward, "send", "primary"), copy)
    return rx.cond(UNWRITTEN, _led(t("campaigns.letter.write"), "write", _FORM, "pencil", "primary"), ahead)


def _rewrite() -> rx.Component:
    """Changing what is written, among what is done now and then."""
    edit = _led(t("kit.actions.edit"), "edit", _FORM, "pencil")
    return rx.cond(CampaignShow.writable & (CampaignShow.page != ""), edit)


def _copy(tone: str) -> rx.Component:
    return copier(CampaignShow, CampaignShow.shown_id, t("campaigns.use_as_model"), tone)


def _as_model() -> rx.Component:
    """Copying among what is done now and then, as long as something is to be done with the campaign itself."""
    return rx.cond((CampaignShow.writable | (CampaignShow.onward != "")) & may("campaign_create"), _copy("plain"))


def _standing() -> rx.Component:
    """What the status means for what can be done."""
    told = choice_label("campaigns.standing", CampaignShow.standing)
    return rx.cond(
        CampaignShow.standing != "",
        rx.el.p(icon("info"), rx.el.span(told), class_name="remark", role="note", data_testid="standing"),
    )


def _pair(label: rx.Var[str], value: Any, name: str) -> rx.Component:
    return rx.el.div(rx.el.dt(label), rx.el.dd(value, data_field=name), class_name="pair")


def _departure() -> rx.Component:
    """When it left and who sent it."""
    at, who = date_var(entry(CampaignShow.departed, "at"), "date_time"), entry(CampaignShow.departed, "who")
    ended = rx.el.span(t("campaigns.audience.sent_by", at=at, who=who))
    under_way = rx.el.span(t("campaigns.audience.begun_by", at=at, who=who))
    unknown = rx.el.span(t("campaigns.audience.not_registered"), class_name="quiet")
    seen = rx.cond(entry(CampaignShow.departed, "open") == "", ended, under_way)
    return rx.cond(CampaignShow.departed.length() > 0, seen, unknown)


def _audience() -> rx.Component:
    """Whom it is for, and what can be told of what was sent."""
    waiting = rx.el.span(class_name="bar")
    lines = rx.el.ul(rx.foreach(CampaignShow.whom, lambda line: rx.el.li(pick_of(line))))
    number = _pair(
        rx.cond(CampaignShow.standing == SENT, t("campaigns.audience.sent_to"), t("campaigns.audience.kept")),
        number_var(CampaignShow.kept),
        "deliveryCount",
    )
    address = anchor(CampaignShow.tester, href=f"mailto:{CampaignShow.tester}")
    return titled_card(
        "show-audience",
        t("campaigns.audience.title"),
        rx.el.dl(
            _pair(t("campaigns.audience.whom"), rx.cond(CampaignShow.loading, waiting, lines), "whom"),
            rx.cond(CampaignShow.kept != "", number),
            rx.cond(
                (CampaignShow.departed.length() > 0) | (CampaignShow.standing == SENT),
                _pair(t("campaigns.audience.departed"), _departure(), "departed"),
            ),
            _pair(t("campaigns.audience.tester"), rx.cond(CampaignShow.loading, waiting, address), "creatorEmail"),
        ),
        rx.cond(~CampaignShow.writable & (CampaignShow.standing != ""), _untold()),
    )


def _untold() -> rx.Component:
    """What cannot be told of what was sent."""
    return rx.el.details(
        rx.el.summary(icon("info", 16), t("campaigns.untold.title")),
        rx.el.ul(*[rx.el.li(t(f"campaigns.untold.{name}")) for name in UNTOLD], class_name="impacts quiet"),
        class_name="blanks",
    )


def _letter() -> rx.Component:
    """The mail itself."""
    helps = rx.cond(UNWRITTEN, rx.el.span(t("campaigns.letter.helps"), class_name="quiet"))
    nothing = rx.el.div(icon("mail", 36), rx.el.p(t("campaigns.letter.nothing")), helps, class_name="empty")
    shown = rx.fragment(
        mail_frame(CampaignShow.page),
        rx.el.p(t("campaigns.letter.note"), class_name="hint"),
    )
    return rx.el.section(
        sheet(STYLESHEET),
        rx.el.h2(t("campaigns.letter.title"), custom_attrs={"id": "show-letter"}),
        rx.cond(CampaignShow.loading, rx.el.span(class_name="bar"), rx.cond(CampaignShow.page == "", nothing, shown)),
        class_name="card letter",
        aria_labelledby="show-letter",
    )


SCREENS = crud_screens(
    CampaignList,
    CampaignShow,
    None,
    Menu(rank=25, icon="mail"),
    Extras(
        row_actions=_row_actions,
        show=Beside(
            actions=(_next(),),
            more=(_rewrite(), _as_model()),
            lead=(_standing(), _letter()),
            aside=(_audience(),),
        ),
    ),
)
