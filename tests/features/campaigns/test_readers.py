"""What readers get holds in their programs: Gmail, Outlook with Word, Apple Mail, phones (CAMPAIGN-42).

By the published tables of caniemail.com: `<style>` and classes go in some, `calc()` in Outlook and Yahoo, `max-width`
and the padding of links and boxes in Outlook with Word, which reads what stands in `<!--[if mso]>` and tables.
"""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from admin_app.features.campaigns import blocks, html, mail
from admin_app.features.campaigns.blocks import Block
from admin_app.kit.declare.html import clean_html
from tests.features.campaigns.test_blocks import ALL, elements
from tests.support.proofs import proves

TEXT = (
    """<h2>a</h2><p style="text-align:center">b</p><ul><li>c</li></ul><p><a href="https://a.fr" title="x>y">d</a></p>"""
)
WRITTEN = [*ALL, Block("text", html=TEXT), Block("columns", left=TEXT, right="<p>e</p>")]
MSO = re.compile(r"<!--\[if mso\]>(.*?)<!\[endif\]-->", re.DOTALL)
STYLED = ("h1", "h2", "h3", "p", "li", "ul", "a")


class Tags(HTMLParser):
    """The tags of a text in their order, each with its style."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def rows(*written):
    """What stands in the cell of each block, as it goes to the mail provider."""
    return [each["value"] for each in elements(*written, frozen=True)]


@proves("CAMPAIGN-42")
@pytest.mark.parametrize("block", WRITTEN, ids=lambda block: block.kind)
def test_every_tag_says_how_it_looks(block):
    (value,) = rows(block)
    tags = Tags(value).found
    assert [tag for tag, held in tags if tag in STYLED and "style" not in held and tag != "a"] == []
    for tag, held in tags:
        assert "class" not in held
        if tag in ("h1", "h2", "p", "li"):
            assert {"margin", "font-family", "font-size", "line-height"} <= _names(held["style"])
    assert "<style" not in value
    assert "@media" not in value


def _names(style):
    return {each.partition(":")[0].strip() for each in style.split(";") if each}


@proves("CAMPAIGN-42")
@pytest.mark.parametrize("block", WRITTEN, ids=lambda block: block.kind)
def test_a_block_is_as_wide_as_a_mail_and_as_narrow_as_a_phone(block):
    (value,) = rows(block)
    shown = MSO.sub("", value)
    assert shown.startswith(f'<div style="max-width:{html.WIDTH}px;margin:0 auto;')
    for tag, held in Tags(shown).found:
        fixed = re.search(r"(?<![-\w])width:(\d+)px", held.get("style", ""))
        assert not fixed or "max-width:100%" in held["style"], (tag, held)
    word = "".join(MSO.findall(value))
    assert word.startswith('<table role="presentation"')
    assert f'width="{html.WIDTH}"' in word
    assert word.count("<table") == word.count("</table>")
    assert word.count("<td") == word.count("</td>")


@proves("CAMPAIGN-42")
def test_columns_begin_at_one_edge_and_fill_a_phone():
    (value,) = rows(Block("columns", left="<p>un</p>", right="<p>deux</p>"))
    halves = [held["style"] for tag, held in Tags(MSO.sub("", value)).found if "inline-block" in held.get("style", "")]
    assert len(halves) == 2
    for style in halves:
        assert "text-align:left" in style
        assert style.index("width:300px") < style.index("width:calc("), "what cannot calculate has the first"
        assert "min-width:50%;max-width:100%" in style
    assert value.count('<td width="300" valign="top">') == 2, "Word has a cell for each"


@proves("CAMPAIGN-42")
def test_what_was_chosen_in_the_editor_counts_more():
    assert html.styled('<p style="margin:0;text-align:center">a</p>').endswith('margin:0;text-align:center">a</p>')
    assert html.styled("<p>a &lt; b</p>").endswith("a &lt; b</p>")
    link = html.styled('<a href="https://a.fr" title="x>y">a</a>')
    assert link.startswith('<a href="https://a.fr" title="x>y" style="color:')
    assert html.styled("plain") == "plain"
    assert html.styled("<em>a</em><pre>b</pre>") == "<em>a</em><pre>b</pre>"


@proves("CAMPAIGN-42")
def test_the_words_of_a_button_have_room_in_word():
    (value,) = rows(ALL[3])
    assert 'bgcolor="#123456"' in value
    assert "mso-padding-alt:12px 24px;" in value


@proves("CAMPAIGN-13")
def test_a_frozen_title_and_a_frozen_text_open_as_they_were():
    once = blocks.body_of(WRITTEN, frozen=True)
    cleaned = [
        replace(each, **{name: clean_html(getattr(each, name)) for name in ("html", "left")}) for each in WRITTEN
    ]
    assert blocks.blocks_of(once) == cleaned
    assert blocks.frozen(once) == once


def test_titles_leave_no_hole():
    page = mail.render(blocks.body_of([Block("title", text="a"), Block("text", html="<p>b</p>")], frozen=True))
    assert "<h1>" not in page
    assert "<p>" not in page
