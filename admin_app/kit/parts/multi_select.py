"""A filter by several choices: a button that says what is chosen, and opens all there is to tick.

What is ticked goes to the address together, joined by commas. The popover stays open meanwhile; the browser opens and
closes it, and says whether it is open.
"""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import Text, button, icon
from admin_app.kit.words.locale import t

Options = rx.Var[list[dict[str, str]]]
"""Each has a `value` and a `label`."""


def several_filter(
    param: str,
    label: Text,
    chosen: rx.Var[list[str]],
    options: Options,
    said: Text,
    choose: Callable[[rx.Var[str]], Any],
    *,
    read: Any = True,
) -> rx.Component:
    """Any of `options`; `said` is what the button says of the `chosen`, `choose` takes the value of another one.

    While the options are not `read` yet, that is said in their place.
    """
    popup = f"several-{param}"
    none = rx.cond(read, t("kit.filters.none_offered"), t("kit.words.loading"))
    boxes = rx.foreach(
        options,
        lambda one: rx.el.label(
            rx.el.input(
                type="checkbox",
                value=one["value"],
                checked=chosen.contains(one["value"]),
                on_change=lambda _: choose(one["value"]),
            ),
            rx.el.span(one["label"]),
            class_name="check",
            key=one["value"],
        ),
    )
    return rx.el.div(
        rx.el.button(
            rx.el.span(label),
            rx.el.strong(said),
            icon("chevron-down", 16),
            type="button",
            class_name="several-button",
            data_testid=f"action:choose:{param}",
            custom_attrs={"popoverTarget": popup},
        ),
        rx.el.fieldset(
            rx.el.legend(label),
            boxes,
            rx.cond(options.length() == 0, rx.el.p(none, class_name="quiet")),
            button(
                t("kit.actions.close"),
                f"chosen:{param}",
                tone="primary",
                class_name="several-close",
                custom_attrs={"popoverTarget": popup, "popoverTargetAction": "hide"},
            ),
            class_name="popup several-choices",
            custom_attrs={"id": popup, "popover": "auto"},
        ),
        class_name="filter several",
    )
