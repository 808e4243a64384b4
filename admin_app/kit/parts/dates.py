"""Days and times that are typed, in the language of the page whatever the browser's (decision 47).

Two inputs side by side: the one with the name holds what the API reads (1991-05-14, 08:30), unseen; the other what the
person reads and types (14/05/1991, 14 May 1991, 8h30). The script (assets/kit/dates.js) keeps them together, says what
is wrong with a date while it is typed, and brings the calendar when it is asked for.
"""

from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import Text, button, held_input, icon_button
from admin_app.kit.words.locale import date_var, t

WRITTEN = "_written"
"""Ends the name of the input that is seen: without one, Reflex would read it by its id (Reflex F21)."""
TODAY = "today"
"""A bound: no day after the present one."""


def day_input(
    name: Text,
    value: rx.Var[str] | str,
    *,
    control_id: Text,
    first: str = "",
    last: str = "",
    held: dict[str, Any] | None = None,
    **shown: Any,
) -> rx.Component:
    """A day between two others, written 1900-01-01, or `TODAY`; `held` are attributes of the input with the name."""
    popup = f"{control_id}-calendar"
    opens = icon_button(
        "calendar",
        t("kit.dates.open"),
        "calendar",
        disabled=shown.get("disabled", False),
        class_name="small",
        custom_attrs={"popoverTarget": popup, "data-calendars": ""},
    )
    words = {name: t(f"kit.dates.{name}", **_NAMED[name]) for name in _NAMED}
    return _typed(
        "day",
        name,
        value,
        (opens, _calendar(popup)),
        control_id=control_id,
        written=date_var(value),
        pattern=t("kit.dates.pattern"),
        words=words,
        held=held,
        shown=shown,
        bounds={"data-first": first, "data-last": last},
    )


def filter_day(param: str, label: Text, value: rx.Var[str]) -> rx.Component:
    """A day that is looked for: it is written in the address under `param`."""
    control = f"filter-{param}"
    attributes = {"data-param": param, "data-value": value}
    return rx.el.div(
        rx.el.label(label, html_for=control),
        day_input(param, value, control_id=control, held=attributes),
        class_name="filter",
    )


def time_input(
    name: Text, value: rx.Var[str] | str, *, control_id: Text, held: dict[str, Any] | None = None, **shown: Any
) -> rx.Component:
    """A clock time of 24 hours."""
    return _typed(
        "time",
        name,
        value,
        (),
        control_id=control_id,
        written=value,
        pattern=t("kit.dates.time_pattern"),
        words={"form": t("kit.dates.time_form", text="{text}")},
        held=held,
        shown=shown,
        bounds={},
    )


_NAMED = {
    "form": {"text": "{text}"},
    "impossible": {"text": "{text}", "month": "{month}", "days": "{days}"},
    "swapped": {"suggestion": "{suggestion}"},
    "late": {"last": "{last}"},
    "early": {"first": "{first}"},
}
"""What the messages of a day name: the script fills it in."""


def _typed(
    kind: str,
    name: Text,
    value: rx.Var[str] | str,
    more: tuple[rx.Component, ...],
    *,
    control_id: Text,
    written: rx.Var[str] | str,
    pattern: rx.Var[str],
    words: dict[str, rx.Var[str]],
    held: dict[str, Any] | None,
    shown: dict[str, Any],
    bounds: dict[str, str],
) -> rx.Component:
    message = f"{control_id}-wrong"
    described = shown.pop("aria_describedby", "")
    disabled = shown.get("disabled", False)
    return rx.el.div(
        held_input(name, value, {"data-held": "", **(held or {})}, disabled=disabled),
        rx.el.input(
            type="text",
            name=f"{name}{WRITTEN}",
            default_value=written,
            auto_complete="off",
            input_mode="numeric",
            placeholder=pattern,
            aria_describedby=f"{described} {message}".strip() if isinstance(described, str) else described,
            **shown,
            custom_attrs={"id": control_id, "data-types": name},
        ),
        *more,
        rx.el.p(
            class_name="field-error",
            role="alert",
            custom_attrs={"id": message, "data-wrong": "", **{f"data-{key}": text for key, text in words.items()}},
        ),
        class_name="dated",
        custom_attrs={"data-dated": kind, **{key: bound for key, bound in bounds.items() if bound}},
    )


def _calendar(popup: Text) -> rx.Component:
    """The place of a calendar, which is made when it is first opened."""
    return rx.el.div(
        rx.el.div(custom_attrs={"data-calendar-place": ""}, class_name="calendar-place"),
        rx.el.div(
            button(t("kit.dates.clear"), "no-day", tone="link", custom_attrs={"data-day": ""}),
            button(t("kit.dates.today"), "today", tone="link", custom_attrs={"data-day": "today"}),
            class_name="row",
        ),
        class_name="popup calendar",
        role="dialog",
        aria_label=t("kit.dates.calendar"),
        custom_attrs={
            "id": popup,
            "popover": "auto",
            "data-calendar": "",
            "data-previous": t("kit.dates.previous"),
            "data-next": t("kit.dates.next"),
            "data-month": t("kit.dates.month"),
            "data-year": t("kit.dates.year"),
            "data-failed": t("kit.dates.failed"),
        },
    )
