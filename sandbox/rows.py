"""The shapes of rows that the seed and the server write alike; a bulk write needs the same keys in each."""

from typing import Any

from sandbox.folding import fold, name_key
from sandbox.geography import Commune
from sandbox.tables import users

DEFAULTS: dict[str, Any] = {
    "status": 1,
    "gender": 1,
    "news_subscription": True,
    "phone_display": 1,
    "identity_status": 0,
    "smoke": 0,
    "music": True,
    "chat": True,
    "gamification": True,
    "gratuity": True,
}
BLANK: dict[str, Any] = {column.name: DEFAULTS.get(column.name) for column in users.c}


def blank_user() -> dict[str, Any]:
    """A user with the server's defaults and nothing else (users.yaml, create_user)."""
    return dict(BLANK)


def keys_of(given: str | None, family: str | None, email: str) -> dict[str, Any]:
    """The folded texts of a user that lists search and sort by."""
    return {
        "given_name_key": fold(given),
        "family_name_key": fold(family),
        "name_key": name_key(given, family),
        "email_key": fold(email),
    }


MESSAGE, MAIL, SMS = 1, 2, 3
ACTIONS = {
    5: ("carpool_ask_accepted", (MAIL, SMS)),
    6: ("carpool_ask_refused", (MAIL, SMS)),
    12: ("communication_internal_message_received", (MESSAGE, MAIL, SMS)),
    30: ("community_new_member_accepted", (MAIL,)),
}
"""The notices users may set, by action id: their name and media. Nobody here has the application, so none is pushed."""


def alert_rows(user_id: int, *, sms: bool) -> list[dict[str, Any]]:
    """The lines of a person who had none: every notice by every medium, by SMS only where the number is validated."""
    each = [(action, medium) for action, (_, media) in ACTIONS.items() for medium in media]
    return [{"user_id": user_id, "action": a, "medium": m, "active": m != SMS or sms} for a, m in each]


def image_row(owner: str, owner_id: int, file_name: str, alt: str | None = None) -> dict[str, Any]:
    """A row of the images table: the one image of a record."""
    return {
        "owner": owner,
        "owner_id": owner_id,
        "position": 1,
        "name": file_name,
        "file_name": file_name,
        "original_name": file_name,
        "alt": alt,
        "mime_type": "image/svg+xml",
    }


def address_row(
    number: int,
    commune: Commune,
    latitude: float,
    longitude: float,
    street: str | None = None,
    house: str | None = None,
    name: str | None = None,
    home: bool | None = True,
) -> dict[str, Any]:
    """A row of the addresses table."""
    return {
        "id": number,
        "house_number": house,
        "street": street,
        "street_address": f"{house} {street}" if house else street,
        "postal_code": commune.postal_code,
        "address_locality": commune.name,
        "region": commune.region,
        "macro_region": commune.macro_region,
        "address_country": "France",
        "country_code": "FR",
        "latitude": f"{latitude:.6f}",
        "longitude": f"{longitude:.6f}",
        "name": name,
        "home": home,
    }
