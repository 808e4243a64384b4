"""`python -m admin_app.patches`: each piece, and whether what it stands on holds with the Reflex that is installed."""

import sys

from admin_app.patches import begins
from admin_app.patches.piece import complaint, installed
from admin_app.patches.pieces import PIECES


def main() -> int:
    """Print a table in which the check of every piece is tried; 1 where one fails on an unknown version."""
    begins()
    version = installed()
    print(f"Reflex {version}")
    for piece in PIECES:
        problem = piece.problem()
        print(f"{piece.name:<12} {f'FAILS: {problem}' if problem else 'holds'}")
    sentence = complaint(PIECES, version)
    print(sentence, end="\n" if sentence else "", file=sys.stderr)
    return 1 if sentence else 0


if __name__ == "__main__":
    sys.exit(main())
