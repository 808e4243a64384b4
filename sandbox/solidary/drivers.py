"""Drivers of a record as they are sent: carpools, transporters, solutions with their threads (solidary.yaml)."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Row, select

from sandbox import addresses, pictures
from sandbox.clock import SERVER_ZONE, instant, midnight, now
from sandbox.context import Context
from sandbox.database import within
from sandbox.fields import snake
from sandbox.resource import Record
from sandbox.solidary.matching import OUTWARD, RETURN, slots_asked
from sandbox.solidary.structures import FLAGS, SLOTS
from sandbox.solidary.tables import DAYS, matchings, solidary_messages, solidary_users, solutions
from sandbox.tables import users

WAYS = {OUTWARD: "outward", RETURN: "return"}


def today_at(clock: str | None) -> str | None:
    """A journey's time of day as it is sent: on the server's current date (API-6)."""
    if clock is None:
        return None
    day = now().astimezone(SERVER_ZONE)
    hour, minute = int(clock[:2]), int(clock[3:])
    return day.replace(hour=hour, minute=minute, second=0, microsecond=0).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Drivers:
    """Everything that is known of the drivers of one record, read in one query per kind."""

    ctx: Context
    record: Row[Any]
    structure: Row[Any]
    matchings: Sequence[Row[Any]]
    solutions: Sequence[Row[Any]]
    messages: Sequence[Row[Any]]
    users: Mapping[int, Row[Any]]
    avatars: Mapping[int, str]
    volunteers: Mapping[int, Row[Any]]
    homes: Mapping[int, Row[Any]]
    new: set[int]

    @classmethod
    def of(cls, ctx: Context, record: Row[Any], structure: Row[Any], new: set[int]) -> "Drivers":
        """The drivers of a record, of whom `new` were not there before this call."""

        def lines(table: Any) -> Sequence[Row[Any]]:
            return ctx.database.rows(select(table).where(table.c.solidary_id == record.id).order_by(table.c.id))

        matched, messages = lines(matchings), lines(solidary_messages)
        ids = {each.driver_id for each in matched}
        ids |= {each for row in messages for each in (row.poster_id, row.delegate_id, row.driver_id)}
        known = ctx.database.by_id(users, ids)
        drive = ctx.database.rows(select(solidary_users).where(within(solidary_users.c.user_id, known)))
        homes = addresses.by_id(ctx, (user.home_address_id for user in known.values()))
        avatars = pictures.avatars(ctx, known)
        volunteers = {row.user_id: row for row in drive}
        return cls(ctx, record, structure, matched, lines(solutions), messages, known, avatars, volunteers, homes, new)

    @cached_property
    def _ways(self) -> Counter[int]:
        """How many ways each volunteer matches."""
        return Counter(each.driver_id for each in self.matchings if each.volunteer)

    @cached_property
    def _slots(self) -> dict[int, set[str]]:
        """The slots that each way asks for."""
        return {way: slots_asked(self.record, self.structure, way) for way in WAYS}

    def _names(self, prefix: str, user_id: int | None) -> Record:
        user = self.users.get(user_id or 0)
        values = (user.given_name, user.family_name, self.avatars[user.id]) if user else (None, None, None)
        return dict(zip((f"{prefix}GivenName", f"{prefix}FamilyName", f"{prefix}Avatar"), values, strict=True))

    # --- who could drive ---

    def carpools(self) -> Record:
        """Carpool offers that match, by way."""
        return {
            name: [self._carpool(each) for each in self.matchings if each.way == way and not each.volunteer]
            for way, name in WAYS.items()
        }

    def transporters(self) -> Record:
        """Volunteers who match, by way; of the return only, the call alone that finds them shows them (trap 47)."""
        there = {each.driver_id for each in self.matchings if each.volunteer and each.way == OUTWARD} | self.new
        seen = [each for each in self.matchings if each.volunteer and each.driver_id in there]
        return {name: [self._transporter(each) for each in seen if each.way == way] for way, name in WAYS.items()}

    def _carpool(self, row: Row[Any]) -> Record:
        offer = json.loads(row.offer)
        own = {"frequency": offer["frequency"], "type": offer["type"], "passenger": False, "driver": True}
        carpool = {
            "external": False,
            "externalProvider": None,
            "journeyId": None,
            "matchingId": row.id,
            "carpoolerId": row.driver_id,
            **self._names("carpooler", row.driver_id),
            **own,
            "solidaryExclusive": offer["exclusive"],
            **self._leg(offer, row.way),
            "detourDuration": offer["detour"][0],
            "detourDistance": offer["detour"][1],
        }
        if offer["frequency"] == 2:
            asked = {slot[2:] for slot in self._slots[row.way]}
            carpool["schedule"] = _week(offer, asked & set(offer["days"]))
            carpool["carpoolerSchedule"] = _week(offer, offer["days"])
            del carpool["destinationTime"]
        return carpool

    def _leg(self, offer: Mapping[str, Any], way: int) -> Record:
        record, ends = self.record, (offer["origin"], offer["destination"])
        origin, destination = ends if way == OUTWARD else ends[::-1]
        at = record.outward_time if way == OUTWARD else record.return_time
        day = record.from_date if way == OUTWARD else record.return_date or record.from_date
        return {
            "fromDate": midnight(day),
            "fromTime": today_at(at),
            "toDate": midnight(record.to_date) if record.to_date else None,
            "carpoolerFromDate": midnight(offer["from"]),
            "carpoolerFromTime": today_at(offer["time"]),
            "carpoolerToDate": midnight(offer["to"]) if offer["to"] else None,
            "origin": _end(origin),
            "destination": _end(destination),
            "destinationTime": today_at(offer["arrival"]),
        }

    def _transporter(self, row: Row[Any]) -> Record:
        asked = self._slots[row.way]
        both = self._ways[row.driver_id] > 1
        return {
            "matchingId": row.id,
            "volunteerId": row.driver_id,
            **self._names("volunteer", row.driver_id),
            **self._place(row.driver_id),
            "type": "roundtrip" if both else "oneway",
            "volunteerSchedule": self._flags(row.driver_id),
            "schedule": {flag: snake(flag) in asked for flag in FLAGS},
        }

    def _place(self, user_id: int) -> Record:
        volunteer, home = self.volunteers[user_id], self.homes.get(self.users[user_id].home_address_id or 0)
        times = ((f"{slot}Time", volunteer._mapping[snake(f"{slot}Time")]) for slot in SLOTS)
        return {
            **{name: f"1970-01-01T{time}:00+01:00" for name, time in times if time},
            "centerPoint": addresses.shaped(home) if home else {},
            "maxDistance": volunteer.max_distance,
        }

    def _flags(self, user_id: int) -> Record:
        return {flag: self.volunteers[user_id]._mapping[snake(flag)] for flag in FLAGS}

    # --- who was retained ---

    def retained(self) -> Record:
        """Solutions and the thread of each, an empty array when there is none."""
        by_number = {each.id: each for each in self.matchings}
        pairs = [(each, by_number[each.matching_id]) for each in self.solutions]
        threads = {
            str(row.id): [self._message(each) for each in self.messages if each.solution_id == row.id]
            for row in self.solutions
        }
        return {"drivers": [self._solution(row, matching, pairs) for row, matching in pairs], "threads": threads or []}

    def _solution(self, row: Row[Any], matching: Row[Any], pairs: Sequence[tuple[Row[Any], Row[Any]]]) -> Record:
        user = self.users[matching.driver_id]
        base = {
            "id": row.id,
            "matchingId": matching.id,
            "givenName": user.given_name,
            "familyName": user.family_name,
            "telephone": user.telephone,
            "avatar": self.avatars[user.id],
            "userId": user.id,
            "status": row.ask_status or 0,
            "contacted": any(each.solution_id == row.id for each in self.messages),
        }
        if matching.volunteer:
            return {"type": "transporter", **base, **self._place(user.id), **self._flags(user.id)}
        ways = {each.way for _, each in pairs if not each.volunteer and each.driver_id == user.id}
        return {"type": "carpooler", **base, **self._carpooler(matching, len(ways) > 1)}

    def _carpooler(self, matching: Row[Any], both: bool) -> Record:
        offer = json.loads(matching.offer)
        leg = self._leg(offer, matching.way)
        places = addresses.by_id(self.ctx, (self.record.origin_id, self.record.destination_id))
        found: Record = {
            "way": (2 if both else 1) if matching.way == OUTWARD else 3,
            "frequency": offer["frequency"],
            "carpoolerProposalType": offer["type"],
            "proposalType": "roundtrip" if both else "oneway",
            "passenger": False,
            "driver": True,
            "solidaryExclusive": offer["exclusive"],
            "origin": addresses.shaped(places[self.record.origin_id]),
            "destination": addresses.shaped(places[self.record.destination_id]),
            WAYS[matching.way]: leg,
        }
        if offer["frequency"] == 2:
            asked = {slot[2:] for slot in self._slots[matching.way]}
            found["schedule"] = {WAYS[matching.way]: _week(offer, asked & set(offer["days"]))}
            found["carpoolerSchedule"] = {WAYS[matching.way]: _week(offer, offer["days"])}
        return found

    def _message(self, row: Row[Any]) -> Record:
        recipient = row.driver_id if row.poster_id != row.driver_id else self.record.user_id
        return {
            "posterId": row.poster_id,
            **self._names("poster", row.poster_id),
            **self._names("delegate", row.delegate_id),
            **self._names("recipient", recipient),
            "text": row.text,
            "date": instant(row.created_date),
        }


def _week(offer: Mapping[str, Any], days: Any) -> Record:
    """Per day the hour of the offer, or false (WeekTimes)."""
    return {day: today_at(offer["time"]) if day in days else False for day in DAYS}


def _end(place: Sequence[Any]) -> Record:
    name, latitude, longitude = place
    return {"addressLocality": name, "latitude": f"{latitude:.6f}", "longitude": f"{longitude:.6f}"}
