"""What a beneficiary is: somebody who asks for solidary transport (solidary.yaml, SolidaryBeneficiary; BENEFICIARY-1).

The id is that of the "solidary user", not of the user behind (`user_id`). There is no creation: a record makes them.
"""

from dataclasses import replace
from typing import Annotated, Any

from admin_app.features.solidary.memberships import BENEFICIARY
from admin_app.features.solidary.people_list import STATUS
from admin_app.features.solidary.requests_of_person import REQUESTS
from admin_app.features.solidary.statuses import MEMBERSHIP_ICONS, MEMBERSHIP_LABELS, MEMBERSHIP_TONES, WAITING
from admin_app.kit import declare as d
from admin_app.kit.values import Address, Record
from admin_app.shared.people import person_search


def full_name(person: "Beneficiary") -> str:
    """Given and family name, the number of somebody without any."""
    return " ".join(name for name in (person.given_name, person.family_name) if name) or f"#{person.id}"


def _structures(person: "Beneficiary") -> str:
    return ", ".join(str(each.get("name") or "") for each in person.structures)


class Beneficiary(Record):
    """A beneficiary as the API sends one: lists leave out what comes after the structures."""

    given_name: Annotated[str | None, d.text(nullable=False)] = None
    family_name: Annotated[str | None, d.text(nullable=False)] = None
    telephone: Annotated[str | None, d.phone(nullable=False)] = None
    email: Annotated[str | None, d.email(nullable=False)] = None
    gender: Annotated[int | None, d.radio("users.gender", ("1", "2", "3"), nullable=False)] = None
    status: Annotated[str, d.choice(MEMBERSHIP_LABELS, MEMBERSHIP_TONES, icons=MEMBERSHIP_ICONS)] = ""
    """In the structure shown; worked out by the list (`memberships.standing`)."""
    structures: Annotated[list[dict[str, Any]], d.shown().computed(_structures)] = []
    user_id: int | None = None
    avatar: Annotated[str | None, d.picture()] = None
    birth_date: Annotated[str | None, d.date(past=True, nullable=False)] = None
    news_subscription: Annotated[bool | None, d.switch()] = None
    home_address: Annotated[Address | None, d.address(nullable=False, hint=True)] = None


BENEFICIARIES = d.Resource(
    key="beneficiaries",
    entity=BENEFICIARY.entity,
    route=BENEFICIARY.route,
    endpoint=BENEFICIARY.endpoint,
    model=Beneficiary,
    flag="solidary",
    may=d.May(list=BENEFICIARY.list, read=BENEFICIARY.read, update=BENEFICIARY.update),
    columns=d.columns(
        Beneficiary,
        *("id", "given_name", "family_name", "telephone", "email", "status", "structures"),
        main="family_name",
        hidden=("id", "structures"),
        sortable=("id", "given_name", "family_name", "email", "telephone"),
    ),
    filters=d.filters(
        Beneficiary,
        person_search.box(),
        more=(replace(STATUS, always=False),),
        kept=("given_name", "family_name", person_search.TELEPHONE, "email"),
    ),
    shortcuts=(d.Shortcut("candidates", {STATUS.param: WAITING}),),
    form=d.form(
        Beneficiary,
        d.section("identity", "given_name", "family_name", "gender", "birth_date"),
        d.section("contact", "telephone", "email", "news_subscription", "home_address"),
    ),
    show=d.show(
        Beneficiary,
        d.section("contact", "telephone", "email", "news_subscription", "home_address"),
        d.section("identity", "given_name", "family_name", "gender", "birth_date", "id", "user_id", side=True),
    ),
    facts=d.facts(Beneficiary, "email", "telephone", "home_address.address_locality", "id"),
    related=(REQUESTS,),
    who=d.Who(("given_name", "family_name"), second=("id",), person=True),
    called=full_name,
    pictures=("avatar",),
    default_sort="familyName",
    selectable=False,
    unknown_fails=True,
)
