"""Filters of the list of users (users.yaml, list_users)."""

import json
import math
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, text

from sandbox import filters
from sandbox.clock import parse
from sandbox.context import Context
from sandbox.errors import query_failure
from sandbox.filters import Condition, Filter
from sandbox.folding import fold
from sandbox.params import Params, reference_ids, wholes
from sandbox.resource import sorted_by
from sandbox.solidary.operators import operated_territories
from sandbox.tables import (
    ad_territories,
    address_territories,
    ads,
    identity_proofs,
    memberships,
    role_assignments,
    users,
)

HITCH_HIKERS = text("(users.hitch_hike_driver = 1 OR users.hitch_hike_passenger = 1)")
KM_PER_DEGREE = 111.32


def _name(ctx: Context) -> Condition | None:
    """`q`: part of `given family` or of `family given`."""
    value = ctx.params.text("q")
    if value is None:
        return None
    # Upstream an apostrophe breaks the query; a stand-in that did so would only hide the search from testers.
    return func.instr(users.c.name_key, fold(value)) > 0


def _hitch_hiker(ctx: Context) -> Any:
    """Only the text `true` works; `false` is a failure upstream, anything else is ignored."""
    value = ctx.params.scalars.get("isHitchHiker")
    if value == "false":
        raise query_failure()
    return HITCH_HIKERS if value == "true" else None


def _identity_status(ctx: Context) -> Condition | None:
    """One status, exact; in a list, 0 also matches users without any status."""
    one = ctx.params.number("identityStatus")
    found = wholes(ctx.params.lists.get("identityStatus", []))
    if found:
        condition = users.c.identity_status.in_(found)
        return or_(condition, users.c.identity_status.is_(None)) if 0 in found else condition
    return None if one is None else users.c.identity_status == one


def _proven(found: list[int]) -> Condition:
    return users.c.id.in_(select(identity_proofs.c.user_id).where(identity_proofs.c.status.in_(found)))


def _news(ctx: Context) -> Condition | None:
    """Only `true` means true, anything else means false; null matches neither."""
    value = ctx.params.text("newsSubscription")
    return None if value is None else users.c.news_subscription.is_(value == "true")


def _not_member(ctx: Context) -> Condition | None:
    """Meant: users outside the communities. Upstream compares the wrong ids; the stand-in does what is meant."""
    raw = [*ctx.params.lists.get("communitiesExclude", []), *(ctx.params.text("communitiesExclude") or "").split(",")]
    found = reference_ids(raw)
    if not found:
        return None
    return users.c.id.not_in(select(memberships.c.user_id).where(memberships.c.community_id.in_(found)))


def _until(ctx: Context) -> Condition | None:
    """Users without any public ad, or with an ad ended on or before the date."""
    moment = parse(ctx.params.text("proposalValidUntil") or "")
    if moment is None:
        return None
    public = select(ads.c.user_id).where(ads.c.public)
    ended = select(ads.c.user_id).where(ads.c.valid_until <= moment.date().isoformat())
    return or_(users.c.id.not_in(public), users.c.id.in_(ended))


def at_home(found: list[int] | set[int]) -> Condition:
    """Users whose home address is in one of the territories."""
    inside = select(address_territories.c.address_id).where(address_territories.c.territory_id.in_(found))
    return users.c.home_address_id.in_(inside)


def _journeys(found: list[int], *conditions: ColumnElement[bool]) -> Condition:
    ids = (
        select(ads.c.user_id)
        .join(ad_territories, ad_territories.c.ad_id == ads.c.id)
        .where(ad_territories.c.territory_id.in_(found), *conditions)
    )
    return users.c.id.in_(ids)


def _territory(name: str, home: bool, journeys: tuple[ColumnElement[bool], ...] | None = None) -> Filter:
    """Home address, or journeys of ads, in territories given as ids or IRIs."""

    def build(ctx: Context) -> Condition | None:
        found = reference_ids(ctx.params.texts(name))
        if not found:
            return None
        parts = [at_home(found)] if home else []
        if journeys is not None:
            parts.append(_journeys(found, *journeys))
        return or_(*parts)

    return Filter((name, f"{name}[]"), build)


def _near(name: str) -> Filter:
    """Public ads that start or end within `range` kilometres of a point, `{"lat":48.69,"lgt":6.18}`."""

    def build(ctx: Context) -> Condition | None:
        point = _point(ctx.params.text(name))
        if point is None:
            return None
        reach = _range(ctx)
        latitude, longitude = ads.c[f"{name}_latitude"], ads.c[f"{name}_longitude"]
        width = KM_PER_DEGREE * max(0.01, math.cos(math.radians(point[0])))
        box = and_(
            latitude.between(point[0] - reach / KM_PER_DEGREE, point[0] + reach / KM_PER_DEGREE),
            longitude.between(point[1] - reach / width, point[1] + reach / width),
        )
        north, east = (latitude - point[0]) * KM_PER_DEGREE, (longitude - point[1]) * width
        inside = select(ads.c.user_id).where(ads.c.public, box, north * north + east * east <= reach * reach)
        return users.c.id.in_(inside)

    return Filter((name,), build)


def _range(ctx: Context) -> float:
    try:
        return min(20_000.0, abs(float(ctx.params.text("range") or 1)))
    except ValueError:
        return 1.0


def _point(value: str | None) -> tuple[float, float] | None:
    try:
        point = json.loads(value or "")
        return float(point["lat"]), float(point["lgt"])
    except (ValueError, TypeError, KeyError):
        return None


def _holding(name: str, *roles: str) -> Filter:
    """Users who hold one of the roles; the presence of the filter counts, whatever its value."""
    holders = select(role_assignments.c.user_id).where(role_assignments.c.item.in_(roles))
    return Filter((name,), lambda ctx: users.c.id.in_(holders) if ctx.params.text(name) else None)


def _exclusive(ctx: Context) -> Condition | None:
    if ctx.params.text("solidaryExclusive") != "true":
        return None
    return users.c.id.in_(select(ads.c.user_id).where(ads.c.solidary_exclusive))


def _members(community_id: int) -> Select[Any]:
    return select(memberships.c.user_id).where(memberships.c.community_id == community_id)


SOLIDARY_ROLES = ("ROLE_SOLIDARY_BENEFICIARY", "ROLE_SOLIDARY_VOLUNTEER")

FILTERS: tuple[Filter, ...] = (
    Filter(("q",), _name),
    filters.contains("email", users.c.email_key),
    filters.contains("givenName", users.c.given_name_key),
    filters.contains("familyName", users.c.family_name_key),
    filters.exact("telephone", users.c.telephone),
    filters.number("id", users.c.id),
    filters.number("gender", users.c.gender),
    filters.selected(users.c.id),
    Filter(("isHitchHiker",), _hitch_hiker),
    Filter(("identityStatus", "identityStatus[]"), _identity_status),
    filters.any_of("identityProofStatus", Params.numbers, _proven),
    # Upstream `false` also catches null and overrides other filters; the stand-in copies only the first (trap 3).
    filters.truth("rezoKit", users.c.rezo_kit, unset_is_false=True),
    filters.truth("cardLetter", users.c.card_letter, unset_is_false=True),
    filters.truth("cardLetterPosted", users.c.card_letter_posted, unset_is_false=True),
    Filter(("newsSubscription",), _news),
    filters.among("community", users.c.id, _members),
    Filter(("communitiesExclude",), _not_member),
    *filters.moments("createdDate", users.c.created_date),
    *filters.moments("lastActivityDate", users.c.last_activity_date),
    Filter(("proposalValidUntil",), _until),
    _territory("territory", home=True),
    _territory("homeAddressTerritory", home=True),
    _territory("homeAddressODTerritory", home=True, journeys=(ads.c.public, ad_territories.c.endpoint)),
    _territory("homeAddressDirectionTerritory", home=True, journeys=(ads.c.public,)),
    _territory("homeAddressWaypointTerritory", home=True, journeys=(ads.c.public,)),
    _territory("directionTerritory", home=False, journeys=()),
    _territory("oDTerritory", home=False, journeys=(ads.c.public, ad_territories.c.endpoint)),
    _territory("waypointTerritory", home=False, journeys=(ads.c.public,)),
    _near("origin"),
    _near("destination"),
    _holding("solidary", *SOLIDARY_ROLES),
    _holding("solidaryCandidate", *(f"{name}_CANDIDATE" for name in SOLIDARY_ROLES)),
    Filter(("solidaryExclusive",), _exclusive),
    filters.truth("solidaryUser.volunteer", users.c.volunteer),
    filters.truth("solidaryUser.beneficiary", users.c.beneficiary),
)

ORDERS = sorted_by(
    users,
    *("id", "givenName", "familyName", "email", "telephone", "status", "gender", "nationality", "birthDate"),
    *("createdDate", "validatedDate", "lastActivityDate", "identityStatus"),
    *("rezoKit", "cardLetter", "cardLetterPosted"),
)


def scope(ctx: Context) -> list[Condition]:
    """Which users the caller sees in lists (permissions.yaml, row_scoping).

    An account that was given `user_list` itself, not through a community item, is not narrowed to its communities.
    """
    access = ctx.access
    conditions: list[Condition] = []
    limits = access.limits("user_list") | operated_territories(ctx)
    everywhere = access.has_role("ROLE_HITCHHIKING_ADMINISTRATOR") and ctx.params.text("isHitchHiker") == "true"
    if limits and not everywhere:
        conditions.append(at_home(limits))
    if not access.has_role("ROLE_ADMIN", "ROLE_SOLIDARY_OPERATOR") and not access.assigned("user_list"):
        conditions.append(users.c.id.in_(_moderated_members(access.user_id)))
    return conditions


def _moderated_members(user_id: int) -> Select[Any]:
    own = memberships.alias()
    moderated = select(own.c.community_id).where(own.c.user_id == user_id, own.c.status == 2)
    return select(memberships.c.user_id).where(memberships.c.community_id.in_(moderated))
