"""Reading one record of a resource."""

from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import MalformedAnswer, NotFound, ServerError
from admin_app.api.query import Query
from admin_app.kit.declare.fields import text_of
from admin_app.kit.declare.resource import Resource


async def fetch(api: Api, resource: Resource, record_id: str) -> dict[str, Any]:
    """One record. NotFound too where an unknown id makes the API fail, as long as its list can be read.

    MalformedAnswer for anything but this record: a list, one without an id, another one. A form would save into it.
    """
    try:
        item = await api.get(resource.endpoint, record_id)
        if text_of(item.get("id")) != record_id.lstrip("0"):
            raise MalformedAnswer(cause="another record")
        return item
    except ServerError:
        if not resource.unknown_fails:
            raise
        await api.list(resource.endpoint, Query(page=1, per_page=1))
        raise NotFound from None
