"""`make reflex VERSION=0.10.2`: try another version of Reflex in a copy of this checkout, and say what holds.

The copy, with an environment and pages of its own, is `.run/reflex-VERSION`, where the log of each step is, too.
NUMBER=0.10.3 gives the installed one another number: what would become of a version that nobody has tried.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.frontend import ROOT, environment

STEPS = {
    "installs": ["make", ".venv/.dev-ready"],
    "pieces": [".venv/bin/python", "-m", "admin_app.patches"],
    "builds": ["make", "pages"],
    "fast tests": ["make", "test-fast"],
    "journeys": ["make", "browser", "TESTS=tests/browser/test_harness.py tests/browser/test_tabs.py"],
}
"""What is tried, one after the other."""
NEEDED = ("installs", "builds")
"""Steps without which those after them say nothing."""
_OURS = re.compile(r"^reflex(-[\w-]+)?==.*\n", re.MULTILINE)
_SUMMARY = re.compile(r"^(=.* )?\d+ (passed|failed).* in |^Built in |^The pages do not build")
"""What the log of a build or of tests says in the end."""
_VERSION = re.compile(r"^Version: .*$", re.MULTILINE)


def with_version(requirements: str, version: str) -> str:
    """Requirements that ask for this version of Reflex."""
    return _OURS.sub(f"reflex=={version}\n", requirements)


def without_reflex(constraints: str) -> str:
    """Constraints that leave Reflex and its parts to what it asks for itself."""
    return _OURS.sub("", constraints)


def renumber(folder: Path, number: str) -> None:
    """Have the Reflex that is installed there say that it is another version."""
    (metadata,) = folder.glob(".venv/lib/python*/site-packages/reflex-[0-9]*.dist-info/METADATA")
    metadata.write_text(_VERSION.sub(f"Version: {number}", metadata.read_text(), count=1))


def copied(version: str, name: str) -> Path:
    """A copy of the sources, as they are, which asks for this version."""
    folder = ROOT / ".run" / f"reflex-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for path in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
        if path and (ROOT / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, folder / path)
    for file, changed in (
        ("requirements.txt", with_version),
        ("constraints.txt", lambda text, _: without_reflex(text)),
    ):
        (folder / file).write_text(changed((ROOT / file).read_text(), version))
    return folder


def tried(folder: Path, number: str) -> Iterator[tuple[str, str]]:
    """Take the steps; yield each with what came of it."""
    for name, command in STEPS.items():
        log = folder / f"{name.replace(' ', '-')}.log"
        print(f"{name} ...", flush=True)
        with log.open("w") as out:
            done = subprocess.run(
                command, cwd=folder, env=own(folder), stdout=out, stderr=subprocess.STDOUT, check=False
            )
        code = done.returncode
        if name == "installs" and not code and number:
            renumber(folder, number)
        yield name, f"{f'NO, exit {code}' if code else 'yes'}: {outcome(name, log.read_text())}"
        if code and name in NEEDED:
            return


def own(folder: Path) -> dict[str, str]:
    """The environment of a step: that of the copy, not ours."""
    kept = {
        name: value for name, value in environment().items() if name not in ("VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL")
    }
    return {**kept, "PATH": f"{folder / '.venv' / 'bin'}:{kept['PATH']}"}


def outcome(name: str, log: str) -> str:
    """What a log says in the end: of the pieces all of it."""
    lines = [line for line in log.splitlines() if name == "pieces" or _SUMMARY.search(line)]
    return "\n    ".join(lines if name == "pieces" else lines[-1:]) or "see its log"


def main() -> int:
    """Try a version; return 1 where something does not hold."""
    version, number = (*sys.argv[1:], "", "")[:2]
    if not re.fullmatch(r"[\w.]+", version):
        print("usage: make reflex VERSION=0.10.2 [NUMBER=0.10.3]", file=sys.stderr)
        return 2
    name = f"{version}-as-{number}" if number else version
    folder = copied(version, name)
    found = list(tried(folder, number))
    print(f"\nReflex {name}, in {folder.relative_to(ROOT)}:")
    for step, told in found:
        print(f"  {step:<10} {told}")
    holds = len(found) == len(STEPS) and all(told.startswith("yes") for _, told in found)
    print("All holds: docs/reflex.md says how to move over." if holds else "docs/reflex.md says what to do about a NO.")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
