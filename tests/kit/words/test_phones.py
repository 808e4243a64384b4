"""Telephone numbers: French ones as ever, those of other countries by their own rules."""

import pytest

from admin_app.kit.words import phones
from tests.support.proofs import proves

NUMBERS = [
    # typed or stored, shown, sent (empty: refused)
    ("0604050802", "06 04 05 08 02", "0604050802"),
    ("06.04.05.08.02", "06 04 05 08 02", "0604050802"),
    ("06-04 05\u202f08\u00a002", "06 04 05 08 02", "0604050802"),
    ("(06) 04 05 08 02", "06 04 05 08 02", "0604050802"),
    ("0800123456", "08 00 12 34 56", "0800123456"),
    ("0692123456", "06 92 12 34 56", "0692123456"),
    ("+33604050802", "+33 6 04 05 08 02", "+33604050802"),
    ("+33 6 04 05 08 02", "+33 6 04 05 08 02", "+33604050802"),
    ("+33 (0)6 04 05 08 02", "+33 6 04 05 08 02", "+33604050802"),
    ("+33 06 04 05 08 02", "+33 6 04 05 08 02", "+33604050802"),
    ("0033604050802", "+33 6 04 05 08 02", "+33604050802"),
    ("+262692123456", "+262 692 12 34 56", "+262692123456"),
    ("+590 690 12 34 56", "+590 690 12 34 56", "+590690123456"),
    ("0032471123456", "+32 471 12 34 56", "+32471123456"),
    ("+352 621 123 456", "+352 621 123 456", "+352621123456"),
    ("+41791234567", "+41 79 123 45 67", "+41791234567"),
    ("+390669812345", "+39 06 6981 2345", "+390669812345"),
    ("+1 (212) 555-0123", "+1 212-555-0123", "+12125550123"),
    ("060405", "060405", ""),
    ("604050802", "604050802", ""),
    ("00 12 34 56 78", "00 12 34 56 78", ""),
    ("+3360405080", "+3360405080", ""),
    ("+336040508021", "+336040508021", ""),
    ("+999999", "+999999", ""),
    ("+", "+", ""),
    ("06 12 34 56 7x", "06 12 34 56 7x", ""),
    ("06 04 05 08 02 (bureau)", "06 04 05 08 02 (bureau)", ""),
    ("06 04 05 08 02 / 03 83 00 00 00", "06 04 05 08 02 / 03 83 00 00 00", ""),
    ("+33604050802;ext=3", "+33604050802;ext=3", ""),
    ("06\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668", "06\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668", ""),
    ("\uff0b33604050802", "\uff0b33604050802", ""),
    ("", "", ""),
]


@proves("WORDS-5")
@pytest.mark.parametrize(("text", "shown", "sent"), NUMBERS)
def test_a_number_is_shown_and_sent_or_refused(text, shown, sent):
    assert phones.phone_text(text) == shown
    assert phones.is_number(text) is bool(sent)
    if sent:
        assert phones.bare(text) == sent


@pytest.mark.parametrize(("text", "shown", "sent"), [each for each in NUMBERS if each[2]])
def test_what_is_shown_and_what_is_sent_are_the_same_number(text, shown, sent):
    assert phones.bare(shown) == sent
    assert phones.phone_text(sent) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("+33604050802", "06 04 05 08 02"),
        ("0033 (0)6 04 05 08 02", "06 04 05 08 02"),
        ("0604050802", "06 04 05 08 02"),
        ("+32471123456", "+32 471 12 34 56"),
        (None, ""),
    ],
)
def test_at_home_a_number_is_shown_as_it_is_dialled_there(text, shown):
    assert phones.at_home(text) == shown


def test_nothing_is_no_number():
    assert phones.phone_text(None) == ""
    assert phones.number_of(None) is None
