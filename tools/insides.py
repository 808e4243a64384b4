"""Who knows the insides of Reflex, React Router and engine.io, which change with a version: one package alone.

That package is admin_app/patches, with assets/patches for the pages (docs/reflex.md). A private name is one with an
underscore that none of our own modules defines, or any name of a module that Reflex documents nowhere.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

FOLDERS = ("admin_app", "tools", "assets/kit", "assets/patches")
PATCHES = ("admin_app/patches/", "assets/patches/")
MODULE = re.compile(r"(reflex\.|reflex_\w+|engineio)")
PUBLIC = ("reflex.event", "reflex.plugins")
"""Modules of Reflex that are documented, beside its own names."""
SCRIPT = re.compile(r'"\$/(utils|env)|__reactRouter|UNSAFE_|reflex___')
"""Files of Reflex, names of React Router and of states, in the script of the pages."""


def problems(sources: Mapping[str, str]) -> Iterator[str]:
    """Yield each place outside the package, by path and line; `sources` are texts of modules and scripts by path."""
    trees = {path: ast.parse(text) for path, text in sources.items() if path.endswith(".py")}
    ours = {name for tree in trees.values() for name in _defined(tree)}
    for path, text in sources.items():
        if path.startswith(PATCHES):
            continue
        found = _in_module(trees[path], ours, path) if path in trees else _in_script(text)
        yield from (f"{path}:{line}: {what} is for admin_app/patches to know" for line, what in found)


def _in_module(tree: ast.AST, ours: set[str], path: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                modules, used = [each.name for each in names], []
            case ast.ImportFrom(module=str(module), names=names):
                modules, used = [module], [each.name for each in names]
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                modules, used = [], [name]
            case _:
                continue
        line = node.value.lineno if isinstance(node, ast.keyword) else node.lineno
        yield from ((line, each) for each in modules if MODULE.match(each) and each not in PUBLIC)
        yield from ((line, each) for each in used if is_private(each) and each not in ours)
        if _is_feature(path):
            yield from ((line, each) for each in modules if each.startswith("admin_app.patches"))


def _in_script(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if found := SCRIPT.search(line):
            yield number, found[0]


def _is_feature(path: str) -> bool:
    """Whether a module shows entities: what it needs of the framework it has from the kit."""
    return path.startswith("admin_app/") and not path.startswith(("admin_app/kit/", "admin_app/patches/"))


def is_private(name: str) -> bool:
    """Whether a name is meant for its own module or package."""
    return name.startswith("_") and not name.endswith("__")


def _defined(tree: ast.AST) -> Iterator[str]:
    """Yield what a module gives a name: functions, classes, variables, its objects' attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(ast.Name("self" | "cls"), name, ast.Store()):
                yield name


def read(root: Path) -> dict[str, str]:
    """Read modules and scripts from the disk."""
    files = (file for folder in FOLDERS for file in (root / folder).rglob("*.*"))
    wanted = sorted(file for file in files if file.suffix in (".py", ".js", ".jsx"))
    return {file.relative_to(root).as_posix(): file.read_text() for file in wanted if "node_modules" not in file.parts}


def main() -> int:
    """Check the tree from the command line; return the exit code."""
    found = list(problems(read(Path(__file__).resolve().parent.parent)))
    print(*found, sep="\n" if found else "", end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
