"""Figures of one community: members over time, validation, relay points, events (communities-campaigns.yaml)."""

from collections.abc import Mapping

import pandas as pd

from admin_app.kit.dashboards.periods import (
    Figures,
    Json,
    Window,
    by_period,
    counted,
    dates,
    lines,
    medians,
    numbers,
    ranked,
    standing,
    within,
)

PENDING, MEMBER, MODERATOR, REFUSED = range(4)
"""CommunityMemberStatus."""
POINT_STATUSES = {0: "pending", 1: "active", 2: "inactive"}
"""content-points.yaml, RelayPointStatus."""
NONE, OTHERS = "none", "others"
MEMBERSHIP = ("status", "createdDate", "acceptedDate", "refusedDate")
POINT = ("status", "type")
EVENT = ("fromDate", "toDate")


def take_community(community: Json, params: Mapping[str, str]) -> Json:
    """What the figures need of the community itself."""
    return {name: community.get(name) for name in ("name", "target", "nbMembers")}


def take_membership(membership: Json, params: Mapping[str, str]) -> Json:
    """A membership without its person."""
    return {name: membership.get(name) for name in MEMBERSHIP}


def take_point(point: Json, params: Mapping[str, str]) -> Json | None:
    """A relay point of this community; the API has no filter for that (content-points.yaml, list_relay_points)."""
    if str(point.get("communityId")) != params.get("record_id"):
        return None
    return {"status": point.get("status"), "type": point.get("relayPointTypeName") or NONE}


def take_event(event: Json, params: Mapping[str, str]) -> Json:
    """When an event takes place."""
    return {name: event.get(name) for name in EVENT}


def community(records: list[Json], window: Window) -> Figures:
    """The name, and how far the community is from its target."""
    (record,) = records
    members, target = record["nbMembers"] or 0, record["target"]
    share = 100 * members / target if target else None
    return Figures(
        numbers(target=target, share=None if share is None else round(share)), name=str(record["name"] or "")
    )


def members(records: list[Json], window: Window) -> Figures:
    """Members by status over time, requests and decisions, and how long decisions took.

    The API says when somebody asked and was accepted or refused; a moderator counts as one since his acceptance,
    because nobody knows since when he is one.
    """
    frame = pd.DataFrame(records, columns=list(MEMBERSHIP))
    status = frame["status"]
    decided = dates(frame["acceptedDate"]).where(status.isin((MEMBER, MODERATOR)), dates(frame["refusedDate"]))
    decided = decided.where(status != PENDING)
    # A date that is missing is the other one: an import knows only one of them.
    asked = dates(frame["createdDate"]).fillna(decided)
    decided = decided.fillna(asked.where(status != PENDING))
    delays = (decided - asked).dt.days.clip(lower=0)
    waiting = asked[status == PENDING].dropna()
    charts = {
        "members": by_period(window, **_standing(status, asked, decided, window)),
        "requests": by_period(window, **_requests(status, asked, decided, window)),
        "delay": by_period(window, days=medians(delays, decided, window)),
    }
    lately = within(decided, window)
    counts = {
        "members": int(status.isin((MEMBER, MODERATOR)).sum()),
        "moderators": int((status == MODERATOR).sum()),
        "pending": int((status == PENDING).sum()),
        "refused": int((status == REFUSED).sum()),
        "oldest": None if waiting.empty else (pd.Timestamp(window.today) - waiting.min()).days,
        "delay": delays[lately].median(),
        "slowest": delays[lately].max(),
        "decisions": int(lately.sum()),
        "gained": _gained(charts["members"]),
        "asked": int(within(asked, window).sum()),
    }
    return Figures(numbers(**counts), charts)


def _standing(status: pd.Series, asked: pd.Series, decided: pd.Series, window: Window) -> dict[str, pd.Series]:
    """How many stood where at the end of each period."""
    names = {"members": MEMBER, "moderators": MODERATOR, "refused": REFUSED}
    found = {name: standing(decided[status == value], window) for name, value in names.items()}
    return {**found, "pending": standing(asked, window) - standing(decided, window)}


def _requests(status: pd.Series, asked: pd.Series, decided: pd.Series, window: Window) -> dict[str, pd.Series]:
    """Requests, acceptances and refusals of each period."""
    accepted = decided[status.isin((MEMBER, MODERATOR))]
    return {
        "asked": counted(asked, window),
        "accepted": counted(accepted, window),
        "refused": counted(decided[status == REFUSED], window),
    }


def _gained(rows: list[dict[str, str]]) -> int | None:
    """Members more at the end of what is shown than at its start."""
    totals = [int(row["members"]) + int(row["moderators"]) for row in rows]
    return totals[-1] - totals[0] if totals else None


def relay_points(records: list[Json], window: Window) -> Figures:
    """Relay points by type and status."""
    frame = pd.DataFrame(records, columns=list(POINT))
    each = pd.DataFrame({name: (frame["status"] == value).astype(int) for value, name in POINT_STATUSES.items()})
    table = ranked(each.groupby(frame["type"])[["active", "pending", "inactive"]].sum(), OTHERS)
    counts = {name: int(each[name].sum()) for name in ("active", "pending", "inactive")}
    named = {"points": len(frame), **{f"points_{name}": count for name, count in counts.items()}}
    return Figures(numbers(**named), {"relay_points": lines(table)})


def events(records: list[Json], window: Window) -> Figures:
    """Events by the period of their first day; those to come are counted whatever the window."""
    frame = pd.DataFrame(records, columns=list(EVENT))
    starts = dates(frame["fromDate"])
    ends = dates(frame["toDate"]).fillna(starts)
    charts = {"events": by_period(window, held=counted(starts, window))}
    counts = {
        "events": len(frame),
        "upcoming": int((ends >= pd.Timestamp(window.today)).sum()),
        "held": int(within(starts, window).sum()),
    }
    return Figures(numbers(**counts), charts)
