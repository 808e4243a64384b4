"""The table of those who could drive: one row a person, in which order, and where they stand on the map. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from admin_app.features.solidary.drivers import candidates
from admin_app.features.solidary.drivers.candidates import EXTERNAL, Candidate
from admin_app.features.solidary.drivers.journey import OUTWARD, Asked, Point, asked
from admin_app.features.solidary.drivers.scoring import BAD, GOOD, fit, ranked
from admin_app.features.solidary.drivers.wording import Match, Texts, effort, row
from admin_app.features.solidary.record import SolidaryRecord

LENGTH = 9
"""How many drivers stand in the table before one asks for the others: as many as there are keys."""
SIGNS = {"kept": "✓", "gone": "×"}
"""What begins the name of the mark of a driver who is retained, or was and has refused; what stands in it."""
_UNMATCHED = 100
"""What a way that somebody does not match costs, as a reason that rules out (scoring.py)."""


@dataclass(frozen=True)
class Filters:
    """What the table is narrowed by: a way and a kind, empty for all; `whole` is with those that fit worse, too.

    Of a trip that is `over` nobody is shown at first.
    """

    way: str = ""
    kind: str = ""
    whole: bool = False
    over: bool = False


@dataclass(frozen=True)
class Table:
    """The drivers as the page has them."""

    rows: list[Texts]
    """A person each, the best first (wording.py); who is retained for every way on show is none of them."""
    count: int
    """How many people there are by the filters, those that are not shown included."""
    fitting: Mapping[str, int]
    """How many of them fit, wholly or in part: `some` way, each that is looked for, `all` of these."""
    total: int
    """How many there are whatever the filters."""
    ways: Texts
    """Which way each retained driver goes, by solution, where there are two (of volunteers the API says none)."""
    marks: list[list[str]]
    """The places of the map (`marks_map`): the ends of the trip, who is retained, each driver by the row's number."""
    lines: list[list[str]]
    """The trip, then the way of each driver to its departure (`marks_map`)."""


def table_of(
    record: SolidaryRecord,
    everybody: Sequence[Candidate],
    filters: Filters,
    written_to: Collection[str] = (),
    refused: Collection[int] = (),
) -> Table:
    """The table of a record.

    `written_to` are the keys of those of partners whom this tab has written to, `refused` the users who were retained
    and do not drive.
    """
    ways = asked(record)
    known = [each for each in everybody if each.way in ways]
    chosen = [each for each in known if filters.way in ("", each.way) and filters.kind in ("", each.kind)]
    wanted = [way for way in ways if filters.way in ("", way)]
    taken = candidates.retained(record)
    everyone = _people(((each, fit(each, ways[each.way])) for each in chosen), taken, wanted)
    people = [each for each in everyone if not _kept(each, taken)]
    fitting = [each for each in people if _fits(each)]
    fits = [_fits(each) for each in fitting]
    shown = people if filters.whole else [] if filters.over else fitting[:LENGTH]
    longest = max((effort(each) for each in shown), default=0)
    rows = [
        row(number, each, wanted, taken=taken, written_to=written_to, longest=longest)
        for number, each in enumerate(shown, 1)
    ]
    solution_ways = candidates.ways_of_solutions(record, known) if len(ways) > 1 else {}
    numbered = [(str(number), _one(each)) for number, each in enumerate(shown, 1)]
    kept = [
        (f"{'gone' if _one(each).user_id in refused else 'kept'}-{number}", _one(each))
        for number, each in enumerate(everyone, 1)
        if _kept(each, taken)
    ]
    places = [(number, one.place, one.name) for number, one in (*kept, *numbered) if one.place]
    marks = [_mark(number, spot, name, SIGNS.get(number.split("-")[0], number)) for number, spot, name in places]
    drivers = [(number, spot) for number, spot, _ in places if not number.startswith("gone")]
    outward = ways[OUTWARD]
    lines = [line for number, spot in drivers for line in _line(f"detour detour-{number}", spot, outward.home)]
    return Table(
        rows,
        len(people),
        {
            "some": len(fitting),
            "all": sum(each == set(wanted) for each in fits),
            **{way: sum(way in each for each in fits) for way in wanted},
        },
        len({_person(each) for each in known if each.matching not in taken}),
        solution_ways,
        [*_ends(outward), *marks],
        [*_line("trip", outward.origin, outward.destination), *lines],
    )


def _people(fits: Iterable[Match], taken: Collection[int], wanted: Sequence[str]) -> list[dict[str, Match]]:
    """Each person once, with the best match of each way, or the one that is retained; the best person first."""
    people: dict[object, dict[str, Match]] = {}
    for match in sorted(ranked(fits), key=lambda each: each[0].matching not in taken):
        people.setdefault(_person(match[0]), {}).setdefault(match[0].way, match)
    in_order = [{way: each[way] for way in wanted if way in each} for each in people.values()]
    return sorted(in_order, key=lambda each: _rank(each, wanted))


def _kept(person: Mapping[str, Match], taken: Collection[int]) -> bool:
    """Whether somebody is retained for each way they match: nothing is left to choose."""
    return all(each.matching in taken for each, _ in person.values())


def _fits(person: Mapping[str, Match]) -> set[str]:
    """The ways somebody fits, wholly or in part."""
    return {way for way, (_, how) in person.items() if how.verdict != BAD}


def _person(candidate: Candidate) -> object:
    """Whom a match is of; each journey of a partner stands for itself, for each is written to by itself."""
    return candidate.key if candidate.kind == EXTERNAL else (candidate.kind, candidate.user_id)


def _rank(person: Mapping[str, Match], wanted: Sequence[str]) -> tuple[int, float, str, str]:
    """Who fits every way comes first, who fits none last; within each by what it costs."""
    verdicts = {how.verdict for _, how in person.values()}
    whole = len(person) == len(wanted) and verdicts == {GOOD}
    cost = sum(how.cost for _, how in person.values()) + _UNMATCHED * (len(wanted) - len(person))
    one = _one(person)
    return 0 if whole else 2 if verdicts == {BAD} else 1, cost, one.name, one.key


def _one(person: Mapping[str, Match]) -> Candidate:
    return next(iter(person.values()))[0]


def _ends(outward: Asked) -> list[list[str]]:
    """Where the request departs from and goes to; the name of the northern one stands above, clear of the way.

    Who goes anywhere goes to where they depart from (SOLIDARY-10): that is one place.
    """
    points = [(name, each) for name, each in (("origin", outward.origin), ("destination", outward.destination)) if each]
    points = points[:1] if len({each.spot for _, each in points}) == 1 else points
    north = max((each.latitude for _, each in points), default=0)
    return [
        _mark(name, each, each.name, each.name, f"{name} north" if each.latitude == north else name)
        for name, each in points
    ]


def _mark(name: str, place: Point, called: str, text: str, tone: str = "") -> list[str]:
    return [name, *map(str, place.spot), called, tone, text]


def _line(name: str, one: Point | None, other: Point | None) -> list[list[str]]:
    """A straight line between two places; none where one of them is not known."""
    if one is None or other is None:
        return []
    return [[name, *map(str, (*one.spot, *other.spot))]]
