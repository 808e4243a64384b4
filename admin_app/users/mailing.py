"""Mail to selected, filtered or all users: how many would get it, and the target for whoever writes it.

The screen that writes campaigns takes the target with `handover.take(state)` at `/campaigns/create`; it is
not in this version, and the dialog says so instead of leading nowhere.
"""

from typing import Any

import reflex as rx

from admin_app import handover
from admin_app.api.client import Api
from admin_app.api.errors import SessionEnded
from admin_app.api.query import Joined, Query
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.parts.widgets import button, closes, dialog, icon, opens, radio
from admin_app.kit.session import Session, SwitchedOff, report, signed_in
from admin_app.kit.words.locale import language_of, say, t
from admin_app.mail_target import MailTarget, Unaddressable
from admin_app.settings import get_settings
from admin_app.values import record_ids

PERMISSION, FLAG = "campaign_create", "campaign"
DIALOG = "users-mail"


class MailMixin(ListMixin, rx.State, mixin=True):
    """A list of users to whom a mail can be written."""

    mail_counts: dict[str, int] = {}
    """`asked`: users of the target; `kept`: those of them who accept e-mails. Empty before they are counted."""
    mail_problem: str = ""
    counting: bool = False

    @rx.event
    async def count_mail(self, data: dict[str, Any]):
        """Count a target by `scope`, with `ids` for a selection, and keep it for the screen that writes."""
        self.mail_counts, self.mail_problem, self.counting = {}, "", True
        yield
        try:
            if not get_settings().flag(FLAG):
                raise SwitchedOff
            async with signed_in(self, PERMISSION) as api:
                target, filters = self._target(data)
                self.mail_counts = await _counted(api, filters)
            await handover.give(self, target)
        except Unaddressable as error:
            self.mail_problem = say(f"users.mail.refused.{error.reason}", await language_of(self))
        except Exception as error:
            left = await report(self, error, "errors.user.load_error", in_place=False)
            self.mail_problem = "" if isinstance(error, SessionEnded) else await self._not_counted()
            yield left
        finally:
            self.counting = False

    def _target(self, data: dict[str, Any]) -> tuple[MailTarget, dict[str, Any]]:
        """The target a form asks for, and the filters of the list that find the same users."""
        scope = data.get("scope")
        if scope == "everybody":
            return MailTarget.everybody(), {}
        if scope == "filtered":
            return MailTarget.filtered(self._filters()), self._filters()
        ids = [int(each) for each in record_ids(data.get("ids"))]
        return MailTarget.selection(ids), {"selected": Joined(ids)}

    async def _not_counted(self) -> str:
        return say("users.mail.not_counted", await language_of(self))


async def _counted(api: Api, filters: dict[str, Any]) -> dict[str, int]:
    """Two calls that bring one user each: nobody is read to be counted."""
    asked = (await api.list("admin/users", Query(1, 1, filters=filters))).total
    if filters.get("newsSubscription") in ("true", "false"):
        return {"asked": asked, "kept": asked if filters["newsSubscription"] == "true" else 0}
    kept = (await api.list("admin/users", Query(1, 1, filters={**filters, "newsSubscription": True}))).total
    return {"asked": asked, "kept": kept}


def mail_button(state: type[MailMixin]) -> rx.Component:
    """The button of the list, with its dialog, for who may write campaigns where they exist."""
    ask = button(t("users.mail.open"), "mail", symbol="mail", custom_attrs=opens(DIALOG))
    offered = Session.flags.contains(FLAG) & Session.permissions.contains(PERMISSION)
    return rx.cond(offered, rx.fragment(ask, _dialog(state)))


def _dialog(state: type[MailMixin]) -> rx.Component:
    form = rx.el.form(
        rx.el.input(type="text", hidden=True, name="ids", default_value="", custom_attrs={"data-ids": ""}),
        rx.el.fieldset(
            rx.el.legend(t("users.mail.whom")),
            rx.cond(state.filters.length() > 0, radio("scope", "filtered", t("users.mail.filtered"))),
            radio(
                "scope",
                "selected",
                t("kit.list.selection"),
                " ",
                rx.el.span("0", custom_attrs={"data-count": ""}, class_name="quiet"),
                needs_selection=True,
            ),
            radio("scope", "everybody", t("users.mail.everybody"), checked=True),
            class_name="options",
        ),
        _result(state),
        rx.el.div(
            button(t("kit.actions.close"), "close-mail", custom_attrs=closes(DIALOG)),
            button(
                t("users.mail.count"),
                "count-mail",
                symbol="calculator",
                tone="primary",
                type="submit",
                disabled=state.counting,
            ),
            class_name="row end",
        ),
        on_submit=state.count_mail,
        class_name="export-form",
    )
    return dialog(DIALOG, t("users.mail.title"), form)


def _result(state: type[MailMixin]) -> rx.Component:
    kept, asked = state.mail_counts["kept"], state.mail_counts["asked"]
    found = rx.el.div(
        rx.el.p(rx.el.strong(t("users.mail.kept", count=kept.to(int)))),
        rx.cond(asked > kept, rx.el.p(t("users.mail.left_out", count=(asked - kept).to(int)))),
        rx.el.p(icon("info"), rx.el.span(t("users.mail.not_yet")), class_name="export-note"),
        data_testid="mail-counts",
    )
    counted = rx.cond(state.mail_counts.length() > 0, found)
    refused = rx.el.p(state.mail_problem, class_name="field-error", data_testid="mail-problem")
    return rx.el.div(rx.cond(state.mail_problem != "", refused, counted), aria_live="polite", class_name="weighed")
