"""Editorials: the block of the public home page, at most one active (EDITORIAL-1, EDITORIAL-2)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare.fields import text_of
from admin_app.kit.forms.page import mirrors
from admin_app.kit.lists.bulk import Bulk, deletion
from admin_app.kit.parts.widgets import icon_button
from admin_app.kit.session import may, notify, reports_errors, signed_in
from admin_app.kit.words.locale import language_of, say, t
from admin_app.values import Instant, Record

OFF, ACTIVE = 0, 1
TONES = {"1": "good", "0": "quiet"}
STATUS = d.radio("editorials.status", ("1", "0"), TONES, default="0", required=True, hint=True)
TEXT = d.text_area(512, required=True, hint=True)
"""As many characters as the server keeps (content-points.yaml, EditorialUpdate)."""


class Editorial(Record):
    """An editorial as the API sends it."""

    title: Annotated[str, d.text(required=True)] = ""
    text: Annotated[str, TEXT] = ""
    label: Annotated[str, d.text(required=True)] = ""
    link: Annotated[str, d.web_address(required=True)] = ""
    status: Annotated[int, STATUS] = OFF
    created_date: Annotated[Instant, d.date_time(listed="date")] = None
    updated_date: Annotated[Instant, d.date_time(listed="date")] = None
    image: str | None = None
    avatar: Annotated[str | None, d.picture()] = None
    new_image: Annotated[str | None, d.image("editorial", ratio=16 / 9, described=True)] = None


def _asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Without an active one the public site shows none (trap 37)."""
    return "none_left" if before.get("status") == ACTIVE and after["status"] == OFF else ""


EDITORIALS = d.Resource(
    key="editorials",
    entity="editorial",
    route="/editorials",
    endpoint="admin/editorials",
    model=Editorial,
    flag="editorial",
    may=d.crud("editorial"),
    columns=d.columns(
        Editorial,
        *("avatar", "id", "title", "status", "link", "created_date", "updated_date"),
        main="title",
        hidden=("id", "updated_date"),
        sortable=("id", "title", "status"),
    ),
    filters=d.filters(Editorial, "title", "status"),
    form=d.form(
        Editorial,
        d.section("content", "title", "text", "label", "link"),
        d.section("picture", "new_image"),
        d.section("publication", "status"),
    ),
    show=d.show(
        Editorial,
        d.section("content", "title", "text", "label", "link"),
        d.section("publication", "status", "created_date", "updated_date", "id", side=True),
    ),
    badges=d.badges(Editorial, "status"),
    pictures=("image",),
    asks=_asks,
    unknown_fails=True,
)


class EditorialList(ListMixin, rx.State):
    """The list of editorials."""

    resource: ClassVar = EDITORIALS
    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(EDITORIALS, weighed=True),)

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """The public site would show none (trap 37)."""
        found = await api.list(self.resource.endpoint, Query(1, 100, filters={"status": ACTIVE}))
        among = {text_of(each["id"]) for each in found.items}.intersection(ids)
        return [say("editorials.impact_among", await language_of(self))] if among else []

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

    resource: ClassVar = EDITORIALS

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """No other becomes active when the active one goes (content-points.yaml, delete_editorial)."""
        locale = await language_of(self)
        return [say("editorials.impact", locale)] if self.shown["status"] == str(ACTIVE) else []


class EditorialForm(FormMixin, rx.State):
    """The form of an editorial."""

    resource: ClassVar = EDITORIALS


def _activation(row: rx.Var[dict[str, str]]) -> list[rx.Component]:
    """Putting an editorial on the home page without opening it."""
    label = t("editorials.activate", name=row["_name"])
    offered = may(EDITORIALS.may.update) & (row["status"] != str(ACTIVE))
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
        show=Beside(lead=(_shown_preview(),)),
        form_aside=(_live_preview(),),
    ),
)
