"""Imports of files: read, looked up, mended, sent, reported.

`job` tells the story; lines wait in `staging`, `dry_run` is the forecast, `result_parser` reads what the API answered,
`files` makes what is handed out.
"""

from admin_app.kit.imports.declare import (
    ADDED,
    EXISTS,
    LATITUDES,
    LOCALITIES,
    LONGITUDES,
    POSTAL_CODES,
    UPDATED,
    Answer,
    Cells,
    Follow,
    Intake,
    Lookup,
    Outcome,
    Params,
    SheetColumn,
    unknown,
)
from admin_app.kit.imports.page import import_button, import_screen
from admin_app.kit.imports.places import is_exchanged
from admin_app.kit.imports.state import ImportMixin
