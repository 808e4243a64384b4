"""`make audit`: what is known against the versions that are pinned, by pip-audit and npm.

An advisory may be published any day, about code that did not change: so no test asks, `make test` stays the same
tomorrow, and continuous integration tells what is known without failing (.ci/run). Here the exit code says it: 1 when
something is known, 0 otherwise, also where the network gives no answer: a word says which.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.frontend import ROOT, environment

HOME = ROOT / ".venv" / "audit"
REQUIREMENTS = ROOT / "requirements-audit.txt"
PATIENCE = 40
"""Seconds for one question, all packages together; the registry may be a mirror that never answers it."""
LOCKED = {"the pages": ROOT / "reflex.lock", "the checks of the script": ROOT}
"""Where package-lock.json stands, and what it is for."""
_NPM = ("npm", "audit", "--json", "--package-lock-only", "--fetch-retries=0", "--fetch-timeout=5000")


class NotAnswered(Exception):
    """Nobody could say; the message is why."""


@dataclass(frozen=True)
class Advisory:
    """Something known against a package."""

    package: str
    version: str
    name: str
    mended_in: str

    def __str__(self) -> str:
        mended = f", mended in {self.mended_in}" if self.mended_in else ", not mended yet"
        return f"{self.package} {self.version}: {self.name}{mended}"


def of_python(report: Mapping[str, Any]) -> list[Advisory]:
    """What a report of pip-audit says. NotAnswered when it knows none of the packages."""
    packages = report["dependencies"]
    if packages and all("skip_reason" in each for each in packages):
        raise NotAnswered(f"of {len(packages)} packages the registry knows none")
    return [
        Advisory(each["name"], each["version"], known["id"], " or ".join(known["fix_versions"]))
        for each in packages
        for known in each.get("vulns", ())
    ]


def of_npm(report: Mapping[str, Any]) -> list[Advisory]:
    """What a report of `npm audit` says. NotAnswered for a registry that has no such service."""
    if "vulnerabilities" not in report:
        raise NotAnswered(str(report.get("message") or "the registry has no such service").partition(" - ")[0])
    return list(_of_packages(report["vulnerabilities"]))


def _of_packages(packages: Mapping[str, Any]) -> Iterator[Advisory]:
    """One line a package and advisory; a package that only uses another one is told with that one."""
    for name, each in packages.items():
        mended = each.get("fixAvailable")
        release = mended.get("version", "") if isinstance(mended, dict) else "a release" if mended else ""
        for known in each.get("via", ()):
            if isinstance(known, dict):
                yield Advisory(name, each.get("range", ""), known.get("url") or known.get("title", ""), release)


def _answer(command: Sequence[str], folder: Path) -> Mapping[str, Any]:
    """The JSON a command writes, whatever its exit code; NotAnswered when it writes none."""
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise NotAnswered(f"no answer in {PATIENCE} s") from None
    except (OSError, ValueError):
        raise NotAnswered("no answer") from None


def _pip_audit() -> str:
    """The program, installed where nothing else is; NotAnswered when it cannot be."""
    program = HOME / "bin" / "pip-audit"
    stamp = HOME / "installed"
    wanted = REQUIREMENTS.read_text()
    if not (program.exists() and stamp.is_file() and stamp.read_text() == wanted):
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", HOME], check=True, timeout=PATIENCE)
            install = [HOME / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            install += ["--retries", "0", "--timeout", "5", "--requirement", REQUIREMENTS]
            subprocess.run(install, check=True, timeout=2 * PATIENCE, capture_output=True)
        except (OSError, subprocess.SubprocessError):
            raise NotAnswered("pip-audit cannot be installed") from None
        stamp.write_text(wanted)
    return str(program)


def ask_python() -> list[Advisory]:
    """What is known against the pins of constraints.txt."""
    pins = ("--requirement", "constraints.txt", "--no-deps", "--disable-pip")
    return of_python(_answer((_pip_audit(), *pins, "--timeout", "5", "--progress-spinner", "off", "-f", "json"), ROOT))


def main() -> int:
    """Ask for Python and for both locks of npm, say what is known; return the exit code."""
    questions = {"Python": ask_python}
    for what, folder in LOCKED.items():
        questions[f"npm, {what}"] = lambda folder=folder: of_npm(_answer(_NPM, folder))
    found: list[Advisory] = []
    for name, ask in questions.items():
        try:
            known = ask()
        except NotAnswered as reason:
            print(f"{name}: skipped, {reason}.")
            continue
        print(f"{name}: {f'{len(known)} known:' if known else 'nothing is known.'}", *known, sep="\n  ")
        found += known
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
