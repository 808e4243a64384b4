"""What a search-as-you-type proposes, and what to call the record behind a reference."""

import json
from collections import Counter
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import AccessDenied, ApiError
from admin_app.api.query import Query
from admin_app.kit.declare.fields import Target, text_of
from admin_app.kit.records.addresses import address_options

SHOWN = 10
"""Most proposals (FORM-13)."""
WHOLE = 500
"""Most records of a list that is offered whole."""
Options = list[dict[str, str]]
"""Each has a `value` for the input, a `label` to read and a `group` to tell kinds apart."""


async def records(api: Api, target: Target, text: str) -> Options:
    """The records that a text finds, each with its number where several have one name."""
    found = await named(api, target, text)
    times = Counter(each["label"] for each in found)
    return [
        each | {"label": f"{each['label']} · #{each['value']}"} if times[each["label"]] > 1 else each for each in found
    ]


async def named(api: Api, target: Target, text: str) -> Options:
    """The records that a text finds, as they are named; none where it says too little to be asked, which would be all
    of them."""
    filters = target.filters(text)
    if not filters:
        return []
    found = await api.list(target.endpoint, Query(1, SHOWN, filters=filters))
    return [{"value": text_of(each["id"]), "label": target.name(each), "group": ""} for each in found.items]


async def whole(api: Api | None, target: Target, chosen: str, label: str) -> Options:
    """Every record of a short list, with its `picture`; what is chosen stays, even where the list may not be read
    (no `api`)."""
    query = Query(1, WHOLE, (target.order, False)) if target.order else None
    try:
        items = (await api.list(target.endpoint, query)).items if api else []
    except AccessDenied:
        items = []
    offered = [each for each in items if text_of(each["id"]) == chosen or not target.offers or target.offers(each)]
    options = [_option(target, each) for each in offered]
    known = not chosen or any(each["value"] == chosen for each in options)
    return options if known else [*options, {"value": chosen, "label": label, "group": "", "picture": ""}]


def _option(target: Target, item: dict[str, Any]) -> dict[str, str]:
    picture = text_of(item.get(target.picture)) if target.picture else ""
    further = {"variant": text_of(item.get(target.variant))} if target.variant else {}
    return {"value": text_of(item["id"]), "label": target.name(item), "group": "", "picture": picture, **further}


async def addresses(api: Api, text: str) -> Options:
    """Addresses of the geocomplete, each whole as JSON (CALL-16)."""
    return address_options(await api.members("points", [("search", text)]))


async def places(api: Api, text: str) -> Options:
    """The same as places on a map: `lat`, `lgt` (upstream's spelling) and a name, as JSON."""
    return [{**each, "value": _place(json.loads(each["value"]), each["label"])} for each in await addresses(api, text)]


def _place(address: dict[str, Any], name: str) -> str:
    point = {"lat": float(address["latitude"]), "lgt": float(address["longitude"]), "name": name}
    return json.dumps(point, ensure_ascii=False, separators=(",", ":"))


async def name_of(api: Api, target: Target, record_id: str) -> str:
    """The name of a record; its number when it cannot be read."""
    try:
        return target.name(await api.get(target.endpoint, record_id)) or record_id
    except ApiError:
        return record_id
