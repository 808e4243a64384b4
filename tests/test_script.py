"""The script (assets/kit/) is clean, and its own tests pass: node's test runner, over `tests/script/`."""

import pytest

from tools import script


@pytest.mark.parametrize("command", ["check", "test"])
def test_script(command: str) -> None:
    done = script.run(command, quiet=True)
    assert done.returncode == 0, done.stdout + done.stderr
