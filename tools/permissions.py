"""Make admin_app/data/permissions.json from the API's description: which roles give which permission.

The application needs the answers, not the description: YAML stays out of what runs.
Run it again when tests/contract/upstream/permissions.yaml changes; a test compares the two.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "contract" / "upstream" / "permissions.yaml"
MADE = ROOT / "admin_app" / "data" / "permissions.json"


def make(described: Mapping[str, Any]) -> dict[str, Any]:
    """Return the roles by name, and for each permission who has it: always, for some records, with another one."""
    roles = described["roles"]
    return {
        "roles": {name: role["id"] for name, role in roles.items()},
        "permissions": {name: _permission(name, described) for name in described["permissions"]},
    }


def _permission(name: str, described: Mapping[str, Any]) -> dict[str, Any]:
    given, limited = [], {}
    for role in described["roles"].values():
        rules = [rule for rule, names in role.get("conditional", {}).items() if name in names]
        for rule in rules:
            limited.setdefault(rule, []).append(role["id"])
        if name in role["permissions"] and not rules:
            given.append(role["id"])
    within = described["permissions"][name].get("contained_in", [])
    return {"roles": given, "limited": limited, "within": [each for each in within if _brings(each, described)]}


def _brings(name: str, described: Mapping[str, Any]) -> bool:
    """Tell whether a permission brings others for every record: it is listed, and no rule limits it.

    Some rules are a yes in disguise.
    """
    found = described["permissions"].get(name)
    rule = found and found.get("rule")
    return found is not None and (rule is None or described["rules"][rule]["effect"] != "conditional")


def text() -> str:
    """Return the file as it should be: one permission per line."""
    made = make(yaml.safe_load(SOURCE.read_text(encoding="utf-8")))
    parts = [
        f'  "{part}": {{\n' + ",\n".join(f'    "{name}": {json.dumps(value)}' for name, value in made[part].items())
        for part in ("roles", "permissions")
    ]
    return "{\n" + "\n  },\n".join(parts) + "\n  }\n}\n"


if __name__ == "__main__":
    MADE.parent.mkdir(exist_ok=True)
    MADE.write_text(text(), encoding="utf-8")
