"""What has the focus in a dialog is chosen by the browser when it opens, not by React when it is drawn."""

from pathlib import Path

import admin_app
from admin_app.kit.parts.widgets import FOCUSED
from tests.support.proofs import proves

SOURCES = Path(admin_app.__file__).parent
DRAWN_WHEN_NEEDED = {"features/account/login.py", "kit/views/page.py"}
"""Where the focus goes to what was drawn just now, in no dialog."""


@proves("PAGE-6")
def test_the_focus_of_a_dialog_is_an_attribute():
    assert FOCUSED == {"data-focused": ""}
    there = {
        file.relative_to(SOURCES).as_posix()
        for file in SOURCES.rglob("*.py")
        if "auto_focus=" in (text := file.read_text("utf-8")) or '"autoFocus"' in text
    }
    assert there == DRAWN_WHEN_NEEDED
