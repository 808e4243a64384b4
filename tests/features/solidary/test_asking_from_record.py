"""A record as the form of its request holds it (solidary.yaml, x-read-to-write; SOLIDARY-9, SOLIDARY-10)."""

import json
from dataclasses import replace
from datetime import date

import pytest

from admin_app.features.solidary.asking import request_form
from admin_app.features.solidary.asking.from_record import form_of
from admin_app.features.solidary.asking.recap import recap
from admin_app.features.solidary.record import SolidaryRecord
from admin_app.features.solidary.structure import Structure
from tests.support.proofs import proves

TODAY = date(2026, 3, 20)
HERE = {"addressLocality": "Lunéville", "latitude": "48.591130", "longitude": "6.496560"}
THERE = {"addressLocality": "Nancy", "latitude": "48.692054", "longitude": "6.184417"}
STRUCTURE = Structure.of(
    {"id": 7, "subjects": [{"id": 41, "label": "Santé"}], "needs": [{"id": 12, "label": "Aide"}]},
)
ONCE = {
    "id": 318,
    "adminsubjectId": 41,
    "adminsubject": "Santé",
    "adminorigin": HERE,
    "admindestination": THERE,
    "adminfrequency": 1,
    "adminfromDate": "2026-03-26T00:00:00+01:00",
    "adminoutwardDate": "2026-03-26T00:00:00+01:00",
    "adminoutwardTime": "2026-03-18T09:00:00+01:00",
    "punctualOutwardDateChoice": 1,
    "punctualOutwardTimeChoice": 2,
    "punctualReturnDateChoice": 1,
}
WEEKLY = {
    **{name: value for name, value in ONCE.items() if not name.startswith("punctual")},
    "adminfrequency": 2,
    "admintoDate": "2026-04-26T00:00:00+02:00",
    "regularDateChoice": 3,
    "adminschedules": [
        {"mon": True, "thu": True, "outwardTime": "2026-03-18T08:15:00+01:00", "returnTime": None},
        {"tue": True, "outwardTime": "2026-03-18T14:00:00+01:00", "returnTime": "2026-03-18T16:00:00+01:00"},
    ],
}


def read(item=None, **changes):
    return form_of(SolidaryRecord.of({**(item or ONCE), **changes}), STRUCTURE)


def test_the_chosen_subject_is_its_id_and_another_one_its_label():
    assert read().text("subject") == "41"
    private = read(adminsubjectId=99, adminsubject="Cérémonie")
    assert (private.text("subject"), private.text("additionalSubject")) == ("9999", "Cérémonie")


@proves("SOLIDARY-9")
def test_a_need_that_is_not_offered_is_the_free_one():
    found = read(needs=[{"id": 12, "label": "Aide"}, {"id": 90, "label": "Chien guide"}])
    assert (found.text("needs"), found.text("additionalNeed")) == ("12", "Chien guide")


@proves("SOLIDARY-10")
def test_the_destination_is_any_where_it_is_the_origin():
    assert json.loads(read().text("destination"))["addressLocality"] == "Nancy"
    anywhere = read(admindestination=HERE)
    assert (anywhere.text("destinationAny"), anywhere.text("destination")) == ("true", "")


def test_a_slot_of_the_structure_has_no_time_and_no_return_no_day():
    found = read(adminreturnDate="2026-03-26T00:00:00+01:00", adminreturnTime="2026-03-18T11:00:00+01:00")
    assert (found.text("punctualOutwardTimeChoice"), found.text("outwardTime")) == ("2", "")
    assert (found.text("returnDate"), found.text("returnTime")) == ("", "")
    at_a_time = read(punctualOutwardTimeChoice=1)
    assert at_a_time.text("outwardTime") == "09:00"


def test_a_return_is_read_with_its_day_and_time():
    back = {"adminreturnDate": "2026-03-27T00:00:00+01:00", "adminreturnTime": "2026-03-18T18:30:00+01:00"}
    found = read(punctualReturnDateChoice=5, **back)
    assert (found.text("returnDate"), found.text("returnTime")) == ("2026-03-27", "18:30")


@proves("SOLIDARY-5")
def test_schedules_are_lines_of_days_and_times():
    found = read(WEEKLY)
    assert found.on("regular")
    assert (found.text("fromDate"), found.text("toDate")) == ("2026-03-26", "2026-04-26")
    assert found.lines == [
        {"days": "mon,thu", "outwardTime": "08:15", "returnTime": ""},
        {"days": "tue", "outwardTime": "14:00", "returnTime": "16:00"},
    ]


def test_a_window_has_one_schedule_that_is_none_of_its_form():
    found = read(adminfrequency=3, punctualOutwardDateChoice=3, adminschedules=[{"mon": True}])
    assert not found.on("regular")
    assert found.lines == []
    assert (found.text("punctualOutwardDateChoice"), found.text("outwardDate")) == ("3", "")


def made_by_the_person(**more):
    item = {name: value for name, value in ONCE.items() if not name.startswith("punctual")}
    return read({**item, **more})


@proves("SOLIDARY-19")
def test_a_record_without_choices_is_told_by_its_days_and_times():
    found = made_by_the_person()
    assert [found.text(f"punctual{name}Choice") for name in ("OutwardDate", "OutwardTime", "ReturnDate")] == [
        *("1", "1", "1")
    ]
    back = {"adminproposalType": "roundtrip", "adminreturnDate": "2026-03-26", "adminreturnTime": "11:00"}
    assert made_by_the_person(**back).text("punctualReturnDateChoice") == "5"


def test_news_are_read_as_they_are_wanted_and_a_week_without_a_choice_ends():
    assert [read(adminnewsSubscription=each).text("newsSubscription") for each in (True, False)] == ["true", ""]
    assert read(WEEKLY).text("regularDateChoice") == "3"
    unsaid = {name: value for name, value in WEEKLY.items() if name != "regularDateChoice"}
    assert read(unsaid).text("regularDateChoice") == request_form.UNTIL_A_DAY
    assert read({**WEEKLY, "regularDateChoice": 1}).text("regularDateChoice") == "1"


def test_a_journey_that_was_never_given_its_day_leaves_on_the_first():
    assert made_by_the_person(adminoutwardDate="2026-03-27").text("outwardDate") == "2026-03-27"
    assert made_by_the_person(adminoutwardDate=None).text("outwardDate") == "2026-03-26"


@pytest.mark.parametrize(
    ("last", "choice"),
    [
        ("2026-04-02", "2"),
        ("2026-04-03", "3"),
        ("2026-04-10", "3"),
        ("2026-04-11", "4"),
        ("2026-04-05", "3"),
        ("2026-06-05", "4"),
    ],
)
def test_a_window_without_a_choice_is_the_narrowest_that_holds_it(last, choice):
    found = made_by_the_person(adminfrequency=3, admintoDate=last)
    assert found.text("punctualOutwardDateChoice") == choice


@pytest.mark.parametrize(
    ("back", "choice"), [("10:00", "2"), ("11:10", "3"), ("11:31", "4"), ("17:00", "4"), ("08:00", "2")]
)
def test_a_return_within_a_window_is_so_many_hours_later(back, choice):
    more = {"adminproposalType": "roundtrip", "adminreturnTime": back, "admintoDate": "2026-04-02"}
    assert made_by_the_person(adminfrequency=3, **more).text("punctualReturnDateChoice") == choice


def test_there_is_no_way_back_without_an_hour_or_of_one_way():
    assert made_by_the_person(adminproposalType="roundtrip").text("punctualReturnDateChoice") == "1"
    assert made_by_the_person(adminreturnTime="11:00").text("punctualReturnDateChoice") == "1"


def test_a_return_after_no_known_departure_is_the_soonest_that_is_offered():
    more = {"adminproposalType": "roundtrip", "adminreturnTime": "17:00", "admintoDate": "2026-04-02"}
    found = made_by_the_person(adminfrequency=3, adminoutwardTime=None, **more)
    assert found.text("punctualReturnDateChoice") == "2"


RECORDS = [
    ONCE,
    WEEKLY,
    {**ONCE, "admindestination": HERE, "needs": [{"id": 12, "label": "Aide"}, {"id": 90, "label": "Chien"}]},
    {**ONCE, "adminfrequency": 3, "punctualOutwardDateChoice": 3, "admintoDate": "2026-04-10"},
    {**WEEKLY, "regularDateChoice": 2, "admintoDate": "2026-04-25T00:00:00+02:00"},
    {**ONCE, "adminsubjectId": 99, "adminsubject": "Cérémonie"},
]


@proves("SOLIDARY-3", "SOLIDARY-19")
@pytest.mark.parametrize("item", RECORDS)
def test_what_is_read_is_what_would_be_written(item):
    """A form that is opened and saved changes nothing, on another day too."""
    record = SolidaryRecord.of(item)
    before = request_form.full_body(form_of(record, STRUCTURE), TODAY, record)
    after = request_form.full_body(form_of(record, STRUCTURE), date(2026, 3, 24), record)
    assert request_form.changes(before, after) == {}
    assert before["adminsubject"] == 41 if "adminsubject" in before else before["additionalSubject"] == "Cérémonie"


@proves("SOLIDARY-3")
@pytest.mark.parametrize(
    ("item", "last"),
    [
        ({**WEEKLY, "regularDateChoice": 2, "admintoDate": "2026-04-25T00:00:00+02:00"}, "25 avril 2026"),
        ({**WEEKLY, "regularDateChoice": 1, "admintoDate": "2026-04-01T00:00:00+02:00"}, "1er avril 2026"),
        (
            {**ONCE, "adminfrequency": 3, "punctualOutwardDateChoice": 3, "admintoDate": "2026-04-10T00:00:00+02:00"},
            "10 avril 2026",
        ),
    ],
)
def test_an_edition_says_the_days_that_its_record_says(item, last):
    """Not those that the same choice would give today, or of a month of another length."""
    record = SolidaryRecord.of(item)
    form = form_of(record, STRUCTURE)
    assert last in " ".join(line["fr"] for line in recap(form, {}, date(2026, 3, 24), record))
    body = request_form.full_body(form, date(2026, 3, 24), record)
    assert str(record.to_date)[:10] in (body.get("regularMaxDate"), body.get("punctualOutwardMaxDate"))


def test_a_period_that_begins_on_another_day_or_lasts_otherwise_is_counted_anew():
    record = SolidaryRecord.of({**WEEKLY, "regularDateChoice": 2, "admintoDate": "2026-04-25T00:00:00+02:00"})
    form = form_of(record, STRUCTURE)
    later = replace(form, texts={**form.texts, "fromDate": "2026-03-27"})
    shorter = replace(form, texts={**form.texts, "regularDateChoice": "1"})
    assert request_form.period(later, record)[1] == date(2026, 4, 27)
    assert request_form.period(shorter, record)[1] == date(2026, 4, 2)
