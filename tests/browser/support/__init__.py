"""What the browser tests are written with; the fixtures are in tests/browser/conftest.py."""

from tests.browser.support.keys import Keys
from tests.browser.support.pages import (
    action,
    axe,
    choose,
    dress,
    field,
    fits,
    goto,
    in_menu,
    looks,
    notice,
    of_account,
    rich_text,
    row,
    rows,
    screen,
    shot,
    sign_in,
    unobscured,
    until,
    wait,
)
from tests.browser.support.site import Site, beside
from tests.browser.support.watch import Watch

__all__ = [
    "Keys",
    "Site",
    "Watch",
    "action",
    "axe",
    "beside",
    "choose",
    "dress",
    "field",
    "fits",
    "goto",
    "in_menu",
    "looks",
    "notice",
    "of_account",
    "rich_text",
    "row",
    "rows",
    "screen",
    "shot",
    "sign_in",
    "unobscured",
    "until",
    "wait",
]
