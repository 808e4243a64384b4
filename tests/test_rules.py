"""Every rule of docs/rules.md names the test that proves it, and every citation leads to something that is there."""

import ast
import functools
import itertools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DESCRIPTION = ROOT / "tests" / "contract" / "upstream"
"""The API's own description, which cites nothing of ours."""
PLACES = ("admin_app", "sandbox", "assets", "tests", "tools", "benchmarks", "translations", "docs")
PAGES = ("README.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml", "rxconfig.py")
KINDS = {".py", ".js", ".jsx", ".mjs", ".css", ".json", ".md", ".toml", ".txt", ".html"}
ROW = re.compile(r"\| (\S[^|]*?) \| (.+) \| (.+) \|")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
SCRIPT = re.compile(r"`(tests/script/\w+\.test\.js): ([^`]+)`")
"""A test of the script by its title; `tests/test_script.py` runs them all."""
MEASURE = re.compile(r"measured: `(benchmarks/\w+\.py)`")

RULE = re.compile(r"\b([A-Z]{3,})-(\d+)\b")
TRAP = re.compile(r"\btraps? (\d+(?:(?:, | and )\d+)*)")
FACT = re.compile(r"\bReflex (F\d+)\b")
DECISION = re.compile(r"\b[Dd]ecisions? (\d+(?:(?:, | and )\d+)*)")
PLACE = re.compile(r"\b([a-z][\w-]*\.yaml)(?:, ([\w.-]*\w))?")
OLD_FORMS = re.compile(
    r"\b(?:SPEC|PEERS|DESIGN|FINDINGS|HOUSE)(?: [A-Z]?\d|\.md\b)|\bSTYLE(?: F\d|\.md\b)"
    r"|(?<!contract/)\bupstream/[\w-]+\.(?:yaml|md)|\bREADME(?:\.md)?,? (?:traps? )?\d"
)
"""Citations of texts that are not in the repository."""
NO_RULES = {"UTF", "ISO", "SHA", "PDF", "AIRE", "GSM", "UCS"}
"""Words that look like the beginning of a rule's number."""

NO_TEST = frozenset()
"""Rules no test proves, or that are not kept yet, as their own words say: the list only gets shorter."""


def rows(page: str) -> list[tuple[str, str, str]]:
    """The lines of the tables of a page in docs/, without their heads."""
    found = (ROW.fullmatch(line) for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines())
    return [each.groups() for each in found if each and each[1] not in ("Rule", "Number")]  # pyright: ignore


def rules() -> dict[str, tuple[str, str]]:
    """What is so and its proof, by the rule's number."""
    return {name: (text, proof) for name, text, proof in rows("rules.md")}


@functools.cache
def numbers() -> frozenset[str]:
    """Everything that can be cited: rules, conventions of the API, traps, facts of Reflex, decisions."""
    pages = re.findall(r"^\| ([\w -]+?) \|", (ROOT / "docs" / "upstream.md").read_text(encoding="utf-8"), re.MULTILINE)
    facts = {f"Reflex {name}" for name, _, _ in rows("reflex.md")}
    decisions = {f"decision {int(path.name[:4])}" for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md")}
    return frozenset(rules()) | frozenset(pages) | facts | decisions


@functools.cache
def defined_in(path: str) -> frozenset[str]:
    """The tests a file defines, those of its classes too."""
    file = ROOT / path
    tree = ast.parse(file.read_text(encoding="utf-8")) if file.is_file() else ast.Module([], [])
    found = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return frozenset(node.name for node in found if node.name.startswith("test_"))


@functools.cache
def titles_of(path: str) -> frozenset[str]:
    """The titles of the tests of the script in a file."""
    file = ROOT / path
    return frozenset(re.findall(r'^test\("([^"]+)"', file.read_text(encoding="utf-8") if file.is_file() else "", re.M))


def moved(test: str) -> str:
    """Where a test is that is not where a rule says."""
    paths = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("test_*.py")))
    found = [path for path in paths if test in defined_in(path)]
    return f", but {' and '.join(found)} has" if found else ""


def files() -> Iterator[tuple[str, str]]:
    """The texts of the repository that may cite a rule, each on one line: a citation may be broken by the margin."""
    paths = itertools.chain((ROOT / page for page in PAGES), *(sorted((ROOT / place).rglob("*")) for place in PLACES))
    for path in paths:
        if path.suffix in KINDS and DESCRIPTION not in path.parents and path != Path(__file__).resolve():
            text = path.read_text(encoding="utf-8")
            yield path.relative_to(ROOT).as_posix(), re.sub(r"\s*\n[ \t#*/]*", " ", text)


def cited(text: str) -> Iterator[str]:
    """The numbers a text cites."""
    yield from (f"{word}-{number}" for word, number in RULE.findall(text) if word not in NO_RULES)
    yield from (f"trap {each}" for group in TRAP.findall(text) for each in re.findall(r"\d+", group))
    yield from (f"Reflex {name}" for name in FACT.findall(text))
    yield from (f"decision {each}" for group in DECISION.findall(text) for each in re.findall(r"\d+", group))


@functools.cache
def description(name: str) -> str:
    """A file of the API's description."""
    path = DESCRIPTION / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def dead_ends(text: str) -> list[str]:
    """What a text cites that is nowhere."""
    lost = [name for name in cited(text) if name not in numbers()]
    for name, word in PLACE.findall(text):
        if not description(name) or any(part not in description(name) for part in word.split(".")):
            lost.append(f"{name}, {word}" if word else name)
    return lost


def problems(found: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    """What is wrong with the proofs of some rules."""
    for name, (_, proof) in found.items():
        tests = [
            each for cell in proof.split("<br>") for each in (TEST.fullmatch(cell), SCRIPT.fullmatch(cell)) if each
        ]
        if tests and len(tests) == len(proof.split("<br>")):
            yield from (
                f"{name}: {path} has no {test}{moved(test)}"
                for path, test in (each.groups() for each in tests)
                if test not in (titles_of(path) if path.endswith(".js") else defined_in(path))
            )
        elif measure := MEASURE.fullmatch(proof):
            yield from [] if (ROOT / measure[1]).is_file() else [f"{name}: no {measure[1]}"]
        elif proof != "no test":
            yield f"{name}: {proof!r} is no proof"


def test_every_rule_names_a_test_that_exists():
    assert list(problems(rules())) == []


def test_a_missing_proof_is_seen():
    wrong = {
        "A-1": ("", "`tests/test_rules.py::test_nothing`"),
        "A-2": ("", "`tests/test_nothing.py::test_x`"),
        "A-3": ("", "everybody knows"),
        "A-4": ("", "measured: `benchmarks/nothing.py`"),
        "A-6": ("", "`tests/script/rows.test.js: nothing`"),
        "A-5": ("", "`tests/test_rules.py::test_a_missing_proof_is_seen` and more"),
    }
    assert [problem.partition(":")[0] for problem in problems(wrong)] == list(wrong)


def test_rules_stand_in_their_area_in_the_order_of_their_numbers():
    """A number that is missing was withdrawn: none is used again."""
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for area in page.split("\n## ")[1:]:
        prefix = area.partition(":")[0]
        names = re.findall(r"^\| ([A-Z]+)-(\d+) \|", area, re.MULTILINE)
        numbers = [int(number) for _, number in names]
        assert {name for name, _ in names} <= {prefix}
        assert numbers == sorted(set(numbers))


def test_what_no_test_proves_is_listed_and_nothing_else():
    assert {name for name, (_, proof) in rules().items() if proof == "no test"} == NO_TEST


def test_only_budgets_are_measured_instead_of_tested():
    measured = {name.partition("-")[0] for name, (_, proof) in rules().items() if proof.startswith("measured")}
    assert measured <= {"BUDGET", "SANDBOX"}


def test_the_traps_of_the_api_keep_their_numbers():
    assert {f"trap {number}" for number in range(1, 50)} <= numbers()


def test_every_citation_leads_somewhere():
    lost = {path: dead for path, text in files() if (dead := dead_ends(text))}
    assert lost == {}


def test_no_citation_leads_out_of_the_repository():
    lost = {path: old for path, text in files() if (old := OLD_FORMS.findall(text))}
    assert lost == {}


@pytest.mark.parametrize(
    "text", ["(SPEC 4)", "(PEERS A2)", "DESIGN 4", "STYLE F17", "HOUSE 6", "upstream/users.yaml", "README trap 3"]
)
def test_a_way_out_of_the_repository_is_seen(text: str):
    assert OLD_FORMS.search(text)
    assert not OLD_FORMS.search(
        "(FORM-2, trap 7, Reflex F7, Reflex F17; tests/contract/upstream/users.yaml; users.yaml)"
    )


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("(FORM-2, trap 7 and API-6; Reflex F7; traps 11, 12 and 40; decision 6)", []),
        ("users.yaml, create_user and session.yaml, x-http-conventions.dates", []),
        ("UTF-8 and ISO-8859", []),
        ("FORM-999", ["FORM-999"]),
        ("FORMS-2", ["FORMS-2"]),
        ("traps 7, 77", ["trap 77"]),
        ("Reflex F99", ["Reflex F99"]),
        ("decision 99", ["decision 99"]),
        ("people.yaml", ["people.yaml"]),
        ("users.yaml, create_nobody", ["users.yaml, create_nobody"]),
    ],
)
def test_a_dead_end_is_seen(text: str, lost: list[str]):
    assert dead_ends(text) == lost
