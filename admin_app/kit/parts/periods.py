"""A period that is looked at or looked for: usual ones by name, or two days on one line (decision 47).

Both ends are written in the address together (assets/kit/dates.js). Who reads the address exchanges two days that are
in the wrong order and says so, and says what the period is called.
"""

import datetime as dt
from collections.abc import Sequence

import reflex as rx
from reflex.event import EventSpec

from admin_app.kit import clock
from admin_app.kit.parts.dates import day_input
from admin_app.kit.parts.widgets import Text
from admin_app.kit.script import from_script, run
from admin_app.kit.words.formats import is_day
from admin_app.kit.words.locale import t
from admin_app.kit.words.usual_periods import CHOSEN, NAMES, usual_periods


class UsualPeriods(rx.State):
    """Knows the days of the periods that have names."""

    @rx.event
    def choose(self, name: str, param: str, today: str) -> EventSpec:
        """Ask for a period by its name, none for all days, or lead to where one's own days are typed.

        `param` is that of its first day, `today` the day by the clock of the person's machine.
        """
        if name == CHOSEN:
            return run("focusOn", f"filter-{param}")
        day = dt.date.fromisoformat(today) if is_day(today) else clock.today()
        return run("choosePeriod", f"filter-{param}", usual_periods(day).get(name, ("", "")))


def period_filter(
    params: tuple[str, str],
    label: Text,
    values: tuple[rx.Var[str], rx.Var[str]],
    named: rx.Var[str] | str,
    exchanged: rx.Var[bool] | bool,
    whole: str = "any",
    names: Sequence[str] = NAMES,
) -> rx.Component:
    """The first and the last day, written in the address under `params`.

    `named` is what they are called (`usual_name`), `exchanged` says that the address has them in the wrong order,
    `whole` names what neither of them means, `names` are those of the menu.
    """
    first, last = params
    title = f"period-{first}"
    usual = [rx.el.option(t(f"kit.dates.presets.{name}"), value=name) for name in names]
    menu = rx.el.select(
        rx.el.option(t(f"kit.dates.{whole}"), value=""),
        *usual,
        rx.el.option(t("kit.dates.chosen"), value=CHOSEN),
        aria_label=t("kit.dates.preset", name=label),
        data_testid=f"presets:{first}",
        on_change=lambda name: UsualPeriods.choose(name, first, from_script("today")),
        custom_attrs={"data-value": named},
    )
    return rx.el.div(
        rx.el.span(label, custom_attrs={"id": title}),
        rx.el.div(
            menu,
            _end("from", first, values[0]),
            _end("to", last, values[1]),
            class_name="period-line",
        ),
        rx.el.p(
            t("kit.dates.exchanged"), class_name="period-note", hidden=rx.cond(exchanged, False, True), role="status"
        ),
        class_name="filter period",
        role="group",
        aria_labelledby=title,
        custom_attrs={"data-period": ""},
    )


def _end(word: str, param: str, value: rx.Var[str]) -> rx.Component:
    control = f"filter-{param}"
    held = {"data-end": "", "data-param": param, "data-value": value}
    return rx.el.div(
        rx.el.label(t(f"kit.dates.{word}"), html_for=control),
        day_input(param, value, control_id=control, held=held),
        class_name="period-end",
    )
