"""The step of the recipients: those the server keeps, those that are proposed, and the lists to choose from."""

from typing import Any

import reflex as rx

from admin_app.features.campaigns.send_parts import act, locked, outcome, progress, said, step
from admin_app.features.campaigns.send_state import CampaignSend
from admin_app.features.campaigns.target_state import LISTS, MEMBERS, PROPOSAL, USERS
from admin_app.kit.lists import inner_list
from admin_app.kit.parts import entry, granted, held_input, icon
from admin_app.kit.script import run
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import t
from admin_app.shared.mailing.counts import told
from admin_app.shared.mailing.target_choice import AimMixin, scopes

send = CampaignSend
ASSOCIATE = "associate"
"""The form that associates: what is ticked in the list goes with it."""
SYMBOLS = {USERS: "users", MEMBERS: "users-round"}
_DIFFER: Any = (send.ours >= 0) & (send.ours != send.number) & ~send.sent_test
"""The server kept others than those we had counted; what it counts from a test on says nothing of the list."""


def recipients() -> rx.Component:
    """The second step."""
    open_ = ~send.sent_test & ~send.sent_prod
    return step(
        "recipients",
        rx.cond(send.associated | (send.whom.length() > 0), _kept()),
        rx.cond(send.proposed & _is_chosen(), _proposal()),
        rx.cond(send.aim_problem != "", rx.el.p(send.aim_problem, class_name="field-error", role="alert")),
        progress("count"),
        progress("associate"),
        outcome("associate", "count"),
        rx.cond(
            open_,
            _choices(),
            locked(t("campaign_send.recipients.frozen")),
        ),
        said=rx.cond(send.associated, t("campaign_send.recipients.people", count=send.number), ""),
        acts=("associate", "count"),
        opened=send.proposed | (send.choosing != "") | _DIFFER,
    )


def _kept() -> rx.Component:
    """What the server keeps, and what we counted beside it."""
    ours = rx.cond(
        _DIFFER,
        rx.el.p(
            icon("info"),
            rx.el.span(t("campaign_send.recipients.differ", count=send.ours)),
            class_name="remark",
            data_testid="differ",
        ),
        rx.cond(send.ours >= 0, rx.el.p(t("campaign_send.recipients.same", count=send.ours), class_name="hint")),
    )
    number = rx.el.p(
        rx.el.strong(t("campaign_send.recipients.kept", count=send.number)),
        data_testid="kept",
        data_number=send.number.to_string(),
    )
    return rx.el.div(
        rx.cond(send.associated, number),
        said(send.whom),
        rx.cond(send.associated, ours),
        class_name="kept",
    )


def _proposal() -> rx.Component:
    """Whom the mail would reach, before anything is written."""
    reached = rx.cond(send.counts.contains("reached"), send.counts["reached"], 0).to(int)
    associate = t("campaign_send.recipients.associate", count=reached)
    counted = rx.fragment(
        said(send.lines),
        told(send.counts, send.names),
        rx.el.form(
            act("associate", associate, "user-check", None, shut=reached == 0, tone="primary", type="submit"),
            act("withdraw", t("campaign_send.recipients.withdraw"), "", send.withdraw),
            on_submit=send.associate,
            class_name="row",
            custom_attrs={"id": ASSOCIATE},
        ),
        rx.cond(send.associated, rx.el.p(t("campaign_send.recipients.replaces"), class_name="hint")),
    )
    retry = act("weigh", t("campaign_send.recipients.count"), "calculator", [send.weigh, run("focusOn", PROPOSAL)])
    return rx.el.section(
        rx.el.h3(t("campaign_send.recipients.proposed"), tab_index=-1, custom_attrs={"id": PROPOSAL}),
        rx.cond(send.counts.length() > 0, counted, rx.cond(send.task == "count", rx.fragment(), retry)),
        class_name="proposal",
        aria_labelledby=PROPOSAL,
        aria_live="polite",
    )


def _is_chosen() -> Any:
    """Whether a proposal is what its list chooses: another filter chooses others, and is counted anew."""
    asked = send.asked_filters.to_string()
    same = [(people, listed.filters.to_string() == asked) for people, listed in LISTS.items()]
    return rx.match(entry(send.asked, "people"), *same, True)


def _choices() -> rx.Component:
    """Choosing here: the list of users, or the members of a community."""
    ways = [_way(people, listed) for people, listed in LISTS.items()]
    opened = [rx.cond(send.choosing == people, _list(people, listed)) for people, listed in LISTS.items()]
    choice = rx.el.div(
        *ways,
        class_name="sources",
        role="radiogroup",
        aria_label=t("campaign_send.recipients.choose"),
        custom_attrs={"data-roving": "[role=radio]", "data-presses": ""},
    )
    return rx.fragment(choice, *opened)


def _way(people: str, listed: type[AimMixin]) -> rx.Component:
    label, about = t(f"campaign_send.recipients.{people}"), t(f"campaign_send.recipients.{people}_about")
    on = send.choosing == people
    name, card = f"choose-{people}", rx.fragment(label, rx.el.small(about))
    chosen = {"role": "radio", "aria_checked": rx.cond(on, "true", "false"), "tab_index": rx.cond(on, 0, -1)}
    made = act(name, card, SYMBOLS[people], send.choose(people), class_name="source", **chosen)
    return granted(listed.aims, made, label, name, may_read(listed.aims))


def _list(people: str, listed: type[AimMixin]) -> rx.Component:
    asks = rx.el.form(
        rx.el.input(type="hidden", name="people", default_value=people),
        held_input("ids", "", {"data-ids": "", "form": ASSOCIATE}),
        *scopes(listed, send.take_back),
        act(f"aim-{people}", t("mailing.count"), "calculator", None, tone="primary", type="submit"),
        on_submit=send.aim,
        class_name="aim",
    )
    taken_back = rx.cond((send.asked.length() > 0) | (send.aim_problem != ""), send.take_back, rx.noop())
    return inner_list(listed, send.record_id, actions=(asks,), selection=(_those(people),), on_choice=taken_back)


def _those(people: str) -> rx.Component:
    """Counts who is ticked, beside how many they are: one has scrolled far from what stands above the list."""
    sent = {"people": people, "scope": "selected"}
    return rx.el.form(
        *[rx.el.input(type="hidden", name=name, default_value=value) for name, value in sent.items()],
        held_input("ids", "", {"data-ids": ""}),
        act(f"count-{people}", t("mailing.count"), "calculator", None, tone="primary", type="submit"),
        on_submit=send.aim,
        class_name="inline-form",
    )
