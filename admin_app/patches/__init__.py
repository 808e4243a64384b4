"""All that stands in for a part of Reflex, or leans on a name of it that may change from one version to the next.

Nothing else in this repository does (tools/layers.py); the files of the pages that do are in `assets/patches/`. Each
piece is said as data in pieces.py and has a module whose `check` tries whether what it stands on is still there. With
the versions it was tried with it is on. With any other a piece of *speed* is off, and one line names those; a piece of
*safety* is on where its check holds, and where not nothing is built or served. ADMIN_PLAIN leaves pieces of speed out.

`python -m admin_app.patches` prints them; docs/reflex.md tells what to do with a new version.
"""

import importlib
import os
import sys
from typing import Any

from admin_app.patches.piece import complaint, installed, warning, why_off
from admin_app.patches.pieces import PIECES

_begun: list[bool] = []

PLUGINS = {"tab_proof": "state_js:StateJsPlugin", "grouping": "grouping:GroupingPlugin"}
"""What takes part in a build, by a piece it needs."""


def left_out() -> list[str]:
    """The pieces of speed that ADMIN_PLAIN names; SystemExit for a name that none has."""
    plain = os.environ.get("ADMIN_PLAIN", "").replace(",", " ").split()
    if unknown := set(plain) - {"all"} - {each.name for each in PIECES if each.kind == "speed"}:
        sys.exit(f"ADMIN_PLAIN: {', '.join(sorted(unknown))} is no piece of speed (python -m admin_app.patches)")
    return plain


def is_on(name: str) -> bool:
    """Whether a piece is on, with the Reflex that is installed."""
    piece = next(each for each in PIECES if each.name == name)
    return piece.kind == "safety" or not why_off(piece, PIECES, installed(), left_out())


def plugins() -> list[Any]:
    """What takes part in a build."""
    parts = [path.split(":") for name, path in PLUGINS.items() if is_on(name)]
    return [getattr(importlib.import_module(f"admin_app.patches.{module}"), kind)() for module, kind in parts]


def begins() -> bool:
    """Whether nothing was tried in this process before."""
    _begun.append(not _begun)
    return _begun[-1]


def ready_or_exit() -> None:
    """Say what is off, and leave with one sentence where a piece of safety does not stand on what it expects.

    Once: the checks load Reflex, which reads rxconfig.py, which calls this.
    """
    if not begins():
        return
    version = installed()
    if sentence := complaint(PIECES, version):
        sys.exit(sentence)
    if line := warning(PIECES, version):
        print(line, file=sys.stderr)
