"""The members of a community on its page and below its form: who they are, their status, adding and removing."""

from typing import Any

import reflex as rx

from admin_app.features.communities.member import MEMBER, MEMBERS, PENDING, STATUSES, TONES, USER
from admin_app.features.communities.members import ADD_DIALOG, CHANGE_DIALOG, REMOVE_DIALOG, WARNING, MemberList
from admin_app.features.users.resource import USERS
from admin_app.kit.lists import inner_list
from admin_app.kit.parts import (
    FOCUSED,
    Row,
    Tab,
    anchor,
    badge,
    button,
    closes,
    combobox,
    confirmation,
    dialog,
    entry,
    held_input,
    icon,
    icon_button,
    opens,
)
from admin_app.kit.session import may, may_read
from admin_app.kit.words.locale import choice_label, t
from admin_app.shared.mailing.dialog import mail_button, mail_dialog, mail_selection

PENDING_ONES = f"#{MEMBERS.key}?status={PENDING}"
"""Where the list shows those who wait."""
CHOICES = "community_members.status"
_MAY_CHANGE = may(MEMBERS.may.update) | MemberList.owned.contains(MEMBERS.may.update)


def members_tab(community_id: rx.Var[str]) -> Tab:
    """The members of one community behind a tab that counts them as the community does, and those who wait."""
    waiting = rx.el.span(_waiting(community_id), class_name="waits")
    mark = rx.cond(_pending(community_id) > 0, waiting)
    return Tab(
        MEMBERS.key,
        t("community_members.title"),
        members_of(community_id),
        _counted(community_id, "members"),
        mark,
        permission=MEMBERS.may.list,
    )


def waiting_members(community_id: rx.Var[str]) -> rx.Component:
    """Who asks to be let in, said where the community itself is read, with the way to them."""
    told = rx.el.div(
        icon("user-round-plus"),
        rx.el.p(t("community_members.waiting", count=_pending(community_id))),
        anchor(
            t("community_members.answer"),
            href=PENDING_ONES,
            class_name="button primary",
            data_testid="action:waiting-members",
            custom_attrs={"data-to-tab": ""},
        ),
        class_name="remark waits",
    )
    return rx.cond((_pending(community_id) > 0) & may_read(MEMBERS.may.list), told)


def _counted(community_id: rx.Var[str], name: str) -> rx.Var[str]:
    """Those of the community seen before are not of this one."""
    return rx.cond((MemberList.owner_id == community_id) & (community_id != ""), entry(MemberList.counts, name), "")


def _pending(community_id: rx.Var[str]) -> Any:
    number = _counted(community_id, "pending")
    return rx.cond(number != "", number.to(int), 0).to(int)


def _waiting(community_id: rx.Var[str]) -> rx.Var[str]:
    return t("community_members.pending", count=_pending(community_id))


def _pending_link(community_id: rx.Var[str]) -> rx.Component:
    there = anchor(
        badge(_waiting(community_id), "warn"),
        href=PENDING_ONES,
        class_name="button link",
        data_testid="action:pending-members",
    )
    return rx.cond(_pending(community_id) > 0, there)


def members_of(community_id: rx.Var[str]) -> tuple[rx.Component, ...]:
    """The members of one community, with the dialogs that act on them."""
    listed = inner_list(
        MemberList,
        community_id,
        actions=(_pending_link(community_id), _add_button()),
        more=(mail_button(MemberList),),
        selection=(mail_selection(MemberList),),
        below=(mail_dialog(MemberList),),
        cells={"status": _status},
        row_actions=_remove_button,
    )
    return (listed, _add_dialog(), _change_dialog(), _remove_dialog())


def _status(row: Row) -> rx.Component:
    """The status, to be changed by who may: what is chosen is asked about first, for it may write to somebody."""
    change = rx.el.select(
        *[
            rx.el.option(choice_label(CHOICES, each), value=each, custom_attrs={"data-tone": TONES[each]})
            for each in STATUSES
        ],
        value=row["status"],
        on_change=lambda status: MemberList.ask_to_change(row["id"], status),
        name="status",
        aria_label=t("community_members.status_of", name=row["_name"]),
        class_name="inline-change",
    )
    return rx.cond(_MAY_CHANGE, change, badge(choice_label(CHOICES, row["status"]), _tone(row["status"])))


def _tone(status: rx.Var[str]) -> rx.Var[str]:
    return rx.Var.create(TONES)[status]


def _remove_button(row: Row) -> list[Any]:
    label = t("community_members.remove", name=row["_name"])
    ask = icon_button("user-minus", label, "remove-member", on_click=MemberList.ask_to_remove(row["id"]))
    return [rx.cond(may(MEMBERS.may.delete) | MemberList.owned.contains(MEMBERS.may.delete), ask)]


def _change_dialog() -> rx.Component:
    chosen, name = entry(MemberList.changing, "status"), entry(MemberList.changing, "name")
    held = [
        rx.el.input(type="text", hidden=True, name=each, value=entry(MemberList.changing, each), read_only=True)
        for each in ("id", "status")
    ]
    return dialog(
        CHANGE_DIALOG,
        t("community_members.change", name=name),
        rx.el.p(badge(choice_label(CHOICES, chosen), _tone(chosen))),
        rx.el.p(choice_label("community_members.notes", chosen)),
        rx.el.form(
            *held,
            button(t("kit.actions.cancel"), "cancel-status", custom_attrs=closes(CHANGE_DIALOG) | FOCUSED),
            button(t("community_members.change_answer"), "change-status", tone="primary", type="submit"),
            on_submit=MemberList.change_status,
            class_name="row end",
        ),
    )


def _remove_dialog() -> rx.Component:
    return confirmation(
        REMOVE_DIALOG,
        "removal",
        t("community_members.remove_title", name=entry(MemberList.leaving, "name")),
        rx.cond(
            entry(MemberList.leaving, "answers") != "",
            rx.el.p(icon("triangle-alert"), t("community_members.answers"), class_name="reason"),
        ),
        rx.el.p(t("community_members.remove_text")),
        answer=t("kit.actions.remove"),
        symbol="user-minus",
        does=MemberList.remove,
        danger=True,
        disabled=MemberList.saving,
        stays=True,
    )


def _add_button() -> rx.Component:
    """Adding takes the right to add and that of looking for somebody."""
    add = button(t("community_members.add"), "add-member", symbol="user-plus", custom_attrs=opens(ADD_DIALOG))
    allowed = may(MEMBERS.may.create) | MemberList.owned.contains(MEMBERS.may.create)
    offered = allowed & may_read(USERS.may.list)
    return rx.cond(offered, add)


def _add_dialog() -> rx.Component:
    return dialog(
        ADD_DIALOG,
        t("community_members.add"),
        rx.el.form(
            _person_field(),
            _statuses(),
            rx.el.p(t("community_members.add_text"), class_name="hint"),
            rx.cond(MemberList.warning != "", _warning()),
            rx.el.p(MemberList.refused, class_name="field-error", role="alert", data_testid="addition-refused"),
            rx.el.div(
                button(
                    t("kit.actions.cancel"),
                    "cancel-addition",
                    custom_attrs=closes(ADD_DIALOG),
                    on_click=MemberList.forget_addition,
                ),
                button(
                    rx.cond(MemberList.warning != "", t("community_members.add_anyway"), t("community_members.add")),
                    "confirm-addition",
                    tone="primary",
                    type="submit",
                    disabled=MemberList.saving,
                ),
                class_name="row end",
            ),
            on_submit=MemberList.add,
            no_validate=True,
            key=MemberList.additions,
            class_name="form",
        ),
        on_cancel=MemberList.forget_addition,
    )


def _warning() -> rx.Component:
    return rx.el.p(
        MemberList.warning,
        held_input("confirmed", MemberList.warned, key=MemberList.warned),
        class_name="draft",
        role="alert",
        tab_index=-1,
        custom_attrs={"id": WARNING},
    )


def _person_field() -> rx.Component:
    control, error = f"f-{USER}", f"f-{USER}-error"
    return rx.el.div(
        rx.el.label(t("community_members.person"), html_for=control),
        combobox(
            control_id=control,
            name=USER,
            value="",
            text="",
            options=MemberList.suggestions,
            search=MemberList.find,
            invalid=rx.cond(MemberList.errors.contains(USER), "true", "false"),
            described_by=error,
            required="true",
        ),
        rx.el.p(entry(MemberList.errors, USER), class_name="field-error", role="alert", custom_attrs={"id": error}),
        class_name="field",
    )


def _statuses() -> rx.Component:
    """The four statuses somebody may be added with."""
    error = "f-status-error"

    def choice(status: str) -> rx.Component:
        control = rx.el.input(
            type="radio", name="status", value=status, default_checked=status == MEMBER, aria_describedby=error
        )
        return rx.el.label(control, choice_label(CHOICES, status), class_name="check")

    return rx.el.fieldset(
        rx.el.legend(t("community_members.fields.status")),
        rx.el.div(*[choice(each) for each in STATUSES], class_name="choices"),
        rx.el.p(entry(MemberList.errors, "status"), class_name="field-error", custom_attrs={"id": error}),
        class_name="field",
    )
