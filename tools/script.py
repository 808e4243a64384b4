"""The linter and the tests of the script, by the Node of this virtual environment: `python -m tools.script check`."""

import hashlib
import subprocess
import sys

from tools.frontend import ROOT, environment

MODULES = ROOT / "node_modules"
STAMP = MODULES / ".installed"
COMMANDS = {
    "check": ("npx", "--no-install", "biome", "check", "--error-on-warnings"),
    "format": ("npx", "--no-install", "biome", "check", "--write", "--error-on-warnings"),
    # Each file is a process that would wait for its last timer: thirty seconds of one that gives up a call.
    "test": (
        "node",
        "--test",
        "--test-force-exit",
        "--test-concurrency=4",
        "--test-reporter=dot",
        "tests/script/*.test.js",
    ),
}


def ensure_installed() -> None:
    """Install what `package-lock.json` pins, unless that was done."""
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return
    print("Installing what the checks of the script need ...", flush=True)
    # The version of Node may be said to be for production only, which would leave these out.
    command = ("npm", "ci", "--include=dev", "--ignore-scripts", "--loglevel=error")
    if subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode:
        sys.exit("npm could not install what package-lock.json names.")
    STAMP.write_text(wanted)


def run(name: str, *, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    """Run one of the commands; what a `quiet` one says is in the answer."""
    ensure_installed()
    return subprocess.run(COMMANDS[name], cwd=ROOT, env=environment(), check=False, text=True, capture_output=quiet)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python -m tools.script {'|'.join(COMMANDS)}")
    sys.exit(run(sys.argv[1]).returncode)
