"""Articles: the static pages of the public site, made of sections and paragraphs (ARTICLE-1, ARTICLE-2)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from admin_app.kit import declare as d
from admin_app.kit.records import Next, Waiting, first_rows
from admin_app.kit.values import Record

LINE = 46
"""The letters that the second line of a row has room for on a phone."""
BEGINS = "sections.paragraphs.text"
"""What the list shows of its text, behind the titles of its sections."""
BEGINNING = 160
"""As many letters of its text as a wide window has room for."""
TONES = {"0": "warn", "1": "good"}
DRAFT, ONLINE = 0, 1
STATUS = d.publication("articles.status", TONES)
"""In preparation, online; the same for an article, a section and a paragraph (content-points.yaml, ArticleStatus)."""


class Paragraph(Record):
    """One block of text of a section."""

    text: Annotated[str | None, d.rich_text(required=True, prompted=True)] = None
    position: int | None = None
    status: Annotated[int | None, STATUS] = None


class Chapter(Record):
    """A section of an article; `Section` is the kit's word for a group of fields."""

    title: Annotated[str | None, d.text(blank_text=True, prompted=True)] = None
    sub_title: Annotated[str | None, d.text(blank_text=True, prompted=True)] = None
    position: int | None = None
    status: Annotated[int | None, STATUS] = None
    paragraphs: Annotated[
        list[Paragraph],
        d.lines(
            *("text", "status"),
            ordered="position",
            identified=True,
            named_by="text",
            marked_by="status",
            arranged=True,
            begun=True,
        ),
    ] = []


def _count(article: "Article") -> str:
    return str(len(article.sections))


def _titles(article: "Article") -> str:
    """The sections it begins with, two at most, whole as far as a phone has room."""
    titles = [section.title for section in article.sections if section.title]
    both = " · ".join(titles[:2])
    return both if len(both) <= LINE else titles[0]


def _begins(article: "Article") -> str:
    """The words it begins with, in one line."""
    texts = (each.text for section in article.sections for each in section.paragraphs if each.text)
    return d.plain_words(next(texts, ""))[:BEGINNING]


SECTIONS = d.lines(
    *("title", "sub_title", "status", "paragraphs"),
    sent_as="asections",
    ordered="position",
    identified=True,
    named_by="title",
    marked_by="status",
    arranged=True,
).computed(_count)


class Article(Record):
    """An article as the API sends it, sections in the order of the page."""

    title: Annotated[str | None, d.text(required=True, prompted=True)] = None
    status: Annotated[int | None, STATUS] = None
    sections: Annotated[list[Chapter], SECTIONS] = []


def drafts(article: Article) -> dict[str, int]:
    """How many of its sections and paragraphs are drafts."""
    paragraphs = [each for section in article.sections for each in section.paragraphs]
    kinds = (("sections", article.sections), ("paragraphs", paragraphs))
    return {name: sum(each.status == DRAFT for each in those) for name, those in kinds}


def says(section: Mapping[str, Any]) -> bool:
    """Whether anything is written in a section, as a form sends it."""
    return bool(section["title"] or section["subTitle"] or any(each["text"] for each in section["paragraphs"]))


def is_read(sections: Iterable[Mapping[str, Any]]) -> bool:
    """Whether the public would read anything: a paragraph that is online, in a section that is."""
    online = [each for section in sections if section["status"] == ONLINE for each in section["paragraphs"]]
    return any(each["status"] == ONLINE and each["text"] for each in online)


def _asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """An article that goes online, or loses its last text there, would be an empty page."""
    if after["status"] != ONLINE or is_read(after["asections"]):
        return ""
    was_read = before.get("status") == ONLINE and not is_read(before["asections"])
    return "" if was_read else "empty"


ARTICLES = d.Resource(
    key="articles",
    entity="article",
    route="/articles",
    endpoint="admin/articles",
    model=Article,
    may=d.crud("article"),
    columns=d.columns(
        Article,
        *("title", d.but(BEGINS, kind="text", value=_begins), "status", "sections"),
        *(d.but("sections.title", value=_titles), "id"),
        main="title",
        hidden=("id",),
        sortable=("id", "title", "status"),
    ),
    filters=d.filters(Article, "title", kept=("status",)),
    shortcuts=(d.Shortcut("online", {"status": "1"}), d.Shortcut("drafts", {"status": "0"})),
    form=d.form(Article, d.section("details", "title", "status"), d.section("content", "sections")),
    show=d.show(Article, d.section("details", "status", "sections", "id", side=True)),
    badges=d.badges(Article, "status"),
    who=d.Who(("title",), second=("sections.title", BEGINS)),
    default_sort="status",
    asks=_asks,
    unknown_fails=True,
)


def _draft(item: Mapping[str, Any]) -> Next:
    article = Article.model_validate(item)
    texts = [each.text for section in article.sections for each in section.paragraphs if each.text]
    return Next(
        article.title or "",
        f"{ARTICLES.route}/show/{article.id}",
        "article",
        _titles(article),
        quote=d.plain_words(texts[0]) if texts else "",
    )


ARTICLES_WAITING = Waiting(
    key="articles",
    title="articles.title",
    kinds={"articles_drafts": f"{ARTICLES.route}?status=0"},
    permissions=(ARTICLES.may.list,),
    read=first_rows("articles_drafts", ARTICLES.endpoint, {"status": 0}, "id", _draft),
)
"""The articles that nobody but the office reads yet."""
