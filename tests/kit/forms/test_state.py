"""Forms: only what changed is sent, and nothing typed is ever lost (FORM-1 to FORM-23)."""

import asyncio
import json

import pytest

from admin_app.api.errors import NotFound
from admin_app.features.content.articles.screens import ArticleForm
from admin_app.features.content.events import EventForm
from admin_app.features.users.screens import UserForm
from admin_app.kit.forms import page
from admin_app.kit.forms.submission import FILES
from admin_app.kit.parts.dates import fault_words
from admin_app.kit.session import Password, Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import spool, tickets
from admin_app.kit.words.formats import read_day
from admin_app.kit.words.locale import Locale, say
from tests.support.forms import ADA, age, choose_image, image, left, submitted
from tests.support.proofs import proves

NANCY = {"streetAddress": "12 rue des Carmes", "postalCode": "54000", "addressLocality": "Nancy"}
NEW = ADA | {
    "telephone": "06 01 02 03 04",
    "homeAddress": json.dumps(NANCY),
    "homeAddress_label": "12 rue des Carmes, 54000 Nancy",
    "newsSubscription": "true",
    "rolesTerritory:1:role": "3",
    "rolesTerritory:1:territory": "",
}


def told(tab) -> list[tuple[str, str, str]]:
    return [(item["kind"], item["text"], item["detail"]) for item in tab.view(Notices).items]


def form(tab):
    return tab.view(UserForm)


async def save(tab, **changes: str | None) -> None:
    await tab.send(UserForm.save, data=submitted(tab, UserForm, **changes))


# --- creating -----------------------------------------------------------------------


@proves("SCREEN-21", "FORM-1", "USER-8")
async def test_a_creation_starts_with_the_defaults(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    shown = form(tab)
    assert {name: value for name, value in shown.values.items() if value} == {
        "phoneDisplay": "1",
        "newsSubscription": "true",
    }
    assert "status" not in shown.values, "a status is only changed"
    assert [line["role"] for line in shown.lines["rolesTerritory"]] == ["3"]
    assert (shown.record_id, shown.title, shown.loading, shown.problem, shown.errors) == ("", "", False, "", {})
    assert not upstream.called("GET", "admin/users")


@proves("NOTICE-6", "CALL-4", "FORM-24", "USER-1", "USER-7")
async def test_a_creation_sends_what_was_filled_in(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.save, data=NEW)
    (call,) = upstream.writes()[1:]
    assert (call.method, call.path, call.status) == ("POST", "/admin/users", 201)
    assert call.body == {
        "givenName": "Ada",
        "familyName": "Lovelace",
        "gender": 1,
        "birthDate": "1990-12-10",
        "email": "ada@example.org",
        "telephone": "0601020304",
        "phoneDisplay": 1,
        "newsSubscription": True,
        "homeAddress": dict.fromkeys(call.body["homeAddress"]) | NANCY,
        "rolesTerritory": [{"role": 3, "territory": None}],
    }
    assert told(tab) == [("success", say("errors.user.create_success", "fr"), "")]
    assert tab.redirects == ["/users/show/201"]
    assert ("saved", []) in tab.calls, "the draft goes"
    assert tab.went("openInstead") == ["/users/show/201"], "Back does not lead to the form"
    assert upstream.user(201).given_name == "Ada"


async def test_an_unchecked_switch_says_no(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.save, data={name: text for name, text in NEW.items() if name != "newsSubscription"})
    assert upstream.called("POST", "admin/users")[0].body["newsSubscription"] is False


@proves("SCREEN-21")
async def test_a_form_is_the_same_for_a_second_creation(sign_in):
    tab = await sign_in("admin", "/users/7")
    assert form(tab).values["givenName"] == "Camille"
    before = form(tab).revision
    await tab.open("/users/create")
    assert form(tab).values["givenName"] == ""
    assert form(tab).record_id == ""
    assert form(tab).title == ""
    assert form(tab).revision > before, "the inputs are mounted anew"


# --- changing -------------------------------------------------------------------------


@proves("SCREEN-21", "FORM-1", "USER-1")
async def test_a_change_starts_with_the_record(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    row = upstream.user(7)
    shown = form(tab)
    assert (shown.record_id, shown.title) == ("7", "Camille Lefebvre")
    assert shown.values["email"] == row.email
    assert shown.values["gender"] == "1"
    assert shown.values["birthDate"] == (row.birth_date or "")
    assert shown.values["music"] == ("true" if row.music else "false")
    assert json.loads(shown.values["homeAddress"])["addressLocality"] in shown.labels["homeAddress"]


@proves("NOTICE-6", "FORM-2")
async def test_a_change_sends_what_changed_and_nothing_else(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await save(tab, givenName="Camille-Rose", music="false")
    (call,) = upstream.called("PATCH")
    assert call.path == "/admin/users/7"
    assert call.body == {"givenName": "Camille-Rose", "music": False}
    assert upstream.user(7).given_name == "Camille-Rose"
    assert told(tab) == [("success", say("errors.user.update_success", "fr"), "")]
    assert tab.redirects == ["/users/show/7"]


@proves("FORM-3")
async def test_an_emptied_value_is_cleared(sign_in, upstream):
    upstream.change(7, music_favorites="Jazz", smoke=1)
    tab = await sign_in("admin", "/users/7")
    await save(tab, musicFavorites="  ", smoke="", telephone="")
    assert upstream.called("PATCH")[0].body == {"musicFavorites": None, "smoke": None, "telephone": None}
    assert upstream.user(7).music_favorites is None


@proves("FORM-3")
async def test_what_the_api_refuses_as_null_is_left_out(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await save(tab, homeAddress="", status=None, givenName="Rose")
    assert upstream.called("PATCH")[0].body == {"givenName": "Rose"}


@proves("FORM-12")
async def test_an_address_is_sent_whole(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await tab.send(UserForm.search, name="homeAddress", text="rue des Carmes Nancy")
    chosen = form(tab).suggestions["homeAddress"][0]
    await save(tab, homeAddress=chosen["value"], homeAddress_label=chosen["label"])
    sent = upstream.called("PATCH")[0].body
    assert list(sent) == ["homeAddress"]
    assert {"houseNumber", "street", "postalCode", "addressLocality", "latitude", "longitude", "name"} <= set(
        sent["homeAddress"]
    )
    assert isinstance(sent["homeAddress"]["latitude"], str)


@proves("FORM-12")
async def test_an_address_that_was_not_touched_is_not_sent(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await save(tab, familyName="Durand")
    assert upstream.called("PATCH")[0].body == {"familyName": "Durand"}


@proves("FORM-2")
@pytest.mark.parametrize("user_id", [7, 8, 9, 11, 12, 14, 15, 16, 17, 30])
async def test_nothing_is_sent_when_nothing_changed(sign_in, upstream, user_id):
    upstream.change(user_id, gender=1)
    tab = await sign_in("admin", f"/users/{user_id}")
    await save(tab)
    assert form(tab).errors == {}
    assert not upstream.called("PATCH")
    assert told(tab) == [("success", say("kit.form.nothing_to_save", "fr"), "")]
    assert tab.redirects == [f"/users/show/{user_id}"]


@proves("FORM-8")
async def test_phones_are_sent_without_what_people_put_between_digits(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await save(tab, telephone="+33 (6) 12-34.56 78")
    assert upstream.called("PATCH")[0].body == {"telephone": "+33612345678"}


# --- refusals --------------------------------------------------------------------------


@proves("FORM-5")
@pytest.mark.parametrize("locale", ["fr", "en"])
async def test_what_is_missing_or_wrong_is_said_beside_its_field(sign_in, upstream, browser, locale):
    browser.storage["locale"] = locale
    tab = await sign_in("admin", "/users/create")
    await tab.send(
        UserForm.save,
        data=NEW
        | {
            "givenName": " ",
            "email": "not an address",
            "telephone": "12",
            "birthDate": "2026-02-30",
            "homeAddress": "?",
            "familyName": "x" * 256,
        },
    )
    assert form(tab).errors == {
        "givenName": say("kit.validation.required", locale),
        "familyName": say("kit.validation.too_long", locale, 255),
        "email": say("kit.validation.email", locale),
        "telephone": say("kit.validation.phone", locale),
        "birthDate": fault_words(read_day("2026-02-30", "2026-01-01"), locale),
        "homeAddress": say("kit.validation.address", locale),
    }
    assert len(upstream.writes()) == 1, "only the sign-in"
    assert form(tab).saving is False
    assert tab.calls[-1] == ("refused", [])


@proves("FORM-5", "USER-7")
async def test_a_submission_of_nothing_names_every_required_field(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.save, data={})
    required = {part.name for part in UserForm.resource.inputs("create") if part.required} - {"rolesTerritory"}
    assert set(form(tab).errors) == required
    assert not upstream.writes()[1:]


@proves("FORM-23")
async def test_a_record_that_lacks_what_a_creation_asks_for_stays_editable(sign_in, upstream):
    upstream.change(7, birth_date=None, telephone=None, home_address_id=None)
    tab = await sign_in("admin", "/users/7")
    await save(tab, familyName="Durand")
    assert upstream.called("PATCH")[0].body == {"familyName": "Durand"}


@proves("FORM-6")
async def test_a_refused_value_of_the_server_is_said_on_its_field(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    revision = form(tab).revision
    await save(tab, email="admin@demo.test", familyName="Durand")
    assert form(tab).errors == {"email": "Cette valeur est déjà utilisée."}
    assert form(tab).revision == revision, "what was typed stays"
    assert not tab.redirects
    assert upstream.user(7).family_name == "Lefebvre"
    await save(tab, email="new@example.org", familyName="Durand")
    assert form(tab).errors == {}
    assert upstream.user(7).family_name == "Durand"


@proves("NOTICE-9", "NOTICE-13", "NOTICE-25", "FORM-17")
@pytest.mark.parametrize("path", ["/users/create", "/users/7"])
async def test_a_failure_of_the_server_keeps_the_form(sign_in, upstream, path):
    """Nobody knows whether it was saved: one sentence says so, and no notice says otherwise."""
    tab = await sign_in("admin", path)
    for method in ("POST", "PATCH"):
        upstream.fail("admin/users", 500, method=method)
    revision = form(tab).revision
    await tab.send(UserForm.save, data=submitted(tab, UserForm) | NEW)
    assert told(tab) == []
    assert form(tab).unconfirmed
    assert form(tab).failure == say("errors.unsure", "fr")
    assert (form(tab).saving, form(tab).revision) == (False, revision)
    assert form(tab).problem == "", "the form stays on the screen"
    assert not tab.redirects
    assert ("saved", []) not in tab.calls, "the draft stays"


@proves("FORM-17")
async def test_no_answer_to_a_save_keeps_the_form(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.cut("admin/users/7")
    await save(tab, familyName="Durand")
    assert told(tab) == [("error", say("errors.user.update_error", "fr"), say("errors.network", "fr"))]
    upstream.heal()
    await save(tab, familyName="Durand")
    assert upstream.user(7).family_name == "Durand"


@proves("SESSION-36")
async def test_a_session_that_ends_while_saving_asks_for_the_password_and_goes_on(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users/7")
    upstream.heal()
    upstream.fail("token/refresh", 401)
    await save(tab, familyName="Durand")
    assert tab.calls[-1] == ("signInAgain", [True]), "the script sends this form again"
    assert ("saved", []) not in tab.calls, "the draft stays"
    assert (form(tab).saving, tab.left_to) == (False, None)
    upstream.heal()
    await tab.send(Password.submit, data={"password": "demo"})
    assert tab.calls[-1] == ("signedInAgain", [])
    await save(tab, familyName="Durand")
    assert upstream.user(7).family_name == "Durand"


@proves("FORM-17")
async def test_who_does_not_sign_in_over_a_form_is_led_to_sign_in_and_back(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users/7")
    upstream.heal()
    upstream.fail("token/refresh", 401)
    await save(tab, familyName="Durand")
    await tab.send(Password.give_up)
    assert "next=/users/7" in tab.left_to
    assert "reason=session_expired" in tab.left_to
    assert ("saved", []) not in tab.calls, "the draft stays"


@proves("FORM-17")
async def test_a_token_that_ends_while_typing_loses_nothing(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users/7")
    upstream.heal()
    await save(tab, familyName="Durand")
    assert upstream.user(7).family_name == "Durand"
    assert tab.left_to is None


@proves("FORM-16")
async def test_a_double_submission_saves_once(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    first = await tab.start(UserForm.save, data=NEW)
    second = await tab.start(UserForm.save, data=NEW)
    await first.wait_all()
    await second.wait_all()
    assert [call.method for call in upstream.writes()[1:]] == ["POST"]
    assert len(told(tab)) == 1
    assert set(tab.redirects) == {"/users/show/201"}


async def test_a_double_submission_of_a_change_saves_once(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    data = submitted(tab, UserForm, familyName="Durand")
    first = await tab.start(UserForm.save, data=data)
    second = await tab.start(UserForm.save, data=data)
    await asyncio.gather(first.wait_all(), second.wait_all())
    assert len(upstream.called("PATCH")) == 1


@proves("FORM-16")
async def test_saving_shows_at_once_and_ends(sign_in):
    tab = await sign_in("admin", "/users/7")
    tab.forget()
    await save(tab, familyName="Durand")
    assert tab.sent(UserForm, "saving") == [True, False]


# --- odd texts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert('x')</script>",
        "Zoé 🚗🇫🇷",
        "O'Connor d'Aubigné",
        '"; DROP TABLE users;--',
        "محمد",
        "=1+1",
        "a\u00a0b",
    ],
)
async def test_texts_arrive_as_they_were_typed(sign_in, upstream, text):
    tab = await sign_in("admin", "/users/7")
    await save(tab, familyName=text)
    assert upstream.user(7).family_name == text
    await tab.open("/users/7")
    assert form(tab).values["familyName"] == text


@proves("FORM-7")
async def test_a_very_long_name_is_refused_here(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await save(tab, familyName="x" * 10_000)
    assert form(tab).errors == {"familyName": say("kit.validation.too_long", "fr", 255)}
    assert not upstream.called("PATCH")


@proves("FORM-11")
async def test_values_of_the_browser_that_no_input_has_are_not_sent(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await save(tab, id="1", verifiedIdentity="true", password="x", createdDate="2020-01-01", familyName="Durand")
    assert upstream.called("PATCH")[0].body == {"familyName": "Durand"}


@proves("FORM-11")
@pytest.mark.parametrize(
    "change",
    [
        {"gender": "9"},
        {"status": "4"},
        {"smoke": "7"},
        {"music": "maybe"},
        {"phoneDisplay": "\u00b2"},
        {"homeAddress": "[]"},
        {"homeAddress": "null"},
    ],
)
async def test_choices_that_were_not_offered_are_refused(sign_in, upstream, change):
    tab = await sign_in("admin", "/users/7")
    await save(tab, **change)
    assert list(form(tab).errors) == list(change)
    assert not upstream.called("PATCH")


async def test_a_meddled_address_is_cut_down_to_what_an_address_has(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    value = {"@id": "/addresses/3", "id": 3, "addressLocality": "Nancy", "roles": [1], "user": {"email": "x"}}
    await save(tab, homeAddress=json.dumps(value))
    sent = upstream.called("PATCH")[0].body["homeAddress"]
    assert sent["addressLocality"] == "Nancy"
    assert not {"@id", "id", "roles", "user"} & set(sent)


# --- loading ---------------------------------------------------------------------------------


@proves("FORM-22")
@pytest.mark.parametrize("record_id", ["99999", "abc", "0", "-7", "7e1", "%2e%2e"])
async def test_a_record_that_does_not_exist_is_said(sign_in, upstream, record_id):
    tab = await sign_in("admin", f"/users/{record_id}")
    assert form(tab).problem == say("errors.not_found", "fr")
    assert form(tab).loading is False
    assert form(tab).fault == "missing"
    assert tab.view(Notices).items == []


@proves("FORM-52")
async def test_what_was_typed_in_a_record_that_is_gone_can_become_a_new_one(sign_in, upstream):
    tab = await sign_in("admin", "/articles/1")
    typed = submitted(tab, ArticleForm, title="Ce qui reste")
    upstream.sandbox.database.raw.execute("delete from articles where id = 1")
    await tab.send(ArticleForm.save, data=typed)
    assert (tab.view(ArticleForm).gone, tab.view(ArticleForm).failure) == (True, say("errors.not_found", "fr"))
    assert tab.view(ArticleForm).record_id == "1", "it stays the form that it is until the person wants a new one"
    await tab.open("/articles/create")
    assert not tab.view(ArticleForm).gone
    await tab.send(ArticleForm.restore, data=typed, was={"title": "Avant"})
    assert tab.view(ArticleForm).failure == "", "nobody says that it may have been saved"
    await tab.send(ArticleForm.save, data=submitted(tab, ArticleForm))
    (call,) = upstream.called("POST", "admin/articles")
    assert (call.status, call.body["title"]) == (201, "Ce qui reste")
    assert call.body["asections"]
    assert not [each for each in call.body["asections"] if "id" in each], "the lines are new, as it is"


@proves("FORM-52")
@pytest.mark.parametrize("step", ["_before_save", "_shaped", "_after_write"])
async def test_what_else_a_save_does_not_find_takes_nobody_for_gone(sign_in, monkeypatch, step):
    async def misses(*_):
        raise NotFound

    tab = await sign_in("admin", "/articles/1")
    monkeypatch.setattr(ArticleForm, step, misses)
    await tab.send(ArticleForm.save, data=submitted(tab, ArticleForm, title="Un autre titre"))
    assert tab.view(ArticleForm).failure == say("errors.not_found", "fr")
    assert not tab.view(ArticleForm).gone


@proves("FORM-52")
async def test_a_record_that_goes_between_the_reading_and_the_saving_is_gone(sign_in, upstream, monkeypatch):
    async def deleted(_form, _api, body):
        upstream.sandbox.database.raw.execute("delete from articles where id = 1")
        return body

    tab = await sign_in("admin", "/articles/1")
    monkeypatch.setattr(ArticleForm, "_shaped", deleted)
    await tab.send(ArticleForm.save, data=submitted(tab, ArticleForm, title="Un autre titre"))
    assert tab.view(ArticleForm).gone


async def test_another_failure_takes_nobody_for_gone(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.cut("admin/users/7")
    await save(tab, familyName="Durand")
    assert not form(tab).gone


@proves("NOTICE-18", "FORM-22")
async def test_a_failed_load_is_said_and_can_be_tried_again(sign_in, upstream):
    tab = await sign_in("admin", "/")
    upstream.fail("admin/users/7", 500, times=1)
    await tab.open("/users/7")
    assert form(tab).problem == say("errors.server", "fr")
    await tab.send(UserForm.load)
    assert form(tab).problem == ""
    assert form(tab).values["givenName"] == "Camille"


@proves("FORM-34")
@pytest.mark.parametrize(
    "answer",
    [[[{"id": 7}]], {"hydra:member": [{"id": 7}]}, {"givenName": "Camille"}, {"id": 8, "givenName": "Camille"}],
)
async def test_an_answer_that_is_not_the_record_is_not_opened(sign_in, upstream, answer):
    tab = await sign_in("admin", "/")
    upstream.answer("GET", "admin/users/7", answer)
    await tab.open("/users/7")
    assert form(tab).problem == say("errors.malformed", "fr")
    await tab.send(UserForm.save, data={"givenName": "Ada"})
    assert not upstream.called("PATCH")
    upstream.contract.violations.clear()  # what was answered is not described, which is the point


@proves("FORM-21")
async def test_after_a_failed_load_nothing_of_another_record_is_saved(sign_in, upstream):
    """What was read of one record must never be written to another."""
    tab = await sign_in("admin", "/users/7")
    data = submitted(tab, UserForm, familyName="Durand")
    upstream.fail("admin/users/8", 500)
    await tab.open("/users/8")
    upstream.heal()
    await tab.send(UserForm.save, data=data)
    assert not upstream.called("PATCH")
    assert upstream.user(8).family_name != "Durand"


@proves("CALL-17")
async def test_reading_a_form_takes_few_calls(sign_in, upstream):
    tab = await sign_in("admin", "/")
    upstream.forget()
    await tab.open("/users/7")
    assert sorted(call.path for call in upstream.calls) == ["/admin/users/7", "/permissions/grantable"]
    await tab.open("/")


# --- searching -------------------------------------------------------------------------------


@proves("CALL-16", "FORM-13")
async def test_addresses_are_proposed_in_order(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.search, name="homeAddress", text="Nancy")
    groups = [option["group"] for option in form(tab).suggestions["homeAddress"]]
    order = ["user", "locality", "housenumber", "street", "relaypoint", "venue", "event", "other"]
    assert groups == sorted(groups, key=order.index)
    assert "locality" in groups


async def test_a_cell_of_a_line_is_searched(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    name = "rolesTerritory:1:territory"
    await tab.send(UserForm.search, name=name, text="meurthe")
    assert upstream.called("GET", "admin/territories")[-1].query["name"] == "meurthe"
    assert form(tab).suggestions[name]


@pytest.mark.parametrize("name", ["nothing", "givenName:1:x", "rolesTerritory:1:nothing"])
async def test_a_search_for_an_input_that_does_not_exist_asks_nothing(sign_in, upstream, name):
    tab = await sign_in("admin", "/users/create")
    upstream.forget()
    await tab.send(UserForm.search, name=name, text="nancy")
    assert not upstream.calls
    assert not told(tab)


@proves("FORM-13")
async def test_one_letter_is_not_searched_and_takes_the_proposals_away(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.search, name="homeAddress", text="Nancy")
    upstream.forget()
    await tab.send(UserForm.search, name="homeAddress", text=" N ")
    assert "homeAddress" not in form(tab).suggestions
    assert not upstream.calls


@proves("FORM-13")
@pytest.mark.parametrize(("text", "wrong"), [("zzzzqq", "no_address"), ("Nancy", "address"), ("N", "address")])
async def test_an_address_that_finds_nothing_is_not_to_be_chosen_among_proposals(sign_in, text, wrong):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.search, name="homeAddress", text=text)
    await save(tab, homeAddress="?")
    assert form(tab).errors["homeAddress"] == say(f"kit.validation.{wrong}", "fr")


async def test_a_failed_search_leaves_the_form(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    upstream.fail("points", 500)
    await tab.send(UserForm.search, name="homeAddress", text="Nancy")
    assert form(tab).problem == ""
    assert form(tab).loading is False


# --- drafts ---------------------------------------------------------------------------------


@proves("FORM-51")
def test_the_form_of_a_new_record_says_which_one_a_draft_is_of():
    """Without that a draft that was taken threw away what had been typed, and one that was left was written over."""
    assert '"data-called":"givenName,familyName"' in str(page.form_page(UserForm, edit=False))
    assert '"data-called":"name"' in str(page.form_page(EventForm, edit=False))
    assert '"data-called"' not in str(page.form_page(UserForm, edit=True))


@proves("NOTICE-19")
def test_who_gives_up_a_new_record_is_led_to_no_list_that_is_refused():
    cancel = str(page.form_page(EventForm, edit=False)).partition('"data-testid":"action:cancel"')[2]
    assert EventForm.resource.may.list in cancel[: cancel.index('? "/events" : "/")')]


@proves("FORM-19")
async def test_a_draft_fills_the_form_again(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await tab.restart()
    await tab.send(UserForm.restore, data=NEW | {"rolesTerritory:2:role": "2", "rolesTerritory:2:territory": "3"})
    shown = form(tab)
    assert shown.values["familyName"] == "Lovelace"
    assert shown.labels["homeAddress"] == "12 rue des Carmes, 54000 Nancy"
    assert [(line["role"], line.get("territory")) for line in shown.lines["rolesTerritory"]] == [("3", ""), ("2", "3")]
    await save(tab)
    assert upstream.called("POST", "admin/users")[0].body["familyName"] == "Lovelace"


@proves("FORM-19")
@pytest.mark.parametrize("more", [{"_pressed": "1"}, {"_pressed": "0", "_confirmed": "yes"}])
async def test_a_draft_whose_save_never_came_says_so(sign_in, upstream, more):
    """The server that the page had was killed as Save was pressed: the next one has the form filled anew."""
    tab = await sign_in("admin", "/users/create")
    await save(tab)  # refused: that press came
    await tab.load()
    assert ("answered", []) in tab.calls, "the page may ask again"
    await tab.send(UserForm.restore, data=NEW | {"_pressed": "0"})
    assert form(tab).failure == ""
    await tab.send(UserForm.restore, data=NEW | more)
    assert (form(tab).failure, form(tab).unconfirmed) == (say("errors.unsure", "fr"), True)
    assert tab.calls[-1] == ("refused", [])


async def test_a_draft_keeps_an_emptied_field_empty_and_an_unchecked_switch_off(sign_in):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.restore, data={"givenName": "Ada", "familyName": ""})
    assert form(tab).values["newsSubscription"] == ""
    assert form(tab).values["givenName"] == "Ada"


@proves("FORM-38")
async def test_a_draft_keeps_the_text_of_a_picture_for_its_own_record(sign_in, configure):
    configure(event=True)
    tab = await sign_in("admin", "/events/2")
    await tab.send(EventForm.restore, data={"name": "Bal", "newImage_alt": "Des danseurs", FILES: "yes"})
    assert (tab.view(EventForm).image["alt"], tab.view(EventForm).files_lost) == ("Des danseurs", True)
    await tab.open("/events/3")
    assert (tab.view(EventForm).image["alt"], tab.view(EventForm).files_lost) == ("", False)


@proves("FORM-38")
async def test_a_draft_without_a_file_says_nothing_of_files(sign_in, configure):
    configure(event=True)
    tab = await sign_in("admin", "/events/2")
    await tab.send(EventForm.restore, data={"name": "Bal", FILES: ""})
    assert tab.view(EventForm).files_lost is False


@proves("FORM-38")
async def test_a_draft_says_of_files_what_waits_now(sign_in, configure):
    """What the page holds of that follows the state: a file that is taken back or was sent is none it has lost."""
    [_, told] = page._files_to_choose(EventForm)
    written = str(told)
    for waits in (EventForm.files_lost, EventForm.image.ticket, EventForm.file.ticket):
        assert str(waits) in written
    assert "defaultValue" not in written
    configure(event=True)
    tab = await sign_in("admin", "/events/2")
    await choose_image(tab, EventForm, image())
    assert tab.view(EventForm).image["ticket"]
    await tab.send(EventForm.save, data=submitted(tab, EventForm))
    assert not tab.view(EventForm).image["ticket"]


async def test_a_draft_that_is_not_there_changes_nothing(sign_in):
    tab = await sign_in("admin", "/users/7")
    before = dict(form(tab).values)
    await tab.send(UserForm.restore, data={})
    assert form(tab).values == before
    assert form(tab).lines["rolesTerritory"]


async def test_lines_added_after_a_draft_are_new_ones(sign_in):
    tab = await sign_in("admin", "/users/create")
    draft = {f"rolesTerritory:{key}:role": "2" for key in ("1", "2", "3", "4")}
    await tab.restart()
    await tab.send(UserForm.restore, data=NEW | draft)
    await tab.send(UserForm.add_line, name="rolesTerritory")
    await tab.send(UserForm.add_line, name="rolesTerritory")
    keys = [line["key"] for line in form(tab).lines["rolesTerritory"]]
    assert len(keys) == 6
    assert len(set(keys)) == 6


@proves("FORM-15")
async def test_lines_are_added_and_removed_without_filling_the_form_anew(sign_in):
    tab = await sign_in("admin", "/users/create")
    revision = form(tab).revision
    await tab.send(UserForm.add_line, name="rolesTerritory")
    await tab.send(UserForm.add_line, name="rolesTerritory")
    locked, first, second = form(tab).lines["rolesTerritory"]
    for line in (locked, first):
        await tab.send(UserForm.remove_line, name="rolesTerritory", key=line["key"])
    assert form(tab).lines["rolesTerritory"] == [locked, second]
    assert form(tab).revision == revision


@pytest.mark.parametrize("name", ["nothing", "givenName"])
async def test_lines_exist_only_where_the_form_has_them(sign_in, name):
    tab = await sign_in("admin", "/users/create")
    await tab.send(UserForm.add_line, name=name)
    await tab.send(UserForm.remove_line, name=name, key="1")
    assert set(form(tab).lines) == {"rolesTerritory"}


# --- images ----------------------------------------------------------------------------------


@proves("CALL-9", "FILE-1", "USER-1")
async def test_an_image_is_sent_after_the_save(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await choose_image(tab, UserForm, image())
    await tab.send(UserForm.save, data=NEW)
    assert [call.path for call in upstream.writes()[1:]] == ["/admin/users", "/admin/images"]
    sent = upstream.called("POST", "admin/images")[0]
    for part in (b'name="userId"\r\n\r\n201', b'name="position"\r\n\r\n1', b'filename="image.png"', b"image/png"):
        assert part in sent.content
    assert [kind for kind, _, _ in told(tab)] == ["success"]
    assert tab.redirects == ["/users/show/201"]
    assert not left(), "the file is taken away"


async def test_an_image_alone_is_a_change(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await choose_image(tab, UserForm, image(kind="JPEG"))
    await save(tab)
    assert [call.path for call in upstream.writes()[1:]] == ["/admin/images"]
    assert told(tab) == [("success", say("errors.user.update_success", "fr"), "")]


@proves("NOTICE-14")
async def test_an_image_the_api_refuses_keeps_the_change_and_can_be_sent_again(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await choose_image(tab, UserForm, image())
    upstream.fail("admin/images", 400, times=1)
    await save(tab, familyName="Durand")
    assert upstream.user(7).family_name == "Durand"
    assert [text for _, text, _ in told(tab)] == [say("errors.user.image_error", "fr")]
    assert form(tab).image["unsure"] is False
    assert form(tab).image["pending"] is True
    assert not tab.redirects
    upstream.forget()
    await tab.send(UserForm.retry_image)
    assert [call.path for call in upstream.writes()] == ["/admin/images"]
    assert form(tab).image["pending"] is False
    assert tab.redirects == ["/users/show/7"]


@proves("NOTICE-14")
async def test_an_image_refused_after_a_creation_can_be_sent_again(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    await choose_image(tab, UserForm, image())
    upstream.fail("admin/images", 500, times=1)
    await tab.send(UserForm.save, data=NEW)
    assert upstream.user(201).given_name == "Ada"
    assert told(tab) == [("error", say("kit.upload.unsure", "fr"), "")]
    assert tab.redirects == ["/users/201"], "the form of what now exists, so that it is not created twice"
    upstream.forget()
    await tab.open("/users/201")
    assert form(tab).image["pending"] is True
    await tab.send(UserForm.retry_image)
    assert [call.path for call in upstream.writes()] == ["/admin/images"]
    assert tab.redirects[-1] == "/users/show/201"


@proves("FORM-48")
async def test_an_image_whose_answer_is_lost_may_have_arrived(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await choose_image(tab, UserForm, image())
    upstream.lose("admin/images")
    await save(tab, familyName="Durand")
    assert told(tab) == [("error", say("kit.upload.unsure", "fr"), "")]
    assert (form(tab).image["pending"], form(tab).image["unsure"]) == (True, True)
    upstream.heal()
    await tab.send(UserForm.retry_image)
    assert form(tab).image["unsure"] is False


async def test_who_may_not_edit_is_shown_the_record_whose_image_was_refused(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_create", "user_read")
    tab = await sign_in("nobody", "/users/create")
    await choose_image(tab, UserForm, image())
    upstream.fail("admin/images")
    await tab.send(UserForm.save, data=NEW)
    assert tab.redirects == ["/users/show/201"]


async def test_a_change_after_a_refused_image_still_sends_what_changed(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await choose_image(tab, UserForm, image())
    upstream.fail("admin/images", 500, times=1)
    await save(tab, familyName="Durand")
    upstream.forget()
    await save(tab, familyName="Durand", givenName="Rose")
    assert [call.body for call in upstream.called("PATCH")] == [{"givenName": "Rose"}]
    assert len(upstream.called("POST", "admin/images")) == 1


@proves("FILE-6")
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"GIF89a" + b"\0" * 100, "not_an_image"),
        (b"<svg onload='alert(1)'/>", "not_an_image"),
        (image(kind="GIF"), "image_format"),
        (image(199, 300), "image_sides"),
        (image(300, 10_001), "image_sides"),
        (image()[:200], "not_an_image"),
    ],
)
async def test_a_file_that_is_no_fit_image_is_told_and_the_record_is_saved(sign_in, upstream, content, reason):
    tab = await sign_in("admin", "/users/7")
    await choose_image(tab, UserForm, content)
    await save(tab, familyName="Durand")
    assert not upstream.called("POST", "admin/images")
    assert upstream.user(7).family_name == "Durand"
    assert told(tab) == [("error", say("errors.user.image_error", "fr"), say(f"kit.upload.{reason}", "fr"))]
    assert form(tab).image["pending"] is False, "the same file would be refused again"


async def test_an_image_that_never_arrived_is_told(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await tab.send(UserForm.prepare_image)
    await save(tab, familyName="Durand")
    assert told(tab) == [("error", say("errors.user.image_error", "fr"), say("kit.upload.missing", "fr"))]


@proves("FILE-4")
async def test_a_file_waits_longer_again_once_its_tab_is_back(sign_in):
    tab = await sign_in("admin", "/users/7")
    await choose_image(tab, UserForm, image())
    ticket = form(tab).image["ticket"]
    await tickets.keep_for(tab.token, there=False)
    await tab.load()
    age(spool.LEAVING + 1)
    spool.sweep()
    assert tickets.content_of(ticket)


@proves("GUARD-14")
@pytest.mark.parametrize("locale", ["fr", "en"])
async def test_that_there_is_no_room_for_a_file_is_said_in_the_language_of_the_tab(sign_in, locale):
    tab = await sign_in("admin", "/users/7")
    await tab.send(Locale.choose, locale=locale)
    await tab.send(UserForm.prepare_image)
    words = {"507": say("kit.upload.full", locale), "503": say("errors.spool", locale)}
    assert tab.went("sendFile")[2] == words


@proves("FILE-7")
async def test_an_image_chosen_for_one_record_is_not_sent_to_another(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await choose_image(tab, UserForm, image())
    await tab.open("/users/11")
    await save(tab, familyName="Durand")
    assert not upstream.called("POST", "admin/images")


async def test_nothing_is_sent_again_when_no_image_waits(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.forget()
    await tab.send(UserForm.retry_image)
    assert not upstream.calls


async def test_the_form_sends_no_token_to_the_page(sign_in):
    tab = await sign_in("admin", "/users/7")
    assert "token" not in set(tab.view(UserForm))
    assert tab.view(Session).token
