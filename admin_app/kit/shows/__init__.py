"""The page of one record, and what is beside it."""

from admin_app.kit.shows.related import Rows, record_table, related_failure
from admin_app.kit.shows.state import ShowMixin
