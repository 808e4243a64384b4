"""The four screens of structures: list, creation, page and form (SCREEN-17)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary import week
from admin_app.features.solidary.structures.form import StructureForm
from admin_app.features.solidary.structures.preview import StructurePreview, preview
from admin_app.features.solidary.structures.resource import LISTS, STRUCTURES
from admin_app.features.solidary.structures.show import DELETE, StructureShow
from admin_app.features.solidary.structures.show_page import asks, deletion, run_by, serves, works
from admin_app.features.solidary.structures.week_fields import days_grid, slot_lines
from admin_app.kit.crud import Beside, Extras, Menu, crud_screens
from admin_app.kit.declare import Resource
from admin_app.kit.forms import Around, follower
from admin_app.kit.lists import Fits, Selection, WholeListMixin
from admin_app.kit.styles import sheet
from admin_app.kit.words import folded

STYLESHEET = "/structures.css"
SORTED = {"lightMode": "mode", "offersTransport": "solidaryTransport"}
"""What columns of the list are called by the API."""


class StructureList(WholeListMixin, rx.State):
    """The list of structures: those one operates; all of them for who operates none and manages them."""

    resource: ClassVar[Resource] = STRUCTURES
    few: ClassVar[int] = 6

    async def _read_whole(self, api: Api) -> Sequence[dict[str, Any]]:
        """All of them come at once, whatever is asked (list_structures)."""
        return (await api.list(self.resource.endpoint, Query())).items

    def _selection(self, query: Query) -> Selection:
        column, down = query.sort or ("id", False)
        return super()._selection(replace(query, sort=(SORTED.get(column, column), down)))

    def _fits(self, query: Query) -> Fits:
        return partial(_fits, dict(query.filters))


def _fits(filters: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    """Whether a structure is one that the filters ask for."""
    name, mode, transport = (str(filters.get(each) or "") for each in ("name", "mode", "solidaryTransport"))
    if name and folded(name) not in folded(item.get("name")):
        return False
    if mode and (mode == "true") != (item.get("mode") == 1):
        return False
    return not transport or (transport == "true") == bool(item.get("solidaryTransport"))


SCREENS = crud_screens(
    StructureList,
    StructureShow,
    StructureForm,
    Menu(90, "building-2", "solidary", STRUCTURES.may.to_see()),
    Extras(
        list_lead=(sheet(STYLESHEET),),
        show=Beside(
            top=(sheet(STYLESHEET),),
            more=(deletion(),),
            lead=works(),
            main=asks(),
            aside=serves(),
            side=(run_by(),),
            says=LISTS,
        ),
        form=Around(
            above=(sheet(STYLESHEET),),
            inside=(follower(StructurePreview.follow),),
            drawn={
                "days": days_grid(),
                "slots": slot_lines(week.SLOT_TIMES),
                "ranges": slot_lines(week.RANGE_TIMES),
            },
            class_name="structure-form",
        ),
        form_aside=(preview(),),
        form_loads=(StructurePreview.clear,),
        create_menu=Menu(rank=91, icon="circle-plus", group="solidary", unless="structure_list"),
        also=(DELETE, "user_list", "territory_list"),
    ),
)
