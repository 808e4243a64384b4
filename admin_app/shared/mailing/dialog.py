"""The "e-mail to" of a list: whom, how many would get it, then a new campaign or one that has not left yet.

The target goes to the campaign's screen by hand-over: nothing is asked twice, and no address holds it.
"""

from typing import Any

import reflex as rx

from admin_app.api.errors import SessionEnded
from admin_app.api.query import Query
from admin_app.kit.declare import text_of
from admin_app.kit.parts import all_of, button, closes, dialog, opens
from admin_app.kit.script import run
from admin_app.kit.session import (
    SwitchedOff,
    may,
    or_none,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.words.locale import language_of, say, t
from admin_app.settings import get_settings
from admin_app.shared import handover
from admin_app.shared.mail_target import MailTarget, Unaddressable
from admin_app.shared.mailing.counting import count
from admin_app.shared.mailing.counts import told
from admin_app.shared.mailing.target_choice import CREATE, FLAG, UPDATE, AimMixin, scopes

CAMPAIGNS, LIST = "admin/campaigns", "campaign_list"
WRITE, SEND = f"/campaigns/create#{handover.BROUGHT}", "/campaigns/send/{}"
NOT_TESTED = "0"
"""Status of a campaign whose recipients may still be chosen."""
OFFERED = 50
"""Most campaigns offered, those changed last first."""


class MailMixin(AimMixin, rx.State, mixin=True):
    """A list with an "e-mail to"."""

    mail_counts: dict[str, int] = {}
    """`Count.numbers` of the target; empty before it is counted."""
    mail_names: list[str] = []
    mail_problem: str = ""
    mail_drafts: list[dict[str, str]] = []
    """The campaigns that can take the target: `value` and `label`."""
    counting: bool = False
    _mail_target: MailTarget | None = None

    @rx.event(background=True)
    async def count_mail(self, data: dict[str, Any]):
        """Count a target (`AimMixin._aimed`), and find the campaigns that could take it."""
        async with self:
            if self.counting:
                return
            self.mail_counts, self.mail_problem, self.counting, self._mail_target = {}, "", True, None
        step = None
        try:
            if not get_settings().flag(FLAG):
                raise SwitchedOff
            async with signed_in_background(self, UPDATE, self.aims) as api:
                async with self:
                    target = self._mail_target = self._aimed(data)
                counted = await count(api, target)
            # None of them when they cannot be read: a new one will do.
            drafts = await or_none(self._drafts()) or []
            async with self:
                if self._mail_target == target:
                    self.mail_counts, self.mail_names, self.mail_drafts = counted.numbers(), counted.names, drafts
        except Unaddressable as error:
            await self._refuse(f"mailing.refused.{error.reason}")
        except Exception as error:
            async with self:
                step = await report(self, error, "errors.user.load_error", in_place=False)
            if not isinstance(error, SessionEnded):
                await self._refuse("mailing.not_counted")
        finally:
            async with self:
                self.counting = False
        yield step or run("focusOn", _result_id(self.resource.key))  # what was pressed was shut meanwhile

    @rx.event
    @reports_errors("errors.campaign.load_error")
    async def write_mail(self, data: dict[str, Any]):
        """Hand the counted target over, to a campaign that is waiting for its recipients or to a new one."""
        wanted = text_of(data.get("campaign"))
        target, known = self._mail_target, {each["value"] for each in self.mail_drafts}
        if target is None or not self.mail_counts.get("reached"):
            return
        async with signed_in(self, UPDATE if wanted else CREATE):
            pass
        if wanted and wanted not in known:
            return
        await handover.give(self, target, self.mail_counts["reached"], wanted)
        self.forget_mail()
        yield rx.redirect(SEND.format(wanted) if wanted else WRITE)

    @rx.event
    def forget_mail(self):
        """Somebody else is meant: what was counted is no longer true."""
        self.mail_counts, self.mail_names, self.mail_problem, self._mail_target = {}, [], "", None

    async def _drafts(self) -> list[dict[str, str]]:
        """The campaigns whose recipients are not frozen."""
        untested = Query(1, OFFERED, ("updatedDate", True), {"status": NOT_TESTED})
        async with signed_in_background(self, UPDATE, reads=LIST) as api:
            found = await api.list(CAMPAIGNS, untested)
        return [{"value": text_of(each["id"]), "label": _called(each)} for each in found.items]

    async def _refuse(self, key: str) -> None:
        async with self:
            self.mail_problem = say(key, await language_of(self))


def _called(campaign: dict[str, Any]) -> str:
    subject, name = text_of(campaign.get("subject")), text_of(campaign.get("name"))
    return subject if name in ("", subject) else f"{subject} ({name})"


def mail_button(state: type[MailMixin]) -> rx.Component:
    """The button of the list, for who may send campaigns to these people where they exist."""
    ask = button(
        t("mailing.open"), "mail", symbol="mail", on_click=state.forget_mail, custom_attrs=opens(_dialog_id(state))
    )
    return rx.cond(_offered(state), ask)


def mail_selection(state: type[MailMixin]) -> rx.Component:
    """The same dialog, opened on the selection."""
    attributes = {**opens(_dialog_id(state)), "data-picks": "scope=selected"}
    ask = button(t("mailing.open"), "mail-selected", symbol="mail", on_click=state.forget_mail, custom_attrs=attributes)
    return rx.cond(_offered(state), ask)


def mail_dialog(state: type[MailMixin]) -> rx.Component:
    """The dialog of both buttons, which stands apart from the menu that holds one of them."""
    return rx.cond(_offered(state), _dialog(state))


def _offered(state: type[MailMixin]) -> rx.Var[bool]:
    return all_of(map(may, (UPDATE, state.aims)), FLAG)


def _dialog_id(state: type[MailMixin]) -> str:
    return f"{state.resource.key}-mail"


def _result_id(key: str) -> str:
    return f"{key}-mail-result"


def _dialog(state: type[MailMixin]) -> rx.Component:
    counted = state.mail_counts.length() > 0
    ask = rx.el.form(
        *scopes(state, state.forget_mail),
        rx.el.div(
            button(
                t("mailing.count"),
                "count-mail",
                symbol="calculator",
                tone=rx.cond(counted, "plain", "primary"),
                type="submit",
                disabled=state.counting,
            ),
            class_name="row end",
        ),
        on_submit=state.count_mail,
        class_name="export-form",
    )
    refused = rx.el.p(state.mail_problem, class_name="field-error", data_testid="mail-problem")
    result = rx.cond(state.mail_problem != "", refused, rx.cond(counted, told(state.mail_counts, state.mail_names)))
    return dialog(
        _dialog_id(state),
        t(f"mailing.{state.people}.title"),
        ask,
        rx.el.div(
            rx.cond(state.counting, rx.el.p(t("mailing.counting")), result),
            aria_live="polite",
            tab_index=-1,
            custom_attrs={"id": _result_id(state.resource.key)},
            class_name="mail-result",
        ),
        _next(state, counted & (state.mail_problem == "")),
    )


def _next(state: type[MailMixin], counted: rx.Var[bool]) -> rx.Component:
    """Where the target goes: a new campaign, or one that is waiting for its recipients."""
    new = rx.cond(may(CREATE), rx.el.option(t("mailing.new"), value=""), rx.fragment())
    drafts = rx.foreach(state.mail_drafts, lambda one: rx.el.option(one["label"], value=one["value"]))
    control = f"{_dialog_id(state)}-campaign"
    possible = (state.mail_counts["reached"] > 0) & (may(CREATE) | (state.mail_drafts.length() > 0))
    close = button(t("kit.actions.close"), "close-mail", custom_attrs=closes(_dialog_id(state)))
    chosen = rx.el.form(
        rx.el.div(
            rx.el.label(t("mailing.campaign"), html_for=control),
            rx.el.select(new, drafts, name="campaign", custom_attrs={"id": control}),
            class_name="field",
        ),
        rx.el.div(
            close,
            button(t("mailing.go_on"), "write-mail", symbol="arrow-right", tone="primary", type="submit"),
            class_name="row end",
        ),
        on_submit=state.write_mail,
        class_name="export-form",
    )
    return rx.cond(counted & possible, chosen, rx.el.div(close, class_name="row end"))
