"""The lists of a structure: subjects, needs, proofs, territories, operators (solidary.yaml, update_structure; trap 25).

In a PATCH each list that is sent is the whole list, and each line of it the whole line: what is missing goes, with what
hangs on it (trap 49). An entry counts as one that exists only with its id as a whole number and a label; an entry with
any other `id` does nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Table, delete, select, update

from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.database import within
from sandbox.errors import ApiError, masked
from sandbox.solidary.tables import (
    operates,
    proofs,
    structure_needs,
    structure_proofs,
    structure_subjects,
    structure_territories,
)
from sandbox.tables import territories, users
from sandbox.users import roles

OPERATOR = "ROLE_SOLIDARY_OPERATOR"
LONGEST = 255
# In the order upstream asks which kind a proof is.
PROOF_KINDS = ("checkbox", "radio", "input", "file", "selectbox")
CHOICES = ("radio", "selectbox")
LINES = ("subjects", "needs", "structureProofs")
NEW_PROOF = {"type": 1, "position": 1, "activated": False}

Line = Mapping[str, Any]
Columns = dict[str, Any]


def write_lists(ctx: Context, structure_id: int, sent: Mapping[str, Any], creating: bool) -> None:
    """Store every list that was sent; a list that is absent, or null, stays as it is."""
    writers: dict[str, Callable[[Context, int, list[Any]], None]] = {
        "territories": _territories,
        "subjects": _subjects,
        "needs": _needs,
        "operators": _operators,
    }
    # A creation reads one list of proofs, an edition two (x-seed-conflicts, structureProofs).
    if creating:
        writers["structureProofs"] = lambda ctx, number, lines: _proofs(ctx, number, lines, (1, 2))
    else:
        writers["structureProofsRequester"] = lambda ctx, number, lines: _proofs(ctx, number, lines, (1,))
        writers["structureProofsVolunteer"] = lambda ctx, number, lines: _proofs(ctx, number, lines, (2,))
    for name, write in writers.items():
        lines = sent.get(name)
        if isinstance(lines, dict):
            lines = [*lines.values()]
        if isinstance(lines, list):
            if creating:
                lines = [_without_id(line) if name in LINES else line for line in lines]
            write(ctx, structure_id, lines)


def _without_id(line: Any) -> Any:
    return {name: value for name, value in line.items() if name != "id"} if isinstance(line, dict) else line


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _territories(ctx: Context, structure_id: int, found: list[Any]) -> None:
    known = set(ctx.database.values(select(territories.c.id)))
    wanted = list(dict.fromkeys(found))
    if any(_whole(each) is None or each not in known for each in wanted):
        raise ApiError("Invalid territory")
    ctx.database.delete(structure_territories, structure_id=structure_id)
    rows = [{"structure_id": structure_id, "territory_id": each} for each in wanted]
    ctx.database.insert_all(structure_territories, rows)


def _operators(ctx: Context, structure_id: int, lines: list[Any]) -> None:
    wanted = [_whole(line.get("id")) if isinstance(line, dict) else None for line in lines]
    for user_id in wanted:
        if user_id is None or ctx.database.get(users, user_id) is None:
            raise ApiError("Unknown User")
    here = operates.c.structure_id == structure_id
    present = ctx.database.values(select(operates.c.user_id).where(here))
    for user_id in set(present) - set(wanted):
        ctx.database.delete(operates, structure_id=structure_id, user_id=user_id)
        if ctx.database.row(select(operates.c.id).where(operates.c.user_id == user_id)) is None:
            roles.take(ctx, user_id, OPERATOR)
    # One who is listed twice is stored twice: nothing checks it upstream.
    for user_id in wanted:
        if user_id is not None and user_id not in present:
            ctx.database.insert(operates, structure_id=structure_id, user_id=user_id, created_date=now_stored())
            roles.give(ctx, user_id, OPERATOR)


def _subjects(ctx: Context, structure_id: int, lines: list[Any]) -> None:
    def gone(ids: list[int]) -> None:
        # The column of the link cannot be null: upstream fails on any subject that leaves the list.
        raise masked()

    _write_lines(ctx, structure_subjects, structure_id, lines, _subject, gone)


def _needs(ctx: Context, structure_id: int, lines: list[Any]) -> None:
    def gone(ids: list[int]) -> None:
        # The records that ticked them keep them (trap 48).
        ctx.database.write(update(structure_needs).where(within(structure_needs.c.id, ids)).values(structure_id=None))

    _write_lines(ctx, structure_needs, structure_id, lines, _need, gone)


def _subject(line: Line) -> Columns:
    return {"label": _text(line.get("label"))}


def _need(line: Line) -> Columns:
    return {"label": _text(line.get("label")), "label_volunteer": _text(line.get("labelVolunteer"))}


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > LONGEST:
        raise masked()
    return value


def _proofs(ctx: Context, structure_id: int, lines: list[Any], types: tuple[int, ...]) -> None:
    def gone(ids: list[int]) -> None:
        ctx.database.write(delete(proofs).where(within(proofs.c.structure_proof_id, ids)))
        ctx.database.write(delete(structure_proofs).where(within(structure_proofs.c.id, ids)))

    _write_lines(ctx, structure_proofs, structure_id, lines, _proof, gone, structure_proofs.c.type.in_(types))


def _proof(line: Line) -> Columns:
    columns: Columns = {"label": _text(line["label"]), "mandatory": line.get("mandatory") is True}
    for name in ("type", "position"):
        if name in line:
            if _whole(line[name]) is None:
                raise masked()
            columns[name] = line[name]
    if "activated" in line:
        columns["activated"] = line["activated"] is True
    kind = next((name for name in PROOF_KINDS if line.get(name) is True), None)
    columns |= {name: name == kind for name in PROOF_KINDS}
    for name, column in (("options", "options"), ("acceptedValues", "accepted_values")):
        columns[column] = line[name] if kind in CHOICES and isinstance(line.get(name), str) else None
    return columns


def _write_lines(
    ctx: Context,
    table: Table,
    structure_id: int,
    lines: Iterable[Any],
    read: Callable[[Line], Columns],
    gone: Callable[[list[int]], None],
    *narrowed: Any,
) -> None:
    """Bring the rows of a structure to what the lines say; private rows belong to records and are left alone."""
    mine = [table.c.structure_id == structure_id, *narrowed]
    if "private" in table.c:
        mine.append(table.c.private.is_(False))
    present = ctx.database.values(select(table.c.id).where(*mine))
    entries = [line for line in lines if isinstance(line, dict)]
    kept = {_whole(line.get("id")) for line in entries}
    missing = [each for each in present if each not in kept]
    if missing:
        gone(missing)
    for line in entries:
        number = _whole(line.get("id"))
        if not line.get("label"):
            continue
        if number in present:
            ctx.database.change(table, number, **read(line))
        elif "id" not in line:
            defaults = NEW_PROOF if table is structure_proofs else {}
            ctx.database.insert(table, **defaults | {"structure_id": structure_id} | read(line))
