"""A period that is looked at or looked for: usual ones by name, or two days on one line (decision 47).

Both ends are written in the address together, the earlier day first; the script (assets/kit/dates.js) works out the
usual ones by the clock of the person's machine, and says when it has exchanged two days.
"""

import reflex as rx

from admin_app.kit.parts.dates import day_input
from admin_app.kit.parts.widgets import Text
from admin_app.kit.words.locale import t

PRESETS = ("today", "yesterday", "last_7", "last_30", "this_month", "last_month", "this_year", "last_year")
"""Those of `presets` in assets/kit/dates.js."""
CHOSEN = "chosen"


def period_filter(
    params: tuple[str, str], label: Text, values: tuple[rx.Var[str], rx.Var[str]], whole: str = "any"
) -> rx.Component:
    """The first and the last day, written in the address under `params`; `whole` names what neither of them means."""
    first, last = params
    title = f"period-{first}"
    usual = [rx.el.option(t(f"kit.dates.presets.{name}"), value=name) for name in PRESETS]
    menu = rx.el.select(
        rx.el.option(t(f"kit.dates.{whole}"), value=""),
        *usual,
        rx.el.option(t("kit.dates.chosen"), value=CHOSEN),
        aria_label=t("kit.dates.preset", name=label),
        data_testid=f"presets:{first}",
        custom_attrs={"data-presets": ""},
    )
    return rx.el.div(
        rx.el.span(label, custom_attrs={"id": title}),
        rx.el.div(
            menu,
            _end("from", "first", first, values[0]),
            _end("to", "last", last, values[1]),
            class_name="period-line",
        ),
        rx.el.p(
            t("kit.dates.exchanged"),
            class_name="period-note",
            hidden=True,
            role="status",
            custom_attrs={"data-exchanged": ""},
        ),
        class_name="filter period",
        role="group",
        aria_labelledby=title,
        custom_attrs={"data-period": ""},
    )


def _end(word: str, end: str, param: str, value: rx.Var[str]) -> rx.Component:
    control = f"filter-{param}"
    held = {"data-end": end, "data-param": param, "data-value": value}
    return rx.el.div(
        rx.el.label(t(f"kit.dates.{word}"), html_for=control),
        day_input(param, value, control_id=control, held=held),
        class_name="period-end",
    )
