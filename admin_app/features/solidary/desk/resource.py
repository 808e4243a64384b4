"""What a request is in the list of the desk: columns, filters, baskets (SOLIDARY-1, SOLIDARY-2)."""

import re
from typing import Annotated, Self
from urllib.parse import urlencode

from admin_app.features.solidary.desk.baskets import BASKETS, CLOSED, EVERY, TABS
from admin_app.features.solidary.desk.request_row import RequestRow
from admin_app.features.solidary.record import CREATE, ENDPOINT, LIST, READ, ROUTE, UPDATE
from admin_app.features.solidary.statuses import RECORD, RECORD_ICONS, RECORD_LABELS, RECORD_TONES
from admin_app.kit import declare as d
from admin_app.kit.values import Instant, Record
from admin_app.shared.people.names import whole_name

NUMBER = re.compile(r"[1-9]\d{0,6}", re.ASCII)
"""That of a request; a telephone is longer, or begins with a zero."""
LISTED = RECORD[:5]
"""The statuses of a list: a request that another replaced is in none."""


class Listed(Record):
    """A request as a row of the list."""

    status: Annotated[str, d.choice(RECORD_LABELS, RECORD_TONES, LISTED, RECORD_ICONS)] = ""
    subject: str = ""
    journey: Annotated[str, d.shown("journey")] = ""
    given_name: str = ""
    family_name: str = ""
    telephone: Annotated[str, d.phone()] = ""
    progression: Annotated[int, d.integer().computed(lambda row: f"{row.progression}\u00a0%")] = 0
    way: Annotated[str, d.shown("journey")] = ""
    """What a phone says below the name."""
    last_action: Annotated[str, d.choice("solidary_actions.name")] = ""
    last_action_date: Annotated[Instant, d.date()] = None
    from_date: Annotated[str | None, d.date()] = None

    @classmethod
    def of(cls, each: RequestRow) -> Self:
        """The row of a line."""
        return cls.model_validate({name: getattr(each, name) for name in cls.model_fields})


RECORDS = d.Resource(
    key="solidary_records",
    entity="solidary",
    route=ROUTE,
    endpoint=ENDPOINT,
    model=Listed,
    flag="solidary",
    may=d.May(LIST, CREATE, READ, UPDATE),
    columns=d.columns(
        Listed,
        *("id", "from_date", "subject", d.but("telephone", masked=False), "journey", "given_name", "family_name"),
        *("status", "last_action", "last_action_date", "progression", "way"),
        main="subject",
        # The day of the last action stands below it.
        hidden=("id", "progression", "last_action_date"),
        sortable=(
            *("id", "from_date", "subject", "given_name", "family_name", "status", "progression"),
            "last_action_date",
        ),
    ),
    filters=(
        *d.filters(Listed, d.Filter("q", "q"), "status"),
        d.Filter(
            *("scope", "scope", "choice", "solidary_records.scope", (CLOSED, EVERY)),
            example="solidary_records.baskets.all",
        ),
        d.Filter("subject", "subject"),
        d.Filter("commune", "commune"),
        d.Filter("telephone", "telephone"),
        *d.period("from_date", "travel"),
        d.Filter("basket", "basket", "choice", "solidary_records.basket", BASKETS, tabs=TABS),
    ),
    remarks=lambda filters: filters.get("basket", ""),
    who=d.Who(
        ("given_name", "family_name"), second=("id", "subject", "way"), person=True, beside=("from_date", "status")
    ),
    called=lambda row: whole_name(row.given_name, row.family_name),
    default_sort="fromDate",
    selectable=False,
    unknown_fails=True,
)


def searched(text: str) -> str:
    """The address of the list where a text is looked for among all requests."""
    return f"{ROUTE}?{urlencode({'scope': EVERY, 'q': text})}"
