"""Editorials: the block of the public home page, at most one active (PEERS A6, upstream/content-points.yaml)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.crud import Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare.fields import ChoiceInput, Column, Filter, ImageInput, TextInput, text_of
from admin_app.kit.declare.resource import May, Resource, Section
from admin_app.kit.forms.page import mirrors
from admin_app.kit.lists.bulk import Bulk, deletion
from admin_app.kit.parts.widgets import icon_button
from admin_app.kit.session import Session, notify, reports_errors, signed_in
from admin_app.kit.words.locale import Locale, say, t
from admin_app.values import Instant, Record

OFF, ACTIVE = 0, 1
LONGEST_TEXT = 512
"""Characters the server keeps of the text (upstream/content-points.yaml, EditorialUpdate)."""


class Editorial(Record):
    """An editorial as the API sends it."""

    title: str = ""
    text: str = ""
    label: str = ""
    link: str = ""
    status: int = OFF
    created_date: Instant = None
    updated_date: Instant = None
    image: str | None = None
    avatar: str | None = None
    new_image: str | None = None


def _asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Without an active one the public site shows none (upstream/README.md, trap 37)."""
    return "none_left" if before.get("status") == ACTIVE and after["status"] == OFF else ""


TONES = {"1": "good", "0": "quiet"}
EDITORIALS = Resource(
    key="editorials",
    entity="editorial",
    route="/editorials",
    endpoint="admin/editorials",
    model=Editorial,
    flag="editorial",
    may=May("editorial_manage", "editorial_create", "editorial_read", "editorial_update", "editorial_delete"),
    columns=(
        Column("avatar", "image"),
        Column("id", "number", sort=True, hidden=True),
        Column("title", sort=True, main=True),
        Column("status", "choice", sort=True, choices="editorials.status", tones=TONES),
        Column("link", "url"),
        Column("created_date", "date"),
        Column("updated_date", "date", hidden=True),
    ),
    filters=(
        Filter("title", "title", always=True),
        Filter("status", "status", "choice", "editorials.status", ("1", "0"), always=True),
    ),
    form=(
        Section(
            "content",
            (
                TextInput("title", required=True),
                TextInput("text", "text_area", required=True, max_length=LONGEST_TEXT, hint=True),
                TextInput("label", required=True),
                TextInput("link", "url", required=True),
            ),
        ),
        Section("picture", (ImageInput("new_image", owner="editorial", ratio=16 / 9, described=True),)),
        Section(
            "publication",
            (
                ChoiceInput(
                    "status",
                    required=True,
                    choices="editorials.status",
                    values=("1", "0"),
                    default="0",
                    type="integer",
                    hint=True,
                ),
            ),
        ),
    ),
    show=(
        Section("content", (Column("title"), Column("text", "long_text"), Column("label"), Column("link", "url"))),
        Section(
            "publication",
            (
                Column("status", "choice", choices="editorials.status", tones=TONES),
                Column("created_date", "date_time"),
                Column("updated_date", "date_time"),
                Column("id", "number"),
            ),
        ),
    ),
    pictures=("image",),
    asks=_asks,
    unknown_fails=True,
)


class EditorialList(ListMixin, rx.State):
    """The list of editorials."""

    resource: ClassVar[Resource] = EDITORIALS
    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(EDITORIALS, weighed=True),)

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """The public site would show none (upstream/README.md, trap 37)."""
        found = await api.list(self.resource.endpoint, Query(1, 100, filters={"status": ACTIVE}))
        among = {text_of(each["id"]) for each in found.items}.intersection(ids)
        return [say("editorials.impact_among", (await self.get_state(Locale)).locale)] if among else []

    @rx.event
    @reports_errors("update_error")
    async def activate(self, record_id: str):
        """Show this one to the public; the server puts the others out, so the list is read again."""
        async with signed_in(self, self.resource.may.update) as api:
            await api.update(self.resource.endpoint, record_id, {"status": ACTIVE})
        await notify(self, "success", "editorials.activated")
        yield EditorialList.load


class EditorialShow(ShowMixin, rx.State):
    """One editorial."""

    resource: ClassVar[Resource] = EDITORIALS

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """No other becomes active when the active one goes (upstream/content-points.yaml, delete_editorial)."""
        locale = (await self.get_state(Locale)).locale
        return [say("editorials.impact", locale)] if self.shown["status"] == str(ACTIVE) else []


class EditorialForm(FormMixin, rx.State):
    """The form of an editorial."""

    resource: ClassVar[Resource] = EDITORIALS


def _activation(row: rx.Var[dict[str, str]]) -> list[rx.Component]:
    """Putting an editorial on the home page without opening it."""
    label = t("editorials.activate", name=row["_name"])
    offered = Session.permissions.contains(EDITORIALS.may.update) & (row["status"] != str(ACTIVE))
    activate = icon_button("megaphone", label, "activate", on_click=EditorialList.activate(row["id"]))
    return [rx.cond(offered, activate)]


def _preview(*block: rx.Component) -> rx.Component:
    """The block of the home page as the public sees it."""
    return rx.el.section(
        rx.el.h2(t("editorials.preview"), custom_attrs={"id": "preview"}),
        rx.el.div(*block, class_name="editorial"),
        class_name="card",
        aria_labelledby="preview",
    )


def _shown_preview() -> rx.Component:
    shown, picture = EditorialShow.shown, EditorialShow.picture
    return _preview(
        rx.cond(picture != "", rx.el.img(src=picture, alt="", referrer_policy="no-referrer")),
        rx.el.h3(shown["title"]),
        rx.el.p(shown["text"]),
        rx.el.span(shown["label"], class_name="button primary"),
    )


def _live_preview() -> rx.Component:
    return _preview(
        rx.el.img(alt="", hidden=True, custom_attrs=mirrors("image")),
        rx.el.h3(custom_attrs=mirrors("title")),
        rx.el.p(custom_attrs=mirrors("text")),
        rx.el.span(class_name="button primary", custom_attrs=mirrors("label")),
    )


SCREENS = crud_screens(
    EditorialList,
    EditorialShow,
    EditorialForm,
    Menu(rank=55, icon="megaphone"),
    Extras(
        row_actions=_activation,
        show_aside=(_shown_preview(),),
        form_aside=(_live_preview(),),
    ),
)
