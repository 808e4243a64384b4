"""Faults on demand: slow answers, refused calls, cut connections (SANDBOX-8). Outside the API contract."""

import asyncio
import random
from contextlib import suppress
from typing import Annotated

from pydantic import BaseModel, Field, PrivateAttr


class FailRule(BaseModel):
    """Answer `status` to calls whose path begins with `path`, with a probability, so many times at most."""

    path: str
    method: str | None = None
    status: Annotated[int, Field(ge=400, le=599)] = 500
    probability: Annotated[float, Field(ge=0, le=1)] = 1.0
    times: int | None = None

    def matches(self, method: str, path: str) -> bool:
        """Whether a call is concerned, before any draw."""
        return path.startswith(self.path) and self.method in (None, method) and self.times != 0


class SlowRule(BaseModel):
    """Hold back the answers to calls whose path begins with `path`: what they do is done at once."""

    path: str
    ms: Annotated[int, Field(ge=0, le=600_000)]


class ExportFaults(BaseModel):
    """What a server may do to an export: cap its page, break off after so many rows, take its time over each part."""

    page_limit: Annotated[int, Field(ge=1)] | None = None
    break_after: Annotated[int, Field(ge=0)] | None = None
    part_ms: Annotated[int, Field(ge=0, le=60_000)] = 0


class Faults(BaseModel):
    """The faults in force, as they are asked for; without any, nothing goes wrong."""

    latency_ms: Annotated[int, Field(ge=0, le=60_000)] = 0
    fail: list[FailRule] = []
    token_ttl: Annotated[int, Field(ge=1)] | None = None
    drop: list[str] = []
    # Calls that are carried out, and whose answers never arrive.
    lose: list[str] = []
    slow: list[SlowRule] = []
    # Partner platforms, by name, that do not answer.
    providers: list[str] = []
    export: ExportFaults = ExportFaults()
    # A generator of its own, so that a run can be repeated.
    _draw: random.Random = PrivateAttr(default_factory=lambda: random.Random(7))
    _replaced: asyncio.Event = PrivateAttr(default_factory=asyncio.Event)

    def end(self) -> None:
        """Let go what waits because of these: other faults are in force."""
        self._replaced.set()

    async def wait(self, seconds: float) -> None:
        """Wait as long as asked, or until other faults are in force."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._replaced.wait(), seconds)

    def failure(self, method: str, path: str) -> int | None:
        """The status to answer instead of the real one, None to let the call through."""
        for rule in self.fail:
            if rule.matches(method, path) and self._draw.random() < rule.probability:
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
        path, text, chance = item.split(":")
        status, probability = int(text), float(chance)
    except ValueError:
        raise ValueError(f"'{item}' is not path:status:probability, such as /admin/users:500:0.2") from None
    if not (400 <= status <= 599 and 0 <= probability <= 1 and path.startswith("/")):
        raise ValueError(f"'{item}': the path begins with /, the status is 400 to 599, the probability 0 to 1")
    return FailRule(path=path, status=status, probability=probability)
