"""What the columns of an import may hold, and the texts of their refusals (session.yaml, ImportResult errors)."""

import re
from collections.abc import Callable, Sequence
from datetime import date

Check = Callable[[str], str | None]

_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}")
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_FLOAT = re.compile(r"-?\d+\.\d+", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def _unless(fits: Callable[[str], object], text: str) -> Check:
    return lambda value: None if fits(value) else text


def _or_empty(fits: Callable[[str], object]) -> Callable[[str], object]:
    return lambda value: not value or fits(value)


def _is_day(value: str) -> bool:
    try:
        return bool(_DAY.fullmatch(value)) and date.fromisoformat(value) is not None
    except ValueError:
        return False


def _within(limit: int) -> Callable[[str], bool]:
    return lambda value: bool(_NUMBER.fullmatch(value)) and abs(float(value)) <= limit


def at_most(length: int) -> Check:
    """Empty or a text that is not too long; upstream counts bytes."""
    text = f"can only be empty or a string value of a {length} length maximum"
    return _unless(lambda value: len(value.encode()) <= length, text)


FILLED = _unless(bool, "cannot be empty")
EMAIL = _unless(_EMAIL.fullmatch, "is not a valid email")
GENDER = _unless({"0", "1", "2", "3"}.__contains__, "is not a valid gender. Must be [0,1,2,3]")
DAY = _unless(_is_day, "is not a valid date. Format must be YYYY-MM-DD")
NUMBER = _unless(_NUMBER.fullmatch, "is not a number")
LATITUDE = _unless(_within(90), "is not a valid Latitude")
LONGITUDE = _unless(_within(180), "is not a valid Longitude")
OPTIONAL_NUMBER = _unless(_or_empty(_NUMBER.fullmatch), "can only be empty or a number")
OPTIONAL_FLOAT = _unless(_or_empty(_FLOAT.fullmatch), "can only be empty or a float number")
OPTIONAL_FLAG = _unless({"", "0", "1"}.__contains__, "can only be empty or a numeric boolean value (0 or 1)")
ANY: Check = lambda value: None  # noqa: E731

USER_COLUMNS: Sequence[Check] = (
    *(EMAIL, FILLED, FILLED, GENDER, DAY, FILLED, OPTIONAL_NUMBER),
    *(ANY,) * 5,
    *(OPTIONAL_FLOAT, OPTIONAL_FLOAT, ANY),
)
RELAY_POINT_COLUMNS: Sequence[Check] = (
    *(FILLED, NUMBER, LATITUDE, LONGITUDE, OPTIONAL_NUMBER, OPTIONAL_NUMBER),
    *(OPTIONAL_FLAG,) * 4,
    *(ANY, ANY, OPTIONAL_NUMBER, at_most(255), ANY, ANY, at_most(15), ANY, ANY),
)
