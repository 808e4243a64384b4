"""What is measured with comes from npm, in pinned versions, into a folder of its own that the next run finds again."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.frontend import environment
from tools.services import LOGS

PATIENCE = 300
"""Seconds npm may take."""
_DONE = ".installed"


def installed(source: Path, *then: Sequence[str]) -> Path | None:
    """Copy a folder with a package.json, install it, and run the npm commands `then`; the copy.

    Nothing when npm cannot: the reason is said, and the run goes on without it.
    """
    folder = LOGS / "packages" / f"{source.name}-{_digest(source)}"
    if (folder / _DONE).exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)
    try:
        for command in (("install", "--no-audit", "--no-fund", "--loglevel=error"), *then):
            _npm(folder, command)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{source.name} is left out, npm could not install it: {reason(error)}", file=sys.stderr, flush=True)
        return None
    (folder / _DONE).touch()
    return folder


def _npm(folder: Path, arguments: Sequence[str]) -> None:
    subprocess.run(
        ["npm", *arguments],
        cwd=folder,
        env=environment(),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
    )


def reason(error: Exception) -> str:
    """Return the last line npm said, or what kept it from being run."""
    said = getattr(error, "stderr", None) or str(error)
    lines = [line for line in str(said).splitlines() if line.strip() and "A complete log" not in line]
    return lines[-1].strip() if lines else type(error).__name__


def _digest(source: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(source.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
