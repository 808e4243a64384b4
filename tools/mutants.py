"""`make mutants`: break the pure modules in many small ways, and say how many of the broken ones the tests catch.

A sample of SAMPLE mutants (200), the same for the same SEED (1), is tried in copies of the sources, one a core: by the
tests which import the broken module, then by all tests of its room. Unbroken these pass there, or nothing is counted.
What survives is printed at once, with what it became: it lacks a test, or means the same. Exit codes: 0 at least 95 of
100 were caught, 1 fewer, 2 a wrong number, or tests that fail by themselves.
"""

import ast
import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from tools import layers, ports
from tools.frontend import ROOT, environment

COPIED = ("admin_app", "assets", "benchmarks", "docs", "reflex.lock", "sandbox", "tests", "tools", "translations")
COPIED_FILES = ("pyproject.toml", "requirements.txt", "rxconfig.py")
ENOUGH = 0.95
LONGEST = 300
"""Seconds for the tests of one mutant: what hangs is caught."""
_OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
}  # fmt: skip


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
    wanted = (f"from {package}.{name} import", f"from {package} import", f"import {package}.{name}")
    return [
        str(test.relative_to(ROOT))
        for test in sorted(ROOT.glob("tests/**/test_*.py"))
        if "browser" not in test.parts
        and any(line.startswith(wanted) and name in line for line in test.read_text("utf-8").splitlines())
    ]


def of_room(file: Path) -> list[str]:
    """The folder of the tests of a module's room."""
    room = Path("tests", *file.relative_to(ROOT / "admin_app").parent.parts)
    while not (ROOT / room).is_dir():
        room = room.parent
    return [str(room)]


def _pass(tests: Iterable[str], scratch: Path, limit: int | None = None) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not browser", *tests]
    quiet = limit is not None  # a mutant is to fail; what fails unbroken is shown
    command += [] if quiet else ["-n", "auto", "--reruns", "1"]
    try:
        done = subprocess.run(command, cwd=scratch, env=environment(), capture_output=quiet, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def is_caught(mutant: Mutant, tests: list[str], scratch: Path) -> bool:
    """Whether one of the tests fails in the copy where one place is broken."""
    broken_file = scratch / mutant.file.relative_to(ROOT)
    broken_file.write_text(source(mutant)[0], "utf-8")
    try:
        return not _pass(tests, scratch, LONGEST)
    finally:
        shutil.copy2(mutant.file, broken_file)


def surviving(mutants: list[Mutant], copies: list[Path]) -> list[Mutant]:
    """Those that no test which proves their module catches; SystemExit where the tests fail unbroken."""
    proving = {each.file: (importing(each.file), of_room(each.file)) for each in mutants}
    if not _pass(sorted({test for those in proving.values() for test in itertools.chain(*those)}), copies[0]):
        print("These tests fail by themselves.", file=sys.stderr)
        raise SystemExit(2)
    free = list(copies)

    def survives(mutant: Mutant) -> bool:
        copy = free.pop()
        try:
            return not any(tests and is_caught(mutant, tests, copy) for tests in proving[mutant.file])
        finally:
            free.append(copy)

    survived: list[Mutant] = []
    with ThreadPoolExecutor(len(copies)) as pool:
        for number, (mutant, alive) in enumerate(zip(mutants, pool.map(survives, mutants), strict=True), 1):
            if alive:
                survived.append(mutant)
                print(f"{mutant.file.relative_to(ROOT)}:{source(mutant)[1]}", flush=True)
            print(f"{number} of {len(mutants)}, {number - len(survived)} caught", end="\r", file=sys.stderr, flush=True)
    return survived


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
        for copy, name in itertools.product(copies, COPIED):
            shutil.copytree(ROOT / name, copy / name)
        for copy, name in itertools.product(copies, COPIED_FILES):
            shutil.copy2(ROOT / name, copy / name)
        caught = len(chosen) - len(surviving(chosen, copies))
    print(f"Of {len(chosen)} mutants (of {len(every)}, seed {seed}) {caught} were caught.")
    return 0 if caught >= ENOUGH * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
