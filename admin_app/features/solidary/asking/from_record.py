"""A record as it is read, as the form of its request holds it (x-read-to-write, SOLIDARY-9). Pure."""

from datetime import date

from admin_app.features.solidary.asking.request_form import (
    AT_A_TIME,
    CHOSEN_RETURN,
    DAYS_AHEAD,
    FREE_NEED,
    FREE_SUBJECT,
    IN_A_MONTH,
    NO_RETURN,
    ON_A_DAY,
    OTHER,
    UNTIL_A_DAY,
    RequestForm,
    address_text,
)
from admin_app.features.solidary.record import FLEXIBLE, Schedule, SolidaryRecord
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.week import minutes
from admin_app.kit.declare.fields import text_of
from admin_app.kit.words import phone_text


def form_of(record: SolidaryRecord, structure: Structure) -> RequestForm:
    """What a form holds for a record as it is read (x-read-to-write).

    A subject that the structure does not offer is 9999 with its label; a need it does not offer is the free one
    (SOLIDARY-9). A record that its beneficiary made has no choices: they are told by its days and times.
    """
    texts = {**_who(record), **_where(record), **_why(record, structure), **_when(record)}
    lines = [_line(each) for each in record.schedules] if record.regular else []
    return RequestForm(texts, lines)


def _who(record: SolidaryRecord) -> dict[str, str]:
    return {
        "givenName": record.given_name,
        "familyName": record.family_name,
        "email": record.email,
        "telephone": phone_text(record.telephone),
        "gender": text_of(record.gender),
        "birthDate": record.birth_date,
        "newsSubscription": "true" if record.news_subscription else "",
        "homeAddress": address_text(record.home_address),
    }


def _where(record: SolidaryRecord) -> dict[str, str]:
    any_destination = record.destination_any
    return {
        "origin": address_text(record.origin),
        "destination": "" if any_destination else address_text(record.destination),
        "destinationAny": "true" if any_destination else "false",
    }


def _why(record: SolidaryRecord, structure: Structure) -> dict[str, str]:
    subjects, needs = ({each.id for each in offered} for offered in (structure.subjects, structure.needs))
    offered = record.subject_id in subjects
    free = [str(each.get("label") or "") for each in record.needs if each.get("id") not in needs]
    return {
        "subject": str(record.subject_id) if offered else OTHER,
        FREE_SUBJECT: "" if offered else record.subject,
        "needs": ",".join(str(each["id"]) for each in record.needs if each.get("id") in needs),
        FREE_NEED: ", ".join(filter(None, free)),
    }


def _when(record: SolidaryRecord) -> dict[str, str]:
    if record.regular:
        return {
            "regular": "true",
            "regularDateChoice": str(record.regular_date_choice or UNTIL_A_DAY),
            "fromDate": record.from_date,
            "toDate": record.to_date,
        }
    choice = str(record.punctual_outward_date_choice or _date_choice(record))
    clock = str(record.punctual_outward_time_choice or AT_A_TIME)
    back = str(record.punctual_return_date_choice or _return_choice(record, choice))
    chosen = back == CHOSEN_RETURN
    return {
        "regular": "false",
        "punctualOutwardDateChoice": choice,
        "outwardDate": "" if choice in DAYS_AHEAD else record.outward_date or record.from_date,
        "punctualOutwardTimeChoice": clock,
        "outwardTime": record.outward_time if clock == AT_A_TIME else "",
        "punctualReturnDateChoice": back,
        "returnDate": record.return_date if chosen else "",
        "returnTime": record.return_time if chosen else "",
    }


def _date_choice(record: SolidaryRecord) -> str:
    """The choice whose window is the narrowest that holds the record's."""
    if record.frequency != FLEXIBLE or not record.from_date or not record.to_date:
        return ON_A_DAY
    days = (date.fromisoformat(record.to_date) - date.fromisoformat(record.from_date)).days
    return next((choice for choice, ahead in DAYS_AHEAD.items() if days <= ahead), IN_A_MONTH)


def _return_choice(record: SolidaryRecord, choice: str) -> str:
    if not record.round_trip or not record.return_time:
        return NO_RETURN
    if choice == ON_A_DAY:
        return CHOSEN_RETURN
    later = (minutes(record.return_time) - minutes(record.outward_time)) / 60 if record.outward_time else 1
    return str(min(max(round(later), 1), 3) + 1)


def _line(schedule: Schedule) -> dict[str, str]:
    clocks = {"outwardTime": schedule.outward_time, "returnTime": schedule.return_time}
    return {"days": ",".join(schedule.days), **clocks}
