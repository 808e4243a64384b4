"""The source of the application, for tests that look into it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "admin_app"


@cache
def texts() -> dict[str, str]:
    """The text of every module, by its path below `admin_app`."""
    return {path.relative_to(APP).as_posix(): path.read_text("utf-8") for path in sorted(APP.rglob("*.py"))}


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Every module and its syntax, one after the other: kept together they take hundreds of megabytes."""
    for path, text in texts().items():
        yield path, ast.parse(text)


@cache
def constants() -> dict[object, list[str]]:
    """Every text, number and so on that the source names, with the modules that do."""
    found: dict[object, list[str]] = {}
    for path, tree in trees():
        for value in {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}:
            found.setdefault(value, []).append(path)
    return found
