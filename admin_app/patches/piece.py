"""What a piece is, and whether it is on."""

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Literal

Kind = Literal["speed", "safety"]
TRIED = ("0.10.1",)
"""Versions of Reflex with which every piece was tried, and the whole suite passed."""


@dataclass(frozen=True)
class Piece:
    """One piece; `name` is its module in this package, or `module:check` where several are in one."""

    name: str
    kind: Kind
    purpose: str
    """What it is for, in one sentence."""
    gain: str
    """The figure that it buys, or what would be lost without it, and what shows it (a command, a test)."""
    module: str = ""
    needs: tuple[str, ...] = ()
    """Pieces without which it is off."""
    script: tuple[str, ...] = ()
    """Its files in `assets/patches/`."""
    versions: tuple[str, ...] = TRIED

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


def why_off(piece: Piece, pieces: Iterable[Piece], version: str, plain: Sequence[str]) -> str:
    """Why a piece of speed is off; nothing where it is on. `plain` names those left out, `all` all of them."""
    if piece.name in plain or "all" in plain:
        return "left out by ADMIN_PLAIN"
    if version not in piece.versions:
        return f"not tried with Reflex {version}"
    lacking = [each.name for each in pieces if each.name in piece.needs and why_off(each, pieces, version, plain)]
    return f"needs {', '.join(lacking)}" if lacking else ""


def complaint(pieces: Iterable[Piece], version: str) -> str:
    """The one sentence with which nothing is built or served; nothing where the checks of safety hold."""
    unknown = [each for each in pieces if each.kind == "safety" and version not in each.versions]
    broken = [f"{each.name} ({problem})" for each in unknown if (problem := each.problem())]
    if not broken:
        return ""
    why = "; ".join(broken)
    return f"Reflex {version} is not what admin_app/patches knows: {why}. `make reflex VERSION={version}` tells more."


def warning(pieces: Iterable[Piece], version: str) -> str:
    """The one line that names what is off because this version is unknown; nothing where that is nothing."""
    off = [each.name for each in pieces if each.kind == "speed" and version not in each.versions]
    return f"Warning: not tried with Reflex {version}, so off: {', '.join(off)}." if off else ""
