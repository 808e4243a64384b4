"""Articles: the static pages of the public site, made of sections and paragraphs (SPEC 2, PEERS A6)."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.crud import Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare.fields import ChoiceInput, Column, Filter, Input, LinesInput, TextInput, text_of
from admin_app.kit.declare.html import clean_html
from admin_app.kit.declare.resource import May, Resource, Section
from admin_app.kit.parts.cells import html
from admin_app.kit.parts.widgets import badge
from admin_app.kit.words.locale import choice_label, t
from admin_app.values import Record

STATUSES = ("0", "1")
"""In preparation, online; the same for an article, a section and a paragraph (content-points.yaml ArticleStatus)."""
TONES = {"0": "warn", "1": "good"}


class Paragraph(Record):
    """One block of text of a section."""

    text: str | None = None
    position: int | None = None
    status: int | None = None


class Chapter(Record):
    """A section of an article; `Section` is the kit's word for a group of fields."""

    title: str | None = None
    sub_title: str | None = None
    position: int | None = None
    status: int | None = None
    paragraphs: list[Paragraph] = []


class Article(Record):
    """An article as the API sends it, sections in the order of the page."""

    title: str | None = None
    status: int | None = None
    sections: list[Chapter] = []


def _title(article: Article) -> str:
    return article.title or f"#{article.id}"


def _count(article: Article) -> str:
    return str(len(article.sections))


def _titles(article: Article) -> str:
    return " · ".join(section.title for section in article.sections if section.title)


def _status() -> Input:
    return ChoiceInput(
        "status", required=True, choices="articles.status", values=STATUSES, default="0", type="integer", tones=TONES
    )


PARAGRAPHS = LinesInput(
    "paragraphs",
    ordered="position",
    identified=True,
    named_by="text",
    marked_by="status",
    inputs=(Input("text", "rich_text", required=True), _status()),
)
SECTIONS = LinesInput(
    "asections",
    source="sections",
    ordered="position",
    identified=True,
    named_by="title",
    marked_by="status",
    hint=True,
    inputs=(TextInput("title", blank_text=True), TextInput("sub_title", blank_text=True), _status(), PARAGRAPHS),
)
STATUS = Column("status", "choice", sort=True, choices="articles.status", tones=TONES)
ARTICLES = Resource(
    key="articles",
    entity="article",
    route="/articles",
    endpoint="admin/articles",
    model=Article,
    may=May("article_manage", "article_create", "article_read", "article_update", "article_delete"),
    columns=(
        Column("id", "number", sort=True),
        Column("title", sort=True, main=True, value=_title),
        STATUS,
        Column("sections", "number", value=_count),
        Column("sections.title", value=_titles),
    ),
    filters=(
        Filter("title", "title", always=True),
        Filter("status", "status", "choice", choices="articles.status", values=STATUSES, always=True),
    ),
    form=(
        Section("details", (TextInput("title", required=True), _status())),
        Section("content", (SECTIONS,)),
    ),
    show=(Section("details", (STATUS, Column("sections", "number", value=_count), Column("id", "number"))),),
    default_sort="title",
    unknown_fails=True,
)


@dataclass
class ShownParagraph:
    """A paragraph of the page: sanitised HTML."""

    html: str
    status: str


@dataclass
class ShownSection:
    """A section of the page."""

    key: str
    title: str
    subtitle: str
    status: str
    paragraphs: list[ShownParagraph]


class ArticleList(ListMixin, rx.State):
    """The list of articles."""

    resource: ClassVar[Resource] = ARTICLES


class ArticleShow(ShowMixin, rx.State):
    """One article, as the public reads it."""

    resource: ClassVar[Resource] = ARTICLES

    sections: list[ShownSection] = []

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        self.sections = [_shown(section) for section in Article.model_validate(item).sections]


class ArticleForm(FormMixin, rx.State):
    """The form of an article."""

    resource: ClassVar[Resource] = ARTICLES


def _shown(section: Chapter) -> ShownSection:
    texts = [ShownParagraph(clean_html(each.text), text_of(each.status)) for each in section.paragraphs]
    return ShownSection(
        text_of(section.id), section.title or "", section.sub_title or "", text_of(section.status), texts
    )


def _draft_mark(status: rx.Var[str]) -> rx.Component:
    """What is online needs no mark: it is what the public sees."""
    return rx.cond(status == "1", rx.fragment(), badge(choice_label("articles.status", status), "warn"))


def _paragraph(paragraph: rx.Var[ShownParagraph]) -> rx.Component:
    return rx.el.div(_draft_mark(paragraph.status), html(paragraph.html), data_status=paragraph.status)


def _section(section: rx.Var[ShownSection]) -> rx.Component:
    title = rx.cond(section.title != "", section.title, t("articles.untitled"))
    return rx.el.section(
        rx.el.h2(title, custom_attrs={"id": f"section-{section.key}"}),
        _draft_mark(section.status),
        rx.cond(section.subtitle != "", rx.el.p(section.subtitle, class_name="lead quiet")),
        rx.foreach(section.paragraphs, _paragraph),
        aria_labelledby=f"section-{section.key}",
        data_status=section.status,
    )


def _reading() -> rx.Component:
    """The page itself, under its title; what is not online is marked, because the public does not see it."""
    page = rx.el.div(rx.foreach(ArticleShow.sections, _section), class_name="card reading")
    none = rx.el.p(t("articles.no_section"), class_name="card reading quiet")
    return rx.cond(ArticleShow.loading, rx.fragment(), rx.cond(ArticleShow.sections.length() > 0, page, none))


SCREENS = crud_screens(
    ArticleList,
    ArticleShow,
    ArticleForm,
    Menu(rank=50, icon="newspaper"),
    Extras(
        show_aside=(_reading(),),
    ),
)
