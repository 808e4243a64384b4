"""A list inside the page of a record, below its sections or its form."""

from typing import Any

import reflex as rx

from admin_app.kit.lists.density import Density
from admin_app.kit.lists.embedded_list import InnerListMixin
from admin_app.kit.lists.page import list_body, list_menu
from admin_app.kit.lists.table import Cells, RowActions
from admin_app.kit.parts.widgets import icon
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import t

State = type[InnerListMixin]
SKELETON_ROWS = 5


def inner_list(
    state: State,
    owner_id: rx.Var[str],
    *,
    actions: tuple[Any, ...] = (),
    more: tuple[Any, ...] = (),
    selection: tuple[Any, ...] = (),
    below: tuple[Any, ...] = (),
    row_actions: RowActions | None = None,
    cells: Cells | None = None,
) -> rx.Component:
    """The list of `state` below the record `owner_id`; `cells` replaces those of some columns, by field.

    `actions` stand in its head, `more` in the menu of it; `selection` and `below` as in `list_page`.
    """
    resource = state.resource
    refused = rx.el.div(icon("lock", 32), rx.el.p(state.closed), class_name="empty", role="status")
    body = list_body(state, row_actions=row_actions, cells=cells, skeleton_rows=SKELETON_ROWS, selection=selection)
    # No landmark of its own: its table is one, of the same name.
    shown = rx.el.div(
        rx.el.header(
            rx.el.h2(t(f"{resource.key}.title")),
            rx.el.div(*actions, list_menu(state, more), class_name="row"),
            class_name="page-head",
        ),
        rx.el.button(type="button", hidden=True, on_click=state.turn, custom_attrs={"data-turns": ""}),
        rx.cond(state.closed != "", refused, rx.fragment(*body, *below)),
        class_name="list inner",
        custom_attrs={
            "data-list": resource.key,
            "data-density": Density.density,
            "data-inner": resource.key,
            "data-of": owner_id,
        },
    )
    # The rows of the record seen before are not those of this one.
    theirs = (owner_id != "") & (state.owner_id == owner_id)
    return rx.cond(theirs & may_read(resource.may.list), shown)
