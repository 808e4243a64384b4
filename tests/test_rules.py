"""Every rule of docs/rules.md has a test that says so, and every citation leads to something that is there."""

import functools
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.proofs import proves
from tools.proofs import in_python, in_script, proofs, rules

ROOT = Path(__file__).resolve().parents[1]
DESCRIPTION = ROOT / "tests" / "contract" / "upstream"
"""The API's own description, which cites nothing of ours."""
PLACES = ("admin_app", "sandbox", "assets", "tests", "tools", "benchmarks", "translations", "docs")
PAGES = ("README.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml", "rxconfig.py")
KINDS = {".py", ".js", ".jsx", ".mjs", ".css", ".json", ".md", ".toml", ".txt", ".html"}
FACTS = re.compile(r"^\| (F\d+) \|", re.MULTILINE)

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


@functools.cache
def page(name: str) -> str:
    """A page of docs/."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@functools.cache
def numbers() -> frozenset[str]:
    """Everything that can be cited: rules, conventions of the API, traps, facts of Reflex, decisions."""
    pages = re.findall(r"^\| ([\w -]+?) \|", page("upstream.md"), re.MULTILINE)
    facts = {f"Reflex {name}" for name in FACTS.findall(page("reflex.md"))}
    decisions = {f"decision {int(path.name[:4])}" for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md")}
    return frozenset(rules(page("rules.md"))) | frozenset(pages) | facts | decisions


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


@proves("CODE-6")
def test_every_rule_is_proven_by_a_test_that_says_so():
    unproven = sorted(rules(page("rules.md")).keys() - proofs().keys())
    assert not unproven, f'write @proves("{unproven[0]}") above the test that proves it (docs/rules.md): {unproven}'


def test_every_proof_names_a_rule():
    unknown = {number: proofs()[number] for number in proofs().keys() - rules(page("rules.md")).keys()}
    assert not unknown, f"docs/rules.md has no such rule: {unknown}"


def test_a_proof_is_found_where_it_is_said():
    source = '@proves("FORM-2", "FORM-3")\n@other\ndef test_a():\n    pass\n\nclass TestB:\n    @proves("LIST-1")\n'
    source += "    async def test_c(self):\n        pass\n\ndef test_d():\n    pass\n"
    assert sorted(in_python(source)) == [("FORM-2", "test_a"), ("FORM-3", "test_a"), ("LIST-1", "test_c")]
    script = '// proves FORM-2, LIST-1\ntest("keeps it", () => {});\n\ntest("another", () => {});\n'
    assert list(in_script(script)) == [("FORM-2", "keeps it"), ("LIST-1", "keeps it")]


def test_rules_stand_in_their_area_in_the_order_of_their_numbers():
    """A number that is missing was withdrawn: none is used again."""
    for area in page("rules.md").split("\n## ")[1:]:
        prefix = area.partition(":")[0]
        names = re.findall(r"^\| ([A-Z]+)-(\d+) \|", area, re.MULTILINE)
        numbers = [int(number) for _, number in names]
        assert {name for name, _ in names} <= {prefix}
        assert numbers == sorted(set(numbers))


def test_only_budgets_are_measured_instead_of_tested():
    measured = {number for number, found in proofs().items() if not any(each.startswith("tests/") for each in found)}
    assert {number.partition("-")[0] for number in measured} <= {"BUDGET", "SANDBOX"}


def test_the_traps_of_the_api_keep_their_numbers():
    assert {f"trap {number}" for number in range(1, 50)} <= numbers()


@proves("CODE-6")
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
