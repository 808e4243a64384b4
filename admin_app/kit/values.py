"""Values that several records share, as the API sends them."""

import datetime as dt
import functools
import logging
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from admin_app.api.errors import MalformedAnswer
from admin_app.api.query import is_record_id
from admin_app.kit.clock import CLOCK, today
from admin_app.settings import get_settings

Point = tuple[float, float]
"""Latitude and longitude, in degrees."""
Made = TypeVar("Made")
ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a record raises that holds something else than is described; pydantic's errors are ValueErrors."""
logger = logging.getLogger(__name__)


def whole(text: object, otherwise: int) -> int:
    """A whole number from an address or a browser, where anything may stand; `otherwise` for what is none."""
    written = str(text)
    # `isdigit` alone also takes ² and the like.
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else otherwise


def age(born: dt.date, today: dt.date) -> int:
    """How many years old somebody is on a day."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def age_of(birth_date: str | None, today: dt.date) -> int | None:
    """The same by a date of the API; None where that is no date."""
    try:
        return age(dt.date.fromisoformat((birth_date or "")[:10]), today)
    except ValueError:
        return None


def years_old(person: Any) -> int | None:
    """The same today, of a record with a birth date."""
    return age_of(person.birth_date, today())


def point_of(address: Mapping[str, Any] | None) -> Point | None:
    """Where an address of the API is; None where it does not say, or says no place of this world."""
    try:
        latitude, longitude = (float((address or {})[axis]) for axis in ("latitude", "longitude"))
    except (KeyError, TypeError, ValueError):
        return None
    return (latitude, longitude) if abs(latitude) <= 90 and abs(longitude) <= 180 else None


@functools.cache
def _optional_names(model: type[BaseModel]) -> frozenset[str]:
    """The fields that have a default, in both spellings."""
    optional = {key: field for key, field in model.model_fields.items() if not field.is_required()}
    return frozenset(optional) | {field.alias for field in optional.values() if field.alias}


class Value(BaseModel):
    """Part of a record: camelCase outside, unknown properties kept, null is the field's default.

    The API leaves nulls out of some answers and sends them in others (session.yaml, nulls).
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="allow",
        hide_input_in_errors=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _null_is_default(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        optional = _optional_names(cls)
        return {key: value for key, value in data.items() if value is not None or key not in optional}


class Record(Value):
    """A record of a resource."""

    id: int | None = None
    """None for a record that is not created yet."""


def readable(read: Callable[[Any], Made], items: Iterable[Any]) -> list[Made]:
    """What `read` makes of each record, without those it cannot read; where it can read none, a malformed answer."""
    made: list[Made] = []
    failure: Exception | None = None
    for each in items:
        try:
            made.append(read(each))
        except ODD as error:
            failure = error
    if failure:
        logger.warning("records of the API could not be read: %s", type(failure).__name__, exc_info=failure)
        if not made:
            raise MalformedAnswer(cause=type(failure).__name__) from failure
    return made


def record_ids(text: object) -> list[str]:
    """The ids of a selection, as a form sends them (`3,12`): each once, without what is no id."""
    parts = dict.fromkeys(str(text or "").split(","))
    return [each for each in parts if is_record_id(each)]


def at_clock(value: Any) -> Any:
    """A moment the server noted at the clock of France, unless times are shown as the API sends them (ADMIN_UTC)."""
    if get_settings().utc or not isinstance(value, str):
        return value
    try:
        moment = dt.datetime.fromisoformat(value)
    except ValueError:
        return value
    return moment.astimezone(CLOCK).isoformat() if moment.tzinfo else value


Instant = Annotated[str | None, BeforeValidator(at_clock)]
"""When something was created, updated or done. What a person typed is wall clock and never one (API-6)."""


def instants(model: type[BaseModel]) -> frozenset[str]:
    """The API's names of the moments a record holds."""
    fields = model.model_fields.items()
    return frozenset(to_camel(name) for name, field in fields if BeforeValidator(at_clock) in field.metadata)


def uploaded(address: Any) -> Any:
    """The address of a picture, None for the one that the platform shows of whoever has sent none.

    What is uploaded is served from `{folder}/images/versions/` (session.yaml, upload_image).
    """
    return address if "/images/versions/" in str(address) else None


Picture = Annotated[str | None, BeforeValidator(uploaded)]
"""The address of an uploaded picture."""


def _coordinate(value: Any) -> str | None:
    """Degrees as text with a dot, six decimals for a number; ValueError for anything that is no number."""
    if value is None or value == "":
        return None
    text = f"{value:.6f}" if type(value) in (int, float) else str(value).strip().replace(",", ".")
    if not math.isfinite(float(text)):
        raise ValueError("not a number")
    return text


Coordinate = Annotated[str | None, BeforeValidator(_coordinate)]
"""Degrees. Points give numbers, addresses texts; only text may be sent (session.yaml, Address)."""


_NUMBER = re.compile(r"(^|, )(\d+(?: ?(?:bis|ter|quater|[a-zA-Z]))?), (?=\D)")
_POSTCODE = re.compile(r"\b(\d{5}), (?=\D)")


def one_line(label: str) -> str:
    """An address of the server as it is written in France: `84, Rue Jean Moulin, 83400, Hyères` has two commas less."""
    return _POSTCODE.sub(r"\1 ", _NUMBER.sub(r"\1\2 ", label))


class Address(Value):
    """A postal and geographic address (session.yaml, Address)."""

    house_number: str | None = None
    street: str | None = None
    street_address: str | None = None
    """Full street line."""
    postal_code: str | None = None
    sub_locality: str | None = None
    address_locality: str | None = None
    """Town."""
    local_admin: str | None = None
    county: str | None = None
    macro_county: str | None = None
    region: str | None = None
    """In France: the département."""
    macro_region: str | None = None
    """In France: the région."""
    address_country: str | None = None
    country_code: str | None = None
    latitude: Coordinate = None
    longitude: Coordinate = None
    name: str | None = None
    home: bool | None = None
    display_label: list[str] = Field(default_factory=list, exclude=True)
    """Two lines written by the server."""
    icon: str | None = Field(default=None, exclude=True)
    type: str | None = Field(default=None, exclude=True)
    region_code: str | None = Field(default=None, exclude=True)

    @property
    def line(self) -> str:
        """What stands before the postal code: the name of a place, which a home has not, then number and street."""
        written = self.street_address or self.street or ""
        # What the API calls the street address may hold the number already.
        numbered = bool(self.house_number) and written.partition(" ")[0] == self.house_number
        named = "" if self.home or (self.name or "") in written else self.name
        return _joined(", ", named, _joined(" ", "" if numbered else self.house_number, written))

    @property
    def display(self) -> str:
        """The address on one line: the server's, else place and street, postal code and town."""
        if self.display_label:
            return one_line(self.display_label[0])
        return _joined(", ", self.line, _joined(" ", self.postal_code, self.address_locality)) or self.name or ""

    def to_api(self) -> dict[str, Any]:
        """Every field that can be written, nulls included: the server replaces an address whole (traps 7 and 36).

        No @id and no id, or it would change that row in place.
        """
        return self.model_dump(by_alias=True, exclude=set(self.model_extra or ()))


def town_of(address: Address | None) -> str:
    """The town of an address, where both are told."""
    return (address.address_locality if address else None) or ""


def _joined(separator: str, *parts: str | None) -> str:
    return separator.join(part for part in parts if part)
