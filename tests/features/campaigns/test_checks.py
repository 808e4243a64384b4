"""What is wrong is said before anybody is written to, each with its place (CAMPAIGN-15)."""

import json
from dataclasses import replace

import pytest

from admin_app.features.campaigns import blocks, checks, templates
from admin_app.features.campaigns.blocks import Block
from tests.support.proofs import proves

FOOTER = Block("footer", reason="x", unsubscribe="a", mirror="b")
GOOD = Block("text", html="<p>Bonjour</p>")
LINKED = '<p>Lire <a href="https://x.fr">la suite</a></p>'


def found(*written, subject="Bonjour"):
    return [(each.level, each.name, each.block, each.cell) for each in checks.findings(subject, written)]


def names(*written, subject="Bonjour"):
    return [each.name for each in checks.findings(subject, [*written, FOOTER])]


def test_what_is_right_is_said_of_what_there_is():
    said = lambda *written, subject="Bonjour": checks.passed(checks.findings(subject, written), written)  # noqa: E731
    picture = Block("picture", src="https://x.fr/a.png", alt="Une gare")
    assert said(GOOD, FOOTER) == ["subject", "footer"]
    assert said(GOOD, FOOTER, subject="") == ["footer"]
    assert said(GOOD) == ["subject"]
    assert said(replace(picture, alt=""), FOOTER) == ["subject", "footer"]
    assert said(picture, FOOTER) == ["subject", "pictures", "footer"]
    assert said(replace(picture, href="https://x.fr"), FOOTER) == list(checks.PASSED)
    assert said(Block("button", label="Voir", href=""), FOOTER) == ["subject", "footer"]


@pytest.mark.parametrize(
    "block",
    [
        Block("button", label="Voir", href="https://x.fr"),
        Block("text", html=LINKED),
        Block("quote", html=LINKED),
        Block("columns", left="<p>Ici</p>", right=LINKED),
        blocks.blocks_of(json.dumps([{"type": "text", "value": LINKED, "kind": "text", "made": "elsewhere"}]))[0],
    ],
)
def test_links_are_said_to_be_complete_where_there_is_one(block):
    assert "links" in checks.passed([], [block, FOOTER])


def test_a_good_mail_has_nothing_wrong():
    assert found(GOOD, FOOTER) == []
    assert found(GOOD, FOOTER, subject="x" * 60) == []


@proves("CAMPAIGN-15")
@pytest.mark.parametrize(
    ("subject", "wrong"),
    [
        ("", ("error", "no_subject")),
        ("   ", ("error", "no_subject")),
        ("x" * 61, ("warning", "long_subject")),
        ("x" * 255, ("warning", "long_subject")),
        ("x" * 256, ("error", "subject_limit")),
        ("Bonjour {{ name", ("error", "braces")),
        ("Bonjour {{ name }}", ("warning", "typed_variable")),
    ],
)
def test_a_subject(subject, wrong):
    assert found(GOOD, FOOTER, subject=subject) == [(*wrong, None, "subject")]


@proves("CAMPAIGN-15")
@pytest.mark.parametrize(
    ("block", "cell"),
    [
        (Block("title", text=" "), "text"),
        (Block("text", html="<p>&nbsp;</p>"), "html"),
        (Block("quote", html="<p></p>"), "html"),
        (Block("columns"), "left"),
        (Block("button", href="https://a.fr"), "label"),
    ],
)
def test_an_empty_block(block, cell):
    assert found(GOOD, block, FOOTER) == [("error", "empty", 1, cell)]


@proves("CAMPAIGN-15")
@pytest.mark.parametrize(
    ("href", "wrong"),
    [
        ("", "empty_link"),
        ("#", "empty_link"),
        ("#haut", "empty_link"),
        ("http://a.fr", "plain_link"),
        ("javascript:alert(1)", "wrong_link"),
        ("a.fr", "wrong_link"),
        ("https://", "wrong_link"),
        ("https://a.fr/x", None),
        ("mailto:a@b.fr", None),
        ("tel:+33 3 83 00 00 00", None),
    ],
)
def test_where_a_link_leads(href, wrong):
    wanted = [wrong] if wrong else []
    assert names(Block("button", label="x", href=href)) == wanted
    assert names(Block("text", html=f'<p><a href="{href}">x</a></p>')) == wanted
    assert names(Block("columns", left=f'<p>a <a rel="x" href="{href}">x</a></p>')) == wanted


def test_of_an_address_as_much_is_said_as_can_be_read():
    for href in (f"ftp://{'a' * 99}", f"http://{'a' * 99}"):
        [wrong] = checks.findings("x", [Block("button", label="x", href=href), FOOTER])
        assert wrong.values == {"address": href[:80]}


def test_a_link_without_an_address():
    assert names(Block("text", html="<p><a>x</a></p>")) == ["empty_link"]


@proves("CAMPAIGN-15")
def test_a_picture():
    assert names(Block("picture")) == ["no_picture", "no_alt"]
    assert names(Block("picture", src="https://a.fr/b.jpg", alt="x")) == []
    assert names(Block("picture", ticket="t", alt="x", weight="1048576")) == []
    assert names(Block("picture", ticket="t", alt="x", weight="1048577")) == ["heavy_picture"]
    [heavy] = checks.findings("x", [Block("picture", ticket="t", alt="x", weight="3300000"), FOOTER])
    assert (heavy.name, heavy.values) == ("heavy_picture", {"size": 3.1})
    assert names(Block("picture", src="https://a.fr/b.jpg", alt="x", href="#")) == ["empty_link"]


@proves("CAMPAIGN-15")
@pytest.mark.parametrize("text", ["a {{", "b }}", "{{ a {{ b }}", "{% if x", "{# note", "&#123;{ x", "{{ a }} }}"])
def test_braces_that_do_not_close_are_an_error(text):
    assert found(Block("text", html=f"<p>{text}</p>"), FOOTER) == [("error", "braces", 0, "html")]
    assert names(GOOD, Block("footer", reason=text)) == ["braces"]


@pytest.mark.parametrize("text", ["{{ prenom }}", "{% if x %}", "{# note #}", "{{ contact.PRENOM|upper }}"])
def test_a_variable_that_is_typed_is_a_warning(text):
    assert found(Block("title", text=text), FOOTER) == [("warning", "typed_variable", 0, "text")]


@pytest.mark.parametrize("text", ["{{ contact.PRENOM }}", "{{contact.NOM|default:'x'}}", "{{ unsubscribe }}"])
def test_what_the_provider_knows_may_stand_in_a_text_of_somebody_else(text):
    assert names(Block("text", html=f"<p>{text}</p>")) == []


def test_of_a_variable_as_much_is_said_as_can_be_read():
    [typed] = checks.findings("x", [Block("title", text=f"{{{{ {'a' * 99} }}}}"), FOOTER])
    assert typed.values == {"variable": f"{{{{ {'a' * 37}"}


def test_the_address_of_a_link_may_hold_an_angle():
    assert names(Block("text", html='<p><a href="javascript:1<2">x</a> <a href="https://a.fr/?b<c">y</a></p>')) == [
        "wrong_link"
    ]


@proves("CAMPAIGN-16")
def test_a_chip_is_no_brace_and_something_to_read():
    assert names(Block("text", html='<p><span data-chip="given_name" data-fallback="x">x</span></p>')) == []
    assert names(Block("text", html="<p>a { b } c</p>")) == []


@pytest.mark.parametrize(
    ("color", "ink", "ratio"),
    [("#ffffff", "#000000", 21), ("#ffffff", "#ffffff", 1), ("#777777", "#ffffff", 4.48), ("#1a56c4", "#ffffff", 6.62)],
)
def test_the_contrast_of_two_colours(color, ink, ratio):
    assert checks.contrast(color, ink) == pytest.approx(ratio, abs=0.005)
    assert checks.contrast(ink, color) == checks.contrast(color, ink)


@proves("CAMPAIGN-15")
def test_a_button_that_cannot_be_read():
    assert names(Block("button", label="x", href="https://a.fr", color="#ffff00", ink="#ffffff")) == ["contrast"]
    assert names(Block("button", label="x", href="https://a.fr")) == []
    [nearly] = checks.findings("x", [Block("button", label="x", href="https://a.fr", color="#777777"), FOOTER])
    assert names(Block("button", label="x", href="https://a.fr", color="yellow")) == [], "no colour we could measure"
    assert nearly.values == {"ratio": 4.4, "minimum": 4.5}, "what is too little is never rounded up to what is enough"


@proves("CAMPAIGN-15")
def test_no_block_and_no_footer():
    assert found() == [("error", "nothing", None, "body")], "no footer of nothing"
    assert found(Block("divider"), FOOTER) == [("error", "nothing", None, "body")], (
        "what a mail begins with is no message"
    )
    assert found(GOOD) == [("warning", "no_footer", None, "body")]


@proves("CAMPAIGN-15")
def test_what_the_server_cuts_is_an_error_and_what_a_program_hides_a_warning():
    assert names(Block("text", html=f"<p>{'é' * 33_000}</p>")) == ["body_limit"]
    several = [Block("text", html=f"<p>{'e' * 15_000}</p>")] * 2
    assert names(*several) == []
    assert checks.sizes(several)[1] < checks.MOST_MAIL
    rows = [Block("foreign", extra='{"type":"text","value":"<table></table>"}')] * 700
    assert checks.sizes(rows)[0] < checks.MOST_BODY
    assert names(*rows) == ["mail_limit"]
    [long] = checks.findings("x", [*rows, FOOTER])
    assert long.values == {"count": checks.sizes([*rows, FOOTER])[1] // 1024, "maximum": 102}


def test_a_mail_may_be_as_long_as_programs_show(monkeypatch):
    _, size = checks.sizes([GOOD, FOOTER])
    monkeypatch.setattr(checks, "MOST_MAIL", size)
    assert names(GOOD) == []
    monkeypatch.setattr(checks, "MOST_MAIL", size - 1)
    assert names(GOOD) == ["mail_limit"]


@proves("CAMPAIGN-15")
def test_a_body_may_be_as_long_as_the_server_keeps(monkeypatch):
    size, _ = checks.sizes([GOOD, FOOTER])
    monkeypatch.setattr(checks, "MOST_BODY", size)
    assert names(GOOD) == []
    monkeypatch.setattr(checks, "MOST_BODY", size - 1)
    assert names(GOOD) == ["body_limit"]


def test_a_body_is_as_long_as_the_longer_of_its_two_ways():
    written = [Block("title", text="x"), FOOTER]
    plain, frozen = (len(blocks.body_of(written, frozen=each).encode()) for each in (False, True))
    assert plain < frozen == checks.sizes(written)[0]


@proves("CAMPAIGN-15")
def test_a_column_of_the_server_keeps_65535_bytes_and_a_program_shows_102_kilobytes():
    assert (checks.MOST_BODY, checks.MOST_MAIL) == (65_535, 104_448)


def test_what_somebody_else_wrote():
    assert names(Block("foreign", extra='{"type":"text","value":"<table></table>"}')) == []
    assert names(Block("foreign", extra='{"type":"video"}')) == ["unknown"]
    assert names(Block("foreign", extra='{"type":"text"}')) == ["unreadable"]
    assert names(Block("foreign", extra='"a"')) == ["unreadable"]


@proves("CAMPAIGN-15")
@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ('href="javascript:alert(1)"', "wrong_link"),
        ("HREF = 'javascript:alert(1)'", "wrong_link"),
        ("href=java&#115;cript:alert(1)", "wrong_link"),
        ("href='javascript:alert({{ contact.ID }})'", "wrong_link"),
        ('href="#"', "empty_link"),
        ('href="http://a.fr"', "plain_link"),
        ('href="https://a.fr/x"', None),
        ('href="{{ unsubscribe }}"', None),
        ('href="https://a.fr/?id={{ contact.ID }}"', None),
        ('href="{% if x %}https://a.fr{% endif %}"', None),
        ('data-href="javascript:alert(1)"', None),
    ],
)
def test_where_a_link_of_somebody_else_leads(link, wrong):
    extra = json.dumps({"type": "text", "value": f"<table><tr><td><a {link}>x</a></td></tr></table>"})
    assert found(Block("foreign", extra=extra), FOOTER) == ([("warning", wrong, 0, "extra")] if wrong else [])


@proves("CAMPAIGN-15")
def test_errors_stop_a_test_and_warnings_do_not():
    assert checks.stops(checks.findings("", [GOOD]))
    assert not checks.stops(checks.findings("Bonjour", [GOOD]))


@proves("CAMPAIGN-15")
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_what_a_model_asks_its_writer_to_say_is_mailed_to_nobody(locale):
    for model in (templates.NEWS, templates.EVENT):
        (text,) = [each for each in templates.start(model, locale).blocks if each.kind == "text"]
        assert found(text, FOOTER) == [("error", "instruction", 0, "html")]
        kept = f"<p>Dès lundi.</p>{text.html.replace(' ', '&nbsp;', 1)}"
        assert names(Block("text", html=kept)) == ["instruction"], "left below what was written"
        assert names(Block("columns", left=text.html, right="<p>a</p>")) == ["instruction"]


@proves("CAMPAIGN-15")
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_other_words_of_a_model_may_be_meant(locale):
    for model in (templates.NEWS, templates.EVENT, templates.SURVEY):
        title = next(each for each in templates.start(model, locale).blocks if each.kind == "title")
        assert found(title, FOOTER) == [("warning", "sample", 0, "text")]
    (text,) = [each for each in templates.start(templates.SURVEY, locale).blocks if each.kind == "text"]
    assert names(text) == ["sample"]
    assert names(Block("text", html=f"{text.html}<p>Et encore.</p>")) == []
    button = templates.start(templates.NEWS, locale).blocks[-2]
    assert names(Block("button", label=button.label, href="https://exemple.fr")) == [], "it says what it does"
