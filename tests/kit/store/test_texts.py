"""Texts that a group shares: of that group alone, by name and language, refused in a word, on both kinds of store."""

import pytest
from sqlalchemy import select

from admin_app.kit.store import database, texts
from admin_app.kit.store.tables import texts as table
from admin_app.kit.store.texts import Author, Group, Unkept, Written
from tests.support.proofs import proves

ADA, BOB = Author(7, "Ada L."), Author(8, "Bob M.")
ONE, OTHER, ELSEWHERE = Group("note", 1), Group("note", 2), Group("letter", 1)
pytestmark = pytest.mark.usefixtures("store")


def wrote(name="Relance", text="Bonjour", locale="fr") -> Written:
    return Written(locale, name, text)


def kept(group=ONE) -> list[tuple[str, str, str]]:
    return [(each.locale, each.name, each.text) for each in texts.of(group)]


def test_a_text_is_of_its_group_and_kind():
    texts.add(ONE, ADA, wrote(" Relance \n", "\r\nBonjour,\r\nà demain 👩‍🦽 \n"))
    assert kept() == [("fr", "Relance", "Bonjour,\nà demain 👩‍🦽")]
    assert kept(OTHER) == kept(ELSEWHERE) == []
    (found,) = texts.of(ONE)
    for group in (OTHER, ELSEWHERE):
        with pytest.raises(Unkept, match="gone"):
            texts.change(group, found.id, BOB, wrote("Autre"), found.changed_at)
        with pytest.raises(Unkept, match="gone"):
            texts.remove(group, found.id)
    assert kept() == [("fr", "Relance", "Bonjour,\nà demain 👩‍🦽")]


def test_who_made_and_who_changed_it_is_kept():
    texts.add(ONE, ADA, wrote())
    (found,) = texts.of(ONE)
    texts.change(ONE, found.id, BOB, wrote("Relance", "Rebonjour", "en"), found.changed_at)
    with database.reading() as store:
        row = store.execute(select(table)).mappings().one()
    assert (row["created_by"], row["changed_by"], row["changed_name"]) == (7, 8, "Bob M.")
    assert row["created_at"] < row["changed_at"]
    assert kept() == [("en", "Relance", "Rebonjour")]


def test_of_two_who_change_the_same_the_second_is_told():
    texts.add(ONE, ADA, wrote())
    (found,) = texts.of(ONE)
    texts.change(ONE, found.id, ADA, wrote(text="D’Ada"), found.changed_at)
    with pytest.raises(Unkept, match="changed"):
        texts.change(ONE, found.id, BOB, wrote(text="De Bob"), found.changed_at)
    assert kept() == [("fr", "Relance", "D’Ada")]


def test_one_that_is_removed_is_gone():
    texts.add(ONE, ADA, wrote())
    (found,) = texts.of(ONE)
    texts.remove(ONE, found.id)
    assert kept() == []
    with pytest.raises(Unkept, match="gone"):
        texts.remove(ONE, found.id)


@proves("DRIVER-8")
@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (" \n", "x", "no_name"),
        ("\u200b\u200d", "x", "no_name"),
        ("x" * 61, "x", "long_name"),
        ("x", " \r\n ", "no_text"),
        ("x", "x" * 2001, "long_text"),
        ("x", "😀" * 10_000, "long_text"),
        ("x" * 10_000, "x", "long_name"),
        ("\u202enitraM", "x", "unprintable"),
        ("x", "a\0b", "unprintable"),
        ("x", "\ud83d", "unprintable"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_a_word(name, text, why):
    with pytest.raises(Unkept, match=why):
        texts.add(ONE, ADA, wrote(name, text))
    assert kept() == []


def test_the_longest_are_kept_as_they_are():
    texts.add(ONE, ADA, wrote("😀" * 60, "😀" * 2000))
    assert kept() == [("fr", "😀" * 60, "😀" * 2000)]


@proves("DRIVER-8")
def test_a_name_is_there_once_in_each_language():
    texts.add(ONE, ADA, wrote())
    with pytest.raises(Unkept, match="twice"):
        texts.add(ONE, BOB, wrote(" RELANCE "))
    texts.add(ONE, BOB, wrote(locale="en"))
    english = next(each for each in texts.of(ONE) if each.locale == "en")
    with pytest.raises(Unkept, match="twice"):
        texts.change(ONE, english.id, BOB, wrote(), english.changed_at)
    texts.change(ONE, english.id, BOB, wrote("relance", "Hello", "en"), english.changed_at)
    assert sorted(kept()) == [("en", "relance", "Hello"), ("fr", "Relance", "Bonjour")]


def test_there_are_only_so_many(monkeypatch):
    monkeypatch.setattr(texts, "MOST", 1)
    texts.add(ONE, ADA, wrote())
    with pytest.raises(Unkept, match="many"):
        texts.add(ONE, ADA, wrote("Autre"))
    texts.add(OTHER, ADA, wrote("Autre"))
