"""Reading the full text of a row without leaving the list: a list whose API sends it with each record."""

from typing import Any

import reflex as rx

from admin_app.api.client import Page
from admin_app.kit.declare.fields import text_of
from admin_app.kit.declare.html import clean_html
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.parts.cells import html
from admin_app.kit.parts.widgets import FOCUSED, Row, button, button_link, closes, dialog, entry, icon_button
from admin_app.kit.script import run
from admin_app.kit.words.locale import t


class FullTextMixin(ListMixin, rx.State, mixin=True):
    """A list whose rows have a text of their own; it is sent to the browser when it is asked for."""

    reading: dict[str, str] = {}
    """The row whose text is read: `name`, `lead`, `text` and `href`."""
    _texts: dict[str, dict[str, str]] = {}

    @rx.event
    def read_text(self, record_id: str):
        """Show the full text of one of the rows."""
        self.reading = self._texts.get(record_id, {})
        return run("openDialog", _dialog_id(self.__class__)) if self.reading else None

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        row = super()._row(item)
        self._texts[row["id"]] = {
            "name": row["_name"],
            "lead": text_of(item.get("description")),
            "text": clean_html(text_of(item.get("fullDescription"))),
            "href": row["_href"],
        }
        return row

    def _set_rows(self, page: Page) -> None:
        self._texts = {}
        super()._set_rows(page)


State = type[FullTextMixin]


def read_button(state: State, row: Row) -> rx.Component:
    """The button of a row that shows its text."""
    label = t("kit.list.read_text", name=row["_name"])
    return icon_button("book-open", label, "read-text", on_click=state.read_text(row["id"]))


def reading_dialog(state: State) -> rx.Component:
    """The text, with the way to its record."""
    read, dialog_id = state.reading, _dialog_id(state)
    return dialog(
        dialog_id,
        entry(read, "name"),
        rx.el.p(entry(read, "lead"), class_name="quiet"),
        html(entry(read, "text")),
        rx.cond((entry(read, "lead") == "") & (entry(read, "text") == ""), rx.el.p(t("kit.list.no_text"))),
        rx.el.div(
            button_link(t("kit.actions.show"), "open-record", entry(read, "href")),
            button(t("kit.actions.close"), "close-text", tone="primary", custom_attrs=closes(dialog_id) | FOCUSED),
            class_name="row end",
        ),
    )


def _dialog_id(state: State) -> str:
    return f"{state.resource.key}-text"
