"""Lists: their page, what the address asks, actions on a selection. What others may use is named here.

The load of a page is in state.py, pagination and filters of the address in list_query.py, actions on a selection in
bulk.py, lists inside a record in embedded_list.py.
"""

from admin_app.kit.lists.bulk import Bulk, Refusals, deletion, one_by_one
from admin_app.kit.lists.embedded_list import InnerListMixin
from admin_app.kit.lists.embedded_list_page import inner_list
from admin_app.kit.lists.full_text import ReadingMixin, read_button, reading_dialog
from admin_app.kit.lists.list_query import last_day
from admin_app.kit.lists.map_markers import CALL, MARKS, marks
from admin_app.kit.lists.page import list_page, list_state, way_back
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.lists.table import Cells, RowActions

__all__ = [
    "CALL",
    "MARKS",
    "Bulk",
    "Cells",
    "InnerListMixin",
    "ListMixin",
    "ReadingMixin",
    "Refusals",
    "RowActions",
    "deletion",
    "inner_list",
    "last_day",
    "list_page",
    "list_state",
    "marks",
    "one_by_one",
    "read_button",
    "reading_dialog",
    "way_back",
]
