"""How long the pages take to build from nothing."""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import Figure
from tools.frontend import ROOT, environment

COPIED = ("admin_app", "assets", "translations", "tools", "reflex.lock", "rxconfig.py", "requirements.txt")


def measure() -> list[Figure]:
    """Build a copy of the sources, its npm packages included, then once more with the packages there."""
    with tempfile.TemporaryDirectory(prefix="cold_build_") as scratch:
        for name in COPIED:
            copy(ROOT / name, Path(scratch) / name)
        cold = _build(scratch)
        shutil.rmtree(Path(scratch) / ".web" / "build")
        warm = _build(scratch)
    return [
        Figure("build from nothing, npm packages included", cold, "s"),
        Figure("build with the packages there", warm, "s"),
    ]


def copy(source: Path, target: Path) -> None:
    """Copy a file or a folder of the sources, without what is made from them."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "external"))
    else:
        shutil.copy(source, target)


def _build(folder: str) -> float:
    started = time.monotonic()
    command = [sys.executable, "-m", "tools.frontend"]
    subprocess.run(command, cwd=folder, env=environment(), check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started
