"""`make proofs`: every rule of docs/rules.md with the tests that say that they prove it.

A test of Python says so by `@proves("FORM-2")`, one of the script by `// proves FORM-2` on the line above it, and what
measures a budget by `# Measures BUDGET-2.` in its module.
"""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from tools.frontend import ROOT

RULE = re.compile(r"^\| ([A-Z]+-\d+) \| (.+) \|$", re.MULTILINE)
_NUMBER = re.compile(r"[A-Z]+-\d+")
_SCRIPT = re.compile(r'^// proves ([A-Z0-9, -]+)\ntest\("([^"]+)"', re.MULTILINE)
_MEASURE = re.compile(r"^# Measures ([A-Z0-9, -]+)\.$", re.MULTILINE)


def rules(page: str) -> dict[str, str]:
    """What is so, by the number of the rule."""
    return dict(RULE.findall(page))


def in_python(source: str) -> Iterator[tuple[str, str]]:
    """The numbers of rules that tests say they prove, and the name of the test."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "proves":
                    yield from ((str(ast.literal_eval(number)), node.name) for number in mark.args)


def in_script(source: str) -> Iterator[tuple[str, str]]:
    """The same of the tests of the script, with the title of the test."""
    for numbers, title in _SCRIPT.findall(source):
        yield from ((number, title) for number in _NUMBER.findall(numbers))


@functools.cache
def proofs(root: Path = ROOT) -> dict[str, list[str]]:
    """The proofs by the number of their rule, each as `file::test`, or as the file that measures it."""
    found: dict[str, list[str]] = {}
    for file in sorted(root.glob("tests/**/test_*.py")):
        for number, test in in_python(file.read_text("utf-8")):
            found.setdefault(number, []).append(f"{file.relative_to(root).as_posix()}::{test}")
    for file in sorted(root.glob("tests/script/*.test.js")):
        for number, title in in_script(file.read_text("utf-8")):
            found.setdefault(number, []).append(f"{file.relative_to(root).as_posix()}: {title}")
    for file in sorted(root.glob("benchmarks/*.py")):
        for numbers in _MEASURE.findall(file.read_text("utf-8")):
            for number in _NUMBER.findall(numbers):
                found.setdefault(number, []).append(file.relative_to(root).as_posix())
    return found


def main() -> None:
    """Print each rule, and its proofs below it."""
    found = proofs()
    for number, text in rules((ROOT / "docs" / "rules.md").read_text("utf-8")).items():
        print(f"{number}: {text}", *(f"    {each}" for each in found.get(number, ["NO PROOF"])), sep="\n")


if __name__ == "__main__":
    main()
