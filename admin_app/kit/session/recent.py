"""What a person opened last: kept by their browser until they sign out or somebody else is there (SEARCH-4)."""

import json

import reflex as rx

from admin_app.kit.session.tab import here

MOST = 8


class Recent(rx.State):
    """The records opened last, newest first; emptied with everything of a person (`Session._drop_person`)."""

    stored: str = rx.LocalStorage("", name="admin_app.recent", sync=True)
    """The same as JSON."""

    @rx.var
    def opened(self) -> list[dict[str, str]]:
        """Each as `address` and `label`; nothing where the browser kept what is not ours."""
        try:
            return [{name: str(each[name]) for name in ("address", "label")} for each in json.loads(self.stored)]
        except (ValueError, KeyError, TypeError):
            return []

    @rx.event
    def note(self, label: str):
        """A record is on show under this name."""
        address = here(self).path
        others = [each for each in self.opened if each["address"] != address]
        self.stored = json.dumps([{"address": address, "label": label}, *others][:MOST], ensure_ascii=False)
