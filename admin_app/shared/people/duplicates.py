"""When a person may have an account already: same e-mail, same telephone, same name and birth date (USER-18)."""

from collections.abc import Mapping
from typing import Any

from admin_app.api.query import Query
from admin_app.kit.declare import Duplicates, Likeness, columns
from admin_app.shared.people.person import Person
from admin_app.shared.people.similarity import phone_spellings, same_email, same_person, same_phone, search_word

ENDPOINT = "admin/users"
NAMESAKES = 200
"""Most people looked through for one name: the list has no filter on birth dates (users.yaml)."""
Texts = Mapping[str, str]
Item = Mapping[str, Any]
Asked = list[tuple[str, Query]]


def _by_email(texts: Texts) -> Asked:
    return [(f"{ENDPOINT}/email", Query(filters={"email": texts["email"]}))]


def _by_phone(texts: Texts) -> Asked:
    """The filter wants the number exact, and numbers are stored as people typed them."""
    return [(ENDPOINT, Query(1, NAMESAKES, filters={"telephone": phone_spellings(texts["telephone"])}))]


def _by_name(texts: Texts) -> Asked:
    """Both names as typed, then the one for the other."""
    given, family = search_word(texts["givenName"]), search_word(texts["familyName"])
    pairs = dict.fromkeys(((given, family), (family, given)))
    return [
        (ENDPOINT, Query(1, NAMESAKES, filters={"givenName": first, "familyName": last}))
        for first, last in pairs
        if first and last
    ]


def _same_person(texts: Texts, item: Item) -> bool:
    born, names = str(item.get("birthDate") or "")[:10], (item.get("givenName"), item.get("familyName"))
    return texts["birthDate"] == born and same_person(texts["givenName"], texts["familyName"], *names)


SAME_PERSON = Duplicates(
    route="/users",
    list="user_list",
    read="user_read",
    likenesses=(
        Likeness(
            "person", ("given_name", "family_name", "birth_date"), "users.likeness.person", _by_name, _same_person
        ),
        Likeness(
            "email",
            ("email",),
            "users.likeness.email",
            _by_email,
            lambda texts, item: same_email(texts["email"], item.get("email")),
            refused=True,
            taken="users.likeness.email_taken",
        ),
        Likeness(
            "telephone",
            ("telephone",),
            "users.likeness.telephone",
            _by_phone,
            lambda texts, item: same_phone(texts["telephone"], item.get("telephone")),
        ),
    ),
    # No more than tells two people apart: neither the address, nor the e-mail, nor the number.
    tells=columns(Person, "home_address.address_locality", "created_date"),
)
