"""A list says whom of it a mail is for: what is filtered, what is selected, or everybody."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from admin_app.kit.lists import ListMixin
from admin_app.kit.parts import held_input, radio
from admin_app.kit.values import record_ids
from admin_app.kit.words.locale import t
from admin_app.shared.mail_target import MailTarget, Unaddressable

UPDATE, CREATE = "campaign_update", "campaign_create"
"""What it takes to aim and send a campaign, and to write a new one."""
FLAG = "campaign"


class AimMixin(ListMixin, rx.State, mixin=True):
    """A list whose people can be written to; a concrete class writes `people: ClassVar = "users"` (Reflex F3)."""

    people: ClassVar[str]
    """Whom it lists, as the words for it are found: `users` or `members`."""
    aims: ClassVar[str]
    """The permission that the API asks of who writes to them, beside `campaign_update` (communities-campaigns.yaml)."""

    def _community(self) -> int | None:
        """The community whose members these are."""
        return None

    @classmethod
    def _narrowed(cls) -> rx.Var[bool]:
        """Whether its filters choose fewer than everybody of it."""
        return cls.filters.length() > 0

    def _aimed(self, data: Mapping[str, Any]) -> MailTarget:
        """The target a form asks for: `scope` is `filtered`, `selected` with `ids`, or `everybody`."""
        community, scope = self._community(), data.get("scope")
        if scope == "everybody":
            return MailTarget.everybody() if community is None else MailTarget.filtered({}, community)
        if scope == "filtered":
            if not self._filters():
                raise Unaddressable("nobody")
            return MailTarget.filtered(self._filters(), community)
        return MailTarget.selection((int(each) for each in record_ids(data.get("ids"))), community)


def scopes(state: type[AimMixin], changed: Any) -> list[rx.Component]:
    """What a form asks for a target, inside the list it is about; `changed` is done when something else is asked."""
    chosen = rx.el.span("0", custom_attrs={"data-count": ""}, class_name="quiet")
    ids = held_input("ids", "", {"data-ids": ""})
    narrowed, whole = _scope(state, chosen, changed, filtered=True), _scope(state, chosen, changed, filtered=False)
    return [ids, rx.cond(state._narrowed(), narrowed, whole)]


def _scope(state: type[AimMixin], chosen: rx.Component, changed: Any, *, filtered: bool) -> rx.Component:
    words = f"mailing.{state.people}"
    return rx.el.fieldset(
        rx.el.legend(t("mailing.whom")),
        *([radio("scope", "filtered", t(f"{words}.filtered"), checked=True, on_change=changed)] if filtered else []),
        radio("scope", "selected", t("kit.list.selection"), " ", chosen, needs_selection=True, on_change=changed),
        radio("scope", "everybody", t(f"{words}.everybody"), checked=not filtered, on_change=changed),
        key="filtered" if filtered else "whole",
        class_name="options",
    )
