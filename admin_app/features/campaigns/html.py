"""The HTML of the blocks that the server knows as a plain `text`: inline styles, as mail programs want. Pure.

What a person typed was cleaned before (kit/declare/html.py) or is escaped here; what is made here is never cleaned.
"""

import re
from collections.abc import Mapping
from html import escape, unescape

VARIABLES = {"given_name": "PRENOM", "family_name": "NOM"}
"""Chips of the editor, and the attributes that the server gives the mail provider of each person."""
UNSUBSCRIBE, MIRROR = "{{ unsubscribe }}", "{{ mirror }}"
"""What the mail provider makes an address of."""
_SPAN, _SPAN_END = "<span ", "</span>"
_CHIP = re.compile(r'\bdata-chip="(\w+)"')
_FALLBACK = re.compile(r'\bdata-fallback="([^"]*)"')
_VARIABLE = re.compile(r'\{\{ contact\.(?P<name>[A-Z]+)\|default:"(?P<fallback>[^"{}]*)" \}\}')
_NAMES = {attribute: name for name, attribute in VARIABLES.items()}
# A quote that is written as an entity belongs to a text in which somebody speaks of links, not to a link.
_BARE = r"(?!&(?:quot|apos|#0*3[49]|#x0*2[27]);)[^\s\"'>]+"
_HREF = re.compile(rf"(?<![\w-])href\s*=\s*(\"[^\"]*\"|'[^']*'|{_BARE})", re.IGNORECASE)
WIDTH = 600
"""Pixels a mail is wide at most."""
_FONT = "font-family:Arial,Helvetica,sans-serif;"
_TEXT = f"{_FONT}font-size:16px;line-height:24px;color:#1f2a29;"
_TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
_STYLES = {
    "p": f"margin:0 0 12px;{_TEXT}",
    "h1": f"margin:0;{_FONT}font-size:26px;line-height:32px;font-weight:bold;color:#10211f;",
    "h2": f"margin:8px 0;{_FONT}font-size:20px;line-height:28px;font-weight:bold;color:#10211f;",
    "h3": f"margin:8px 0;{_FONT}font-size:17px;line-height:24px;font-weight:bold;color:#10211f;",
    "ul": "margin:0 0 12px 24px;padding:0;",
    "ol": "margin:0 0 12px 24px;padding:0;",
    "li": f"margin:0 0 4px;{_TEXT}",
    "a": "color:#14459f;text-decoration:underline;",
    "img": "max-width:100%;height:auto;border:0;",
    "blockquote": "margin:0 0 12px 24px;font-style:italic;",
}
"""What each tag of a text is to look like: each mail program has looks, and holes, of its own for what does not say."""
_TAG = re.compile(r"<(" + "|".join(_STYLES) + r')((?:\s(?:[^<>"]|"[^"<]*")*+)?)>')


def with_variables(html: str) -> str:
    """Chips as the mail provider's variables, each with what is said where nothing is known of the person."""
    first, *spans = html.split(_SPAN)
    return first + "".join(map(_variable, spans))


def _variable(span: str) -> str:
    """What follows the beginning of a span: a chip as its variable, and what stands behind it."""
    attributes, _, inside = span.partition(">")
    chip = _CHIP.search(attributes)
    if not chip or _SPAN_END not in inside:
        return _SPAN + span
    found = _FALLBACK.search(attributes)
    said = re.sub(r'["{}%]', "", unescape(found[1] if found else ""))
    known = VARIABLES.get(chip[1])
    variable = f'{{{{ contact.{known}|default:"{escape(said, quote=False)}" }}}}' if known else ""
    return variable + inside.partition(_SPAN_END)[2]


def with_chips(html: str) -> str:
    """The way back: the variables of a stored text as chips; others stay as they stand."""

    def chip(variable: re.Match[str]) -> str:
        name, said = _NAMES.get(variable["name"]), variable["fallback"]
        return f'<span data-chip="{name}" data-fallback="{said}"></span>' if name else variable[0]

    return _VARIABLE.sub(chip, html)


def personal(html: str, values: Mapping[str, str]) -> str:
    """A text with the variables of one person filled in, `values` by chip; the links of the provider lead nowhere."""

    def said(variable: re.Match[str]) -> str:
        name = _NAMES.get(variable["name"])
        value = values.get(name, "").strip() if name else ""
        return escape(value, quote=False) if value else variable["fallback"]

    return _VARIABLE.sub(said, html).replace(UNSUBSCRIBE, "#").replace(MIRROR, "#")


def address(href: str) -> str:
    """Where a link may lead; one that would run something leads nowhere."""
    text = href.strip()
    return text if re.match(r"(?:https?|mailto|tel):", text, re.IGNORECASE) else "#"


def addresses(html: str) -> set[str]:
    """Where the links of a text lead that somebody else may have written, however they are quoted."""
    return {_target(link) for link in _HREF.finditer(html)}


def harmless(html: str) -> str:
    """A text whose links run nothing; the others stay as they stand."""
    return _HREF.sub(lambda link: 'href="#"' if address(_target(link)) == "#" else link[0], html)


def _target(link: re.Match[str]) -> str:
    return unescape(link[1].strip("\"'"))


# --- what stands in a row of the mail ---------------------------------------------------


def row(html: str) -> str:
    """A block as wide as a mail is read: 600 pixels, or all there is on a phone.

    Outlook draws with Word, which knows no greatest width: it gets a table that the others take for a comment.
    """
    return _for_word(f'<table {_TABLE} align="center" width="{WIDTH}"><tr><td>') + (
        f'<div style="max-width:{WIDTH}px;margin:0 auto;text-align:left;{_TEXT}">{html}</div>'
        + _for_word("</td></tr></table>")
    )


def _for_word(html: str) -> str:
    return f"<!--[if mso]>{html}<![endif]-->"


def title(text: str) -> str:
    """The words of a title."""
    return f'<h1 style="{_STYLES["h1"]}">{escape(text, quote=False)}</h1>'


def styled(html: str) -> str:
    """A clean text with the looks of its tags said in each; what the editor said of one comes after, and so counts."""
    return _TAG.sub(_with_style, html)


def _with_style(tag: re.Match[str]) -> str:
    name, attributes = tag[1], tag[2]
    first, said, rest = attributes.partition(' style="')
    return f'<{name}{first} style="{_STYLES[name]}{rest if said else chr(34)}>'


def button(label: str, href: str, color: str, ink: str, align: str) -> str:
    """A link that looks like a button in every mail program; the room around its words is the cell's in Word."""
    return (
        f'<table {_TABLE} align="{_quoted(align)}"><tr>'
        f'<td bgcolor="{_quoted(color)}" style="border-radius:6px;background-color:{_quoted(color)};'
        f'mso-padding-alt:12px 24px;"><a href="{_quoted(address(href))}" target="_blank" style="display:inline-block;'
        f"padding:12px 24px;{_FONT}font-size:16px;line-height:20px;font-weight:bold;text-decoration:none;"
        f'border-radius:6px;color:{_quoted(ink)};">{escape(label, quote=False)}</a></td></tr></table>'
    )


def divider() -> str:
    """A thin line."""
    style = "border-top:1px solid #d6dce6;font-size:1px;line-height:1px;"
    return f'<table {_TABLE} width="100%"><tr><td style="{style}">&nbsp;</td></tr></table>'


def columns(left: str, right: str) -> str:
    """Two texts side by side; below 480 pixels one under the other, each as wide as there is room.

    No program needs media queries for it: where it can calculate, the width is nothing or more than all; where it
    cannot, each column is half a mail; Word gets a table.
    """
    style = (
        f"display:inline-block;width:{WIDTH // 2}px;width:calc((480px - 100%) * 480);min-width:50%;max-width:100%;"
        f"vertical-align:top;text-align:left;{_TEXT}"
    )
    cell = f'<td width="{WIDTH // 2}" valign="top">'
    both = _for_word(f"</td>{cell}").join(
        f'<div style="{style}"><div style="padding:0 16px 0 0;">{text}</div></div>' for text in (left, right)
    )
    begin = _for_word(f'<table {_TABLE} width="{WIDTH}"><tr>{cell}')
    return (
        f'<div style="font-size:0;line-height:0;text-align:left;">{begin}{both}{_for_word("</td></tr></table>")}</div>'
    )


def quote(html: str, author: str) -> str:
    """Somebody's words, and whose they are."""
    style = f"margin:0;{_FONT}font-size:14px;line-height:20px;color:#4a5568;"
    whose = f'<p style="{style}">— {escape(author, quote=False)}</p>' if author else ""
    cell = f'style="padding:2px 0 2px 16px;border-left:4px solid #9db4dd;font-style:italic;{_TEXT}"'
    return f'<table {_TABLE} width="100%"><tr><td {cell}>{html}{whose}</td></tr></table>'


def picture(src: str, alt: str, href: str, width: int) -> str:
    """A picture no wider than its place, that leads somewhere and says what it shows."""
    image = (
        f'<img src="{_quoted(src)}" alt="{_quoted(alt)}" width="{width}" '
        f'style="display:block;width:100%;max-width:{width}px;height:auto;border:0;margin:0 auto;">'
    )
    return f'<a href="{_quoted(address(href))}" target="_blank">{image}</a>' if href else image


def footer(text: str, unsubscribe: str, mirror: str) -> str:
    """Why somebody gets this mail, how to stop it, and where to read it otherwise."""
    said = escape(text, quote=False).replace("\n", "<br>")
    links = (
        f'<a href="{UNSUBSCRIBE}" style="color:#4a5568;">{escape(unsubscribe, quote=False)}</a> &nbsp;·&nbsp; '
        f'<a href="{MIRROR}" style="color:#4a5568;">{escape(mirror, quote=False)}</a>'
    )
    style = f"margin:0;{_FONT}font-size:12px;line-height:18px;text-align:center;color:#4a5568;"
    return f'<p style="{style}">{said}{"<br>" if said else ""}{links}</p>'


def _quoted(text: str) -> str:
    """A text inside an attribute; quotes and angles cannot end it."""
    return escape(text, quote=True)
