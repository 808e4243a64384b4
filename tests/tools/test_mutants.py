"""Mutants: what is broken, and which tests are to see it."""

import ast
import re

import pytest
from coverage import CoverageData

from tools import mutants
from tools.frontend import ROOT
from tools.mutants import (
    MOST,
    NEAREST,
    Mutant,
    around,
    errors,
    importing,
    is_refused,
    mapped,
    places,
    proving,
    seen,
    source,
    verdicts,
)

PHONES = ROOT / "admin_app" / "kit" / "words" / "phones.py"
NAME = "admin_app/kit/words/phones.py"


def _measured(file, **contexts):
    data = CoverageData(str(file))
    for context, lines in contexts.items():
        data.set_context(context)
        data.add_lines({NAME: lines})
    data.write()


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


def test_the_tests_of_a_module_are_those_that_import_it():
    assert "tests/kit/words/test_phones.py" in importing(PHONES)
    assert "tests/kit/words/test_formats.py" not in importing(PHONES)


def test_what_ran_a_line_is_a_test_with_any_of_its_parameters(tmp_path):
    _measured(tmp_path / "map", **{"": [1], "a.py::test_b[1|2]|run": [1, 2], "a.py::test_b[c d]|setup": [2]})
    assert seen(tmp_path / "map") == {NAME: {1: {"a.py::test_b"}, 2: {"a.py::test_b"}}}


def test_around_a_place_are_the_lines_of_what_holds_it(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("class A:\n    def f(self):\n        return g(\n            self < 2,\n        )\n")
    compared = next(each for each in places(file) if "self < 2 ->" in source(each)[1])
    steps = [(lines.start, lines.stop) for lines in around(compared)]
    assert steps[:-1] == [(4, 5), (3, 6), (3, 6), (2, 6), (1, 6)]
    assert steps[-1][1] > 400


def _first_line():
    mutant = next(places(PHONES))
    return mutant, next(iter(around(mutant))).start


def test_a_mutant_is_tried_by_the_tests_of_its_line_then_by_those_of_what_is_around_it():
    mutant, line = _first_line()
    ran = {NAME: {line: {"far.py::a", "near.py::b"}, 399: {"near.py::c"}}, "other.py": {1: {"far.py::a"}}}
    assert proving(mutant, ran) == ["near.py::b", "far.py::a", "near.py::c"]


def test_nearest_is_what_runs_least_of_other_modules_however_much_it_runs_of_its_own():
    mutant, line = _first_line()
    here = {line: {"thorough.py::a", "passing.py::b"}, 399: {"thorough.py::a"}, 398: {"thorough.py::a"}}
    others = {1: {"thorough.py::a", "passing.py::b"}, 2: {"passing.py::b"}}
    assert proving(mutant, {NAME: here, "other.py": others}) == ["thorough.py::a", "passing.py::b"]


def test_the_nearest_tests_come_first_then_some_of_every_file():
    mutant, line = _first_line()
    near = [f"near.py::test_{number:03}" for number in range(MOST + 1)]
    far = ["far.py::test_a", "far.py::test_b"]
    tried = proving(mutant, {NAME: {line: {*near, *far}}, "other.py": {1: set(far)}})
    assert len(tried) == MOST
    assert tried[:NEAREST] == near[:NEAREST]
    assert tried[NEAREST:] == [*far, *near[NEAREST : MOST - 2]]


def test_a_line_that_no_test_runs_is_tried_first_by_those_that_import_its_module():
    mutant, line = _first_line()
    assert proving(mutant, {NAME: {line: set()}}) == importing(PHONES)
    assert proving(mutant, {NAME: {line: set(), 399: {"near.py::a"}}}) == [*importing(PHONES), "near.py::a"]


def test_the_tests_run_once_for_the_same_sources(monkeypatch, tmp_path):
    (tmp_path / "scratch").mkdir()
    asked, prints = [], ["one"]

    def _pass(options, scratch):
        asked.append(options)
        _measured(scratch / ".coverage", **{f"a.py::test_{len(asked)}|run": [1]})
        return True

    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "_pass", _pass)
    monkeypatch.setattr(mutants, "fingerprint", lambda _: prints[-1])
    first = mapped(tmp_path / "scratch")
    assert first == mapped(tmp_path / "scratch") == {NAME: {1: {"a.py::test_1"}}}
    assert len(asked) == 1
    prints.append("another")
    assert mapped(tmp_path / "scratch") != first
    assert [file.name for file in (tmp_path / ".run" / "mutants").iterdir()] == ["another.coverage"]


def test_what_no_test_catches_survives_and_is_told(monkeypatch, capsys, tmp_path):
    first, second, third = list(places(PHONES))[:3]
    ran = {NAME: {number: {"a.py::test_b"} for number in range(400)}}
    tried = []

    def is_caught(mutant, tests, _):
        tried.append((mutant, tests))
        return mutant == first

    monkeypatch.setattr(mutants, "mapped", lambda _: ran)
    monkeypatch.setattr(mutants, "is_caught", is_caught)
    monkeypatch.setattr(mutants, "is_refused", lambda mutant, _: mutant == second)
    assert verdicts([first, second, third], [tmp_path]) == ["tests", "types", "nothing"]
    assert tried == [(each, ["a.py::test_b"]) for each in (first, second, third)]
    assert capsys.readouterr().out == f"{NAME}:{source(third)[1]}\n"


def test_what_the_type_checker_finds_is_counted_in_a_copy_that_is_mended(tmp_path):
    copy = tmp_path / NAME
    copy.parent.mkdir(parents=True)
    assert errors(PHONES, "def f() -> int:\n    return None\n", tmp_path) == 1
    assert copy.read_bytes() == PHONES.read_bytes()


@pytest.mark.parametrize(("unbroken", "refused"), [(0, True), (1, False)])
def test_a_mutant_is_refused_where_more_is_found_than_without_its_comments(monkeypatch, tmp_path, unbroken, refused):
    mutant = next(places(PHONES))
    found = {source(mutant)[0]: 1, ast.unparse(ast.parse(PHONES.read_text("utf-8"))): unbroken}
    monkeypatch.setattr(mutants, "errors", lambda _, text, __: found[text])
    assert is_refused(mutant, tmp_path) is refused


def test_nothing_is_counted_where_the_tests_fail_unbroken(monkeypatch, tmp_path):
    monkeypatch.setattr(mutants, "_pass", lambda *_, **__: False)
    monkeypatch.setattr(mutants, "fingerprint", lambda _: "of no sources")
    with pytest.raises(SystemExit):
        verdicts(list(places(PHONES))[:1], [tmp_path])
