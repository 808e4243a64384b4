"""The addresses of a user as a table: the API gives the home alone (USER-13, users.yaml)."""

from typing import Any

from admin_app.kit.declare import columns, project
from admin_app.kit.values import Address

ADDRESS = columns(
    Address, *("home", "name", "street_address", "postal_code", "address_locality", "address_country"), main="home"
)


def addresses_of(user: dict[str, Any]) -> list[dict[str, str]]:
    """The home address as a row; none for who has none."""
    if not user.get("homeAddress"):
        return []
    home = Address.model_validate({"home": True, **user["homeAddress"]})
    return [{**project(home, ADDRESS), "_key": "home", "_href": ""}]
