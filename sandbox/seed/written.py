"""What the demo data says, in data/*.toml: records whose keys are the names of a class, and texts for all of them."""

import tomllib
from collections.abc import Callable
from typing import Any, TypeVar

from sandbox.geography import DATA

Kind = TypeVar("Kind")


def read(name: str) -> dict[str, Any]:
    """A file of the demo data."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def records(name: str, kind: Callable[..., Kind]) -> tuple[Kind, ...]:
    """The records that a file is named after, in its order."""
    return tuple(kind(**entry) for entry in read(name)[name])
