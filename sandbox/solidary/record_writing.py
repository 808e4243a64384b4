"""Creating records and editing them, in place or by a copy (solidary.yaml, create_solidary, update_solidary)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, delete, select

from sandbox import addresses
from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.database import within
from sandbox.errors import masked
from sandbox.geography import communes
from sandbox.related import sent_row
from sandbox.solidary import diary
from sandbox.solidary.actions import ACTIONS, CREATED, DEEPLY_UPDATED
from sandbox.solidary.commands import CLOSED_FOR_EDITION
from sandbox.solidary.identity import address_columns, write_person
from sandbox.solidary.journey import (
    CHOICES,
    DATE_KEYS,
    FLEXIBLE,
    NO_RETURN,
    REGULAR,
    as_punctual,
    as_stored,
    check_choices,
    columns_of,
)
from sandbox.solidary.matching import fails_to_tell, kilometres, look_for_drivers
from sandbox.solidary.requester import found_or_made, give_proofs, membership
from sandbox.solidary.tables import (
    solidaries,
    solidary_needs,
    structure_needs,
    structure_subjects,
    structures,
)
from sandbox.tables import users

LONGEST = 255
DETOUR = 1.3
"""A road is that much longer than the straight line."""


def row_of(ctx: Context, record_id: int) -> Row[Any]:
    """A record as it is now."""
    return ctx.database.held(solidaries, record_id)


def create(ctx: Context, sent: Mapping[str, Any]) -> int:
    """A new record; answers its id.

    Not transactional, as upstream (trap 32): once the person is stored a failure leaves him, his membership, and maybe
    a record without journey, which is in no list.
    """
    structure = _checked(ctx, sent)
    user_id = found_or_made(ctx, sent["beneficiary"], structure)
    membership_id = membership(ctx, user_id, structure)
    give_proofs(ctx, membership_id, sent.get("proofs"), creating=True)
    ctx.database.commit()
    who = {"user_structure_id": membership_id, "structure_id": structure.id, "user_id": user_id}
    record_id = _new(ctx, **who, subject_id=_subject(ctx, structure.id, sent))
    _write_needs(ctx, record_id, structure.id, sent)
    ctx.database.commit()
    _start(ctx, record_id, user_id, columns_of(sent, structure) | _ends(ctx, sent))
    return record_id


def _checked(ctx: Context, sent: Mapping[str, Any]) -> Row[Any]:
    """The structure of a creation, when nothing is missing that is looked at before anything is stored."""
    if not isinstance(sent.get("beneficiary"), Mapping):
        raise masked()
    structure = sent_row(ctx, structures, sent.get("structure"))
    if not isinstance(sent.get("origin"), Mapping):
        raise masked()
    if sent.get("destinationAny") is not True and not isinstance(sent.get("destination"), Mapping):
        raise masked()
    check_choices(sent)
    return structure


def _new(ctx: Context, **columns: Any) -> int:
    """A record that has no journey yet; answers its id."""
    written = {"operator_id": ctx.access.user_id, "created_date": now_stored()}
    return ctx.database.insert(solidaries, status=0, progression=0.0, **written, **columns)


def _start(ctx: Context, record_id: int, user_id: int, journey: dict[str, Any]) -> None:
    """Give a record its journey and its first journal entry."""
    ctx.database.change(solidaries, record_id, **journey)
    diary.note(ctx, record_id, CREATED, user_id, 0)


# --- subject and needs ---


def _subject(ctx: Context, structure_id: int, sent: Mapping[str, Any]) -> int:
    """The subject of a new record: a free text wins, an empty one too; without either it fails."""
    if sent.get("additionalSubject") is not None:
        return _private(ctx, structure_subjects, structure_id, sent["additionalSubject"])
    return sent_row(ctx, structure_subjects, sent.get("adminsubject")).id


def _label(text: Any) -> str:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise masked()
    return text


def _private(ctx: Context, table: Any, structure_id: int, text: Any) -> int:
    return ctx.database.insert(table, structure_id=structure_id, label=_label(text), private=True)


def _relabelled(ctx: Context, table: Any, number: int | None, text: Any) -> bool:
    """Whether the row was private, and so has the new label."""
    private = ctx.database.value(select(table.c.private).where(table.c.id == number))
    if private:
        ctx.database.change(table, number, label=_label(text))
    return bool(private)


def _write_needs(ctx: Context, record_id: int, structure_id: int, sent: Mapping[str, Any]) -> None:
    """Store the needs that are offered, all of them at once, and the one that is free."""
    query = select(structure_needs).join(solidary_needs, solidary_needs.c.need_id == structure_needs.c.id)
    present = ctx.database.rows(query.where(solidary_needs.c.solidary_id == record_id))
    if "needs" in sent:
        wanted = sent["needs"] or []
        if not isinstance(wanted, list):
            raise masked()
        _unlink(ctx, record_id, [row.id for row in present if not row.private])
        for number in dict.fromkeys(sent_row(ctx, structure_needs, each).id for each in wanted):
            ctx.database.insert(solidary_needs, solidary_id=record_id, need_id=number)
    if "additionalNeed" in sent:
        free = next((row.id for row in present if row.private), None)
        text = sent["additionalNeed"]
        if not text:
            _unlink(ctx, record_id, [free] if free else [])
        elif not _relabelled(ctx, structure_needs, free, text):
            number = _private(ctx, structure_needs, structure_id, text)
            ctx.database.insert(solidary_needs, solidary_id=record_id, need_id=number)


def _unlink(ctx: Context, record_id: int, needs: list[int]) -> None:
    links = solidary_needs.c
    ctx.database.write(delete(solidary_needs).where(links.solidary_id == record_id, within(links.need_id, needs)))


# --- origin and destination ---


def _ends(ctx: Context, sent: Mapping[str, Any]) -> dict[str, Any]:
    """New addresses of both ends; with any destination it is the origin's."""
    origin = _located(address_columns(sent["origin"]))
    arrival = sent["origin"] if sent.get("destinationAny") is True else sent["destination"]
    destination = _located(address_columns(arrival))
    return _stored(ctx, origin, destination) | {"destination_any": sent.get("destinationAny") is True}


def _stored(ctx: Context, origin: dict[str, Any], destination: dict[str, Any]) -> dict[str, Any]:
    ids = [addresses.stored(ctx, each, None) for each in (origin, destination)]
    first, last = [(float(each["latitude"]), float(each["longitude"])) for each in (origin, destination)]
    distance = round(kilometres(first, last) * DETOUR, 1)
    return {"origin_id": ids[0], "destination_id": ids[1], "distance": distance}


def _located(columns: dict[str, Any]) -> dict[str, Any]:
    """An address with a point; without a town it gets the nearest one."""
    if columns.get("latitude") is None or columns.get("longitude") is None:
        raise masked()
    if columns.get("address_locality"):
        return columns
    point = (float(columns["latitude"]), float(columns["longitude"]))
    town = min(communes(), key=lambda each: kilometres(point, (each.latitude, each.longitude)))
    return columns | {"address_locality": town.name, "postal_code": columns.get("postal_code") or town.postal_code}


# --- editing ---


def edit(ctx: Context, record: Row[Any], sent: Mapping[str, Any]) -> int:
    """Edit a record; answers its id, or that of the copy which took its place (traps 26, 27)."""
    replaced = _is_replaced(ctx, record, sent)
    structure = ctx.database.held(structures, record.structure_id)
    if "regular" in sent:
        check_choices(sent)
    _edit_in_place(ctx, record, sent)
    if not replaced:
        return record.id
    look_for_drivers(ctx, row_of(ctx, record.id))
    ctx.database.commit()
    if fails_to_tell(ctx, record):
        raise masked()
    return _replace(ctx, row_of(ctx, record.id), structure, sent)


def _edit_in_place(ctx: Context, record: Row[Any], sent: Mapping[str, Any]) -> None:
    give_proofs(ctx, record.user_structure_id, sent.get("proofs"), creating=False)
    _write_needs(ctx, record.id, record.structure_id, sent)
    subject = record.subject_id
    if "adminsubject" in sent:
        # Here the subject wins over the free text, the reverse of a creation.
        subject = sent_row(ctx, structure_subjects, sent["adminsubject"]).id
    elif sent.get("additionalSubject"):
        text = sent["additionalSubject"]
        if not _relabelled(ctx, structure_subjects, subject, text):
            subject = _private(ctx, structure_subjects, record.structure_id, text)
    if subject != record.subject_id:
        ctx.database.change(solidaries, record.id, subject_id=subject)
    if isinstance(sent.get("beneficiary"), Mapping):
        write_person(ctx, ctx.database.held(users, record.user_id), sent["beneficiary"])


def _is_replaced(ctx: Context, record: Row[Any], sent: Mapping[str, Any]) -> bool:
    """Whether an edition closes the record: always when it was created as punctual."""
    punctual = any(record._mapping[column] for name, column in CHOICES.items() if name != "regularDateChoice")
    if punctual or "regular" in sent or sent.get("destinationAny") is True or any(name in sent for name in DATE_KEYS):
        return True
    places = addresses.by_id(ctx, (record.origin_id, record.destination_id))
    ends = (("origin", record.origin_id), ("destination", record.destination_id))
    return any(_differs(sent.get(name), places.get(number)) for name, number in ends)


def _differs(sent: Any, row: Row[Any] | None) -> bool:
    """Whether an address that was sent is another one; only the keys sent are compared."""
    if not isinstance(sent, Mapping):
        return False
    columns = address_columns(sent)
    return row is None or any(value != row._mapping[name] for name, value in columns.items())


def _replace(ctx: Context, old: Row[Any], structure: Row[Any], sent: Mapping[str, Any]) -> int:
    """Close a record and make its copy: needs, subject and proofs follow, drivers and threads do not."""
    kept = ("user_structure_id", "structure_id", "user_id", "subject_id")
    new_id = _new(ctx, parent_id=old.id, **{name: old._mapping[name] for name in kept})
    links = solidary_needs.c
    needs = ctx.database.values(select(links.need_id).where(links.solidary_id == old.id))
    ctx.database.insert_all(solidary_needs, [{"solidary_id": new_id, "need_id": each} for each in needs])
    # A journey that cannot be made leaves a copy without any, and the old record open (trap 42).
    ctx.database.commit()
    journey = columns_of(_journey_of(old, sent), structure) | _new_ends(ctx, old, sent)
    if journey["frequency"] == REGULAR:
        # They stay, so that the next edit replaces it too (trap 26).
        journey |= {column: old._mapping[column] for column in CHOICES.values() if column != "regular_date_choice"}
    ctx.database.change(solidaries, old.id, status=CLOSED_FOR_EDITION)
    diary.note(ctx, old.id, ACTIONS[DEEPLY_UPDATED].name, old.user_id, old.progression)
    _start(ctx, new_id, old.user_id, journey)
    return new_id


def _journey_of(old: Row[Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent over what there was; another frequency finds nothing to fall back to.

    What is stored of a flexible record is a weekly journey, every day of its window: it stays flexible for who says
    `regular: false`, and then its return is not found again.
    """
    before = as_stored(old)
    if "regular" in sent and sent["regular"] != before["regular"]:
        if old.frequency != FLEXIBLE:
            return dict(sent)
        before = as_punctual(old) | {"punctualReturnDateChoice": None if old.round_trip else NO_RETURN}
    return before | {name: value for name, value in sent.items() if name in (*before, *DATE_KEYS)}


def _new_ends(ctx: Context, old: Row[Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    names = [field.column for field in addresses.FIELDS]
    places = addresses.by_id(ctx, (old.origin_id, old.destination_id))

    def end(name: str, number: int) -> dict[str, Any]:
        kept = {column: places[number]._mapping[column] for column in names}
        changed = sent.get(name)
        return _located(address_columns(changed)) if isinstance(changed, Mapping) else kept

    origin = end("origin", old.origin_id)
    to_any = sent.get("destinationAny") is True
    destination = dict(origin) if to_any else end("destination", old.destination_id)
    return _stored(ctx, origin, destination) | {"destination_any": to_any}
