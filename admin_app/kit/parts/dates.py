"""Days and times that are typed, in the language of the page whatever the browser's (decision 47).

Two inputs side by side: the one with the name holds what the API reads (1991-05-14, 08:30), unseen; the other what the
person reads and types (14/05/1991, 14 May 1991, 8h30). The script (assets/kit/dates.js) keeps them together and asks
`TypedDates` what was typed when it is left, or before its form goes; the calendar is fetched when it is opened.
"""

from collections.abc import Mapping
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from admin_app.kit import clock
from admin_app.kit.parts.widgets import Text, button, held_input, icon_button, pressed_by_script
from admin_app.kit.script import from_script, run
from admin_app.kit.words.formats import Reading, date, is_day, period, read_day, read_time
from admin_app.kit.words.locale import date_var, language_of, say, t

WRITTEN = "_written"
"""Ends the name of the input that is seen: without one, Reflex would read it by its id (Reflex F21)."""
TODAY = "today"
"""A bound: no day after the present one."""
NEAR_YEARS, ALL_YEARS = "20", "260"
"""How many years the menu of a calendar offers: around the present one, or between two bounds."""


class TypedDates(rx.State):
    """Reads what was typed as a day or a time: the page is told what it is in full, and what is wrong with it."""

    @rx.event
    async def read(self, typed: dict[str, str]) -> EventSpec:
        """Read a `text` of a `kind` ("typed" for a day, or "time"), for a day between `first` and `last` as of `today`;
        where it begins with TODAY, a day without a year is the next of its name.

        `today` is the day by the clock of the person's machine, `id` the input it was typed in.
        """
        text, today = str(typed.get("text", "")), str(typed.get("today", ""))
        today = today if is_day(today) else clock.today().isoformat()
        last = today if typed.get("last") == TODAY else str(typed.get("last", ""))
        if typed.get("kind") == "time":
            reading = read_time(text)
        elif (first := str(typed.get("first", ""))) == TODAY:
            # Whether a day that has passed may stay is for the form to say.
            reading = read_day(text, today, last=last, coming=True)
        else:
            reading = read_day(text, today, first, last)
        reading = reading if text.strip() else Reading()
        wrong = fault_words(reading, await language_of(self))
        return run("dated", {"id": str(typed.get("id", "")), "text": text, "value": reading.value, "wrong": wrong})


def fault_words(reading: Reading, locale: str) -> str:
    """What is wrong with what was typed, in the person's language."""
    if not reading.fault:
        return ""
    named: Mapping[str, Any] = {**reading.named}
    if "month" in named:
        month = period(f"{named['year']:04}-{named['month']:02}", locale)
        named = {"text": named["text"], "days": named["days"], "month": month}
    if "first" in named:
        named = {"first": date(str(named["first"]), locale, "typed")}
    return say(f"kit.dates.{reading.fault}", locale, **named)


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
        tab_index=-1,  # the arrow down opens it from the input: one stop on the way through a form
        custom_attrs={"popoverTarget": popup, "data-calendars": ""},
    )
    return _typed(
        "typed",
        name,
        value,
        (opens, _calendar(popup, ALL_YEARS if first and last else NEAR_YEARS)),
        control_id=control_id,
        written=date_var(value, "typed"),
        pattern=t("kit.dates.pattern"),
        held=held or {},
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


def time_input(name: Text, value: rx.Var[str] | str, *, control_id: Text, **shown: Any) -> rx.Component:
    """A clock time of 24 hours."""
    return _typed(
        "time",
        name,
        value,
        (),
        control_id=control_id,
        written=value,
        pattern=t("kit.dates.time_pattern"),
        held={},
        shown=shown,
        bounds={},
    )


def _typed(
    kind: str,
    name: Text,
    value: rx.Var[str] | str,
    more: tuple[rx.Component, ...],
    *,
    control_id: Text,
    written: rx.Var[str] | str,
    pattern: rx.Var[str],
    held: dict[str, Any],
    shown: dict[str, Any],
    bounds: dict[str, str],
) -> rx.Component:
    message = f"{control_id}-wrong"
    described = shown.pop("aria_describedby", "")
    disabled = shown.get("disabled", False)
    return rx.el.div(
        held_input(name, value, {"data-held": "", **held}, disabled=disabled),
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
        rx.el.p(class_name="field-error", role="alert", custom_attrs={"id": message, "data-wrong": ""}),
        pressed_by_script("data-reads", TypedDates.read(from_script("given"))),
        class_name="dated",
        custom_attrs={"data-dated": kind, **{key: bound for key, bound in bounds.items() if bound}},
    )


def _calendar(popup: Text, years: str) -> rx.Component:
    """A calendar in its popover, whose elements come to life when the script has fetched their library."""

    def cally(tag: str, *children: rx.Component, **props: Any) -> rx.Component:
        made = rx.el.Div.create(*children, **props)
        made.tag = tag
        return made

    def step(slot: str, sign: str) -> rx.Component:
        said = rx.el.span(t(f"kit.dates.{slot}"), class_name="visually-hidden")
        return rx.el.span(said, rx.el.span(sign, aria_hidden="true"), slot=slot)

    def menu(what: str, **props: Any) -> rx.Component:
        said = rx.el.span(t(f"kit.dates.{what}"), slot="label", class_name="visually-hidden")
        return cally(f"calendar-select-{what}", said, **props)

    # An attribute: once the library is there, React would set a property of that name, which takes no text.
    year = menu("year", custom_attrs={"max-years": years})
    heading = rx.el.div(menu("month"), year, slot="heading", class_name="calendar-heading")
    calendar = cally(
        "calendar-date",
        step("previous", "‹"),
        step("next", "›"),
        heading,
        cally("calendar-month"),
    )
    return rx.el.div(
        rx.el.div(calendar, class_name="calendar-place"),
        rx.el.p(t("kit.dates.failed"), class_name="calendar-failed"),
        rx.el.div(
            button(t("kit.dates.clear"), "no-day", tone="link", custom_attrs={"data-day": ""}),
            button(t("kit.dates.today"), "today", tone="link", custom_attrs={"data-day": TODAY}),
            class_name="row",
        ),
        class_name="popup calendar",
        role="dialog",
        aria_label=t("kit.dates.calendar"),
        custom_attrs={"id": popup, "popover": "auto", "data-calendar": ""},
    )
