"""A mail as its readers get it: what the server's template makes of a body, and what a reader's program does with that.

Pure. The template is the platform's default one (`MASS_MAILER_BASE_TEMPLATE`): a banner, then a row of a table for
each element in the order of the array; a title is escaped, a text stands as it is, a picture has a fixed English text.
Its colours and its banner are settings of the server, so ours stand in for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from admin_app.features.campaigns.blocks import elements_of
from admin_app.features.campaigns.html import harmless, personal

_HEAD = (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width">\n<meta http-equiv="X-UA-Compatible" content="IE=edge">\n'
    '<meta name="x-apple-disable-message-reformatting">\n</head>\n'
)
_BARE = 'cellpadding="0" cellspacing="0" summary="" border="0" style="width:100%;"'


@dataclass(frozen=True)
class Dress:
    """What the settings of the server put around a mail."""

    banner: str = ""
    """Address of the picture on top."""
    platform: str = ""
    """Where that picture leads."""
    outside: str = "#ffffff"
    inside: str = "#ffffff"


def render(body: str, dress: Dress | None = None) -> str:
    """The whole mail, as it goes to the mail provider: variables stand in it still."""
    dress = dress or Dress()
    rows = "".join(_row(element) for element in elements_of(body) or ())
    return (
        f'{_HEAD}<body>\n<center style="width: 100%; background-color: {_escaped(dress.outside)};">\n'
        f'<table style="max-width:1000px;font-family:Roboto, sans-serif;'
        f'background-color: {_escaped(dress.inside)};">\n{_banner(dress)}{rows}</table>\n</center>\n</body>\n</html>'
    )


def read_by(mail: str, person: Mapping[str, str]) -> str:
    """A mail as one person gets it: `given_name` and `family_name`, and what stands for them where they are empty.

    A link that would run something leads nowhere: a mail may hold what was written elsewhere.
    """
    return harmless(personal(mail, person))


def read_by_anybody(body: str, dress: Dress) -> str:
    """The mail as somebody gets it of whom nothing is known; empty when it says nothing."""
    return read_by(render(body, dress), {}) if elements_of(body) else ""


def _row(element: Any) -> str:
    return (
        f'<tr>\n<td style="padding:10px;">\n<center>\n<table {_BARE}>\n<tr>\n{_cell(element)}</tr>\n</table>\n'
        "</center>\n</td>\n</tr>\n"
    )


def _cell(element: Any) -> str:
    """What one element shows; one the server does not know is an empty row."""
    held = element if isinstance(element, dict) else {}
    match held.get("type"):
        case "title":
            return f"<td>\n<h1>{_escaped(_text(held, 'value'))}</h1>\n</td>\n"
        case "text":
            return f"<td>\n{_text(held, 'value')}\n</td>\n"
        case "image":
            return f'<td>\n<img alt="Image campaign api" src="{_escaped(_text(held, "src"))}">\n</td>\n'
        case _:
            return ""


def _banner(dress: Dress) -> str:
    style = "width:100%;max-width:1000px;height:auto;border-style:none;"
    return (
        f'<tr>\n<td>\n<table {_BARE}>\n<tr>\n<td align="left">\n<a href="{_escaped(dress.platform)}" title="">\n'
        f'<img src="{_escaped(dress.banner)}" alt="" style="{style}" />\n</a>\n</td>\n</tr>\n</table>\n</td>\n</tr>\n'
    )


def _text(element: Mapping[str, Any], name: str) -> str:
    value = element.get(name)
    return "" if value is None else str(value)


def _escaped(text: str) -> str:
    """A text as Twig writes it."""
    return escape(text).replace("&#x27;", "&#039;")
