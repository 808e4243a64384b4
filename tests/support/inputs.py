"""Inputs of any kind, for the tests of what a form reads and sends."""

from typing import Any

from admin_app.kit.declare.fields import Input

FIELDS = {
    "integer": "places",
    "date": "born",
    "day": "born",
    "date_time": "starts",
    "time": "opens",
    "multi_select": "tags",
    "switch": "open",
    "rich_text": "text",
    "address": "address",
}


def part(kind: str, **options: Any) -> Input:
    """An input of a kind, of the field that `FIELDS` names, or of `name`."""
    shape = next(each for each in (Input, *Input.__subclasses__()) if kind in each.kinds)
    return shape(FIELDS.get(kind, "name"), kind, **options)  # pyright: ignore[reportArgumentType]
