"""The table of a list. Its first cell is who or what a row is; on a phone that and its state are what is seen of it.

The roles of the table are written out, because the display of a phone would drop them.
"""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Column
from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists.host import MASKED
from admin_app.kit.lists.state import State
from admin_app.kit.parts.cells import Cells, avatar, cell, picture
from admin_app.kit.parts.widgets import Row, copy_button, entry, icon, icon_button, icon_link, link
from admin_app.kit.session import may
from admin_app.kit.words.locale import choice_label, t
from admin_app.patches.language import assign

COMPACT = "compact"
FEW = 25
"""As many rows are drawn as cards: those of one page."""
RowActions = Callable[[Row], list[Any]]


def list_table(state: State, row_actions: RowActions | None, cells: Cells, skeleton_rows: int) -> rx.Component:
    """The rows of a list, or their outlines until they are there."""
    resource, who = state.resource, state.resource.identity
    busy = rx.cond(state.loaded & (~rx.State.is_hydrated | state.loading), "true", "false")
    return rx.el.div(
        rx.el.table(
            rx.el.caption(t(f"{resource.key}.title"), class_name="visually-hidden"),
            rx.el.thead(
                rx.el.tr(
                    *([_select_page()] if resource.selectable else []),
                    *[_head_cell(state, each) for each in resource.cells],
                    _actions_head(),
                    role="row",
                    data_label=t("kit.list.sort_by"),
                ),
                role="rowgroup",
            ),
            rx.el.tbody(
                rx.cond(
                    state.loaded,
                    rx.foreach(state.rows, lambda row, index: _row(state, row, index, row_actions, cells)),
                    rx.foreach(list(range(skeleton_rows)), lambda number: _skeleton_row(resource)),
                ),
                role="rowgroup",
            ),
            # On a phone a title has the whole line, its state stands on the quiet one.
            class_name=_laid_out(state, "table stacks" if who.person or not who.second else "table stacks titled"),
            role="table",
            aria_busy=busy,
        ),
        class_name="table-scroll",
        role="region",
        aria_label=t(f"{resource.key}.title"),
        tab_index=0,
    )


def _laid_out(state: State, shape: str) -> Any:
    """A few rows are drawn as their resource says, until somebody wants them close together."""
    if state.resource.layout == "table":
        return shape
    cards = f"{shape} card-rows tiles" if state.resource.layout == "tiles" else f"{shape} card-rows"
    return rx.cond((Density.density == COMPACT) | (state.total > FEW), shape, cards)


_ORDERS = {"number": "number", "date": "date", "date_time": "date"}
"""How the ways of an order are called, by the kind of the column."""


def phone_tools(state: State, row_actions: RowActions | None) -> rx.Component:
    """What a phone has in the menu of its list (assets/styles/phone-lists.css): choosing rows, and their order.

    Until they are chosen from, rows show neither boxes nor what is done to one of them.
    """
    resource = state.resource
    choose = rx.el.label(
        rx.el.input(type="checkbox", class_name="visually-hidden", custom_attrs={"data-choose": ""}),
        icon("square-check"),
        t("kit.list.choose"),
        class_name="button",
    )
    offered = (resource.selectable or row_actions) and not state.chooses
    return rx.el.div(*([choose] if offered else []), _order(state), class_name="phone-tools")


def _order(state: State) -> rx.Component:
    """The order as one choice, since the heads of columns are not seen."""
    sortable = [column for column in state.resource.columns if column.sort]
    if not sortable:
        return rx.fragment()
    options = [
        rx.el.option(
            t(f"kit.list.order.{_ORDERS.get(column.kind, 'text')}.{way}", name=t(state.resource.label_of(column))),
            value=f"{sign}{column.name}",
        )
        for column in sortable
        for way, sign in (("up", ""), ("down", "-"))
    ]
    if state.resource.default_sort.removeprefix("-") not in [column.name for column in sortable]:
        options.insert(0, rx.el.option(t("kit.list.order.usual"), value=state.resource.default_sort))
    return rx.el.label(
        icon("arrow-down-up", 16),
        rx.el.span(t("kit.list.sort_by"), class_name="visually-hidden"),
        rx.el.select(*options, custom_attrs={"data-param": "sort", "data-value": state.sort}),
        class_name="list-sort",
    )


def _select_page() -> rx.Component:
    label = t("kit.list.select_page")
    box = rx.el.input(type="checkbox", aria_label=label, custom_attrs={"data-select-page": ""})
    # Said beside it on a phone, where no heads of columns say what the box is of.
    said = rx.el.span(label, class_name="of-phone", aria_hidden="true")
    return rx.el.th(
        box, said, scope="col", role="columnheader", class_name="narrow", custom_attrs={"data-select-cell": ""}
    )


def _actions_head() -> rx.Component:
    label = rx.el.span(t("kit.list.actions"), class_name="visually-hidden")
    return rx.el.th(label, scope="col", role="columnheader", class_name="narrow")


def _of(state: State, column: Column) -> dict[str, Any]:
    """Of which column a cell is, and whether that is shown."""
    return {"data_col": column.name} | ({} if column.main else {"hidden": ~state.shown_columns.contains(column.name)})


def _head_cell(state: State, column: Column) -> rx.Component:
    """The head of a column; that of the first cell orders by each of its parts."""
    parts = _parts(state.resource) if column.main else [column]
    sorts = [each for each in parts if each.sort]
    plain = [t(state.resource.label_of(column))] if not sorts else []
    ways = [(state.sort == each.name, state.sort == f"-{each.name}") for each in sorts]
    told = "none"
    for up, down in ways:
        told = rx.cond(up, "ascending", rx.cond(down, "descending", told))
    return rx.el.th(
        *plain,
        *[_sort_link(state, each, *way) for each, way in zip(sorts, ways, strict=True)],
        scope="col",
        role="columnheader",
        **_of(state, column),
        data_kind=column.kind,
        **({"aria_sort": told} if sorts else {}),
    )


def _parts(resource: Resource) -> list[Column]:
    """What the first cell is made of, save what has a cell of its own."""
    who = resource.identity
    return [
        column
        for field in (*who.of, *who.second)
        if (column := resource.column(field)).main or column not in resource.cells
    ]


def _sort_link(state: State, column: Column, up: rx.Var[bool], down: rx.Var[bool]) -> rx.Component:
    return link(
        t(state.resource.label_of(column)),
        rx.cond(up, icon("arrow-up", 14), rx.cond(down, icon("arrow-down", 14), icon("chevrons-up-down", 14))),
        to=state.hrefs[f"sort:{column.name}"],
        class_name="sort",
        data_testid=f"action:sort:{column.name}",
    )


def _row(state: State, row: Row, index: rx.Var[int], row_actions: RowActions | None, cells: Cells) -> rx.Component:
    """A row keeps its place and its elements while the records change: only what differs is written.

    What a feature puts there goes with its record, since it may hold a choice; the script marks again what it marks.
    """
    resource = state.resource
    extra = [rx.fragment(*row_actions(row), key=row["id"])] if row_actions else []
    return rx.el.tr(
        *([_select_row(row)] if resource.selectable else []),
        *[_cell(state, column, row, cells) for column in resource.cells],
        rx.el.td(
            rx.el.div(*_uncover(state, row), *extra, _edit(state, row), class_name="row-actions"),
            role="cell",
            class_name="narrow",
        ),
        role="row",
        key=index,
        data_testid="row",
        data_id=row["id"],
    )


def _select_row(row: Row) -> rx.Component:
    label = t("kit.list.select_row", name=row["_name"])
    attributes = {"data-select": row["id"], "data-name": row["_name"]}
    box = rx.el.input(type="checkbox", aria_label=label, custom_attrs=attributes)
    return rx.el.td(box, role="cell", class_name="narrow", custom_attrs={"data-select-cell": ""})


def _cell(state: State, column: Column, row: Row, cells: Cells) -> rx.Component:
    """One cell; the main one says who the row is."""
    if column.main:
        return rx.el.th(_who(state, row, cells), scope="row", role="rowheader", data_col=column.name)
    resource = state.resource
    special = cells.get(column.field)
    shown = rx.fragment(special(row), key=row["id"]) if special else _value(state, column, row)
    beside = {"data-phone": ""} if column.field in resource.beside else {}
    label = t(resource.label_of(column))
    return rx.el.td(
        shown, role="cell", **_of(state, column), data_kind=column.kind, data_label=label, custom_attrs=beside
    )


def _who(state: State, row: Row, cells: Cells) -> rx.Component:
    """Who or what a row is: its picture, its name, which is the link to the record but where rows are chosen from, and
    what tells namesakes apart."""
    who = state.resource.identity
    called = _called(state.resource, row)
    name = rx.el.span(called, title=called)
    alone = rx.el.span(name, class_name="main-link")
    opens = link(name, to=row["_href"], class_name="main-link", data_testid="action:open")
    second = [_second(state.resource, state.resource.column(field), row, cells) for field in who.second]
    return rx.el.div(
        *_face(state.resource, row),
        rx.el.div(
            alone if state.chooses else rx.cond(row["_href"] != "", opens, alone),
            *([rx.el.small(*second)] if second else []),
        ),
        class_name="who",
    )


def _called(resource: Resource, row: Row) -> rx.Var[str]:
    """The name of a row; one that is made of choices is read in the language of the page."""
    columns = [resource.column(field) for field in resource.identity.of]
    if any(column.kind != "choice" for column in columns):
        return row["_name"]
    labels = [choice_label(column.choices, row[column.name]) for column in columns]
    return rx.Var.create(" · ".join(f"{label}" for label in labels))


def _face(resource: Resource, row: Row) -> list[rx.Component]:
    """The picture of a row; initials for a person without one, and room for it in any other list of pictures.

    The picture of a choice is its icon.
    """
    who = resource.identity
    if not (who.picture or who.person or who.initial):
        return []
    if who.picture and (icons := resource.column(who.picture).icons):
        of = [(code, icon(name, 16)) for code, name in icons.items()]
        symbol = rx.match(row[resource.column(who.picture).name], *of, rx.fragment())
        return [rx.el.span(symbol, class_name="avatar square", aria_hidden="true")]
    none = (
        avatar(row["_name"])
        if who.person
        else rx.el.span(row["_name"][:1], class_name="avatar square", aria_hidden="true")
    )
    if not who.picture:
        return [none]
    column = resource.column(who.picture)
    shape = "pictogram" if column.kind == "icon" else "thumbnail" if who.person else "thumbnail square"
    return [rx.cond(row[column.name] != "", picture(row[column.name], f"{shape} small"), none)]


def _second(resource: Resource, column: Column, row: Row, cells: Cells) -> rx.Component:
    """A part of the quiet line, where it is filled and no part of the name; a number says that it is one.

    What has a cell of its own is read there but on a phone; a number says what is counted. What the list hides is not
    said below a name before somebody asks for it: until then it is a mask, by which two rows can be told apart.
    """
    value, special = row[column.name], cells.get(column.field)
    if column.hides and column.field in resource.identity.beside:
        return rx.cond(value != "", rx.el.span(special(row) if special else value, class_name="of-phone"))
    shown = special(row) if special else cell(column, row)
    says_more = (value != "") & ~row["_name"].contains(value)
    if column.hides:
        # Too low to be pressed beside the name: it is asked for among what is done to the row (`_uncover`).
        told = rx.el.span(_bare(resource, column, row), class_name="only-desk", data_col=column.name)
        return rx.cond(value != "", rx.cond(entry(row, MASKED) == "", told, rx.el.span(value)))
    if column.field in resource.identity.beside:
        number = column.kind == "number"
        told = t(f"{resource.key}.counted.{column.field}", count=value.to(int)) if number else shown
        is_told = value != "" if number else says_more
        return rx.cond(is_told, rx.el.span(told, class_name="of-phone"))
    if column.kind == "number":
        return rx.cond(value != "", rx.el.span(t("kit.list.numbered", number=value), class_name="number"))
    return rx.cond(says_more, rx.el.span(shown))


def _value(state: State, column: Column, row: Row) -> rx.Component:
    """A cell of a list; one that hides something is a button that shows it, and then one that copies it."""
    if not column.hides or column.main:
        return cell(column, row)
    label = t("kit.mask.reveal", field=t(state.resource.label_of(column)), name=row["_name"])
    shown = _bare(state.resource, column, row)
    covered = rx.el.button(
        rx.el.span(row[column.name], aria_hidden="true"),
        icon("eye", 15),
        type="button",
        aria_label=label,
        title=label,
        class_name="masked",
        data_testid=f"action:reveal:{column.name}",
        on_click=state.reveal(row["id"], column.name),
    )
    return rx.cond((entry(row, MASKED) != "") & (row[column.name] != ""), covered, shown)


def _bare(resource: Resource, column: Column, row: Row) -> rx.Component:
    """What a row hid, and a button that copies it."""
    copied = copy_button(row[column.name], t("kit.mask.copy", field=t(resource.label_of(column)), name=row["_name"]))
    return rx.el.div(cell(column, row), rx.cond(row[column.name] != "", copied), class_name="with-copy")


def _uncover(state: State, row: Row) -> list[rx.Component]:
    """A button for each that the quiet line of a row hides, where it is filled."""

    def button_of(column: Column) -> rx.Component:
        label = t("kit.mask.reveal", field=t(state.resource.label_of(column)), name=row["_name"])
        asked = state.reveal(row["id"], column.name)
        made = icon_button("eye", label, f"reveal:{column.name}", class_name="only-desk", on_click=asked)
        return rx.cond((entry(row, MASKED) != "") & (row[column.name] != ""), made)

    who = state.resource.identity
    below = [state.resource.column(field) for field in who.second if field not in who.beside]
    return [button_of(each) for each in below if each.hides]


def _edit(state: State, row: Row) -> rx.Component:
    resource = state.resource
    if not resource.may.update or not resource.route:
        return rx.fragment()
    edit = icon_link("pencil", t("kit.actions.edit"), "edit", f"{resource.route}/{row['id']}")
    allowed = may(resource.may.update) | state.own_ids.contains(row["id"])
    return rx.cond(allowed & (row["_editable"] != "") if resource.editable else allowed, edit)


def _skeleton_row(resource: Resource) -> rx.Component:
    bars = [
        (rx.el.th if column.main else rx.el.td)(rx.el.span(class_name="bar"))
        for column in resource.cells
        if not column.hidden
    ]
    ends = [rx.el.td() for _ in range(1 + resource.selectable)]
    return rx.el.tr(*ends[1:], *bars, ends[0], class_name="skeleton", aria_hidden="true")


class Density(rx.State):
    """How close the rows of lists stand, chosen once for all by this browser: 44 px, or 36 with one line each."""

    density: str = rx.LocalStorage("", name="admin_app.density", sync=True)
    """Empty for rows of two lines (assets/styles/tables.css)."""

    @rx.event
    def choose(self, density: str) -> None:
        """Change it; what is no choice is ignored."""
        if density in ("", COMPACT):
            self.density = density


def density_switch() -> rx.Component:
    """The button that draws the rows together, or apart; where there is no room for columns nothing is gained by it."""
    compact = Density.density == COMPACT
    other = rx.cond(compact, "", COMPACT)
    return icon_button(
        rx.cond(compact, icon("rows-3"), icon("rows-4")),
        rx.cond(compact, t("kit.list.roomy"), t("kit.list.compact")),
        "density",
        on_click=[assign(Density, Density.density, other), Density.choose(other)],
        class_name="only-desk",
    )
