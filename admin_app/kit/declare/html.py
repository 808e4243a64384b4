"""Stored HTML never runs: it is cleaned on the way in and on the way out.

The allow-list is what the editor of `kit/forms/rich_text.py` can write, its chips too, plus what older texts of the
platform hold (images, colours). Anything else goes; the words stay, except inside scripts and styles.
"""

import re
from functools import lru_cache
from html import escape, unescape

import nh3

TAGS = {
    *("p", "br", "hr", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code"),
    *("ul", "ol", "li", "a", "img", "strong", "b", "em", "i", "u", "s", "del", "sub", "sup"),
}
ATTRIBUTES = {
    "*": {"style"},
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "span": {"data-chip", "data-fallback"},
    "ol": {"start"},
}
STYLES = {"text-align", "color", "background-color", "font-weight", "font-style", "text-decoration"}
SCHEMES = {"http", "https", "mailto", "tel"}
_MAIL = re.compile(r"[^\s/@:]+@[^\s/@:]+\.\w+")
_FILES = "html?|php|aspx?|pdf|docx?|xls[xm]?|pptx?|od[tsp]|rtf|txt|csv|png|jpe?g|gif|webp|avif|heic|svg|epub|zip"
_HOST = re.compile(rf"(?:[\w-]+\.)+(?!(?:{_FILES})\b)[a-z]{{2,}}(?:[/?#]|$)", re.IGNORECASE)
"""What begins as a host does, and is no page or file beside this one."""
_NO_PICTURE = re.compile(r'<img(?: (?:src=""|(?!src=)[a-z]+="[^"]*"))*>')
"""A picture without an address, as the cleaning writes it."""

MOST_WORK = 4_000_000
"""Of a parser on one text (`_work`); an ordinary article takes some thousands, a mail of the longest some hundreds of
thousands."""
_SHORT, _REMEMBERED = 10_000, 512
"""Characters of a text that is remembered, and how many of them: while one block of a mail is written, those around it
are cleaned no more."""
_VOID = ("br", "hr", "img", "meta")
"""What has no end, wherever it stands: a drawing may hold an `<input>` that does."""
_TAG = re.compile(r"<[^<>]*>")
_SPACE = r"[ \t\n\f\r]"
_ATTRIBUTE = rf"""[^ \t\n\f\r"'<>/=]++(?:{_SPACE}*+={_SPACE}*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\f\r"'<>]++))?+"""
_START = re.compile(rf"([a-zA-Z][a-zA-Z0-9:-]*+)(?:(?:{_SPACE}|/)++(?:{_ATTRIBUTE})?+){{0,50}}+>")
_END = re.compile(rf"/([a-zA-Z][a-zA-Z0-9:-]*+){_SPACE}*+>")


def clean_html(text: str | None) -> str:
    """Return the HTML without anything that runs, loads a page or hides: safe to show and to send (FORM-14).

    A picture whose address only the machine it came from knows goes too, and a web address gets the scheme it lacks.
    One that would hold up everybody is shown as the characters it is made of (GUARD-15).
    """
    if not text:
        return ""
    return _known(text) if len(text) <= _SHORT else _cleaned(text)


def plain_words(text: str | None) -> str:
    """What there is to read of HTML, in one line."""
    return " ".join(unescape(_TAG.sub(" ", clean_html(text))).split())


def _cleaned(text: str) -> str:
    if _work(text) > MOST_WORK:
        return escape(text, quote=False)
    cleaned = nh3.clean(
        text,
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=_whole,
        filter_style_properties=STYLES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer",
    )
    return _NO_PICTURE.sub("", cleaned)


def _whole(tag: str, name: str, value: str) -> str:
    """A link that was pasted without its scheme leads where one that is typed so does (assets/kit/rich_text.jsx)."""
    return whole_address(value) if (tag, name) == ("a", "href") else value


def whole_address(value: str) -> str:
    """Where a link leads, with the scheme that people leave out; what begins as no host stays as it is."""
    if _MAIL.fullmatch(value):
        return f"mailto:{value}"
    return f"https://{value}" if _HOST.match(value) else value


_known = lru_cache(maxsize=_REMEMBERED)(_cleaned)


def _work(text: str) -> int:
    """No less than what a parser of HTML5 does with a text beyond reading it, in characters; counted in one pass.

    At each tag a parser may look at every element that is open and write it again: `<a><p>x<p>y` are two links. So at
    each tag the lengths of the tags that are open count. One is open until its own end comes and nothing is open inside
    it: what else closes one only a parser knows, and what is a tag at all in a comment, a script or after an odd quote.
    So what is open there stays so. After an odd quote all that is left may be attributes of one tag, each of which is
    compared with all others; of a tag that is none of these, at most fifty are.
    """
    work = length = 0
    opened: list[tuple[str, int]] = []
    left = len(text)
    first, *pieces = text.split("<")
    left -= len(first)
    for piece in pieces:
        start, end = _START.match(piece), _END.match(piece)
        if end and opened and opened[-1][0] == end[1].lower():
            length -= opened.pop()[1]
        elif start and start[1].lower() not in _VOID:
            opened.append((start[1].lower(), start.end()))
            length += start.end()
        elif not start and piece[:1].isalpha():
            opened.append(("", left))
            length += left
            work += left * left // 32
        elif piece[:1] in ("!", "?", "/") and not end:
            opened.append(("", 0))
        work += length
        left -= len(piece) + 1
    return work
