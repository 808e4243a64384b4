"""All that stands in for a part of Reflex, or leans on a name of it that may change from one version to the next.

Nothing else in this repository does (tools/layers.py); the files of the pages that do are in `assets/patches/`. Each
piece is said as data in pieces.py and has a module whose `check` tries whether what it stands on is still there. With
a version that was not tried each check has to hold, or nothing is built or served.

`python -m admin_app.patches` prints them; docs/reflex.md tells what to do with a new version.
"""

import sys

from admin_app.patches.piece import complaint, installed
from admin_app.patches.pieces import PIECES

_begun: list[bool] = []


def begins() -> bool:
    """Whether nothing was tried in this process before."""
    _begun.append(not _begun)
    return _begun[-1]


def ready_or_exit() -> None:
    """Leave with one sentence where a piece does not stand on what it expects.

    Once: the checks load Reflex, which reads rxconfig.py, which calls this.
    """
    if begins() and (sentence := complaint(PIECES, installed())):
        sys.exit(sentence)
