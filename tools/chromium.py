"""Find the Chromium of the browser tests, or install one, or say what to install."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import sync_playwright

# First the one without windows, which does the same at half the work: Debian has it beside the whole one.
_NAMES = ("chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
ADVICE = """No Chromium was found, and none could be installed. One of these helps:
  - install it: `apt-get install chromium` as root, or your system's equivalent;
  - let Playwright download it: `.venv/bin/playwright install --with-deps chromium`;
  - name the one you have: CHROMIUM_PATH=/path/to/chrome make test;
  - do without a browser: make test-fast."""


def _candidates() -> Iterator[str]:
    """Yield the places to look at, best first."""
    if named := os.environ.get("CHROMIUM_PATH"):
        yield named
    yield from (path for name in _NAMES if (path := shutil.which(name)))
    yield _playwrights_own()


def _playwrights_own() -> str:
    """Return where Playwright keeps its browser, whether it is there or not."""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _works(path: str) -> bool:
    """Tell whether the browser starts: Ubuntu's is a note about snap, Playwright's may lack libraries."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def find() -> str | None:
    """Return the path of a Chromium that starts, if there is one."""
    return next((path for path in _candidates() if _works(path)), None)


def _attempts() -> Iterator[list[str]]:
    """Yield the commands that may bring a Chromium, least intrusive first."""
    playwright = [sys.executable, "-m", "playwright"]
    yield [*playwright, "install", "chromium"]
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        yield ["apt-get", "update", "-qq"]
        # It was downloaded, and does not start: libraries are missing.
        if os.path.exists(_playwrights_own()):
            yield [*playwright, "install-deps", "chromium"]
        for package in ("chromium-headless-shell", "chromium"):
            yield ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]


def _attempt(command: list[str]) -> None:
    """Run one of the commands above; what counts is whether a browser starts afterwards."""
    print("Trying", *command, file=sys.stderr, flush=True)
    # A download that is blocked must fail before anyone gives up waiting.
    env = {**os.environ, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "15000", "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, env=env, stdout=sys.stderr, timeout=300, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)


def ensure() -> str:
    """Return the path of a Chromium that starts, installing one if need be; leave with advice otherwise."""
    if path := find():
        return path
    for command in _attempts():
        _attempt(command)
        if path := find():
            return path
    sys.exit(ADVICE)


if __name__ == "__main__":
    print(ensure())
