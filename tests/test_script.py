"""The script (assets/kit/) is clean, and its own tests pass: node's test runner, over `tests/script/`."""

import re
from pathlib import Path

import pytest

from tests.support.proofs import proves
from tools import script


@proves("CAMPAIGN-41", "GUARD-14")
@pytest.mark.parametrize("command", ["check", "test"])
def test_script(command: str) -> None:
    done = script.run(command, quiet=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_file_has_its_reason_and_its_python():
    """In the table of CONTRIBUTING.md: what is written in a browser's language is written for a reason."""
    scripts = [path for folder in ("assets/kit", "admin_app") for path in Path(folder).rglob("*.js*")]
    files = {path.name for path in scripts if path.suffix in (".js", ".jsx")}
    table = [line for line in Path("CONTRIBUTING.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    named = {name for line in table for name in re.findall(r"\w+\.jsx?\b", line.split("|")[1])}
    assert named == files
