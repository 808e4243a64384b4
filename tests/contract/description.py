"""The description of the upstream API (tests/contract/upstream), looked up by method and path."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

FOLDER = Path(__file__).parent / "upstream"
BASE = "https://contract.example.org/"
METHODS = ("get", "post", "put", "patch", "delete")
ANY_FILTER_OF = "list_users"
"""The parameters that "stand for any filter", sent flat, are those of this operation."""


@dataclass(frozen=True)
class Node:
    """A piece of the description and its address; references are followed on the way."""

    uri: str
    value: Any = field(compare=False)

    @cache  # noqa: B019 - as many as the description has, which stays
    def child(self, key: str | int) -> "Node":
        """What is under a key. KeyError when there is nothing."""
        part = str(key).replace("~", "~0").replace("/", "~1").replace("%", "%25")
        return Node(f"{self.uri}/{part}", self.value[key]).followed()

    def get(self, key: str) -> "Node | None":
        """What is under a key, if there is something."""
        return self.child(key) if key in self.value else None

    def children(self) -> "Iterator[tuple[Any, Node]]":
        """Every key or index with what is under it."""
        keys = self.value if isinstance(self.value, dict) else range(len(self.value))
        yield from ((key, self.child(key)) for key in keys)

    def followed(self) -> "Node":
        """What a reference leads to, the node itself when it is none."""
        ref = self.value.get("$ref") if isinstance(self.value, dict) else None
        if not isinstance(ref, str):
            return self
        uri = urljoin(self.uri, ref)
        return Node(uri, documents().resolver().lookup(uri).contents).followed()

    def faults(self, value: Any) -> Iterator[str]:
        """What this schema finds wrong with a value."""
        for error in _validator(self.uri).iter_errors(value):
            place = "".join(f"[{part!r}]" for part in error.absolute_path)
            yield f"{place} {error.message[:200]}".strip()


@dataclass(frozen=True)
class Operation:
    """One method of one path."""

    id: str
    method: str
    template: str
    pattern: "re.Pattern[str]"
    node: Node
    parameters: dict[tuple[str, str], Node] = field(compare=False)
    """Keyed by where (path, query) and name."""

    @property
    def absent(self) -> bool:
        """Whether the real server lacks it, so that a stand-in may answer as it likes."""
        return self.node.value.get("x-upstream") == "absent"

    @property
    def signed(self) -> bool:
        """Whether it needs a token."""
        return self.node.value.get("security") != []


@cache
def documents() -> "Registry[Any]":
    """The files of the description, by address."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    texts = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml")}
    resources = [(BASE + name, DRAFT202012.create_resource(yaml.load(text, loader))) for name, text in texts.items()]
    return Registry().with_resources(resources)


@cache
def _validator(uri: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": uri}, registry=documents(), format_checker=Draft202012Validator.FORMAT_CHECKER)


@cache
def operations() -> tuple[Operation, ...]:
    """Every operation, paths without parameters first: `admin/users/email` is no `admin/users/{id}`."""
    found = [operation for uri in documents() for operation in _of_document(Node(f"{uri}#", documents()[uri].contents))]
    return tuple(sorted(found, key=lambda operation: operation.template.count("{")))


def _of_document(document: Node) -> Iterator[Operation]:
    paths = document.get("paths")
    for template, item in paths.children() if paths else ():
        for method in METHODS:
            if method in item.value:
                yield _operation(template, method, item)


def _operation(template: str, method: str, item: Node) -> Operation:
    node = item.child(method)
    lists = [holder.child("parameters") for holder in (item, node) if "parameters" in holder.value]
    parameters = [parameter for each in lists for _, parameter in each.children()]
    return Operation(
        id=node.value["operationId"],
        method=method,
        template=template,
        pattern=re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template)),
        node=node,
        parameters={(each.value["in"], each.value["name"]): each for each in parameters},
    )


def operation_named(name: str) -> Operation:
    """The operation of an operationId."""
    return next(operation for operation in operations() if operation.id == name)
