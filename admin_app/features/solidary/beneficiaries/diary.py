"""The diary of a beneficiary: what was done about their requests, newest first (BeneficiaryDiaryEntry)."""

import re
from typing import Annotated, Any

import reflex as rx

from admin_app.features.solidary.memberships import Item
from admin_app.features.solidary.record import Entry
from admin_app.features.solidary.requests_of_person import READ
from admin_app.kit import declare as d
from admin_app.kit.declare import project, text_of
from admin_app.kit.parts import Tab
from admin_app.kit.session import may_read
from admin_app.kit.shows import Rows, record_table
from admin_app.kit.values import Address, Instant
from admin_app.kit.words.locale import t

SHOWN = 200
"""Most entries shown."""
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def _author(entry: "DiaryEntry") -> str:
    return f"{entry.author_given_name} {entry.author_family_name}".strip()


def _request(entry: "DiaryEntry") -> str:
    towns = [(place.address_locality or place.display) if place else "" for place in (entry.origin, entry.destination)]
    way = " → ".join(towns) if all(towns) else ""
    return " ".join(part for part in (f"#{entry.solidary}" if entry.solidary else "", way) if part)


def _comment(entry: "DiaryEntry") -> str:
    """Without the line breaks of the API, which are elements."""
    return _BREAK.sub(" ", entry.comment).strip()


class DiaryEntry(Entry):
    """An entry with the request it is about."""

    date: Annotated[Instant, d.date_time()] = None
    action: Annotated[str, d.choice("solidary_actions.name")] = ""
    author_given_name: Annotated[str, d.shown().computed(_author)] = ""
    comment: Annotated[str, d.shown("long_text").computed(_comment)] = ""
    solidary: Annotated[int | None, d.shown().computed(_request)] = None
    origin: Address | None = None
    destination: Address | None = None


COLUMNS = d.columns(DiaryEntry, "date", "action", "author_given_name", "solidary", "comment", main="solidary")


def rows(item: Item) -> Rows:
    """The entries of a beneficiary as rows; each leads to its request."""
    entries = [DiaryEntry.model_validate(each) for each in (item.get("diaries") or [])[:SHOWN]]
    return [_row(str(place), each) for place, each in enumerate(entries)]


def _row(key: str, entry: DiaryEntry) -> dict[str, str]:
    href = f"/solidaryrecords/show/{text_of(entry.solidary)}" if entry.solidary else ""
    return {**project(entry, COLUMNS), "_key": key, "_href": href}


def diary_tab(state: Any) -> Tab:
    """The diary, with the number of its entries."""
    count = rx.cond(state.shown.length() > 0, state.diary_total.to_string(), "")
    return Tab("diary", t("beneficiaries.diary.title"), (_diary(state),), count)


def _diary(state: Any) -> rx.Component:
    heads = {column.field: t(f"beneficiaries.diary.{column.field}") for column in COLUMNS}
    table = record_table(COLUMNS, state.diary, heads, "tab-diary", linked=may_read(READ))
    more = rx.el.p(t("beneficiaries.diary.cut", shown=SHOWN, total=state.diary_total), class_name="hint")
    return rx.el.div(
        rx.cond(
            state.diary.length() > 0,
            rx.fragment(table, rx.cond(state.diary_total > SHOWN, more)),
            rx.el.p(t("beneficiaries.diary.none"), class_name="quiet"),
        ),
        class_name="card diary",
        data_testid="diary",
    )
