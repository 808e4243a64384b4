"""Predefined messages to drivers: those of the application, what fills them, how long they are. Pure.

`template_text` gives those of the application; those of a structure are in `file/structure_messages.py`. Variables are
written `{{driver}}`; one that nobody knows stays as it is, to be seen, and `unknown` finds it before it is kept.
"""

import datetime as dt
import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from babel.lists import format_list

from admin_app.features.solidary.drivers.journey import OUTWARD, RETURN, Asked
from admin_app.features.solidary.drivers.wording import WORDS
from admin_app.features.solidary.record import SolidaryRecord
from admin_app.features.solidary.week import DAYS, clock, day_names
from admin_app.kit.words import formats, phone_text
from admin_app.kit.words.catalogue import PLACEHOLDER, catalogue, message

CONFIRM = "confirm"
NAMES = ("ask", "again", CONFIRM, "change", "cancel", "thank")
"""The messages of the application, in the order they are wanted: `driver_messages.<name>.label` and `.text`."""
VARIABLES = ("driver", "beneficiary", "journey", "date", "time", "origin", "destination", "return", "signature")
SHORT = re.compile("[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,\\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]")
"""What a text message writes in seven bits (GSM 03.38, the default alphabet)."""
DOUBLE = frozenset("^{}\\[~]|€\f")
"""What takes two places of them."""
SEVEN_BITS, SIXTEEN_BITS = "GSM-7", "UCS-2"
ROOM = {SEVEN_BITS: (160, 153), SIXTEEN_BITS: (70, 67)}
"""How much one message holds, and each of several."""
_BRACES = re.compile(r"\{\{[^{}]{0,40}(\}\}?)?|\}\}")
PLAIN = str.maketrans({"\u00a0": " ", "\u202f": " ", "’": "'", "–": "-", "…": "..."})


@dataclass(frozen=True)
class Length:
    """How long a text is: its characters, the text messages it takes, and how they write it."""

    characters: int
    parts: int
    alphabet: str


def template_text(name: str, locale: str) -> str:
    """A predefined message of the application in a language, its variables unfilled; empty for a name of none."""
    return catalogue().text(f"driver_messages.{name}.text", locale, None) if name in NAMES else ""


def unknown(text: str) -> list[str]:
    """What stands between braces in a text and is no variable, as it was typed; braces left open, too."""
    rest = PLACEHOLDER.sub(lambda match: "" if match[1] in VARIABLES else match[0], text)
    return list(dict.fromkeys(match[0].strip() for match in _BRACES.finditer(rest)))


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with its variables filled; a line that held variables alone, all of them empty, goes.

    Its marks are those that a text message writes in seven bits: one curly apostrophe would halve what it holds.
    """

    def line(written: str) -> str | None:
        text_line = PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), written)
        return None if written.strip() and not text_line.strip() else re.sub(r" {2,}", " ", text_line)

    return "\n".join(each for each in map(line, text.split("\n")) if each is not None).strip().translate(PLAIN)


def variables(
    record: SolidaryRecord,
    ways: Mapping[str, Asked],
    driver: str,
    structure: Mapping[str, str],
    locale: str,
    *,
    drives_back: bool = False,
) -> dict[str, str]:
    """What fills a message about a record; a beneficiary is named by given name and initial, no more.

    `structure` is what is kept of the person's structure: its signature, else its name, and its telephone.
    Of a way back that they drive nobody says that it is asked for.
    """
    outward = ways[OUTWARD]
    back = _return(ways.get(RETURN), outward, record, locale, drives_back=drives_back)
    origin, destination = (each.name if each else "" for each in (outward.origin, outward.destination))
    journey = "driver_messages.journey_any" if record.destination_any else "driver_messages.journey"
    return {
        "driver": driver,
        "beneficiary": _short(record),
        "journey": message(journey, locale, origin=origin, destination=destination),
        "date": _date(outward, record, locale),
        "time": _time(outward, record, locale),
        "origin": origin,
        "destination": destination,
        "return": back,
        "signature": _signature(record, structure),
    }


def length(text: str) -> Length:
    """How long a text is as text messages."""
    text = text.replace("\r\n", "\n")
    if all(SHORT.fullmatch(each) or each in DOUBLE for each in text):
        alphabet, units = SEVEN_BITS, sum(2 if each in DOUBLE else 1 for each in text)
    else:
        alphabet, units = SIXTEEN_BITS, len(text.encode("utf-16-le")) // 2
    one, several = ROOM[alphabet]
    parts = 0 if not units else 1 if units <= one else math.ceil(units / several)
    return Length(len(text), parts, alphabet)


def _short(record: SolidaryRecord) -> str:
    initial = f" {record.family_name[0].upper()}." if record.family_name else ""
    return f"{record.given_name}{initial}".strip()


def _signature(record: SolidaryRecord, structure: Mapping[str, str]) -> str:
    """The structure's signature, and how to call it, where that is not said in it in any spelling."""
    name = structure.get("signature") or structure.get("name") or record.structure
    telephone = structure.get("telephone", "")
    number = re.sub(r"\D", "", telephone)[-9:]  # neither 0 nor +33
    said = len(number) == 9 and number in re.sub(r"\D", "", name)
    return "\n".join(each for each in (name, "" if said else phone_text(telephone)) if each)


def _date(asked: Asked, record: SolidaryRecord, locale: str) -> str:
    """The day, the window or the days of a week, as one says them."""
    first = _day(asked.first, locale)
    last = _day(asked.last, locale) if asked.last and asked.last != asked.first else ""
    if asked.regular:
        days = _week(asked.days, locale)
        return message("driver_messages.weekly", locale, days=days, first=first, last=last or first)
    if last:
        return message("driver_messages.window", locale, first=first, last=last)
    return message("driver_messages.on", locale, day=first) if first else ""


def _week(days: Collection[str], locale: str) -> str:
    """Days of the week, as one says them."""
    if set(DAYS) <= set(days):
        return message(f"{WORDS}.every_day", locale)
    return message("driver_messages.every", locale, days=format_list(day_names(days, locale), locale=locale))


def _day(day: dt.date | None, locale: str) -> str:
    return formats.spoken_date(day, locale, year=False) if day else ""


def _time(asked: Asked, record: SolidaryRecord, locale: str) -> str:
    """The hour wished for, as it was said; each day's own where they differ."""
    if asked.way == OUTWARD and record.part_of_day:
        first, last = record.outward_min_time, record.outward_max_time
        return message(f"driver_messages.part.{record.part_of_day}", locale, first=first, last=last)
    if asked.way == RETURN and record.hours_later:
        return message(f"driver_messages.later.{record.hours_later}", locale)
    hours = sorted({each.wish for each in asked.days.values()})
    if not hours:
        return ""
    if len(hours) == 1:
        return message("driver_messages.at", locale, time=clock(hours[0]))
    said = []
    for hour in hours:
        names = day_names([day for day, each in asked.days.items() if each.wish == hour], locale)
        days = format_list([message("driver_messages.on_day", locale, day=name) for name in names], locale=locale)
        said.append(message("driver_messages.at_on", locale, time=clock(hour), days=days))
    return ", ".join(said)


def _return(asked: Asked | None, outward: Asked, record: SolidaryRecord, locale: str, *, drives_back: bool) -> str:
    """The way back in one sentence, with its days where they are not those of the way there; empty for none asked."""
    if asked is None or not asked.days:
        return ""
    time = _time(asked, record, locale)
    there, back = (_week(way.days, locale) if way.regular else _date(way, record, locale) for way in (outward, asked))
    if there == back or len({each.wish for each in asked.days.values()}) > 1:
        back = ""
    name = "back_too" if drives_back else "back"
    return message(f"driver_messages.{name}", locale, when=", ".join(filter(None, (back, time))))
