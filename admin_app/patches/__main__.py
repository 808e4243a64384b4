"""`python -m admin_app.patches`: each piece, whether it is on with the Reflex that is installed, and why not."""

import sys

from admin_app.patches import begins, left_out
from admin_app.patches.piece import complaint, installed, why_off
from admin_app.patches.pieces import PIECES


def main() -> int:
    """Print a table in which the check of every piece is tried; 1 where one of safety fails on an unknown version."""
    begins()
    version, plain = installed(), left_out()
    print(f"Reflex {version}")
    for piece in PIECES:
        off = why_off(piece, PIECES, version, plain) if piece.kind == "speed" else ""
        problem = piece.problem()
        print(f"{piece.name:<12} {piece.kind:<7} {off or 'on':<32} {f'FAILS: {problem}' if problem else 'holds'}")
    sentence = complaint(PIECES, version)
    print(sentence, end="\n" if sentence else "", file=sys.stderr)
    return 1 if sentence else 0


if __name__ == "__main__":
    sys.exit(main())
