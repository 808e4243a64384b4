"""What people are called, from two words of which either may be missing."""

from collections.abc import Mapping
from typing import Any


def whole_name(*names: object) -> str:
    """Given and family name, as far as they are known."""
    return " ".join(str(name) for name in names if name)


def name_in(item: Mapping[str, Any]) -> str:
    """The same of somebody whom the API sends."""
    return whole_name(item.get("givenName"), item.get("familyName"))
