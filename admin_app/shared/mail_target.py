"""Whom a campaign is for, in the API's own words: what a list hands over to whoever writes the mail.

Pure, and the one place that knows how the API reads a target (traps 11, 12, 17 and 18): filters are
parameters of their own with their `[]`, they are said again at each sending, and no filter means everybody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from admin_app.api.query import Params, encode

USERS, COMMUNITY = 1, 2
"""Sources of a campaign (CAMPAIGN-5)."""
SELECTION, FILTERS = 1, 2
"""Values of filterType (CAMPAIGN-1)."""
MOST_SELECTED = 400
"""Ids one address can hold: web servers stop at about 8,000 characters (communities-campaigns.yaml)."""
MOST_FILTER_TEXT = 512
"""Characters of filters the server can keep."""
NOT_FILTERS = ("page", "perPage", "campaignId", "filterType", "communityId", "mode")
"""What must never be among the filters: a page would skip recipients."""
OF_MEMBERS = ("status", "user", "user.id")
"""The filters the server reads when the target is a community; the others would be dropped silently."""
Source = Literal[1, 2]


class Unaddressable(ValueError):
    """A target the API cannot take; `reason` is the last part of a translation key below `mailing.refused`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class MailTarget:
    """A target; made by `selection`, `filtered` or `everybody`, so that nobody is written to by omission."""

    source: Source
    filter_type: Literal[1, 2]
    ids: tuple[int, ...] = ()
    """Ids of users, or of memberships when the source is a community."""
    filters: tuple[tuple[str, str], ...] = ()
    """Parameters as they are sent: arrays keep their `[]`."""
    community_id: int | None = None

    @classmethod
    def selection(cls, ids: Iterable[int], community_id: int | None = None) -> "MailTarget":
        """These users, or these memberships of a community."""
        found = tuple(dict.fromkeys(ids))
        if not found or min(found) < 1:
            raise Unaddressable("nobody")
        if len(found) > MOST_SELECTED:
            raise Unaddressable("too_many")
        return cls(_source(community_id), SELECTION, ids=found, community_id=community_id)

    @classmethod
    def filtered(cls, filters: Mapping[str, Any], community_id: int | None = None) -> "MailTarget":
        """Whom these filters find. Without any it would be everybody: that is said, not left out."""
        pairs = tuple(encode(filters))
        if not pairs and community_id is None:
            raise Unaddressable("nobody")
        if any(_root(name) in NOT_FILTERS or name.startswith(("filters", "order[")) for name, _ in pairs):
            raise Unaddressable("unread")
        if community_id is not None and any(_root(name) not in OF_MEMBERS for name, _ in pairs):
            raise Unaddressable("members_unread")
        if len("&".join(f"{name}={value}" for name, value in pairs)) > MOST_FILTER_TEXT:
            raise Unaddressable("too_long")
        if any("&" in value for _, value in pairs):
            raise Unaddressable("unread")  # kept as it is, it could not be said again
        return cls(_source(community_id), FILTERS, filters=pairs, community_id=community_id)

    @classmethod
    def everybody(cls) -> "MailTarget":
        """Every user who accepts e-mails."""
        return cls(USERS, FILTERS)

    @classmethod
    def kept(cls, campaign: Mapping[str, Any]) -> "MailTarget | None":
        """The target of a campaign as the API keeps it, fit to be sent again; None before there is one.

        Kept are the filters without their encoding, and arrays without their `[]` (associate_campaign_with_users).
        Unaddressable where the API does not say what it keeps: that would be everybody.
        """
        kind, source, text = campaign.get("filterType"), campaign.get("source"), campaign.get("filters")
        if kind is None:
            return None
        community = campaign.get("sourceId") if source == COMMUNITY else None
        known = kind in (SELECTION, FILTERS) and source in (USERS, COMMUNITY)
        if not known or (source == COMMUNITY) != bool(community):
            raise Unaddressable("unknown")
        if kind == SELECTION:
            return cls(source, SELECTION, community_id=community)
        if not isinstance(text, str):
            raise Unaddressable("unknown")
        return cls(source, FILTERS, filters=_said_again(text), community_id=community)

    @property
    def everyone(self) -> bool:
        """Whether no filter and no choice limits it."""
        return self.filter_type == FILTERS and not self.filters

    @property
    def resource(self) -> str:
        """The resource whose associate-campaign and send-campaign are called."""
        return "admin/users" if self.source == USERS else "admin/community_members"

    def association(self, campaign_id: int) -> Params:
        """Parameters of associate-campaign."""
        name = "user[]" if self.source == USERS else "member[]"
        whose = [("communityId", str(self.community_id))] if self.source == COMMUNITY else []
        chosen = [(name, str(each)) for each in self.ids]
        return [("campaignId", str(campaign_id)), ("filterType", str(self.filter_type)), *whose, *chosen, *self.filters]

    def sending(self, campaign_id: int, mode: Literal[1, 2]) -> Params:
        """Parameters of send-campaign: the filters again, for the server does not use those it keeps."""
        return [("campaignId", str(campaign_id)), ("mode", str(mode)), *self.filters]


def _said_again(text: str) -> tuple[tuple[str, str], ...]:
    """Filters from the text they are kept as: what is there twice was an array, and gets its `[]` back."""
    pairs = [(name, value) for part in text.split("&") if part for name, _, value in [part.partition("=")]]
    names = [name for name, _ in pairs]
    again = [(name if names.count(name) == 1 or "[" in name else f"{name}[]", value) for name, value in pairs]
    return tuple((name, value) for name, value in again if _root(name) not in NOT_FILTERS and name != "source")


def _source(community_id: int | None) -> Source:
    return USERS if community_id is None else COMMUNITY


def _root(name: str) -> str:
    return name.removesuffix("[]")
