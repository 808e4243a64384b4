"""Telephone numbers: typed in, written for people, told apart. Pure.

Numbers without a country are French: ten digits, or a country code (FORM-8), written in pairs. Those of other
countries follow their own rules (phonenumbers); only their length is held against them, because ranges change.
"""

import re

from phonenumbers import (
    NumberParseException,
    PhoneNumber,
    PhoneNumberFormat,
    ValidationResult,
    format_number,
    is_possible_number_with_reason,
    parse,
)

HOME, HOME_CODE = "FR", 33
_DIALLED = re.compile(r"0[1-9]\d{8}", re.ASCII)
_NOISE = re.compile(r"[\s.\-()]")
_ABROAD = re.compile(r"(\+|00)\d+", re.ASCII)
_FROM_ABROAD = re.compile(rf"(?:\+|00){HOME_CODE}(?:0)?([1-9]\d{{8}})", re.ASCII)
"""A French number as it is dialled elsewhere; some keep the 0 in brackets."""

_BEGUN = re.compile(rf"0(?!0)\d{{0,8}}|(?:\+|00){HOME_CODE}0?\d{{0,8}}", re.ASCII)
"""The beginning of a French number: one of other countries may be as short."""


def bare(text: str) -> str:
    """A number without the spaces, dots, dashes and brackets people type; with its country code as +33612345678."""
    digits = _NOISE.sub("", text)
    if _ABROAD.fullmatch(digits) and (number := number_of(text)):
        return international(number)
    return digits


def is_number(text: str) -> bool:
    """Whether a person may have typed a telephone number."""
    digits = bare(text)
    return bool(_DIALLED.fullmatch(digits) or (_ABROAD.fullmatch(digits) and number_of(digits)))


def is_begun(text: str) -> bool:
    """Whether a French number was begun and lacks digits."""
    return bool(_BEGUN.fullmatch(_NOISE.sub("", text)))


def number_of(text: str | None) -> PhoneNumber | None:
    """The number a text stands for; None when no telephone has one of that length."""
    if not _NOISE.sub("", text or "").removeprefix("+").isascii():
        return None
    try:
        number = parse(text or "", HOME)
    except NumberParseException:
        return None
    return number if is_possible_number_with_reason(number) == ValidationResult.IS_POSSIBLE else None


def phone_text(value: str | None) -> str:
    """Write a number as it is read: 06 04 05 08 02, +33 6 04 05 08 02, +32 471 12 34 56; other texts as they are."""
    text = (value or "").strip()
    digits = _NOISE.sub("", text)
    if _DIALLED.fullmatch(digits):
        return " ".join(pairs(digits))
    number = number_of(text) if _ABROAD.fullmatch(digits) else None
    if number is None:
        return text
    if number.country_code == HOME_CODE:
        first, *rest = pairs(f"0{number.national_number}")
        return " ".join((f"+{HOME_CODE}", first[1:], *rest))
    return format_number(number, PhoneNumberFormat.INTERNATIONAL)


def at_home(value: str | None) -> str:
    """A number as it is dialled and read in France, where it is one of there: 06 04 05 08 02 for +33604050802 too."""
    found = _FROM_ABROAD.fullmatch(_NOISE.sub("", value or ""))
    return " ".join(pairs(f"0{found[1]}")) if found else phone_text(value)


def international(number: PhoneNumber) -> str:
    """A number as +33612345678."""
    return format_number(number, PhoneNumberFormat.E164)


def pairs(dialled: str) -> list[str]:
    """The digits of a French number two by two."""
    return re.findall("..", dialled)
