"""A solidary record as the API sends it: a line of the list, and whole (solidary.yaml, Solidary; SOLIDARY-3). Pure."""

import datetime as dt
import re
from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, field_validator

from admin_app.features.solidary.week import DAYS, shown
from admin_app.kit.values import Address, Instant, Picture, Record, Value
from admin_app.shared.people.names import whole_name

ENDPOINT, ROUTE = "admin/solidaries", "/solidaryrecords"
SHOW = f"{ROUTE}/show"
LIST, CREATE, READ, UPDATE = "solidary_list", "solidary_create", "solidary_read", "solidary_update"
"""What it takes to do what with records."""
OPERATOR = "SolidaryOperator"
"""The rule that narrows reading and changing records to those of the structures one operates (permissions.yaml)."""
FOR_USER = "user"
"""Names the person a new request is for in its address: a user's id, never a name or a number."""
PREFIX = "admin"
PUNCTUAL, REGULAR, FLEXIBLE = (1, 2, 3)
"""How often one travels; only 2 is regular (SOLIDARY-5), 3 is a punctual journey within a window."""
_BREAK = re.compile(r"<br\s*/?>\r?\n?", re.IGNORECASE)


def day_of(value: object) -> str:
    """The day of a date-time of the API, which comes as its midnight; empty for none."""
    return str(value or "")[:10]


def as_typed(text: str) -> str:
    """A comment or message of the API: its `br` elements are line breaks, and nothing else in it is HTML."""
    return _BREAK.sub("\n", text).strip()


Comment = Annotated[str, AfterValidator(as_typed)]
"""What somebody wrote on a diary."""
Day = Annotated[str, AfterValidator(day_of)]
"""A day, `2026-03-26`; empty for none."""
WallClock = Annotated[str, BeforeValidator(shown)]
"""`HH:mm` as it was said, whatever day and zone the API puts around it; empty for none."""
IN_A_SLOT = SOME_HOURS_LATER = (2, 3, 4)
"""The choices of an outward time that are slots, and those of a return that count from it (SOLIDARY-15)."""


def creation(user: Any) -> str:
    """The address where a request is created for a user, by their id or a variable of it."""
    return f"{ROUTE}/create?{FOR_USER}={user}"


def listed(record_id: Any) -> str:
    """The address of the list where a request stands alone, by its id or a variable of it."""
    return f"{ROUTE}?q={record_id}"


def plain(item: Mapping[str, Any]) -> dict[str, Any]:
    """An answer without the prefix of its properties: `adminfamilyName` is `familyName` (SOLIDARY-4)."""
    return {key.removeprefix(PREFIX): value for key, value in item.items()}


class Row(Record):
    """A record as listed: it tells neither its structure nor its drivers, nor when it was made."""

    status: int = 0
    progression: float = 0
    subject: str = ""
    user_id: int | None = None
    """The beneficiary, as a user."""
    given_name: str = ""
    family_name: str = ""
    telephone: str = ""
    last_action: str = ""
    """The name of the newest entry of the diary: `solidary_contact_call`."""
    last_action_date: Instant = None
    origin: Address | None = None
    destination: Address | None = None
    proposal_type: str = "oneway"
    from_date: Day = ""
    """The first day of travel."""

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> Self:
        """Read a line of the list."""
        return cls.model_validate(plain(item))

    @property
    def name(self) -> str:
        """What the beneficiary is called."""
        return whole_name(self.given_name, self.family_name)

    @property
    def round_trip(self) -> bool:
        """Whether they come back, too."""
        return self.proposal_type == "roundtrip"

    @property
    def destination_any(self) -> bool:
        """Whether any destination does: it is then where one departs from (SOLIDARY-10)."""
        here, there = self.origin, self.destination
        if here is None or there is None:
            return False
        return (here.latitude, here.longitude, here.display) == (there.latitude, there.longitude, there.display)


class Schedule(Value):
    """Days of a regular journey that share their times."""

    mon: bool = False
    tue: bool = False
    wed: bool = False
    thu: bool = False
    fri: bool = False
    sat: bool = False
    sun: bool = False
    outward_time: WallClock = ""
    return_time: WallClock = ""

    @property
    def days(self) -> list[str]:
        """The days it is for."""
        return [day for day in DAYS if getattr(self, day)]


class Proof(Value):
    """What a person gave for a criterion, with the criterion (ProofView)."""

    proof_id: int | None = None
    structure: str = ""
    structure_id: int | None = None
    structure_proof_id: int | None = None
    """The criterion; not told of volunteers."""
    status: int = 0
    label: str = ""
    value: str | bool | None = None
    original_name: str = ""
    file_name: str = ""
    """Where the file is."""
    file_size: str = ""


class Entry(Value):
    """An entry of the diary."""

    action: str = ""
    comment: Comment = ""
    progression: str = ""
    author_given_name: str = ""
    author_family_name: str = ""
    user_id: int | None = None
    """Who it is about."""
    given_name: str = ""
    family_name: str = ""
    date: Instant = None

    @property
    def author(self) -> str:
        """Who wrote it."""
        return whole_name(self.author_given_name, self.author_family_name)


class Ways(Value):
    """What matches on the way there and on the way back."""

    outward: list[dict[str, Any]] = []
    return_: list[dict[str, Any]] = Field([], alias="return")


class Solutions(Value):
    """The drivers that were retained, and what was written to them, by the id of the solution."""

    drivers: list[dict[str, Any]] = []
    threads: dict[str, list[dict[str, Any]]] = {}

    @field_validator("threads", mode="before")
    @classmethod
    def _empty(cls, value: object) -> object:
        """Without a solution the API sends an empty array for an object."""
        return {str(key): each for key, each in value.items()} if isinstance(value, Mapping) else {}


class SolidaryRecord(Row):
    """A record with its person, journey, proofs, drivers and diary."""

    structure: str = ""
    """The name; what is written is the id (trap 33)."""
    structure_id: int | None = None
    mode: int = 0
    subject_id: int | None = None
    needs: list[dict[str, Any]] = []
    punctual_outward_date_choice: int | None = None
    punctual_outward_time_choice: int | None = None
    punctual_return_date_choice: int | None = None
    regular_date_choice: int | None = None
    distance: float | None = None
    """Kilometres by road."""
    solidary_id: int | None = None
    """The record this one replaced."""
    solidary_child_id: int | None = None
    """The record that replaced this one."""
    email: str = ""
    avatar: Picture = None
    gender: int | None = None
    birth_date: Day = ""
    news_subscription: bool = False
    home_address: Address | None = None
    operator_given_name: str = ""
    operator_family_name: str = ""
    frequency: int = PUNCTUAL
    to_date: Day = ""
    outward_date: Day = ""
    return_date: Day = ""
    outward_time: WallClock = ""
    outward_min_time: WallClock = ""
    outward_max_time: WallClock = ""
    return_time: WallClock = ""
    return_min_time: WallClock = ""
    return_max_time: WallClock = ""
    schedules: list[Schedule] = []
    created_date: Instant = None
    diary: list[Entry] = []
    proofs: list[Proof] = []
    carpools: Ways = Ways()
    transporters: Ways = Ways()
    solutions: Solutions = Solutions()

    @property
    def regular(self) -> bool:
        """Whether it repeats every week (SOLIDARY-5)."""
        return self.frequency == REGULAR

    @property
    def part_of_day(self) -> str:
        """The choice of one of the structure's slots: `outward_time` is then its middle, and nobody said it."""
        choice, told = self.punctual_outward_time_choice, self.outward_min_time and self.outward_max_time
        return str(choice) if choice in IN_A_SLOT and told and not self.regular else ""

    @property
    def hours_later(self) -> str:
        """The choice of a way back so many hours after that middle: `return_time` is no hour that was said either."""
        choice = self.punctual_return_date_choice
        return str(choice) if choice in SOME_HOURS_LATER and self.part_of_day else ""

    @property
    def first_ride(self) -> tuple[str, str]:
        """The first day one travels on, and when: of a weekly journey that is not always the first of its period."""
        if self.regular and self.from_date:
            first = dt.date.fromisoformat(self.from_date)
            days = (first + dt.timedelta(days=ahead) for ahead in range(7))
            rides = ((day, line) for day in days for line in self.schedules if DAYS[day.weekday()] in line.days)
            day, line = next(rides, (first, Schedule()))
            if not self.to_date or day.isoformat() <= self.to_date:
                return day.isoformat(), line.outward_time
        return self.from_date, self.outward_time
