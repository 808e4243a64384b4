"""What a piece is, and whether it stands."""

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata

TRIED = ("0.10.1",)
"""Versions of Reflex with which every piece was tried, and the whole suite passed."""


@dataclass(frozen=True)
class Piece:
    """One piece; `name` is its module in this package, or `module` says it, `module:check` where it has several."""

    name: str
    purpose: str
    """What it is for, in one sentence."""
    shown_by: str
    """What would be lost without it, by the rules and tests that show it."""
    module: str = ""
    script: tuple[str, ...] = ()
    """Its files in `assets/patches/`."""

    def problem(self) -> str:
        """What its check says: nothing where what it stands on is as it expects."""
        module, _, function = (self.module or self.name).partition(":")
        try:
            getattr(importlib.import_module(f"admin_app.patches.{module}"), function or "check")()
        except Exception as error:  # whatever another version raises
            return f"{type(error).__name__}: {error}"
        return ""


def installed() -> str:
    """The version of Reflex."""
    return metadata.version("reflex")


def complaint(pieces: Iterable[Piece], version: str) -> str:
    """The one sentence with which nothing is built or served; nothing where the version is tried or all checks hold."""
    unknown = [] if version in TRIED else pieces
    broken = [f"{each.name} ({problem})" for each in unknown if (problem := each.problem())]
    if not broken:
        return ""
    why = "; ".join(broken)
    return f"Reflex {version} is not what admin_app/patches knows: {why}. `make reflex VERSION={version}` tells more."
