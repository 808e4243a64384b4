"""Articles: the static pages of the public site, made of sections and paragraphs (ARTICLE-1, ARTICLE-2)."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare.fields import text_of
from admin_app.kit.declare.html import clean_html
from admin_app.kit.parts.cells import html
from admin_app.kit.parts.widgets import badge
from admin_app.kit.words.locale import choice_label, t
from admin_app.values import Record

TONES = {"0": "warn", "1": "good"}
STATUS = d.radio("articles.status", ("0", "1"), TONES, default="0", required=True)
"""In preparation, online; the same for an article, a section and a paragraph (content-points.yaml, ArticleStatus)."""


class Paragraph(Record):
    """One block of text of a section."""

    text: Annotated[str | None, d.rich_text(required=True)] = None
    position: int | None = None
    status: Annotated[int | None, STATUS] = None


class Chapter(Record):
    """A section of an article; `Section` is the kit's word for a group of fields."""

    title: Annotated[str | None, d.text(blank_text=True)] = None
    sub_title: Annotated[str | None, d.text(blank_text=True)] = None
    position: int | None = None
    status: Annotated[int | None, STATUS] = None
    paragraphs: Annotated[
        list[Paragraph],
        d.lines("text", "status", ordered="position", identified=True, named_by="text", marked_by="status"),
    ] = []


def _count(article: "Article") -> str:
    return str(len(article.sections))


def _titles(article: "Article") -> str:
    return " · ".join(section.title for section in article.sections if section.title)


SECTIONS = d.lines(
    *("title", "sub_title", "status", "paragraphs"),
    sent_as="asections",
    ordered="position",
    identified=True,
    named_by="title",
    marked_by="status",
    hint=True,
).computed(_count)


class Article(Record):
    """An article as the API sends it, sections in the order of the page."""

    title: Annotated[str | None, d.text(required=True)] = None
    status: Annotated[int | None, STATUS] = None
    sections: Annotated[list[Chapter], SECTIONS] = []


ARTICLES = d.Resource(
    key="articles",
    entity="article",
    route="/articles",
    endpoint="admin/articles",
    model=Article,
    may=d.crud("article"),
    columns=d.columns(
        Article,
        *("id", "title", "status", "sections", d.but("sections.title", value=_titles)),
        main="title",
        sortable=("id", "title", "status"),
    ),
    filters=d.filters(Article, "title", "status"),
    form=d.form(Article, d.section("details", "title", "status"), d.section("content", "sections")),
    show=d.show(Article, d.section("details", "status", "sections", "id", side=True)),
    badges=d.badges(Article, "status"),
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

    resource: ClassVar = ARTICLES


class ArticleShow(ShowMixin, rx.State):
    """One article, as the public reads it."""

    resource: ClassVar = ARTICLES

    sections: list[ShownSection] = []

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        self.sections = [_shown(section) for section in Article.model_validate(item).sections]


class ArticleForm(FormMixin, rx.State):
    """The form of an article."""

    resource: ClassVar = ARTICLES


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
        show=Beside(lead=(_reading(),)),
    ),
)
