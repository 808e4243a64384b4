"""Mutants: what is broken, and which tests are to see it."""

import ast
import re

import pytest

from tools import mutants
from tools.frontend import ROOT
from tools.mutants import Mutant, importing, of_room, places, source, surviving


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
        ("a: Literal[1] = 2", {"a: Literal[1] = 3"}),
        ("def f(a: Literal[1], *b: Literal[1]) -> Literal[1]: ...", set()),
        ("@dataclass(frozen=True)\nclass A: a = 1", {"@dataclass(frozen=True)\nclass A: a = 2"}),
    ],
)
def test_a_place_is_broken_in_one_way(tmp_path, text, wanted):
    file = tmp_path / "a.py"
    file.write_text(text)
    assert {source(mutant)[0] for mutant in places(file)} == {ast.unparse(ast.parse(each)) for each in wanted}
    assert all(re.match(r"[12]: ", source(Mutant(file, each.index))[1]) for each in places(file))


def test_the_tests_of_a_module_are_those_that_import_it_and_those_of_its_room():
    phones = ROOT / "admin_app" / "kit" / "words" / "phones.py"
    assert "tests/kit/words/test_phones.py" in importing(phones)
    assert of_room(phones) == ["tests/kit/words"]
    assert of_room(ROOT / "admin_app" / "kit" / "values.py") == ["tests/kit"]


def test_a_mutant_is_tried_by_the_tests_that_import_its_module_then_by_its_room(monkeypatch, capsys, tmp_path):
    phones = ROOT / "admin_app" / "kit" / "words" / "phones.py"
    first, second, third = list(places(phones))[:3]
    catching = {first: importing(phones), second: of_room(phones)}
    tried = []

    def is_caught(mutant, tests, _):
        tried.append((mutant, tests))
        return tests == catching.get(mutant)

    monkeypatch.setattr(mutants, "_pass", lambda *_, **__: True)
    monkeypatch.setattr(mutants, "is_caught", is_caught)
    assert surviving([first, second, third], [tmp_path]) == [third]
    both = importing(phones), of_room(phones)
    assert tried == [(first, both[0]), *((each, tests) for each in (second, third) for tests in both)]
    assert capsys.readouterr().out == f"admin_app/kit/words/phones.py:{source(third)[1]}\n"


def test_nothing_is_counted_where_the_tests_fail_unbroken(monkeypatch, tmp_path):
    monkeypatch.setattr(mutants, "_pass", lambda *_, **__: False)
    with pytest.raises(SystemExit):
        surviving(list(places(ROOT / "admin_app" / "kit" / "words" / "phones.py"))[:1], [tmp_path])
