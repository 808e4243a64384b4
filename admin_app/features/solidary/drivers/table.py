"""The table of those who could drive: who of them is shown, in which order, and where they stand on the map. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from admin_app.features.solidary.drivers import candidates
from admin_app.features.solidary.drivers.candidates import Candidate
from admin_app.features.solidary.drivers.journey import OUTWARD, Asked, asked
from admin_app.features.solidary.drivers.scoring import BAD, GOOD, PART, fit, ranked
from admin_app.features.solidary.drivers.wording import Texts, row
from admin_app.features.solidary.record import SolidaryRecord

LENGTH = 12
"""How many drivers stand in the table before one asks for the others."""
TONES = {GOOD: "good", PART: "warn", BAD: "bad"}
"""How a verdict is coloured, in the table and on the map."""


@dataclass(frozen=True)
class Filters:
    """What the table is narrowed by: a way and a kind, empty for all; `whole` is with those that fit worse, too."""

    way: str = ""
    kind: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Table:
    """The drivers as the page has them."""

    rows: list[Texts]
    """The best first (wording.py)."""
    count: int
    """How many there are by the filters, those that are not shown included."""
    total: int
    """How many there are whatever the filters."""
    ways: Texts
    """Which way each retained driver goes, by solution, where there are two (of volunteers the API says none)."""
    marks: list[list[str]]
    """The places of the map: id, latitude, longitude, name, tone."""


def table_of(
    record: SolidaryRecord, everybody: Sequence[Candidate], filters: Filters, written_to: Collection[str]
) -> Table:
    """The table of a record; `written_to` are the keys of those of partners whom this tab has written to."""
    ways = asked(record)
    known = [each for each in everybody if each.way in ways]
    chosen = [each for each in known if filters.way in ("", each.way) and filters.kind in ("", each.kind)]
    fits = ranked((each, fit(each, ways[each.way])) for each in chosen)
    shown = fits if filters.whole else fits[:LENGTH]
    retained, both_ways = candidates.retained(record), candidates.on_both_ways(known)
    rows = [
        row(
            each,
            how,
            taken=each.matching in retained,
            both=(each.kind, each.user_id) in both_ways,
            written=each.key in written_to,
        )
        for each, how in shown
    ]
    marks = [mark for each, how in shown if (mark := _mark(each, TONES[how.verdict]))]
    solution_ways = candidates.ways_of_solutions(record, known) if len(ways) > 1 else {}
    return Table(rows, len(fits), len(known), solution_ways, [*_ends(ways), *marks])


def _ends(ways: Mapping[str, Asked]) -> list[list[str]]:
    """Where the request departs from and goes to."""
    outward = ways[OUTWARD]
    points = (("origin", outward.origin), ("destination", outward.destination))
    return [[name, str(each.latitude), str(each.longitude), each.name, ""] for name, each in points if each]


def _mark(candidate: Candidate, tone: str) -> list[str] | None:
    place = candidate.home or candidate.origin
    return place and [candidate.key, str(place.latitude), str(place.longitude), candidate.name, tone]
