"""What a save of a structure takes away from people, told before it is sent (trap 25). Pure.

A list that is sent is the whole list. The API says of a line whether something uses it (`removable`), never how much:
that is said, nothing is counted that cannot be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from admin_app.features.solidary.criteria import CHOSEN, SEPARATOR, Criterion
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.structures.shaping import CRITERIA, VOLUNTEERS, called

Line = Mapping[str, Any]
Sent = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Loss:
    """One thing that goes: `name` is a text below `structures.losses`, `values` what it names."""

    name: str
    values: Mapping[str, str] = field(default_factory=dict)


def losses(structure: Structure, sent: Sent, person: int, operators: Sequence[Line]) -> list[Loss]:
    """What goes when these lists are sent for a structure as the API has it now; lists left out lose nothing.

    `sent` are the written lists by name, `operators` those the API tells, `person` who is about to save.
    """
    return [
        *_criteria_gone(structure, sent),
        *_needs_gone(structure, sent),
        *_operators_gone(sent, person, operators),
    ]


def _ids(lines: Sequence[Line]) -> set[Any]:
    return {line["id"] for line in lines if "id" in line}


def _criteria_gone(structure: Structure, sent: Sent) -> Iterator[Loss]:
    for asked, name in enumerate(CRITERIA, start=1):
        if name not in sent:
            continue
        whose = "volunteer" if name == VOLUNTEERS else "requester"
        now = {line["id"]: line for line in sent[name] if "id" in line}
        for each in structure.criteria(asked, all_of_them=True):
            line = now.get(each.id)
            if line is None:
                loss = "criterion_unused" if each.removable else f"criterion_{whose}"
                yield Loss(loss, {"label": each.label})
            elif each.kind in CHOSEN and not each.removable:
                yield from _options_gone(each, line)


def _options_gone(was: Criterion, line: Line) -> Iterator[Loss]:
    """Options of a criterion that somebody has answered: what they answered is known by the value."""
    labels, values = (str(line.get(name) or "").split(SEPARATOR) for name in ("options", "acceptedValues"))
    now = dict(zip(values, labels, strict=False))
    for choice in was.choices:
        names = {"label": was.label, "option": choice.label}
        if choice.value not in now:
            yield Loss("option_gone", names)
        elif now[choice.value] != choice.label:
            yield Loss("option_renamed", {**names, "now": now[choice.value]})


def _needs_gone(structure: Structure, sent: Sent) -> Iterator[Loss]:
    if "needs" not in sent:
        return
    left = _ids(sent["needs"])
    for need in structure.needs:
        if need.id not in left:
            yield Loss("need_unused" if need.removable else "need_used", {"label": need.label})


def _operators_gone(sent: Sent, person: int, operators: Sequence[Line]) -> Iterator[Loss]:
    if "operators" not in sent:
        return
    left, before = _ids(sent["operators"]), {each["id"] for each in operators}
    for each in operators:
        if each["id"] not in left:
            yield Loss("oneself_gone") if each["id"] == person else Loss("operator_gone", {"name": called(each)})
    if person in left - before:
        yield Loss("oneself_added")
