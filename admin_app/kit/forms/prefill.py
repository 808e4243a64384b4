"""What stands beside the inputs of a form when it opens: names of references, lists that are offered whole."""

from collections.abc import Collection, Iterable
from typing import Any

from admin_app.api.client import Api
from admin_app.kit.declare.fields import Input, ReferenceInput, read, text_of
from admin_app.kit.forms.submission import Texts
from admin_app.kit.records import autocomplete


async def labels(
    api: Api, parts: Iterable[Input], values: Texts, record: Any, permissions: Collection[str]
) -> dict[str, str]:
    """What to call the values of references and addresses, by input name."""
    return {
        part.name: await _label(api, part, values.get(part.name, ""), record, permissions)
        for part in parts
        if part.kind in ("address", "reference")
    }


async def _label(api: Api, part: Input, chosen: str, record: Any, permissions: Collection[str]) -> str:
    if not isinstance(part, ReferenceInput):
        address = getattr(record, part.field, None)
        return address.display if address else ""
    if part.named and (name := text_of(read(record, part.named))):
        return name
    known = chosen and part.target and part.target.readable(permissions)
    return await autocomplete.name_of(api, part.target, chosen) if known else chosen


async def choices(
    api: Api, parts: Iterable[Input], values: Texts, record: Any, permissions: Collection[str]
) -> dict[str, autocomplete.Options]:
    """The choices of the inputs whose list is short enough to be offered whole, by input name."""
    found: dict[str, autocomplete.Options] = {}
    for part in parts:
        if isinstance(part, ReferenceInput) and part.fetched and part.target:
            chosen = values.get(part.name, "")
            label = text_of(read(record, part.named)) or chosen
            readable = part.target.readable(permissions)
            found[part.name] = await autocomplete.whole(api if readable else None, part.target, chosen, label)
    return found
