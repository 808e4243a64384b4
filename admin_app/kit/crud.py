"""The front door of a feature: the screens of an entity, made from its resource and its three states."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import reflex as rx

from admin_app.kit.forms import Around, FormMixin, edit_name, form_page
from admin_app.kit.lists import Cells, InnerListMixin, ListMixin, RowActions, list_page, list_state, way_back
from admin_app.kit.parts.error_panel import name_of
from admin_app.kit.parts.widgets import data_state
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.shows.page import Beside, show_page
from admin_app.kit.shows.state import ShowMixin

__all__ = ["Beside", "Extras", "FormMixin", "ListMixin", "Menu", "Screen", "ShowMixin", "crud_screens"]

Parts = tuple[Any, ...]


@dataclass(frozen=True)
class Extras:
    """What a feature adds to the four screens; `..._below` stands under the page itself, over the whole width."""

    row_actions: RowActions | None = None
    list_cells: Cells = field(default_factory=dict)
    """What stands in the cells of some columns instead of their value, by field."""
    list_actions: Parts = ()
    """In the menu of the list's head."""
    list_selection: Parts = ()
    """In the selection bar, beside what changes the records."""
    list_lead: Parts = ()
    list_below: Parts = ()
    show: Beside = field(default_factory=Beside)
    form_aside: Parts = ()
    form: Around = field(default_factory=Around)
    """What stands around the form in creation and edition."""
    edit_below: Parts = ()
    form_loads: Parts = ()
    """The events that come before a form is loaded: what stands beside it begins anew."""
    create_menu: Menu | None = None
    """Where who may create records and not list them finds the form."""
    inner: tuple[type[InnerListMixin], ...] = ()
    """Lists inside a record, loaded after it."""
    also: tuple[str, ...] = ()
    """Permissions that what is added asks for."""


def crud_screens(
    listing: type[ListMixin],
    showing: type[ShowMixin],
    form: type[FormMixin] | None,
    menu: Menu | None = None,
    extras: Extras | None = None,
) -> tuple[Screen, ...]:
    """List, create, show and edit of one resource, as four of the sixty screens (SCREEN-21).

    A feature whose form has a page of its own gives none.
    """
    showing.siblings = listing
    extras = extras or Extras()
    for inner in extras.inner:
        inner.around = showing
    screens = [_list(listing, extras, menu), _show(showing, extras)]
    if form:
        screens.append(_form(form, listing, extras, edit=True))
    if form and listing.resource.may.create:
        screens.insert(1, _form(form, listing, extras, edit=False))
    for screen in screens:
        # One chunk per entity instead of one for the whole kit (Reflex F10).
        screen.page.__module__ = listing.__module__
    return tuple(screens)


def _list(state: type[ListMixin], extras: Extras, menu: Menu | None) -> Screen:
    resource = state.resource

    def listed() -> rx.Component:
        return list_page(
            state,
            row_actions=extras.row_actions,
            actions=extras.list_actions,
            selection=extras.list_selection,
            lead=extras.list_lead,
            below=extras.list_below,
            cells=extras.list_cells,
        )

    return Screen(
        resource.route,
        f"{resource.key}.title",
        listed,
        resource.may.list,
        resource.flag,
        on_load=(state.load,),
        menu=menu,
        address=way_back(state),
        resource=resource,
        state=list_state(state),
        also=extras.also,
    )


def _show(state: type[ShowMixin], extras: Extras) -> Screen:
    def shown() -> rx.Component:
        return show_page(state, extras.show)

    resource = state.resource
    return _of_record(state, "show/", f"{resource.key}.show", shown, resource.may.read, extras)


def _form(state: type[FormMixin], listing: type[ListMixin], extras: Extras, *, edit: bool) -> Screen:
    resource = state.resource
    around = replace(extras.form, aside=extras.form_aside, back=way_back(listing))

    def created() -> rx.Component:
        return form_page(state, edit=False, around=around)

    def edited() -> rx.Component:
        below = (*extras.form.below, *extras.edit_below)
        return form_page(state, edit=True, around=replace(around, below=below))

    if edit:
        return _of_record(state, "", f"{resource.key}.edit", edited, resource.may.update, extras, name=edit_name(state))
    return Screen(
        f"{resource.route}/create",
        f"{resource.key}.create",
        created,
        resource.may.create,
        resource.flag,
        on_load=(*extras.form_loads, state.load),
        menu=extras.create_menu,
        parent=resource.route,
        state=data_state(state),
    )


def _of_record(
    state: type[ShowMixin] | type[FormMixin],
    folder: str,
    title: str,
    page: Callable[[], rx.Component],
    permission: str | None,
    extras: Extras,
    name: rx.Var[str] | None = None,
) -> Screen:
    """A screen of one record, loaded before the lists inside it."""
    resource, before = state.resource, () if folder else extras.form_loads
    return Screen(
        f"{resource.route}/{folder}[record_id]",
        title,
        page,
        permission,
        resource.flag,
        on_load=(*before, state.load, *(each.load for each in extras.inner)),
        parent=resource.route,
        name=name_of(state, state.title) if name is None else name,
        state=data_state(state),
    )
