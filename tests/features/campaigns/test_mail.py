"""What is shown is what is sent: our mail and the one of the sandbox are the same for the same body (CAMPAIGN-14)."""

import json
import re

import pytest

from admin_app.features.campaigns import blocks, mail
from admin_app.features.campaigns.blocks import Block
from tests.support.proofs import proves

ELEMENTS = [
    {"type": "title", "position": 0, "value": 'L\'été & <b>l’hiver</b> "ici"'},
    {"type": "text", "position": 1, "value": "<p>Bonjour <em>tous</em></p>"},
    {"type": "image", "position": 2, "id": 4, "src": 'https://a.fr/i.jpg?a="1"&b=2'},
    {"type": "video", "position": 3, "value": "x"},
]


def cells(html):
    """What stands in the rows of a mail, spelled in one way."""
    text = re.sub(r"\s+", " ", html).replace("&#x27;", "&#039;")
    return [each.strip() for each in re.findall(r"<tr> ?(<td> ?(?:(?!<td).)*?</td>)? ?</tr>", text)]


@proves("CAMPAIGN-14")
def test_each_element_is_a_row_in_the_order_of_the_array():
    found = cells(mail.render(json.dumps(ELEMENTS)))
    assert [re.sub("> <", "><", each).replace("> ", ">").replace(" <", "<") for each in found] == [
        "<td><h1>L&#039;été &amp; &lt;b&gt;l’hiver&lt;/b&gt; &quot;ici&quot;</h1></td>",
        "<td><p>Bonjour<em>tous</em></p></td>",
        '<td><img alt="Image campaign api" src="https://a.fr/i.jpg?a=&quot;1&quot;&amp;b=2"></td>',
        "",
    ]


@pytest.mark.parametrize("body", ["", "no json", "{}", "[1, null]"])
def test_a_body_that_is_no_array_is_an_empty_mail(body):
    assert "<td><h1>" not in mail.render(body)
    assert mail.render(body).endswith("</html>")


def test_the_dress_is_escaped():
    dressed = mail.render("[]", mail.Dress(banner='https://a.fr/"x', outside='red;"', platform="https://a.fr"))
    assert 'src="https://a.fr/&quot;x"' in dressed
    assert "background-color: red;&quot;;" in dressed


@proves("CAMPAIGN-14")
def test_a_person_reads_their_name_or_what_stands_for_it():
    html = '<p>Bonjour <span data-chip="given_name" data-fallback="à tous">x</span></p>'
    whole = mail.render(
        blocks.body_of([Block("text", html=html), Block("footer", reason="", unsubscribe="a", mirror="b")])
    )
    assert "Bonjour Zoé &lt;3" in mail.read_by(whole, {"given_name": "Zoé <3"})
    assert "Bonjour à tous" in mail.read_by(whole, {"given_name": " "})
    assert "{{" not in mail.read_by(whole, {})


def test_the_apostrophe_of_a_name_stands_as_it_is_written():
    whole = mail.render(blocks.body_of([Block("text", html='<p><span data-chip="family_name">x</span></p>')]))
    assert ">N'Diaye</p>" in mail.read_by(whole, {"family_name": "N'Diaye"})


@pytest.mark.parametrize("quote", ["&quot;", "&#039;", "&#39;", "&#x27;"])
def test_a_text_in_which_somebody_speaks_of_links_is_no_link(quote):
    text = f"<h1>&lt;a href={quote}https://evil.example{quote}&gt;</h1>"
    assert mail.read_by(text, {}) == text
    assert mail.read_by("<a href=&#106;avascript:x>", {}) == '<a href="#">'
