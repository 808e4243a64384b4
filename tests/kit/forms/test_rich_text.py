"""Stored HTML never runs, and the editor is an ordinary field of its form."""

import pytest
import reflex as rx

from admin_app.features.content.events import EventForm
from admin_app.kit.declare.fields import RichTextInput
from admin_app.kit.declare.html import clean_html
from admin_app.kit.forms import rich_text as module
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.rich_text import rich_text
from tests.support.proofs import proves


@proves("FORM-14")
@pytest.mark.parametrize(
    "text",
    [
        '<h2 style="text-align:center">Titre</h2><p>Du <strong>gras</strong>, <em>de</em> <u>tout</u> <s>et</s></p>',
        "<ul><li><p>un</p></li></ul><ol><li><p>deux</p></li></ol><blockquote><p>cité</p></blockquote>",
        '<p><img src="https://exemple.fr/a.png" alt="Une voiture"><br><span style="color:#c00">rouge</span></p>',
        "<p>Élise &amp; Zoé, 5 &lt; 6</p><hr><pre><code>x</code></pre>",
        '<p>Bonjour <span data-chip="given_name" data-fallback="à tous">Prénom</span></p>',
    ],
)
def test_what_the_editor_writes_is_kept(text):
    assert clean_html(text) == text


@proves("PAGE-5", "FORM-14")
@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("<p onclick='go()'>Lire</p>", "<p>Lire</p>"),
        ("Avant<script>go()</script><style>p{}</style> après", "Avant après"),
        ("<img src=x onerror=go()>", '<img src="x">'),
        ("<svg/onload=go()><iframe src='//x.fr'></iframe>fin", "fin"),
        ("<form><input name=password>Nom</form>", "Nom"),
        ('<a href="javascript:go()">lien</a>', '<a rel="noopener noreferrer">lien</a>'),
        (
            '<a href="https://x.fr" target="_blank">lien</a>',
            '<a href="https://x.fr" rel="noopener noreferrer">lien</a>',
        ),
        ('<img src="data:text/html,x">', ""),
        ('<p style="position:fixed;text-align:right">droite</p>', '<p style="text-align:right">droite</p>'),
        ('<p class="x" id="y">sans</p>', "<p>sans</p>"),
        ("", ""),
        (None, ""),
    ],
)
def test_what_could_run_or_hide_is_removed(text, cleaned):
    assert clean_html(text) == cleaned


FROM_WORD = "file:///C:/Temp/clip_image001.png"


@proves("FORM-14")
@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        (f'<p>a<img src="{FROM_WORD}">b</p>', "<p>ab</p>"),
        (f'<img width="3" alt="a > b" src="{FROM_WORD}"><img src="">', ""),
        ('<img src="cid:1"><img src="https://x.fr/a.png">', '<img src="https://x.fr/a.png">'),
        ('<img alt="x src=" src="/a.png">', '<img alt="x src=" src="/a.png">'),
    ],
)
def test_a_picture_that_nobody_else_can_see_leaves_no_hole(text, cleaned):
    assert clean_html(text) == cleaned


@proves("FORM-9", "FORM-14")
@pytest.mark.parametrize(
    ("pasted", "kept"),
    [
        ("www.colle.fr", "https://www.colle.fr"),
        ("colle.fr/a.html?b=1", "https://colle.fr/a.html?b=1"),
        ("a.b@colle.fr", "mailto:a.b@colle.fr"),
        ("https://colle.fr", "https://colle.fr"),
        ("colle.fr", "https://colle.fr"),
        ("www.colle.fr/Notice.docx", "https://www.colle.fr/Notice.docx"),
        *((each, each) for each in ("/contact", "#haut", "contact", "page.html", "a/b.fr", "?page=1.fr", "")),
        *((each, each) for each in ("fichier.doc", "Notice.v2.DOCX", "photo.png", "photo.jpeg?w=2", "tarifs.ods#a")),
    ],
)
def test_a_pasted_link_leads_to_the_site_it_names(pasted, kept):
    assert f'href="{kept}"' in clean_html(f'<a href="{pasted}">lien</a>')


@pytest.mark.parametrize("text", ["<p>a<b>c", "<<p>>", "<p title='>\"'>x</p>", "&lt;script&gt;go()&lt;/script&gt;"])
def test_cleaning_twice_changes_nothing(text):
    assert clean_html(clean_html(text)) == clean_html(text)


def field(name="description", value="<p>Bonjour</p>") -> rx.Component:
    texts = rx.Var.create(value), rx.Var.create(""), rx.Var.create("Description")
    return rich_text(Field(RichTextInput("description"), EventForm, name, *texts))


def parts(component: rx.Component, tag: str) -> list[list[str]]:
    """The properties of every element of a kind, as they are compiled."""
    found = [list(component.render()["props"])] if component.tag == tag else []
    return found + [properties for child in component.children for properties in parts(child, tag)]


def test_the_form_gets_the_text_alone_under_its_name():
    [source] = parts(field(), "textarea")
    assert {'name:"description"', 'defaultValue:"<p>Bonjour</p>"', 'id:"f-description"'} <= set(source)
    others = parts(field(), "input") + parts(field(), "select") + parts(field(), "button")
    assert not any(each.startswith("name:") for element in others for each in element)


def test_ids_follow_the_kit():
    [frame] = parts(field(), "RichTextField")
    assert 'describedBy:"f-description-error f-description-hint"' in frame
    [invalid] = [each for each in frame if each.startswith("invalid:")]
    assert "errors" in invalid
    assert '"description"' in invalid


def test_names_and_values_may_be_decided_in_the_browser():
    name, html = rx.Var("block.name", _var_type=str), rx.Var("block.html", _var_type=str)
    [source] = parts(field(name, html), "textarea")
    assert {"name:block.name", "defaultValue:block.html", 'id:("f-"+block.name)'} <= set(source)


def test_every_control_has_a_name_and_no_button_submits():
    icons = [each for each in parts(field(), "button") if any("data-run" in one or "data-opens" in one for one in each)]
    assert len(icons) == 14
    for control in [*icons, *parts(field(), "select"), *parts(field(), "input")]:
        assert any(each.startswith('"aria-label":(ui_locale') for each in control)
    assert all('type:"button"' in each for each in parts(field(), "button"))


def test_the_editor_is_only_fetched_where_a_field_appears():
    packages = {name: tags for name, tags in field()._get_all_imports().items() if name.startswith("@tiptap/")}
    assert set(packages) == {f"@tiptap/{name}@{module.TIPTAP}" for name in module._PACKAGES}
    assert not any(tag.render for tags in packages.values() for tag in tags)
