"""The addresses of a user as a table: the API gives the home alone (PEERS A2, upstream/users.yaml)."""

from typing import Any

from admin_app.kit.declare.fields import Column, project
from admin_app.values import Address

ADDRESS = (
    Column("home", "yes_no", main=True),
    Column("name"),
    Column("street_address"),
    Column("postal_code"),
    Column("address_locality"),
    Column("address_country"),
)


def addresses_of(user: dict[str, Any]) -> list[dict[str, str]]:
    """The home address as a row; none for who has none."""
    if not user.get("homeAddress"):
        return []
    home = Address.model_validate({"home": True, **user["homeAddress"]})
    return [{**project(home, ADDRESS), "_key": "home", "_href": ""}]
