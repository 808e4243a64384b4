"""The script (assets/kit/) is clean, and its own tests pass: node's test runner, over `tests/script/`."""

import pytest

from tests.support.proofs import proves
from tools import script


@proves("CAMPAIGN-41", "GUARD-14")
@pytest.mark.parametrize("command", ["check", "test"])
def test_script(command: str) -> None:
    done = script.run(command, quiet=True)
    assert done.returncode == 0, done.stdout + done.stderr
