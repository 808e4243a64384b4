"""A filter by several choices: a button that says what is chosen, and opens all there is to tick.

What is ticked goes to the address together, joined by commas (assets/kit/several.js). The popover stays open meanwhile;
the browser opens and closes it, and says whether it is open.
"""

import reflex as rx

from admin_app.kit.parts.widgets import Text, button, icon
from admin_app.kit.words.locale import t

Options = rx.Var[list[dict[str, str]]]
"""Each has a `value` and a `label`."""


def several_filter(param: str, label: Text, value: rx.Var[str], options: Options, said: Text) -> rx.Component:
    """Any of `options`, written in the address under `param`; `said` is what the button says of the present choice."""
    popup = f"several-{param}"
    boxes = rx.foreach(
        options,
        lambda one: rx.el.label(
            rx.el.input(type="checkbox", value=one["value"]),
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
            rx.cond(options.length() == 0, rx.el.p(t("kit.filters.none_offered"), class_name="quiet")),
            button(
                t("kit.actions.close"),
                f"chosen:{param}",
                tone="primary",
                class_name="several-close",
                custom_attrs={"popoverTarget": popup, "popoverTargetAction": "hide"},
            ),
            class_name="popup several-choices",
            custom_attrs={"id": popup, "popover": "auto", "data-param": param, "data-several": value},
        ),
        class_name="filter several",
    )
