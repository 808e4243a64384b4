"""The screens of hitchhikers: users under another angle, with the follow-up of their kit and letter."""

from collections.abc import Sequence
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.hitchhikers.follow_up import (
    HEADING,
    MARKINGS,
    STEPS,
    STYLESHEET,
    mark,
    next_step,
    next_step_button,
    next_to_check,
    stepper,
    steps_cell,
    taken,
)
from admin_app.features.hitchhikers.resource import (
    HITCHHIKERS,
    PROGRAMME,
    Hitchhiker,
    letter_address,
    who_waits,
)
from admin_app.features.hitchhikers.territory import HOME, TerritoryMixin, territory_card
from admin_app.features.users.resource import USERS
from admin_app.kit.crud import Beside, Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare import Input, Resource
from admin_app.kit.lists import Bulk
from admin_app.kit.parts import button_link
from admin_app.kit.records import Options
from admin_app.kit.session import NotDue, may_read, notify, reports_errors, signed_in
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t
from admin_app.shared.people.erasure import deleting, impacts_of_many, looker
from admin_app.shared.people.proofs import MANAGE, ProofsMixin
from admin_app.shared.people.welcome_mail import welcome_note

CREATED = {"phoneDisplay": 1}
"""What every creation says (HIKER-3); the two flags are inputs, off by default."""


class HitchhikerList(ListMixin, rx.State):
    """The list of hitchhikers."""

    resource: ClassVar[Resource] = HITCHHIKERS
    bulk: ClassVar[tuple[Bulk, ...]] = (*MARKINGS, deleting(USERS, reads=(USERS.may.list,)))

    @rx.event
    @reports_errors("update_error")
    async def mark(self, record_id: str, step: str):
        """Take the step that is due for one person; the row stays where it is and says so."""
        if step in STEPS and not any(row["id"] == record_id and row["_next"] == step for row in self.rows):
            return  # taken already, by the first of two presses
        async with signed_in(self, self.resource.may.update) as api:
            try:
                item = await mark(api, record_id, step, done=True)
            except NotDue:
                # What a colleague did is shown, too.
                self._replace_row(self._row(await api.get(self.resource.endpoint, record_id)))
                raise
        row = self._row(item)
        self._replace_row(row)
        await notify(self, "success", f"hitchhikers.marked.{step}", name=row["_name"])

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        return await impacts_of_many(api, ids, await looker(self))

    def _filters(self) -> dict[str, Any]:
        """Users of the programme alone; an identity that was never asked for counts as not provided."""
        filters = {**super()._filters(), **PROGRAMME}
        if filters.get("identityStatus") == "0":
            # 0 alone leaves out those without any status (users.yaml, FilterIdentityStatus).
            filters["identityStatus"] = ["0"]
        return filters

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        return {**super()._row(item), "_next": next_step(Hitchhiker.model_validate(item))}


class HitchhikerShow(TerritoryMixin, ProofsMixin, ShowMixin, rx.State):
    """One hitchhiker."""

    resource: ClassVar[Resource] = HITCHHIKERS
    goes_on: ClassVar[str] = HEADING

    steps: dict[str, str] = {}
    marking: bool = False
    """A step is being taken, or taken back."""
    seeking: bool = False

    @rx.event
    @reports_errors("update_error", busy="marking")
    async def mark(self, step: str, done: bool):
        """Say that a step is taken, or not after all."""
        if self.marking or self.steps.get(step) == ("true" if done else "false"):
            return  # said already, by the first of two presses
        self.marking = True
        yield
        async with signed_in(self, self.resource.may.update) as api:
            try:
                self.steps = taken(await mark(api, self.shown_id, step, done))
            except NotDue:
                await self._reread(api)
                raise
        outcome = "marked" if done else "unmarked"
        await notify(self, "success", f"hitchhikers.{outcome}.{step}", name=self.title)

    @rx.event
    @reports_errors("load_error", busy="seeking")
    async def next_to_check(self):
        """Open the next person whose identity waits, in the order of home; after the last, the first."""
        if self.seeking:
            return
        self.seeking = True
        yield
        async with signed_in(self, reads=self.resource.may.list) as api:
            pages = [each.href for each in (await who_waits(api)).first]
        shown = f"{self.resource.route}/show/{self.shown_id}"
        after = pages[pages.index(shown) + 1 :] if shown in pages else []
        onward = next((each for each in (*after, *pages) if each != shown), "")
        if onward:
            yield rx.redirect(onward)
        else:
            await notify(self, "success", "hitchhikers.all_checked")

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        self.steps = taken(item)
        await self._take_proofs(item)

    def _person(self) -> tuple[str, str]:
        return self.shown_id, self.shown.get(HOME, "")


class HitchhikerForm(TerritoryMixin, FormMixin, rx.State):
    """The form of a hitchhiker."""

    resource: ClassVar[Resource] = HITCHHIKERS

    async def _fetch(self, api: Api) -> dict[str, Any]:
        """An address that the API made of name and home is nobody's: it is neither kept nor overwritten."""
        item = await super()._fetch(api)
        return {**item, "postalAddress": letter_address(Hitchhiker.model_validate(item)) or None}

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        return body if self.record_id else {**body, **CREATED}

    async def _proposals(self, api: Api, part: Input, text: str) -> Options:
        self.moving = self.moving or (part.kind == "address" and self.territory_address != "")
        return await super()._proposals(api, part, text)

    def _person(self) -> tuple[str, str]:
        return self.record_id, self.labels.get(HOME, "") if self.record_id else ""


def _as_user() -> rx.Component:
    """The same person among the users: proofs, roles, deletion."""
    there = button_link(t("hitchhikers.as_user"), "as-user", f"/users/show/{HitchhikerShow.shown_id}", symbol="user")
    return rx.cond((HitchhikerShow.shown_id != "") & may_read("user_read"), there)


def _dashboard() -> rx.Component:
    return button_link(
        t("hitchhikers_dashboard.link"), "dashboard", f"{HITCHHIKERS.route}/dashboard", symbol="chart-column"
    )


SCREENS = crud_screens(
    HitchhikerList,
    HitchhikerShow,
    HitchhikerForm,
    Menu(rank=15, icon="thumbs-up"),
    Extras(
        list_actions=(_dashboard(),),
        row_actions=lambda row: [next_step_button(row, HitchhikerList.mark)],
        list_cells={"follow_up": steps_cell},
        list_below=(sheet(STYLESHEET),),
        show=Beside(
            actions=(next_to_check(HitchhikerShow),),
            more=(_as_user(),),
            lead=(stepper(HitchhikerShow),),
            aside=(territory_card(HitchhikerShow, HitchhikerShow.shown_id),),
            says=("identity_status",),
        ),
        form_aside=(territory_card(HitchhikerForm, HitchhikerForm.record_id, address=True),),
        form=welcome_note(HitchhikerForm),
        also=("user_read", MANAGE, USERS.may.list, USERS.may.delete or ""),
    ),
)
