"""Files of sandbox/data: what the demo data says."""

import csv
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

DATA = Path(__file__).parent / "data"
Kind = TypeVar("Kind")


def read_csv(name: str, delimiter: str = ";") -> list[dict[str, str]]:
    """The lines of a file, by the names of its columns."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def read_toml(name: str) -> dict[str, Any]:
    """A file of records and of texts for all of them."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def records(name: str, kind: Callable[..., Kind]) -> tuple[Kind, ...]:
    """The records that a file is named after, whose keys are the names of a class."""
    return tuple(kind(**entry) for entry in read_toml(f"{name}.toml")[name])
