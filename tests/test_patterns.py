"""Every regular expression of the application takes linear work on any text (GUARD-8).

Each `re.` call of the source is found by itself, with the methods that are used of what it makes, and tried on hostile
texts of doubling size by an engine that counts its steps (`tests/support/steps.py`).
"""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.support.proofs import proves
from tests.support.sources import trees
from tests.support.steps import WAYS, is_worse_than_linear

SHARES = 4
"""Tests among which the patterns are dealt out, for several processes."""
FORMER = (
    (r"[^@\s]+@[^@\s]+\.[^@\s]+", "fullmatch"),
    (r"<[^>]*>", "sub"),
    (r"(?i)<a\b[^>]*?\shref=\"([^\"]*)\"", "findall"),
    (r"(?i)<a\b([^>]*)>", "findall"),
    (r'\s+(?:rel|target)="[^"]*"', "sub"),
    (r"\s*/?>", "sub"),
    (r"\(.*?\)|\[.*?\]|\*", "sub"),
)
"""Patterns that once froze everybody on one text of a stranger, a colleague or a file."""


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for path, tree in trees():
        if "migrations" not in path:
            yield ".".join(("admin_app", *path.removesuffix(".py").split("/"))).removesuffix(".__init__"), tree


def _is_re(node: ast.AST) -> bool:
    """Whether it is a call of a function of `re` that takes a pattern."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in (*WAYS, "compile")
    )


def _origins(name: str, tree: ast.Module) -> dict[str, str]:
    """What is imported under which name, as `module.name`; what is assigned here too."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = f"{name}.{node.targets[0].id}"
    return found


@cache
def patterns() -> dict[tuple[str, str], tuple["re.Pattern", str]]:
    """Every pattern and way of using it, by its place in the source and its method."""
    named, nameless, used, loose = dict[str, tuple[str, re.Pattern]](), [], dict[str, set[str]](), set[str]()
    found = {}
    for name, tree in _modules():
        origins = _origins(name, tree)
        assigned = {id(node.value): node for node in ast.walk(tree) if isinstance(node, ast.Assign)}
        for node in ast.walk(tree):
            if _is_re(node):
                place = f"{name}:{node.lineno}:{node.col_offset}"
                pattern = _pattern(name, node, place)
                if node.func.attr != "compile":
                    found[place, node.func.attr] = pattern, node.func.attr
                elif id(node) in assigned:
                    named[origins[assigned[id(node)].targets[0].id]] = place, pattern
                else:
                    nameless.append((place, pattern))
            elif isinstance(node, ast.Attribute) and node.attr in WAYS:
                receiver = origins.get(node.value.id) if isinstance(node.value, ast.Name) else None
                used.setdefault(receiver or "", set()).add(node.attr)
    loose = used.get("", set())
    for origin, (place, pattern) in named.items():
        found |= {(place, method): (pattern, method) for method in used.get(origin, loose)}
    for place, pattern in nameless:
        found |= {(place, method): (pattern, method) for method in loose}
    return found


def _pattern(name: str, node: ast.Call, place: str) -> "re.Pattern":
    """The pattern that a call of `re` uses, made where it stands: what it is made of must be known there."""
    flags = [each.value for each in node.keywords if each.arg == "flags"]
    at = {"sub": 3, "subn": 3, "compile": 1}.get(node.func.attr, 2)
    flags += [each for each in node.args[at:] if "re." in ast.unparse(each)]
    source = [ast.unparse(each) for each in (node.args[0], *flags)]
    try:
        return eval(f"re.compile({', '.join(source)})", vars(importlib.import_module(name)) | {"re": re})
    except NameError:
        raise AssertionError(f"{place}: name the pattern at the level of the module, so that it is tried") from None


def _cases() -> dict[tuple["re.Pattern", str], str]:
    """What is to be tried, and a place of it: methods that go over a text in the same way are tried once."""
    return {(pattern, WAYS[method]): f"{place} ({method})" for (place, _), (pattern, method) in patterns().items()}


@proves("GUARD-8")
@pytest.mark.parametrize(("source", "method"), FORMER)
def test_what_once_froze_everybody_is_found(source, method):
    assert is_worse_than_linear(re.compile(source), WAYS[method])


@proves("GUARD-8")
@pytest.mark.parametrize("share", range(SHARES))
def test_no_text_makes_a_pattern_work_more_than_its_length(share):
    tried = list(_cases().items())[share::SHARES]
    worse = {place: text for (pattern, way), place in tried if (text := is_worse_than_linear(pattern, way))}
    assert tried
    assert not worse


def test_patterns_are_used_by_the_name_of_their_module():
    """`from re import sub`, or another engine, is what the search above does not see."""
    nodes = [node for _, tree in _modules() for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    assert not imported & {"regex", "fnmatch"}
    assert "re" not in {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
