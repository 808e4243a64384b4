"""Embedded dashboards: their signed address, and a small page of our own behind it (session.yaml, get_analytic)."""

from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from pathlib import Path
from typing import Any

import jwt
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from sqlalchemy import func, select

from sandbox import http
from sandbox.communities.reading import moderated
from sandbox.context import Context, Sandbox, sandbox_of, signed_in
from sandbox.errors import ApiError, masked
from sandbox.params import reference_id
from sandbox.routes import query_parameter
from sandbox.tables import LISTED_USERS, addresses, ads, communities, memberships, relay_points, users
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


@router.get("/_sandbox/public-sans.woff2", tags=["sandbox"])
async def font() -> Response:
    """The letters of the page in the frame, which are those of the page around it."""
    return FileResponse(FONT)


def _page(sandbox: Sandbox, number: int, periodicity: str, community: int | None, locale: str) -> str:
    words = WORDS[locale]
    what = "community" if community else "platform"
    counts = _counts(sandbox, periodicity, community)
    towns = _towns(sandbox, community)
    most, most_in_town = max([*counts.values(), 1]), max([*towns.values(), 1])
    figures = "".join(
        f"<div><dt>{escape(words[name])}</dt><dd>{_grouped(count, locale)}</dd></div>"
        for name, count in _figures(sandbox, community).items()
    )
    bars = "".join(
        f'<li style="grid-template-rows:{100 - 100 * count / most:.1f}fr 20px {100 * count / most:.1f}fr 36px">'
        f"<b>{count}</b><i></i><span>{escape(_named(name, locale))}</span></li>"
        for name, count in counts.items()
    )
    rows = "".join(
        f'<li><em>{escape(name)}</em><i style="width:{100 * count / most_in_town:.1f}%"></i><b>{count}</b></li>'
        for name, count in towns.items()
    )
    return _TEMPLATE.format(
        locale=locale,
        title=words["title"].format(number),
        about=words["about"],
        what=words[what],
        figures=figures,
        by_period=words[periodicity],
        bars=bars,
        by_town=words[f"{what}_towns"],
        rows=rows,
    )


def _figures(sandbox: Sandbox, community: int | None) -> dict[str, int]:
    """What is counted in all, by the name of its words."""
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


def _towns(sandbox: Sandbox, community: int | None) -> dict[str, int]:
    """Where most of them live."""
    town = addresses.c.address_locality
    query = select(town.label("town"), func.count().label("number")).select_from(users.join(addresses))
    query = query.where(LISTED_USERS, town.is_not(None)).group_by(town).order_by(func.count().desc(), town).limit(TOWNS)
    if community:
        of = select(memberships.c.user_id).where(memberships.c.community_id == community)
        query = query.where(users.c.id.in_(of))
    return {row.town: row.number for row in sandbox.database.rows(query)}


def _grouped(count: int, locale: str) -> str:
    """A number as people write it."""
    return f"{count:,}".replace(",", "," if locale == "en" else "\u202f")


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
        "people": "Personnes inscrites",
        "ads": "Annonces publiées",
        "communities": "Communautés",
        "points": "Points relais",
        "members": "Membres",
        "moderators": "Modérateurs",
        "pending": "En attente",
        "refused": "Refusés",
        "daily": "Par jour",
        "monthly": "Par mois",
        "yearly": "Par an",
        "platform_towns": "Communes où habitent le plus d’inscrits",
        "community_towns": "Communes où habitent le plus de membres",
    },
    "en": {
        "platform": "Registrations on the platform",
        "community": "Memberships of the community",
        "title": "Dashboard no. {}",
        "about": "example of the sandbox",
        "people": "Registered people",
        "ads": "Published ads",
        "communities": "Communities",
        "points": "Relay points",
        "members": "Members",
        "moderators": "Moderators",
        "pending": "Pending",
        "refused": "Refused",
        "daily": "By day",
        "monthly": "By month",
        "yearly": "By year",
        "platform_towns": "Towns where most registered people live",
        "community_towns": "Towns where most members live",
    },
}
MEMBERS = {1: "members", 2: "moderators", 0: "pending", 3: "refused"}
"""What a membership is, by its status (communities-campaigns.yaml)."""
TOWNS = 10
"""As many are drawn."""
FONT = Path(__file__).resolve().parents[1] / "assets" / "fonts" / "public-sans.woff2"
MONTHS = {
    "fr": ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."],
    "en": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
}
_TEMPLATE = """<!doctype html><html lang="{locale}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="icon" href="data:,">
<style>
@font-face{{font-family:"Public Sans";font-weight:100 900;src:url("/_sandbox/public-sans.woff2") format("woff2")}}
:root{{--text:#10211f;--quiet:#536463;--line:#e2e8e7;--sheet:#fff;--figure:#1f6a70}}
.night{{--text:#e9f0ef;--quiet:#a0b3b4;--line:#26383d;--sheet:#111c1f;--figure:#7cc5c7}}
*{{box-sizing:border-box}}
body{{display:flex;flex-direction:column;min-height:100vh;margin:0;color:var(--text);background:var(--sheet)}}
body{{font:14px/20px "Public Sans",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}}
h1,figcaption{{margin:0;font-size:16px;line-height:24px;font-weight:600}}
p{{margin:0 0 16px;font-size:13px;color:var(--quiet)}}
dl{{display:grid;grid-template-columns:repeat(auto-fit,minmax(136px,1fr));margin:0 0 28px}}
dl{{border-block:1px solid var(--line)}}
dl div{{display:flex;flex-direction:column;padding:16px 20px}}
dl div:first-child{{padding-left:0}}dl div+div{{border-left:1px solid var(--line)}}
dd{{margin:0;font-size:28px;line-height:36px;font-weight:600;letter-spacing:-.01em}}dt{{order:1;color:var(--quiet)}}
main{{flex:1;display:grid;grid-template-columns:minmax(0,5fr) minmax(0,3fr);gap:40px}}
figure{{display:flex;flex-direction:column;min-width:0;margin:0}}
ul{{flex:1;margin:16px 0 0;padding:0;list-style:none}}
b{{font-weight:400;font-variant-numeric:tabular-nums}}i{{background:var(--figure)}}
.bars{{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:8px;min-height:220px}}
.bars li{{display:grid;justify-items:center;text-align:center}}
.bars b{{grid-row:2}}.bars i{{grid-row:3;width:100%;max-width:44px;border-radius:3px 3px 0 0}}
span{{grid-row:4;margin-top:4px;font-size:12px;line-height:16px;color:var(--quiet)}}
.rows li{{display:grid;grid-template-columns:minmax(0,9fr) minmax(0,11fr) 4ch;align-items:center;gap:12px}}
.rows{{display:grid;grid-auto-rows:minmax(28px,1fr)}}
.rows em{{font-style:normal;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}}
.rows i{{height:14px;border-radius:0 3px 3px 0}}.rows b{{text-align:right}}
@media (max-width:700px){{
main{{grid-template-columns:minmax(0,1fr)}}dl{{grid-template-columns:1fr 1fr}}
dl div,dl div:first-child{{padding:12px 8px 12px 0}}dl div+div{{border-left:0}}dd{{font-size:20px;line-height:28px}}
.bars{{gap:4px}}span{{font-size:11px;line-height:14px}}
}}
</style>
<body><h1>{what}</h1><p>{title} – {about}</p>
<dl>{figures}</dl>
<main><figure><figcaption>{by_period}</figcaption><ul class="bars">{bars}</ul></figure>
<figure><figcaption>{by_town}</figcaption><ul class="rows">{rows}</ul></figure></main>
<script>if (location.hash.includes("theme=night")) document.body.className = "night"</script></body></html>
"""
