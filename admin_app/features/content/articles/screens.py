"""The screens of articles: a list, the page as it reads, and a form that is a document (ARTICLE-1, ARTICLE-8)."""

import itertools
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.features.content.articles.reading import ALL, PUBLIC, ShownSection, contents, reading, shown
from admin_app.features.content.articles.record import (
    ARTICLES,
    DRAFT,
    ONLINE,
    Article,
    Chapter,
    Paragraph,
    drafts,
    is_read,
    says,
)
from admin_app.features.content.publishing import (
    Other,
    Part,
    PublishMixin,
    publish_button,
    publish_in_row,
    publishing_parts,
)
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.forms import Around, Line, Lines, Submission, name_of, stored_lines, values_of
from admin_app.kit.parts import FOCUSED, button, closes, dialog, opens
from admin_app.kit.script import from_script
from admin_app.kit.session import reports_errors
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import language_of, say, t

PREVIEW = "articles-preview"
READ = "shown"
"""Tells the page that is read from the preview of one that is written."""
STYLESHEET = "/document.css"
"""Of the list, the page, and a form that reads as it: looks alone, inputs, keys and drafts are those of every form."""
SECTION_LINES = next(part for part in ARTICLES.inputs() if isinstance(part, d.LinesInput))
"""The sections as a form has them."""


class ArticleList(ListMixin, rx.State):
    """The list of articles; those of one status in the order of their titles."""

    resource: ClassVar = ARTICLES
    counted: ClassVar[bool | None] = True

    async def _page_of(self, api: Api, query: Query) -> Page:
        by_status = query.sort is not None and query.sort[0] == "status"
        titled = {**query.filters, "order[title]": "asc"} if by_status else query.filters
        return await super()._page_of(api, replace(query, filters=titled))


class ArticleShow(ShowMixin, rx.State):
    """One article, as the public reads it."""

    resource: ClassVar = ARTICLES

    sections: list[ShownSection] = []

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        self.sections = shown(Article.model_validate(item).sections)

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """What the public no longer reads, and what goes with the article (content-points.yaml, delete_article)."""
        locale = await language_of(self)
        online = self.shown["status"] == str(ONLINE)
        seen = say("articles.impact.online", locale) if online else say("articles.publication.draft", locale)
        texts = sum(len(section.paragraphs) for section in self.sections)
        counts = (("sections", len(self.sections)), ("paragraphs", texts))
        return [seen, *(say(f"articles.impact.{name}", locale, count) for name, count in counts if count)]


class ArticleForm(FormMixin, rx.State):
    """The form of an article."""

    resource: ClassVar = ARTICLES

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        """A new article begins with a section to write in."""
        await super()._fill(api, item)
        if item is None:
            blank = Article(sections=[Chapter(status=DRAFT, paragraphs=[Paragraph(status=DRAFT)])])
            self.lines = stored_lines(SECTION_LINES, blank, self._new_key)

    def _problems(self, sent: Submission) -> dict[str, str]:
        """Nothing is wrong with a section of a new article that nobody has written in: it is not sent."""
        found = super()._problems(sent)
        if self.record_id:
            return found
        written = zip(sent.lines.get(SECTION_LINES.name, []), sent.body[SECTION_LINES.name], strict=True)
        blank = tuple(name_of(SECTION_LINES.name, line["key"], "") for line, each in written if not says(each))
        return {name: wrong for name, wrong in found.items() if not name.startswith(blank)}

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        if self.record_id:
            return body
        written = [each for each in body[SECTION_LINES.name] if says(each)]
        return {**body, SECTION_LINES.name: [{**each, "position": at} for at, each in enumerate(written, 1)]}

    async def _after_write(self, api: Api) -> None:
        written = self._base.body
        publishing = await self.get_state(ArticlePublishing)
        publishing._follow(self.record_id, str(written["title"]), str(written["status"]))

    previewed: list[ShownSection] = []
    preview_title: str = ""
    preview_online: bool = False

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def preview(self, data: dict[str, Any]):
        """Show what is written so far; it is neither checked nor sent."""
        written = self._submitted(data).body
        self.previewed = shown(Article.model_validate({"sections": written["asections"]}).sections)
        self.preview_title, self.preview_online = written["title"] or "", written["status"] == ONLINE


class ArticlePublishing(PublishMixin, rx.State):
    """Putting an article online, with its sections and paragraphs or without, and taking it back."""

    resource: ClassVar = ARTICLES
    reloads_list: ClassVar = ArticleList.load
    reloads_record: ClassVar = ArticleShow.load

    async def _consequences(self, item: dict[str, Any], other: Other | None) -> list[str]:
        """What the public will read, and what of the article it will not."""
        locale, article = await language_of(self), Article.model_validate(item)
        body = [section.model_dump() for section in article.sections]
        first = say(f"articles.publishing.{'read' if is_read(body) else 'empty'}", locale)
        left = drafts(article).items()
        return [first, *(say(f"articles.publishing.draft_{name}", locale, many) for name, many in left if many)]

    def _drafts(self, item: dict[str, Any]) -> tuple[Part, ...]:
        of_lines = _lines(item).items()
        return tuple(_part(name, line) for name, those in of_lines for line in those if line["status"] == d.DRAFT)

    def _marked(self, item: dict[str, Any], parts: tuple[Part, ...], value: str) -> dict[str, Any]:
        """Its sections and paragraphs, as its form sends them."""
        marked = {
            name: [{**line, "status": value} if _part(name, line) in parts else line for line in those]
            for name, those in _lines(item).items()
        }
        return {SECTION_LINES.name: values_of(SECTION_LINES, marked)}


def _lines(item: dict[str, Any]) -> Lines:
    """The sections and paragraphs of an article as its form holds them."""
    numbers = map(str, itertools.count(1))
    return stored_lines(SECTION_LINES, Article.model_validate(item), lambda: next(numbers))


def _part(name: str, line: Line) -> Part:
    """A section or a paragraph, by the name of the lines it is among: ids of the two come again."""
    return name.rpartition(":")[2], line["id"]


def _reading() -> rx.Component:
    """The page itself, under its title."""
    read = rx.el.div(sheet(STYLESHEET), reading(READ, ArticleShow.sections, first=ALL), class_name="card reading-page")
    return rx.cond(ArticleShow.loading, rx.fragment(), read)


def _preview_button() -> rx.Component:
    """What is written so far, as the public would read it."""
    return button(
        t("articles.reading.preview"),
        "preview",
        symbol="eye",
        custom_attrs=opens(PREVIEW),
        on_click=ArticleForm.preview(from_script("content")),
    )


def _preview() -> rx.Component:
    close = button(t("kit.actions.close"), "close-preview", custom_attrs=closes(PREVIEW) | FOCUSED)
    note = rx.cond(
        ArticleForm.preview_online,
        t("articles.reading.unsaved"),
        t("articles.reading.unsaved_draft"),
    )
    return dialog(
        PREVIEW,
        rx.cond(ArticleForm.preview_title != "", ArticleForm.preview_title, t("articles.reading.untitled")),
        rx.el.p(note, class_name="hint"),
        reading("preview", ArticleForm.previewed, first=PUBLIC),
        rx.el.div(close, class_name="row end"),
        class_name="page-preview",
    )


def _publish_all() -> rx.Component:
    """The better answer where the page would be empty: every section and paragraph goes online too."""
    attributes = {"data-marks-all": "", "data-confirms": ""}
    return button(t("kit.publication.publish_whole"), "publish-whole", tone="primary", custom_attrs=attributes)


SCREENS = crud_screens(
    ArticleList,
    ArticleShow,
    ArticleForm,
    Menu(rank=50, icon="newspaper"),
    Extras(
        row_actions=lambda row: [publish_in_row(ArticlePublishing, row)],
        list_lead=(sheet(STYLESHEET), *publishing_parts(ArticlePublishing)),
        show=Beside(
            actions=(publish_button(ArticlePublishing, ArticleShow.shown_id, ArticleShow.shown["status"]),),
            top=publishing_parts(ArticlePublishing),
            lead=(_reading(),),
            aside=(rx.cond(ArticleShow.loading, None, contents(READ, ArticleShow.sections)),),
        ),
        form=Around(
            above=(sheet(STYLESHEET),),
            bar=(_preview_button(),),
            below=(_preview(),),
            better=("empty", _publish_all()),
            class_name="document",
        ),
    ),
)
