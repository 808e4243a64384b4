"""No stored, pasted or imported HTML holds up everybody (GUARD-15).

What is cleaned away is tried in tests/kit/forms/test_rich_text.py.
"""

import json
import re
from collections.abc import Iterator
from html import escape

import nh3
import pytest
from sqlalchemy import select

from admin_app.kit.declare import html
from admin_app.kit.declare.html import MOST_WORK, clean_html
from sandbox.database import Database
from sandbox.tables import metadata
from tests.support.proofs import proves

LINK = f'<p><a href="https://exemple.fr/{"x" * 1000}">'
LONGEST = 128 * 1024
"""Characters of a text of a form (GUARD-9)."""


@pytest.fixture
def parsed(monkeypatch):
    """The texts that a parser is given."""
    texts = list[str]()

    def clean(text: str, **options: object) -> str:
        texts.append(text)
        return text

    monkeypatch.setattr(nh3, "clean", clean)
    return texts


def times(part: str, size: int = LONGEST) -> str:
    return part * max(1, size // len(part))


@proves("GUARD-15")
@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param(LINK + times("<p>x"), id="a link in every paragraph"),
        pytest.param(LINK + times("<p>x</p>") + "</a></p>", id="also where its end comes"),
        pytest.param(LINK + "<div>" * 9 + "</a>" + "</div>" * 9 + times("<p>x"), id="also where it came amiss"),
        pytest.param(f"{LINK}<table><tr><td></a></td></tr></table>" + times("<p>x"), id="in a cell"),
        pytest.param(f"{LINK}<!-- </a> -->" + times("<p>x"), id="in a comment"),
        pytest.param(f"{LINK}<![CDATA[</a>]]>" + times("<p>x"), id="in a section"),
        pytest.param(f"{LINK}<svg><![CDATA[></svg></a>]]></svg>" + times("<p>x"), id="in a drawing"),
        pytest.param(f"{LINK}</ </a>" + times("<p>x"), id="in what is no end"),
        pytest.param(f"{LINK}<textarea></a></textarea>" + times("<p>x"), id="in a text"),
        pytest.param(f"{LINK}<p title='</a>'>" + times("<p>x"), id="in an attribute"),
        pytest.param(f"{LINK}<select></a></select>" + times("<p>x"), id="where only options are"),
        pytest.param(LINK.replace('">', '" title="</a>">') + times("<p>x"), id="in its own attribute"),
        pytest.param('<p title="<">' + LINK + times("<p>x"), id="behind an odd tag"),
        pytest.param("".join(f'<b style="color:#{n:06x}">' for n in range(3000)) + times("<p>x"), id="bold in bold"),
        pytest.param(times("<div>"), id="depth"),
        pytest.param(times("<ul><li>"), id="depth of lists"),
        pytest.param(times("<bk></b\u212a>"), id="depth of what looks closed"),
        pytest.param("<p " + " ".join(f"a{n}" for n in range(20_000)) + ">", id="attributes"),
        pytest.param('<p a="<" ' + " ".join(f"a{n}" for n in range(20_000)) + ">", id="attributes behind an odd one"),
    ],
)
def test_what_would_take_a_parser_long_is_given_to_none(hostile, parsed):
    assert clean_html(hostile) == escape(hostile, quote=False)
    assert not parsed


@proves("GUARD-15")
@pytest.mark.parametrize(
    "ordinary",
    [
        pytest.param('<p>Du <b>gras</b> et <a href="https://exemple.fr/?a=1&amp;b=2">un lien</a></p>', id="closed"),
        pytest.param('<h2 style="color:red">x</h2><ul><li><p>a</p></li><li><p>b</p></li></ul><hr><br/>', id="a list"),
        pytest.param("<table class=x><tr><td style='color:red'>a</td><td>b</td></tr></table>", id="a table"),
        pytest.param('<p>x</p><img src="data:image/png;base64,' + "iVBO/w0K+" * 2000 + '" alt="">', id="a picture"),
        pytest.param("<font color=red size=2>3 < 5, <i>a</i> <3 b</font>", id="an old text"),
    ],
)
def test_what_people_write_is_given_to_the_parser_up_to_the_longest(ordinary, parsed):
    text = times(ordinary)
    assert html._work(text) < MOST_WORK / 5
    clean_html(text)
    assert parsed == [text]


@proves("GUARD-15")
@pytest.mark.parametrize(
    "sloppy",
    [
        times("<p>un <b>paragraphe</b> qui ne finit pas", 16_000),
        times("<p><b><i>x</b></i></p>", 4000),
        times("<!--[if x]--><p>x</p><!--[endif]-->", 16_000),
        "<p>3 <a b</p>" + times("<p>x</p>", 2000),
    ],
)
def test_what_is_not_closed_is_given_to_the_parser_where_it_is_not_endless(sloppy, parsed):
    clean_html(sloppy)
    assert parsed


@proves("GUARD-15")
def test_what_the_sandbox_holds_is_given_to_the_parser_however_often_it_is_repeated(served, parsed):
    texts = {each for each in _stored(served.sandbox.database) if re.search("<[a-z]", each)}
    assert len(texts) > 20
    for text in sorted(texts):
        longest = times(text, 64 * 1024)
        assert html._work(longest) < MOST_WORK / 5, text
        clean_html(longest)
        assert parsed.pop() == longest


def _stored(database: Database) -> Iterator[str]:
    """The texts that are stored, and those of the elements of mails; no mail as it was sent, which nobody opens."""
    for table in metadata.sorted_tables:
        for row in database.rows(select(table)):
            for value in row._mapping.values():
                if isinstance(value, str) and value.startswith('[{"'):
                    yield from (str(element.get("value")) for element in json.loads(value))
                elif isinstance(value, str) and "<html" not in value:
                    yield value


@proves("GUARD-15")
@pytest.mark.parametrize(
    "hostile",
    [
        LINK + times("<p>x", 11_000),
        "<b>" * 300 + times("<p>x", 4000),
        "<b><i><em><code><s>" + times("<p>x", 4000),
        times("<div>", 20_000),
    ],
)
def test_what_a_parser_writes_is_no_more_than_was_counted(hostile, monkeypatch):
    work = html._work(hostile)
    monkeypatch.setattr(html, "MOST_WORK", work)
    written = clean_html(hostile)
    assert written.startswith("<")
    assert 2 * len(hostile) < len(written) < 10 * len(hostile) + 2 * work
