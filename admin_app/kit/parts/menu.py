"""A menu of what is done less often: a button that opens a popover of ordinary buttons and links, without a round trip.

What is in it is what would stand beside the main action, so it keeps its name, its handle and its permission
(`button`, `button_link`, `granted`). The browser opens and closes it, and says whether it is open (`popovertarget`);
the script (assets/kit/popups.js) moves the focus with the arrow keys and closes it after a choice. A dialog that
belongs to one of its buttons may stand in it: the menu stays below the dialog, and goes with it.
"""

from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import Text, button, icon_button
from admin_app.kit.words.locale import t

ITEMS = ":is(a, button):not(dialog *)"
"""What can be chosen, dialogs of its buttons aside."""


def menu(
    menu_id: str,
    *items: Any,
    label: Text | None = None,
    text: Text | None = None,
    symbol: str = "ellipsis",
    class_name: str = "",
) -> rx.Component:
    """A button that opens `items`, from top to bottom: what is dangerous comes last.

    `menu_id` is its id and its handle: tests open it by `action:<menu_id>`. `label` is its accessible name ("More
    actions" unless given); with `text` it shows that instead of an icon alone.
    """
    attributes = {"popoverTarget": menu_id}
    named = label if label is not None else t("kit.actions.more")
    opener = (
        icon_button(symbol, named, menu_id, custom_attrs=attributes)
        if text is None
        else button(text, menu_id, symbol=symbol, custom_attrs=attributes)
    )
    return rx.el.div(
        opener,
        rx.el.div(
            *items,
            role="group",
            aria_label=named,
            class_name="popup menu",
            custom_attrs={"id": menu_id, "popover": "auto", "data-menu": "", "data-roving": ITEMS},
        ),
        class_name=f"menu-place {class_name}".strip(),
    )
