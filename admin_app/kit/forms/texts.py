"""From the API's values to the texts of inputs and back, one rule per kind of input. Pure.

An input's text is what its HTML element holds: `true` or empty for a switch, JSON for an address, the id for a
reference. `problem` names the message of a refused text, below `kit.validation`.
"""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email

from admin_app.kit.declare.fields import (
    MAX_INTEGER,
    ChoiceInput,
    DateInput,
    DateTimeInput,
    Input,
    IntegerInput,
    TextInput,
    read,
    text_of,
)
from admin_app.kit.declare.html import clean_html
from admin_app.kit.values import Address
from admin_app.kit.words import phones
from admin_app.kit.words.formats import birth_fault, is_day

MIDNIGHT = "T00:00:00+00:00"
"""Days and times are wall clock: the server drops the offset it must be sent (FORM-10, API-6)."""


def text_for(part: Input, record: Any) -> str:
    """The text an input starts with for a record."""
    value = read(record, part.field)
    if part.kind == "address":
        return json.dumps(value.to_api(), ensure_ascii=False) if value else ""
    if part.kind in ("date", "day"):
        return text_of(value)[:10]
    if isinstance(part, DateTimeInput):
        timed = not part.timed_by or read(record, part.timed_by)
        return text_of(value)[: 16 if timed else 10]
    if part.kind == "time":
        return text_of(value).rpartition("T")[2][:5]
    if part.kind == "multi_select":
        return ",".join(text_of(each) for each in value or ())
    if part.kind == "switch":
        return "true" if value else ""
    if part.kind == "attached":
        return json.dumps(value, ensure_ascii=False) if value else ""
    if part.kind == "phone":
        return phones.phone_text(text_of(value))  # as it is read everywhere else
    text = text_of(value)
    if part.kind in ("text_area", "rich_text"):
        text = text.replace("\r\n", "\n")  # as a browser gives it back
    return clean_html(text) if part.kind == "rich_text" else text


def value_for(part: Input, text: str) -> Any:
    """What the API gets for a text that `problem` found nothing wrong with; None for an empty one."""
    text = text.strip()
    if part.kind == "switch":
        return text == "true"
    if part.kind == "multi_select":
        return [_typed(part, each) for each in text.split(",") if each]
    if not text:
        return "" if isinstance(part, TextInput) and part.blank_text else None
    if part.kind == "address":
        return Address.model_validate_json(text).to_api()
    if part.kind in _WRITTEN:
        return _WRITTEN[part.kind](text)
    return _typed(part, text)


def _typed(part: Input, text: str) -> Any:
    if part.kind == "integer" or part.type == "integer":
        return int(text)
    return text == "true" if part.type == "boolean" else text


def web_address(text: str) -> str:
    """An address of the web with its scheme, which people leave out: www.exemple.fr is https://www.exemple.fr."""
    return text if re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", text, re.IGNORECASE) else f"https://{text.lstrip('/')}"


def problem(part: Input, text: str) -> str:
    """The name of what is wrong with a text, empty when nothing is."""
    text = text.strip()
    if not text:
        return "required" if part.required else ""
    if isinstance(part, TextInput) and len(text) > part.max_length:
        return "too_long"
    check = _CHECKS.get(part.kind)
    return check(part, text) if check else ""


def _email(part: Input, text: str) -> str:
    try:
        validate_email(text, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return "email"
    return ""


def _integer(part: Input, text: str) -> str:
    assert isinstance(part, IntegerInput)
    if not re.fullmatch(r"-?[0-9]{1,10}", text):
        return "integer"
    wrong = "between" if part.maximum < MAX_INTEGER else "integer"
    return "" if part.minimum <= int(text) <= part.maximum else wrong


def degrees(text: str) -> str:
    """Degrees as the API wants them: text with six decimals, whatever the decimal mark typed."""
    return f"{float(text.replace(',', '.')):.6f}"


def _degrees(part: Input, text: str) -> str:
    most = 90 if part.kind == "latitude" else 180
    written = re.fullmatch(r"[-+]?[0-9]{1,3}([.,][0-9]{0,15})?", text)
    return "" if written and abs(float(degrees(text))) <= most else part.kind


def _date(part: Input, text: str) -> str:
    if not is_day(text):
        return "date"
    return birth_fault(text) if isinstance(part, DateInput) and part.past else ""


def _date_time(part: Input, text: str) -> str:
    day, _, clock = text.partition("T")
    return "date" if _date(part, day) else _time(part, clock)


def _url(part: Input, text: str) -> str:
    address = web_address(text)
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return "url"
    spelt = address.startswith(("http://", "https://")) and not re.search(r"[\s<>\"]", address)
    return "" if spelt and re.fullmatch(r"[\w-]+(\.[\w-]+)+", host) else "url"


def _time(part: Input, text: str) -> str:
    return "" if re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text) else "time"


def _choice(part: Input, text: str) -> str:
    if not isinstance(part, ChoiceInput):
        return _reference(part, text)
    known = not part.values or all(each in part.values for each in text.split(",") if each)
    return "" if known else "choice"


def _reference(part: Input, text: str) -> str:
    return "" if re.fullmatch(r"[0-9]{1,18}", text) else "choice"


def attachment(text: str) -> dict[str, str] | None:
    """What is known of a picture of a line, by name; None for nothing, or what no page of ours wrote."""
    try:
        held = json.loads(text)
    except ValueError:
        return None
    names = ("id", "src", "ticket", "weight")
    return {name: text_of(held[name]) for name in names if held.get(name)} if isinstance(held, dict) else None


def _address(part: Input, text: str) -> str:
    try:
        return "" if Address.model_validate_json(text) else "address"
    except ValueError:
        return "address"


_CHECKS: dict[str, Callable[[Input, str], str]] = {
    "email": _email,
    "phone": lambda _, text: "" if phones.is_number(text) else "phone",
    "integer": _integer,
    "latitude": _degrees,
    "longitude": _degrees,
    "url": _url,
    "date": _date,
    "day": lambda part, text: _date(part, text[:10]),
    "date_time": _date_time,
    "time": _time,
    "select": _choice,
    "radio": _choice,
    "publication": _choice,
    "multi_select": _choice,
    "reference": _reference,
    "picture_choice": _reference,
    "address": _address,
    "color": lambda _, text: "" if re.fullmatch("#[0-9a-fA-F]{6}", text) else "color",
}


_WRITTEN: dict[str, Callable[[str], Any]] = {
    "phone": phones.bare,
    "url": web_address,
    "latitude": degrees,
    "longitude": degrees,
    "rich_text": lambda text: clean_html(text) or None,
    "attached": attachment,
    "day": lambda text: text[:10] + MIDNIGHT,
    "date_time": lambda text: f"{text[:16]}:00+00:00",
}
