"""Embedded dashboards: their signed address, and a small page of our own behind it (session.yaml, get_analytic)."""

from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from typing import Any

import jwt
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from sqlalchemy import func, select

from sandbox import http
from sandbox.communities.reading import moderated
from sandbox.context import Context, Sandbox, sandbox_of, signed_in
from sandbox.errors import ApiError, masked
from sandbox.params import reference_id
from sandbox.routes import query_parameter
from sandbox.tables import communities, memberships, users
from sandbox.tokens import ALGORITHM

router = APIRouter(tags=["admin/analytics"])
PAGE = "/_sandbox/dashboards/"
PERIODICITIES = {"daily": 10, "monthly": 7, "yearly": 4}
"""Characters of a date that name its period."""
DATABASE, ORGANISATION = "demo", "Covoiturage de démonstration"
NAMES = ("darkTheme", "communityId", "territoryId", "forceDefaultCommunityId", "forceDefaultTerritoryId")


@dataclass(frozen=True)
class Dashboard:
    """One line of the server's dashboards file: number of the visual dashboard, and the right it needs."""

    number: int
    item: str = "analytic_read"


DASHBOARDS = {
    "summary": {"daily": Dashboard(11), "monthly": Dashboard(12), "yearly": Dashboard(13)},
    "solidary": {"monthly": Dashboard(22), "yearly": Dashboard(23)},
}
"""Type, then periodicity; the keys are free per platform."""


@router.get("/admin/analytics")
async def list_analytics(request: Request) -> Response:
    """Always empty upstream."""
    ctx = signed_in(request)
    ctx.allow("analytic_list")
    return http.reply(request, http.collection("Analytic", "/analytics", []))


PARAMETERS = [query_parameter("periodicity", required=True), *(query_parameter(name) for name in NAMES)]


@router.get("/admin/analytics/{view}", openapi_extra={"parameters": PARAMETERS})
async def read_analytic(request: Request, view: str) -> Response:
    """The address of a dashboard, signed for what the caller may see of it."""
    ctx = signed_in(request)
    ctx.allow("analytic_read")
    periodicity = ctx.params.text("periodicity") or ""
    if periodicity not in PERIODICITIES or view not in DASHBOARDS:
        raise masked()
    dashboard = DASHBOARDS[view].get(periodicity)
    if dashboard is None:
        raise ApiError("Unknown dashboard")
    ctx.allow(dashboard.item)
    community, territories = _filtered(ctx, dashboard)
    return http.reply(request, http.item("Analytic", _content(ctx, view, dashboard, community, territories)))


def _content(ctx: Context, view: str, dashboard: Dashboard, community: int | None, found: list[int]) -> dict[str, Any]:
    params = {
        "idterritoryoperational": [_filter(each) for each in found] or [_filter(None)],
        "idcommunityoperational": _filter(community),
        "organization": ORGANISATION,
    }
    token = jwt.encode({"resource": {"dashboard": dashboard.number}, "params": params}, _key(ctx.sandbox), ALGORITHM)
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


def _filtered(ctx: Context, dashboard: Dashboard) -> tuple[int | None, list[int]]:
    """The community and the territories a dashboard is narrowed to, by the caller's role."""
    given = reference_id(ctx.params.text("territoryId") or "")
    forced = _set(ctx, "forceDefaultTerritoryId")
    found = [given] if given and not forced else sorted(ctx.access.limits(dashboard.item))
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
    periodicity = next(
        name for each in DASHBOARDS.values() for name, dashboard in each.items() if dashboard.number == number
    )
    community = reference_id(claims["params"]["idcommunityoperational"].replace("_", "/"))
    # The address says nothing of a language: the page is in the first of the browser's.
    locale = "en" if request.headers.get("accept-language", "").lower().startswith("en") else "fr"
    return HTMLResponse(_page(sandbox, number, periodicity, community, locale))


def _page(sandbox: Sandbox, number: int, periodicity: str, community: int | None, locale: str) -> str:
    counts = _counts(sandbox, periodicity, community)
    words = WORDS[locale]
    most = max([*counts.values(), 1])
    bars = "".join(
        f'<li><b>{count}</b><i style="height:{240 * count / most:.0f}px"></i>'
        f"<span>{escape(_named(name, locale))}</span></li>"
        for name, count in counts.items()
    )
    what = words["community" if community else "platform"]
    return _TEMPLATE.format(
        locale=locale, title=words["title"].format(number), about=words["about"], what=what, bars=bars
    )


def _named(period: str, locale: str) -> str:
    """A day, month or year as people write it: 2026-11 is nov. 2026."""
    year, *rest = period.split("-")
    month = [MONTHS[locale][int(rest[0]) - 1]] if rest else []
    return " ".join([*(str(int(day)) for day in rest[1:]), *month, year])


def _counts(sandbox: Sandbox, periodicity: str, community: int | None) -> dict[str, int]:
    """How many joined in each of the twelve periods up to the last that has some."""
    table = memberships if community else users
    period = func.substr(table.c.created_date, 1, PERIODICITIES[periodicity])
    query = (
        select(period.label("period"), func.count().label("joined")).group_by(period).order_by(period.desc()).limit(12)
    )
    if community:
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


WORDS = {
    "fr": {
        "platform": "Inscriptions sur la plateforme",
        "community": "Adhésions à la communauté",
        "title": "Tableau de bord n° {}",
        "about": "exemple du bac à sable",
    },
    "en": {
        "platform": "Registrations on the platform",
        "community": "Memberships of the community",
        "title": "Dashboard no. {}",
        "about": "example of the sandbox",
    },
}
MONTHS = {
    "fr": ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."],
    "en": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
}
_TEMPLATE = """<!doctype html><html lang="{locale}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="icon" href="data:,">
<style>
body{{margin:0;color:#10211f;background:#fff}}
body{{font:14px/20px "Public Sans",Arial,"Liberation Sans",Helvetica,system-ui,sans-serif}}
h1{{margin:0;font-size:16px;line-height:24px;font-weight:600}}p{{margin:0 0 12px;font-size:13px;color:#536463}}
ul{{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:6px}}
ul{{margin:24px 0 0;padding:0;list-style:none}}
li{{display:flex;flex-direction:column;justify-content:flex-end;align-items:center;gap:4px;text-align:center}}
i{{width:100%;max-width:56px;border-radius:3px 3px 0 0;background:#1f6a70}}
b{{font-weight:400;font-variant-numeric:tabular-nums}}span{{min-height:48px;font-size:12px;line-height:16px;color:#536463}}
.night{{color:#e9f0ef;background:#111c1f}}.night :is(p,span){{color:#a0b3b4}}.night i{{background:#7cc5c7}}
</style>
<body><h1>{what}</h1><p>{title} – {about}</p><ul>{bars}</ul>
<script>if (location.hash.includes("theme=night")) document.body.className = "night"</script></body></html>
"""
