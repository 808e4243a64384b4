"""Whether two people may be one: pure comparisons of names, telephone numbers and e-mail addresses.

They forgive what people forgive when they read: accents, case, hyphens, particles, the order of names, the way a number
is written. They never decide: a person looks at what was found.
"""

import re

from admin_app.kit.words import phones
from admin_app.kit.words.formats import folded, folded_words

PARTICLES = frozenset(
    {
        *("d", "da", "das", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du"),
        *("el", "l", "la", "las", "le", "les", "los", "ten", "ter", "van", "von", "zu"),
    }
)
"""Words of a family name that come and go."""
SHORTEST = 3
"""Letters of a name that tell something by itself."""
FRENCH = frozenset({phones.HOME_CODE, 262, 590, 594, 596})
"""Country codes of France and its departments overseas, whose numbers are dialled 0 and nine digits there."""


def told(name: str | None) -> list[str]:
    """The words that tell a name, without particles; all of them when there is nothing else."""
    found = folded_words(name)
    return [word for word in found if word not in PARTICLES] or found


def _spellings(name: str | None) -> set[str]:
    """One word of what a name may be written as: `Le Goff` is goff, legoff; double names go in either order."""
    return {folded(name), "".join(told(name)), "".join(sorted(told(name)))} - {""}


def same_name(one: str | None, other: str | None) -> bool:
    """Whether two family names, or two given names, are the same one."""
    return not _spellings(one).isdisjoint(_spellings(other))


def _part_of(one: str | None, other: str | None) -> bool:
    """Whether one is a double name the other is a part of: Dupont and Dupont-Martin."""
    few, many = sorted((set(told(one)), set(told(other))), key=len)
    return bool(few) and few <= many and any(len(word) >= SHORTEST for word in few)


def same_person(given: str | None, family: str | None, other_given: str | None, other_family: str | None) -> bool:
    """Whether given and family name are those of the other, be they swapped, or one of two family names left out."""
    straight = same_name(given, other_given) and (same_name(family, other_family) or _part_of(family, other_family))
    return straight or (same_name(given, other_family) and same_name(family, other_given))


def search_word(name: str | None) -> str:
    """A part of a name that every spelling of it holds, to be looked for where a text is contained.

    The longest word, without the particles that may be stuck to it: `Legoff` and `Le Goff` both hold goff.
    """
    return _loosened(max(told(name), key=len, default=""))


def _loosened(word: str) -> str:
    rests = (word.removeprefix(each) for each in PARTICLES if word.startswith(each))
    return min((word, *(_loosened(rest) for rest in rests if len(rest) >= SHORTEST)), key=len)


def phone_key(number: str | None) -> str:
    """A telephone number as its digits, a French one from 0: +33 6 12 34 56 78 and 0612345678 are the same."""
    if (known := phones.number_of(number)) is None:
        return re.sub(r"[^\d+]", "", number or "")
    # Those overseas are kept with their country's code, or as they are dialled there.
    dialled = f"0{known.national_number}"
    return dialled if known.country_code in FRENCH and len(dialled) == 10 else phones.international(known)


def same_phone(one: str | None, other: str | None) -> bool:
    """Whether two numbers ring the same telephone; an empty one rings none."""
    return len(phone_key(one)) >= 6 and phone_key(one) == phone_key(other)


def phone_spellings(number: str) -> list[str]:
    """The ways a number may be stored, for a search that wants it exact; the way it was typed comes first."""
    key = phone_key(number)
    if not re.fullmatch(r"0[1-9]\d{8}", key):
        abroad = [key, f"00{key[1:]}", phones.phone_text(key)] if key.startswith("+") else [key]
        return list(dict.fromkeys((number.strip(), *abroad)))
    pairs = phones.pairs(key)
    abroad = f"+33{key[1:]}"
    joined = [mark.join(pairs) for mark in ("", " ", ".", "-")]
    return list(dict.fromkeys((number.strip(), *joined, abroad, phones.phone_text(abroad), f"0033{key[1:]}")))


def same_email(one: str | None, other: str | None) -> bool:
    """Whether two addresses are one: case plays no part (users.yaml, find_user_by_email)."""
    return bool(one and one.strip()) and (one or "").strip().casefold() == (other or "").strip().casefold()
