"""A list inside the page of a record: the members of a community, what belongs to a structure.

It is a list like the others, but the page's address belongs to its record, so it stands behind the `#`:
`/communities/show/12#community_members?status=0&page=2`. A link to it and a reload give the same rows; turning its
pages leaves the record, and what is being typed in its form, alone (decision 13).
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api, Page
from admin_app.api.errors import AccessDenied
from admin_app.api.query import Query, item
from admin_app.kit.declare.fields import text_of
from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists.page import list_body, list_menu
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.lists.table import Density, RowActions
from admin_app.kit.parts.cells import Cells
from admin_app.kit.parts.widgets import icon, pressed_by_script
from admin_app.kit.records.ownership import Proof, among, of_record
from admin_app.kit.script import run
from admin_app.kit.session import Session, here, may_read
from admin_app.kit.words.locale import language_of, say, t


class InnerListMixin(ListMixin, rx.State, mixin=True):
    """The list of a resource below one record of `owner`, at `<owner>/<id>/<below>` of the API."""

    owner: ClassVar[Resource]
    below: ClassVar[str]
    around: ClassVar[type[Any]]
    """The state of the page that shows this record (`crud_screens`)."""

    owner_id: str = ""
    """The record whose list this is."""
    _ids: list[str] = []
    """The records of this list that the API has shown, whichever page they were on."""
    closed: str = ""
    """Why this list may not be seen, where the API refuses it to who may see its record."""

    @rx.event
    def turn(self):
        """Another page, order or filter: the address says which."""
        self.loading = True
        return self.__class__.load

    def _read_address(self) -> None:
        if here(self).record_id != self.owner_id:
            self.rows, self.total, self.loaded, self.owner_id = [], 0, False, here(self).record_id
            self.bulk_report, self.owned, self._ids, self.closed = [], [], [], ""
        super()._read_address()

    def _query_of_address(self) -> str:
        key, _, query = here(self).fragment.partition("?")
        return query if key == self.resource.key else ""

    def _address_of(self, query: str) -> str:
        return f"#{self.resource.key}?{query}"

    def _go_to(self, address: str) -> EventSpec:
        return run("turn", address)

    async def _page_of(self, api: Api, query: Query) -> Page:
        """One page; a refusal that the record itself does not meet is said in place of the rows."""
        self.closed = ""
        try:
            found = await api.list(item(self.owner.endpoint, self.owner_id, self.below), query)
        except AccessDenied as error:
            self.closed = error.text or say(f"{self.resource.key}.closed", await language_of(self))
            return Page([], 0)
        self._ids = list(dict.fromkeys([*self._ids, *(text_of(each["id"]) for each in found.items)]))
        return found

    async def _find_own(self, api: Api, items: list[dict[str, Any]]) -> None:
        """What is held for one's own records alone holds for all of this list when the record it is in is one's own."""
        session = await self.get_state(Session)
        may, own = self.resource.may, session.own
        narrowed = {name for name in (may.create, may.update, may.delete) if name in own}
        holds = of_record(self.owner, self.owner_id)
        proofs = {rule: await holds(api, rule, session.user_id) for rule in {own[name] for name in narrowed}}
        self.owned = sorted(name for name in narrowed if proofs[own[name]])

    def _proof(self, ids: Sequence[str]) -> Proof | None:
        """The record they are in is the person's own, and the API has shown them in it."""
        return among(of_record(self.owner, self.owner_id), ids, self._ids)


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
    on_choice: Any = None,
) -> rx.Component:
    """The list of `state` below the record `owner_id`; `cells` replaces those of some columns, by field.

    `actions` stand in its head, `more` in the menu of it; `selection` and `below` as in `list_page`; `on_choice` is
    done when somebody changes the selection.
    """
    # The dialogs of the menu stand below the rows.
    resource, seen = state.resource, state.closed == ""
    refused = rx.el.div(icon("lock", 32), rx.el.p(state.closed), class_name="empty", role="status")
    body = list_body(state, row_actions=row_actions, cells=cells, skeleton_rows=SKELETON_ROWS, selection=selection)
    # No landmark of its own: its table is one, of the same name.
    shown = rx.el.div(
        rx.el.header(
            rx.el.h2(t(f"{resource.key}.title")),
            rx.el.div(*actions, rx.cond(seen, list_menu(state, more, row_actions)), class_name="row"),
            class_name="page-head",
        ),
        pressed_by_script("data-turns", state.turn),
        *([] if on_choice is None else [pressed_by_script("data-on-choice", on_choice)]),
        rx.cond(seen, rx.fragment(*body, *below), refused),
        class_name="list inner",
        custom_attrs={
            "data-list": resource.key,
            "data-density": Density.density,
            "data-inner": resource.key,
            "data-of": owner_id,
            **({"data-chooses": ""} if state.chooses else {}),
        },
    )
    # The rows of the record seen before are not those of this one.
    theirs = (owner_id != "") & (state.owner_id == owner_id)
    return rx.cond(theirs & may_read(resource.may.list), shown)
