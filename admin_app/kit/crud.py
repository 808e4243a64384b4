"""The four screens of a plain entity, made from its resource and its three states."""

from typing import Any

from admin_app.kit.forms.page import form_page
from admin_app.kit.forms.state import FormMixin
from admin_app.kit.lists.inner import InnerListMixin
from admin_app.kit.lists.page import list_page, list_state
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.lists.table import RowActions
from admin_app.kit.parts.widgets import data_state
from admin_app.kit.screen import Menu, Screen
from admin_app.kit.shows.page import show_page
from admin_app.kit.shows.state import ShowMixin


def crud_screens(
    listing: type[ListMixin],
    showing: type[ShowMixin],
    form: type[FormMixin],
    *,
    menu: Menu | None = None,
    row_actions: RowActions | None = None,
    list_actions: tuple[Any, ...] = (),
    selection_actions: tuple[Any, ...] = (),
    show_actions: tuple[Any, ...] = (),
    show_lead: tuple[Any, ...] = (),
    show_aside: tuple[Any, ...] = (),
    form_aside: tuple[Any, ...] = (),
    list_below: tuple[Any, ...] = (),
    show_below: tuple[Any, ...] = (),
    edit_below: tuple[Any, ...] = (),
    inner: tuple[type[InnerListMixin], ...] = (),
    also: tuple[str, ...] = (),
) -> tuple[Screen, ...]:
    """List, create, show and edit of one resource, as rows of the specification's table (SPEC 2).

    `inner` are lists inside a record, loaded after it; `..._below` stand under the page itself, over the whole width.
    `also` names the permissions that what a feature adds asks for.
    """
    resource = listing.resource
    key, route, may, flag = resource.key, resource.route, resource.may, resource.flag

    loads = tuple(each.load for each in inner)

    def listed() -> Any:
        return list_page(
            listing,
            row_actions=row_actions,
            actions=list_actions,
            selection_actions=selection_actions,
            below=list_below,
        )

    def created() -> Any:
        return form_page(form, edit=False, aside=form_aside)

    def shown() -> Any:
        return show_page(showing, actions=show_actions, lead=show_lead, aside=show_aside, below=show_below)

    def edited() -> Any:
        return form_page(form, edit=True, aside=form_aside, below=edit_below)

    screens = [
        Screen(
            route,
            f"{key}.title",
            listed,
            may.list,
            flag,
            (listing.load,),
            menu,
            resource=resource,
            state=list_state(listing),
            also=also,
        ),
        Screen(
            f"{route}/create",
            f"{key}.create",
            created,
            may.create,
            flag,
            (form.load,),
            parent=route,
            state=data_state(form),
        ),
        Screen(
            f"{route}/show/[record_id]",
            f"{key}.show",
            shown,
            may.read,
            flag,
            (showing.load, *loads),
            parent=route,
            name=showing.title,
            state=data_state(showing),
        ),
        Screen(
            f"{route}/[record_id]",
            f"{key}.edit",
            edited,
            may.update,
            flag,
            (form.load, *loads),
            parent=route,
            name=form.title,
            state=data_state(form),
        ),
    ]
    for screen in screens:
        # One chunk per entity instead of one for the whole kit (STYLE F10).
        screen.page.__module__ = listing.__module__
    return tuple(screen for screen in screens if may.create or not screen.route.endswith("/create"))
