"""Who else works on the machine while times are taken."""

import subprocess
import sys

import pytest

from benchmarks import machine


@pytest.mark.parametrize(("used", "counts"), [(0.0, True), (0.15, True), (0.5, False)])
def test_a_crowded_machine_is_said(used: float, counts: bool) -> None:
    said = machine.said(used)
    assert f"{used:.2f} cores" in said
    assert ("times count" in said) is counts
    assert ("TOO BUSY" in said) is not counts


def test_what_we_start_is_none_of_the_others() -> None:
    """Also when it has ended: its time is with whoever waited for it."""
    before = machine._ours()
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.3: pass"], check=True)
    assert machine._ours() - before >= 25


ORPHAN = """
import subprocess, sys, time
from benchmarks import machine

machine.adopt()
before = machine._ours()
busy = "import time; end = time.monotonic() + 20\\nwhile time.process_time() < 0.6 and time.monotonic() < end: pass"
subprocess.run(["sh", "-c", f"{sys.executable} -c '{busy}; print()' & exit"], check=True, stdout=subprocess.PIPE)
sys.exit(machine._ours() - before < 50)
"""


def test_what_outlives_its_starter_is_none_of_the_others() -> None:
    subprocess.run([sys.executable, "-c", ORPHAN], check=True)
