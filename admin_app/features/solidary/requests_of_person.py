"""The requests of a person, found in the list: the API filters it by name alone (solidary.yaml, list_solidaries)."""

from typing import Annotated, Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary.desk.request_row import row_of
from admin_app.features.solidary.opening import OPENS
from admin_app.features.solidary.record import ENDPOINT, LIST, SHOW, Day, Row, plain
from admin_app.features.solidary.statuses import RECORD_ICONS, RECORD_LABELS, RECORD_TONES
from admin_app.kit import declare as d
from admin_app.kit.declare import text_of
from admin_app.kit.words.formats import said_number
from admin_app.shared.people.read_all import everybody


async def requests_of(api: Api, user_id: object, given_name: str, family_name: str) -> list[dict[str, Any]]:
    """The requests of a user, newest first, as `Row` reads them: found by name, told apart from namesakes by the user.

    Closed ones are among them; those that an edited copy replaced are in no list.
    """
    names = {"givenName": given_name, "familyName": family_name}
    requests = await everybody(api, ENDPOINT, Query(sort=("id", True), filters=names))
    return [each for each in map(plain, requests) if user_id and text_of(each.get("userId")) == text_of(user_id)]


async def _requests(api: Api, record_id: str, shown: dict[str, str]) -> list[dict[str, Any]]:
    """Each with its journey in words, as the desk says it."""
    found = await requests_of(api, *(shown.get(name, "") for name in ("userId", "givenName", "familyName")))
    return [{**each, "journey": row_of(each).journey} for each in found]


class Request(Row):
    """A request as the page of who asks shows it."""

    status: Annotated[int, d.choice(RECORD_LABELS, RECORD_TONES, icons=RECORD_ICONS)] = 0
    subject: Annotated[str, d.shown().computed(lambda row: f"{said_number(row.id)} {row.subject}".strip())] = ""
    journey: Annotated[str, d.shown("journey")] = ""
    from_date: Annotated[Day, d.date()] = ""


REQUESTS = d.Related(
    "requests",
    d.columns(Request, "subject", "journey", "from_date", "status", main="subject"),
    model=Request,
    fetch=_requests,
    permission=LIST,
    href=lambda request: f"{SHOW}/{request.id}",
    opens=OPENS,
)
