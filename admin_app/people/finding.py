"""How somebody is searched for by what a person typed: an e-mail, a telephone, a number or a name (SEARCH-2)."""

from collections.abc import Mapping
from typing import Any

from admin_app.kit.words.phones import is_number
from admin_app.people.likeness import phone_key, phone_spellings


def of_users(text: str) -> Mapping[str, Any]:
    """The filters of `admin/users`: its telephone takes several spellings at once."""
    if "@" in text:
        return {"email": text}
    if is_number(text):
        return {"telephone[]": phone_spellings(text)}
    # An apostrophe breaks `q` upstream (users.yaml).
    return {"familyName" if "'" in text else "q": text}


def of_people(text: str) -> Mapping[str, Any]:
    """The filters of lists that take one spelling and the two names apart: `Odette Martin`, or the family name."""
    if "@" in text:
        return {"email": text}
    if is_number(text):
        return {"telephone": phone_key(text)}
    given, _, family = text.rpartition(" ")
    return {"givenName": given, "familyName": family}
