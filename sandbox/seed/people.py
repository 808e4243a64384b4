"""Users of the demo data: names from Faker's French pools, one generator per user."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

from faker.providers.person.fr_FR import Provider as French
from sqlalchemy import Connection

from sandbox.clock import REFERENCE, days_before, stored
from sandbox.faces import portrait
from sandbox.folding import fold, name_key
from sandbox.rows import alert_rows, blank_user
from sandbox.seed.accounts import FIRST_HOME, PASSWORD_HASH
from sandbox.seed.ads import ads_of
from sandbox.seed.bulk import Batch, chunks, write_all
from sandbox.seed.hitchhikers import hitchhiker, proofs_of
from sandbox.seed.oddities import ODDITIES
from sandbox.seed.places import home_row, write_addresses
from sandbox.seed.solidary_people import Person, Span
from sandbox.tables import ad_territories, addresses, ads, alert_lines, identity_proofs, role_assignments, users

WOMEN = (*French.first_names_female, "Inès", "Aïcha", "Léa", "Manon", "Chloé", "Fatoumata", "Maëlys", "Yasmine")
MEN = (*French.first_names_male, "Mehdi", "Yanis", "Enzo", "Mathis", "Loïc", "Mamadou", "Théo", "Kévin", "Gaël")
FAMILIES = (*French.last_names, "Benali", "Nguyen", "Da Silva", "Diallo", "Le Goff", "N'Diaye", "L'Hermitte")
DOMAINS = ("example.org", "example.org", "example.org", "example.com", "example.net")
NATIONALITIES = (None, "Française", "Belge", "Luxembourgeoise", "Portugaise")
STAFF = {
    10: (("ROLE_ADMIN", None),),
    19: (
        ("ROLE_HITCHHIKING_ADMINISTRATOR", None),
        *((item, None) for item in ("access_admin", "user_list", "user_create", "user_read", "user_update")),
    ),
    20: (("ROLE_ADMIN", 3),),
    30: (("ROLE_ADMIN", 6), ("ROLE_EXPORTER", None)),
    40: (("ROLE_COMMUNITY_MANAGER_PUBLIC", None),),
    50: (("ROLE_SOLIDARY_OPERATOR", None),),
    60: (("ROLE_ADMIN", 57), ("ROLE_HITCHHIKING_MANAGER", None)),
    70: (("ROLE_COMMUNICATION_MANAGER", None),),
    80: (("ROLE_TERRITORY_CONSULTANT", 3),),
    90: (("ROLE_MASS_MATCH", None),),
}


def fill(connection: Connection, first: int, last: int, span: Span) -> None:
    """Write the users with ids from `first` to `last`; `span` tells who of them solidary transport knows."""
    for part in chunks(range(first, last + 1)):
        batch = Batch(list)
        for number in part:
            _add(batch, number, span.person(number))
        write_addresses(connection, batch.pop(addresses, []))
        write_all(connection, batch)


def _add(batch: Batch, number: int, person: Person | None) -> None:
    draw = Random(number * 7919 + 17)
    row = user_row(number, draw)
    home = home_row(FIRST_HOME + number, draw) if draw.random() < 0.93 else None
    if person:
        home = person.home(FIRST_HOME + number)
        row |= person.known_as(row)
    row["phone_validated"] = bool(row["telephone"]) and number % 4 > 0
    if number % 10 == 0:
        # They changed their number: what was sent by SMS no longer is.
        batch[alert_lines].extend(alert_rows(number, sms=False))
    if home:
        batch[addresses].append(home)
        row["home_address_id"] = home["id"]
    batch[users].append(row)
    batch[role_assignments].extend(_roles(number, person))
    batch[identity_proofs].extend(proofs_of(row, draw))
    for ad, territories in ads_of(number, home, draw):
        batch[ads].append(ad)
        batch[ad_territories].extend(territories)


def user_row(number: int, draw: Random) -> dict[str, Any]:
    """One user; a few have unusual names, to see how screens bear them."""
    row = blank_user()
    gender = draw.choices((1, 2, 3, 0), (49, 48, 2, 1))[0]
    given = draw.choice(MEN if gender == 2 else WOMEN)
    family = draw.choice(FAMILIES)
    if draw.random() < 0.04:
        family = f"{family}-{draw.choice(FAMILIES)}"
    row |= {"id": number, "gender": gender, "given_name": given, "family_name": family, "password": PASSWORD_HASH}
    row["email"] = _email(given, family, number, draw)
    row |= _contact(draw) | _habits(draw) | _dates(draw)
    if draw.random() < 0.1:
        hitchhiker(row, draw)
    row |= ODDITIES.get(number, {})
    row["name_key"] = name_key(row["given_name"], row["family_name"])
    if draw.random() < 0.4:
        row["portrait"] = portrait(row["gender"], row["birth_date"], draw.randrange(360))
    return row


def _email(given: str, family: str, number: int, draw: Random) -> str:
    local = f"{fold(given)}.{fold(family)}".replace("'", "").replace(" ", "")
    return f"{local}{number}@{draw.choice(DOMAINS)}"


def _contact(draw: Random) -> dict[str, Any]:
    phone = f"{draw.choice(('06', '06', '07'))}{draw.randrange(10**8):08d}" if draw.random() < 0.94 else None
    return {
        "telephone": phone,
        "phone_display": draw.choices((1, 2), (8, 2))[0],
        "status": draw.choices((1, 2), (97, 3))[0],
        "nationality": draw.choices(NATIONALITIES, (70, 25, 2, 2, 1))[0],
        "news_subscription": draw.choices((True, False, None), (55, 38, 7))[0],
    }


def _habits(draw: Random) -> dict[str, Any]:
    return {
        "smoke": draw.choices((0, 1, 2, None), (70, 15, 10, 5))[0],
        "music": draw.choices((True, False), (8, 2))[0],
        "chat": draw.choices((True, False), (7, 3))[0],
        "music_favorites": draw.choices((None, "Jazz", "Radio locale", "Rock des années 80"), (85, 5, 5, 5))[0],
        "chat_favorites": draw.choices((None, "Cinéma", "Jardinage", "Randonnée"), (85, 5, 5, 5))[0],
        "gamification": draw.choices((True, False, None), (7, 2, 1))[0],
        "gratuity": draw.choices((True, False, None), (7, 2, 1))[0],
        "referral": draw.choices((None, "Affiche", "Bouche-à-oreille"), (90, 5, 5))[0],
    }


def _dates(draw: Random) -> dict[str, Any]:
    # More people join every year: the square root piles dates up towards the present.
    joined = days_before(2190 * (1 - draw.random() ** 0.5) + draw.random())
    seen = joined + (REFERENCE - joined) * draw.random()
    age = max(15.2, min(92.0, draw.gauss(41, 15)))
    return {
        "created_date": stored(joined),
        "validated_date": stored(joined + timedelta(minutes=draw.randint(2, 4000))) if draw.random() < 0.92 else None,
        "last_activity_date": stored(seen) if draw.random() < 0.96 else None,
        "birth_date": days_before(age * 365.25).date().isoformat() if draw.random() < 0.95 else None,
        "imported_date": stored(joined) if draw.random() < 0.06 else None,
    }


def _roles(number: int, person: Person | None) -> Iterator[dict[str, Any]]:
    yield {"user_id": number, "item": "ROLE_USER_REGISTERED_FULL", "territory_id": None}
    for item, territory_id in STAFF.get(number, ()):
        yield {"user_id": number, "item": item, "territory_id": territory_id}
    for item in person.roles() if person else ():
        yield {"user_id": number, "item": item, "territory_id": None}
