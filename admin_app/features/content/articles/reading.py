"""An article as the public reads it, with what is not online marked, or left out: on its page and in the preview."""

from collections.abc import Iterable
from dataclasses import dataclass

import reflex as rx

from admin_app.features.content.articles.record import Chapter
from admin_app.kit.declare import clean_html, text_of
from admin_app.kit.parts import anchor, badge, html, radio
from admin_app.kit.words.locale import choice_label, t

PUBLIC, ALL = "public", "all"
"""What is looked at: what the public sees, or everything."""


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


def shown(sections: Iterable[Chapter]) -> list[ShownSection]:
    """The sections of an article, or of what is being written of one."""
    return [_shown(section) for section in sections]


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


def _section(prefix: str, section: rx.Var[ShownSection]) -> rx.Component:
    title = rx.cond(section.title != "", section.title, t("articles.untitled"))
    return rx.el.section(
        rx.el.h2(title, custom_attrs={"id": f"{prefix}-{section.key}"}),
        _draft_mark(section.status),
        rx.cond(section.subtitle != "", rx.el.p(section.subtitle, class_name="lead quiet")),
        rx.foreach(section.paragraphs, _paragraph),
        aria_labelledby=f"{prefix}-{section.key}",
        data_status=section.status,
    )


def contents(name: str, sections: rx.Var[list[ShownSection]]) -> rx.Component:
    """The titles of the sections of that page, as ways to them; nothing for what is seen at a glance."""

    def line(section: rx.Var[ShownSection]) -> rx.Component:
        title = rx.cond(section.title != "", section.title, t("articles.untitled"))
        return rx.el.li(
            anchor(title, href=rx.Var.create(f"#{name}-{section.key}")), data_status=section.status, key=section.key
        )

    listed = rx.el.nav(
        rx.el.h2(t("articles.contents"), custom_attrs={"id": f"{name}-contents"}),
        rx.el.ol(rx.foreach(sections, line)),
        aria_labelledby=f"{name}-contents",
        class_name="card contents",
    )
    return rx.cond(sections.length() > 2, listed)


def reading(name: str, sections: rx.Var[list[ShownSection]], *, first: str) -> rx.Component:
    """The sections under a choice of what is looked at, `first` at first; the stylesheet leaves out the rest.

    `name` tells this page from another on the same screen.
    """
    choice = rx.el.fieldset(
        rx.el.legend(t("articles.reading.legend"), class_name="visually-hidden"),
        radio(f"{name}-shown", PUBLIC, t("articles.reading.public"), checked=first == PUBLIC),
        radio(f"{name}-shown", ALL, t("articles.reading.all"), checked=first == ALL),
        class_name="reading-choice",
    )
    none = rx.el.p(t("articles.no_section"), class_name="quiet")
    return rx.el.div(
        choice,
        rx.cond(sections.length() > 0, rx.fragment(), none),
        rx.foreach(sections, lambda section: _section(name, section)),
        rx.el.p(t("articles.reading.nothing"), class_name="reading-nothing quiet"),
        class_name="reading",
        data_testid="reading",
    )
