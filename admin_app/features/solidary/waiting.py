"""What waits in solidary transport: requests in their baskets, and candidates (HOME-1)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary import memberships
from admin_app.features.solidary.candidates.screens import ROUTE as CANDIDATES
from admin_app.features.solidary.current_structure import TRANSPORT
from admin_app.features.solidary.desk import baskets, cache
from admin_app.features.solidary.desk.request_row import RequestRow
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.opening import opens
from admin_app.features.solidary.record import LIST, SHOW
from admin_app.features.solidary.roles import BENEFICIARY, VOLUNTEER, Role
from admin_app.features.solidary.statuses import WAITING as CANDIDATE
from admin_app.kit.records import AHEAD, FEW, Next, Told, Waiting
from admin_app.shared.people.read_all import everybody

URGENT = (baskets.SOON, baskets.SILENT)
SHOWN = (baskets.NEW, baskets.SOON, baskets.SILENT, baskets.PASSED)
"""The baskets that want something done today."""
PRESSING = "requests_pressing"
"""How many are in one of the urgent baskets and have their day ahead, each once."""
TO_ANSWER = "requests_to_answer"
"""How many are in the basket that the list opens on."""


async def _requests(api: Api) -> Told:
    """The baskets, from what the desk looks through: one call for a thousand open requests, kept for a short time."""
    rows, at = (await cache.read(api)).rows, baskets.now()
    return Told(_counts(rows, at), _first(rows, at), _coming(rows, at))


def _counts(rows: Sequence[RequestRow], at: datetime) -> Mapping[str, int]:
    counts = baskets.counts_of(rows, at)
    pressing = sum(bool(_presses(each, at)) for each in rows)
    return {f"requests_{name}": counts[name] for name in SHOWN} | {PRESSING: pressing, TO_ANSWER: counts[baskets.NOW]}


def _presses(each: RequestRow, at: datetime) -> str:
    """The first of the urgent baskets that a request is in; none once its day has passed: then it is to be closed."""
    found = baskets.baskets(each, at)
    return next((name for name in URGENT if name in found and baskets.PASSED not in found), "")


def _first(rows: Sequence[RequestRow], at: datetime) -> Sequence[Next]:
    """Who leaves within two days and has no driver, then whose drivers have not answered."""
    pressing = [(URGENT.index(why), each.from_date, each, why) for each in rows if (why := _presses(each, at))]
    first = sorted(pressing, key=lambda line: line[:2])[:FEW]
    return [_next(each, f"request_{why}") for _, _, each, why in first]


def _next(each: RequestRow, what: str) -> Next:
    return Next(
        each.name,
        f"{SHOW}/{each.id}",
        what,
        each.subject,
        each.origin,
        each.destination,
        back="true" if each.round_trip else "",
        day=each.from_date,
        telephone=each.telephone,
        said=each.last_action,
        since=each.last_action_date if each.last_action else "",
        state=each.status,
        places=(each.start, each.end),
    )


def _coming(rows: Sequence[RequestRow], at: datetime) -> Sequence[Next]:
    """Who leaves next, with a driver or without; as many more as may be shown as who comes first."""
    today = at.date().isoformat()
    ahead = (each for each in rows if each.open and each.from_date >= today)
    return [_next(each, "") for each in sorted(ahead, key=lambda line: (line.from_date, line.id))[: AHEAD + FEW]]


def _candidates(role: Role) -> Waiting:
    """Those who wait in any structure of the person: the API has no filter for it, a thousand people are one call."""
    kind = f"candidates_{role.name}"

    async def read(api: Api) -> Told:
        people = await everybody(api, role.endpoint, Query(sort=("id", False)))
        return Told({kind: sum(memberships.standing(each, "") == CANDIDATE for each in people)})

    return Waiting(
        key=kind,
        title=f"eligibility.role.{role.name}",
        kinds={kind: f"{CANDIDATES}?role={role.name}"},
        permissions=(role.list,),
        read=read,
        flag=TRANSPORT if role is VOLUNTEER else "solidary",
    )


SOLIDARY_WAITING = (
    Waiting(
        key=RECORDS.key,
        title=f"{RECORDS.key}.title",
        kinds={f"requests_{name}": f"{RECORDS.route}?basket={name}" for name in SHOWN},
        permissions=(LIST,),
        read=_requests,
        flag=RECORDS.flag,
        opens=opens,
        pressing=PRESSING,
        in_menu=TO_ANSWER,
    ),
    _candidates(BENEFICIARY),
    _candidates(VOLUNTEER),
)
