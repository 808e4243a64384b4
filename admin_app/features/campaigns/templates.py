"""What a new mail may start from: nothing, news, an event, a survey; filled from a real one if chosen. Pure."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from admin_app.features.campaigns.blocks import Block
from admin_app.kit.declare.html import clean_html
from admin_app.kit.words import LOCALES, formats
from admin_app.kit.words.catalogue import message

EMPTY, NEWS, EVENT, SURVEY = MODELS = ("empty", "news", "event", "survey")
INSTRUCTIONS = ("news_text", "event_text")
"""Texts of models that tell whoever writes what to say: no reader is to get one."""
SAMPLES = ("news_title", "event_title", "survey_title", "survey_text")
"""Those that may stay as they are."""
_BUTTON = {NEWS: "news_button", EVENT: "event_button", SURVEY: "survey_button"}


@dataclass(frozen=True)
class Start:
    """A mail to begin with."""

    subject: str
    blocks: tuple[Block, ...]


def start(model: str, locale: str, source: Mapping[str, Any] | None = None) -> Start:
    """The mail of a model; `source` is the event or the article of the API that fills it."""
    if model == EVENT and source:
        subject, blocks = _event(source, locale)
    elif model == NEWS and source:
        subject, blocks = _article(source, locale)
    elif model in _BUTTON:
        subject, blocks = "", _written(model, locale)
    else:
        subject, blocks = "", ()
    return Start(subject, (*blocks, _footer(locale)))


@functools.cache
def texts(names: tuple[str, ...]) -> tuple[str, ...]:
    """What these texts of models say, in every language, with plain spaces."""
    return tuple(" ".join(_say(name, locale).split()) for name in names for locale in LOCALES)


def _footer(locale: str) -> Block:
    """Why somebody gets this mail, and how to stop it: a mail has it unless it is taken out."""
    return Block(
        "footer",
        reason=_say("reason", locale),
        unsubscribe=_say("unsubscribe", locale),
        mirror=_say("mirror", locale),
    )


def _written(model: str, locale: str) -> tuple[Block, ...]:
    title, text = _say(f"{model}_title", locale), _say(f"{model}_text", locale)
    blocks = (Block("title", text=title), Block("text", html=_paragraph(text)), _button(model, "", locale))
    return (*blocks[:1], Block("picture"), *blocks[1:]) if model != SURVEY else blocks


def _event(event: Mapping[str, Any], locale: str) -> tuple[str, tuple[Block, ...]]:
    name = _text(event, "name")
    when = _when(event, locale)
    where = _place(event.get("address"))
    facts = " · ".join(each for each in (when, where) if each)
    about = clean_html(_text(event, "fullDescription")) or _paragraph(_text(event, "description"))
    picture = (Block("picture", src=_text(event, "image"), alt=name),) if event.get("image") else ()
    return name, (
        Block("title", text=name),
        *picture,
        Block("text", html=f"<p><strong>{escape(facts, quote=False)}</strong></p>{about}" if facts else about),
        _button(EVENT, _text(event, "url"), locale),
    )


def _article(article: Mapping[str, Any], locale: str) -> tuple[str, tuple[Block, ...]]:
    title = _text(article, "title")
    sections = sorted(article.get("sections") or (), key=lambda each: each.get("position") or 0)
    texts = tuple(Block("text", html=html) for each in sections if (html := _section(each)))
    return title, (Block("title", text=title), *texts, _button(NEWS, "", locale))


def _section(section: Mapping[str, Any]) -> str:
    title = _text(section, "title")
    paragraphs = sorted(section.get("paragraphs") or (), key=lambda each: each.get("position") or 0)
    text = "".join(clean_html(_text(each, "text")) for each in paragraphs if each.get("status") != 0)
    return f"<h2>{escape(title, quote=False)}</h2>{text}" if title and text else text


def _when(event: Mapping[str, Any], locale: str) -> str:
    """The days of an event, with its times where they count; wall clock, as it was typed (API-6)."""
    write = formats.date_time if event.get("useTime") else formats.date
    start, end = (write(_text(event, name), locale) for name in ("fromDate", "toDate"))
    return _say("from_to", locale, start=start, end=end) if end and end != start else start


def _place(address: Any) -> str:
    held = address if isinstance(address, Mapping) else {}
    return ", ".join(each for each in (_text(held, "streetAddress"), _text(held, "addressLocality")) if each)


def _button(model: str, href: str, locale: str) -> Block:
    return Block("button", label=_say(_BUTTON[model], locale), href=href)


def _paragraph(text: str) -> str:
    return f"<p>{escape(text, quote=False).replace(chr(10), '<br>')}</p>" if text else ""


def _text(held: Mapping[str, Any], name: str) -> str:
    value = held.get(name)
    return "" if value is None else str(value)


def _say(name: str, locale: str, **values: str) -> str:
    return message(f"campaigns.start.{name}", locale, **values)
