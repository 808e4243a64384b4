"""`make mutants`: break the pure modules in many small ways, and say how many of the broken ones the tests catch.

A sample of SAMPLE mutants (200), the same for the same SEED (1), is tried in copies of the sources, one a core. All
fast tests run there once, unbroken, to tell which of them run a line; that is kept in .run/ until a source changes.
A mutant is tried by 30 tests at most: those that run its line, then those of what is around it; the nearest first,
which run least of other modules, then some of every file. Where no test runs the line, but the import of its module,
the files that import it come first. What they let live is given to the type checker, which `make test` asks as well:
where it finds more in the broken module than in the same one unbroken, that is caught too, and counted apart. Of what
survives a test that was not asked may still say so. It is printed at once, with what it became: it lacks a test, or
means the same. Exit codes: 0 at least 95 of 100 were caught, 1 fewer, 2 a wrong number, or tests that fail unbroken.
"""

import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

from tools import layers, ports
from tools.frontend import ROOT, environment, fingerprint

MADE = (".git", ".venv", ".web", ".run", ".states", ".*_cache", "*.sqlite*", "node_modules", "artefacts", "spool")
"""What is made here, or tells how it was: the copies do without."""
ENOUGH = 0.95
MOST, NEAREST = 30, 20
"""Tests, or files of them, that try a mutant; how many of the tests are the nearest, of whatever file."""
LONGEST = 300
"""Seconds for the tests of one mutant: what hangs is caught."""
_OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
}  # fmt: skip
TESTS, TYPES, NOTHING = "tests", "types", "nothing"
"""What catches a mutant."""
Ran = Mapping[str, Mapping[int, Iterable[str]]]
"""By file and line, the tests that run it."""


@dataclass(frozen=True)
class Mutant:
    """A module with one place broken: `index` is that of the node in the order of `ast.walk`."""

    file: Path
    index: int


def broken(node: ast.AST) -> ast.AST | None:
    """What a node becomes; None for one that is left alone."""
    made = deepcopy(node)
    if isinstance(made, ast.Compare) and type(made.ops[0]) in _OTHER:
        made.ops[0] = _OTHER[type(made.ops[0])]()
    elif isinstance(made, ast.BoolOp | ast.BinOp) and type(made.op) in _OTHER:
        made.op = _OTHER[type(made.op)]()
    elif isinstance(made, ast.If | ast.IfExp):
        made.test = ast.UnaryOp(ast.Not(), made.test)
    elif isinstance(made, ast.Constant) and isinstance(made.value, bool | int):
        made.value = not made.value if isinstance(made.value, bool) else int(made.value) + 1
    elif isinstance(made, ast.Return) and made.value and ast.unparse(made.value) != "None":
        made.value = ast.Constant(None)
    else:
        return None
    return made


def places(file: Path) -> Iterator[Mutant]:
    """Every way in which a module can be broken; what is said of types is the type checker's."""
    tree = ast.parse(file.read_text("utf-8"))
    wholes = [getattr(node, name, None) for node in ast.walk(tree) for name in ("annotation", "returns")]
    wholes += [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "dataclass"]
    typed = {part for whole in wholes if whole for part in ast.walk(whole)}
    for index, node in enumerate(ast.walk(tree)):
        if node not in typed and broken(node):
            yield Mutant(file, index)


def source(mutant: Mutant) -> tuple[str, str]:
    """The broken module, and what is broken there: its line, what it was, what it became."""
    tree = ast.parse(mutant.file.read_text("utf-8"))
    node = list(ast.walk(tree))[mutant.index]
    made = broken(node)
    assert made is not None
    what = f"{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:60]} -> {ast.unparse(made)[:60]}".replace("\n", " ")
    node.__dict__.update(made.__dict__)
    return ast.unparse(ast.fix_missing_locations(tree)), what


def pure_files() -> list[Path]:
    """The files of the pure modules (tools/layers.py)."""
    return sorted({file for name in layers.PURE for file in ROOT.glob(f"{name.replace('.', '/')}.py")})


def importing(file: Path) -> list[str]:
    """The tests without a browser that import a module by its name."""
    package, name = ".".join(file.relative_to(ROOT).parent.parts), file.stem
    line = re.compile(
        rf"^(from {package}\.{name} import|from {package} import .*\b{name}\b|import {package}\.{name}\b)", re.M
    )
    tests = [test for test in sorted(ROOT.glob("tests/**/test_*.py")) if "browser" not in test.parts]
    return [str(test.relative_to(ROOT)) for test in tests if line.search(test.read_text("utf-8"))]


def around(mutant: Mutant) -> Iterator[range]:
    """The lines of what is broken, then those of each thing around it, then the whole module."""
    nodes = list(ast.walk(ast.parse(mutant.file.read_text("utf-8"))))
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    node = nodes[mutant.index]
    while node in parents:
        if isinstance(node, ast.expr | ast.stmt):
            yield range(node.lineno, (node.end_lineno or node.lineno) + 1)
        node = parents[node]
    yield range(layers.LONGEST + 1)


def proving(mutant: Mutant, ran: Ran) -> list[str]:
    """The tests a mutant is tried by, in their order."""
    here = ran.get(str(mutant.file.relative_to(ROOT)), {})
    elsewhere = Counter(test for lines in ran.values() for tests in lines.values() for test in tests)
    elsewhere.subtract(test for tests in here.values() for test in tests)
    found: dict[str, None] = {}
    for lines in around(mutant):
        running = {test for line in lines for test in here.get(line, ())}
        nearest = sorted(running, key=lambda test: (elsewhere[test], test))
        files = [test.partition("::")[0] for test in nearest]
        turns = {test: nth >= NEAREST and files[:nth].count(files[nth]) for nth, test in enumerate(nearest)}
        found |= dict.fromkeys(sorted(nearest, key=lambda test: turns[test]) or importing(mutant.file))
    return list(found)[:MOST]


def _pass(asked: Iterable[str], scratch: Path, limit: int | None = None) -> bool:
    options = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m"]
    command = [sys.executable, *options, "not browser and not faults", *asked]
    quiet = limit is not None  # a mutant is to fail; what fails unbroken is shown
    try:
        done = subprocess.run(command, cwd=scratch, env=environment(), capture_output=quiet, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def seen(file: Path) -> Ran:
    """What a measured run of the tests has left, without the parameters of each."""
    data = CoverageData(str(file))
    data.read()
    by_file = {name: data.contexts_by_lineno(name) for name in data.measured_files()}
    return {
        name: {line: {re.split(r"[\[|]", test)[0] for test in tests if test} for line, tests in lines.items()}
        for name, lines in by_file.items()
    }


def mapped(scratch: Path) -> Ran:
    """Which tests run a line; SystemExit where one fails unbroken."""
    kept = ROOT / ".run" / "mutants" / f"{fingerprint(sorted(os.listdir(scratch)))}.coverage"
    if not kept.is_file():
        measured = "".join(f"  {file.relative_to(ROOT)}\n" for file in pure_files())
        (scratch / ".coveragerc").write_text(f"[run]\nrelative_files = true\ninclude =\n{measured}", "utf-8")
        # The gates go through every handler, for minutes; the tests of the tools run no line of a pure module.
        asked = ["--ignore=tests/gate", "--ignore=tests/tools", "--cov", "--cov-context=test", "--cov-report="]
        if not _pass([*asked, "-n", "auto", "--reruns", "1"], scratch):
            print("These tests fail by themselves.", file=sys.stderr)
            raise SystemExit(2)
        shutil.rmtree(kept.parent, ignore_errors=True)
        kept.parent.mkdir(parents=True)
        shutil.copy2(scratch / ".coverage", kept)
    return seen(kept)


def is_caught(mutant: Mutant, tests: list[str], scratch: Path) -> bool:
    """Whether one of the tests fails in the copy where one place is broken."""
    broken_file = scratch / mutant.file.relative_to(ROOT)
    broken_file.write_text(source(mutant)[0], "utf-8")
    try:
        return not _pass(["-x", *tests], scratch, LONGEST)
    finally:
        shutil.copy2(mutant.file, broken_file)


def is_refused(mutant: Mutant, scratch: Path) -> bool:
    """Whether the type checker finds more in a broken module than in it unbroken, neither of them with its comments."""
    unbroken = ast.unparse(ast.parse(mutant.file.read_text("utf-8")))
    return errors(mutant.file, source(mutant)[0], scratch) > errors(mutant.file, unbroken, scratch)


def errors(file: Path, text: str, scratch: Path) -> int:
    """How many errors the type checker finds in a module of the copy that reads like this."""
    read = scratch / file.relative_to(ROOT)
    read.write_text(text, "utf-8")
    command = ["pyright", "--pythonpath", sys.executable, str(read)]
    try:
        done = subprocess.run(command, cwd=scratch, env=environment(), capture_output=True, text=True, check=False)
    finally:
        shutil.copy2(file, read)
    return done.stdout.count(" - error: ")


def verdicts(mutants: list[Mutant], copies: list[Path]) -> list[str]:
    """What catches each of them: TESTS, TYPES, or NOTHING; SystemExit where the tests fail unbroken."""
    ran = mapped(copies[0])
    free = list(copies)

    def catching(mutant: Mutant) -> str:
        copy, tests = free.pop(), proving(mutant, ran)
        try:
            if tests and is_caught(mutant, tests, copy):
                return TESTS
            return TYPES if is_refused(mutant, copy) else NOTHING
        finally:
            free.append(copy)

    found: list[str] = []
    with ThreadPoolExecutor(len(copies)) as pool:
        for mutant, verdict in zip(mutants, pool.map(catching, mutants), strict=True):
            found.append(verdict)
            if verdict == NOTHING:
                print(f"{mutant.file.relative_to(ROOT)}:{source(mutant)[1]}", flush=True)
            caught = len(found) - found.count(NOTHING)
            print(f"{len(found)} of {len(mutants)}, {caught} caught", end="\r", file=sys.stderr, flush=True)
    return found


def main() -> int:
    """Try a sample; return the exit code."""
    try:
        sample, seed = ports.whole_number("SAMPLE", 200, 1, 100_000), ports.whole_number("SEED", 1, 0, 1_000_000)
    except ports.WrongNumberError as error:
        print(error, file=sys.stderr)
        return 2
    every = [mutant for file in pure_files() for mutant in places(file)]
    chosen = random.Random(seed).sample(every, min(sample, len(every)))
    with tempfile.TemporaryDirectory(prefix="mutants_") as folder:
        copies = [Path(folder, str(core)) for core in range(os.cpu_count() or 1)]
        for copy in copies:
            shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*MADE))
        found = verdicts(chosen, copies)
    caught, by_types = len(found) - found.count(NOTHING), found.count(TYPES)
    counted = f"{caught} were caught, {by_types} of them by the type checker alone"
    print(f"Of {len(chosen)} mutants (of {len(every)}, seed {seed}) {counted}.")
    return 0 if caught >= ENOUGH * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
