"""What must not stand in a log: addresses of mail, telephone numbers, tokens, names of the demo data."""

import logging
import re
from collections.abc import Iterable

from sandbox.seed.people import FAMILIES, MEN, WOMEN

_NAMES = sorted({name for name in (*FAMILIES, *WOMEN, *MEN) if len(name) > 3}, key=len, reverse=True)
_SECRET = re.compile(
    r"[\w.+-]+(?:@|%40)[\w-]+\.\w+"  # a mail address
    r"|\beyJ[\w-]{8,}"  # a token of the API
    r"|\b[0-9a-fA-F]{32,}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"  # of a session, of a tab
    r"|(?<!\d)(?:\+33 ?|0)[1-9](?: ?\d\d){4}(?!\d)"  # a telephone number
    rf"|\b(?:{'|'.join(map(re.escape, _NAMES))})\b"
)
_FORMAT = logging.Formatter("%(levelname)s %(name)s %(message)s")


def leaks(text: str) -> list[str]:
    """What a log holds and must not, each with the line it stands in."""
    return [f"{found[0]!r} in {line[:300]!r}" for line in text.splitlines() if (found := _SECRET.search(line))]


def written(records: Iterable[logging.LogRecord]) -> str:
    """Records as they would stand in a log."""
    return "\n".join(map(_FORMAT.format, records))
