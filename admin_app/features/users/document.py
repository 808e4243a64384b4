"""A document a person reads and prints: one HTML file that needs nothing else, made of pairs and tables.

Everything in it is text, escaped here; it carries no script, no link and no picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#141a26;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1.5rem}
h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem;break-after:avoid}
table{width:100%;border-collapse:collapse;font-size:.95rem}
th,td{padding:.4rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid #c9d0dc;overflow-wrap:anywhere}
thead th{border-bottom:2px solid #5b6577}tbody th{width:38%;font-weight:500;color:#46505f}tr{break-inside:avoid}
.quiet{color:#46505f}@media print{body{margin:0;max-width:none;font-size:11pt}}
"""


@dataclass(frozen=True)
class Part:
    """A titled part: lines under heads, pairs of a label and a text when there are no heads, or a sentence alone."""

    title: str
    heads: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    text: str = ""


def document(title: str, lead: Sequence[str], parts: Sequence[Part], locale: str) -> bytes:
    """The file."""
    intro = "".join(f"<p>{escape(text)}</p>" for text in lead)
    body = "".join(_part(part) for part in parts)
    return (
        f'<!doctype html><html lang="{locale}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">'
        f"<style>{_STYLE}</style></head><body><main><h1>{escape(title)}</h1>{intro}{body}</main></body></html>\n"
    ).encode()


def _part(part: Part) -> str:
    text = f'<p class="quiet">{escape(part.text)}</p>' if part.text else ""
    return f"<section><h2>{escape(part.title)}</h2>{text}{_table(part) if part.lines else ''}</section>"


def _table(part: Part) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in part.heads)
    lines = "".join(_line(line) for line in part.lines)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{lines}</tbody></table>"


def _line(line: tuple[str, ...]) -> str:
    cells = "".join(f"<td>{escape(each)}</td>" for each in line[1:])
    return f'<tr><th scope="row">{escape(line[0])}</th>{cells}</tr>'
