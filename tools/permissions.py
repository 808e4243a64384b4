"""Make the files of permissions from one source, the API's description (tests/contract/upstream/permissions.yaml).

The application's file says which roles give which permission, for /rights; the sandbox's what each role brings. They
need the answers, not the description: YAML stays out of what runs. Run it again when that changes; a test compares.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path("tests", "contract", "upstream", "permissions.yaml")
APPLICATION = Path("admin_app", "data", "permissions.json")
SANDBOX = Path("sandbox", "data", "permissions.json")


def for_application(described: Mapping[str, Any]) -> dict[str, Any]:
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


def _brought_by(role: str, described: Mapping[str, Any]) -> list[str]:
    """Return what is granted by a role or one that it includes, with all that contains, as the description has it."""
    permissions = described["permissions"]
    among = {role, *described["roles"][role]["includes"]}
    waiting = [name for name, each in permissions.items() if among.intersection(each.get("granted_by", ()))]
    found = set()
    while waiting:
        found.add(name := waiting.pop())
        waiting.extend(each for each in permissions[name].get("contains", ()) if each not in found)
    return [name for name, each in permissions.items() if name in found and each.get("listed", True)]


def _brings(name: str, described: Mapping[str, Any]) -> bool:
    """Tell whether a permission brings others for every record: it is listed, and no rule limits it.

    Some rules are a yes in disguise.
    """
    found = described["permissions"].get(name)
    rule = found and found.get("rule")
    return found is not None and (rule is None or described["rules"][rule]["effect"] != "conditional")


def for_sandbox(described: Mapping[str, Any]) -> dict[str, Any]:
    """Return what each role brings, and what a permission contains, under which rule that limits it."""
    roles, permissions = described["roles"], described["permissions"]
    return {
        "roles": {
            name: {
                "id": role["id"],
                "includes": role["includes"],
                "may_grant": role.get("may_grant", []),
                "permissions": role["permissions"],
                "conditional": role.get("conditional", {}),
            }
            for name, role in roles.items()
        },
        "permissions": {name: _contents(name, described) for name in permissions},
    }


def _contents(name: str, described: Mapping[str, Any]) -> dict[str, Any]:
    entry = described["permissions"][name]
    kept = {"contains": entry["contains"]} if "contains" in entry else {}
    return kept if _brings(name, described) else kept | {"rule": entry["rule"]}


def files(root: Path = ROOT) -> dict[Path, str]:
    """Return each file of a tree as it should be: one role, one permission per line."""
    described = yaml.safe_load((root / SOURCE).read_text(encoding="utf-8"))
    for name, role in described["roles"].items():
        role["permissions"] = _brought_by(name, described)
    made = {APPLICATION: for_application(described), SANDBOX: for_sandbox(described)}
    return {root / path: _text(each) for path, each in made.items()}


def _text(made: Mapping[str, Any]) -> str:
    parts = [
        f'  "{part}": {{\n' + ",\n".join(f'    "{name}": {json.dumps(value)}' for name, value in made[part].items())
        for part in ("roles", "permissions")
    ]
    return "{\n" + "\n  },\n".join(parts) + "\n  }\n}\n"


def write(root: Path = ROOT) -> None:
    """Write both files."""
    for path, text in files(root).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
