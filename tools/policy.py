"""The content-security policy: our scripts as they were built, our socket, the hosts of the settings (decision 27).

It is what protects the tokens in the browser's storage: no script runs but those of the build, nothing is evaluated,
and nothing can be sent to another place.
"""

import base64
import hashlib
from html.parser import HTMLParser
from pathlib import Path

from admin_app.settings import Settings

NOBODY = "'none'"
OWN = "'self'"
NOT_FOUND = "/404"
"""The page Reflex serves for addresses that hold an id, and for those that do not exist."""
BARE = f"default-src {NOBODY}; base-uri {NOBODY}; form-action {NOBODY}; frame-ancestors {NOBODY}"
"""For whatever is no page: nothing in it is ever run or loaded."""


class _Scripts(HTMLParser):
    """Gathers the text of the scripts that are written into a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a script, unless its text is elsewhere."""
        self._inside = tag == "script" and "src" not in dict(attrs)
        if self._inside:
            self.found.append("")

    def handle_data(self, data: str) -> None:
        """Take the text of a script as it stands: it is what the browser hashes."""
        if self._inside:
            self.found[-1] += data

    def handle_endtag(self, tag: str) -> None:
        """End a script."""
        self._inside = False


def scripts_in(html: str) -> list[str]:
    """The texts of the scripts written into a page, in their order."""
    parser = _Scripts()
    parser.feed(html)
    parser.close()
    return parser.found


def hash_of(text: str) -> str:
    """A source of the policy that allows this very text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


EMPTY = hash_of("")
"""A style that is born empty, to which its library adds rules by the browser's own functions: Plotly's, Emotion's."""


def policy(settings: Settings, html: str) -> str:
    """The policy of one page of a deployment."""
    scripts = dict.fromkeys(hash_of(text) for text in scripts_in(html))
    sources = {
        "default-src": [NOBODY],
        "script-src": [OWN, *scripts],
        # The socket too: it opens where the page came from.
        "connect-src": [OWN],
        # For browsers that do not know the two that follow; the others leave it aside.
        "style-src": [OWN, "'unsafe-inline'"],
        "style-src-elem": [OWN, EMPTY],
        # Colours and alignment of rich texts, which are cleaned where they are read (FORM-14). No address leads out.
        "style-src-attr": ["'unsafe-inline'"],
        "font-src": [OWN],
        # A chosen picture is shown before it is sent (blob:); what the stylesheets draw is written in them (data:).
        "img-src": [OWN, "data:", "blob:", *settings.picture_sources],
        "frame-src": [*settings.frame_sources] or [NOBODY],
        # What is typed goes over the socket: a form sent by the browser itself would put it into an address.
        "form-action": [NOBODY],
        "base-uri": [NOBODY],
        "object-src": [NOBODY],
        "frame-ancestors": [NOBODY],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in sources.items())


class Policies:
    """The policy of each built page, made once when the server starts."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """`folder` holds the built pages: `/users` is `users.html` or `users/index.html`."""
        self._pages = {
            _address(page.relative_to(folder)): policy(settings, page.read_text("utf-8"))
            for page in sorted(folder.rglob("*.html"))
        }
        self._files = {f"/{file.relative_to(folder).as_posix()}" for file in folder.rglob("*.*")}

    def of(self, path: str, status: int, media_type: str) -> str:
        """The policy of an answer: that of its page, which is the one of addresses with an id where it has none.

        A 304 says no type, and its policy takes the place of the one the browser has kept: a page must get its own.
        """
        is_page = path not in self._files if status == 304 else media_type.startswith("text/html")
        own = self._pages.get(path.rstrip("/") or "/") or self._pages.get(NOT_FOUND)
        return own if own and is_page else BARE


def _address(page: Path) -> str:
    """The address of a page by its file."""
    return "/" + page.as_posix().removesuffix(".html").removesuffix("index").rstrip("/")
