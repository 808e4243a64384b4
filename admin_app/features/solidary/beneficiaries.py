"""Beneficiaries: who asks for solidary transport, where they are accepted, and what they gave to show it.

A list, a page with the diary of their requests, and a form; nobody is created or deleted here, since a record makes
them (BENEFICIARY-1). The id is that of the "solidary user", not of the user behind, `user_id` (solidary.yaml,
SolidaryBeneficiary).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import Invalid, Violation
from admin_app.api.query import Query
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.deciding_page import decision_dialog, eligibility_card
from admin_app.features.solidary.desk.request_row import town
from admin_app.features.solidary.eligibility.given_page import given_card
from admin_app.features.solidary.eligibility.person import PersonMixin
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.eligibility.uploading import REMOVAL, UploadingMixin
from admin_app.features.solidary.eligibility.uploading_page import proofs_button, proofs_dialog
from admin_app.features.solidary.latest_of_person import latest
from admin_app.features.solidary.memberships import Item
from admin_app.features.solidary.opening import OPENS
from admin_app.features.solidary.people_list import STATUS, PeopleListMixin, PersonFormMixin, full_name
from admin_app.features.solidary.person_rail import person_rail
from admin_app.features.solidary.proof_files import GIVE_PROOF
from admin_app.features.solidary.record import CREATE, SHOW, Comment, Entry, creation
from admin_app.features.solidary.record import LIST as REQUESTS_LIST
from admin_app.features.solidary.record import READ as REQUESTS_READ
from admin_app.features.solidary.requests_of_person import REQUESTS
from admin_app.features.solidary.roles import BENEFICIARY, VOLUNTEER, Role
from admin_app.features.solidary.statuses import (
    CANDIDATURE_LABELS,
    MEMBER,
    MEMBERSHIP_LABELS,
    MEMBERSHIP_TONES,
    WAITING,
)
from admin_app.features.users.resource import USERS
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, Menu, crud_screens
from admin_app.kit.declare import Input, Resource, project, text_of
from admin_app.kit.forms import Submission
from admin_app.kit.parts import Row, Tab, button_link, entry, place_map
from admin_app.kit.session import may, may_read
from admin_app.kit.shows import Rows, record_table
from admin_app.kit.values import Address, Instant, Picture, Record, years_old
from admin_app.kit.words.formats import said_number
from admin_app.kit.words.locale import language_of, say, t
from admin_app.shared.people import person_search


def _names(structures: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(str(each.get("name") or "") for each in structures)


def _structures(person: "Beneficiary") -> str:
    return _names(person.structures)


class Beneficiary(Record):
    """A beneficiary as the API sends one: lists leave out what comes after the structures."""

    given_name: Annotated[str | None, d.text(nullable=False)] = None
    family_name: Annotated[str | None, d.text(nullable=False)] = None
    telephone: Annotated[str | None, d.phone(nullable=False)] = None
    email: Annotated[str | None, d.email(nullable=False)] = None
    gender: Annotated[int | None, d.radio("users.gender", ("1", "2", "3"), nullable=False)] = None
    status: Annotated[str, d.choice(MEMBERSHIP_LABELS, MEMBERSHIP_TONES)] = ""
    """In the structure shown; worked out by the list (`memberships.standing`)."""
    structures: Annotated[list[dict[str, Any]], d.shown().computed(_structures)] = []
    user_id: Annotated[int | None, d.shown().computed(lambda person: text_of(person.user_id))] = None
    avatar: Annotated[Picture, d.picture()] = None
    age: Annotated[str, d.shown("age").computed(years_old)] = ""
    birth_date: Annotated[str | None, d.date(past=True, nullable=False)] = None
    news_subscription: Annotated[bool | None, d.switch(hint=True)] = None
    home_address: Annotated[Address | None, d.address(nullable=False, hint=True)] = None


BENEFICIARIES = d.Resource(
    key="beneficiaries",
    entity=BENEFICIARY.name,
    route=BENEFICIARY.route,
    endpoint=BENEFICIARY.endpoint,
    model=Beneficiary,
    flag="solidary",
    may=d.May(list=BENEFICIARY.list, read=BENEFICIARY.read, update=BENEFICIARY.update),
    columns=d.columns(
        Beneficiary,
        *("id", "given_name", "family_name", "status", "telephone", "email", "structures"),
        main="family_name",
        hidden=("id", "email"),
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
        d.section("identity", "given_name", "family_name", "gender", "birth_date", note=True),
        d.section("contact", "telephone", "email", "news_subscription", "home_address", note=True),
    ),
    show=d.show(
        Beneficiary,
        d.section(
            "identity",
            *("given_name", "family_name", "telephone", "email", "news_subscription"),
            *("gender", "birth_date", "id", "user_id"),
            side=True,
        ),
        d.section("home", "home_address", map="home_address", side=True),
    ),
    badges=d.badges(Beneficiary, d.but("status", choices=CANDIDATURE_LABELS)),
    facts=d.facts(Beneficiary, "age", "home_address.address_locality", "telephone", "email"),
    related=(REQUESTS,),
    who=d.Who(
        ("given_name", "family_name"),
        second=("telephone", "structures"),
        person=True,
        beside=("status", "telephone", "structures"),
    ),
    called=full_name,
    pictures=("avatar",),
    default_sort="familyName",
    selectable=False,
    unknown_fails=True,
)


# --- the diary: what was done about their requests, newest first (BeneficiaryDiaryEntry) ------

MOST_ENTRIES = 200
"""Most entries shown."""


def _request(entry: "DiaryEntry") -> str:
    towns = [town(place) for place in (entry.origin, entry.destination)]
    way = " → ".join(towns) if all(towns) else ""
    return " ".join(part for part in (said_number(entry.solidary) if entry.solidary else "", way) if part)


class DiaryEntry(Entry):
    """An entry with the request it is about."""

    date: Annotated[Instant, d.date_time()] = None
    action: Annotated[str, d.choice("solidary_actions.name")] = ""
    author_given_name: Annotated[str, d.shown().computed(lambda entry: entry.author)] = ""
    comment: Annotated[Comment, d.shown("long_text")] = ""
    solidary: Annotated[int | None, d.shown().computed(_request)] = None
    origin: dict[str, Any] | None = None
    destination: dict[str, Any] | None = None


DIARY = d.columns(DiaryEntry, "date", "action", "author_given_name", "solidary", "comment", main="solidary")


def diary_rows(item: Item) -> Rows:
    """The entries of a beneficiary as rows; each leads to its request."""
    entries = [DiaryEntry.model_validate(each) for each in (item.get("diaries") or [])[:MOST_ENTRIES]]
    return [_row(str(place), each) for place, each in enumerate(entries)]


def _row(key: str, entry: DiaryEntry) -> dict[str, str]:
    href = f"{SHOW}/{text_of(entry.solidary)}" if entry.solidary else ""
    return {**project(entry, DIARY), "_key": key, "_href": href}


def diary_tab(state: Any) -> Tab:
    """The diary, with the number of its entries."""
    count = rx.cond(state.shown.length() > 0, state.diary_total.to_string(), "")
    return Tab("diary", t("beneficiaries.diary.title"), (_diary(state),), count)


def _diary(state: Any) -> rx.Component:
    heads = {column.field: t(f"beneficiaries.diary.{column.field}") for column in DIARY}
    table = record_table(DIARY, state.diary, heads, "tab-diary", linked=OPENS)
    more = rx.el.p(t("beneficiaries.diary.cut", shown=MOST_ENTRIES, total=state.diary_total), class_name="hint")
    return rx.el.div(
        rx.cond(
            state.diary.length() > 0,
            rx.fragment(table, rx.cond(state.diary_total > MOST_ENTRIES, more)),
            rx.el.p(t("beneficiaries.diary.none"), class_name="quiet"),
        ),
        class_name="card diary",
        data_testid="diary",
    )


# --- the screens ------------------------------------------------------------------------------

HOME = "homeAddress"
NOT_READ = ("name", "home", "street")
"""Parts of an address that are none of a home's."""
KEPT = ("givenName", "familyName", "telephone", "email", "gender", "birthDate", HOME)
"""What the API does not empty: a null is passed over (update_solidary_beneficiary)."""


class BeneficiaryList(PeopleListMixin, rx.State):
    """The list of beneficiaries of the current structure."""

    resource: ClassVar[Resource] = BENEFICIARIES

    _current: str = ""
    """The structure that the person works for now, which nobody has to be told of."""

    async def _structure_shown(self) -> str:
        self._current = (await self.get_state(CurrentStructure)).structure
        return await super()._structure_shown()

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """A row with the names of its other structures."""
        others = [each for each in item.get("structures") or () if text_of(each.get("id")) != self._current]
        return {**super()._row(item), "_others": _names(others)}


def _others(row: Row) -> rx.Component:
    """The structures of somebody beside the current one; all of them for who works for none."""
    names = row["_others"]
    told = rx.cond(CurrentStructure.structure != "", t("beneficiaries.others", names=names), names)
    return rx.cond(names != "", rx.el.span(told))


class BeneficiaryShow(UploadingMixin, PersonMixin, rx.State):
    """One beneficiary."""

    resource: ClassVar[Resource] = BENEFICIARIES
    role: ClassVar[Role] = BENEFICIARY

    diary: Rows = []
    diary_total: int = 0

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        await super()._take(api, item)
        self.diary, self.diary_total = diary_rows(item), len(item.get("diaries") or [])

    def _clear(self) -> None:
        super()._clear()
        self.diary, self.diary_total = [], 0


class BeneficiaryForm(PersonFormMixin, rx.State):
    """Who a beneficiary is: written on the user behind, each value that differs."""

    resource: ClassVar[Resource] = BENEFICIARIES

    _user_id: str = ""
    _housed: bool = False
    """Whether the person has a home address: the API changes one, and adds none."""

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        self._user_id = text_of((item or {}).get("userId"))
        self._housed = bool((item or {}).get(HOME))
        await super()._fill(api, item)

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        """With the keys of a home that the API reads (solidary.yaml, AddressInput)."""
        home = body.get(HOME)
        if not home:
            return body
        read = {name: value for name, value in home.items() if name not in NOT_READ}
        return {**body, HOME: {**read, "streetAddress": home.get("streetAddress") or home.get("street")}}

    def _parts(self) -> list[Input]:
        return [part for part in super()._parts() if self._housed or part.name != HOME]

    def _problems(self, sent: Submission) -> dict[str, str]:
        """What was there cannot be emptied, and a birth is not to come."""
        emptied = [
            name for name in KEPT if self._base.body.get(name) is not None and not sent.values.get(name, "").strip()
        ]
        problems = {name: "beneficiaries.wrong.emptied" for name in emptied if name in sent.body}
        return {**super()._problems(sent), **problems}

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """A new e-mail must be nobody's: the server does not look, and fails (update_solidary_beneficiary)."""
        email = text_of(body.get("email"))
        if email and email.casefold() != text_of(self._base.body.get("email")).casefold():
            owners = await api.list(f"{USERS.endpoint}/email", Query(filters={"email": email}))
            if any(text_of(each.get("id")) != self._user_id for each in owners.items):
                message = say("beneficiaries.wrong.email_taken", await language_of(self))
                raise Invalid(violations=(Violation("email", message),))
        return body


def _user_link(user: rx.Var[str], tone: str = "plain", symbol: str = "user") -> rx.Component:
    """The way to the user behind, for whoever may read users."""
    there = f"{USERS.route}/show/{user}"
    opened = button_link(t("beneficiaries.user"), "open-user", there, symbol=symbol, tone=tone)
    return rx.cond(may_read(USERS.may.read) & (user != ""), opened)


def _new_request() -> rx.Component:
    """A request for the person, for whoever may create one and read who they are."""
    user = entry(BeneficiaryShow.shown, "userId")
    accepted = entry(BeneficiaryShow.shown, STATUS.param) == MEMBER
    tone = rx.cond(accepted, "primary", "plain")  # a candidature is decided upon first
    create = button_link(t("solidary_records.create"), "new-request", creation(user), symbol="plus", tone=tone)
    return rx.cond(may(CREATE) & may_read(USERS.may.read) & (user != ""), create)


def _about() -> rx.Component:
    """Who is edited: how they stand and where, where they live, and the account behind."""
    person = BeneficiaryForm.person
    told = ("status", "structures")
    account = rx.el.div(_user_link(person["userId"], "link", ""), class_name="elsewhere")
    spot = [entry(person, f"{HOME}.{axis}") for axis in ("latitude", "longitude", "addressLocality")]
    home = place_map(*spot[:2], town=spot[2])
    return person_rail(BENEFICIARIES, t("beneficiaries.show"), person, told, account, home)


def _add_proofs() -> rx.Component:
    """The way to send proofs to the structure whose proofs are shown."""
    state = BeneficiaryShow
    return rx.cond(
        state.given_id != "", proofs_button(state, state.shown_id, state.given_id, entry(state.shown, "givenName"))
    )


SCREENS = crud_screens(
    BeneficiaryList,
    BeneficiaryShow,
    BeneficiaryForm,
    Menu(20, "heart-handshake", "solidary", BENEFICIARIES.may.to_see()),
    Extras(
        list_cells={"structures": _others},
        show=Beside(
            actions=(_new_request(),),
            more=(_user_link(entry(BeneficiaryShow.shown, "userId")),),
            lead=(latest(BeneficiaryShow, DIARY), given_card(BeneficiaryShow, _add_proofs())),
            aside=(eligibility_card(BeneficiaryShow),),
            tabs=(diary_tab(BeneficiaryShow),),
            below=(decision_dialog(BeneficiaryShow), proofs_dialog(BeneficiaryShow)),
        ),
        form_aside=(_about(),),
        also=(
            *(REQUESTS_LIST, REQUESTS_READ, CREATE, USERS.may.read or "", VOLUNTEER.list),
            *(GIVE_PROOF, REMOVAL, STRUCTURE_READ),
        ),
    ),
)
