"""Whether the territory of somebody's home takes part in the programme (HIKER-4; users.yaml, RzpTerritoryStatus).

The API answers for a saved person and the saved address alone, slowly, through an outside service: it is asked once,
after the page stands, and what it says is shown with the address it is about. For an address that is being filled
in there is nothing to ask; the page says when the answer will be there.
"""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.query import is_record_id, item
from admin_app.kit.declare import Resource, text_of
from admin_app.kit.parts import badge, button, icon, spinner, titled_card
from admin_app.kit.session import failure_text, report, signed_in_background
from admin_app.kit.words.locale import choice_label, t

HOME = "homeAddress"
TONES = {"working": "good", "ongoing": "warn", "pondering": "warn", "unsuscribed": "bad"}


class TerritoryMixin(rx.State, mixin=True):
    """The status of the territory of the person shown or edited."""

    resource: ClassVar[Resource]

    territory_status: str = ""
    """As the API spells it, `unsuscribed` included; empty until it is known."""
    territory_person: str = ""
    """Whose status it is: while another record is loading, it is not shown."""
    territory_address: str = ""
    """The saved address the status is about."""
    territory_problem: str = ""
    moving: bool = False
    """Another address is being looked for: the status is not about that one."""

    @rx.event(background=True)
    async def read_territory(self):
        """Ask for the status; other events of the tab go on meanwhile, and a newer record wins."""
        async with self:
            person, address = self._person()
            self.territory_person, self.territory_address = person, address
            self.territory_status = self.territory_problem = ""
            self.moving = False
        if not (is_record_id(person) and address):
            return
        try:
            async with signed_in_background(self, reads=self.resource.may.read) as api:
                answer = await api.call_get(item(self.resource.endpoint, person, "rzpTerritoryStatus"))
        except ApiError as error:
            async with self:
                if isinstance(error, SessionEnded):
                    yield await report(self, error, f"errors.{self.resource.entity}.load_error")
                self.territory_problem = await failure_text(self, error)
            return
        async with self:
            if self._person()[0] == person:
                self.territory_status = text_of(answer.get("rzpTerritoryStatus"))

    def _person(self) -> tuple[str, str]:
        """Id and saved home address of the person on the page."""
        raise NotImplementedError

    def _besides(self) -> list[Any]:
        return [type(self).read_territory]


def territory_card(state: type[TerritoryMixin], person: rx.Var[str], *, address: bool = False) -> rx.Component:
    """The status, with the `address` it is about where the page does not show it; what is wrong or not known yet
    otherwise. Of somebody who is not there yet nothing is known."""
    failed = rx.el.div(
        rx.el.p(t("hitchhikers.territory.failed"), " ", state.territory_problem),
        button(t("kit.actions.retry"), "retry-territory", symbol="rotate-cw", on_click=state.read_territory),
        class_name="stack",
    )
    tones = rx.match(state.territory_status, *TONES.items(), "quiet")
    known = rx.cond(
        state.territory_status != "",
        rx.el.p(badge(choice_label("hitchhikers.territory.status", state.territory_status), tones)),
        spinner(t("hitchhikers.territory.asking"), said=False),
    )
    about = [rx.el.p(state.territory_address, class_name="quiet")] if address else []
    answered = rx.fragment(rx.cond(state.territory_problem != "", failed, known), *about)
    unsaved = rx.el.p(t("hitchhikers.territory.none"), class_name="hint")
    settled = rx.cond(state.territory_address != "", answered, unsaved)
    moving = rx.el.p(icon("info"), rx.el.span(t("hitchhikers.territory.moving")), class_name="remark")
    card = titled_card(
        "territory",
        t("hitchhikers.territory.title"),
        rx.el.div(
            rx.cond(state.territory_person == person, settled, spinner(t("hitchhikers.territory.asking"), said=False)),
            rx.cond(state.moving, moving),
            class_name="stack",
            role="status",
        ),
        data_testid="territory",
    )
    return rx.cond(person != "", card) if address else card
