"""The frame of a step of the sending: its number, its state, what goes on in it and how that ended."""

from typing import Any

import reflex as rx

from admin_app.features.campaigns.send_state import CampaignSend
from admin_app.features.campaigns.send_steps import STEPS
from admin_app.kit.parts import button, entry, icon, spinner
from admin_app.kit.words.locale import choice_label, pick_of, t


def later(name: str) -> rx.Var[bool]:
    """Whether a step is not done, and not the one we are at."""
    return ~CampaignSend.done_steps.contains(name) & (CampaignSend.at_step != name)


def step(name: str, *children: Any, said: Any, acts: tuple[str, ...] = (), opened: Any = False) -> rx.Component:
    """One step of the four: the one we are at is open, the others open at a press.

    `said`: what a folded one says in a few words; `acts`: what goes on in it, and what came of that, keeps it open;
    `opened`: something else does.
    """
    state = rx.cond(CampaignSend.done_steps.contains(name), "done", rx.cond(later(name), "after", "now"))
    number = rx.cond(state == "done", icon("check", 16), str(STEPS.index(name) + 1))
    heading, here = f"step-title-{name}", rx.Var.create([*acts])
    on_show = here.contains(CampaignSend.task) | here.contains(entry(CampaignSend.told, "step"))
    head = rx.el.summary(
        rx.el.span(number, class_name="step-number", aria_hidden="true"),
        rx.el.h2(t(f"campaign_send.steps.{name}"), custom_attrs={"id": heading}),
        rx.el.span(choice_label("campaign_send.state", state), class_name="visually-hidden"),
        rx.el.span(said, class_name="step-said"),
        icon("chevron-down", 18),
        tab_index=rx.cond(state == "now", -1, 0),  # the one we are at has no need to be folded
        class_name="step-head",
    )
    return rx.el.li(
        rx.el.section(
            rx.el.details(head, rx.el.div(*children, class_name="step-body"), open=(state == "now") | on_show | opened),
            class_name="card",
            aria_labelledby=heading,
            tab_index=-1,  # has the focus where what was pressed is gone: a second press is none of its head (PAGE-14)
            custom_attrs={"id": f"step-{name}"},
        ),
        aria_current=rx.cond(state == "now", "step", "false"),
        data_step=name,
        data_step_state=state,
    )


def act(name: str, label: Any, symbol: str, event: Any, *, shut: Any = False, **props: Any) -> rx.Component:
    """A button of a step; nothing is begun while something is under way."""
    busy = CampaignSend.task != ""
    return button(label, name, symbol=symbol, on_click=event, disabled=busy if shut is False else busy | shut, **props)


def locked(text: Any, symbol: str = "lock") -> rx.Component:
    """What is frozen, or will be."""
    return rx.el.p(icon(symbol, 16), rx.el.span(text), class_name="side-note")


def progress(task: str) -> rx.Component:
    """What is under way, and for how long; how far it is, where that can be known."""
    state = CampaignSend
    clock = rx.el.span(t("campaign_send.elapsed", seconds=state.elapsed), role="timer", class_name="quiet")
    how_far = rx.cond(
        (state.goal > 0) & (task == "count"),
        rx.el.progress(value=state.done, max=state.goal, aria_label=t(f"campaign_send.running.{task}")),
    )
    here = rx.el.div(
        spinner(t("kit.words.loading")),
        rx.el.strong(t(f"campaign_send.running.{task}"), role="status"),
        how_far,
        clock,
        class_name="row running",
        data_testid=f"running:{task}",
    )
    elsewhere = rx.el.p(t("campaign_send.elsewhere"), class_name="hint", role="status")
    mine = state.task_of == state.record_id
    return rx.cond(state.task == task, rx.cond(mine, here, elsewhere))


def said(lines: rx.Var[list[dict[str, str]]]) -> rx.Component:
    """Lines that are there in each language."""
    return rx.el.ul(rx.foreach(lines, lambda line: rx.el.li(pick_of(line))), class_name="whom")


def outcome(*tasks: str) -> rx.Component:
    """How the last act of a step ended, where that did not go by the book."""
    told = CampaignSend.told
    good = entry(told, "tone") == "good"
    shown = rx.el.div(
        rx.cond(good, icon("circle-check"), icon("triangle-alert")),
        rx.el.div(
            rx.el.p(choice_label("campaign_send.told", entry(told, "key"))),
            rx.cond(entry(told, "detail") != "", rx.el.p(entry(told, "detail"), class_name="hint")),
        ),
        class_name="told",
        role="alert",
        data_tone=entry(told, "tone"),
        data_testid="told",
        data_key=entry(told, "key"),
    )
    return rx.cond(rx.Var.create([*tasks]).contains(entry(told, "step")), shown)
