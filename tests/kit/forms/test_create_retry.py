"""A creation whose answer was lost is made once, and a save that failed stays said (FORM-32, FORM-33)."""

from unittest.mock import AsyncMock

import pytest

from admin_app.api.client import Api
from admin_app.api.errors import Busy
from admin_app.features.content.articles.screens import ArticleForm
from admin_app.features.users.screens import UserForm
from admin_app.kit.session import Password, Session
from admin_app.kit.session.notices import Notices, notify
from admin_app.kit.words.locale import say
from tests.kit.forms.test_state import NEW
from tests.support.proofs import proves

ARTICLES = "admin/articles"
ARTICLE = {"title": "Aire du Parc", "status": "0"}


def form(tab):
    return tab.view(ArticleForm)


async def save(tab, **more: str) -> None:
    await tab.send(ArticleForm.save, data={**ARTICLE, **more})


@pytest.fixture
async def tab(sign_in):
    return await sign_in("admin", "/articles/create")


def posts(upstream) -> int:
    return len(upstream.called("POST", ARTICLES))


async def stored(upstream) -> int:
    rows = upstream.sandbox.database.raw.execute("select count(*) from articles where title = 'Aire du Parc'")
    return rows.fetchone()[0]


@proves("FORM-32")
@pytest.mark.parametrize("answer", ["lost", "empty", "gateway"])
async def test_a_creation_without_an_answer_is_found_and_shown(tab, upstream, answer):
    upstream.garble(ARTICLES, {"lost": 0, "empty": 201, "gateway": 504}[answer])
    await save(tab)
    assert (await stored(upstream), posts(upstream)) == (1, 1)
    assert (form(tab).lost, [each["name"] for each in form(tab).likely]) == ("found", ["Aire du Parc"])
    assert tab.calls[-1] == ("askToSave", [])
    await save(tab)
    assert posts(upstream) == 1, "the same question again"
    await save(tab, _confirmed="yes")
    assert await stored(upstream) == 2, "two of a name are the person's to want"
    assert tab.redirects


@proves("FORM-32")
async def test_what_was_found_is_opened_and_nothing_is_created(tab, upstream):
    upstream.garble(ARTICLES)
    await save(tab)
    (made,) = form(tab).likely
    await tab.send(ArticleForm.open_likely, record_id="1")
    assert not tab.redirects, "only what was found is opened"
    await tab.send(ArticleForm.open_likely, record_id=made["id"])
    assert tab.redirects == [f"/articles/show/{made['id']}"]
    assert ("saved", []) in tab.calls, "the draft goes"
    await save(tab, _confirmed="yes")
    assert posts(upstream) == 1


@proves("FORM-32")
async def test_nothing_found_is_looked_for_again_before_the_next_attempt(tab, upstream):
    upstream.cut(ARTICLES)
    await save(tab)
    assert form(tab).lost == "unknown"
    upstream.heal()
    upstream.forget()
    await save(tab)
    assert [call.method for call in upstream.calls if call.path == f"/{ARTICLES}"] == ["GET", "POST"]
    assert (await stored(upstream), form(tab).lost) == (1, "")


@proves("FORM-32")
async def test_nothing_is_sent_while_nobody_can_tell(tab, upstream):
    upstream.cut(ARTICLES)
    await save(tab)
    upstream.forget()
    await save(tab, _confirmed="yes")
    assert posts(upstream) == 0


@proves("SESSION-36", "FORM-17")
@pytest.mark.parametrize("stored_already", [False, True])
async def test_a_token_refused_at_a_creation_asks_for_the_password_and_the_save_goes_on(tab, upstream, stored_already):
    """Nothing was created: nobody is told of an answer that was lost, be there a record of that name or not."""
    if stored_already:
        await save(tab)
        await tab.open("/articles/create")
        tab.forget()
    upstream.fail(ARTICLES, 401, method="POST", times=1)
    upstream.forget()
    await save(tab)
    assert tab.calls[-1] == ("signInAgain", [True]), "the script sends this form again"
    assert (form(tab).lost, form(tab).failure, form(tab).creation_begun) == ("", "", "")
    assert not upstream.called("GET", ARTICLES)
    await tab.send(Password.submit, data={"password": "demo"})
    await save(tab)
    assert await stored(upstream) == 1 + stored_already


@proves("FORM-32")
async def test_too_many_requests_made_no_record(tab, monkeypatch):
    monkeypatch.setattr(Api, "create", AsyncMock(side_effect=Busy(3)))
    await save(tab)
    assert (form(tab).lost, form(tab).unconfirmed) == ("", False)


@proves("NOTICE-25", "FORM-41")
async def test_another_attempt_while_nobody_can_tell_says_no_more_than_the_first(tab, upstream):
    upstream.cut(ARTICLES)
    await save(tab)
    said = form(tab).failure
    for fail in (upstream.cut, upstream.unplug):
        fail(ARTICLES)
        await save(tab)
        assert (form(tab).unconfirmed, form(tab).failure, form(tab).lost) == (True, said, "unknown")
        assert tab.view(Notices).items == []
        assert form(tab).creation_begun, "the tab still knows of it"
        upstream.heal()


@proves("FORM-41")
async def test_a_session_that_ends_before_the_look_leaves_the_riddle(tab, upstream):
    upstream.cut(ARTICLES)
    await save(tab)
    upstream.heal()
    upstream.fail(ARTICLES, 401, method="GET", times=1)
    await save(tab)
    assert tab.calls[-1] == ("signInAgain", [True])
    assert (form(tab).lost, bool(form(tab).creation_begun)) == ("unknown", True)


async def test_a_refusal_or_no_connection_is_no_riddle(tab, upstream):
    upstream.unplug(ARTICLES)
    await save(tab)
    assert (form(tab).lost, form(tab).failure) == ("", say("errors.network", "fr"))
    upstream.heal()
    upstream.fail(ARTICLES, 400, method="POST", times=1)
    await save(tab)
    assert form(tab).lost == ""
    upstream.forget()
    await save(tab)
    assert not upstream.called("GET", ARTICLES)
    assert await stored(upstream) == 1


async def test_one_like_it_that_holds_something_else_is_another(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    upstream.garble("admin/users")
    await tab.send(UserForm.save, data=NEW)
    assert [each["name"] for each in tab.view(UserForm).likely] == ["Ada Lovelace"]
    other = {**NEW, "email": "another@example.org", "telephone": "0605040302", "birthDate": "1991-12-10"}
    await tab.send(UserForm.save, data={**other, "_confirmed": "yes"})
    assert len(upstream.called("POST", "admin/users")) == 2
    assert tab.redirects == ["/users/show/202"]


async def test_who_may_not_list_is_asked_whether_to_try_again(tab, upstream):
    upstream.garble(ARTICLES)
    session = await tab.state(Session)
    session.permissions = [each for each in session.permissions if each != "article_manage"]
    await save(tab)
    assert (form(tab).lost, form(tab).likely) == ("unknown", [])
    await save(tab)
    assert tab.calls[-1] == ("askToSave", [])
    assert posts(upstream) == 1
    await save(tab, _confirmed="yes")
    assert posts(upstream) == 2


@proves("FORM-33")
async def test_a_failed_save_stays_said_until_the_next(tab, upstream):
    upstream.fail(ARTICLES, 400, method="POST", times=1)
    await save(tab)
    assert form(tab).failure == tab.view(Notices).items[-1]["detail"]
    assert tab.calls[-1] == ("refused", []), "it has the focus"
    assert tab.view(Notices).items[-1]["text"] == say("errors.article.create_error", "fr")
    tab.forget()
    await save(tab)
    assert tab.sent(ArticleForm, "failure")[0] == ""
    assert form(tab).failure == ""


@proves("FORM-33")
async def test_no_notice_of_an_earlier_save_stands_beside_the_failure_of_this_one(tab, upstream):
    await notify(await tab.state(ArticleForm), "success", "errors.article.update_success")
    await notify(await tab.state(Session), "success", "errors.user.update_success")
    upstream.fail(ARTICLES, 500, method="POST", times=1)
    await save(tab)
    assert form(tab).failure
    shown = [item["text"] for item in tab.view(Notices).items]
    assert shown == [say("errors.user.update_success", "fr")], "another place speaks for itself"


@proves("FORM-33")
async def test_what_nobody_foresaw_leaves_the_button_alive(tab, upstream, monkeypatch):
    monkeypatch.setattr(ArticleForm, "_shaped", None)
    await save(tab)
    assert ("answered", []) in tab.calls
    assert form(tab).saving is False
    assert form(tab).failure == say("errors.api", "fr")
    assert tab.view(Notices).items[-1]["text"] == say("errors.article.create_error", "fr")


@proves("FORM-41")
async def test_a_creation_cut_by_our_own_death_is_looked_for_first(sign_in, upstream, browser):
    """The process that sent it died before the answer: what is left is what the tab keeps."""
    tab = await sign_in("admin", "/articles/create")
    with upstream.held(ARTICLES) as released:
        sent = await tab.start(ArticleForm.save, data=ARTICLE)
        await upstream.awaited(ARTICLES)
        assert form(tab).creation_begun, "the tab knows before it is sent"
        released.set()
        await sent.wait_all()
    assert not form(tab).creation_begun
    assert await stored(upstream) == 1
    (await tab.state(ArticleForm)).creation_begun = "true"
    await tab.open("/articles/create")
    await save(tab)
    assert posts(upstream) == 1
    assert [each["name"] for each in form(tab).likely] == ["Aire du Parc"]
    await save(tab, _confirmed="yes")
    assert await stored(upstream) == 2
