"""The page of a list: title and actions, filters and their chips, the table, the pages, the selection bar."""

from typing import Any
from urllib.parse import urlencode

import reflex as rx

from admin_app.kit.declare.resource import Resource, Shortcut
from admin_app.kit.lists.bulk_page import bulk_bar, last_report
from admin_app.kit.lists.export_dialog import export_button, export_dialog, export_selection
from admin_app.kit.lists.filters import chips, filter_bar, remark
from admin_app.kit.lists.list_query import DEFAULT_PAGE_SIZE, PAGE_SIZES
from admin_app.kit.lists.map import list_map, views
from admin_app.kit.lists.state import State, is_paged
from admin_app.kit.lists.table import COMPACT, Density, RowActions, density_switch, list_table, phone_tools
from admin_app.kit.parts.cells import Cells
from admin_app.kit.parts.error_panel import failed_card
from admin_app.kit.parts.menu import menu
from admin_app.kit.parts.pending import pending
from admin_app.kit.parts.permission_gate import granted
from admin_app.kit.parts.widgets import (
    ABSENT,
    Text,
    button,
    button_link,
    data_state,
    empty,
    icon,
    icon_button,
    icon_link,
    link,
)
from admin_app.kit.session import may
from admin_app.kit.views.page import view_tabs, views_button
from admin_app.kit.words.locale import number_var, t
from admin_app.patches.names import A

REST = 80
"""Milliseconds after which a pointer, or the focus, is taken to rest on a link of a pager."""
SOON = 300
"""Milliseconds after which a page that was turned to is there, most of the time."""

SKELETON_ROWS = DEFAULT_PAGE_SIZE


def list_state(state: State) -> rx.Var[str]:
    """The `data-state` of a list."""
    return data_state(state, rx.cond(state.total == 0, "empty", "ready"))


def way_back(state: State) -> rx.Var[str]:
    """The address of a list as it was left, with its filters; its route where it was not opened yet."""
    return rx.cond(state.address != "", state.address, state.resource.route)


def list_page(
    state: State,
    *,
    row_actions: RowActions | None = None,
    actions: tuple[Any, ...] = (),
    tools: tuple[Any, ...] = (),
    selection: tuple[Any, ...] = (),
    lead: tuple[Any, ...] = (),
    below: tuple[Any, ...] = (),
    cells: Cells | None = None,
    leads_on: tuple[Any, ...] = (),
) -> rx.Component:
    """A list of `state.resource`; `row_actions` adds controls to each row, `cells` are what some columns show.

    `actions` are in the menu of its head, `tools` beside its filters, `lead` below its head, `leads_on` where there is
    nothing. What is done to a selection is declared on the state (`bulk`); `selection` adds to it what is no change: an
    export, an e-mail.
    """
    resource = state.resource
    return rx.el.div(
        rx.el.header(
            rx.el.h1(t(f"{resource.key}.title"), tab_index=-1),
            head_total(state),
            rx.el.div(list_menu(state, actions, row_actions), _create(resource, told=True), class_name="row"),
            class_name="page-head",
        ),
        *lead,
        *list_body(
            state,
            row_actions=row_actions,
            cells=cells,
            tools=tools,
            selection=selection,
            leads_on=leads_on,
        ),
        *below,
        class_name="list",
        custom_attrs={
            "data-list": resource.key,
            "data-density": Density.density,
            **({"data-few": rx.cond(_is_few(state), "", ABSENT)} if state.few else {}),
        },
    )


def list_body(
    state: State,
    *,
    row_actions: RowActions | None = None,
    cells: Cells | None = None,
    skeleton_rows: int = SKELETON_ROWS,
    tools: tuple[Any, ...] = (),
    selection: tuple[Any, ...] = (),
    leads_on: tuple[Any, ...] = (),
) -> list[rx.Component]:
    """A list without its head: filters, rows and pages."""
    resource = state.resource
    return [
        list_tabs(state),
        rx.el.div(
            filter_bar(state),
            rx.el.div(
                *([views(state)] if resource.place else []),
                *tools,
                _mask_toggle(state),
                density_switch(),
                views_button(resource.route),
                class_name="row",
            ),
            class_name="list-tools",
            # A list inside a page may have to be asked for.
            hidden=_is_few(state) if resource.route else False,
        ),
        chips(state),
        remark(state),
        rx.cond(
            state.problem != "",
            failed_card(state, t("kit.list.error_title"), state.load),
        ),
        rx.cond(
            state.unreadable > 0,
            rx.el.p(t("kit.list.unreadable", count=state.unreadable), class_name="hint", role="status"),
        ),
        _map(state),
        rx.cond(
            # A page behind the last leads there.
            _answered(state) & (state.rows.length() == 0) & (state.page <= state.pages),
            rx.cond(state.total == 0, _nothing(state, leads_on), _hollow(state)),
            rx.cond(
                (state.rows.length() > 0) | (state.problem == ""),
                list_table(state, row_actions, cells or {}, skeleton_rows),
            ),
        ),
        _footer(state),
        bulk_bar(state, (*selection, export_selection(state))),
        export_dialog(state),
    ]


def list_tabs(state: State) -> rx.Component:
    """The lists that are asked for every day: all of it, what its resource names, the views of the person.

    None for a list inside a record.
    """
    resource = state.resource
    if not resource.route:
        return rx.fragment()
    all_of_it = [tab(t("kit.list.everything"), resource.route, state.filters.length() == 0, "everything")]
    shortcuts = [_shortcut(state, each) for each in resource.shortcuts]
    views = view_tabs(resource.route, state.hrefs["as_view"])
    return rx.el.nav(
        *(all_of_it if state.has_everything_tab else []),
        *shortcuts,
        views,
        aria_label=t("kit.list.shortcuts"),
        class_name="tabs list-tabs",
    )


def _shortcut(state: State, each: Shortcut) -> rx.Component:
    resource = state.resource
    address = f"{resource.route}?{urlencode(each.filters)}"
    label = t(f"{resource.key}.shortcuts.{each.name}")
    return tab(label, address, state.shortcut == each.name, f"shortcut:{each.name}", pending(address))


def tab(label: Text, to: Text, on: Any, action: str, *marks: rx.Component) -> rx.Component:
    """One list, which may be the one on show."""
    return link(label, *marks, to=to, aria_current=rx.cond(on, "true", "false"), data_testid=f"action:{action}")


def head_total(state: State) -> rx.Component:
    """How many rows there are, beside the title."""
    told = rx.el.p(
        rx.el.span(number_var(state.total), aria_hidden="true"),
        rx.el.span(t("kit.list.total", count=state.total), class_name="visually-hidden"),
        class_name="head-total",
        title=t("kit.list.total", count=state.total),
    )
    return rx.cond(state.loaded & (state.total > 0), told)


def list_menu(state: State, actions: tuple[Any, ...], row_actions: RowActions | None = None) -> rx.Component:
    """What is done to the list less often than creating: on a phone choosing and the order, what its feature adds, the
    export, the columns."""
    resource = state.resource
    tools = phone_tools(state, row_actions)
    return menu(f"{resource.key}-more", tools, *actions, export_button(state), column_chooser(state))


def _mask_toggle(state: State) -> rx.Component:
    """The button that shows or hides for the whole list."""
    if not any(column.hides for column in state.resource.columns):
        return rx.fragment()
    return icon_button(
        rx.cond(state.unmasked, icon("eye-off"), icon("eye")),
        rx.cond(state.unmasked, t("kit.mask.hide_all"), t("kit.mask.reveal_all")),
        rx.cond(state.unmasked, "mask-all", "reveal-all"),
        on_click=state.toggle_masks,
        class_name="only-desk",  # the rows of a phone show nothing that is masked
    )


def _map(state: State) -> rx.Component:
    place = state.resource.place
    if place is None:
        return rx.fragment()
    # The script knows from the address that a map comes, and keeps its place before the answer does.
    return rx.el.div(rx.cond(state.view == "map", list_map(state, place)), class_name="map-place")


def _create(resource: Resource, *, told: bool = False) -> rx.Component:
    """The way to a new record; `told` says why it is shut."""
    if not resource.may.create or not resource.route:
        return rx.fragment()
    label = t(f"{resource.key}.create")
    made = button_link(
        label, "create", f"{resource.route}/create", symbol="plus", tone="primary", aria_label=label, title=label
    )
    if told:
        return granted(resource.may.create, made, label, "create")
    return rx.cond(may(resource.may.create), made)


def column_chooser(state: State) -> rx.Component:
    """Which columns are shown; the browser remembers it."""
    resource = state.resource
    boxes = [
        rx.el.label(
            rx.el.input(
                type="checkbox",
                checked=state.shown_columns.contains(column.name),
                on_change=lambda _, name=column.name: state.choose_column(name),
                custom_attrs={"data-column": column.name},
            ),
            t(resource.label_of(column)),
            class_name="check",
        )
        for column in resource.cells
        if not column.main
    ]
    box = f"{resource.key}-columns"
    return rx.el.div(
        button(t("kit.list.columns"), "columns", symbol="columns-3", custom_attrs={"popoverTarget": box}),
        rx.el.fieldset(
            rx.el.legend(t("kit.list.choose_columns")),
            *boxes,
            class_name="popup",
            custom_attrs={"id": box, "popover": "auto"},
        ),
        class_name="menu-part",
    )


def _is_few(state: State) -> rx.Var[bool]:
    """Whether so little is there without filters that nothing is looked for: nothing at all, or no more cards than its
    class calls few, which is what is expected of it until it is known (LIST-39)."""
    few = (state.problem == "") & (state.total <= state.few) & (state.filters.length() == 0)
    nothing = state.loaded & (state.total == 0)
    return few & (nothing | (Density.density != COMPACT) if state.few else nothing)


def _answered(state: State) -> Any:
    """Whether it is known what there is: beside a failure, what an earlier answer held is not."""
    return state.loaded & (state.problem == "")


def _nothing(state: State, leads_on: tuple[Any, ...]) -> rx.Component:
    """What would stand here, and what leads on."""
    resource = state.resource
    filtered = empty(
        "search-x",
        t("kit.list.no_result_text"),
        button_link(t("kit.filters.reset"), "reset-filters", state.hrefs["reset"], symbol="x"),
    )
    told = t(f"{resource.key}.empty")
    if resource.may.create and resource.route:
        # It asks whether the person wants to create the first one; others may see some of what there is, or nothing.
        told = rx.cond(may(resource.may.create), told, t("kit.list.none_open"))
    none = empty("inbox", told, _create(resource), *leads_on)
    return rx.cond(state.filters.length() > 0, filtered, none)


def _hollow(state: State) -> rx.Component:
    """There are records, and none on this page: the server says two things, or others have just removed them."""
    said = rx.cond(state.unreadable > 0, t("kit.list.hollow_unread"), t("kit.list.hollow", count=state.total))
    return empty(
        "file-question",
        said,
        rx.el.div(
            button(t("kit.actions.retry"), "retry", symbol="rotate-cw", on_click=state.load),
            rx.cond(state.page > 1, button_link(t("kit.list.first_page"), "to-first-page", state.hrefs["first"])),
            rx.cond(
                state.page < state.pages, button_link(t("kit.list.last_page"), "to-last-page", state.hrefs["last"])
            ),
            class_name="row",
        ),
    )


def _footer(state: State) -> rx.Component:
    sizes = [rx.el.option(str(size), value=str(size)) for size in PAGE_SIZES]
    per_page = rx.el.label(
        rx.el.span(t("kit.list.per_page")),
        rx.el.select(
            *sizes,
            default_value=str(DEFAULT_PAGE_SIZE),
            custom_attrs={
                "data-param": "perPage",
                "data-value": rx.cond(state.page_size != "", state.page_size, str(DEFAULT_PAGE_SIZE)),
            },
        ),
        class_name="inline",
    )
    several = state.pages > 1
    loading = rx.cond(state.problem == "", t("kit.list.loading"), "")
    counted = rx.cond(_answered(state), t("kit.list.total", count=state.total), loading)
    return rx.el.footer(
        rx.el.p(
            rx.cond(
                state.last > 0,
                t("kit.list.range", first=state.first, last=state.last, total=state.total),
                counted,
            ),
            role="status",
            data_testid="range",
        ),
        last_report(state),
        # What changes nothing is not offered: all of it is on show.
        rx.cond(several | (state.total > DEFAULT_PAGE_SIZE), per_page),
        rx.cond(several, _pager(state)),
        class_name="list-footer",
    )


class PagerLink(A):
    """A link of a pager, which tells of a finger or a button that presses it, and of a pointer or the focus on it."""

    on_pointer_down: rx.EventHandler[rx.event.no_args_event_spec]


def _pager(state: State) -> rx.Component:
    """The page that a link leads to is asked for meanwhile, and the one after it once it is followed (decision 53)."""

    def step(symbol: str, key: str, to: str, page: Any, at_end: rx.Var[bool]) -> rx.Component:
        label, action = t(key), key.rpartition(".")[2].replace("_", "-")
        dead = icon_button(symbol, label, action, disabled=True)
        looks = _looks(state, page, 2 * page - state.page) if is_paged(state) else {}
        return rx.cond(at_end, dead, icon_link(symbol, label, action, state.hrefs[to], kind=PagerLink, **looks))

    start, end = state.page <= 1, state.page >= state.pages
    return rx.el.nav(
        step("chevrons-left", "kit.list.first_page", "first", 1, start),
        step("chevron-left", "kit.list.previous_page", "previous", state.page - 1, start),
        rx.el.span(t("kit.list.page", page=state.page, pages=state.pages), class_name="nowrap"),
        step("chevron-right", "kit.list.next_page", "next", state.page + 1, end),
        step("chevrons-right", "kit.list.last_page", "last", state.pages, end),
        aria_label=t("kit.list.pagination"),
        class_name="pager",
    )


def _looks(state: State, page: Any, after: Any) -> dict[str, Any]:
    """Asks for a page when something rests on its link or presses it, for the one `after` it once it is followed."""
    resting = state.look_ahead(page).debounce(REST)
    return {
        "on_mouse_enter": resting,
        "on_focus": resting,
        "on_pointer_down": state.look_ahead(page),
        "on_click": state.look_ahead(after).debounce(SOON),
    }
