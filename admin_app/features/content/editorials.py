"""Editorials: the block of the public home page, at most one active (EDITORIAL-1, EDITORIAL-2)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.content.publishing import (
    Other,
    PublishMixin,
    publish_button,
    publish_in_row,
    publishing_parts,
)
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare import text_of
from admin_app.kit.forms import Submission, mirrors
from admin_app.kit.lists import Bulk, deletion
from admin_app.kit.parts import entry
from admin_app.kit.records import Next, Told, Waiting
from admin_app.kit.script import run
from admin_app.kit.styles import sheet
from admin_app.kit.values import Instant, Picture, Record
from admin_app.kit.words.locale import language_of, say, t
from admin_app.shared.preview import live_preview, preview

STYLESHEET = "/editorial.css"
OFF, ACTIVE = 0, 1
TONES = {"1": "good", "0": "quiet"}
STATUS = d.publication("editorials.status", TONES)
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
    image: Annotated[Picture, d.picture()] = None
    new_image: Annotated[str | None, d.image("editorial", ratio=16 / 9, described=True)] = None


def _asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Without an active one the public site shows none (trap 37)."""
    return "none_left" if before.get("status") == ACTIVE and after["status"] == OFF else ""


async def active(api: Api, *, but: str) -> Other | None:
    """The editorial that the public sees, another than this one (trap 37)."""
    found = await api.list("admin/editorials", Query(1, 100, filters={"status": ACTIVE}))
    others = (Other(text_of(each["id"]), text_of(each.get("title"))) for each in found.items)
    return next((each for each in others if each.id != but), None)


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
        *("image", "id", "title", d.but("text", kind="text"), "status", "link", "created_date", "updated_date"),
        main="title",
        hidden=("id", "updated_date"),
        sortable=("id", "title", "status"),
    ),
    filters=d.filters(Editorial, "title", kept=("status",)),
    who=d.Who(("title",), second=("text",), picture="image"),
    shortcuts=(d.Shortcut("online", {"status": "1"}), d.Shortcut("drafts", {"status": "0"})),
    form=d.form(
        Editorial,
        d.section("content", "title", "text", "label", "link", "status", note=True),
        d.section("picture", "new_image", note=True),
    ),
    show=d.show(
        Editorial,
        d.section("content", "title", "text", "label"),
        d.section("publication", "status", "link", "created_date", "updated_date", "id", side=True),
    ),
    badges=d.badges(Editorial, "status"),
    pictures=("image",),
    layout="cards",
    default_sort="-status",
    asks=_asks,
    unknown_fails=True,
)


async def _front(api: Api) -> Told:
    """The one that the public sees."""
    found = await api.list(EDITORIALS.endpoint, Query(1, 1, filters={"status": ACTIVE}))
    return Told({}, coming=[_next(Editorial.model_validate(item)) for item in found.items])


def _next(editorial: Editorial) -> Next:
    there = f"{EDITORIALS.route}/show/{editorial.id}"
    return Next(editorial.title, there, "editorial", image=editorial.image or "", quote=editorial.text)


FRONT_PAGE = Waiting(EDITORIALS.key, (EDITORIALS.may.list,), _front, EDITORIALS.flag)
"""What stands on the public home page; nothing of it waits."""


class EditorialList(ListMixin, rx.State):
    """The list of editorials."""

    resource: ClassVar = EDITORIALS
    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(EDITORIALS, weighed=True),)

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """The public site would show none (trap 37)."""
        found = await api.list(self.resource.endpoint, Query(1, 100, filters={"status": ACTIVE}))
        among = {text_of(each["id"]) for each in found.items}.intersection(ids)
        return [say("editorials.impact_among", await language_of(self))] if among else []


class EditorialShow(ShowMixin, rx.State):
    """One editorial."""

    resource: ClassVar = EDITORIALS

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """No other becomes active when the active one goes (content-points.yaml, delete_editorial)."""
        locale = await language_of(self)
        return [say("editorials.impact", locale)] if self.shown["status"] == str(ACTIVE) else []


class EditorialPublishing(PublishMixin, rx.State):
    """Putting an editorial on the home page, in the place of another, and taking it off."""

    resource: ClassVar = EDITORIALS
    reloads_list: ClassVar = EditorialList.load
    reloads_record: ClassVar = EditorialShow.load

    async def _consequences(self, item: dict[str, Any], other: Other | None) -> list[str]:
        """The one that goes is named: at most one is active (trap 37)."""
        locale = await language_of(self)
        if other:
            return [say("editorials.publishing.replaces", locale, name=other.name)]
        return [say("editorials.publishing.first", locale)]

    async def _replaced(self, api: Api, item: dict[str, Any]) -> Other | None:
        return await active(api, but=text_of(item["id"]))


class EditorialForm(FormMixin, rx.State):
    """The form of an editorial."""

    resource: ClassVar = EDITORIALS

    online: str = ""
    """What another one that is on the home page is called."""
    _replaces: Other | None = None

    async def _open(self, api: Api) -> None:
        await super()._open(api)
        await self._look(api)

    async def _look(self, api: Api) -> None:
        self._replaces = await active(api, but=self.record_id)
        self.online = self._replaces.name if self._replaces else ""

    async def _before_save(self, api: Api, sent: Submission) -> Any:
        """Colleagues publish meanwhile: who is online now is asked about, also where another one was confirmed."""
        if not self.publishes:
            return await super()._before_save(api, sent)
        told = self._replaces
        await self._look(api)
        if sent.confirmed and self._replaces not in (None, told):
            self.question = await self._own_question(sent)
            return run("askToSave")
        return await super()._before_save(api, sent)

    async def _own_question(self, sent: Submission) -> str:
        """Publishing takes the place of the one that is active: it is named, and asked about."""
        if self.publishes and self.online:
            return say("editorials.asks.replaces", await language_of(self), name=self.online)
        return await super()._own_question(sent)

    async def _after_write(self, api: Api) -> None:
        """The way back stands on the page that this leads to."""
        publishing, written = await self.get_state(EditorialPublishing), self._base.body
        if self.publishes:
            publishing._remember(self.record_id, str(written["title"]), str(ACTIVE), self._replaces)
        else:
            publishing._follow(self.record_id, str(written["title"]), str(written["status"]))


def _shown_preview() -> rx.Component:
    shown, picture = EditorialShow.shown, EditorialShow.picture
    return preview(
        EDITORIALS.key,
        rx.cond(picture != "", rx.el.img(src=picture, alt="", referrer_policy="no-referrer")),
        rx.el.h3(shown["title"]),
        rx.el.p(shown["text"]),
        rx.el.span(shown["label"], class_name="button"),
    )


def _live_preview() -> rx.Component:
    ghost = {**mirrors("label"), "data-ghost": t("editorials.fields.label")}
    button = rx.el.span(class_name="button", custom_attrs=ghost)
    return live_preview(EDITORIALS.key, ("title", "text"), button, said=_consequence())


def _consequence() -> rx.Component:
    """Said of a draft before anything is pressed."""
    draft = entry(EditorialForm.values, "status") != str(ACTIVE)
    said = rx.el.p(t("editorials.publishing.would_replace", name=EditorialForm.online), class_name="hint")
    return rx.cond((EditorialForm.online != "") & draft, said)


SCREENS = crud_screens(
    EditorialList,
    EditorialShow,
    EditorialForm,
    Menu(rank=55, icon="megaphone"),
    Extras(
        row_actions=lambda row: [publish_in_row(EditorialPublishing, row)],
        list_lead=(sheet(STYLESHEET), *publishing_parts(EditorialPublishing)),
        show=Beside(
            actions=(publish_button(EditorialPublishing, EditorialShow.shown_id, EditorialShow.shown["status"]),),
            top=publishing_parts(EditorialPublishing),
            lead=(_shown_preview(),),
            says=("text", "label"),
        ),
        form_aside=(_live_preview(),),
    ),
)
