"""Embedded dashboards: their signed address, and a small page of our own behind it (session.yaml, get_analytic)."""

from datetime import date, timedelta
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import jwt
from babel.dates import get_month_names
from babel.numbers import format_decimal
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from sqlalchemy import func, select

from sandbox.communities.reading import moderated
from sandbox.context import Caller, Context, Sandbox, sandbox_of
from sandbox.datafiles import DATA, read_toml
from sandbox.errors import ApiError, masked
from sandbox.params import reference_id
from sandbox.routes import query_parameter
from sandbox.solidary.tables import solidaries, solidary_users
from sandbox.tables import LISTED_USERS, addresses, ads, communities, memberships, relay_points, users
from sandbox.tokens import ALGORITHM

router = APIRouter(tags=["admin/analytics"])
PAGE = "/_sandbox/dashboards/"
RIGHT = "analytic_read"
PERIODICITIES = {"daily": 10, "monthly": 7, "yearly": 4}
"""Characters of a date that name its period."""
MEMBERS = {1: "members", 2: "moderators", 0: "pending", 3: "refused"}
"""What a membership is, by its status (communities-campaigns.yaml)."""
CLOSED, REPLACED = 4, 6
TOWNS = 10
"""As many are drawn."""
FONT = Path(__file__).resolve().parents[1] / "assets" / "fonts" / "public-sans.woff2"
DATABASE, ORGANISATION = "demo", "Covoiturage de démonstration"
NAMES = ("darkTheme", "communityId", "territoryId", "forceDefaultCommunityId", "forceDefaultTerritoryId")


DASHBOARDS = {
    "summary": {"daily": 11, "monthly": 12, "yearly": 13},
    "solidary": {"monthly": 22, "yearly": 23},
}
"""Numbers of the visual dashboards by type, then periodicity; the keys are free per platform."""


@router.get("/admin/analytics")
async def list_analytics(ctx: Caller) -> Response:
    """Always empty upstream."""
    ctx.allow("analytic_list")
    return ctx.collection("Analytic", "/analytics", [])


PARAMETERS = [query_parameter("periodicity", required=True), *(query_parameter(name) for name in NAMES)]


@router.get("/admin/analytics/{view}", openapi_extra={"parameters": PARAMETERS})
async def read_analytic(ctx: Caller, view: str) -> Response:
    """The address of a dashboard, signed for what the caller may see of it."""
    ctx.allow(RIGHT)
    periodicity = ctx.params.text("periodicity") or ""
    if periodicity not in PERIODICITIES or view not in DASHBOARDS:
        raise masked()
    dashboard = DASHBOARDS[view].get(periodicity)
    if dashboard is None:
        raise ApiError("Unknown dashboard")
    community, territories = _filtered(ctx)
    return ctx.item("Analytic", _content(ctx, view, dashboard, community, territories))


def _content(ctx: Context, view: str, dashboard: int, community: int | None, found: list[int]) -> dict[str, Any]:
    params = {
        "idterritoryoperational": [_filter(each) for each in found] or [_filter(None)],
        "idcommunityoperational": _filter(community),
        "organization": ORGANISATION,
    }
    token = jwt.encode({"resource": {"dashboard": dashboard}, "params": params}, _key(ctx.sandbox), ALGORITHM)
    base = ctx.settings.analytics_url or f"{ctx.public_url}{PAGE}"
    theme = "&theme=night" if _set(ctx, "darkTheme") else ""
    return {
        "@id": f"/admin/analytics/{view}",
        "@type": "Analytic",
        "type": view,
        "periodicity": ctx.params.text("periodicity"),
        "url": f"{base}{token}#bordered=false&titled=false{theme}",
        "communityId": community,
        "territoryId": found[0] if found else None,
        "forceDefaultCommunityId": _echo(ctx, "forceDefaultCommunityId"),
        "forceDefaultTerritoryId": _echo(ctx, "forceDefaultTerritoryId"),
    }


def _filtered(ctx: Context) -> tuple[int | None, list[int]]:
    """The community and the territories a dashboard is narrowed to, by the caller's role."""
    given = reference_id(ctx.params.text("territoryId") or "")
    forced = _set(ctx, "forceDefaultTerritoryId")
    found = [given] if given and not forced else sorted(ctx.access.limits(RIGHT))
    if ctx.access.has_role("ROLE_ADMIN"):
        return (None if _set(ctx, "forceDefaultCommunityId") else _community(ctx)), found
    if ctx.access.has_role("ROLE_COMMUNITY_MANAGER_PUBLIC"):
        return _own_community(ctx), found
    return None, []


def _community(ctx: Context) -> int | None:
    return reference_id(ctx.params.text("communityId") or "")


def _own_community(ctx: Context) -> int | None:
    """A manager sees the figures of a community of his, and of no other."""
    referred = select(communities.c.id).where(communities.c.referrer_id == ctx.access.user_id)
    mine = sorted({*ctx.database.values(referred), *ctx.database.values(moderated(ctx.access.user_id))})
    if _set(ctx, "forceDefaultCommunityId"):
        return mine[0] if mine else None
    asked = _community(ctx)
    if asked is not None and asked not in mine:
        raise masked()
    return asked


def _set(ctx: Context, name: str) -> bool:
    """Upstream tests for a non-empty text: `false` counts as true."""
    return ctx.params.text(name) not in (None, "0")


def _echo(ctx: Context, name: str) -> bool | None:
    return _set(ctx, name) if name in ctx.params.scalars else None


def _filter(record_id: int | None) -> str:
    return DATABASE if record_id is None else f"{DATABASE}_{record_id}"


def _key(sandbox: Sandbox) -> str:
    """Another key than that of sign-in: this token opens a picture, never the API."""
    return f"dashboards:{sandbox.signing_key()}"


# --- the page in the frame ---------------------------------------------------


@router.get(PAGE + "{token}", tags=["sandbox"])
async def show_dashboard(request: Request, token: str) -> Response:
    """What a visual dashboard would show: a few true figures of the demo data, in the theme of the fragment."""
    sandbox = sandbox_of(request)
    try:
        claims = jwt.decode(token, _key(sandbox), [ALGORITHM])
    except jwt.InvalidTokenError:
        return HTMLResponse("<!doctype html><title>Tableau de bord</title><p>Adresse refusée.</p>", 400)
    number = claims["resource"]["dashboard"]
    periodicity = next(name for each in DASHBOARDS.values() for name, found in each.items() if found == number)
    community = reference_id(claims["params"]["idcommunityoperational"].replace("_", "/"))
    # The address says nothing of a language: the page is in the first of the browser's.
    locale = "en" if request.headers.get("accept-language", "").lower().startswith("en") else "fr"
    return HTMLResponse(_page(sandbox, number, periodicity, community, locale))


@router.get("/_sandbox/public-sans.woff2", tags=["sandbox"])
async def font() -> Response:
    """The letters of the page in the frame, which are those of the page around it."""
    return FileResponse(FONT)


def _page(sandbox: Sandbox, number: int, periodicity: str, community: int | None, locale: str) -> str:
    words = read_toml("dashboard.toml")[locale]
    what = "solidary" if number in DASHBOARDS["solidary"].values() else "community" if community else "platform"
    counts = _counts(sandbox, what, periodicity, community)
    towns = _towns(sandbox, what, community)
    most, most_in_town = max([*counts.values(), 1]), max([*towns.values(), 1])
    figures = "".join(
        f"<div><dt>{escape(words[name])}</dt><dd>{format_decimal(count, locale=locale)}</dd></div>"
        for name, count in _figures(sandbox, what, community).items()
    )
    bars = "".join(
        f'<li style="grid-template-rows:{100 - 100 * count / most:.1f}fr 20px {100 * count / most:.1f}fr 36px">'
        f"<b>{count}</b><i></i><span>{label}</span></li>"
        for label, count in zip(_labels(list(counts), locale), counts.values(), strict=True)
    )
    rows = "".join(
        f'<li><em>{escape(name)}</em><i style="width:{100 * count / most_in_town:.1f}%"></i><b>{count}</b></li>'
        for name, count in towns.items()
    )
    return Template((DATA / "dashboard.html").read_text(encoding="utf-8")).substitute(
        locale=locale,
        what=words[what],
        about=words[f"{what}_about"],
        figures=figures,
        by_period=words[periodicity].format(words[f"{what}_joined"]),
        bars=bars,
        by_town=words[f"{what}_towns"],
        rows=rows,
    )


def _figures(sandbox: Sandbox, what: str, community: int | None) -> dict[str, int]:
    """What is counted in all, by the name of its words; the first is told loudest."""
    if what == "solidary":
        number, listed = select(func.count()).select_from(solidaries), solidaries.c.status != REPLACED
        closed = solidaries.c.status == CLOSED
        driving = select(func.count()).select_from(solidary_users).where(solidary_users.c.volunteer)
        queries = {
            "requests": number.where(listed),
            "open": number.where(listed, ~closed),
            "closed": number.where(closed),
            "volunteers": driving,
        }
        return {name: sandbox.database.value(query) for name, query in queries.items()}
    if community:
        query = select(memberships.c.status, func.count().label("number")).group_by(memberships.c.status)
        rows = sandbox.database.rows(query.where(memberships.c.community_id == community))
        found = {row.status: row.number for row in rows}
        return {name: found.get(status, 0) for status, name in MEMBERS.items()}
    return {
        "people": sandbox.database.value(select(func.count()).select_from(users).where(LISTED_USERS)),
        "ads": sandbox.database.value(select(func.count()).select_from(ads).where(ads.c.public)),
        "communities": sandbox.database.value(select(func.count()).select_from(communities)),
        "points": sandbox.database.value(select(func.count()).select_from(relay_points)),
    }


def _towns(sandbox: Sandbox, what: str, community: int | None) -> dict[str, int]:
    """Where most of them live, or begin."""
    town = addresses.c.address_locality
    query = select(town.label("town"), func.count().label("number"))
    query = query.where(town.is_not(None)).group_by(town).order_by(func.count().desc(), town).limit(TOWNS)
    if what == "solidary":
        begun = solidaries.join(addresses, addresses.c.id == solidaries.c.origin_id)
        query = query.select_from(begun).where(solidaries.c.status != REPLACED)
    else:
        query = query.select_from(users.join(addresses)).where(LISTED_USERS)
    if what == "community":
        of = select(memberships.c.user_id).where(memberships.c.community_id == community)
        query = query.where(users.c.id.in_(of))
    return {row.town: row.number for row in sandbox.database.rows(query)}


def _labels(periods: list[str], locale: str) -> list[str]:
    """Days, months or years as people write them, the year below the first of its: 2026-11 is nov., and 2026."""
    names, labels, before = get_month_names("abbreviated", locale=locale), [], ""
    for period in periods:
        year, *rest = period.split("-")
        month = [names[int(rest[0])]] if rest else []
        day = " ".join([*(str(int(each)) for each in rest[1:]), *month])
        labels.append("<br>".join(filter(None, (day, "" if year == before else year))))
        before = year
    return labels


def _counts(sandbox: Sandbox, what: str, periodicity: str, community: int | None) -> dict[str, int]:
    """How many joined or were asked for in each of the twelve periods up to the last that has some."""
    table = {"solidary": solidaries, "community": memberships, "platform": users}[what]
    period = func.substr(table.c.created_date, 1, PERIODICITIES[periodicity])
    query = (
        select(period.label("period"), func.count().label("joined")).group_by(period).order_by(period.desc()).limit(12)
    )
    if what == "community":
        query = query.where(memberships.c.community_id == community)
    found = {row.period: row.joined for row in sandbox.database.rows(query)}
    return {each: found.get(each, 0) for each in _periods(max(found))} if found else {}


def _periods(last: str) -> list[str]:
    """Twelve days, months or years, up to one."""
    year, *rest = (int(part) for part in last.split("-"))
    if not rest:
        return [str(year - back) for back in range(11, -1, -1)]
    if len(rest) == 1:
        months = [year * 12 + rest[0] - 1 - back for back in range(11, -1, -1)]
        return [f"{month // 12}-{month % 12 + 1:02}" for month in months]
    return [(date(year, *rest) - timedelta(days=back)).isoformat() for back in range(11, -1, -1)]
