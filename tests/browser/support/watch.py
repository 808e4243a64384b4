"""Nothing goes wrong behind the scenes: script errors and failed requests fail the test that caused them."""

import re

from playwright.sync_api import ConsoleMessage, Page, Request, Response

# The browser's own word for a request that a navigation made useless.
_ABORTED = "net::ERR_ABORTED"


class Watch:
    """Collects what the pages of one test complain about."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._allowed: list[str] = []
        self._problems: list[str] = []

    def allow(self, *patterns: str) -> None:
        """Expect problems that match these regular expressions (a test of a failure causes them)."""
        self._allowed.extend(patterns)

    def follow(self, page: Page) -> None:
        """Listen to a page and to nothing else."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._problems.append(f"script error: {error}"))
        page.on("requestfailed", self._request_failed)
        page.on("response", self._response)

    @property
    def problems(self) -> list[str]:
        """The problems that nobody expected."""
        return [each for each in self._problems if not any(re.search(pattern, each) for pattern in self._allowed)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            place = message.location.get("url", "")
            self._problems.append(f"console: {message.text} ({place})")

    def _request_failed(self, request: Request) -> None:
        if request.url.startswith(self._origin) and request.failure != _ABORTED:
            self._problems.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.url.startswith(self._origin) and response.status >= 400:
            self._problems.append(f"answer {response.status}: {response.request.method} {response.url}")
