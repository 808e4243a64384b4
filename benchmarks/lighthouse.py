"""Lighthouse's own marks of the sign-in screen, of our list and of react-admin's, as a phone and as a desk."""

# Measures BUDGET-8.

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import packages
from benchmarks.browser import FLAGS, Target
from benchmarks.report import Figure, median, number
from benchmarks.servers import Site
from tools import chromium
from tools.frontend import environment

SOURCE = Path(__file__).parent / "lighthouse_app"
RUNS = 3
PATIENCE = 900
SCORES = {("/login", "phone"): 95.0, ("/users", "phone"): 90.0}
"""Goals: the least mark (BUDGET-8)."""
KEY = tuple[str, str]
"""A screen and a device."""


def measure(site: Site, targets: Sequence[Target]) -> list[Figure]:
    """Run Lighthouse several times on each screen; nothing where npm cannot be reached or Lighthouse fails."""
    folder = packages.installed(SOURCE)
    if folder is None:
        return []
    screens = [{"name": "/login", "address": f"{site.base_url}/login", "kept": []}]
    screens += [{"name": each.name, "address": each.address, "kept": _entries(each)} for each in targets]
    try:
        found = read(_run(folder, screens))
    except (OSError, subprocess.SubprocessError) as error:
        print(f"Lighthouse is left out: {packages.reason(error)}", file=sys.stderr, flush=True)
        return []
    return figures(found)


def _entries(target: Target) -> list[dict[str, str]]:
    """What a signed-in browser keeps of one place, as Playwright writes it."""
    return [entry for origin in target.kept["origins"] for entry in origin["localStorage"]]


def _run(folder: Path, screens: Sequence[dict[str, Any]]) -> str:
    asked = {"chrome": chromium.ensure(), "flags": FLAGS, "screens": screens, "runs": RUNS}
    command = ["node", "run.js"]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        input=json.dumps(asked),
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE,
    ).stdout


def read(output: str) -> dict[KEY, dict[str, list[float]]]:
    """Gather the lines of the runs: by screen and device, each figure's values."""
    found: dict[KEY, dict[str, list[float]]] = {}
    for run in map(json.loads, filter(None, output.splitlines())):
        values = found.setdefault((run["screen"], run["device"]), {})
        for name in ("score", "blocking", "paint", "largest", "shift"):
            values.setdefault(name, []).append(run[name])
    return found


def figures(found: dict[KEY, dict[str, list[float]]]) -> list[Figure]:
    """The marks of our screens, those of the list beside react-admin's, and what they are made of."""
    screens = (("/login", "/login", ""), ("/users", "ours", "react-admin"))
    return [
        figure
        for device in ("phone", "desk")
        for path, ours, other in screens
        for figure in _of(path, device, found[ours, device], found.get((other, device)))
    ]


def _of(path: str, device: str, mine: dict[str, list[float]], theirs: dict[str, list[float]] | None) -> list[Figure]:
    """What one screen got on one device."""

    def figure(name: str, key: str, unit: str, goal: float | None = None) -> Figure:
        values, other = mine[key], median(theirs[key]) if theirs else None
        note = f"median of {len(values)}, {number(min(values))} to {number(max(values))}"
        return Figure(name, median(values), unit, goal, note, other, at_least=key == "score")

    return [
        figure(f"Lighthouse {path}, {device}: performance", "score", "", SCORES.get((path, device))),
        figure("  blocking", "blocking", "ms"),
        figure("  largest paint", "largest", "ms"),
        figure("  layout shift", "shift", ""),
    ]
