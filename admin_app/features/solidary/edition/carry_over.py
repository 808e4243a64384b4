"""What was typed in the form of a request that somebody replaced meanwhile, for the form of the new one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from admin_app.features.solidary.asking.submitted_form import SCHEDULES
from admin_app.kit.forms.submission import Submission

CELLS = ("days", "outwardTime", "returnTime")
Line = Mapping[str, str]


@dataclass(frozen=True)
class Carried:
    """Changes on their way from one form to another; what was not typed is left to the new request."""

    source: str
    target: str
    values: Mapping[str, str]
    labels: Mapping[str, str]
    lines: tuple[Line, ...]
    """The days and times of a weekly journey, all of them where one was changed; else none."""


def carried(source: str, target: str, texts: Mapping[str, str], rows: Sequence[Line], sent: Submission) -> Carried:
    """What a submission changes of the texts and rows that its form was filled with."""
    values = {name: text for name, text in sent.values.items() if _plain(text) != _plain(texts.get(name, ""))}
    labels = {name: text for name, text in sent.labels.items() if name in values}
    lines = sent.lines.get(SCHEDULES, [])
    same = _filled(lines) == _filled(rows)
    return Carried(source, target, values, labels, () if same else tuple(dict(line) for line in lines))


def _plain(text: str) -> str:
    """A switch that is off holds nothing, or says so."""
    return "" if text == "false" else text.strip()


def _filled(lines: Sequence[Line]) -> list[tuple[str, ...]]:
    cells = (tuple(line.get(name, "").strip() for name in CELLS) for line in lines)
    return [each for each in cells if any(each)]
