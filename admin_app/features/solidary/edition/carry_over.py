"""What was typed in the form of a request that somebody replaced meanwhile, for the form of the new one."""

from collections.abc import Mapping
from dataclasses import dataclass

from admin_app.features.solidary.asking.request_form import SCHEDULES, Lines, RequestForm
from admin_app.kit.forms import Submission

CELLS = ("days", "outwardTime", "returnTime")


@dataclass(frozen=True)
class CarriedOver:
    """Changes on their way from one form to another; what was not typed is left to the new request."""

    source: str
    target: str
    """The numbers of the requests."""
    values: Mapping[str, str]
    labels: Mapping[str, str]
    lines: Lines
    """The days and times of a weekly journey, all of them where one was changed; else none."""


def carried_over(source: str, target: str, filled: RequestForm, sent: Submission) -> CarriedOver:
    """What a submission changes of what its form was filled with."""
    values = {name: text for name, text in sent.values.items() if _plain(text) != _plain(filled.texts.get(name, ""))}
    labels = {name: text for name, text in sent.labels.items() if name in values}
    lines = sent.lines.get(SCHEDULES, [])
    same = _cells(lines) == _cells(filled.lines)
    return CarriedOver(source, target, values, labels, () if same else tuple(dict(line) for line in lines))


def _plain(text: str) -> str:
    """A switch that is off holds nothing, or says so."""
    return "" if text == "false" else text.strip()


def _cells(lines: Lines) -> list[tuple[str, ...]]:
    """What the lines hold that hold anything."""
    cells = (tuple(line.get(name, "").strip() for name in CELLS) for line in lines)
    return [each for each in cells if any(each)]
