"""What is wrong with a mail before anybody is written to. Pure.

An error stops the test, a warning does not. Sizes are those of what goes to the mail provider (blocks.frozen).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Any, Literal

from admin_app.features.campaigns import blocks, mail, templates
from admin_app.features.campaigns import html as campaign_html
from admin_app.features.campaigns.blocks import Block
from admin_app.kit.declare import plain_words

MOST_BODY = 65_535
"""Bytes of a body: the server's column, which cuts what is longer (trap 17)."""
MOST_MAIL = 102 * 1024
"""Bytes of a mail; the most read program hides what is beyond."""
LONG_SUBJECT = 60
"""Characters of a subject that a phone shows."""
MOST_SUBJECT = 255
MOST_PICTURE = 1024 * 1024
"""Bytes of a picture that is slow to come on a phone."""
CONTRAST = 4.5
"""Of the words of a button with its colour (WCAG 2.2, 1.4.3)."""
Level = Literal["error", "warning"]
_HREF = re.compile(r"\shref=\"([^\"]*)\"", re.IGNORECASE)
_LINK = re.compile(r"<a\b((?:(?!<a\b)[^>])*)>", re.IGNORECASE)
SILENT = ("footer", "divider")
"""The kinds of blocks that say nothing of their own: a new mail begins with a footer."""
WRITTEN = ("text", "html", "left", "right")
"""Where the words of a model stand."""
_TAG = re.compile(r"<[^<>]*>")
_LANGUAGE = re.compile(r"\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{#[^{}]*#\}")
_KNOWN = re.compile(r"\{\{ *(?:contact\.[A-Z_]+(?: *\| *default *: *(?:'[^']*'|\"[^\"]*\"))?|unsubscribe|mirror) *\}\}")
_BRACES = ("{{", "}}", "{%", "%}", "{#", "#}")


PASSED = ("subject", "pictures", "links", "footer")
"""What is said to be right where nothing is wrong with it."""
_PARTS = {
    **dict.fromkeys(("no_picture", "no_alt", "heavy_picture"), "pictures"),
    **dict.fromkeys(("empty_link", "plain_link", "wrong_link"), "links"),
    "no_footer": "footer",
}


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: a text below `campaigns.checks`, and where."""

    level: Level
    name: str
    block: int | None = None
    """Place of the block, from 0; None for what is about the whole mail."""
    cell: str = ""
    """The name of what holds it: a text of `Block`, or a property of the campaign."""
    values: dict[str, Any] = field(default_factory=dict)


def findings(subject: str, written: Sequence[Block]) -> list[Finding]:
    """Everything that is wrong with a mail, in the order it is read."""
    return [
        *_of_subject(subject.strip()),
        *([] if any(each.kind not in SILENT for each in written) else [Finding("error", "nothing", cell="body")]),
        *(replace(each, block=rank) for rank, block in enumerate(written) for each in _of_block(block)),
        *_of_whole(written),
    ]


def passed(found: Sequence[Finding], written: Sequence[Block]) -> list[str]:
    """What of a mail was looked at and is right: texts below `campaigns.checks.passed`."""
    wrong = {_PARTS.get(each.name, "subject" if each.cell == "subject" else "") for each in found}
    there = {"pictures": any(each.kind == "picture" for each in written), "links": any(map(_has_link, written))}
    return [part for part in PASSED if part not in wrong and there.get(part, True)]


def _has_link(block: Block) -> bool:
    """Whether it leads somewhere, by what its writer put there: a footer has links of its own."""
    texts = (block.html, block.left, block.right, block.extra)
    return block.kind == "button" or bool(block.href.strip()) or any(map(_LINK.search, texts))


def stops(found: Sequence[Finding]) -> bool:
    """Whether a test must wait."""
    return any(each.level == "error" for each in found)


def sizes(written: Sequence[Block]) -> tuple[int, int]:
    """Bytes of the body as it is stored at its longest, and of the mail."""
    frozen = blocks.body_of(written, frozen=True)
    longest = max(len(frozen.encode()), len(blocks.body_of(written).encode()))
    return longest, len(mail.render(frozen).encode())


def contrast(one: str, other: str) -> float:
    """The contrast of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _of_subject(subject: str) -> Iterator[Finding]:
    if not subject:
        yield Finding("error", "no_subject", cell="subject")
    elif len(subject) > MOST_SUBJECT:
        yield Finding("error", "subject_limit", cell="subject", values={"count": MOST_SUBJECT})
    elif len(subject) > LONG_SUBJECT:
        yield Finding("warning", "long_subject", cell="subject", values={"count": LONG_SUBJECT})
    yield from _braces(subject, "subject")


def _of_block(block: Block) -> Iterator[Finding]:
    if check := _CHECKS.get(block.kind):
        yield from check(block)
    for name in blocks.OWN[block.kind]:
        if name in WRITTEN:
            yield from _untouched(getattr(block, name), name)
        if name not in ("src", "ticket", "href"):
            yield from _braces(campaign_html.with_variables(getattr(block, name)), name)


def _of_whole(written: Sequence[Block]) -> Iterator[Finding]:
    body, whole = sizes(written)
    if body > MOST_BODY:
        yield Finding("error", "body_limit", cell="body", values={"count": body, "maximum": MOST_BODY})
    elif whole > MOST_MAIL:
        yield Finding("warning", "mail_limit", cell="body", values={"count": whole // 1024, "maximum": 102})
    if written and not any(_has_footer(block) for block in written):
        yield Finding("warning", "no_footer", cell="body")


def _has_footer(block: Block) -> bool:
    return block.kind == "footer" or any("unsubscribe" in text for text in (block.html, block.extra))


def _title(block: Block) -> Iterator[Finding]:
    if not block.text.strip():
        yield Finding("error", "empty", cell="text")


def _text(block: Block) -> Iterator[Finding]:
    if _is_empty(block.html):
        yield Finding("error", "empty", cell="html")
    yield from _links(block, "html")


def _columns(block: Block) -> Iterator[Finding]:
    if _is_empty(block.left) and _is_empty(block.right):
        yield Finding("error", "empty", cell="left")
    for name in ("left", "right"):
        yield from _links(block, name)


def _links(block: Block, name: str) -> Iterator[Finding]:
    html = getattr(block, name)
    hrefs = map(_HREF.search, _LINK.findall(html))
    for href in sorted({unescape(href[1]) if href else "" for href in hrefs}):
        yield from _link(href, name)


def _link(href: str, cell: str) -> Iterator[Finding]:
    address = href.strip()
    if address in ("", "#") or address.startswith("#"):
        yield Finding("error", "empty_link", cell=cell)
    elif address.lower().startswith("http:"):
        yield Finding("warning", "plain_link", cell=cell, values={"address": address[:80]})
    elif not re.match(r"(?:https://[^\s/?#]+\.[^\s/?#]+|mailto:\S+@\S+|tel:\+?[\d .()-]+$)", address, re.IGNORECASE):
        yield Finding("error", "wrong_link", cell=cell, values={"address": address[:80]})


def _picture(block: Block) -> Iterator[Finding]:
    if not block.src and not block.ticket:
        yield Finding("error", "no_picture", cell="picture")
    if not block.alt.strip():
        yield Finding("error", "no_alt", cell="alt")
    if block.weight.isdigit() and int(block.weight) > MOST_PICTURE:
        size = int(block.weight) / MOST_PICTURE
        yield Finding("warning", "heavy_picture", cell="picture", values={"size": round(size, 1)})
    if block.href.strip():
        yield from _link(block.href, "href")


def _button(block: Block) -> Iterator[Finding]:
    if not block.label.strip():
        yield Finding("error", "empty", cell="label")
    yield from _link(block.href, "href")
    known = all(re.fullmatch("#[0-9a-fA-F]{6}", color) for color in (block.color, block.ink))
    found = contrast(block.color, block.ink) if known else CONTRAST
    if found < CONTRAST:
        yield Finding("error", "contrast", cell="color", values={"ratio": int(found * 10) / 10, "minimum": CONTRAST})


def _foreign(block: Block) -> Iterator[Finding]:
    shown = blocks.shown_by_server(block)
    if shown is None:
        yield Finding("error", "unreadable", cell="extra")
    elif not shown:
        yield Finding("warning", "unknown", cell="extra")
    else:
        yield from _links_elsewhere(blocks.element(block, 0))


def _links_elsewhere(element: dict[str, Any]) -> Iterator[Finding]:
    """The links of an element that nobody can mend here: they stop nothing. One that begins with a variable is the
    provider's to fill."""
    html = str(element["value"]) if element["type"] == "text" else ""
    for href in sorted(campaign_html.addresses(html)):
        if not _LANGUAGE.match(href.lstrip()):
            yield from (replace(each, level="warning") for each in _link(href, "extra"))


def _is_empty(html: str) -> bool:
    """Whether nothing is to be read; a picture or a variable is something."""
    if re.search(r"<(img|hr)\b|data-chip", html, re.IGNORECASE):
        return False
    return not unescape(_TAG.sub("", html)).replace("\u00a0", " ").strip()


def _untouched(text: str, cell: str) -> Iterator[Finding]:
    """Words of a model that stand as they were: what they ask for is to be written, others may be meant."""
    said = plain_words(text)
    if any(each in said for each in templates.texts(templates.INSTRUCTIONS)):
        yield Finding("error", "instruction", cell=cell)
    elif said in templates.texts(templates.SAMPLES):
        yield Finding("warning", "sample", cell=cell)


def _braces(text: str, cell: str) -> Iterator[Finding]:
    """What the mail provider would try to understand: one that it cannot is an error, a typed variable a warning."""
    said = unescape(_TAG.sub("", text))
    typed = [tag[0] for tag in _LANGUAGE.finditer(said) if not _KNOWN.fullmatch(tag[0])]
    if any(brace in _LANGUAGE.sub("", said) for brace in _BRACES):
        yield Finding("error", "braces", cell=cell, values={"left": "{{", "right": "{%"})
    elif typed:
        yield Finding("warning", "typed_variable", cell=cell, values={"variable": typed[0][:40]})


_CHECKS: dict[str, Callable[[Block], Iterator[Finding]]] = {
    "title": _title,
    "text": _text,
    "picture": _picture,
    "button": _button,
    "columns": _columns,
    "quote": _text,
    blocks.FOREIGN: _foreign,
}
