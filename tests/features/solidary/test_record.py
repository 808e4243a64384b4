"""A solidary record and a structure as the API sends them (SOLIDARY-4, SOLIDARY-5, SOLIDARY-10)."""

from admin_app.features.solidary import statuses
from admin_app.features.solidary.record import Row, SolidaryRecord, plain
from admin_app.features.solidary.structure import Structure
from admin_app.kit.words.catalogue import LOCALES, catalogue
from tests.support.proofs import proves

HERE = {"addressLocality": "Lunéville", "postalCode": "54300", "latitude": "48.591130", "longitude": "6.496560"}
THERE = {"addressLocality": "Nancy", "postalCode": "54000", "latitude": "48.692054", "longitude": "6.184417"}


@proves("SOLIDARY-4")
def test_the_prefix_of_properties_is_dropped():
    assert plain({"id": 1, "adminfamilyName": "Martin", "adminsolidaryChildId": 3}) == {
        "id": 1,
        "familyName": "Martin",
        "solidaryChildId": 3,
    }


def test_a_line_of_the_list():
    row = Row.of({"id": 318, "status": 2, "adminuserId": 512, "adminfromDate": "2026-03-26T00:00:00+01:00"})
    assert (row.id, row.user_id, row.from_date) == (318, 512, "2026-03-26")
    assert Row.of({"id": 1, "status": 0, "adminfromDate": None, "adminsubject": None}).from_date == ""


def test_only_two_is_regular():
    assert [SolidaryRecord.of({"adminfrequency": each}).regular for each in (1, 2, 3)] == [False, True, False]
    assert SolidaryRecord.of({}).regular is False


def test_times_are_the_literal_ones():
    lines = [{"mon": True, "thu": True, "outwardTime": "2026-11-22T08:15:00+01:00", "returnTime": None}]
    record = SolidaryRecord.model_validate(
        plain({"adminoutwardTime": "2026-03-18T09:00:00+01:00", "adminschedules": lines})
    )
    assert record.outward_time == "09:00"
    assert (record.schedules[0].days, record.schedules[0].outward_time) == (["mon", "thu"], "08:15")
    assert record.schedules[0].return_time == ""


@proves("SOLIDARY-10")
def test_any_destination_is_where_one_departs_from():
    there = {"adminorigin": HERE, "admindestination": THERE}
    assert SolidaryRecord.model_validate(plain(there)).destination_any is False
    assert SolidaryRecord.model_validate(plain(there | {"admindestination": dict(HERE)})).destination_any is True
    for known in ({}, {"adminorigin": HERE}, {"admindestination": HERE}):
        assert SolidaryRecord.model_validate(plain(known)).destination_any is False


def test_threads_are_an_empty_array_without_a_solution():
    assert SolidaryRecord.model_validate({"solutions": {"drivers": [], "threads": []}}).solutions.threads == {}
    threads = {"77": [{"text": "Bonjour"}]}
    assert (
        SolidaryRecord.model_validate({"solutions": {"drivers": [], "threads": threads}}).solutions.threads == threads
    )


def test_ways_are_called_return_outside():
    record = SolidaryRecord.model_validate({"carpools": {"outward": [], "return": [{"matchingId": 1}]}})
    assert record.carpools.return_ == [{"matchingId": 1}]


def test_subjects_may_come_as_an_object():
    listed = Structure.of(
        {"id": 2, "name": "Relais", "subjects": {"0": {"id": 41, "label": "Courses"}, "2": {"id": 43}}}
    )
    assert [each.id for each in listed.subjects] == [41, 43]
    assert [each.id for each in Structure.of({"id": 2, "name": "x", "subjects": [{"id": 41}]}).subjects] == [41]
    assert Structure.of({"id": 2, "name": "x"}).slots["aMaxTime"] == "18:00"


@proves("SOLIDARY-1")
def test_each_status_has_an_icon_and_a_text_and_all_records_are_blue():
    for codes, icons, tones, words in (
        (statuses.RECORD, statuses.RECORD_ICONS, statuses.RECORD_TONES, statuses.RECORD_LABELS),
        (statuses.ASK, statuses.ASK_ICONS, statuses.ASK_TONES, statuses.ASK_LABELS),
        # A candidature has the shape of its tone, as the states of every list.
        (statuses.MEMBERSHIP, statuses.MEMBERSHIP, statuses.MEMBERSHIP_TONES, statuses.MEMBERSHIP_LABELS),
    ):
        assert set(codes) == set(icons) == set(tones)
        for locale in LOCALES:
            assert set(catalogue().choices(words, locale)) == set(codes)
    assert set(statuses.RECORD_TONES.values()) == {"info"}
