"""The mail as the server's template and the mail provider make it: what readers get (communities-campaigns.yaml).

The template escapes titles, takes texts as they are and gives every picture the same alternative text; it knows three
types, and nothing of an element but its value or src. The provider then puts in what it knows of each reader.
"""

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any

BANNER = "/upload/default/banner.svg"
PICTURE_TEXT = "Image campaign api"
OUTSIDE, INSIDE = "#eef2f6", "#ffffff"
TABLE = 'cellpadding="0" cellspacing="0" border="0"'
# A tag of the provider's template language: a variable with filters, or a statement.
_TAG = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
_LEFT = ("{{", "}}", "{%", "%}")
_FALLBACK = re.compile(r"""\|\s*default\s*:\s*(?:'([^']*)'|"([^"]*)")""")


class Unrenderable(ValueError):
    """A body or a text that the template or the provider cannot take."""


def rendered(body: str, base: str) -> str:
    """The page of a campaign's body; `base` is the address the banner is under. Unrenderable when it cannot be made."""
    try:
        parts = [_part(element) for element in json.loads(body)]
    except (ValueError, KeyError, TypeError):
        raise Unrenderable("An element lacks type, position, value or src.") from None
    rows = "".join(
        f'<tr><td style="padding:10px;"><center><table {TABLE} style="width:100%;"><tr>{part}</tr></table>'
        "</center></td></tr>\n"
        for part in parts
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n</head>\n<body>\n'
        f'<center style="width: 100%; background-color: {OUTSIDE};">\n'
        f'<table style="max-width:1000px;font-family:Roboto, sans-serif;background-color: {INSIDE};">\n'
        f'<tr><td><table {TABLE} style="width:100%;"><tr><td align="left"><a href="{base}/" title="">'
        f'<img src="{base}{BANNER}" alt="" style="width:100%;max-width:1000px;height:auto;border-style:none;">'
        f"</a></td></tr></table></td></tr>\n{rows}</table>\n</center>\n</body>\n</html>\n"
    )


def _part(element: Mapping[str, Any]) -> str:
    kind, _ = element["type"], element["position"]
    content = str(element["src"] if kind == "image" else element["value"])
    if kind == "title":
        return f"<td><h1>{escape(content)}</h1></td>"
    if kind == "text":
        return f"<td>{content}</td>"
    return f'<td><img alt="{PICTURE_TEXT}" src="{escape(content)}"></td>' if kind == "image" else ""


def check_tags(text: str) -> None:
    """Refuse braces of the provider's language that are not closed."""
    rest = _TAG.sub("", text)
    if any(mark in rest for mark in _LEFT):
        raise Unrenderable("A tag of the template language is not closed.")


def merged(text: str, known: Mapping[str, str | None], in_html: bool = True) -> str:
    """A text for one reader: `contact.PRENOM` and the like from what is known, else the fallback that is written."""

    def value(match: "re.Match[str]") -> str:
        inner = (match[1] or "").strip()
        name, _, _ = inner.partition("|")
        found = known.get(name.strip().removeprefix("contact."))
        fallback = _FALLBACK.search(inner)
        text = found or (next(filter(None, fallback.groups()), "") if fallback else "")
        return escape(text) if in_html else text

    return _TAG.sub(value, text)
