"""What a campaign is: properties, columns, filters and page (CAMPAIGN-5; communities-campaigns.yaml, Campaign)."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.campaigns.blocks import blocks_of, first_picture, shown_on_page
from admin_app.features.campaigns.html import personal
from admin_app.kit import declare as d
from admin_app.kit.records import QUOTED, Next, Told, Waiting, first_rows
from admin_app.kit.values import Instant, Picture, Record
from admin_app.shared import targets

NOT_TESTED, TESTED, SENT, ARCHIVED = STATUSES = ("0", "1", "2", "3")
"""What a campaign is at; a test makes it 1, also when it was 2 (trap 16), and nothing makes it 3 (CAMPAIGN-10)."""
TONES = {NOT_TESTED: "new", TESTED: "warn", SENT: "good", ARCHIVED: "quiet"}
STATUS = d.choice("campaigns.status", TONES, STATUSES)


class Campaign(Record):
    """A campaign as the API sends it."""

    name: Annotated[str, d.text(required=True, hint=True)] = ""
    """Internal; pictures are stored under it, so two campaigns of one name would share theirs."""
    subject: Annotated[str, d.text(required=True, hint=True)] = ""
    body: str = "[]"
    """The JSON text of the elements, which is how the API wants it (trap 17); `blocks` reads and writes it."""
    picture: Annotated[str, d.picture().computed(lambda campaign: first_picture(campaign.body))] = ""
    """The first picture of the mail, by which one knows it again in a list."""
    email: Annotated[str, d.shown()] = ""
    """Where mails come from: a setting of the server, which nothing of a campaign changes."""
    status: Annotated[int, STATUS] = 0
    creator: str = ""
    creator_id: int | None = None
    creator_avatar: Annotated[Picture, d.picture()] = None
    creator_email: Annotated[str, d.shown()] = ""
    """Where the test goes, whoever asks for it (trap 16)."""
    source: int | None = None
    """USERS or COMMUNITY (mail_target)."""
    source_id: int | None = None
    """The community."""
    source_name: str | None = None
    filter_type: int | None = None
    """SELECTION or FILTERS (mail_target); None until recipients are chosen."""
    filters: str | None = None
    """The filters as the server keeps them: arrays have lost their brackets."""
    delivery_count: Annotated[int | None, d.shown("number")] = None
    """How many the server kept at the last association or sending."""
    created_date: Annotated[Instant, d.date_time(listed="date")] = None
    updated_date: Annotated[Instant, d.date_time(listed="date")] = None

    @property
    def associated(self) -> bool:
        """Whether recipients are chosen."""
        return self.filter_type is not None

    @property
    def sent_test(self) -> bool:
        """Whether a test was sent: text, subject and recipients are frozen at the mail provider (trap 13)."""
        return str(self.status) in (TESTED, SENT)

    @property
    def sent_prod(self) -> bool:
        """Whether the mass mail was sent. A test after it hides that (trap 16)."""
        return str(self.status) == SENT


CAMPAIGNS = d.Resource(
    key="campaigns",
    entity="campaign",
    route="/campaigns",
    endpoint="admin/campaigns",
    model=Campaign,
    flag="campaign",
    may=d.May(
        list="campaign_list",
        create="campaign_create",
        read="campaign_read",
        update="campaign_update",
        delete="campaign_delete",
    ),
    columns=d.columns(
        Campaign,
        *("id", "picture", "subject", "name", "status", "delivery_count", "source_name", "creator_avatar", "creator"),
        *("created_date", "updated_date", "email"),
        main="subject",
        hidden=("id", "name", "source_name", "creator_avatar", "updated_date", "email"),
        sortable=("subject", "status", "created_date", "updated_date", "email"),
    ),
    filters=d.filters(
        Campaign,
        "name",
        "status",
        more=(
            *d.period("created_date", "created"),
            "email",
        ),
    ),
    shortcuts=(d.Shortcut("untested", {"status": NOT_TESTED}), d.Shortcut("tested", {"status": TESTED})),
    show=d.show(
        Campaign,
        d.section(
            *("campaign", "status", "subject", "name", "email", "creator", "created_date", "updated_date", "id"),
            side=True,
        ),
    ),
    badges=d.badges(Campaign, "status"),
    links={"creator": targets.ITS_CREATOR},
    who=d.Who(("subject",), second=("name", "creator"), picture="picture"),
    default_sort="-createdDate",
    editable=lambda campaign: str(campaign.status) == NOT_TESTED,
)


def _unfinished(item: Mapping[str, Any]) -> Next:
    campaign = Campaign.model_validate(item)
    quote = ""
    for each in blocks_of(campaign.body):
        if len(quote) < QUOTED and not each.src:  # what nobody will read need not be cleaned
            quote = f"{quote} {d.plain_words(personal(shown_on_page(each), {}))}".strip()
    return Next(
        campaign.subject or campaign.name,
        f"{CAMPAIGNS.route}/show/{campaign.id}",
        "campaign",
        campaign.creator,
        image=first_picture(campaign.body),
        quote=quote,
    )


_untested = first_rows("campaigns_untested", CAMPAIGNS.endpoint, {"status": NOT_TESTED}, "createdDate", _unfinished)


async def _unsent(api: Api) -> Told:
    """Those at each of the two statuses before a sending; who comes first is one to be finished."""
    tested = api.list(CAMPAIGNS.endpoint, Query(1, 1, filters={"status": TESTED}))
    untested, ready = await asyncio.gather(_untested(api), tested)
    return replace(untested, counts={**untested.counts, "campaigns_tested": ready.total})


CAMPAIGNS_WAITING = Waiting(
    key="campaigns",
    title="campaigns.title",
    kinds={"campaigns_untested": f"/campaigns?status={NOT_TESTED}", "campaigns_tested": f"/campaigns?status={TESTED}"},
    permissions=("campaign_list",),
    read=_unsent,
    flag="campaign",
    in_menu="campaigns_tested",
)
"""The campaigns that were not sent."""
