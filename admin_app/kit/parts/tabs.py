"""Long parts of a page behind tabs (the ARIA pattern); which one is on show stands behind the # of the address.

The script (assets/kit/tabs.js) shows the panel, so that turning to one costs no round trip; Back, a reload and a link
give the same one. A list inside a record is at the same place: its key is that of its tab (decision 13).
"""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from admin_app.kit.parts.permission_gate import offered
from admin_app.kit.parts.widgets import Text, anchor
from admin_app.kit.words.locale import number_var


@dataclass(frozen=True)
class Tab:
    """One part of the page; `key` stands behind the #."""

    key: str
    label: Text
    panel: tuple[Any, ...]
    count: rx.Var[str] | None = None
    """How many it holds, as a text; empty until that is known."""
    note: Any = None
    """What of it wants to be seen to, beside the count."""
    permission: str | None = None
    """What reading it takes; without it the tab is not there."""
    flag: str | None = None


def tabs(label: Text, *parts: Tab) -> rx.Component:
    """The tabs, then the panel of the one that is on show: the first, until the address says otherwise."""
    first = parts[0].key
    heads = [offered(_head(part, part.key == first), part.permission, part.flag) for part in parts]
    panels = [offered(_panel(part, part.key == first), part.permission, part.flag) for part in parts]
    return rx.el.div(
        rx.el.div(
            *heads,
            role="tablist",
            aria_label=label,
            class_name="tabs",
            custom_attrs={"data-roving": "[role=tab]", "data-presses": ""},
        ),
        *panels,
        class_name="tabbed",
        custom_attrs={"data-tabs": ""},
    )


def _head(part: Tab, chosen: bool) -> rx.Component:
    """A real link: it can be opened elsewhere and copied."""
    marks: list[Any] = []
    if part.count is not None:
        marks.append(rx.cond(part.count != "", rx.el.span(number_var(part.count), class_name="counter")))
    if part.note is not None:
        marks.append(part.note)
    return anchor(
        rx.el.span(part.label),
        *marks,
        href=f"#{part.key}",
        role="tab",
        aria_selected="true" if chosen else "false",
        tab_index=0 if chosen else -1,
        aria_controls=f"panel-{part.key}",
        data_testid=f"action:tab:{part.key}",
        custom_attrs={"id": f"tab-{part.key}", "data-tab": part.key},
    )


def _panel(part: Tab, chosen: bool) -> rx.Component:
    return rx.el.div(
        *part.panel,
        role="tabpanel",
        aria_labelledby=f"tab-{part.key}",
        hidden=not chosen,
        class_name="tab-panel",
        custom_attrs={"id": f"panel-{part.key}"},
    )
