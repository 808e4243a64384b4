"""An engine for regular expressions that counts its steps, and hostile texts for a pattern.

It walks a pattern backtracking as `re` does, one step a character that is looked at. So a test can say how much a
pattern works on a text of a size without a clock. Where `re` takes a short cut, this engine counts more, never less.
"""

import itertools
import re
import string
import sys
from collections.abc import Callable, Iterator
from functools import cache
from re import _constants as op
from re import _parser as parser
from typing import Any

Then = Callable[[int], bool]
Step = Callable[[int, Then], bool]
Test = Callable[[str], bool]
WAYS = {
    "match": "match",
    "fullmatch": "fullmatch",
    "search": "search",
    **dict.fromkeys(("findall", "finditer", "sub", "subn", "split"), "all"),
}
"""The methods of a pattern, by how they go over a text."""
ENOUGH = 200_000
"""Steps after which a text is given up: no linear pattern needs as many here."""
DEEP = 30_000
"""Calls inside one another: some for each repetition."""
SMALL, LARGE = 48, 400
"""Repetitions of what is hostile in a text, doubled once: the small ones sort out, the large ones decide."""
PAIRED = 12
"""Kinds of characters that are tried in pairs."""
_CHARACTERS = string.printable + "éÉ\u00a0\x00²İ"
_CATEGORIES = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_NOT_DIGIT: lambda char: not char.isdecimal(),
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    op.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
    op.CATEGORY_NOT_WORD: lambda char: not (char.isalnum() or char == "_"),
}
_ONE = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)


class TooMany(Exception):
    """A text takes more steps than are counted."""


class Engine:
    """A pattern that counts. `steps` says how many it took on a text in one of `WAYS`."""

    def __init__(self, pattern: "re.Pattern[Any]") -> None:
        source = pattern.pattern
        self._text = ""
        self._flags = pattern.flags
        self._count = 0
        self.tree = list(parser.parse(source.decode("latin-1") if isinstance(source, bytes) else source, pattern.flags))
        self._begin = self._sequence(self.tree)

    def steps(self, text: str, way: str) -> int:
        """How many characters are looked at; ENOUGH for more than that."""
        self._text, self._count = text, 0
        try:
            self._go(way)
        except TooMany:
            return ENOUGH
        return self._count

    def _go(self, way: str) -> None:
        end = 0

        def stop(at: int) -> bool:
            nonlocal end
            end = at
            return way != "fullmatch" or at == len(self._text)

        start = 0
        while start <= len(self._text):
            self._tick()
            found = self._begin(start, stop)
            if way in ("match", "fullmatch") or (found and way == "search"):
                return
            start = max(end, start + 1) if found else start + 1

    def _tick(self) -> None:
        self._count += 1
        if self._count > ENOUGH:
            raise TooMany

    def test(self, kind: Any, value: Any) -> Test:
        """What one character must be."""
        if kind is op.IN:
            tests = [self.test(*each) for each in value if each[0] is not op.NEGATE]
            wanted = value[0][0] is not op.NEGATE
            return lambda char: any(test(char) for test in tests) == wanted
        if kind is op.ANY:
            return lambda char: char != "\n" or bool(self._flags & re.DOTALL)
        if kind is op.CATEGORY:
            return _CATEGORIES[value]
        lowest, highest = value if kind is op.RANGE else (value, value)
        wanted = kind is not op.NOT_LITERAL

        def same(char: str) -> bool:
            cases = {char, char.lower(), char.upper()} if self._flags & re.IGNORECASE else {char}
            return any(len(each) == 1 and lowest <= ord(each) <= highest for each in cases) == wanted

        return same

    def _sequence(self, nodes: Any) -> Step:
        steps = [self._node(kind, value) for kind, value in nodes]

        def follow(at: int, then: Then, rank: int = 0) -> bool:
            if rank == len(steps):
                return then(at)
            return steps[rank](at, lambda next_at: follow(next_at, then, rank + 1))

        return follow

    def _node(self, kind: Any, value: Any) -> Step:
        if kind in _ONE:
            test = cache(self.test(kind, value))
            return lambda at, then: self._is(test, at) and then(at + 1)
        if kind is op.SUBPATTERN:
            return self._sequence(value[3])
        if kind is op.ATOMIC_GROUP:
            return self._atomic(self._sequence(value))
        if kind is op.BRANCH:
            ways = [self._sequence(each) for each in value[1]]
            return lambda at, then: self._either(ways, at, then)
        if kind is op.POSSESSIVE_REPEAT:
            return self._atomic(self._node(op.MAX_REPEAT, value))
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self._repeat(*value, greedy=kind is op.MAX_REPEAT)
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return self._look(*value, wanted=kind is op.ASSERT)
        if kind is op.AT:
            return lambda at, then: self._is_at(value, at) and then(at)
        raise NotImplementedError(kind)

    def _either(self, ways: list[Step], at: int, then: Then) -> bool:
        for way in ways:  # noqa: SIM110 (a generator would nest C calls)
            if way(at, then):
                return True
        return False

    def _is(self, test: Test, at: int) -> bool:
        self._tick()
        return at < len(self._text) and test(self._text[at])

    def _is_at(self, place: Any, at: int) -> bool:
        self._tick()
        if place in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            return at == 0
        if place in (op.AT_END, op.AT_END_STRING):
            return at == len(self._text) or (place is op.AT_END and self._text[at:] == "\n")
        around = [0 <= each < len(self._text) and (self._text[each].isalnum()) for each in (at - 1, at)]
        return (around[0] != around[1]) == (place is op.AT_BOUNDARY)

    def _atomic(self, inside: Step) -> Step:
        def once(at: int, then: Then) -> bool:
            ends = list[int]()
            return inside(at, lambda end: not ends.append(end)) and then(ends[0])

        return once

    def _look(self, direction: int, nodes: Any, *, wanted: bool) -> Step:
        inside, width = self._sequence(nodes), nodes.getwidth()[0] if direction < 0 else 0

        def look(at: int, then: Then) -> bool:
            found = at >= width and inside(at - width, lambda end: direction > 0 or end == at)
            return found == wanted and then(at)

        return look

    def _repeat(self, least: int, most: int, nodes: Any, *, greedy: bool) -> Step:
        if len(nodes) == 1 and nodes[0][0] in _ONE:
            return self._repeat_one(least, int(most), cache(self.test(*nodes[0])), greedy=greedy)
        inside = self._sequence(nodes)

        def again(at: int, then: Then, done: int) -> bool:
            def more() -> bool:
                return done < most and inside(at, lambda end: (end > at or done < least) and again(end, then, done + 1))

            if done < least:
                return more()
            return more() or then(at) if greedy else then(at) or more()

        return lambda at, then: again(at, then, 0)

    def _repeat_one(self, least: int, most: int, test: Test, *, greedy: bool) -> Step:
        def repeat(at: int, then: Then) -> bool:
            end = at
            while end - at < (most if greedy else least) and self._is(test, end):
                end += 1
            if end - at < least:
                return False
            if greedy:
                while end >= at + least:
                    if then(end):
                        return True
                    end -= 1
                return False
            while not then(end):
                if end - at >= most or not self._is(test, end):
                    return False
                end += 1
            return True

        return repeat


def is_worse_than_linear(pattern: "re.Pattern[Any]", way: str) -> str:
    """The beginning, the repetition and the end of a text of which twice as much takes over thrice the steps, as
    Python writes them; empty when there is none."""
    engine = Engine(pattern)
    if not _repeats(engine.tree):
        return ""

    def grows(parts: tuple[str, str, str], size: int, ratio: float) -> bool:
        first, second = (engine.steps(parts[0] + parts[1] * times + parts[2], way) for times in (size, 2 * size))
        return second > ratio * first or second == ENOUGH

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP)
    try:
        return next((repr(each) for each in _hostile(engine) if grows(each, SMALL, 2.6) and grows(each, LARGE, 3)), "")
    finally:
        sys.setrecursionlimit(before)


def _repeats(nodes: Any) -> bool:
    """Whether something is repeated without a small bound; else each place of a text takes some steps at most."""
    repeat = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
    return any(
        (kind in repeat and value[1] > SMALL) or any(map(_repeats, _inner(kind, value))) for kind, value in nodes
    )


def _hostile(engine: Engine) -> Iterator[tuple[str, str, str]]:
    """Beginnings, repetitions and ends: what parts of the pattern match, every character it tells apart, two of them,
    and an end that it does not want."""
    alphabet = _alphabet(engine)
    parts = list(dict.fromkeys(_parts(engine, engine.tree, "", alphabet)))
    beginnings = list(dict.fromkeys(["", *(before for before, _ in parts)]))
    singles = [*alphabet, *(part for _, part in parts)]
    ends = ("", alphabet[0], alphabet[-1])
    yield from itertools.product(beginnings, dict.fromkeys(filter(None, singles)), ends)
    if len(alphabet) <= PAIRED:
        yield from itertools.product([""], map("".join, itertools.permutations(alphabet, 2)), ends)


def _alphabet(engine: Engine) -> list[str]:
    """One character of each kind that the pattern tells apart, first what fewest of its parts want."""
    tests = [engine.test(*each) for each in _singles(engine.tree)]
    kinds = {tuple(test(char) for test in tests): char for char in reversed(_CHARACTERS)}
    return [kinds[each] for each in sorted(kinds, key=sum)]


def _inner(kind: Any, value: Any) -> list[Any]:
    """The sequences inside a node."""
    if kind is op.SUBPATTERN:
        return [value[3]]
    if kind is op.BRANCH:
        return value[1]
    if kind is op.ATOMIC_GROUP:
        return [value]
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        return [value[2]]
    return [value[1]] if kind in (op.ASSERT, op.ASSERT_NOT) else []


def _singles(nodes: Any) -> Iterator[Any]:
    for kind, value in nodes:
        if kind in _ONE:
            yield kind, value
        for inner in _inner(kind, value):
            yield from _singles(inner)


def _parts(engine: Engine, nodes: Any, before: str, alphabet: list[str]) -> Iterator[tuple[str, str]]:
    """What stands before a part of the pattern, and a text that the part matches."""
    samples = [_sample(engine, kind, value, alphabet) for kind, value in nodes]
    # A word of the pattern is tried as a whole.
    words = [at for at in range(1, len(samples)) if {nodes[at - 1][0], nodes[at][0]} != {op.LITERAL}]
    for first, last in itertools.combinations([0, *words, len(samples)], 2):
        yield before + "".join(samples[:first]), "".join(samples[first:last])
    for rank, node in enumerate(nodes):
        for inner in _inner(*node):
            yield from _parts(engine, inner, before + "".join(samples[:rank]), alphabet)


def _sample(engine: Engine, kind: Any, value: Any, alphabet: list[str]) -> str:
    if kind in _ONE:
        test = engine.test(kind, value)
        return chr(value) if kind is op.LITERAL else next(filter(test, alphabet), "")
    if kind in (op.ASSERT_NOT, op.AT) or (kind is op.ASSERT and value[0] > 0):
        return ""
    inner = _inner(kind, value)[0]
    once = "".join(_sample(engine, *node, alphabet) for node in inner)
    return once * value[0] if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT) else once
