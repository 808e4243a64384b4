"""What a typed text is taken for, and what each list is asked for it (SEARCH-2, SEARCH-5)."""

import pytest

from admin_app.shared.people.person_search import Typed, by_telephone, filters_of_users, named, of_users, questions
from tests.support.proofs import proves

SPELLINGS = ["06 39 86 92 66", "0639869266", "06.39.86.92.66", "+33 6 39 86 92 66", "0033639869266", "+33(0)639869266"]


@proves("SEARCH-2")
@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("06 39 86 92 66", "telephone", "06 39 86 92 66"),
        ("0639869266", "telephone", "06 39 86 92 66"),
        ("+33639869266", "telephone", "+33 6 39 86 92 66"),
        ("+32 471123456", "telephone", "+32 471 12 34 56"),
        ("061234", "incomplete", "061234"),
        ("07 54 27 20", "incomplete", "07 54 27 20"),
        ("+33 7 54 27 20", "incomplete", "+33 7 54 27 20"),
        ("+32 47112", "telephone", "+32 47112"),
        ("123456", "telephone", "123456"),
        ("0639", "incomplete", "0639"),
        ("odette.martin@", "email", "odette.martin@"),
        ("Odette Martin", "name", "Odette Martin"),
        ("  Marie   Le  Goff ", "name", "Marie Le Goff"),
        ("D’Arcy", "name", "D'Arcy"),
        ("R2D2", "name", "R2D2"),
        ("#42", "number", "#42"),
        ("n° 42", "number", "#42"),
        ("#42a", "name", "#42a"),
        ("", "name", ""),
        (None, "name", ""),
    ],
)
def test_what_a_text_is_taken_for(text, kind, shown):
    typed = Typed.of(text)
    assert (typed.kind, typed.shown) == (kind, shown)


@proves("SEARCH-2")
@pytest.mark.parametrize("text", SPELLINGS)
def test_a_telephone_is_asked_as_it_may_be_stored(text):
    asked = of_users(text).filters["telephone"]
    assert {"0639869266", "+33639869266", "06 39 86 92 66", "0033639869266"} <= set(asked)
    assert by_telephone(text).filters["telephone"] == asked
    assert {each["telephone"] for each in questions(Typed.of(text))} == set(asked)


@proves("SEARCH-2")
def test_users_are_asked_by_what_was_typed():
    assert filters_of_users("odette@") == {"email": "odette@"}
    assert filters_of_users("Marie Martin") == {"q": "Marie Martin"}
    assert filters_of_users("Jeanne d’Arc") == {"familyName": "d'Arc", "q": "Jeanne"}
    assert filters_of_users("#42") == filters_of_users("n°\u00a042") == {"id": "42"}


@proves("SEARCH-10")
def test_words_that_do_not_run_on_are_asked_for_in_both_names():
    assert of_users("arthur de grondin").otherwise == {
        "givenName": ["arthur", "grondin"],
        "familyName": ["arthur", "grondin"],
    }
    assert [of_users(each).otherwise for each in ("grondin", "de Grondin", "a@b.fr c", "06 39 86 92 66")] == [None] * 4


@proves("SEARCH-5")
def test_the_beginning_of_a_telephone_asks_for_nobody():
    """Asked as a name it would find nobody, and not say why; asked for nothing it would find everybody."""
    assert of_users("0639").filters is None
    assert of_users("07 54 27 20").filters is None
    assert filters_of_users("0639") == {}
    assert [*questions(Typed.of("0639"))] == []


def test_a_name_is_asked_as_either_name():
    asked = [*questions(Typed.of("Odette Martin"))]
    assert asked == [{"familyName": "odette"}, {"givenName": "odette"}] or asked == [
        {"familyName": "martin"},
        {"givenName": "martin"},
    ]
    assert [*questions(Typed.of("a@b.fr"), email="user.email")] == [{"user.email": "a@b.fr"}]


@pytest.mark.parametrize(
    "text",
    [
        *("Odette", "martin", "Martin Odette", "odette mar", "ODÉTTE", "Le Goff", "legoff", "Jean Le", "Jean-No"),
        *("ndiaye", "N Diaye", "n’diaye tim", "timothee ndiaye", "jeannoel legoff", "legoff jean noel", "lego jean"),
    ],
)
def test_the_words_of_a_name_are_found(text):
    people = [("Odette", "Martin"), ("Jean-Noël", "Le Goff"), ("Timothée", "N'Diaye")]
    assert any(named(text, *each) for each in people)


@pytest.mark.parametrize("text", ["ette", "Odette Dupont", "Goffic", "martinodette", "Odettem", "le goff martin"])
def test_other_names_are_not(text):
    assert not any(named(text, *each) for each in [("Odette", "Martin"), ("Jean-Noël", "Le Goff")])


def test_who_is_meant():
    person = {"id": 7, "givenName": "Odette", "familyName": "Martin", "telephone": "+33639869266", "email": "O@b.fr"}
    assert all(Typed.of(text).fits(person) for text in [*SPELLINGS, "o@B", "martin", "#7"])
    assert not any(Typed.of(text).fits(person) for text in ("0639869267", "x@b", "dupont", "#8", "0639"))
