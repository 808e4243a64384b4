"""The events of a community, behind a tab of its page: the list of events knows them by a filter (list_events)."""

from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.content.events import EVENTS
from admin_app.kit import declare as d

SHOWN = 100
"""Most events shown; the list of events has them all."""


async def _events(api: Api, record_id: str, shown: dict[str, str]) -> list[dict[str, Any]]:
    query = Query(1, SHOWN, ("fromDate", True), {"community.id": record_id})
    return (await api.list(EVENTS.endpoint, query)).items


EVENTS_OF = d.Related(
    "events",
    d.columns(EVENTS.model, "name", "from_date", "to_date", "address.address_locality", "status", main="name"),
    model=EVENTS.model,
    fetch=_events,
    permission=EVENTS.may.list,
    flag=EVENTS.flag,
    href=lambda event: f"{EVENTS.route}/show/{event.id}",
    opens=EVENTS.may.read,
)
