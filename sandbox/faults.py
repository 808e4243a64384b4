"""Faults on demand: slow answers, refused calls, cut connections (SANDBOX-8). Outside the API contract."""

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass
class FailRule:
    """Answer `status` to calls whose path begins with `path`, with a probability, so many times at most."""

    path: str
    status: int = 500
    probability: float = 1.0
    method: str | None = None
    times: int | None = None

    def matches(self, method: str, path: str) -> bool:
        """Whether a call is concerned, before any draw."""
        return path.startswith(self.path) and self.method in (None, method) and self.times != 0


@dataclass
class SlowRule:
    """Hold back the answers to calls whose path begins with `path`: what they do is done at once."""

    path: str
    ms: int


@dataclass
class ExportFaults:
    """What a server may do to an export: cap its page, break off after so many rows, take its time over each part."""

    page_limit: int | None = None
    break_after: int | None = None
    part_ms: int = 0


@dataclass
class Faults:
    """The faults in force; `draw` uses its own generator, so that a run can be repeated."""

    latency_ms: int = 0
    fail: list[FailRule] = field(default_factory=list)
    token_ttl: int | None = None
    drop: list[str] = field(default_factory=list)
    export: ExportFaults = field(default_factory=ExportFaults)
    # Calls that are carried out, and whose answers never arrive.
    lose: list[str] = field(default_factory=list)
    slow: list[SlowRule] = field(default_factory=list)
    # Partner platforms, by name, that do not answer.
    providers: list[str] = field(default_factory=list)
    draw: random.Random = field(default_factory=lambda: random.Random(7))
    replaced: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when other faults are in force: what waited because of these waits no longer."""

    async def wait(self, seconds: float) -> None:
        """Wait as long as asked, or until other faults are in force."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.replaced.wait(), seconds)

    def failure(self, method: str, path: str) -> int | None:
        """The status to answer instead of the real one, None to let the call through."""
        for rule in self.fail:
            if rule.matches(method, path) and self.draw.random() < rule.probability:
                if rule.times is not None:
                    rule.times -= 1
                return rule.status
        return None

    def drops(self, path: str) -> bool:
        """Whether the connection of this path must be cut."""
        return any(path.startswith(prefix) for prefix in self.drop)

    def loses(self, path: str) -> bool:
        """Whether this path is carried out and its answer lost."""
        return any(path.startswith(prefix) for prefix in self.lose)

    def held_back(self, path: str) -> float:
        """Seconds to hold back the answer of this path."""
        return max((rule.ms for rule in self.slow if path.startswith(rule.path)), default=0) / 1000


def parse_fail_rules(text: str) -> list[FailRule]:
    """Rules from `path:status:probability,...`; ValueError that says what is expected."""
    return [_parse_rule(item.strip()) for item in text.split(",") if item.strip()]


def _parse_rule(item: str) -> FailRule:
    try:
        path, status, probability = item.split(":")
        rule = FailRule(path, int(status), float(probability))
    except ValueError:
        raise ValueError(f"'{item}' is not path:status:probability, such as /admin/users:500:0.2") from None
    if not (400 <= rule.status <= 599 and 0 <= rule.probability <= 1 and path.startswith("/")):
        raise ValueError(f"'{item}': the path begins with /, the status is 400 to 599, the probability 0 to 1")
    return rule
