"""Mutants: what is broken, and which tests are to see it."""

import ast

import pytest

from tools.frontend import ROOT
from tools.mutants import Mutant, importing, of_room, places, source


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a < b", {"a <= b"}),
        ("a and b", {"a or b"}),
        ("a + 1", {"a - 1", "a + 2"}),
        ("a if b else c", {"a if not b else c"}),
        ("a = True", {"a = False"}),
        ("f(a)", set()),
        ("def f(): return None", set()),
    ],
)
def test_a_place_is_broken_in_one_way(tmp_path, text, wanted):
    file = tmp_path / "a.py"
    file.write_text(text)
    assert {source(mutant)[0] for mutant in places(file)} == {ast.unparse(ast.parse(each)) for each in wanted}
    assert all(source(Mutant(file, each.index))[1].startswith("1: ") for each in places(file))


def test_the_tests_of_a_module_are_those_that_import_it_and_those_of_its_room():
    phones = ROOT / "admin_app" / "kit" / "words" / "phones.py"
    assert "tests/kit/words/test_phones.py" in importing(phones)
    assert of_room(phones) == ["tests/kit/words"]
    assert of_room(ROOT / "admin_app" / "kit" / "values.py") == ["tests/kit"]
