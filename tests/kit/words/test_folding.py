"""What is forgiven when texts are compared."""

import pytest

from admin_app.kit.words.folding import folded, folded_words
from tests.support.proofs import proves


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Jean-Noël D’Arcy", ["jean", "noel", "d", "arcy"]),
        ("  ŒUVRARD-Ñuñez ", ["oeuvrard", "nunez"]),
        ("Anne\u00a0Lise", ["anne", "lise"]),
        ("Zoé 🚗", ["zoe"]),
        ("محمد", ["محمد"]),
        ("", []),
        (None, []),
    ],
)
def test_words(name, found):
    assert folded_words(name) == found


@proves("GUARD-12")
@pytest.mark.parametrize(
    ("text", "word"),
    [("E-mail", "email"), (" É Mail ", "email"), ("N° de rue", "nderue"), ("Cœur", "coeur"), ("ıI", "ii"), ("", "")],
)
def test_a_text_as_one_word(text, word):
    assert folded(text) == word
