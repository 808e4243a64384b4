"""Journeys of partner platforms, searched and answered to (content-points.yaml, search_external_journeys).

Two made-up providers answer around the places of a request: the same question has the same answer. Nothing is kept:
who is written to is told in the outbox alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

from fastapi import APIRouter, Response

from sandbox import http
from sandbox.clock import parse
from sandbox.context import Caller, Context
from sandbox.errors import BLANK, ApiError, Violation, masked, violations
from sandbox.fields import wrong_type
from sandbox.geography import communes, villages
from sandbox.routes import query_parameter
from sandbox.solidary.journey import clock_of, minutes
from sandbox.solidary.matching import Place, kilometres
from sandbox.solidary.tables import DAYS

router = APIRouter(tags=["external journeys"])
WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PUNCTUAL, REGULAR = 1, 2
FREQUENCIES = {"punctual": PUNCTUAL, "regular": REGULAR}
"""Words that are forwarded; anything else is dropped, the numbers of other operations too."""
CONNECTION_ID = 999_999_999_999
SPEED, DETOUR = 52, 1.3
"""Kilometres an hour of a car in the country, and how much longer a road is than the crow's way."""
NEAR = 0.05
"""How far from the places asked for a journey starts and ends, in degrees: four or five kilometres."""
UNTOLD = (
    *("matchingId", "carpoolerFamilyName", "carpoolerAvatar", "solidaryExclusive", "toDate"),
    *("carpoolerFromDate", "carpoolerFromTime", "carpoolerToDate"),
)
"""What partners say nothing of."""
ALIASES = ("Doriane B.", "Sylvain M.", "Aïcha K.", "Jean-Marc L.", "Coralie T.", "Yves P.", "Mélanie R.", "Driss A.")


@dataclass(frozen=True)
class Provider:
    """A partner platform: some give numbers as texts, and some know nothing of the towns they drive through."""

    name: str
    site: str
    texts: bool
    named: bool


PROVIDERS = (
    Provider("covoit-est", "covoit-est.example.org", texts=True, named=True),
    Provider("mobi-lorraine", "www.mobi-lorraine.example.org", texts=False, named=False),
)
POINTS = ("from_latitude", "from_longitude", "to_latitude", "to_longitude")
NEEDED = (*POINTS, "driver", "passenger")
OTHERS = (
    "frequency",
    "outward_mindate",
    "outward_maxdate",
    "date",
    "provider",
    *(f"days_{day}" for day in WEEK),
    *(f"{day}_{end}time" for day in WEEK for end in ("min", "max")),
)
PARAMETERS = [*(query_parameter(name, required=True) for name in NEEDED), *map(query_parameter, OTHERS)]


@dataclass(frozen=True)
class Search:
    """What partners are asked for: two points in degrees, days, and the hours of each weekday in minutes."""

    origin: Place
    destination: Place
    first: date
    last: date
    frequency: int | None
    days: tuple[str, ...]
    hours: Mapping[str, tuple[int, int]]


@router.get("/admin/external_journey_providers")
async def list_external_journey_providers(ctx: Caller) -> Response:
    """The partner platforms, by name alone: the settings that the real server leaks are no part of the contract."""
    members = [{"name": each.name} for each in PROVIDERS]
    return ctx.collection("ExternalJourneyProvider", "/external_journey_providers", members)


@router.get("/admin/external_journeys", openapi_extra={"parameters": PARAMETERS})
async def search_external_journeys(ctx: Caller) -> Response:
    """Journeys of every partner; one that does not answer makes the whole search fail."""
    ctx.allow("external_journey_list")
    search = _search(ctx)
    wanted = ctx.params.text("provider")
    asked = [each for each in PROVIDERS if each.name == wanted] or PROVIDERS
    for each in asked:
        _reach(ctx, each, f"from[latitude]={search.origin[0]}&from[longitude]={search.origin[1]}")
    drives = ctx.params.text("driver") == "1"
    found = [journey for each in asked if drives for journey in _journeys(each, search)]
    return ctx.collection("ExternalJourney", "/external_journeys", found)


def _reach(ctx: Context, provider: Provider, query: str) -> None:
    """The refusal of a partner that is down: it quotes the address that was called, with the keys in it."""
    if provider.name in ctx.sandbox.faults.providers:
        url = f"https://{provider.site}/rdex/journeys.json?apikey=pub-4f81c2&{query}&signature=9b1d6ac0e7"
        raise ApiError(f"Client error: `GET {url}` resulted in a `503 Service Unavailable` response")


def _search(ctx: Context) -> Search:
    points = [_number(ctx.params.text(name)) for name in POINTS]
    today = date.today()
    first = _day(ctx, "date") or _day(ctx, "outward_mindate") or today
    last = max(first, _day(ctx, "date") or _day(ctx, "outward_maxdate") or first)
    days = tuple(short for short, day in zip(DAYS, WEEK, strict=True) if ctx.params.text(f"days_{day}") == "1")
    hours = {
        short: (_minutes(ctx, f"{day}_mintime", 0), _minutes(ctx, f"{day}_maxtime", 1439))
        for short, day in zip(DAYS, WEEK, strict=True)
    }
    frequency = FREQUENCIES.get(ctx.params.text("frequency") or "")
    return Search((points[0], points[1]), (points[2], points[3]), first, last, frequency, days, hours)


def _number(text: str | None) -> float:
    try:
        return float(text or "")
    except ValueError:
        raise ApiError("Latitudes and longitudes are needed.") from None


def _day(ctx: Context, name: str) -> date | None:
    moment = parse(ctx.params.text(name) or "")
    return moment.date() if moment else None


def _minutes(ctx: Context, name: str, default: int) -> int:
    text = ctx.params.text(name)
    return minutes(text[:5]) if text else default


def _journeys(provider: Provider, search: Search) -> Iterator[dict[str, Any]]:
    """Two to four journeys of a partner: the first fits best, the last leaves later than was asked for."""
    place = (*search.origin, *search.destination)
    draw = Random(f"{provider.name} {' '.join(f'{each:.3f}' for each in place)} {search.frequency}")
    number = draw.randint(2, 4)
    for index in range(number):
        frequency = search.frequency or draw.choice((PUNCTUAL, REGULAR))
        origin, destination = _near(draw, search.origin), _near(draw, search.destination)
        yield _journey(provider, search, draw, frequency, (origin, destination), 1 if index == number - 1 else 0)


def _near(draw: Random, place: Place) -> Place:
    return round(place[0] + draw.uniform(-NEAR, NEAR), 6), round(place[1] + draw.uniform(-NEAR, NEAR), 6)


def _journey(
    provider: Provider, search: Search, draw: Random, frequency: int, ends: tuple[Place, Place], late: int
) -> dict[str, Any]:
    day = search.first + timedelta(days=draw.randint(0, min(6, (search.last - search.first).days)))
    distance = kilometres(*ends) * DETOUR
    length = {"detourDuration": round(distance / SPEED * 3600), "detourDistance": round(distance * 1000)}
    both = draw.random() < 0.4
    journey = {
        "external": True,
        "externalProvider": provider.name,
        "externalOrigin": provider.site,
        "journeyId": str(draw.randint(10_000, 99_999)),
        "carpoolerId": str(draw.randint(100, 9_999)),
        "carpoolerGivenName": draw.choice(ALIASES),
        "frequency": frequency,
        "type": draw.choice(("oneway", "roundtrip")),
        "passenger": int(both),
        "driver": 1,
        "fromDate": day.isoformat(),
        "fromTime": _at(day, _leaves(search, DAYS[day.weekday()], draw, late)),
        "carpoolerSchedule": [],
        **dict.fromkeys(UNTOLD),
        "origin": _address(provider, ends[0]),
        "destination": _address(provider, ends[1]),
        **({name: str(value) for name, value in length.items()} if provider.texts else length),
    }
    if frequency == REGULAR:
        driven = [each for each in search.days or DAYS[:5] if draw.random() < 0.8] or [*(search.days or DAYS)[:1]]
        times = {each: _at(day, _leaves(search, each, draw, late)) for each in driven}
        journey["schedule"] = {each: times.get(each, False) for each in DAYS}
        journey["fromTime"] = times[driven[0]]
    return journey


def _leaves(search: Search, day: str, draw: Random, late: int) -> int:
    """Minutes of a departure: within the hours asked for, to five minutes, or up to an hour after them."""
    first, last = search.hours[day]
    at = last + draw.randint(15, 60) if late else draw.randint(first, max(first, last))
    return min(1435, at - at % 5)


def _at(day: date, moment: int) -> str:
    return f"{day.isoformat()}T{clock_of(moment)}:00+00:00"


def _address(provider: Provider, place: Place) -> dict[str, Any]:
    towns = (*communes(), *(town for towns in villages().values() for town in towns))
    town = min(towns, key=lambda each: kilometres(place, (each.latitude, each.longitude)))
    latitude, longitude = place
    return {
        "streetAddress": None,
        "postalCode": None if provider.named else town.postal_code,
        "addressLocality": town.name,
        "addressCountry": None,
        "latitude": f"{latitude:.6f}" if provider.texts else latitude,
        "longitude": f"{longitude:.6f}" if provider.texts else longitude,
        "type": "locality",
    }


# --- writing to a driver ---


@router.post("/external_connections", status_code=201, openapi_extra={"security": [{"bearerAuth": []}]})
async def create_external_connection(ctx: Caller) -> Response:
    """A message to the driver of a partner: in the outbox, with the mail that tells the caller of it."""
    ctx.allow("external_connection_create")
    body = await http.json_body(ctx.request)
    sent = {name: body.get(name, "") for name in ("provider", "carpoolerUuid", "journeysUuid", "content")}
    for name, value in sent.items():
        if not isinstance(value, str):
            raise wrong_type(name, "string", value)
    role = body.get("role", 2)
    if not isinstance(role, int) or isinstance(role, bool):
        raise wrong_type("role", "int", role)
    blank = [Violation(name, BLANK) for name, value in sent.items() if name != "content" and not value.strip()]
    if blank:
        raise violations(*blank)
    provider = next((each for each in PROVIDERS if each.name == sent["provider"]), None)
    if provider is None or role not in (1, 2, 3):
        raise masked()
    _reach(ctx, provider, f"journeys={sent['journeysUuid']}")
    driver = f"{provider.name}/{sent['carpoolerUuid']}"
    ctx.sandbox.mail(driver, f"Trajet {sent['journeysUuid']} : message d’un passager", sent["content"], "partner")
    ctx.sandbox.mail(ctx.access.email, "Votre message a été transmis", f"Le conducteur {driver} a été contacté.")
    ctx.database.commit()
    content = http.head("ExternalConnection", "/external_connections", CONNECTION_ID)
    return ctx.item("ExternalConnection", content | sent | {"role": role}, 201)
