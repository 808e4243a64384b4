"""The editor: a body in blocks, saved with its pictures, nothing lost (CAMPAIGN-6, CAMPAIGN-11)."""

import json
import re

import pytest
import reflex as rx

from admin_app.features.campaigns import blocks, canvas, editor_page, templates
from admin_app.features.campaigns.editor import CampaignForm
from admin_app.features.campaigns.form_values import BODY, EDITED
from admin_app.features.campaigns.preview import CampaignPreview
from admin_app.kit.forms import rows
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import say
from admin_app.shared import handover
from admin_app.shared.mail_target import MailTarget
from tests.support.forms import image, send_file, submitted
from tests.support.proofs import proves

ENDPOINT = "admin/campaigns"
SENT, TESTED, DRAFT, NOBODY = "5", "7", "10", "12"


def told(tab):
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


def lines(tab):
    return tab.view(CampaignForm).lines["body"]


@proves("CAMPAIGN-44")
def test_what_is_done_to_a_block_stands_beside_it_however_narrow_the_window():
    """The tools of its line in the outline, and those over its fields, are not there below 1100 px."""
    tools = str(canvas._block_tools(rx.Var("name", _var_type=str).guess_type(), "Texte"))
    assert re.findall(r'"action:([a-z-]+)"', tools) == ["move-up", "move-down", "copy-line", "remove-line"]
    drawn = tools.partition('"action:remove-line"')
    removes = drawn[0].rpartition("jsx(")[2] + drawn[2].partition("jsx(")[0]
    assert '"data-removes"' in removes, "what is filled is asked about"
    assert "remove_line" in removes


@proves("CAMPAIGN-48")
def test_the_way_to_the_recipients_is_called_as_it_reads():
    """Who says the word that is seen reaches the link (WCAG 2.5.3)."""
    shown = str(canvas._dispatch())
    for seen, named in (
        ("campaigns.audience.choose", "campaign_send.recipients.choose"),
        ("campaigns.audience.change", "campaigns.audience.change_recipients"),
    ):
        for locale in ("fr", "en"):
            assert say(named, locale).startswith(f"{say(seen, locale)} ")
            assert f'"{say(seen, locale)}"' in shown
            assert f'"{say(named, locale)}"' in shown.partition('"data-route"')[0]


@proves("CAMPAIGN-51")
def test_no_other_recipients_are_offered_once_a_test_has_frozen_the_campaign():
    shown = str(canvas._dispatch())
    assert '"action:recipients"' not in shown.partition("overtaken_rx_state_")[0]


@proves("CAMPAIGN-44")
def test_what_adds_a_block_stands_above_the_outline_and_still():
    """Each block that was added pushed the buttons down, and a second press met another kind."""
    drawn = str(rows(BODY, CampaignForm))
    assert drawn.index('"palette"') < drawn.index("jsx(SortableLines")
    assert '"data-adds"' in drawn


@proves("CAMPAIGN-48")
async def test_whom_a_mail_goes_to_stands_beside_it_once_there_is_one(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    view = tab.view(CampaignForm)
    assert int(view.kept) > 100
    assert view.tester == "admin@demo.test"
    assert view.sender == upstream.campaign(int(DRAFT)).email
    await tab.open(f"/campaigns/{NOBODY}")
    assert tab.view(CampaignForm).kept == "", "nobody was chosen"
    assert tab.view(CampaignForm).sender
    await tab.open("/campaigns/create")
    view = tab.view(CampaignForm)
    assert (view.kept, view.tester, view.sender) == ("", "", "")


def kinds(tab):
    return [line["kind"] for line in lines(tab)]


def full(tab, at, cell):
    return f"body:{lines(tab)[at]['key']}:{cell}"


async def save(tab, **changes):
    await tab.send(CampaignForm.save, data=submitted(tab, CampaignForm, **changes))


async def add(tab, kind):
    await tab.send(CampaignForm.add_line, name="body", kind=kind)


def sent(upstream, method="POST"):
    return [call.body for call in upstream.called(method, ENDPOINT)]


async def attach(tab, at, content=None):
    """Choose a picture for a block: what the page then sends."""
    name = full(tab, at, "picture")
    await tab.send(CampaignForm.prepare_attached, name=name)
    path, kind, _ = tab.went("sendFile")
    ticket = path.rpartition("/")[2]
    assert (path, kind) == (tickets.PATH.format(ticket=ticket), name)
    assert await send_file(ticket, content or image()) == 204
    return {name: json.dumps({"ticket": ticket, "weight": "1200"})}


# --- opening ---------------------------------------------------------------------------


async def test_a_new_campaign_begins_with_a_footer(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    assert kinds(tab) == ["footer"]
    assert lines(tab)[0]["unsubscribe"] == "Se désinscrire"


async def test_a_campaign_opens_in_its_blocks(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    stored = json.loads(await body_of(upstream, DRAFT))
    assert len(lines(tab)) == len(stored)
    assert tab.view(CampaignForm).values["subject"]
    assert not tab.view(CampaignForm).frozen


async def body_of(upstream, record_id):
    table = upstream.sandbox.database.raw
    return table.execute("select body from campaigns where id = ?", (record_id,)).fetchone()[0]


@proves("CAMPAIGN-35")
@pytest.mark.parametrize("record_id", [TESTED, SENT])
async def test_one_that_was_tested_is_not_written_on(sign_in, upstream, record_id):
    tab = await sign_in("admin", f"/campaigns/{record_id}")
    assert tab.view(CampaignForm).frozen
    assert tab.view(CampaignForm).page, "it is read in place"
    upstream.forget()
    await save(tab, subject="autre")
    assert upstream.writes() == []


@proves("CAMPAIGN-22", "CAMPAIGN-35")
async def test_one_that_was_tested_is_shown_and_copied_from_where_it_is_shut(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{SENT}")
    page = tab.view(CampaignForm).page
    assert "</table>" in page
    assert "{{" not in page, "as somebody reads it whose name is not known"
    for _ in range(2):
        await tab.send(CampaignForm.copy, record_id=SENT)
    (made,) = upstream.called("POST", ENDPOINT)
    assert set(made.body) == {"name", "subject", "body"}
    made_id = tab.redirects[-1].rpartition("/")[2]
    assert made_id not in ("", SENT)
    await tab.open(f"/campaigns/{made_id}")
    view = tab.view(CampaignForm)
    assert (view.frozen, view.page, view.copying) == (False, "", False)
    await tab.open(f"/campaigns/{SENT}")
    await tab.send(CampaignForm.copy, record_id=SENT)
    assert len(upstream.called("POST", ENDPOINT)) == 2, "asked for again, it is made again"


# --- blocks ----------------------------------------------------------------------------


@proves("CAMPAIGN-34")
async def test_a_block_is_added_above_the_footer_with_its_defaults(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    for kind in blocks.KINDS:
        await add(tab, kind)
    assert kinds(tab) == ["title", "text", "picture", "button", "divider", "columns", "quote", "footer", "footer"]
    assert lines(tab)[3]["color"] == blocks.COLOR
    await add(tab, "foreign")
    await add(tab, "nonsense")
    await add(tab, "")
    assert len(lines(tab)) == 9


def typed(tab, **texts):
    """What the page holds of the blocks, with other texts in some of them, by rank: `_0="Un"`."""
    content = {}
    for rank, line in enumerate(lines(tab)):
        content |= {
            full(tab, rank, name): text for name, text in line.items() if name not in ("key", "locked", "folded")
        }
        if f"_{rank}" in texts:
            content[full(tab, rank, "text")] = texts[f"_{rank}"]
    return content


def titles(tab):
    return [line.get("text", "-") for line in lines(tab)[:-1]]


@pytest.fixture
async def two_titles(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "title")
    await add(tab, "title")
    return tab


@proves("CAMPAIGN-34")
async def test_a_block_that_is_dragged_is_where_the_page_has_it(two_titles):
    tab = two_titles
    content = typed(tab, _0="un", _1="deux")
    below = [name for name in content if name.startswith(full(tab, 1, ""))]
    moved = {name: content[name] for name in [*below, *(each for each in content if each not in below)]}
    await tab.send(CampaignForm.drop_line, name=full(tab, 1, "").rstrip(":"), content=moved)
    assert titles(tab) == ["deux", "un"]
    assert "1 sur 3" in tab.went("linesChanged")[1]


@proves("CAMPAIGN-34")
async def test_a_copy_stands_after_its_block_with_what_is_typed(two_titles):
    tab = two_titles
    key = lines(tab)[0]["key"]
    await tab.send(CampaignForm.copy_line, name="body", key=key, content=typed(tab, _0="un", _1="deux"))
    assert titles(tab) == ["un", "un", "deux"]
    assert len({line["key"] for line in lines(tab)}) == 4
    assert "2 sur 4" in tab.went("linesChanged")[1]


async def test_what_is_unticked_on_the_page_is_off_in_a_copy(two_titles):
    """A box that is not ticked is not among what a form holds."""
    tab = two_titles
    key = lines(tab)[0]["key"]
    await tab.send(CampaignForm.move_line, name="body", key=key, by=1, content=typed(tab, _0="un", _1="deux"))
    content = typed(tab)
    del content[full(tab, 1, "text")]
    await tab.send(CampaignForm.copy_line, name="body", key=key, content=content)
    assert titles(tab) == ["deux", "-", "-"]


@proves("CAMPAIGN-34")
async def test_steps_are_undone_and_done_again_and_texts_stay_theirs(two_titles):
    tab = two_titles
    first, second = lines(tab)[0]["key"], lines(tab)[1]["key"]
    assert not tab.view(CampaignForm).undoable
    await tab.send(CampaignForm.remove_line, name="body", key=first, content=typed(tab, _0="un", _1="deux"))
    await tab.send(CampaignForm.copy_line, name="body", key=second, content=typed(tab, _0="deux"))
    assert titles(tab) == ["deux", "deux"]
    # What was typed since the step stays; the line that comes back has the text it went with.
    await tab.send(CampaignForm.undo_step, content=typed(tab, _0="deux fois", _1="copie"))
    assert titles(tab) == ["deux fois"]
    await tab.send(CampaignForm.undo_step, content=typed(tab))
    assert titles(tab) == ["un", "deux fois"]
    assert "Étape annulée" in tab.went("linesChanged")[1]
    assert (tab.view(CampaignForm).undoable, tab.view(CampaignForm).redoable) == (False, True)
    await tab.send(CampaignForm.undo_step, content=typed(tab))
    assert titles(tab) == ["un", "deux fois"]
    await tab.send(CampaignForm.redo_step, content=typed(tab))
    await tab.send(CampaignForm.redo_step, content=typed(tab))
    assert titles(tab) == ["deux fois", "copie"]
    await tab.send(CampaignForm.redo_step, content=typed(tab))
    assert titles(tab) == ["deux fois", "copie"]


@proves("CAMPAIGN-34")
async def test_two_presses_before_the_page_is_drawn_undo_two_steps(two_titles):
    tab = two_titles
    before = typed(tab, _0="un", _1="deux")
    for line in lines(tab)[:2]:
        await tab.send(CampaignForm.remove_line, name="body", key=line["key"], content=before)
    late = typed(tab)
    await tab.send(CampaignForm.undo_step, content=late)
    await tab.send(CampaignForm.undo_step, content=late)
    assert titles(tab) == ["un", "deux"]
    data = {**typed(tab), "subject": "S", "name": "N"}
    await save(tab, **{name: text for name, text in data.items() if isinstance(text, str)})


@proves("CAMPAIGN-34")
@pytest.mark.parametrize("content", [{}, None, {"body:77:text": "x"}])
async def test_a_step_nobody_made_changes_nothing(sign_in, content):
    tab = await sign_in("admin", "/campaigns/create")
    before = lines(tab)
    await tab.send(CampaignForm.drop_line, name="body:77", content=content)
    await tab.send(CampaignForm.copy_line, name="body", key="77", content=content)
    await tab.send(CampaignForm.undo_step, content=content)
    assert lines(tab) == before


# --- saving ----------------------------------------------------------------------------


async def test_a_campaign_is_created_with_its_body(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "title")
    await save(tab, subject="Bonjour", name="Une campagne", **{full(tab, 0, "text"): "Titre <b>"})
    (body,) = sent(upstream)
    assert (body["subject"], body["name"]) == ("Bonjour", "Une campagne")
    elements = json.loads(body["body"])
    assert elements[0] == {"type": "title", "position": 0, "value": "Titre <b>"}
    assert elements[1]["kind"] == "footer"
    assert tab.redirects[-1].startswith("/campaigns/"), "it stays with the editor"
    assert tab.redirects[-1].rpartition("/")[2].isdigit()
    assert told(tab) == [("success", say("errors.campaign.create_success", "fr"))]


@proves("CAMPAIGN-35")
async def test_saving_and_going_on_leads_to_the_sending(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await save(tab, subject="Bonjour", name="Une campagne", _further="yes")
    assert tab.redirects[-1].startswith("/campaigns/send/")
    assert ("saved", []) in tab.calls
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await save(tab, _further="yes")
    assert tab.redirects[-1] == f"/campaigns/send/{DRAFT}"
    assert told(tab) == [], "who only goes on needs no word that nothing was changed"


@proves("CALL-5", "CAMPAIGN-35")
async def test_a_change_sends_what_changed_and_stays(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await save(tab, subject="Autre sujet")
    assert sent(upstream, "PATCH") == [{"subject": "Autre sujet"}]
    assert ("stayed", []) in tab.calls
    assert tab.view(CampaignForm).title == "Autre sujet", "the bar above says what it is called now"
    assert tab.redirects == []
    await save(tab, subject="Encore un autre")
    assert sent(upstream, "PATCH")[1:] == [{"subject": "Encore un autre"}], "and can be saved again"


@proves("CAMPAIGN-36")
async def test_an_untouched_body_is_not_written_anew(sign_in, upstream):
    for record_id in ("8", "9", DRAFT, "11", "12"):
        tab = await sign_in("admin", f"/campaigns/{record_id}")
        before = await body_of(upstream, record_id)
        await save(tab, subject=f"Sujet {record_id}")
        assert await body_of(upstream, record_id) == before
        assert "body" not in (sent(upstream, "PATCH") or [{}])[-1]


async def test_subject_and_name_are_needed(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await save(tab)
    assert set(tab.view(CampaignForm).errors) == {"subject", "name"}
    assert sent(upstream) == []


@proves("CAMPAIGN-35")
async def test_a_name_that_another_campaign_has_is_refused(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await save(tab, subject="a", name="Grève du 13 mars")
    assert set(tab.view(CampaignForm).errors) == {"name"}
    assert sent(upstream) == []
    await save(tab, subject="a", name="Grève du 13")
    assert len(sent(upstream)) == 1


@proves("CAMPAIGN-35")
async def test_what_is_wrong_with_the_mail_stops_no_save(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    for kind in ("title", "button", "picture"):
        await add(tab, kind)
    await save(tab, subject="a", name="b", **{full(tab, 1, "href"): "javascript:alert(1)"})
    assert len(sent(upstream)) == 1


async def test_html_is_cleaned_before_it_is_sent(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "text")
    hostile = "<p onclick=x>a</p><script>alert(1)</script>"
    await save(tab, subject="a", name="b", **{full(tab, 0, "html"): hostile})
    assert json.loads(sent(upstream)[0]["body"])[0]["value"] == "<p>a</p>"


@proves("CAMPAIGN-35")
async def test_what_somebody_else_wrote_meanwhile_is_asked_about_once(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await add(tab, "divider")
    upstream.set_campaign(int(DRAFT), body="[]")
    await save(tab)
    assert ("askToSave", []) in tab.calls
    assert sent(upstream, "PATCH") == []
    await save(tab, _confirmed="yes")
    assert len(sent(upstream, "PATCH")) == 1


@proves("CAMPAIGN-35")
async def test_a_test_sent_meanwhile_ends_the_writing(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await add(tab, "divider")
    upstream.set_campaign(int(DRAFT), status=1)
    await save(tab)
    assert sent(upstream, "PATCH") == []
    assert told(tab)[-1][0] == "error"
    assert ("answered", []) in tab.calls


@proves("CAMPAIGN-51")
async def test_what_was_typed_before_a_test_of_somebody_else_becomes_a_campaign_of_its_own(sign_in, upstream):
    """Both buttons to save went on saying no, and nothing else was offered."""
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await add(tab, "picture")
    chosen = await attach(tab, len(lines(tab)) - 2)
    assert not tab.view(CampaignForm).overtaken
    upstream.set_campaign(int(DRAFT), status=1)
    typed = submitted(tab, CampaignForm, subject="Ma version", **chosen)
    await tab.send(CampaignForm.save, data=typed)
    assert tab.view(CampaignForm).overtaken
    assert tab.went("focusOn") == ["overtaken"], "what was pressed is gone"
    assert (sent(upstream), sent(upstream, "PATCH")) == ([], [])
    await tab.send(CampaignForm.save, data=typed)
    (made,) = upstream.called("POST", ENDPOINT)
    assert made.body["subject"] == "Ma version"
    assert made.body["name"] != upstream.campaign(int(DRAFT)).name, "pictures are kept under it"
    assert tab.went("openInstead")[0].startswith("/campaigns/")
    new = tab.went("openInstead")[0].rpartition("/")[2]
    assert new != DRAFT
    (last,) = upstream.called("PATCH", f"{ENDPOINT}/{new}")
    assert "src" in last.body["body"], "its picture was sent for it"
    assert not upstream.called("PATCH", f"{ENDPOINT}/{DRAFT}")
    await tab.send(CampaignForm.save, data=typed)
    assert len(upstream.called("POST", ENDPOINT)) == 1, "a second press finds it done"


async def overtaken(tab, upstream):
    """What is typed, with a picture, in a form whose campaign a colleague has frozen since."""
    await add(tab, "picture")
    chosen = await attach(tab, len(lines(tab)) - 2)
    upstream.set_campaign(int(DRAFT), status=1)
    typed = submitted(tab, CampaignForm, subject="Ma version", **chosen)
    await tab.send(CampaignForm.save, data=typed)
    assert tab.view(CampaignForm).overtaken
    return typed


@proves("CAMPAIGN-51")
async def test_a_campaign_of_its_own_whose_pictures_were_not_written_is_saved_on(sign_in, upstream):
    """The form took no save any more."""
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    typed = await overtaken(tab, upstream)
    upstream.fail(ENDPOINT, method="PATCH", times=1)
    await tab.send(CampaignForm.save, data=typed)
    assert len(upstream.called("POST", ENDPOINT)) == 1
    await tab.send(CampaignForm.save, data=typed)
    new = tab.view(CampaignForm).record_id
    assert new != DRAFT
    assert "src" in upstream.called("PATCH", f"{ENDPOINT}/{new}")[-1].body["body"]
    assert len(upstream.called("POST", ENDPOINT)) == 1


@proves("CAMPAIGN-51")
async def test_a_campaign_of_its_own_whose_answer_was_lost_is_looked_for(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    typed = await overtaken(tab, upstream)
    upstream.garble(ENDPOINT)
    await tab.send(CampaignForm.save, data=typed)
    form = tab.view(CampaignForm)
    assert form.lost == "found"
    await tab.send(CampaignForm.save, data=typed)
    assert len(upstream.called("POST", ENDPOINT)) == 1, "it is never made twice"
    await tab.send(CampaignForm.open_likely, record_id=form.likely[0]["id"])
    assert tab.went("openInstead")


@proves("CAMPAIGN-51")
def test_a_frozen_form_has_one_button_that_saves_and_says_where():
    drawn = str(editor_page.edited())
    assert '"action:save-apart"' in drawn
    saves = drawn.index('"action:save-and-go-on"')
    last = drawn.rindex("overtaken_rx_state_", 0, saves)
    assert '"action:save-apart"' in drawn[last:saves], "one takes the place of the other"


@proves("CAMPAIGN-52")
async def test_the_editor_says_who_was_brought_for_its_campaign_and_gives_them_up(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create#recipients")
    await handover.give(await tab.state(CampaignForm), MailTarget.everybody(), 3)
    await tab.send(CampaignForm.load)
    assert str(editor_page.created()).count('"action:give-up-recipients"') == 1
    await save(tab, subject="a", name="b")
    made = tab.went("openInstead")[0].rpartition("/")[2]
    held = tab.view(handover.Handover)
    assert (held.campaign, held.reached) == (made, 3)
    await tab.send(handover.Handover.give_up)
    assert held.reached == 0
    assert await handover.take(await tab.state(CampaignForm), made) is None


@pytest.mark.parametrize("account", ["hitchhiking", "solidary"])
async def test_without_the_permission_nothing_is_sent(sign_in, upstream, account):
    tab = await sign_in(account, "/campaigns/create")
    upstream.forget()
    await tab.send(CampaignForm.save, data={"subject": "a", "name": "b"})
    await tab.send(CampaignForm.begin, data={"model": "event", "event": "1"})
    await tab.send(CampaignForm.find, name="event", text="fête")
    await tab.send(CampaignForm.prepare_attached, name="body:1:picture")
    assert upstream.writes() == []
    assert not tab.went("sendFile")


# --- pictures --------------------------------------------------------------------------


@proves("CAMPAIGN-6", "CAMPAIGN-11")
async def test_pictures_are_sent_after_the_save_and_the_body_names_them(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "picture")
    await add(tab, "picture")
    chosen = {**(await attach(tab, 0)), **(await attach(tab, 1, image(400, 300)))}
    words = {full(tab, 0, "alt"): "Une voiture", full(tab, 1, "alt"): "Un vélo"}
    await save(tab, subject="a", name="b", **chosen, **words)
    assert [call.path for call in upstream.writes()][2:4] == ["/admin/images"] * 2
    first = json.loads(sent(upstream)[0]["body"])
    assert [("src" in each, "ticket" in json.dumps(each)) for each in first[:2]] == [(False, False)] * 2
    last = json.loads(sent(upstream, "PATCH")[-1]["body"])
    assert [each["alt"] for each in last[:2]] == ["Une voiture", "Un vélo"]
    assert last[0]["src"] != last[1]["src"]
    assert all(each["type"] == "image" and each["src"].startswith("http") and each["id"] for each in last[:2])
    assert b'name="position"\r\n\r\n1' in upstream.called("POST", "admin/images")[0].content
    assert b'name="alt"\r\n\r\nUne voiture' in upstream.called("POST", "admin/images")[0].content


@proves("CAMPAIGN-11")
async def test_the_position_may_be_left_to_the_platform(sign_in, upstream, configure):
    configure(campaign=True, campaign_images_unplaced=True)
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "picture")
    await save(tab, subject="a", name="b", **(await attach(tab, 0)))
    assert b'name="position"' not in upstream.called("POST", "admin/images")[0].content


@proves("CAMPAIGN-37")
async def test_one_picture_in_two_blocks_is_sent_once(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "picture")
    await add(tab, "picture")
    (held,) = (await attach(tab, 0)).values()
    await save(tab, subject="a", name="b", **{full(tab, 0, "picture"): held, full(tab, 1, "picture"): held})
    assert len(upstream.called("POST", "admin/images")) == 1
    last = json.loads(sent(upstream, "PATCH")[-1]["body"])
    assert last[0]["src"] == last[1]["src"]


@proves("CAMPAIGN-37")
async def test_a_refused_picture_is_told_and_kept_for_a_new_try(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await add(tab, "picture")
    at = kinds(tab).index("picture")
    chosen = await attach(tab, at)
    upstream.fail("admin/images", 500)
    await save(tab, **chosen)
    assert told(tab)[-1] == (
        "error",
        say("errors.campaign.image_error", "fr"),
    )
    assert tab.view(CampaignForm).unsent == 1
    assert set(tab.view(CampaignForm).errors) == {full(tab, at, "picture")}
    assert tab.view(CampaignForm).stored, "nobody is told that nothing was saved"
    upstream.heal()
    await save(tab, subject="")
    assert tab.view(CampaignForm).refused
    assert not tab.view(CampaignForm).stored
    await save(tab, **chosen)
    assert tab.view(CampaignForm).unsent == 0
    assert tab.view(CampaignForm).errors == {}
    (ticket,) = (json.loads(each)["ticket"] for each in chosen.values())
    known, text = tab.went("attached")
    assert known == ticket
    assert json.loads(text)["src"].startswith("http")


@proves("CAMPAIGN-37")
async def test_a_picture_that_is_refused_at_the_creation_waits_in_its_block(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "picture")
    chosen = await attach(tab, 0)
    upstream.fail("admin/images", 500)
    await save(tab, subject="a", name="b", **chosen)
    assert len(sent(upstream)) == 1
    upstream.heal()
    await tab.open(tab.redirects[-1])
    (held,) = chosen.values()
    assert lines(tab)[0]["picture"] == held
    view = tab.view(CampaignForm)
    assert (view.unsent, view.stored) == (1, True)
    assert list(view.errors) == [view.refused[0]["name"]] == [full(tab, 0, "picture")], "the reason is still told"
    assert all(view.errors.values())
    await save(tab)
    assert len(upstream.called("POST", "admin/images")) == 2
    assert json.loads(sent(upstream, "PATCH")[-1]["body"])[0]["src"].startswith("http")


@proves("CAMPAIGN-37")
async def test_a_refused_picture_goes_into_no_other_campaign(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await tab.send(CampaignForm.insert_line, name="body", kind="picture", after="body", content=None)
    upstream.fail("admin/images", 500)
    await save(tab, **(await attach(tab, 0)))
    upstream.heal()
    upstream.set_campaign(11, body='[{"type":"image"}]')
    await tab.open("/campaigns/11")
    view = tab.view(CampaignForm)
    assert not any(line.get("picture") for line in lines(tab))
    assert (view.unsent, view.stored, view.errors) == (0, False, {})


@proves("CAMPAIGN-37")
async def test_a_picture_that_was_sent_is_not_sent_again_where_the_body_could_not_be_saved(sign_in, upstream):
    tab = await sign_in("admin", f"/campaigns/{DRAFT}")
    await add(tab, "picture")
    chosen = await attach(tab, kinds(tab).index("picture"))
    upstream.fail(ENDPOINT, 500, "PATCH", 2)
    await save(tab, **chosen)
    upstream.heal()
    await save(tab, **chosen)
    await save(tab, **chosen)
    assert len(upstream.called("POST", "admin/images")) == 1


async def test_a_ticket_that_is_gone_is_told(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "picture")
    await save(tab, subject="a", name="b", **{full(tab, 0, "picture"): json.dumps({"ticket": "x" * 43})})
    assert upstream.called("POST", "admin/images") == []
    assert tab.view(CampaignForm).unsent == 1


@pytest.mark.parametrize("text", ["no json", "[1]", '{"ticket": {"a": 1}}', '{"src": "javascript:alert(1)"}', "4"])
async def test_what_no_page_of_ours_wrote_is_no_picture(sign_in, upstream, text):
    tab = await sign_in("admin", "/campaigns/create")
    await add(tab, "picture")
    await save(tab, subject="a", name="b", **{full(tab, 0, "picture"): text})
    assert len(sent(upstream)) == 1


async def test_forty_blocks_and_ten_pictures(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    for kind in ("picture", "title", "text", "button") * 10:
        await add(tab, kind)
    chosen = {}
    for at in range(0, 40, 4):
        chosen |= await attach(tab, at, image(300 + at, 300))
    await save(tab, subject="a", name="b", **chosen)
    assert len(upstream.called("POST", "admin/images")) == 10
    last = json.loads(sent(upstream, "PATCH")[-1]["body"])
    assert [each["position"] for each in last] == list(range(41))
    assert len({each["src"] for each in last if each["type"] == "image"}) == 10


# --- models ----------------------------------------------------------------------------


@proves("CAMPAIGN-38")
@pytest.mark.parametrize("model", ["empty", "news", "event", "survey"])
async def test_a_mail_starts_from_a_model(sign_in, upstream, model):
    tab = await sign_in("admin", "/campaigns/create")
    await tab.send(CampaignForm.begin, data={"model": model})
    assert kinds(tab)[-1] == "footer"
    assert ("button" in kinds(tab)) == (model != "empty")
    assert sent(upstream) == []


def written_on(tab):
    """Whether the mail is not any more what it began with."""
    return tab.view(CampaignPreview).written_on


@proves("CAMPAIGN-38")
async def test_models_are_offered_until_the_mail_is_written_on(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    assert not written_on(tab), "before the first look"
    await tab.send(CampaignPreview.follow, data=submitted(tab, CampaignForm, subject="Bonjour", name="Un"))
    assert not written_on(tab), "the subject is no part of it"
    await tab.send(CampaignForm.begin, data={"model": "news"}, typed=submitted(tab, CampaignForm, subject="Bonjour"))
    assert kinds(tab)[:2] == ["title", "picture"]
    assert tab.view(CampaignForm).values["subject"] == "Bonjour", "nothing typed is lost"
    await tab.send(CampaignForm.begin, data={"model": "survey"}, typed=submitted(tab, CampaignForm))
    assert tab.view(CampaignForm).values["subject"] == "Bonjour"
    await tab.send(CampaignPreview.follow, data=submitted(tab, CampaignForm))
    assert not written_on(tab)
    title = {full(tab, 0, "text"): "À moi"}
    await tab.send(CampaignPreview.follow, data=submitted(tab, CampaignForm, **title))
    assert written_on(tab)
    await tab.send(CampaignPreview.follow, data=submitted(tab, CampaignForm))
    assert not written_on(tab), "what was typed is gone again"
    await add(tab, "quote")
    await tab.send(CampaignPreview.follow, data=submitted(tab, CampaignForm))
    assert written_on(tab)


@proves("CAMPAIGN-38")
async def test_another_model_takes_the_place_of_what_the_first_one_wrote(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    await tab.send(CampaignForm.begin, data={"model": "news", "news": "4"})
    first = tab.view(CampaignForm).values["name"]
    typed = submitted(tab, CampaignForm, name="Lettre de mai")
    await tab.send(CampaignForm.begin, data={"model": "news", "news": "1"}, typed=typed)
    values = tab.view(CampaignForm).values
    assert values["subject"] != "Comment ça marche\u00a0?"
    assert values["subject"]
    assert values["name"] == "Lettre de mai" != first


@proves("CAMPAIGN-38")
async def test_what_is_typed_while_a_model_comes_is_kept(sign_in, upstream):
    """The form is not mounted anew: what is typed in its inputs stays, and so does the focus."""
    tab = await sign_in("admin", "/campaigns/create")
    before = tab.view(CampaignForm).revision
    await add(tab, "quote")
    with upstream.held("admin/events/1") as released:
        pressed = await tab.start(CampaignForm.begin, data={"model": "event", "event": "1"})
        await upstream.awaited("admin/events/1")
        assert tab.view(CampaignForm).beginning, "the page says that something comes"
        assert tab.view(CampaignForm).open_line == "", "what goes is not written on"
        released.set()
        await pressed.wait_all()
    view = tab.view(CampaignForm)
    assert not view.beginning
    assert view.revision == before
    assert view.values["subject"] == lines(tab)[0]["text"], "where nobody has typed, the model does"
    assert view.steps_of != view.revision, "the steps were those of the mail before"


def test_the_page_says_that_a_model_is_coming():
    page = str(editor_page._start())
    assert '"aria-busy"' in page
    assert '"spinner"' in page
    assert '"aria-disabled"' in page, "it keeps the focus"


def test_a_model_is_as_light_as_a_mail_is():
    light = '"data-theme":"light"'
    assert str(editor_page._start()).count(f'className:"model-page",{light}') == len(templates.MODELS)


@proves("CAMPAIGN-38")
async def test_an_event_fills_its_model(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns/create")
    await tab.send(CampaignForm.find, name="event", text="covoiturage")
    assert tab.went("proposed") == ["event", "covoiturage"], "the page knows which text is answered, and opens the list"
    (first, *_) = tab.view(CampaignForm).found["event"]
    await tab.send(CampaignForm.begin, data={"model": "event", "event": first["value"]})
    assert tab.view(CampaignForm).values["subject"] == first["label"]
    assert first["label"] in tab.view(CampaignForm).values["name"]
    assert lines(tab)[0]["text"] == first["label"]


@proves("CAMPAIGN-38")
async def test_an_article_fills_the_news(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    await tab.send(CampaignForm.begin, data={"model": "news", "news": "4"})
    assert tab.view(CampaignForm).values["subject"] == "Comment ça marche\u00a0?"
    assert kinds(tab).count("text") >= 2
    assert any("<h2>Le principe</h2>" in line.get("html", "") for line in lines(tab))


@pytest.mark.parametrize("data", [{}, {"model": "other"}, {"model": "event", "event": "../1"}])
async def test_nonsense_is_no_model(sign_in, data):
    tab = await sign_in("admin", "/campaigns/create")
    await tab.send(CampaignForm.begin, data=data)
    assert kinds(tab)[-1] == "footer"


def test_every_kind_of_block_can_be_edited():
    (part,) = [each for each in EDITED.inputs() if each.name == "body"]
    assert set(part.variants) == set(blocks.OWN)


def test_what_is_no_longer_changed_has_the_looks_of_the_studio():
    """A part brings its own stylesheet: that of the editor is not on the page when it is not."""
    assert "campaigns_css" in str(editor_page._frozen())


@proves("CAMPAIGN-35")
def test_where_the_editor_is_shut_the_main_action_is_a_copy():
    shut = str(editor_page._frozen())
    assert shut.count("button primary") == 1
    assert '"action:duplicate"' in shut[: shut.index('"action:see"')]


@proves("CAMPAIGN-44")
async def test_a_block_is_put_in_between_any_two_and_is_open_then(sign_in):
    tab = await sign_in("admin", "/campaigns/create")
    for kind in ("title", "text"):
        await tab.send(CampaignForm.add_line, name="body", kind=kind)
    first = tab.view(CampaignForm).lines["body"][0]["key"]

    async def insert(kind, after):
        await tab.send(CampaignForm.insert_line, name="body", kind=kind, after=after, content=None)
        page = tab.view(CampaignForm)
        there = {f"body:{line['key']}": line["kind"] for line in page.lines["body"]}
        assert there[page.open_line] == kind
        return list(there.values())

    assert await insert("quote", f"body:{first}") == ["title", "quote", "text", "footer"]
    assert await insert("button", "body") == ["button", "title", "quote", "text", "footer"]
    last = tab.view(CampaignForm).lines["body"][-1]["key"]
    assert (await insert("divider", f"body:{last}"))[-2:] == ["divider", "footer"], "nothing stands below the footer"
    await tab.send(CampaignForm.choose_line, name="")
    assert tab.view(CampaignForm).open_line == ""
