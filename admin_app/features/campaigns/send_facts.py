"""Where a campaign stands, as its screen says it: read from the API and from the register, at each look."""

import hashlib
import json
from dataclasses import dataclass, field

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.features.campaigns import audience, blocks, checks, mail, send_calls
from admin_app.features.campaigns.audience import Line, both
from admin_app.features.campaigns.checks import Finding
from admin_app.features.campaigns.preview import dress
from admin_app.features.campaigns.record import NOT_TESTED, TESTED, Campaign
from admin_app.features.campaigns.send_calls import Item
from admin_app.kit import audit
from admin_app.kit.declare import text_of
from admin_app.kit.words.locale import say
from admin_app.shared.mail_target import FILTERS, SELECTION, USERS, MailTarget, Unaddressable
from admin_app.shared.mailing.counting import count


@dataclass(frozen=True)
class Facts:
    """Texts and numbers for the page."""

    shown: dict[str, str]
    """name, subject, status, source, sourceId, creator, creatorId, creatorEmail."""
    number: int
    """Recipients that the server keeps; of what was sent those it went to, where the register knows them."""
    whom: list[Line]
    associated: bool
    sent_test: bool
    sent_prod: bool
    sound: bool = True
    """Whether nothing in its text stops a test."""
    page: str = ""
    """The mail, to stand in a frame."""
    seen: str = ""
    """What a test freezes of what is shown (`to_freeze`)."""
    standing: dict[str, str] = field(default_factory=dict)
    """The mass sending that this application knows of: `who`, `at`, and `open` where nobody saw it end."""
    wrong: list[Line] = field(default_factory=list)
    """What is wrong with the text, in each language, with its `level`; nothing once it is frozen."""


async def facts(api: Api, item: Item) -> Facts:
    """Where a campaign stands, of which this is what the API answered a moment ago."""
    campaign = Campaign.model_validate(item)
    names = ("name", "subject", "status", "source", "sourceId", "creator", "creatorId", "creatorEmail")
    known = True
    try:
        whom = await audience.told(api, MailTarget.kept(item), campaign.source_name or "")
    except Unaddressable as error:
        reason = f"mailing.refused.{error.reason}"
        whom, known = [both(lambda locale: say(reason, locale))], False
    found = wrong(campaign) if str(campaign.status) == NOT_TESTED else []
    standing = as_shown(await send_calls.standing(item))
    return Facts(
        shown={name: text_of(item.get(name)) for name in names},
        number=reached(campaign, standing),
        whom=whom,
        associated=campaign.associated and known,
        sent_test=campaign.sent_test,
        sent_prod=campaign.sent_prod,
        sound=not checks.stops(found),
        page=mail.read_by_anybody(blocks.frozen(campaign.body), dress()),
        seen=to_freeze(campaign),
        standing=standing,
        wrong=[_line(each) for each in found],
    )


def to_freeze(campaign: Campaign) -> str:
    """What a first test freezes, in a few signs: subject, text and whom it is for, as far as the API tells.

    Of people who were chosen one by one it tells how many: when they were written stands for who they are.
    """
    chosen = campaign.filter_type == SELECTION
    whom = (campaign.source, campaign.source_id, campaign.filter_type, campaign.filters, campaign.delivery_count)
    when = str(campaign.updated_date) if chosen else ""
    return hashlib.sha256(json.dumps([campaign.subject, blocks.frozen(campaign.body), whom, when]).encode()).hexdigest()


def wrong(campaign: Campaign) -> list[Finding]:
    """What the checks find in a campaign."""
    return checks.findings(campaign.subject, blocks.blocks_of(campaign.body))


def _line(finding: Finding) -> Line:
    told = both(lambda locale: say(f"campaigns.checks.{finding.name}", locale, **finding.values))
    return {"level": finding.level, **told}


def reached(campaign: Campaign, sending: dict[str, str]) -> int:
    """How many a campaign is for, or went to: with a sending the server counts those who accept e-mails by then, and
    writes to everybody its test has frozen (trap 13)."""
    written = sending.get("reached", "") if campaign.sent_prod else ""
    return int(written or campaign.delivery_count or 0)


async def fewer_now(api: Api, item: Item) -> int:
    """How many fewer accept e-mails now, of those that the filters of a tested campaign find, than its test has frozen.

    0 where that cannot be told: nobody knows who was chosen one by one, and members take long to count.
    """
    campaign = Campaign.model_validate(item)
    try:
        target = MailTarget.kept(item)
        if target is None or (target.source, target.filter_type) != (USERS, FILTERS) or str(campaign.status) != TESTED:
            return 0
        now = await count(api, target)
    except (Unaddressable, ApiError):  # the mail can be sent all the same
        return 0
    return max(0, (campaign.delivery_count or 0) - (now.chosen - now.opted_out))


def as_shown(act: audit.Act | None) -> dict[str, str]:
    """A sending of the register: `who`, `at`, how many it `reached`, and `open` where nobody saw it end; empty for one
    that did not happen."""
    if act is None or act.outcome not in ("", "complete"):
        return {}
    return {"who": act.who, "at": act.at, "open": "" if act.outcome else "true", "reached": str(act.rows or "")}
