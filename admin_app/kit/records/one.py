"""Reading one record of a resource."""

from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import NotFound, ServerError
from admin_app.api.query import Query
from admin_app.kit.declare.resource import Resource


async def fetch(api: Api, resource: Resource, record_id: str) -> dict[str, Any]:
    """One record. NotFound too where an unknown id makes the API fail, as long as its list can be read."""
    try:
        return await api.get(resource.endpoint, record_id)
    except ServerError:
        if not resource.unknown_fails:
            raise
        await api.list(resource.endpoint, Query(page=1, per_page=1))
        raise NotFound from None
