"""The bar of an import: what runs and how far it is, or the next step with what is asked before it."""

import reflex as rx

from admin_app.kit.imports.host import FORESEE
from admin_app.kit.imports.lines_page import foretold
from admin_app.kit.imports.state import State
from admin_app.kit.parts.widgets import button, confirmation, icon, leave_dialog, opens
from admin_app.kit.words.locale import choice_label, t

RESTART, SEND = "import-restart", "import-send"


def step_bar(state: State) -> rx.Component:
    """The bar that stays in view: what runs, or what comes next."""
    running = state.task != ""
    ready = state.total - state.faulty
    needs = rx.cond(state.chosen == "", True, ready == 0) if state.resource.target else ready == 0
    steps = rx.fragment(
        button(t("imports.restart"), "restart", symbol="rotate-ccw", custom_attrs=opens(RESTART)),
        button(
            t("imports.foresee"),
            "foresee",
            symbol="telescope",
            on_click=state.foresee,
            disabled=ready == 0,
            custom_attrs={"id": FORESEE},
        ),
        button(
            rx.cond(ready > 0, t("imports.send", count=ready), t("imports.import")),
            "send",
            symbol="send",
            tone="primary",
            disabled=needs,
            custom_attrs=opens(SEND),
        ),
    )
    wrong = (state.faulty > 0) | (state.total == 0)
    told = rx.cond(state.faulty > 0, t("imports.faulty", count=state.faulty), t("imports.no_fault"))
    faulty = rx.el.span(
        rx.cond(wrong, icon("circle-alert", 16), icon("circle-check", 16)),
        rx.cond(state.total == 0, t("imports.nothing"), told),
        class_name=rx.cond(wrong, "bar-note bad", "bar-note good"),
        role="status",
    )
    bar = rx.el.div(
        rx.cond(running, progress(state), rx.fragment(faulty, steps)),
        _restart_dialog(state),
        class_name="save-bar",
    )
    return rx.fragment(bar, _send_dialog(state))


def progress(state: State) -> rx.Component:
    """What runs, how far it is, and the way to stop it."""
    return rx.el.div(
        rx.el.strong(choice_label("imports.tasks", state.task)),
        rx.el.progress(value=state.done, max=state.goal, aria_label=choice_label("imports.tasks", state.task)),
        rx.el.span(t("kit.transfer.progress", done=state.done, total=state.goal), class_name="nowrap", role="status"),
        button(
            rx.cond(state.stopping, t("imports.stopping"), t("kit.actions.cancel")),
            "stop",
            symbol="octagon-x",
            on_click=state.stop,
            disabled=state.stopping,
        ),
        class_name="row progress-row",
    )


def _restart_dialog(state: State) -> rx.Component:
    """Asked before a file and its corrections are given up."""
    return confirmation(
        RESTART,
        "restart",
        t("imports.restart_title"),
        rx.el.p(t("imports.restart_text")),
        answer=t("imports.restart"),
        does=state.restart,
        danger=True,
    )


def _send_dialog(state: State) -> rx.Component:
    """What an import does to people and records, said before it is done (trap 38)."""
    ready = state.total - state.faulty
    return confirmation(
        SEND,
        "send",
        t("imports.send_title", count=ready),
        rx.el.p(t(f"{state.resource.key}.impact")),
        rx.cond(state.faulty > 0, rx.el.p(t("imports.left_out", count=state.faulty))),
        rx.cond(state.outlooks.length() > 0, foretold(state), rx.el.p(t("imports.not_foreseen"), class_name="quiet")),
        answer=t("imports.send", count=ready),
        symbol="send",
        does=state.send,
    )


def unfinished_dialog() -> rx.Component:
    """Asked before an import that was not sent is left."""
    return leave_dialog(
        "leave-unfinished",
        t("imports.leave_title"),
        t("imports.leave_text"),
        {"discard": (t("imports.leave"), "danger-plain"), "stay": (t("kit.form.leave_stay"), "primary")},
    )
