"""Lists: their page, what the address asks, actions on a selection. What others may use is named here.

The load of a page is in state.py, pagination and filters of the address in list_query.py, actions on a selection in
bulk.py, lists inside a record in embedded_list.py, lists that are read whole and looked through here in whole_list.py.
"""

from admin_app.kit.lists.bulk import Bulk, Refusals, deletion, one_by_one
from admin_app.kit.lists.embedded_list import InnerListMixin, inner_list
from admin_app.kit.lists.full_text import FullTextMixin, read_button, reading_dialog
from admin_app.kit.lists.host import opened
from admin_app.kit.lists.list_query import last_day
from admin_app.kit.lists.ordering import ordered, part
from admin_app.kit.lists.page import list_page, list_state, way_back
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.lists.table import RowActions
from admin_app.kit.lists.whole_list import Fits, Selection, WholeListMixin
from admin_app.kit.parts.cells import Cells
