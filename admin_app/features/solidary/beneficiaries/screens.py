"""The three screens of beneficiaries: a list, a page and a form; nobody is created or deleted here (BENEFICIARY-1)."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import Invalid, Violation
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.beneficiaries.diary import diary_tab, rows
from admin_app.features.solidary.beneficiaries.resource import BENEFICIARIES
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.deciding_page import decision_dialog, eligibility_card
from admin_app.features.solidary.eligibility.given_page import given_card
from admin_app.features.solidary.eligibility.person import PersonMixin
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ
from admin_app.features.solidary.eligibility.uploading import PERMISSION, REMOVAL, UploadingMixin
from admin_app.features.solidary.eligibility.uploading_page import proofs_button, proofs_dialog
from admin_app.features.solidary.memberships import BENEFICIARY, VOLUNTEER, Role
from admin_app.features.solidary.people_list import PeopleListMixin
from admin_app.features.solidary.requests_of_person import LIST as REQUESTS_LIST
from admin_app.features.solidary.requests_of_person import READ as REQUESTS_READ
from admin_app.features.users.resource import USERS
from admin_app.kit.crud import Beside, Extras, FormMixin, Menu, crud_screens
from admin_app.kit.declare import Input, Resource, text_of
from admin_app.kit.forms import Step, Submission
from admin_app.kit.parts import button_link, entry
from admin_app.kit.session import may_read
from admin_app.kit.shows import Rows
from admin_app.kit.words.locale import language_of, say, t

HOME = "homeAddress"
NOT_READ = ("name", "home", "street")
"""Parts of an address that are none of a home's."""
KEPT = ("givenName", "familyName", "telephone", "email", "gender", "birthDate", HOME)
"""What the API does not empty: a null is passed over (update_solidary_beneficiary)."""


class BeneficiaryList(PeopleListMixin, rx.State):
    """The list of beneficiaries of the current structure."""

    resource: ClassVar[Resource] = BENEFICIARIES


class BeneficiaryShow(UploadingMixin, PersonMixin, rx.State):
    """One beneficiary."""

    resource: ClassVar[Resource] = BENEFICIARIES
    role: ClassVar[Role] = BENEFICIARY

    diary: Rows = []
    diary_total: int = 0

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        await super()._take(api, item)
        self.diary, self.diary_total = rows(item), len(item.get("diaries") or [])

    def _clear(self) -> None:
        super()._clear()
        self.diary, self.diary_total = [], 0


class BeneficiaryForm(FormMixin, rx.State):
    """Who a beneficiary is: written on the user behind, each value that differs."""

    resource: ClassVar[Resource] = BENEFICIARIES

    _user_id: str = ""
    _housed: bool = False
    """Whether the person has a home address: the API changes one, and adds none."""

    async def _open(self, api: Api) -> None:
        """The structure stays as it is while somebody is edited (SHELL-3)."""
        (await self.get_state(CurrentStructure)).editing = True
        await super()._open(api)

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        self._user_id = text_of((item or {}).get("userId"))
        self._housed = bool((item or {}).get(HOME))
        await super()._fill(api, item)

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        return _housed(body)

    def _parts(self) -> list[Input]:
        return [part for part in super()._parts() if self._housed or part.name != HOME]

    def _problems(self, sent: Submission) -> dict[str, str]:
        """What was there cannot be emptied, and a birth is not to come."""
        emptied = [
            name for name in KEPT if self._before.get(name) is not None and not sent.values.get(name, "").strip()
        ]
        problems = {name: "beneficiaries.wrong.emptied" for name in emptied if name in sent.body}
        return {**super()._problems(sent), **problems}

    async def _save(self, api: Api, sent: Submission) -> Step:
        """Send it; an answer that is lost has changed the list as well."""
        try:
            return await super()._save(api, sent)
        finally:
            list_cache.forget(api)

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """A new e-mail must be nobody's: the server does not look, and fails (update_solidary_beneficiary)."""
        email = text_of(body.get("email"))
        if email and email.casefold() != text_of(self._before.get("email")).casefold():
            owners = await api.list(f"{USERS.endpoint}/email", Query(filters={"email": email}))
            if any(text_of(each.get("id")) != self._user_id for each in owners.items):
                message = say("beneficiaries.wrong.email_taken", await language_of(self))
                raise Invalid(violations=(Violation("email", message),))
        return body


def _housed(body: dict[str, Any]) -> dict[str, Any]:
    """A body whose home has the keys that the API reads of one (solidary.yaml, AddressInput)."""
    home = body.get(HOME)
    if not home:
        return body
    street = home.get("streetAddress") or home.get("street")
    read = {name: value for name, value in home.items() if name not in NOT_READ}
    return {**body, HOME: {**read, "streetAddress": street}}


def _user_link() -> rx.Component:
    """The way to the user behind, for whoever may read users."""
    user = entry(BeneficiaryShow.shown, "userId")
    opened = button_link(t("beneficiaries.user"), "open-user", f"{USERS.route}/show/{user}", symbol="user")
    return rx.cond(may_read(USERS.may.read) & (user != ""), opened)


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
    Menu(20, "hand-heart", "solidary", BENEFICIARIES.may.to_see()),
    Extras(
        show=Beside(
            more=(_user_link(),),
            main=(given_card(BeneficiaryShow, _add_proofs()),),
            aside=(
                eligibility_card(BeneficiaryShow, BENEFICIARY, BeneficiaryShow.shown_id, BeneficiaryShow.eligibility),
            ),
            tabs=(diary_tab(BeneficiaryShow),),
            below=(decision_dialog(BeneficiaryShow), proofs_dialog(BeneficiaryShow)),
        ),
        also=(REQUESTS_LIST, REQUESTS_READ, USERS.may.read or "", VOLUNTEER.list, PERMISSION, REMOVAL, STRUCTURE_READ),
    ),
)
