"""The mail beside the editor, and what is wrong with it, as the form holds them (CAMPAIGN-14, CAMPAIGN-15)."""

import json
import re

import pytest

from admin_app.features.campaigns import mail, templates
from admin_app.features.campaigns.blocks import blocks_of, body_of
from admin_app.features.campaigns.preview import MOST, CampaignPreview
from sandbox.campaigns.rendering import rendered
from tests.support.proofs import proves

FORM = {
    "subject": "Bonjour",
    "body:1:kind": "title",
    "body:1:text": "Titre",
    "body:2:kind": "text",
    "body:2:html": '<p>Bonjour <span data-chip="given_name" data-fallback="à tous">x</span></p>',
    "body:3:kind": "button",
    "body:3:label": "Ici",
    "body:3:href": "http://a.fr",
}


async def follow(tab, **changes):
    await tab.send(CampaignPreview.follow, data={**FORM, **changes})
    return tab.view(CampaignPreview)


def seen(tab):
    """The blocks as they are on the canvas."""
    return "".join(row["html"] for row in tab.view(CampaignPreview).rows)


@proves("CAMPAIGN-39")
async def test_the_mail_follows_the_form(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    upstream.forget()
    shown = await follow(tab)
    assert ">Titre</h1>" in seen(tab)
    assert "Bonjour à tous" in seen(tab)
    assert [row["first"] for row in shown.rows] == ["f-body:1:text", "f-body:2:html", "f-body:3:label"]
    assert upstream.calls == [], "it costs no call"


@proves("CAMPAIGN-39")
async def test_what_is_wrong_leads_to_its_block(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    shown = await follow(tab, **{"body:1:text": ""})
    assert (shown.errors, shown.warnings) == (1, 2)
    assert shown.wrong == ["body:1"], "the outline shows it too"
    assert shown.findings[0] == {
        "level": "error",
        "place": "f-body:1:text",
        "fr": "Titre (1)\u00a0: Ce bloc est vide.",
        "en": "Heading (1): This block is empty.",
    }
    assert [each["place"] for each in shown.findings] == ["f-body:1:text", "f-body:3:href", "f-body"]


@pytest.mark.parametrize("offered", [True, False])
async def test_what_is_advised_is_there(sign_in, configure, offered):
    configure(campaign=True, campaign_variables=offered)
    tab = await sign_in("admin", "/campaigns/create")
    typed = {"body:1:text": "Bonjour {{ nom }}", "body:2:html": "<p>Bonjour {{ nom }}, {{</p>"}
    shown = await follow(tab, subject="{{", **typed)
    said = {each["place"]: "« Insérer »" in each["fr"].replace("\u00a0", " ") for each in shown.findings}
    assert said["f-body:2:html"] is offered
    assert not said["f-subject"], "it stands above rich texts alone"
    assert not said["f-body:1:text"]


async def test_a_picture_that_waits_is_shown_by_its_ticket(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    held = '{"ticket": "T1", "weight": "12"}'
    shown = await follow(tab, **{"body:9:kind": "picture", "body:9:picture": held, "body:9:alt": "Une voiture"})
    assert {"ticket": "T1", "src": "", "alt": "Une voiture"}.items() <= shown.rows[-1].items()


async def test_hostile_html_is_gone_from_the_mail(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    await follow(tab, **{"body:2:html": "<script>x</script><p onclick=x>a</p>", "body:1:text": "<script>"})
    assert "<script" not in seen(tab)
    assert "onclick" not in seen(tab)


@proves("CAMPAIGN-14")
@pytest.mark.parametrize(
    ("link", "read"),
    [
        ('href="javascript:alert(1)"', 'href="#"'),
        ("HREF = 'java&#115;cript:alert(1)'", 'href="#"'),
        ("href=javascript:alert(1)", 'href="#"'),
        ('href="{{ unsubscribe }}"', 'href="#"'),
        ('href="https://a.fr/?a=1&amp;b=2"', 'href="https://a.fr/?a=1&amp;b=2"'),
    ],
)
async def test_a_link_of_somebody_else_runs_nothing(sign_in, link, read):
    tab = await sign_in("admin", "/campaigns/create")
    extra = json.dumps({"type": "text", "value": f"<table><tr><td><a {link}>x</a></td></tr></table>"})
    await follow(tab, **{"body:2:kind": "foreign", "body:2:extra": extra})
    assert "javascript" not in seen(tab)
    assert "java&#115;cript" not in seen(tab)
    assert f"<table><tr><td><a {read}>x</a></td></tr></table>" in mail.read_by(mail.render(f"[{extra}]"), {})
    assert blocks_of(extra_body := f"[{extra}]")[0].kind == "foreign"
    assert json.loads(body_of(blocks_of(extra_body)))[0]["value"] == json.loads(extra)["value"], "kept as it is"


async def test_a_form_nobody_could_write_is_not_looked_at(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    before = (await follow(tab)).rows
    assert (await follow(tab, **{"body:1:text": "x" * MOST})).rows == before


@proves("CAMPAIGN-39")
async def test_the_mail_of_one_reader_after_the_other(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await follow(tab)
    upstream.forget()
    await tab.send(CampaignPreview.turn, by=1)
    first = tab.view(CampaignPreview).reader
    (asked,) = upstream.called("GET", "admin/users")
    assert (asked.query["newsSubscription"], asked.query["perPage"], asked.query["page"]) == ("true", "1", "1")
    assert f"Bonjour {first.split()[0]}" in seen(tab)
    await tab.send(CampaignPreview.turn, by=1)
    assert tab.view(CampaignPreview).reader_rank == 2
    assert tab.view(CampaignPreview).reader != first
    await tab.send(CampaignPreview.turn, by=-1)
    assert tab.view(CampaignPreview).reader == first
    await tab.send(CampaignPreview.as_nobody)
    assert "Bonjour à tous" in seen(tab)
    assert tab.view(CampaignPreview).reader == ""


@proves("CAMPAIGN-39")
async def test_who_may_not_list_users_sees_nobody(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "campaign_create", "campaign_list")
    tab = await sign_in("editor", "/campaigns/create")
    await follow(tab)
    upstream.forget()
    await tab.send(CampaignPreview.turn, by=1)
    assert upstream.calls == []
    assert tab.view(CampaignPreview).reader == ""


def rows(html):
    """What stands in the rows of a mail, below its banner, spelled in one way."""
    text = html.replace("&#x27;", "&#039;").replace(' summary=""', "").replace(" />", ">")
    found = re.sub(r">\s+<", "><", re.sub(r"\s+", " ", text)).partition("</a></td></tr></table></td></tr>")[2]
    return re.sub(r"> | <", lambda each: each[0].strip(), found)


@proves("CAMPAIGN-14")
@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("model", templates.MODELS)
def test_it_is_the_mail_that_the_server_makes(model, frozen):
    made = templates.start(model, "fr")
    body = body_of([each for each in made.blocks if frozen or each.kind != "picture"], frozen=frozen)
    assert rows(mail.render(body)) == rows(rendered(body, "https://a.fr"))
