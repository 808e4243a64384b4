"""Reading the API through a resource: one record, a search, addresses."""

from admin_app.kit.records import autocomplete
from admin_app.kit.records.addresses import place
from admin_app.kit.records.autocomplete import Options
from admin_app.kit.records.global_search import LOOKED_THROUGH, MOST, Finder, Found
from admin_app.kit.records.ownership import Proof, fetch, of_record
from admin_app.kit.records.record_count import counted
from admin_app.kit.records.waiting import AHEAD, FEW, QUOTED, Next, Told, Waiting, first_rows
