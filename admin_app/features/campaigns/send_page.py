"""The screen that sends a campaign: four steps with the mail beside them, each with its state, all within reach."""

import reflex as rx

from admin_app.features.campaigns import editor_page
from admin_app.features.campaigns.canvas import level_mark
from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.campaigns.send_host import READ, SENT_HEADING, UPDATE
from admin_app.features.campaigns.send_parts import act, later, locked, outcome, progress, step
from admin_app.features.campaigns.send_state import CampaignSend
from admin_app.features.campaigns.studio_bar import steps_along, studio_bar
from admin_app.features.campaigns.target_page import recipients
from admin_app.kit.parts import (
    button,
    button_link,
    closes,
    data_state,
    dialog,
    entry,
    failed_card,
    granted,
    icon,
    mail_frame,
    name_of,
    opens,
    unless_closed,
)
from admin_app.kit.screen import Screen
from admin_app.kit.session import NOBODY, Session, may
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import date_var, pick_of, t
from admin_app.shared import register

ROUTE = f"{CAMPAIGNS.route}/send/[record_id]"
STYLESHEET = "/campaign-send.css"
REGISTER = f"{register.ROUTE}?kind=mailing"
"""Where it is written who sent what, and when."""
CORRECT = "campaign-correct"
send = CampaignSend


def _page() -> rx.Component:
    problem = failed_card(send, t("kit.pages.error_title"), send.load)
    steps = rx.el.ol(
        _message(),
        recipients(),
        _test(),
        rx.cond(send.gone, rx.fragment(), _mass()),
        class_name=rx.cond(send.gone, "send-steps over", "send-steps"),
    )
    told = rx.cond(send.gone, _sent())
    desk = rx.el.div(rx.el.div(told, steps, _correction()), _mail(), class_name="send-desk")
    page = rx.el.article(
        sheet(editor_page.STYLESHEET),
        sheet(STYLESHEET),
        studio_bar(CAMPAIGNS.route, *steps_along(send.record_id, send.at_step)),
        _head(),
        rx.cond(send.problem != "", problem, desk),
        class_name="studio campaign-send",
    )
    return unless_closed(send, page, CAMPAIGNS.route, CAMPAIGNS.may.list)


def _mail() -> rx.Component:
    """What is about to go, beside what sends it; nothing where nothing is written."""
    shown = rx.el.aside(
        rx.cond(send.page != "", mail_frame(send.page)),
        aria_label=t("campaigns.letter.title"),
        class_name="send-mail",
    )
    return rx.cond((send.page != "") | send.loading, shown)


def _head() -> rx.Component:
    unread = rx.cond(send.problem != "", t("campaign_send.title"), t("kit.show.loading"))
    title = rx.cond(send.shown.contains("subject"), entry(send.shown, "subject"), unread)
    return rx.el.header(rx.el.h1(title, tab_index=-1), class_name="page-head")


def _pledge() -> rx.Component:
    """What is owed to those who are written to, before the first sending of a session."""
    rules = [rx.el.li(t(f"campaign_send.pledge.{name}")) for name in ("responsible", "service", "unsubscribe")]
    return rx.el.div(
        rx.el.p(icon("shield-check", 18), rx.el.span(t("campaign_send.pledge.said"))),
        button(t("campaign_send.pledge.agree"), "agree", symbol="check", tone="primary", on_click=send.agree),
        rx.el.details(rx.el.summary(t("campaign_send.pledge.read")), rx.el.ul(*rules)),
        class_name="pledge",
    )


def _message() -> rx.Component:
    """The first step: what is written; an error in it stops the test."""
    edit = button_link(
        rx.cond(send.page == "", t("campaigns.letter.write"), t("campaign_send.saved.edit")),
        "edit",
        f"{CAMPAIGNS.route}/{send.record_id}",
        symbol="pencil",
        tone=rx.cond(send.sound, "plain", "primary"),
    )

    def line(finding: rx.Var[dict[str, str]]) -> rx.Component:
        error, warning = level_mark("circle-alert", "error"), level_mark("triangle-alert", "warning")
        level = finding["level"]
        return rx.el.li(rx.cond(level == "error", error, warning), rx.el.span(pick_of(finding)), data_level=level)

    return step(
        "message",
        rx.el.p(t("campaign_send.saved.name"), " ", rx.el.strong(entry(send.shown, "name"))),
        rx.el.p(t("campaign_send.saved.subject"), " ", rx.el.strong(entry(send.shown, "subject"))),
        rx.cond(send.wrong.length() > 0, rx.el.ul(rx.foreach(send.wrong, line), class_name="findings")),
        rx.cond(
            send.sent_test,
            locked(t("campaign_send.saved.frozen")),
            rx.el.div(edit, class_name="row"),
        ),
        said=entry(send.shown, "name"),
    )


def _test() -> rx.Component:
    mine = Session.user_id.to_string() == entry(send.shown, "creatorId")
    whose = rx.cond(
        mine, t("campaign_send.test.to_me"), t("campaign_send.test.to_creator", name=entry(send.shown, "creator"))
    )
    freezes = locked(t("campaign_send.test.freezes", count=send.number), "snowflake")
    label = rx.cond(send.sent_test, t("campaign_send.test.again"), t("campaign_send.test.go"))
    shut = _shut() | ~send.associated | ~send.sound
    go = act("test", label, "mail-check", send.test, shut=shut, tone=rx.cond(send.sent_test | shut, "plain", "primary"))
    read = rx.el.label(
        rx.el.input(
            type="checkbox",
            name="received",
            default_checked=send.received,
            key=f"{send.record_id}-{send.tests}",
            disabled=send.task != "",
            on_change=send.confirm_received,
        ),
        rx.cond(
            mine,
            t("campaign_send.test.received"),
            t("campaign_send.test.received_by", name=entry(send.shown, "creator")),
        ),
        class_name="check",
    )
    correct = button(t("campaign_send.correct.open"), "correct", symbol="copy-plus", custom_attrs=opens(CORRECT))
    goes_to = rx.el.p(
        t("campaign_send.test.goes_to"),
        " ",
        rx.el.strong(entry(send.shown, "creatorEmail")),
        ". ",
        whose,
        data_testid="tester",
    )
    acts = rx.fragment(
        rx.cond(~send.agreed & (send.at_step == "test"), _pledge()),
        rx.cond(send.sent_test, read),
        rx.el.div(rx.cond(send.agreed, go), rx.cond(send.sent_test, correct), class_name="row"),
    )
    before = rx.fragment(goes_to, rx.cond(send.associated & ~send.sent_test, freezes), _why_shut())
    return step(
        "test",
        before,
        progress("test"),
        outcome("test"),
        rx.cond(later("test") | send.sent_prod, rx.fragment(), acts),
        said=rx.cond(later("test"), t("campaign_send.test.ahead", email=entry(send.shown, "creatorEmail")), ""),
        acts=("test",),
        opened=send.received & ~send.sent_prod,  # what was just ticked keeps the focus
    )


def _why_shut() -> rx.Component:
    """Why no test can be sent now."""
    why = rx.cond(send.sound, t("campaign_send.shut.recipients"), t("campaign_send.shut.wrong"))
    shut = ~(send.associated & send.sound) & ~send.sent_test & (send.task == "")
    return rx.cond(shut, rx.el.p(why, class_name="hint"))


def _mass() -> rx.Component:
    """The last step, whose number is typed once its time has come; what stands in its way is said instead."""
    too_early = rx.el.p(t("campaign_send.shut.test"), class_name="hint")
    asked = rx.cond(send.agreed, _number_form(), _pledge())
    return step(
        "send",
        _standing(),
        progress("send"),
        outcome("send"),
        rx.cond(later("send"), too_early, rx.cond(send.standing.length() > 0, rx.fragment(), asked)),
        said=rx.cond(later("send"), t("campaign_send.mass.ahead"), ""),
        acts=("send",),
        opened=send.standing.length() > 0,
    )


def _sent() -> rx.Component:
    """The last step once it is done, which leads: how many, when and by whom, where that is written, what is next."""
    who, at = entry(send.standing, "who"), date_var(entry(send.standing, "at"), "date_time")
    record = button_link(
        t("campaign_send.mass.record"), "record", f"{CAMPAIGNS.route}/show/{send.record_id}", symbol="eye"
    )
    acts = button_link(t("campaign_send.mass.register"), "register", REGISTER, symbol="book-lock")
    following = button_link(
        t("campaign_send.mass.next"), "next", f"{CAMPAIGNS.route}/create", symbol="plus", tone="primary"
    )
    said = t("campaign_send.mass.sent", count=send.number)
    return rx.el.section(
        rx.el.h2(said, tab_index=-1, data_testid="sent", custom_attrs={"id": SENT_HEADING}),
        rx.cond(
            entry(send.standing, "at") != "", rx.el.p(t("campaign_send.mass.when", at=at, who=who), data_testid="when")
        ),
        rx.el.p(t("campaign_send.mass.copied", name=entry(send.shown, "creator")), class_name="hint"),
        rx.el.p(t("campaign_send.mass.then"), class_name="hint"),
        progress("send"),
        outcome("send"),
        rx.el.div(
            rx.cond(may(CAMPAIGNS.may.create or NOBODY), following),
            record,
            rx.cond(may(register.EXPORTER), acts),
            class_name="row ways",
        ),
        class_name="sent",
        aria_labelledby=SENT_HEADING,
        data_step="send",
        data_step_state="done",
    )


def _standing() -> rx.Component:
    """A sending that this application knows of and the API does not tell."""
    who, at = entry(send.standing, "who"), date_var(entry(send.standing, "at"), "date_time")
    look = act("look", t("campaign_send.mass.look"), "rotate-cw", send.look)
    lost = rx.el.div(
        rx.el.p(rx.el.strong(t("campaign_send.mass.open", who=who, at=at))),
        rx.el.p(t("campaign_send.mass.open_text")),
        rx.el.div(look, class_name="row"),
    )
    before = rx.el.p(t("campaign_send.mass.before", who=who, at=at))
    shown = rx.el.div(
        rx.cond(entry(send.standing, "open") != "", lost, before),
        class_name="draft standing",
        role="status",
        data_testid="standing",
    )
    hidden = (send.standing.length() == 0) | (send.task == "send")
    return rx.cond(hidden, rx.fragment(), shown)


def _number_form() -> rx.Component:
    control = "send-number"
    shut = _shut() | ~send.received | ~send.sent_test | (send.number == 0)
    wrong = rx.el.p(
        rx.cond(send.typed_problem, t("campaign_send.mass.wrong_number", number=send.number), ""),
        class_name="field-error",
        role="alert",
        custom_attrs={"id": f"{control}-error"},
    )
    form = rx.el.form(
        rx.el.div(
            rx.el.label(t("campaign_send.mass.type", number=send.number), html_for=control),
            rx.el.input(
                type="text",
                name="number",
                input_mode="numeric",
                auto_complete="off",
                disabled=shut,
                aria_invalid=rx.cond(send.typed_problem, "true", "false"),
                aria_describedby=f"{control}-error",
                custom_attrs={"id": control},
            ),
            wrong,
            class_name="field typed",
        ),
        act(
            "send",
            t("campaign_send.mass.go", count=send.number),
            "send",
            None,
            shut=shut,
            tone=rx.cond(shut, "plain", "primary"),
            type="submit",
        ),
        on_submit=send.send,
        key=send.record_id,
        class_name="number",
    )
    return rx.fragment(
        rx.el.p(t("campaign_send.mass.lead", count=send.number)),
        rx.cond(
            send.fewer > 0,
            rx.el.p(
                icon("info"),
                rx.el.span(t("campaign_send.mass.fewer", count=send.fewer)),
                class_name="remark",
                data_testid="fewer",
            ),
        ),
        rx.el.p(t("campaign_send.mass.frozen"), class_name="hint"),
        rx.el.p(t("campaign_send.mass.copy", name=entry(send.shown, "creator")), class_name="hint"),
        form,
    )


def _shut() -> rx.Var[bool]:
    return (send.task != "") | ~send.agreed | (send.standing.length() > 0)


def _correction() -> rx.Component:
    """What is frozen is corrected in a copy; the old one may go."""
    gone = rx.el.label(
        rx.el.input(type="checkbox", name="delete", default_checked=False),
        t("campaign_send.correct.delete"),
        class_name="check",
    )
    name, label = "confirm-correct", t("campaign_send.correct.go")
    confirm = button(label, name, symbol="copy-plus", tone="primary", type="submit", disabled=send.correcting)
    form = rx.el.form(
        rx.cond(may(CAMPAIGNS.may.delete or NOBODY), gone),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-correct", custom_attrs=closes(CORRECT)),
            granted(CAMPAIGNS.may.create or "", confirm, label, name),
            class_name="row end",
        ),
        on_submit=send.correct,
        class_name="export-form",
    )
    return dialog(CORRECT, t("campaign_send.correct.title"), rx.el.p(t("campaign_send.correct.text")), form)


SCREENS = (
    Screen(
        ROUTE,
        "campaign_send.title",
        _page,
        UPDATE,
        CAMPAIGNS.flag,
        on_load=(send.load,),
        parent=CAMPAIGNS.route,
        name=name_of(send, entry(send.shown, "subject")),
        state=data_state(send),
        also=("user_list", "community_membership", "community_read", READ),
    ),
)
