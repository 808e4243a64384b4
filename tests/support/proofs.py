"""What a test says of itself: the rules of docs/rules.md that it proves. `make proofs` prints them all."""

import pytest

proves = pytest.mark.proves
"""`@proves("FORM-2")` above a test that would fail without that rule."""
