"""What a file says against itself, each with its mend, and the map of its places."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.parts.map import marks_map
from admin_app.kit.parts.widgets import button, entry, icon
from admin_app.kit.words.locale import t

State = type[ImportMixin]


def remarks(state: State) -> rx.Component:
    """The remarks about the lines; nothing where there are none."""

    def remark(name: str, symbol: str, mend: Any) -> rx.Component:
        count = entry(state.remarks, name)
        return rx.cond(
            state.remarks.contains(name),
            rx.el.li(
                icon(symbol, 20),
                rx.el.div(
                    rx.el.strong(t(f"imports.remarks.{name}", count=count)),
                    rx.el.p(t(f"imports.remarks.{name}_text")),
                ),
                mend,
                data_testid=f"remark:{name}",
            ),
        )

    busy = state.task != ""
    look = button(t("imports.remarks.look"), "look", on_click=state.show("doubts"), disabled=busy)
    return rx.cond(
        state.remarks.length() > 0,
        rx.el.ul(
            remark(
                "swapped",
                "arrow-left-right",
                button(
                    t("imports.remarks.exchange"), "exchange", tone="primary", on_click=state.exchange, disabled=busy
                ),
            ),
            remark(
                "twin",
                "copy",
                button(t("imports.remarks.drop"), "drop-twins", on_click=state.drop_twins, disabled=busy),
            ),
            remark("far", "map-pin-off", look),
            class_name="import-remarks",
            aria_label=t("imports.remarks.title"),
            role="list",
        ),
    )


def places_map(state: State) -> rx.Component:
    """Where the lines are; what is to be looked at stands out."""
    return rx.cond(
        state.places.length() > 0,
        rx.el.section(
            rx.el.h2(t("imports.places.title"), custom_attrs={"id": "import-places"}),
            marks_map(t("imports.places.label"), state.places, on_mark=state.go_to),
            rx.el.ul(
                *[
                    rx.el.li(
                        rx.el.span(class_name="map-mark", custom_attrs={"data-tone": tone}),
                        t(f"imports.places.{tone}"),
                    )
                    for tone in ("good", "warn", "bad")
                ],
                class_name="map-key",
                aria_label=t("kit.map.key"),
            ),
            class_name="card import-places",
            aria_labelledby="import-places",
        ),
    )
