"""What of a record its page shows: texts, and no more than the page needs."""

import datetime as dt

import pytest

from admin_app.features.solidary.file.shaping import retained, shown
from admin_app.features.solidary.proof_lines import proof_lines
from admin_app.features.solidary.record import Entry, as_typed
from admin_app.features.solidary.statuses import ASK_ICONS
from admin_app.kit.words.catalogue import LOCALES, catalogue
from tests.support.proofs import proves

NOW = dt.datetime(2026, 11, 22, 9, 0, tzinfo=dt.UTC)
LUNEVILLE = {"addressLocality": "Lunéville", "postalCode": "54300", "latitude": "48.591130", "longitude": "6.496560"}
NANCY = {"addressLocality": "Nancy", "postalCode": "54000", "latitude": "48.692054", "longitude": "6.184417"}


def page(**given):
    return shown({"id": 318, "status": 2, "progression": 50, **given}, NOW)


def test_a_record_that_tells_next_to_nothing_is_shown():
    found = page()
    assert found.shown["id"] == "318"
    assert {found.shown[name] for name in ("name", "telephone", "origin", "fromDate", "outwardTime", "replaces")} == {
        ""
    }
    assert (found.needs, found.drivers, found.diary, found.schedules) == ([], [], [], [])


def test_times_are_those_of_the_wall_clock():
    facts = page(adminoutwardTime="2026-11-22T23:45:00+05:00", adminreturnTime="2026-11-22T00:15:00-08:00").shown
    assert (facts["outwardTime"], facts["returnTime"]) == ("23:45", "00:15")


def test_the_middle_of_a_slot_is_no_hour_that_was_said():
    times = {"adminoutwardTime": "2026-11-22T09:30:00+01:00", "adminreturnTime": "2026-11-22T10:30:00+01:00"}
    times |= {
        f"adminoutward{bound}Time": f"2026-11-22T{at}:00:00+01:00" for bound, at in (("Min", "07"), ("Max", "12"))
    }
    facts = page(**times, punctualOutwardTimeChoice=2, punctualReturnDateChoice=2).shown
    assert (facts["partOfDay"], facts["hoursLater"]) == ("2", "2")
    facts = page(**times, punctualOutwardTimeChoice=2, punctualReturnDateChoice=5).shown
    assert (facts["partOfDay"], facts["hoursLater"]) == ("2", "")
    said = ({"punctualOutwardTimeChoice": 1}, {}, {"punctualOutwardTimeChoice": 2, "adminfrequency": 2})
    for record in said:
        facts = page(**times, punctualReturnDateChoice=2, **record).shown
        assert (facts["partOfDay"], facts["hoursLater"]) == ("", "")


def test_the_first_journey_of_a_week_is_named_where_it_is_not_its_first_day():
    week = {"adminfrequency": 2, "adminschedules": [{"mon": True, "wed": True, "outwardTime": "08:15"}]}
    facts = page(adminfromDate="2026-12-01T00:00:00+01:00", admintoDate="2026-12-31T00:00:00+01:00", **week).shown
    assert facts["firstRide"] == "2026-12-02"
    assert page(adminfromDate="2026-11-30T00:00:00+01:00", **week).shown["firstRide"] == ""
    short = {"adminfromDate": "2026-12-01T00:00:00+01:00", "admintoDate": "2026-12-01T00:00:00+01:00", **week}
    assert page(**short).shown["firstRide"] == "", "none of its days is in its period"
    assert page(adminfromDate="2026-12-01T00:00:00+01:00").shown["firstRide"] == ""
    assert page(**week).shown["firstRide"] == ""


def test_days_are_those_that_are_written():
    facts = page(adminfromDate="2026-03-26T00:00:00+11:00", adminbirthDate="1948-05-17T00:00:00-03:00").shown
    assert (facts["fromDate"], facts["birthDate"]) == ("2026-03-26", "1948-05-17")


def test_any_destination_is_where_one_leaves():
    facts = page(adminorigin=LUNEVILLE, admindestination=LUNEVILLE).shown
    assert (facts["any"], facts["destination"]) == ("true", "")
    facts = page(adminorigin=LUNEVILLE, admindestination=NANCY).shown
    assert (facts["any"], "Nancy" in facts["destination"]) == ("", True)


@pytest.mark.parametrize(("frequency", "expected"), [(1, []), (3, []), (2, [("lun., jeu.", "Mon, Thu", "13:45", "")])])
def test_only_a_regular_journey_has_a_week(frequency, expected):
    week = {"mon": True, "thu": True, "outwardTime": "2026-11-22T13:45:00+01:00", "returnTime": None}
    found = page(adminfrequency=frequency, adminschedules=[week]).schedules
    assert [(each["days_fr"], each["days_en"], each["outward"], each["return"]) for each in found] == expected


@pytest.mark.parametrize(
    ("proof", "kind", "value"),
    [
        ({"value": True}, "yes_no", "true"),
        ({"value": False}, "yes_no", "false"),
        ({"value": "Retraité"}, "text", "Retraité"),
        ({"value": None}, "text", ""),
        ({"value": None, "fileName": "https://api/x.pdf", "originalName": "x.pdf", "fileSize": "1kB"}, "file", ""),
    ],
)
def test_a_proof_is_what_was_given(proof, kind, value):
    (found,) = proof_lines([{"proofId": 3, "label": "Situation", **proof}], ())
    assert (found["kind"], found["value"]) == (kind, value)
    assert "https" not in str(found)


@pytest.mark.parametrize(("size", "french"), [("143.24kB", "143,2 ko"), ("1.96MB", "2 Mo"), ("15000", "15000")])
def test_the_size_of_a_file_is_told_in_the_language_of_the_page(size, french):
    (found,) = proof_lines([{"proofId": 3, "fileName": "x.pdf", "fileSize": size}], ())
    assert found["size_fr"].replace("\u202f", " ").replace("\xa0", " ") == french


def test_telephones_are_written_and_dialled():
    facts = page(admintelephone="0601020304").shown
    assert (facts["telephone"], facts["dialled"]) == ("06 01 02 03 04", "0601020304")


def test_an_entry_names_whom_it_is_about_where_that_is_somebody_else():
    entries = [{"userId": 5, "givenName": "Odette"}, {"userId": 7, "givenName": "Henri", "familyName": "Lefèvre"}]
    found = page(adminuserId=5, admindiary=entries).diary
    assert [each["about"] for each in found] == ["", "Henri Lefèvre"]


@pytest.mark.parametrize(
    ("comment", "text"),
    [("a<br />\nb", "a\nb"), ("a<br>b<BR/>c", "a\nb\nc"), ("a<br />\n<br />\nb", "a\n\nb"), ("a < b > c", "a < b > c")],
)
def test_br_elements_are_line_breaks(comment, text):
    assert as_typed(comment) == Entry(comment=comment).comment == text


@pytest.mark.parametrize("status", range(7))
def test_how_each_driver_stands_to_the_ask_is_told(status):
    told = {"id": 4, "userId": 7, "givenName": "Henri", "familyName": "Lefèvre", "status": status, "contacted": True}
    given = [{"type": kind, **told} for kind in ("carpooler", "transporter")]
    found = page(adminsolutions={"drivers": given, "threads": {"4": []}}).drivers
    assert [(each["status"], each["type"]) for each in found] == [
        (str(status), "carpooler"),
        (str(status), "transporter"),
    ]
    for locale in LOCALES:
        assert {"carpooler", "transporter"} <= catalogue().choices("solidary_drivers.type", locale).keys()
        assert str(status) in catalogue().choices("solidary.ask", locale)
        assert str(status) in ASK_ICONS


@proves("SOLIDARY-33")
def test_who_was_written_to_about_the_other_way_is_not_uncontacted():
    """Each way of one driver has a thread of its own (trap 44)."""
    both = [{"id": 4, "userId": 30, "contacted": True}, {"id": 5, "userId": 30, "contacted": False}]
    found = page(adminsolutions={"drivers": [*both, {"id": 6, "userId": 31}], "threads": {}}).drivers
    assert [each["contacted"] for each in found] == ["true", "", ""]
    ways = {"4": "outward", "5": "return"}
    one, other = retained(found, ways)
    assert (one["id"], one["contacted"], one["outward"], one["return"]) == ("4", "some", "0", "0")
    assert (other["id"], other["contacted"], other["outward"]) == ("6", "", "")


@proves("SOLIDARY-36")
def test_who_was_called_is_not_uncontacted():
    """The server counts its own messages alone; the diary tells of the telephone."""
    drivers = {"drivers": [{"id": 4, "userId": 30}, {"id": 5, "userId": 31}], "threads": {}}
    diary = [{"action": "solidary_carpool_refusal", "userId": 31}, {"action": "solidary_contact_call", "userId": 30}]
    called, refused = page(adminsolutions=drivers, admindiary=diary).drivers
    assert (called["contacted"], called["answer"], called["settled"]) == ("true", "", "")
    assert (refused["answer"], refused["settled"]) == ("solidary_carpool_refusal", "refused")


@proves("SOLIDARY-37")
def test_who_answered_for_one_of_two_ways_alone_is_asked_still():
    def settled(*statuses: int) -> str:
        each = [{"id": number, "userId": 30, "status": status} for number, status in enumerate(statuses)]
        (one,) = retained(page(adminsolutions={"drivers": each, "threads": {}}).drivers, {})
        return one["settled"]

    assert (settled(6), settled(6, 6), settled(1), settled(1, 5)) == ("agreed", "agreed", "refused", "refused")
    assert (settled(0), settled(6, 0), settled(6, 1)) == ("", "", "")


@proves("SOLIDARY-38")
def test_an_entry_tells_the_progress_it_changed():
    diary = [{"action": "x", "progression": each} for each in ("75.00", "50.00", "50.00", "0.00")]
    assert [each["progression"] for each in page(admindiary=diary).diary] == ["75", "", "50", ""]


@pytest.mark.parametrize(
    ("born", "age"), [("1945-11-22", "81"), ("1945-11-23", "80"), ("", ""), ("1945", ""), (None, "")]
)
def test_an_age_is_told_in_years(born, age):
    item = {"id": 1, "adminbirthDate": born}
    assert shown(item, dt.datetime(2026, 11, 22, 9, 0, tzinfo=dt.UTC)).shown["age"] == age
