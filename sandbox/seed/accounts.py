"""Accounts to sign in with (SANDBOX-1): one per kind of staff, all with the password `demo`."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sqlalchemy import Connection

from sandbox.clock import days_before, stored
from sandbox.datafiles import records
from sandbox.faces import portrait
from sandbox.folding import name_key
from sandbox.rows import blank_user
from sandbox.seed.bulk import write
from sandbox.seed.places import home_row, write_addresses
from sandbox.tables import role_assignments, users
from sandbox.tokens import hash_password

PASSWORD = "demo"
PASSWORD_HASH = hash_password(PASSWORD, "sandbox")
FIRST_HOME = 1_001


@dataclass(frozen=True)
class Account:
    """A demonstration account with the auth items it is given directly (permissions.yaml)."""

    email: str
    given_name: str
    family_name: str
    gender: int
    items: Sequence[str]


ACCOUNTS = records("accounts", Account)
COUNT = len(ACCOUNTS)


def fill(connection: Connection) -> None:
    """Write the accounts as the first users."""
    numbered = list(enumerate(ACCOUNTS, start=1))
    homes = [home_row(FIRST_HOME + number, Random(number)) for number, _ in numbered]
    write_addresses(connection, homes)
    write(connection, users, [_row(number, account) for number, account in numbered])
    roles = [{"user_id": number, "item": item} for number, account in numbered for item in account.items]
    write(connection, role_assignments, roles)


def _row(number: int, account: Account) -> dict[str, object]:
    joined = days_before(2200 - number)
    return blank_user() | {
        "id": number,
        "gender": account.gender,
        "email": account.email,
        "given_name": account.given_name,
        "family_name": account.family_name,
        "name_key": name_key(account.given_name, account.family_name),
        "telephone": f"06{number}0000000",
        "phone_validated": True,
        "birth_date": f"198{number}-0{number}-15",
        "home_address_id": FIRST_HOME + number,
        "created_date": stored(joined),
        "validated_date": stored(joined),
        "last_activity_date": stored(days_before(number)),
        "portrait": portrait(account.gender, None, number * 55),
        "password": PASSWORD_HASH,
    }
