"""Comparisons of people: what is forgiven, and what is not."""

import pytest

from admin_app.kit.words.formats import folded
from admin_app.shared.people.similarity import (
    phone_key,
    phone_spellings,
    same_email,
    same_name,
    same_person,
    same_phone,
    search_word,
)
from tests.support.proofs import proves

SAME = [
    ("Lefèvre", "LEFEVRE"),
    ("Éloïse", "eloise"),
    ("Jean-Pierre", "Jean Pierre"),
    ("Jean-Pierre", "JEANPIERRE"),
    ("Le Goff", "LEGOFF"),
    ("Le Goff", "Goff"),
    ("de La Tour", "Delatour"),
    ("de La Tour", "Tour"),
    ("D’Arcy", "d'arcy"),
    ("D’Arcy", "Darcy"),
    ("O'Connor", "OConnor"),
    ("Dupont-Martin", "Martin Dupont"),
    ("Œuvrard", "oeuvrard"),
    ("Weiß", "weiss"),
    ("Nguyễn", "NGUYEN"),
    ("Straße", "STRASSE"),
    ("Le", "LE"),
    ("e\u0301mile", "émile"),
]


@proves("USER-20")
@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_name(one, other):
    assert same_name(one, other)
    assert same_name(other, one)


@proves("USER-20")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Martin", "Marin"),
        ("Anne", "Anne-Lise"),
        ("", ""),
        (None, "Martin"),
        ("Le", "La"),
        ("-", "'"),
        ("Jean", "Jeanne"),
    ],
)
def test_another_name(one, other):
    assert not same_name(one, other)
    assert not same_name(other, one)


PEOPLE = [
    ("Marie", "Dupont", "marie", "DUPONT", True),
    ("Marie", "Dupont", "Dupont", "Marie", True),
    ("Marie", "Dupont", "Marie", "Dupont-Martin", True),
    ("Marie", "Martin-Dupont", "Marie", "Dupont", True),
    ("Marie", "Le Goff", "Marie", "Legoff", True),
    ("Marie", "Dupont", "Marie-Claire", "Dupont", False),
    ("Marie", "Dupont", "Anne", "Dupont", False),
    ("Marie", "Dupont", "Marie", "Durand", False),
    ("Marie", "Le", "Marie", "Le-Duc", False),
    ("Marie", "Roy", "Marie", "Roy-Martin", True),
    ("Marie", "Ly", "Marie", "Ly-Martin", False),
    ("", "", "", "", False),
    ("Marie", "", "Marie", "", False),
    (None, None, "Marie", "Dupont", False),
]


@proves("USER-20")
@pytest.mark.parametrize(("given", "family", "other_given", "other_family", "same"), PEOPLE)
def test_the_same_person(given, family, other_given, other_family, same):
    assert same_person(given, family, other_given, other_family) is same
    assert same_person(other_given, other_family, given, family) is same


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Le Goff", "goff"),
        ("Legoff", "goff"),
        ("Delatour", "tour"),
        ("Leroy", "roy"),
        ("Darcy", "rcy"),
        ("de La Tour", "tour"),
        ("D’Arcy", "arcy"),
        ("Dupont-Martinez", "martinez"),
        ("Jean-Noël", "jean"),
        ("Éli", "eli"),
        ("Lea", "lea"),
        ("", ""),
        ("🚗", ""),
    ],
)
def test_what_is_looked_for_is_held_by_the_name(name, word):
    assert search_word(name) == word
    assert word in folded(name)


@proves("USER-20")
@pytest.mark.parametrize(
    ("number", "key"),
    [
        ("0612345678", "0612345678"),
        ("06 12 34 56 78", "0612345678"),
        ("06.12.34.56.78", "0612345678"),
        ("06-12-34-56-78", "0612345678"),
        ("06\u202f12\u00a034 56 78", "0612345678"),
        ("+33612345678", "0612345678"),
        ("+33 6 12 34 56 78", "0612345678"),
        ("+33 (0)6 12 34 56 78", "0612345678"),
        ("+33 06 12 34 56 78", "0612345678"),
        ("0033612345678", "0612345678"),
        ("+262 692 12 34 56", "0692123456"),
        ("+590 690 12 34 56", "0690123456"),
        ("+594 694 12 34 56", "0694123456"),
        ("+596 696 12 34 56", "0696123456"),
        ("0692 12 34 56", "0692123456"),
        ("+352 621 123 456", "+352621123456"),
        ("00352621123456", "+352621123456"),
        ("+1 (212) 555-0123", "+12125550123"),
        ("612345678", "0612345678"),
        ("33612345678", "0612345678"),
        ("+33 612", "+33612"),
        ("12", "12"),
        ("", ""),
        (None, ""),
    ],
)
def test_a_number_by_its_digits(number, key):
    assert phone_key(number) == key


@pytest.mark.parametrize("spelling", phone_spellings("06 12 34 56 78"))
def test_every_spelling_is_the_same_number(spelling):
    assert same_phone(spelling, "+33612345678")


def test_six_digits_tell_a_number_fewer_none():
    assert same_phone("06 12 34", "061234")
    assert not same_phone("06 12 3", "06123")


def test_spellings_hold_what_was_typed_first():
    found = phone_spellings(" +33612345678 ")
    assert found[0] == "+33612345678"
    assert {"0612345678", "06 12 34 56 78", "+33 6 12 34 56 78"} <= set(found)
    assert len(found) == len(set(found))
    assert phone_spellings("+352 621 123 456") == ["+352 621 123 456", "+352621123456", "00352621123456"]
    assert phone_spellings("0032471123456") == ["0032471123456", "+32471123456", "+32 471 12 34 56"]
    assert phone_spellings("12") == ["12"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("", ""), (None, None), ("12", "12"), ("0612345678", "0612345679"), ("0612345678", "+32612345678")],
)
def test_other_numbers(one, other):
    assert not same_phone(one, other)


def test_addresses():
    assert same_email(" Ada@Example.org", "ada@example.ORG ")
    assert not same_email("ada@example.org", "ada+1@example.org")
    assert not same_email("", "")
    assert not same_email(None, None)
