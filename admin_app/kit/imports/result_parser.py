"""What the server answers to the lines of an import, read line by line (session.yaml, ImportResult). Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from admin_app.kit.imports.declare import FAILED, REFUSED, Intake, Outcome

TEXTS = {
    "cannot be empty": "required",
    "is not a valid email": "email",
    "is not a valid gender. Must be [0,1,2,3]": "gender",
    "is not a valid date. Format must be YYYY-MM-DD": "date",
    "is not a number": "identifier",
    "is not a valid Latitude": "latitude",
    "is not a valid Longitude": "longitude",
    "can only be empty or a number": "identifier",
    "can only be empty or a float number": "coordinate",
    "can only be empty or a numeric boolean value (0 or 1)": "flag",
    "can only be empty or a string value of a 255 length maximum": "longest_255",
    "can only be empty or a string value of a 15 length maximum": "longest_15",
}
"""Refusals of a value, and ours that say the same (session.yaml, ImportResult errors)."""
_ID = re.compile(r" -> id = (\d+)")
_WIDTH = re.compile(r"Incorrect number of column line (\d+)")
_VALUE = re.compile(r"(?:cannot|is not|can only) .*", re.DOTALL)


@dataclass(frozen=True)
class Verdict:
    """What the server said of one line of those sent, `None` when it cannot be told of which."""

    line: int | None
    outcome: Outcome
    text: str = ""
    found: str = ""
    """The id of its record, where the server tells it."""


def verdicts(intake: Intake, sent: Sequence[Sequence[str]], answer: Mapping[str, Any]) -> list[Verdict]:
    """What an answer says of the lines sent; 201 does not mean that anything was taken (trap 38)."""
    errors, messages = _texts(answer.get("errors")), _texts(answer.get("messages"))
    if errors:
        return [_refusal(sent, text) for text in errors]
    placed = len(messages) == len(sent)
    return [_message(intake, at if placed else None, text) for at, text in enumerate(messages)]


def _texts(value: Any) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list) else []


def _message(intake: Intake, line: int | None, text: str) -> Verdict:
    matches = (each.outcome for each in intake.answers if each.pattern.search(text))
    outcome = next(matches, FAILED)
    told = _ID.search(text) if outcome.there else None
    return Verdict(line, outcome, text if outcome is FAILED else "", told[1] if told else "")


def _refusal(sent: Sequence[Sequence[str]], text: str) -> Verdict:
    if (width := _WIDTH.match(text)) and 0 < int(width[1]) <= len(sent):
        return Verdict(int(width[1]) - 1, REFUSED, "width")
    said, _, line = text.rpartition(" for line ")
    if not (line.startswith("[") and line.endswith("]") and (value := _VALUE.search(said))):
        return Verdict(None, REFUSED, text)
    cells = _line(line)
    at = next((index for index, each in enumerate(sent) if list(each) == cells), None)
    return Verdict(at, REFUSED, TEXTS.get(value[0], text))


def _line(text: str) -> list[str]:
    try:
        return [str(cell) for cell in json.loads(text)]
    except (ValueError, TypeError):
        return []
