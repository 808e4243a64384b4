"""What a request sends, of what its form holds (solidary.yaml, x-create-recipes)."""

import itertools
import json
from datetime import date, timedelta

import pytest

from admin_app.features.solidary.asking import next_key, request_form
from admin_app.features.solidary.asking.request_form import (
    DATE_CHOICES,
    LASTING_CHOICES,
    RETURN_CHOICES,
    TIME_CHOICES,
    RequestForm,
    a_month_after,
)
from admin_app.features.solidary.criteria import Choice, Criterion
from admin_app.features.solidary.record import Row, SolidaryRecord
from admin_app.kit.declare.fields import TextInput
from admin_app.kit.values import Address
from tests.contract.description import BASE, Node, documents
from tests.contract.validator import unknown_names
from tests.support.proofs import proves

TODAY = date(2026, 3, 20)
HOME = {"postalCode": "54300", "addressLocality": "Lunéville", "latitude": "48.591130", "longitude": "6.496560"}
TOWN = {"postalCode": "54000", "addressLocality": "Nancy", "latitude": "48.692054", "longitude": "6.184417"}


def held(*lines, **texts) -> RequestForm:
    """A punctual request for a day, but for what is said."""
    basis = {
        "origin": json.dumps(HOME),
        "destination": json.dumps(TOWN),
        "subject": "41",
        "punctualOutwardDateChoice": "1",
        "outwardDate": "2026-03-26",
        "punctualOutwardTimeChoice": "2",
        "punctualReturnDateChoice": "1",
    }
    return RequestForm({**basis, **texts}, lines)


def regular(*lines, **texts) -> RequestForm:
    return held(*lines, **{"regular": "true", "fromDate": "2026-03-23", "regularDateChoice": "2", **texts})


def line(days, out="", back=""):
    return {"key": "1", "days": days, "outwardTime": out, "returnTime": back}


def sent(of, **more):
    return request_form.creation_body(of, TODAY, 7, {"id": 512}, **more)


# --- the whole -------------------------------------------------------------------------


def test_a_record_is_for_somebody_and_of_a_structure_by_its_id():
    body = sent(held())
    assert (body["beneficiary"], body["structure"]) == ({"id": 512}, 7)
    assert "id" not in body
    assert "proofs" not in body
    assert sent(held(), proofs=[{"id": 21, "value": True}])["proofs"] == [{"id": 21, "value": True}]


def test_what_is_left_empty_is_not_sent():
    body = sent(held(needs="", additionalNeed=" "))
    assert {"needs", "additionalNeed", "destinationAny", "regularSchedules", "punctualReturnDate"}.isdisjoint(body)
    assert body["regular"] is False


# --- why, and with what help -----------------------------------------------------------


@proves("SOLIDARY-6")
def test_the_chosen_subject_goes_as_its_id():
    body = sent(held(subject="41", additionalSubject="typed before"))
    assert body["adminsubject"] == 41
    assert "additionalSubject" not in body


@proves("SOLIDARY-6")
def test_another_subject_goes_as_text_and_its_code_never():
    body = sent(held(subject="9999", additionalSubject=" Cérémonie "))
    assert body["additionalSubject"] == "Cérémonie"
    assert "adminsubject" not in body
    assert "9999" not in json.dumps(body)


def test_needs_go_by_their_ids_and_the_free_one_as_text():
    body = sent(held(needs="13,12", additionalNeed="Déambulateur"))
    assert (body["needs"], body["additionalNeed"]) == ([12, 13], "Déambulateur")


# --- from where to where ---------------------------------------------------------------


def test_both_ends_go_whole_and_without_what_records_do_not_have():
    body = sent(held(origin=json.dumps({**HOME, "id": 8, "@id": "/addresses/8", "name": "Chez moi", "home": True})))
    assert body["origin"]["addressLocality"] == "Lunéville"
    assert {"id", "@id", "name", "home"}.isdisjoint(body["origin"])
    assert body["destination"]["latitude"] == "48.692054"


PLACE = {**TOWN, "name": "Clinique du Parc"}


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (PLACE, "Clinique du Parc"),
        ({**PLACE, "houseNumber": "5", "street": "rue du Pont"}, "Clinique du Parc, 5 rue du Pont"),
    ],
)
def test_the_name_of_a_place_goes_where_records_keep_one_and_is_read_back_once(place, line):
    end = sent(held(destination=json.dumps(place)))["destination"]
    assert (end["houseNumber"], end["street"], end["streetAddress"]) == (None, line, line)
    assert "name" not in end
    shown = Address.model_validate(end)
    assert shown.display == Address.model_validate(place).display == f"{line}, 54000 Nancy"
    assert request_form.place(request_form.address_text(shown)) == end, "nothing to change where nothing was typed"


def test_a_home_is_no_place_of_a_name():
    home = {**HOME, "street": "rue Haute", "name": "homeAddress", "home": True}
    assert sent(held(origin=json.dumps(home)))["origin"]["street"] == "rue Haute"


def test_any_destination_is_said_and_none_is_sent():
    body = sent(held(destinationAny="true"))
    assert body["destinationAny"] is True
    assert "destination" not in body


# --- once ------------------------------------------------------------------------------


def test_a_given_day_goes_alone():
    body = sent(held(toDate="2026-06-01"))
    assert body["punctualOutwardMinDate"] == "2026-03-26"
    assert "punctualOutwardMaxDate" not in body


@proves("SOLIDARY-15")
@pytest.mark.parametrize(("choice", "last"), [("2", "2026-03-27"), ("3", "2026-04-04"), ("4", "2026-04-19")])
def test_a_window_begins_today(choice, last):
    body = sent(held(punctualOutwardDateChoice=choice))
    assert (body["punctualOutwardMinDate"], body["punctualOutwardMaxDate"]) == ("2026-03-20", last)


def test_a_time_goes_with_its_choice_alone():
    assert sent(held(punctualOutwardTimeChoice="1", outwardTime="09:30"))["punctualOutwardMinTime"] == "09:30"
    for choice in TIME_CHOICES[1:]:
        assert "punctualOutwardMinTime" not in sent(held(punctualOutwardTimeChoice=choice, outwardTime="09:30"))


def test_a_chosen_return_goes_with_its_day_and_time_alone():
    texts = {"returnDate": "2026-03-26", "returnTime": "18:00"}
    body = sent(held(punctualReturnDateChoice="5", **texts))
    assert (body["punctualReturnDate"], body["punctualReturnTime"]) == ("2026-03-26", "18:00")
    stored = sent(held(punctualReturnDateChoice="5", **texts | {"returnDate": "2026-03-26T00:00:00+01:00"}))
    assert stored["punctualReturnDate"] == "2026-03-26"
    for choice in RETURN_CHOICES[:4]:
        body = sent(held(punctualReturnDateChoice=choice, **texts))
        assert body["punctualReturnDateChoice"] == int(choice)
        assert {"punctualReturnDate", "punctualReturnTime"}.isdisjoint(body)


# --- every week ------------------------------------------------------------------------


@proves("SOLIDARY-5")
def test_regular_schedules_go_as_flags_by_weekday():
    body = sent(regular(line("thu,mon", "08:15", "12:00"), line("tue", "14:00")))
    assert body["regular"] is True
    off = dict.fromkeys(("wed", "fri", "sat", "sun"), False)
    assert body["regularSchedules"] == [
        {"mon": True, "tue": False, "thu": True, **off, "outwardTime": "08:15", "returnTime": "12:00"},
        {"mon": False, "tue": True, "thu": False, **off, "outwardTime": "14:00", "returnTime": None},
    ]
    assert not [name for name in body if name.startswith("punctual")]


@pytest.mark.parametrize(
    ("choice", "last"), [("1", "2026-03-30"), ("2", "2026-04-23"), ("3", "2026-12-24")], ids=["week", "month", "until"]
)
def test_both_ends_of_a_period_are_sent(choice, last):
    body = sent(regular(line("mon", "08:15"), regularDateChoice=choice, toDate="2026-12-24"))
    assert body["regularDateChoice"] == int(choice)
    assert (body["regularMinDate"], body["regularMaxDate"]) == ("2026-03-23", last)


@pytest.mark.parametrize(
    ("day", "after"),
    [
        (date(2026, 1, 31), date(2026, 2, 28)),
        (date(2028, 1, 30), date(2028, 2, 29)),
        (date(2026, 12, 5), date(2027, 1, 5)),
    ],
)
def test_a_month_is_the_same_day_of_the_next(day, after):
    assert a_month_after(day) == after


# --- of the same time ------------------------------------------------------------------


def a_past(day, status=2):
    return Row.of({"id": 1, "status": status, "adminfromDate": f"{day}T00:00:00+01:00"})


@pytest.mark.parametrize(
    ("of", "first", "last"),
    [
        (held(), "2026-03-26", "2026-03-26"),
        (held(punctualOutwardDateChoice="2"), "2026-03-20", "2026-03-27"),
        (regular(regularDateChoice="1"), "2026-03-23", "2026-03-30"),
        (regular(regularDateChoice="2"), "2026-03-23", "2026-04-23"),
        (regular(regularDateChoice="3", toDate="2026-12-24"), "2026-03-23", "2026-12-24"),
        (regular(regularDateChoice="3"), "2026-03-23", "2026-03-30"),
    ],
)
def test_open_requests_that_begin_on_a_day_of_this_one_are_told(of, first, last):
    ends = date.fromisoformat(first), date.fromisoformat(last)
    inside = [a_past(each) for each in ends]
    outside = [a_past(ends[0] - timedelta(1)), a_past(ends[1] + timedelta(1)), a_past(first, status=4)]
    assert request_form.doubles([*inside, *outside], of, TODAY) == inside


def test_a_request_without_a_day_is_like_no_other():
    past = [a_past("2026-03-26")]
    assert request_form.doubles(past, held(outwardDate=""), TODAY) == []
    assert request_form.doubles(past, regular(fromDate=""), TODAY) == []


# --- who -------------------------------------------------------------------------------

PERSON = {
    "givenName": "Odette",
    "familyName": "Martin",
    "email": "odette@example.org",
    "telephone": "0601020304",
    "gender": "1",
    "birthDate": "1948-05-17",
    "newsSubscription": "true",
    "homeAddress": json.dumps(HOME),
}


@proves("SOLIDARY-20")
def test_a_new_person_goes_whole_without_an_id():
    body = request_form.beneficiary(RequestForm(PERSON))
    assert set(body) == set(request_form.IDENTITY)
    assert (body["gender"], body["birthDate"], body["newsSubscription"]) == (1, "1948-05-17", True)
    assert "id" not in body["homeAddress"]


def test_an_empty_email_is_left_to_the_server():
    assert "email" not in request_form.beneficiary(RequestForm({**PERSON, "email": ""}))


@proves("SOLIDARY-20")
def test_somebody_known_goes_by_the_id_of_the_user_with_what_differs():
    known = {
        "givenName": "Odette",
        "familyName": "Martin",
        "email": "odette@example.org",
        "telephone": "0699999999",
        "gender": 1,
        "birthDate": "1948-05-17T00:00:00+01:00",
        "newsSubscription": True,
        "homeAddress": {"id": 9, "@id": "/addresses/9", "displayLabel": ["Lunéville", ""], **HOME},
    }
    assert request_form.beneficiary(RequestForm(PERSON), 512, known) == {"id": 512, "telephone": "0601020304"}
    assert request_form.beneficiary(RequestForm({**PERSON, "email": "", "newsSubscription": ""}), 512, known) == {
        "id": 512,
        "telephone": "0601020304",
        "newsSubscription": False,
    }


def test_a_telephone_goes_without_its_spaces_and_the_same_one_is_no_change():
    assert request_form.beneficiary(RequestForm({"telephone": "06 01.02 03 04"}))["telephone"] == "0601020304"
    assert request_form.beneficiary(RequestForm({"telephone": "0601020304"}), 5, {"telephone": "06 01 02 03 04"}) == {
        "id": 5
    }


def test_a_birth_date_is_cut_to_its_day():
    assert (
        request_form.beneficiary(RequestForm({"birthDate": "1948-05-17T00:00:00+01:00"}))["birthDate"] == "1948-05-17"
    )


# --- proofs ----------------------------------------------------------------------------

ASKED = [
    Criterion(id=21, kind="checkbox", mandatory=True),
    Criterion(id=22, kind="radio", choices=[Choice(label="Oui", value="1")]),
    Criterion(id=23, kind="input"),
    Criterion(id=24, kind="selectbox", choices=[Choice(label="RSA", value="3")]),
    Criterion(id=25, kind="file", mandatory=True),
]


def test_each_criterion_that_is_no_file_goes_with_a_value():
    assert request_form.proofs(
        ASKED, {"proofs:21": "true", "proofs:22": "1", "proofs:23": " Carsat ", "proofs:24": "", "proofs:25": "x.pdf"}
    ) == [
        {"id": 21, "value": True},
        {"id": 22, "value": "1"},
        {"id": 23, "value": "Carsat"},
        {"id": 24, "value": None},
    ]
    assert request_form.proofs(ASKED[:1], {}) == [{"id": 21, "value": False}]


def test_what_was_given_before_is_not_added_again():
    given = {"proofs:21": "true", "proofs:23": "Carsat"}
    assert request_form.proofs(ASKED, {"proofs:21": "true", "proofs:23": "Carsat"}, given) == []
    assert request_form.proofs(ASKED, {"proofs:21": "true", "proofs:22": "1", "proofs:23": "Agirc"}, given) == [
        {"id": 22, "value": "1"},
        {"id": 23, "value": "Agirc"},
    ]


# --- an edition ------------------------------------------------------------------------


def written(of):
    return request_form.full_body(of, TODAY)


def test_nothing_changed_is_nothing_sent():
    assert request_form.changes(written(held()), written(held())) == {}
    assert request_form.changes(written(regular(line("mon", "08:15"))), written(regular(line("mon", "08:15")))) == {}


@pytest.mark.parametrize(
    ("change", "body"),
    [
        ({"needs": "12"}, {"needs": [12]}),
        ({"additionalNeed": "Chien"}, {"additionalNeed": "Chien"}),
        ({"subject": "42"}, {"adminsubject": 42}),
        ({"subject": "9999", "additionalSubject": "Visite"}, {"additionalSubject": "Visite"}),
        ({"destinationAny": "true"}, {"destinationAny": True}),
    ],
)
def test_only_what_changed_is_sent(change, body):
    assert request_form.changes(written(held()), written(held(**change))) == body


def test_the_free_need_goes_by_null():
    assert request_form.changes(written(held(additionalNeed="Chien")), written(held())) == {"additionalNeed": None}


def test_a_place_instead_of_any_is_sent_alone():
    assert list(request_form.changes(written(held(destinationAny="true")), written(held()))) == ["destination"]


def test_any_destination_is_said_again_to_a_copy():
    """Trap 41: whatever is changed; a given one is not sent for it."""
    any_place = written(held(destinationAny="true"))
    assert request_form.replacing_body({"needs": [1]}, any_place, flexible=False) == {
        "needs": [1],
        "destinationAny": True,
    }
    assert request_form.replacing_body({"needs": [1]}, written(held()), flexible=False) == {"needs": [1]}


@proves("SOLIDARY-26")
@pytest.mark.parametrize("clock", TIME_CHOICES)
@pytest.mark.parametrize("back", RETURN_CHOICES[:-1])
def test_all_choices_of_a_flexible_journey_are_said_again_to_a_copy(clock, back):
    """Trap 42: without the choice of its return an orphan stays behind."""
    texts = {"punctualOutwardTimeChoice": clock, "outwardTime": "09:30", "punctualReturnDateChoice": back}
    after = written(held(punctualOutwardDateChoice="3", **texts))
    body = request_form.replacing_body({"needs": [1]}, after, flexible=True)
    assert body == {"needs": [1], **{name: after[name] for name in request_form.TIMES if name in after}}
    assert (body["regular"], body["punctualReturnDateChoice"]) == (False, int(back))
    assert {"punctualOutwardMinDate", "punctualOutwardMaxDate", "punctualOutwardTimeChoice"} <= set(body)
    assert faults(body, "SolidaryEditPatch") == []


@pytest.mark.parametrize("change", [{"outwardDate": "2026-04-02"}, {"punctualReturnDateChoice": "3"}])
def test_of_the_times_all_are_sent(change):
    changed = request_form.changes(written(held()), written(held(**change)))
    assert set(changed) == {
        *("regular", "punctualOutwardDateChoice", "punctualOutwardMinDate"),
        *("punctualOutwardTimeChoice", "punctualReturnDateChoice"),
    }


def test_another_frequency_is_sent_with_all_it_asks_for():
    changed = request_form.changes(written(held()), written(regular(line("mon", "08:15"))))
    assert set(changed) == {"regular", "regularSchedules", "regularDateChoice", "regularMinDate", "regularMaxDate"}


def test_a_window_that_stays_is_not_moved_to_today():
    stored = SolidaryRecord(
        punctual_outward_date_choice=3, outward_date="2026-03-10T00:00:00+01:00", to_date="2026-03-25T00:00:00+01:00"
    )
    same = request_form.full_body(held(punctualOutwardDateChoice="3"), TODAY, stored)
    assert (same["punctualOutwardMinDate"], same["punctualOutwardMaxDate"]) == ("2026-03-10", "2026-03-25")
    wider = request_form.full_body(held(punctualOutwardDateChoice="4"), TODAY, stored)
    assert wider["punctualOutwardMinDate"] == "2026-03-20"


# --- every combination is as described -------------------------------------------------

SCHEDULES = [line("mon,thu", "08:15", "12:00")], [line("tue", "14:00"), line("sun", "", "18:00")]
PUNCTUAL = [
    held(
        punctualOutwardDateChoice=day,
        punctualOutwardTimeChoice=clock,
        outwardTime="09:30",
        punctualReturnDateChoice=back,
        returnDate="2026-03-27",
        returnTime="07:00",
        **ends,
    )
    for day, clock, back in itertools.product(DATE_CHOICES, TIME_CHOICES, RETURN_CHOICES)
    for ends in ({}, {"destinationAny": "true", "subject": "9999", "additionalSubject": "🚑 Visite"})
]
REGULAR = [
    regular(*lines, regularDateChoice=lasting, toDate="2026-12-24")
    for lines, lasting in itertools.product(SCHEDULES, LASTING_CHOICES)
]


@proves("SOLIDARY-3", "SOLIDARY-15")
@pytest.mark.parametrize("of", [*PUNCTUAL, *REGULAR])
def test_every_request_is_as_the_api_describes_it(of):
    who = request_form.beneficiary(RequestForm(PERSON))
    body = request_form.creation_body(of, TODAY, 7, who, request_form.proofs(ASKED, {"proofs:21": "true"}))
    assert faults(body, "SolidaryCreate") == []


@pytest.mark.parametrize("after", [*PUNCTUAL, *REGULAR])
@pytest.mark.parametrize("before", [held(additionalNeed="Chien"), REGULAR[0]], ids=["once", "regular"])
def test_every_edition_is_as_the_api_describes_it(before, after):
    body = request_form.changes(written(before), written(after))
    assert faults(body, "SolidaryEditPatch") == []
    assert not ("adminsubject" in body and "additionalSubject" in body)
    assert "regular" in body or not set(body) & set(request_form.TIMES)


def faults(body, name):
    """What the description finds wrong with a body."""
    uri = f"{BASE}solidary.yaml#/components/schemas/{name}"
    node = Node(uri, documents().resolver().lookup(uri).contents)
    return [*node.faults(body), *unknown_names([node], body)]


def test_a_form_is_read_while_it_is_typed_in_up_to_more_than_anybody_types(monkeypatch):
    parts = (TextInput("note"),)
    monkeypatch.setattr(request_form, "MOST", 5)
    found = request_form.typed_so_far(parts, {"note": "12345"})
    assert found is not None
    assert found.values == {"note": "12345"}
    assert request_form.typed_so_far(parts, {"note": "1234", "other": "56"}) is None


def test_an_address_is_held_with_its_accents():
    assert '"Lunéville"' in request_form.address_text(Address.model_validate(HOME))
    assert request_form.address_text(None) == ""


def test_of_a_day_that_is_held_as_its_midnight_the_day_counts():
    form = held(outwardDate="2026-03-26T00:00:00+01:00")
    assert form.day("outwardDate") == date(2026, 3, 26)
    assert sent(form)["punctualOutwardMinDate"] == "2026-03-26"


@pytest.mark.parametrize(
    ("wanted", "selector"),
    [
        (["#a", "#b"], "#panel-who:not([hidden]) #a, #panel-who:not([hidden]) #b"),
        ([], f"#panel-who:not([hidden]) {next_key._CONTROL}, {next_key._ONWARD}"),
    ],
)
def test_a_step_begins_at_what_is_wanted_of_it_or_at_its_first_control(wanted, selector):
    assert next_key.begins_at("who", wanted) == selector
