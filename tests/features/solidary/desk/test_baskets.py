"""Which requests want something done, and those somebody looks for: pure, of the lines of the API's list."""

import datetime as dt

import pytest

from admin_app.features.solidary.desk import baskets as desk_baskets
from admin_app.features.solidary.desk.request_row import dialled, moment, row_of
from admin_app.features.solidary.desk.resource import Listed
from admin_app.kit.clock import CLOCK
from admin_app.kit.words.formats import ANYWHERE
from tests.support.proofs import proves

NOW = dt.datetime(2026, 3, 20, 9, 0, tzinfo=CLOCK)


def ago(**span: float) -> str:
    return (NOW - dt.timedelta(**span)).isoformat()


def made(number: int = 1, **given):
    """A line, of a request that was looked at an hour ago and leaves in a month."""
    item = {
        "id": number,
        "status": 2,
        "progression": 50,
        "adminsubject": "Rendez-vous médical",
        "adminuserId": 512,
        "admingivenName": "Odette",
        "adminfamilyName": "Martin-Noël",
        "admintelephone": "+33601020304",
        "adminlastAction": "solidary_free",
        "adminlastActionDate": ago(hours=1),
        "adminorigin": {"addressLocality": "Lunéville", "postalCode": "54300"},
        "admindestination": {"addressLocality": "Nancy"},
        "adminproposalType": "roundtrip",
        "adminfromDate": "2026-04-20T00:00:00+02:00",
    }
    return row_of({**item, **given})


def in_baskets(**given) -> set[str]:
    return set(desk_baskets.baskets(made(**given), NOW))


def test_a_request_that_goes_its_way_is_in_no_basket():
    assert in_baskets() == set()


@pytest.mark.parametrize(
    ("given", "there"),
    [
        ({"status": 0, "progression": 0}, True),
        # An action of the first stage raises the progression and leaves the status at 0.
        ({"status": 0, "progression": 25}, False),
        ({"status": 1, "progression": 0}, False),
    ],
)
def test_new_is_what_nobody_looked_at(given, there):
    assert ("new" in in_baskets(**given)) is there


@proves("SOLIDARY-23")
@pytest.mark.parametrize(
    ("day", "status", "there"),
    [
        ("2026-03-19", 2, False),
        ("2026-03-20", 0, True),
        ("2026-03-21", 1, True),
        ("2026-03-22", 2, True),
        ("2026-03-23", 2, False),
        ("2026-03-21", 3, False),
        ("", 2, False),
    ],
)
def test_soon_is_what_leaves_within_two_days_before_a_carpool_is_followed(day, status, there):
    date = f"{day}T00:00:00+01:00" if day else None
    assert ("soon" in in_baskets(adminfromDate=date, status=status)) is there


@proves("SOLIDARY-23")
@pytest.mark.parametrize(
    ("action", "days", "there"),
    [
        ("solidary_contact_call", 3, True),
        ("solidary_contact_call", 2.9, False),
        ("solidary_reminder_message", 5, True),
        ("solidary_external_driver_contact", 4, True),
        ("solidary_link", 4, False),
        ("solidary_more_infos_call", 4, False),
    ],
)
def test_silent_is_what_was_asked_three_days_ago(action, days, there):
    given = {"adminlastAction": action, "adminlastActionDate": ago(days=days)}
    assert ("silent" in in_baskets(**given)) is there


def test_a_week_without_action_holds_those_of_two():
    assert in_baskets(adminlastActionDate=ago(days=6.9)) == set()
    assert in_baskets(adminlastActionDate=ago(days=7)) == {"idle"}
    assert in_baskets(adminlastActionDate=ago(days=14)) == {"idle", "left"}
    assert in_baskets(adminlastActionDate=None) == set()


@proves("SOLIDARY-23")
@pytest.mark.parametrize(
    ("given", "there"),
    [
        ({"status": 0, "progression": 0}, True),
        ({"adminfromDate": "2026-03-21T00:00:00+01:00"}, True),
        ({"adminlastAction": "solidary_contact_call", "adminlastActionDate": ago(days=4)}, True),
        ({"adminlastActionDate": ago(days=20)}, False),
        ({"status": 0, "progression": 0, "adminfromDate": "2026-03-19T00:00:00+01:00"}, False),
    ],
)
def test_what_is_to_be_answered_now_is_new_soon_or_silent_and_not_past(given, there):
    assert ("now" in in_baskets(**given)) is there


def test_passed_is_a_day_of_travel_that_is_over():
    assert in_baskets(adminfromDate="2026-03-19T00:00:00+01:00", status=3) == {"passed"}
    assert in_baskets(adminfromDate="2026-03-20T00:00:00+01:00", status=3) == set()
    assert in_baskets(adminfromDate=None, status=3) == set()


def test_a_closed_request_is_in_no_basket():
    given = {"progression": 100, "status": 4, "adminfromDate": "2026-01-02T00:00:00+01:00"}
    assert in_baskets(adminlastActionDate=ago(days=40), **given) == set()


@proves("SOLIDARY-23")
def test_each_basket_is_counted():
    lines = [made(1), made(2, adminlastActionDate=ago(days=20)), made(3, status=0, progression=0)]
    counts = desk_baskets.counts_of(lines, NOW)
    assert {name: count for name, count in counts.items() if count} == {"now": 1, "new": 1, "idle": 1, "left": 1}
    assert set(counts) == set(desk_baskets.BASKETS)


# --- looking for ---------------------------------------------------------------------------


def finds(filters: dict[str, str], **given) -> bool:
    return bool(desk_baskets.filtered([made(318, **given)], filters, NOW))


@pytest.mark.parametrize(
    "text",
    [
        *("martin", "MARTIN odette", "noel", "luneville", "médical", "nan", "318", "#318", "n° 318"),
        *("06 01 02 03 04", "0601020304", "+33 6 01 02 03 04", "01 02 03"),
    ],
)
def test_a_request_is_found_by_what_a_caller_says(text):
    assert finds({"q": text})


@pytest.mark.parametrize("text", ["martine", "odette durand", "31", "n° 31", "0601020305", "uneville"])
def test_another_is_not(text):
    assert not finds({"q": text})


@pytest.mark.parametrize("stored", ["0601020304", "+33601020304", "06 01 02 03 04", "+33 (0)6 01 02 03 04"])
@pytest.mark.parametrize("typed", ["0601020304", "06.01.02.03.04", "0033601020304", "+33 6 01 02 03 04", "010203"])
def test_a_telephone_is_found_in_any_spelling(stored, typed):
    assert finds({"telephone": typed}, admintelephone=stored)


def test_a_telephone_that_is_none_finds_nothing():
    assert not finds({"telephone": "abc"})
    assert not finds({"telephone": "0601"}, admintelephone=None)


def test_a_number_of_another_country_keeps_its_code():
    assert dialled("+32 471 12 34 56") == "+32471123456"


def test_communes_and_subjects_are_found_without_accents():
    assert finds({"commune": "luneville"})
    assert finds({"commune": "NANCY"})
    assert not finds({"commune": "Metz"})
    assert finds({"subject": "medical"})
    assert not finds({"subject": "courses"})


def test_status_basket_and_scope():
    assert finds({"status": "2"})
    assert not finds({"status": "0"})
    assert finds({"basket": "new"}, status=0, progression=0)
    assert not finds({"basket": "new"})
    assert finds({"scope": "every"})
    assert not finds({"scope": "closed"})
    assert finds({"scope": "closed"}, progression=100, status=4)


def test_of_a_number_four_figures_are_looked_for():
    assert finds({"q": "0102"}, id=7)
    assert not finds({"q": "010"}, id=7)


def test_a_request_is_found_by_its_person():
    assert finds({"userId": "512"})
    assert not finds({"userId": "51"})


def test_filters_hold_together():
    assert finds({"q": "martin", "status": "2"})
    assert not finds({"q": "martin", "status": "1"})


# --- order ---------------------------------------------------------------------------------


def test_the_first_day_of_travel_comes_first_and_those_without_a_day_last():
    lines = [made(1, adminfromDate="2026-05-02"), made(2, adminfromDate=None), made(3, adminfromDate="2026-04-02")]
    assert [each.id for each in desk_baskets.ordered(lines, "fromDate", False)] == [3, 1, 2]
    assert [each.id for each in desk_baskets.ordered(lines, "fromDate", True)] == [1, 3, 2]


@pytest.mark.parametrize("down", [False, True])
def test_of_requests_that_are_equal_the_latest_comes_first(down):
    assert [each.id for each in desk_baskets.ordered([made(1), made(3), made(2)], "subject", down)] == [3, 2, 1]


def test_the_last_action_orders_by_instant_whatever_the_offset():
    lines = [
        made(1, adminlastActionDate="2026-03-18T10:00:00+01:00"),
        made(2, adminlastActionDate="2026-03-18T09:30:00+00:00"),
    ]
    assert [each.id for each in desk_baskets.ordered(lines, "lastActionDate", True)] == [2, 1]


def test_accents_do_not_change_the_order():
    lines = [made(1, adminfamilyName="Zola"), made(2, adminfamilyName="Évrard"), made(3, adminfamilyName="Duval")]
    assert [each.id for each in desk_baskets.ordered(lines, "familyName", False)] == [3, 2, 1]


@pytest.mark.parametrize(("value", "there"), [("25", 25), (99.6, 100), (None, 0), ("half", 0), ([], 0), ("1e999", 0)])
def test_how_far_a_request_is(value, there):
    assert made(progression=value).progression == there


def test_what_is_no_date_is_long_ago():
    assert moment("") == moment("soon") == 0
    assert moment("2026-03-18T10:00:00") == moment("2026-03-18T10:00:00+01:00")


def test_a_phone_says_the_way_and_what_it_is_for_where_that_is_not_known():
    assert made().way == "Lunéville \u21c4\u00a0Nancy"
    assert made(adminorigin=None, admindestination=None).way == "Rendez-vous médical"
    assert Listed.of(made()).way == made().way


@proves("SOLIDARY-10")
def test_where_any_destination_does_nobody_goes_to_where_they_depart_from():
    nancy = {
        "addressLocality": "Nancy",
        "latitude": "48.69",
        "longitude": "6.18",
        "displayLabel": ["1 rue Foch, Nancy"],
    }
    anywhere = made(adminorigin=nancy, admindestination={**nancy})
    assert anywhere.journey == f"Nancy ⇄\u00a0{ANYWHERE}"
    assert (anywhere.start, anywhere.end) == ((48.69, 6.18), None)
    other = made(adminorigin=nancy, admindestination={**nancy, "displayLabel": ["2 rue Foch, Nancy"]})
    assert other.journey == "Nancy ⇄\u00a0Nancy"
    assert made(adminorigin=nancy, admindestination={**nancy, "latitude": "48.7"}).journey == "Nancy ⇄\u00a0Nancy"


def test_a_line_without_anything_can_be_read():
    empty = row_of({"id": 4, "status": 0, "progression": None, "adminorigin": None, "admintelephone": None})
    assert (empty.journey, empty.name, empty.from_date, empty.words.strip()) == ("", "", "", "")
    assert (empty.origin, empty.destination) == ("", "")
    assert made(1).journey == "Lunéville ⇄\u00a0Nancy"
    assert made(1, adminproposalType="oneway", admindestination=None).journey == "Lunéville →\u00a0?"
