"""From a structure of the API to its form and back, and what is wrong between its fields (STRUCTURE-4)."""

from collections.abc import Iterable, Mapping
from typing import Any

from admin_app.features.solidary import week
from admin_app.features.solidary.criteria import CHOSEN, KINDS, REQUESTER, SEPARATOR, VOLUNTEER
from admin_app.features.solidary.structure import Structure
from admin_app.kit.forms.submission import Lines, name_of
from admin_app.kit.words.formats import folded
from admin_app.shared.people.names import name_in

REQUESTERS, VOLUNTEERS = CRITERIA = ("structureProofsRequester", "structureProofsVolunteer")
"""The two lists of criteria of a form and of a PATCH."""
LISTS = ("territories", "subjects", "needs", *CRITERIA, "operators")
"""What a PATCH replaces whole."""
NAMED = ("subjects", "needs")
"""The lists whose lines are a name that requests choose."""
CREATED = "structureProofs"
"""The one list of criteria of a POST."""
Item = Mapping[str, Any]
Body = dict[str, Any]
Texts = Mapping[str, str]


# --- from the API to the form -------------------------------------------------------


def form_of(item: Item, structure: Structure) -> dict[str, Any]:
    """A structure as its form has it: the transport inverted, the mode a switch, times as HH:mm, lists in order."""
    plain = ("id", "name", "email", "telephone", "signature", "needs")
    return {
        **{name: item.get(name) for name in plain},
        "mode": structure.mode == 1,
        "solidaryTransport": not structure.solidary_transport,
        "territories": [{"id": each.id, "territory": each.id, "name": each.name} for each in structure.territories],
        "subjects": [{"id": each.id, "label": each.label} for each in structure.subjects],
        "operators": [{"id": each.id, "user": each.id} for each in structure.operators],
        **structure.slots,
        **{name: week.shown(item.get(name)) for name in week.RANGE_TIMES},
        "days": [flag for flag in week.FLAGS if item.get(flag) is True],
        REQUESTERS: _criteria(structure, REQUESTER),
        VOLUNTEERS: _criteria(structure, VOLUNTEER),
    }


def _criteria(structure: Structure, asked: int) -> list[dict[str, Any]]:
    return [each.model_dump() for each in structure.criteria(asked, all_of_them=True)]


def called(operator: Item) -> str:
    """What to call an operator: name and e-mail, enough to tell two of a name apart."""
    return " · ".join(filter(None, (name_in(operator), operator.get("email")))) or f"#{operator.get('id')}"


def line_labels(item: Item) -> dict[str, dict[str, str]]:
    """What to call the records behind the references of lines: by list, then by id."""
    structure = Structure.of(item)
    return {
        "territories": {str(each.id): each.name for each in structure.territories},
        "operators": {str(each["id"]): called(each) for each in item.get("operators") or []},
    }


# --- from the form to the API -------------------------------------------------------


def sent(body: Item) -> Body:
    """The plain fields of a form as the API wants them; its lists are written already (`d.lines`, written)."""
    shaped = {name: value for name, value in body.items() if name != "days"}
    for name in (*week.SLOT_TIMES, *week.RANGE_TIMES):
        if shaped.get(name):
            shaped[name] = week.sent(shaped[name])
    if "mode" in shaped:
        shaped["mode"] = int(shaped["mode"])
    if "solidaryTransport" in shaped:
        shaped["solidaryTransport"] = not shaped["solidaryTransport"]
    if "days" in body:
        shaped |= {flag: flag in body["days"] for flag in week.FLAGS}
    return shaped


def created(body: Item) -> Body:
    """The body of a POST: the criteria of both in one list (solidary.yaml, create_structure)."""
    whole = {name: value for name, value in body.items() if name not in CRITERIA}
    return {**whole, CREATED: [*body.get(REQUESTERS, ()), *body.get(VOLUNTEERS, ())]}


def criteria_sent(lines: Iterable[Item], asked: int) -> list[Body]:
    """The criteria of requesters or volunteers: one flag of five, options and their values as two texts."""
    return [_criterion_sent(line, asked) for line in lines]


def _criterion_sent(line: Item, asked: int) -> Body:
    kept = {name: line[name] for name in ("id", "label", "position", "mandatory", "activated") if name in line}
    flags = {kind: kind == line.get("kind") for kind in KINDS}
    return {**kept, "type": asked, **flags, **(_options(line) if line.get("kind") in CHOSEN else {})}


def _options(line: Item) -> Body:
    labels = [str(each.get("label") or "") for each in line.get("choices") or ()]
    stored = [str(each.get("value") or "") for each in line.get("choices") or ()]
    return {"options": SEPARATOR.join(labels), "acceptedValues": SEPARATOR.join(_values(labels, stored))}


def _values(labels: list[str], stored: list[str]) -> list[str]:
    """The values of options: those that are there stay, a new one is called by its label, none stands twice."""
    used = {value for value in stored if value}
    values = []
    for label, value in zip(labels, stored, strict=True):
        if not value:
            value, number = label, 2
            while value in used:
                value, number = f"{label} {number}", number + 1
            used.add(value)
        values.append(value)
    return values


def territories_sent(lines: Iterable[Item]) -> list[int]:
    """Territories by their ids."""
    return [line["territory"] for line in lines if line.get("territory")]


def operators_sent(lines: Iterable[Item]) -> list[Body]:
    """Operators by the ids of their users."""
    return [{"id": line["user"]} for line in lines if line.get("user")]


# --- what is wrong ------------------------------------------------------------------


def slot_problems(values: Texts, before: Texts) -> dict[str, str]:
    """What is wrong between times that are times: a slot that ends before it begins, or begins before the last ended.

    Only where something was changed: a structure with odd slots stays editable. `before` is empty when creating.
    """
    if all(values.get(name) == before.get(name) for name in week.SLOT_TIMES):
        return {}
    problems: dict[str, str] = {}
    last = ""
    for slot in week.SLOTS:
        start, end = f"{slot}MinTime", f"{slot}MaxTime"
        if not all(week.is_clock_time(values.get(name, "")) for name in (start, end)):
            return {}
        if values[end] <= values[start]:
            problems[end] = "structures.wrong.reversed"
        elif values[start] < last:
            problems[start] = "structures.wrong.overlap"
        last = max(last, values[end])
    return problems


def range_problems(values: Texts, before: Texts) -> dict[str, str]:
    """What is wrong with the widest bounds: they hold the slot, and one that is stored cannot be emptied."""
    problems: dict[str, str] = {}
    for slot in week.SLOTS:
        for bound in week.BOUNDS:
            name, own = f"{slot}{bound}RangeTime", f"{slot}{bound}Time"
            wide, time = values.get(name, ""), values.get(own, "")
            if not wide:
                problems |= {name: "structures.wrong.kept_range"} if before.get(name) else {}
                continue
            changed = wide != before.get(name) or time != before.get(own)
            outside = wide > time if bound == "Min" else wide < time
            if changed and outside and week.is_clock_time(wide) and week.is_clock_time(time):
                problems[name] = "structures.wrong.narrow_range"
    return problems


def line_problems(lines: Lines, stored: Lines) -> dict[str, str]:
    """What is wrong with the lists beside each cell: options, somebody or something twice, a subject that is gone."""
    problems: dict[str, str] = {}
    for name in CRITERIA:
        for line in lines.get(name, []):
            if line.get("kind") in CHOSEN:
                problems |= _choice_problems(lines, name_of(name, line["key"], "choices"))
    problems |= _twice(lines, "operators", "user", "errors.operator.already_exists")
    problems |= _twice(lines, "territories", "territory", "duplicate")
    for name in NAMED:
        problems |= _named_twice(lines.get(name, []), stored.get(name, []), name)
    if stored_subjects(stored) - {line.get("id", "") for line in lines.get("subjects", [])}:
        problems["subjects"] = "structures.wrong.subject_removed"
    return problems


def stored_subjects(stored: Lines) -> set[str]:
    """The ids of the subjects that the server has."""
    return {line["id"] for line in stored.get("subjects", []) if line.get("id")}


def _named_twice(lines: Iterable[Texts], stored: Iterable[Texts], name: str) -> dict[str, str]:
    """The lines that are new or called otherwise, and then as another one is; two that are stored so stay."""
    kept = {(line.get("id"), line.get("label")) for line in stored if line.get("id")}
    taken: set[str] = set()
    problems: dict[str, str] = {}
    for line in sorted(lines, key=lambda each: (each.get("id"), each.get("label")) not in kept):
        label = folded(line.get("label"))
        if label in taken and (line.get("id"), line.get("label")) not in kept:
            problems[name_of(name, line["key"], "label")] = "duplicate"
        taken |= {label} - {""}
    return problems


def _choice_problems(lines: Lines, name: str) -> dict[str, str]:
    choices = lines.get(name, [])
    if not choices:
        return {name: "structures.wrong.no_option"}
    problems: dict[str, str] = {}
    for line in choices:
        if SEPARATOR in line.get("label", ""):
            problems[name_of(name, line["key"], "label")] = "structures.wrong.semicolon"
    return {**_twice(lines, name, "label", "duplicate"), **problems}


def _twice(lines: Lines, name: str, cell: str, wrong: str) -> dict[str, str]:
    seen: set[str] = set()
    problems: dict[str, str] = {}
    for line in lines.get(name, []):
        text = line.get(cell, "").strip()
        if text and text in seen:
            problems[name_of(name, line["key"], cell)] = wrong
        seen.add(text)
    return problems
