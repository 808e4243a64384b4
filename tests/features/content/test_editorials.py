"""Editorials: one active at a time, and never none without a question (EDITORIAL-2, EDITORIAL-3)."""

import pytest

from admin_app.features.content.editorials import EditorialForm, EditorialList, EditorialPublishing, EditorialShow
from admin_app.kit.session import Notices
from admin_app.kit.words.locale import say
from tests.support.forms import submitted
from tests.support.proofs import proves

ACTIVE = "6"
FRONT = "Semaine européenne de la mobilité"
NEW = {"title": "Été", "text": "Partons ensemble.", "label": "Voir", "link": "exemple.fr"}


@pytest.fixture(autouse=True)
def _on(configure):
    configure(editorial=True)


def active(tab):
    return [row["id"] for row in tab.view(EditorialList).rows if row["status"] == "1"]


@proves("EDITORIAL-1")
async def test_a_creation_is_inactive_and_its_link_complete(sign_in, upstream):
    tab = await sign_in("admin", "/editorials/create")
    await tab.send(EditorialForm.save, data=submitted(tab, EditorialForm, **NEW))
    assert upstream.called("POST", "admin/editorials")[0].body == NEW | {"link": "https://exemple.fr", "status": 0}


@proves("EDITORIAL-1")
async def test_nothing_may_be_left_empty(sign_in, upstream):
    tab = await sign_in("admin", "/editorials/create")
    await tab.send(EditorialForm.save, data=submitted(tab, EditorialForm))
    assert set(tab.view(EditorialForm).errors) == {"title", "text", "label", "link"}
    assert not upstream.called("POST", "admin/editorials")


@proves("BULK-2", "EDITORIAL-3")
@pytest.mark.parametrize(("ids", "told"), [("2,6", 1), ("2,3", 0), ("", 0), ("6'; x", 0)])
async def test_deleting_several_says_when_the_one_shown_is_among_them(sign_in, upstream, ids, told):
    tab = await sign_in("admin", "/editorials")
    assert tab.view(EditorialList).bulk_weighed is False
    await tab.send(EditorialList.weigh_bulk, data={"action": "delete", "ids": ids})
    assert len(tab.view(EditorialList).bulk_impacts) == told
    assert tab.view(EditorialList).bulk_weighed is True
    asked = [call for call in upstream.called("GET", "admin/editorials") if call.query.get("status") == "1"]
    assert len(asked) == (1 if ids in ("2,6", "2,3") else 0)  # nothing is asked about nothing (ACCESS-16)


async def test_an_unknown_editorial_is_not_found(sign_in):
    """Upstream it is a failure of the server (content-points.yaml, x-seed-conflicts)."""
    tab = await sign_in("admin", "/editorials/show/999999")
    assert tab.view(EditorialShow).problem == say("errors.not_found", "fr")
    await tab.open("/editorials/999999")
    assert tab.view(EditorialForm).problem == say("errors.not_found", "fr")


def impacts(tab):
    return tab.view(EditorialPublishing).consequences


@proves("EDITORIAL-2")
async def test_publishing_names_the_one_it_replaces_and_can_be_undone(sign_in, upstream):
    tab = await sign_in("admin", "/editorials")
    assert active(tab) == [ACTIVE]
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    view = tab.view(EditorialPublishing)
    assert impacts(tab) == [say("editorials.publishing.replaces", "fr", name="Semaine européenne de la mobilité")]
    assert not upstream.called("PATCH")
    await tab.send(EditorialPublishing.publish, whole=False)
    assert upstream.called("PATCH", "admin/editorials")[0].body == {"status": 1}
    assert active(tab) == ["2"]
    assert (view.done, view.done_id, view.before_name) == ("1", "2", "Semaine européenne de la mobilité")
    await tab.send(EditorialPublishing.undo)
    assert active(tab) == [ACTIVE]
    assert view.done == ""


def put_online(upstream, editorial_id, *others):
    """A colleague publishes one in the place of the others."""
    for each in others:
        upstream.put("editorials", each, status=0)
    upstream.put("editorials", editorial_id, status=1)


@proves("EDITORIAL-5")
@pytest.mark.parametrize(("record_id", "wanted"), [("2", "1"), (ACTIVE, "0")])
async def test_the_way_back_takes_down_nothing_that_was_published_since(sign_in, upstream, record_id, wanted):
    tab = await sign_in("admin", "/editorials")
    await tab.send(EditorialPublishing.weigh, record_id=record_id, wanted=wanted)
    await tab.send(EditorialPublishing.publish, whole=False)
    put_online(upstream, 3, 2, ACTIVE)
    upstream.forget()
    await tab.send(EditorialPublishing.undo)
    assert not upstream.called("PATCH")
    assert active(tab) == ["3"]
    assert tab.view(EditorialPublishing).done == ""
    (told,) = [each for each in tab.view(Notices).items if each["kind"] == "error"]
    assert "est en ligne depuis" in told["text"]


@proves("EDITORIAL-5")
async def test_another_one_online_than_was_named_is_named_before_it_goes(sign_in, upstream):
    tab = await sign_in("admin", "/editorials")
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    put_online(upstream, 3, ACTIVE)
    await tab.send(EditorialPublishing.publish, whole=False)
    assert not upstream.called("PATCH")
    assert active(tab) == ["3"]
    assert tab.view(EditorialPublishing).done == ""


@proves("FORM-30")
async def test_a_question_that_cannot_be_read_says_so_and_is_asked_again(sign_in, upstream):
    tab = await sign_in("admin", "/editorials")
    upstream.unplug("admin/editorials/2")
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    view = tab.view(EditorialPublishing)
    assert (view.weighed, bool(view.problem)) == (False, True)
    upstream.heal()
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    assert (view.weighed, view.problem) == (True, "")


@proves("FORM-30")
@pytest.mark.parametrize("path", ["/editorials", "/editorials/show/2"])
async def test_a_record_that_was_deleted_meanwhile_leads_to_the_list(sign_in, upstream, path):
    tab = await sign_in("admin", path)
    upstream.remove("editorials", 2)
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    assert tab.went("closeDialog") == ["editorials-publish"]
    if path == "/editorials":
        assert "2" not in [row["id"] for row in tab.view(EditorialList).rows]
    else:
        assert tab.view(EditorialShow).problem == say("errors.not_found", "fr")


@proves("EDITORIAL-3")
async def test_taking_the_last_one_off_says_that_none_is_left(sign_in, upstream):
    tab = await sign_in("admin", f"/editorials/show/{ACTIVE}")
    await tab.send(EditorialPublishing.weigh, record_id=ACTIVE, wanted="0")
    assert impacts(tab) == [say("editorials.publishing.taken_back", "fr")]
    await tab.send(EditorialPublishing.publish, whole=False)
    assert tab.view(EditorialShow).shown["status"] == "0"
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    assert impacts(tab) == [say("editorials.publishing.first", "fr")]
    await tab.send(EditorialPublishing.undo)
    assert tab.view(EditorialShow).shown["status"] == "1"


@proves("FORM-30")
@pytest.mark.parametrize(("record_id", "wanted"), [("999999", "1"), ("..", "1"), ("2", "'; x")])
async def test_nothing_is_published_unasked(sign_in, upstream, record_id, wanted):
    tab = await sign_in("admin", "/editorials")
    await tab.send(EditorialPublishing.publish, whole=True)
    await tab.send(EditorialPublishing.undo)
    await tab.send(EditorialPublishing.weigh, record_id=record_id, wanted=wanted)
    assert not upstream.called("PATCH")
    if record_id != "2":
        await tab.send(EditorialPublishing.publish, whole=False)
    assert not upstream.called("PATCH")


@proves("FORM-30")
async def test_publishing_takes_the_permission(sign_in, upstream):
    tab = await sign_in("hitchhiking", "/")
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    await tab.send(EditorialPublishing.publish, whole=False)
    assert not upstream.called("GET", "admin/editorials")
    assert not upstream.called("PATCH", "admin/editorials")


@proves("FORM-30", "EDITORIAL-2")
async def test_publishing_from_the_form_names_the_one_it_replaces(sign_in, upstream):
    tab = await sign_in("admin", "/editorials/2")
    assert tab.view(EditorialForm).online == "Semaine européenne de la mobilité"
    data = submitted(tab, EditorialForm, status_wanted="1")
    await tab.send(EditorialForm.save, data=data)
    assert "« Semaine européenne de la mobilité »" in tab.view(EditorialForm).question.replace("\u00a0", " ")
    assert not upstream.called("PATCH")
    await tab.send(EditorialForm.save, data=submitted(tab, EditorialForm, title="Autre"))
    assert upstream.called("PATCH", "admin/editorials")[0].body == {"title": "Autre"}, "what was not confirmed is not"
    await tab.open("/editorials/2")
    await tab.send(EditorialForm.save, data=data | {"_confirmed": "yes"})
    assert upstream.called("PATCH", "admin/editorials")[1].body["status"] == 1
    assert tab.view(EditorialPublishing).before_name == "Semaine européenne de la mobilité"
    await tab.open("/editorials/show/2")
    await tab.send(EditorialPublishing.undo)
    assert tab.view(EditorialShow).shown["status"] == "0"


@proves("EDITORIAL-5")
async def test_the_form_asks_about_the_one_that_is_online_at_the_press(sign_in, upstream):
    upstream.put("editorials", ACTIVE, status=0)
    tab = await sign_in("admin", "/editorials/2")
    assert tab.view(EditorialForm).online == ""
    upstream.put("editorials", 3, status=1, title="Trois")
    data = submitted(tab, EditorialForm, status_wanted="1")
    await tab.send(EditorialForm.save, data=data)
    assert "Trois" in tab.view(EditorialForm).question
    put_online(upstream, ACTIVE, 3)
    await tab.send(EditorialForm.save, data=data | {"_confirmed": "yes"})
    assert FRONT in tab.view(EditorialForm).question, "another one than was asked about"
    assert not upstream.called("PATCH")
    await tab.send(EditorialForm.save, data=data | {"_confirmed": "yes"})
    assert upstream.called("PATCH", "admin/editorials")[0].body["status"] == 1
    assert tab.view(EditorialPublishing).before_name == FRONT


@proves("FORM-30")
async def test_what_was_published_is_told_by_its_name_as_long_as_it_is_true(sign_in):
    tab = await sign_in("admin", "/editorials")
    view = tab.view(EditorialPublishing)
    await tab.send(EditorialPublishing.weigh, record_id="2", wanted="1")
    await tab.send(EditorialPublishing.publish, whole=False)
    assert tab.went("focusOn") == ["editorials-published"], "what was pressed is gone"
    await tab.open("/editorials/2")
    await tab.send(EditorialForm.save, data=submitted(tab, EditorialForm, title="Renommé"))
    assert view.done_name == "Renommé"
    await tab.open(f"/editorials/{ACTIVE}")
    await tab.send(EditorialForm.save, data=submitted(tab, EditorialForm, title="L’ancien"))
    assert view.before_name == "L’ancien"
    await tab.open("/editorials/2")
    data = submitted(tab, EditorialForm, status_wanted="0", _confirmed="yes")
    await tab.send(EditorialForm.save, data=data)
    assert view.done == "", "it is online no more"


@proves("FORM-30")
async def test_a_draft_publishes_nothing(sign_in):
    """What was pressed when the page went away is no part of what was typed."""
    tab = await sign_in("admin", "/editorials/2")
    await tab.send(EditorialForm.restore, data=submitted(tab, EditorialForm, title="Repris", status_wanted="1"))
    assert tab.view(EditorialForm).values["title"] == "Repris"
    assert tab.view(EditorialForm).values["status"] == "0"


@proves("EDITORIAL-3")
async def test_leaving_none_active_is_asked_first(sign_in, upstream):
    tab = await sign_in("admin", f"/editorials/{ACTIVE}")
    data = submitted(tab, EditorialForm, status_wanted="0")
    await tab.send(EditorialForm.save, data=data)
    assert "askToSave" in [name for name, _ in tab.calls]
    assert "page d’accueil" in tab.view(EditorialForm).question
    assert tab.view(EditorialForm).saving is False
    assert not upstream.called("PATCH", "admin/editorials")
    await tab.send(EditorialForm.save, data=data | {"_confirmed": "yes"})
    assert upstream.called("PATCH", "admin/editorials")[0].body == {"status": 0}


@pytest.mark.parametrize(("record_id", "status"), [(ACTIVE, "1"), (ACTIVE, ""), ("2", "0"), ("2", "")])
async def test_other_changes_are_not_asked_about(sign_in, upstream, record_id, status):
    tab = await sign_in("admin", f"/editorials/{record_id}")
    await tab.send(EditorialForm.save, data=submitted(tab, EditorialForm, status_wanted=status, title="Autre"))
    assert upstream.called("PATCH", "admin/editorials")


@proves("EDITORIAL-3")
@pytest.mark.parametrize(("record_id", "lines"), [(ACTIVE, 1), ("2", 0)])
async def test_deleting_the_active_one_says_what_it_means(sign_in, record_id, lines):
    tab = await sign_in("admin", f"/editorials/show/{record_id}")
    await tab.send(EditorialShow.weigh_deletion)
    assert len(tab.view(EditorialShow).impacts) == lines
