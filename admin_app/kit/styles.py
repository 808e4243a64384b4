"""The stylesheet of every page: the files it is made of, in the order of their rules.

They are bundled into one file. What one screen needs is a stylesheet of its own beside `assets/styles/`, which its page
links to.
"""

AREAS = (
    "base",
    "buttons",
    "shell",
    "home",
    "fields",
    "dates",
    "forms",
    "lines",
    "files",
    "filters",
    "menus",
    "tables",
    "values",
    "lists",
    "records",
    "views",
    "dialogs",
    "notices",
    "sign-in",
    "waiting",
    # After all that they change.
    "phones",
    "phone-lists",
    "media",
)
"""Files of `assets/styles/`. Of two rules that are as strong the later one wins, so the order is part of the look."""

SHEETS = (*(f"/styles/{area}.css" for area in AREAS), "/rich-text.css")
"""Their addresses under `assets/`, and that of rich text, which records and forms show alike."""
