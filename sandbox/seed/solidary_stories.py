"""What happened to the records of the demo data: diaries, drivers who were retained, what was written to them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from sandbox.clock import REFERENCE, SERVER_ZONE, read_stored, stored
from sandbox.datafiles import read_toml
from sandbox.seed.bulk import Batch, Rows
from sandbox.seed.office import DAY, at_work, worked
from sandbox.seed.solidary_days import CLOSED, FOLLOWED, LOOKING, REPLACED, TAKEN
from sandbox.solidary.actions import ACTIONS
from sandbox.solidary.journey import REGULAR, clock_of
from sandbox.solidary.tables import DAYS, matchings, solidary_messages, solutions

REFUSED, ACCEPTED = 1, 6
MORE_INFOS, REMINDER, LINK, ONGOING, DEEPLY_UPDATED, FREE = 71, 73, 49, 51, 105, 90
CONTACTS = (43, 44, 72)
# How records end, and whether somebody drove.
ENDS = ((56, 30), (57, 12), (107, 3), (58, 10), (59, 15), (60, 6), (62, 10), (63, 6), (64, 6), (65, 2))
PUNCTUAL_END, REGULAR_END = 56, 57
ANSWERED = (PUNCTUAL_END, REGULAR_END, 107)
TEXTS = read_toml("solidary.toml")
Ends = Sequence[tuple[str, float, float]]
"""The town and the point in degrees where a journey begins, and where it ends."""


class Story:
    """The diary of a record as it grew, between its creation and now: at hours when somebody is at the desk.

    `clerk` works on it, whoever wrote it down.
    """

    def __init__(self, row: Mapping[str, Any], begins: date, draw: Random, clerk: int) -> None:
        self.row = row
        self.draw = draw
        self.clerk = clerk
        self.begins = worked(datetime.combine(begins, time(9), SERVER_ZONE))
        self.moment = worked(read_stored(row["created_date"]))
        self.until = max(self.moment, min(worked(REFERENCE), self.begins))
        self.end = draw.choices([number for number, _ in ENDS], [weight for _, weight in ENDS])[0]
        if self.end in (PUNCTUAL_END, REGULAR_END):
            self.end = REGULAR_END if row["frequency"] == REGULAR else PUNCTUAL_END
        self.reached = 0.0
        self.rows: Rows = [self._entry("solidary_create", row["user_id"], None, row["operator_id"] or row["user_id"])]

    @property
    def answered(self) -> bool:
        """Whether somebody drives or drove."""
        return self.row["status"] == FOLLOWED or (self.row["status"] == CLOSED and self.end in ANSWERED)

    def add(self, action: int, user_id: int | None = None) -> str:
        """An entry some time later; answers its date."""
        found = ACTIONS[action]
        later = int((self.until - self.moment) * self.draw.uniform(0.1, 0.5))
        self.moment = min(self.until, self.moment + max(5, later))
        self.reached = found.progression if found.progression >= 0 else self.reached
        comment = self.draw.choice(TEXTS["comments"].get(str(action), ("",))) or None
        self.rows.append(self._entry(found.name, user_id or self.row["user_id"], comment, self.clerk))
        return stored(at_work(self.moment))

    def _entry(self, action: str, user_id: int, comment: str | None, author: int) -> dict[str, Any]:
        return {
            "solidary_id": self.row["id"],
            "action": action,
            "comment": comment,
            "progression": self.reached,
            "author_id": author,
            "user_id": user_id,
            "created_date": stored(at_work(self.moment)),
        }

    def entries(self) -> Rows:
        """The whole diary, once the drivers are known."""
        status = self.row["status"]
        if status in (TAKEN, LOOKING) and len(self.rows) == 1:
            self.add(MORE_INFOS)
        if status == FOLLOWED or (status == CLOSED and self.answered):
            self.add(ONGOING)
        if status == CLOSED:
            if self.answered:
                # Somebody drove: it is noted once they are back, on that day or the next.
                self.moment = max(self.moment, min(self.begins + DAY // 2, worked(REFERENCE)))
                self.until = max(self.moment, min(self.begins + DAY * 2, worked(REFERENCE)))
            self.add(self.end)
        elif status == REPLACED:
            self.add(DEEPLY_UPDATED)
        elif status and self.draw.random() < 0.15:
            self.add(FREE)
        return self.rows

    def last_date(self) -> str:
        """When somebody last worked on it."""
        return self.rows[-1]["created_date"]


def needs_of(row: Mapping[str, Any], offered: Sequence[int], draw: Random) -> Iterator[dict[str, Any]]:
    """Half of the records need something."""
    for need in draw.sample(offered, min(len(offered), draw.choices((0, 1, 2), (50, 35, 15))[0])):
        yield {"solidary_id": row["id"], "need_id": need}


def drivers_of(found: Batch, story: Story, ends: Ends, volunteers: Sequence[int], carpoolers: Sequence[int]) -> None:
    """Carpoolers who go between its ends match any record that is looked after; and the drivers who were asked."""
    draw, row, status = story.draw, story.row, story.row["status"]
    if status not in (LOOKING, FOLLOWED, CLOSED, REPLACED):
        return
    story.add(MORE_INFOS)
    offers = draw.sample(carpoolers, min(len(carpoolers), draw.choices((0, 1, 2, 3), (40, 30, 20, 10))[0]))
    matched = [(_match(found, row, each, json.dumps(_offer(row, ends, draw))), each) for each in offers]
    ready = draw.sample(volunteers, min(len(volunteers), draw.choices((0, 1, 2), (25, 50, 25))[0]))
    by_volunteers = [(_match(found, row, driver, None), driver) for driver in ready]
    # Once a carpooler is retained the record can hardly be read any more (trap 43): volunteers first.
    asked = (by_volunteers or matched)[-draw.choice((1, 1, 2)) :]
    if not story.answered and draw.random() < 0.35:
        asked = []
    for rank, (matching, driver) in enumerate(asked):
        agrees = story.answered and rank == len(asked) - 1
        _ask(found, story, matching, driver, agrees)


def _match(found: Batch, row: Mapping[str, Any], driver: int, offer: str | None) -> int:
    """A matching: of a carpooler with an offer, or of a volunteer."""
    number = len(found[matchings]) + 1
    base = {"id": number, "solidary_id": row["id"], "way": 1, "driver_id": driver}
    found[matchings].append(base | {"volunteer": offer is None, "offer": offer})
    return number


def _offer(row: Mapping[str, Any], ends: Ends, draw: Random) -> dict[str, Any]:
    leaves, regular = draw.randint(7 * 60, 15 * 60), draw.random() < 0.6
    arrives = leaves + 10 + round(row["distance"])
    return {
        "frequency": 2 if regular else 1,
        "type": draw.choice(("oneway", "roundtrip")),
        "exclusive": draw.random() < 0.1,
        "from": row["from_date"],
        "to": (REFERENCE + timedelta(days=draw.randint(60, 300))).date().isoformat() if regular else None,
        "time": clock_of(leaves),
        "arrival": clock_of(arrives),
        "days": list(DAYS[:5]) if regular else [],
        "origin": list(ends[0]),
        "destination": list(ends[1]),
        "detour": [draw.randint(60, 900), draw.randint(500, 9_000)],
    }


def _ask(found: Batch, story: Story, matching: int, driver: int, agrees: bool) -> None:
    """Retain a driver and, as a rule, write to him; sometimes he answers."""
    draw, row = story.draw, story.row
    written = agrees or draw.random() < 0.7
    status = ACCEPTED if agrees else draw.choice((0, 0, REFUSED))
    number = len(found[solutions]) + 1
    base = {"id": number, "solidary_id": row["id"], "matching_id": matching}
    found[solutions].append(base | {"ask_status": status if written else None})
    if not written:
        return
    base = {"solidary_id": row["id"], "solution_id": number, "driver_id": driver}
    sent = story.add(draw.choice(CONTACTS), driver)
    question = {"poster_id": row["user_id"], "delegate_id": story.clerk, "text": draw.choice(TEXTS["asking"])}
    found[solidary_messages].append(base | question | {"created_date": sent})
    if text := TEXTS["answers"].get(str(status)):
        answer = {"poster_id": driver, "delegate_id": None, "text": text}
        later = story.add(LINK if agrees else REMINDER, driver)
        found[solidary_messages].append(base | answer | {"created_date": later})
