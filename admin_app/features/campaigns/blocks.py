"""What a mail is made of: blocks, and the text of the API that holds them (CAMPAIGN-5, trap 17). Pure.

The server knows three types of elements: `title`, `text` and `image` (communities-campaigns.yaml,
CampaignBodyElement). A title, a text and a picture are kept as these; any other block is a `text` whose value is its
HTML, with what was typed beside it in keys of our own (`kind` and the rest), which the server keeps and does not read.
An element that none of our blocks is stays word for word what it is.
"""

import json
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from admin_app.features.campaigns import html as campaign_html
from admin_app.kit.declare.html import clean_html, whole_address

Kind = Literal["title", "text", "picture", "button", "divider", "columns", "quote", "footer", "foreign"]
KINDS: tuple[Kind, ...] = ("title", "text", "picture", "button", "divider", "columns", "quote", "footer")
"""The blocks that can be added."""
FOREIGN: Kind = "foreign"
"""An element written elsewhere that none of our blocks can show without changing it."""
COLOR, INK = "#1a56c4", "#ffffff"
"""A new button."""
ALIGNS = ("left", "center", "right")
WIDTHS = ("600", "400", "300", "200")
"""Pixels a picture may be wide."""
OWN: Mapping[Kind, tuple[str, ...]] = {
    "title": ("text",),
    "text": ("html",),
    "picture": ("alt", "href", "width", "image_id", "src", "weight", "ticket"),
    "button": ("label", "href", "color", "ink", "align"),
    "divider": (),
    "columns": ("left", "right"),
    "quote": ("html", "author"),
    "footer": ("reason", "unsubscribe", "mirror"),
    FOREIGN: (),
}
"""What each kind of block holds, as names of `Block`."""
_TYPED: Mapping[str, Kind] = {"title": "title", "text": "text", "image": "picture"}
_KEPT = ("type", "position", "value", "preview", "newSrc")
"""Keys that are written anew, or that must not be stored (CAMPAIGN-5)."""
_MADE = "made"
"""Says which HTML we made of a block: where it is no more that, somebody else has written it."""
_NAMES = {"image_id": "id"}
_MEANS_NOTHING = re.compile(
    r'\s(?:rel|target)="[^"]*"|(?<=\shref=")(?:https://|mailto:)|<img(?![^<>]*\ssrc[a-z]*+="[^"])[^<>]*+>'
)
_TEXTS = ("html", "left", "right")
"""What is HTML of the editor."""
_OF_PICTURE = ("src", "ticket", "weight")


@dataclass(frozen=True)
class Block:
    """One part of a mail; of its texts those of `OWN` count."""

    kind: Kind
    text: str = ""
    html: str = ""
    """Clean HTML with chips, as the editor has it."""
    left: str = ""
    right: str = ""
    author: str = ""
    label: str = ""
    href: str = ""
    color: str = COLOR
    ink: str = INK
    align: str = "center"
    alt: str = ""
    width: str = WIDTHS[0]
    image_id: str = ""
    """Of a picture that the API has."""
    src: str = ""
    weight: str = ""
    """Bytes of the picture as it was chosen."""
    ticket: str = ""
    """Where a picture waits that the API does not have yet (kit/transfer/tickets.py); never stored."""
    reason: str = ""
    """Why somebody gets the mail."""
    unsubscribe: str = ""
    mirror: str = ""
    extra: str = ""
    """JSON of what others wrote beside, or of the whole element of a foreign block."""

    @property
    def picture(self) -> dict[str, str]:
        """What is known of a picture, as the form holds it (kit/forms/image_input.py)."""
        held = {"id": self.image_id, **{name: getattr(self, name) for name in _OF_PICTURE}}
        return {name: text for name, text in held.items() if text}


# --- from the API ---------------------------------------------------------------------


def blocks_of(body: str | None) -> list[Block]:
    """The blocks of a stored body, in its order; a text that is no array of elements is one foreign text."""
    elements = elements_of(body)
    if elements is None:
        return [_foreign({"type": "text", "value": body or ""})]
    return [_block(each) for each in elements]


def first_picture(body: str) -> str:
    """The address of the first picture of a stored body, empty for none; blocks are not made for it."""
    sources = (_text(each.get("src")) for each in elements_of(body) or () if isinstance(each, dict))
    return next((source for source in sources if source), "")


def elements_of(body: str | None) -> list[Any] | None:
    """The elements of a stored body; None where it is no array of them."""
    try:
        elements = json.loads(body or "[]")
    except ValueError:
        return None
    return elements if isinstance(elements, list) else None


def _block(element: Any) -> Block:
    if not isinstance(element, dict):
        return _foreign(element)
    kind = _TYPED.get(str(element.get("type")))
    if kind == "text" and _MADE in element and element.get("kind") in KINDS:
        kind = element["kind"] if element[_MADE] == _print(_text(element.get("value"))) else FOREIGN
    if kind is None or kind == FOREIGN:
        return _foreign(element)
    block = _read(kind, element)
    return block if _same(block) else _foreign(element)


def _read(kind: Kind, element: Mapping[str, Any]) -> Block:
    held = {name: _text(element.get(_NAMES.get(name, name))) for name in OWN[kind] if name != "ticket"}
    made = _MADE in element
    if not made and kind in ("title", "text"):
        value = _text(element.get("value"))
        held = {"text": value} if kind == "title" else {"html": campaign_html.with_chips(value)}
    for name in _TEXTS:
        if name in held and (made or kind != "text"):
            held[name] = clean_html(held[name])
    ours = {*_KEPT, *_names(kind, made), *((_MADE, "kind") if made else ())}
    others = {key: value for key, value in element.items() if key not in ours}
    extra = json.dumps(others, ensure_ascii=False) if others else ""
    return Block(kind, extra=extra, **{name: text for name, text in held.items() if text})  # pyright: ignore


def _print(html: str) -> int:
    return zlib.crc32(html.encode())


def _same(block: Block) -> bool:
    """Whether nothing of an element is lost when our editor writes it: somebody else's table is not ours to mend."""
    if block.kind != "text":
        return True
    return _bare(clean_html(block.html)) == _bare(block.html)


def _bare(html: str) -> str:
    """HTML without what means nothing: spelling of empty tags, quotes, entities, the relation and scheme of links, and
    pictures that are nowhere."""
    text = _MEANS_NOTHING.sub("", html).replace("/>", ">")
    return re.sub(r"\s+|&nbsp;|\u00a0|;(?=\")", "", text).replace("&quot;", '"').replace("&#39;", "'")


def _foreign(element: Any) -> Block:
    return Block(FOREIGN, extra=json.dumps(element, ensure_ascii=False))


# --- to the API -----------------------------------------------------------------------


def block_of(values: Mapping[str, Any]) -> Block:
    """A block of the texts of one line of the editor; an unknown kind is a text, so that nothing typed is lost.

    An address without its scheme is completed, as those of texts and of other records are.
    """
    texts = {each.name: _text(values.get(each.name)) for each in fields(Block)[1:]}
    held = values.get("picture")
    if isinstance(held, Mapping):
        texts |= {"image_id": _text(held.get("id")), **{name: _text(held.get(name)) for name in _OF_PICTURE}}
    texts["href"] = whole_address(texts["href"].strip())
    kind = values.get("kind")
    return Block(kind if kind in OWN else "text", **{name: text for name, text in texts.items() if text})  # pyright: ignore


def body_of(blocks: Iterable[Block], *, frozen: bool = False) -> str:
    """The text of the API. `frozen` is how it goes to the mail provider: each block as HTML that says how it looks.

    While it is written titles, texts and pictures are what the API has them as. The server's template gives a picture a
    fixed English text, no link and its natural size, and says of no tag how it looks, so that each mail program does as
    it likes. So the first test is preceded by a save of the frozen body.
    """
    elements = [element(block, rank, frozen=frozen) for rank, block in enumerate(blocks)]
    return json.dumps(elements, ensure_ascii=False, separators=(",", ":"))


def frozen(body: str | None) -> str:
    """A stored body as it has to be when the first test is sent (`body_of`)."""
    return body_of(blocks_of(body), frozen=True)


def element(block: Block, position: int, *, frozen: bool = False) -> Any:
    """One element of the body."""
    others = _others(block)
    if block.kind == FOREIGN:
        return {**others, "position": position} if isinstance(others, dict) else others
    if block.kind == "title" and not frozen:
        return {**others, "type": "title", "position": position, "value": block.text}
    if block.kind == "text" and not frozen:
        return {**others, "type": "text", "position": position, "value": _html(block.html)}
    if block.kind == "picture" and not frozen:
        return {**others, "type": "image", "position": position, **_held(block)}
    value = value_of(block)
    ours = {"kind": block.kind, _MADE: _print(value)}
    return {**others, "type": "text", "position": position, "value": value, **ours, **_held(block)}


def value_of(block: Block) -> str:
    """The HTML of a block as its readers get it, that the server knows as a text."""
    inside = _inside(block)
    return campaign_html.row(inside) if inside else ""


def _inside(block: Block) -> str:
    match block.kind:
        case "title":
            return campaign_html.title(block.text)
        case "button":
            return campaign_html.button(
                block.label, block.href, _color(block.color, COLOR), _color(block.ink, INK), _align(block.align)
            )
        case "columns":
            return campaign_html.columns(_styled(block.left), _styled(block.right))
        case "quote":
            return campaign_html.quote(_styled(block.html), block.author)
        case "footer":
            return campaign_html.footer(block.reason, block.unsubscribe, block.mirror)
        case "picture":
            return campaign_html.picture(block.src, block.alt, block.href, width_of(block)) if block.src else ""
        case "divider":
            return campaign_html.divider()
        case _:
            return _styled(block.html)


def shown_on_page(block: Block) -> str:
    """The HTML of a block, safe in a page of ours: what was written elsewhere is cleaned, and sent as it is."""
    if block.kind != FOREIGN:
        return value_of(block)
    held = _others(block)
    held = held if isinstance(held, dict) else {}
    value = _text(held.get("value"))
    return campaign_html.row(campaign_html.title(value) if held.get("type") == "title" else clean_html(value))


def shown_by_server(block: Block) -> bool | None:
    """Whether the server shows an element written elsewhere; None where it cannot render a mail that has it."""
    held = _others(block)
    if not isinstance(held, dict) or "type" not in held:
        return None
    needed = {"title": "value", "text": "value", "image": "src"}.get(held["type"])
    return None if needed and needed not in held else bool(needed)


def width_of(block: Block) -> int:
    """Pixels a picture is wide."""
    return int(block.width if block.width in WIDTHS else WIDTHS[0])


def _others(block: Block) -> Any:
    try:
        return json.loads(block.extra or "{}")
    except ValueError:
        return {}


def _held(block: Block) -> dict[str, Any]:
    """What was typed, under the keys it is kept by; numbers as such."""
    texts = {name: getattr(block, name) for name in OWN[block.kind] if name != "ticket"}
    texts |= {name: clean_html(texts[name]) for name in _TEXTS if name in texts}
    numbers = ("image_id", "weight", "width")
    return {
        _NAMES.get(name, name): int(text) if name in numbers and text.isdigit() else text
        for name, text in texts.items()
        if text
    }


def _names(kind: Kind, made: bool) -> set[str]:
    """The keys of an element that hold what a block holds; a title and a text that are not frozen are their value."""
    return set() if kind in ("title", "text") and not made else {_NAMES.get(name, name) for name in OWN[kind]}


def _html(html: str) -> str:
    return campaign_html.with_variables(clean_html(html))


def _styled(html: str) -> str:
    """A text as readers get it."""
    return campaign_html.with_variables(campaign_html.styled(clean_html(html)))


def _color(text: str, default: str) -> str:
    return text if re.fullmatch(r"#[0-9a-fA-F]{6}", text) else default


def _align(text: str) -> str:
    return text if text in ALIGNS else ALIGNS[1]


def _text(value: Any) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)
