"""How somebody is looked for by what a person typed: a name, an e-mail, a telephone, the number of a record (SEARCH-2).

One rule for the boxes above lists, the search over everything, whoever calls, and the inputs that point at people. What
each list of the API can be asked differs; what a text is taken for does not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from admin_app.kit.declare import Filter, Sought
from admin_app.kit.words import folded, folded_words, numbered, phones
from admin_app.shared.people.similarity import PARTICLES, phone_spellings, same_phone, search_word

KINDS = "people.sought"
"""Prefix of the names of what a text is taken for."""
DIGITS = 6
"""Digits from which on a text without letters is a telephone, unless a French one lacks some; fewer are the beginning
of one."""
QUOTE = "'"
"""It breaks `q` upstream (users.yaml, list_users)."""


@dataclass(frozen=True)
class Typed:
    """What was typed, as what it is."""

    text: str
    kind: str
    """`email`, `telephone`, `name`, `number` for that of a record (#42, n° 42), `incomplete` for too few digits."""

    @classmethod
    def of(cls, typed: object) -> "Typed":
        """An address has an @, a telephone has digits and no letter; anything else is a name."""
        text = " ".join(str(typed or "").replace("’", QUOTE).split())
        digits = sum(each.isdigit() for each in text)
        if "@" in text:
            return cls(text, "email")
        if number := numbered(text):
            return cls(f"#{number}", "number")
        if not digits or any(each.isalpha() for each in text):
            return cls(text, "name")
        return cls(text, "incomplete" if digits < DIGITS or phones.is_begun(text) else "telephone")

    @property
    def shown(self) -> str:
        """What was typed, as it is said back: a telephone as it is read."""
        return phones.phone_text(self.text) if self.kind in ("telephone", "incomplete") else self.text

    @property
    def spellings(self) -> list[str]:
        """The ways a telephone may be stored: lists of the API want it exact."""
        return phone_spellings(self.text)

    def fits(self, item: Mapping[str, Any]) -> bool:
        """Whether an item of the API is meant; what a list does not tell of it speaks for nobody."""
        if self.kind == "telephone":
            return same_phone(self.text, item.get("telephone"))
        if self.kind == "email":
            return self.text.casefold() in str(item.get("email") or "").casefold()
        if self.kind == "number":
            return str(item.get("id")) == self.text[1:]
        return self.kind == "name" and named(self.text, item.get("givenName"), item.get("familyName"))

    def sought(self, filters: Mapping[str, Any] | None) -> Sought:
        """What it is said to be, with what a list is asked; nothing can be asked for the beginning of a telephone."""
        return Sought(self.kind, self.shown, None if self.kind == "incomplete" else filters)


def named(text: str, given: str | None, family: str | None) -> bool:
    """Whether every word of a text begins a word of a name, in any order, or the text begins both names.

    Accents and case play no part, nor do the hyphens, apostrophes and spaces that part a name: `ndiaye` is N'Diaye.
    """
    words = folded_words(text)
    whole = f" {' '.join(folded_words(given) + folded_words(family))} "
    return all(f" {part}" in whole for part in words) or _begins(words, folded(given), folded(family))


def _begins(words: list[str], given: str, family: str) -> bool:
    """Whether words, parted in two wherever, begin one name and the other."""
    halves = [("".join(words[:at]), "".join(words[at:])) for at in range(len(words))]
    names = ((given, family), (family, given))
    return any(one.startswith(first) and other.startswith(rest) for first, rest in halves for one, other in names)


def of_users(text: str) -> Sought:
    """Of `admin/users`: its telephone takes several spellings at once, its `q` part of both names (users.yaml)."""
    typed = Typed.of(text)
    filters = {
        "email": lambda: {"email": typed.text},
        "telephone": lambda: {"telephone": typed.spellings},
        "number": lambda: {"id": typed.text[1:]},
        "name": lambda: _in_q(typed.text),
    }
    sought = typed.sought(filters[typed.kind]() if typed.kind in filters else None)
    if typed.kind != "name":
        return sought
    if _is_in_no_name(typed.text):
        return replace(sought, otherwise={"email": typed.text}, instead="email")
    return replace(sought, otherwise=_in_both_names(typed.text))


def filters_of_users(text: str) -> dict[str, Any]:
    """The same for who only asks: nothing where nothing can be asked."""
    return dict(of_users(text).filters or {})


def by_telephone(text: str) -> Sought:
    """A filter by a telephone alone, as old addresses have it."""
    return Sought("telephone", phones.phone_text(text), {"telephone": phone_spellings(text)})


def questions(typed: Typed, *, email: str = "email", telephone: str = "telephone") -> Iterator[dict[str, Any]]:
    """The questions that together find somebody where each filter takes one text, and names have no common one.

    What they find is more than what is meant: `Typed.fits` tells, but for what a list leaves out.
    """
    if typed.kind == "telephone":
        yield from ({telephone: each} for each in typed.spellings)
    elif typed.kind == "email":
        yield {email: typed.text}
    elif typed.kind == "number":
        yield {"id": typed.text[1:]}
    elif typed.kind == "name":
        word = search_word(typed.text) or typed.text
        yield from ({name: word} for name in ("familyName", "givenName"))


USERS = Filter("q", "person", "search", KINDS, always=True, seeks=of_users, example="people.example")
"""The box above lists of `admin/users`."""


def box(*, email: str = "email", telephone: str = "telephone") -> Filter:
    """The box above a list that takes each of these apart; the list asks `questions`, and looks who `fits`."""

    def seeks(text: str) -> Sought:
        typed = Typed.of(text)
        named = {"email": email, "number": "id", "name": "familyName"}
        asked = {telephone: typed.spellings} if typed.kind == "telephone" else {named.get(typed.kind, ""): typed.text}
        return typed.sought(asked)

    return replace(USERS, seeks=seeks)


TELEPHONE = Filter("telephone", "telephone", seeks=by_telephone)
"""The filter that this box stands for, in old addresses."""


def _is_in_no_name(text: str) -> bool:
    """Whether a word has a digit, a point or a sign, as a part of an e-mail has and next to no name."""
    return " " not in text and not text.replace("-", "").replace(QUOTE, "").isalpha()


def _in_both_names(text: str) -> dict[str, list[str]] | None:
    """Words that do not run on, which `q` does not find: a part of each name, whichever is which."""
    words = [word for word in text.split() if folded(word) not in PARTICLES]
    is_name = len(words) > 1 and all(word.replace("-", "").replace(QUOTE, "").isalpha() for word in words)
    return {"givenName": words, "familyName": words} if is_name else None


def _in_q(text: str) -> dict[str, str]:
    """Words with an apostrophe search the family name: in `q` they break the query (USER-4)."""
    tricky = " ".join(word for word in text.split() if QUOTE in word)
    plain = " ".join(word for word in text.split() if QUOTE not in word)
    return {name: value for name, value in (("familyName", tricky), ("q", plain)) if value}
