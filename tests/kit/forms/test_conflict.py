"""Two people save one record: nothing is overwritten without a word (FORM-20, FORM-35; decision 40)."""

import pytest

from admin_app.features.content.events import EventForm
from admin_app.features.hitchhikers.screens import HitchhikerForm
from admin_app.features.users.screens import UserForm
from admin_app.kit.declare.fields import Input, LinesInput, TextInput
from admin_app.kit.forms.conflict import Reading, differences, merge
from admin_app.kit.forms.submission import Submission
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from tests.support.forms import submitted
from tests.support.proofs import proves

NAME, TOWN, STOPS = TextInput("name"), TextInput("town"), LinesInput("stops", "rows", inputs=(TextInput("at"),))
PARTS: tuple[Input, ...] = (NAME, TOWN, STOPS)


def reading(name: str, town: str, *stops: str) -> Reading:
    lines = {"stops": [{"key": str(at), "at": stop} for at, stop in enumerate(stops)]}
    values = {"name": name, "town": town}
    return Reading(values, lines, {}, Submission(PARTS, values, lines).body)


def come(base: Reading, mine: Reading, now: Reading, **choices: str) -> tuple[dict[str, bool], Reading]:
    """What the others changed and whether the person did too, and what stands in the form then."""
    sent = Submission(PARTS, mine.values, dict(mine.lines), choices=choices)
    found = differences(PARTS, base, mine.body, now)
    merged = merge(sent, base, now, found, lambda: "9")
    held = Reading(merged.sent.values, merged.sent.lines, {}, merged.sent.body)
    return {each.part.name: each.contested for each in found}, held


BASE = reading("Aire", "Toul", "Pont")


def test_what_only_the_others_changed_stays_theirs():
    found, form = come(BASE, reading("Aire", "Nancy", "Pont"), reading("Parking", "Toul", "Gare"))
    assert found == {"name": False, "stops": False}
    assert form.body == {"name": "Parking", "town": "Nancy", "stops": [{"at": "Gare"}]}


def test_what_both_changed_is_decided_and_stays_as_the_person_has_it_until_then():
    mine, now = reading("Aire", "Nancy", "Port"), reading("Aire", "Metz", "Gare")
    found, form = come(BASE, mine, now)
    assert (found, form.body) == ({"town": True, "stops": True}, mine.body)
    _, form = come(BASE, mine, now, town="theirs", stops="theirs")
    assert form.body == now.body


def test_the_same_change_of_both_is_none():
    assert come(BASE, reading("Aire", "Nancy", "Pont"), reading("Aire", "Nancy", "Pont"))[0] == {}


# --- a form --------------------------------------------------------------------------------


def form(tab):
    return tab.view(UserForm)


async def save(tab, **changes: str | None) -> None:
    await tab.send(UserForm.save, data=submitted(tab, UserForm, **changes))


@proves("FORM-20")
async def test_a_change_of_another_field_is_kept_and_said(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.change(7, given_name="Camilla", gender=3)
    await save(tab, telephone="0611111111")
    assert upstream.called("PATCH")[0].body == {"telephone": "0611111111"}
    assert ("askToSave", []) not in tab.calls
    (notice,) = tab.view(Notices).items
    assert notice["text"] == say("errors.user.update_success", "fr")
    assert "Prénom\u00a0: Camille → Camilla" in notice["detail"]
    assert "Genre\u00a0: Femme → Autre" in notice["detail"]


@proves("FORM-20")
async def test_what_others_changed_is_said_too_where_it_does_not_fit_and_the_save_is_refused(
    sign_in, upstream, configure
):
    configure(event=True)
    upstream.put("events", 1, from_date="2027-03-27T22:00:00", to_date="2027-03-28T02:30:00", use_time=True)
    tab = await sign_in("admin", "/events/1")
    upstream.put("events", 1, to_date="2027-03-27T23:00:00")
    changes = {"fromDate": "2027-03-28", "fromDate_time": "01:00"}
    await tab.send(EventForm.save, data=submitted(tab, EventForm, **changes))
    assert set(tab.view(EventForm).errors) == {"toDate"}
    assert "Fin\u00a0: 28 mars 2027 02:30 → 27 mars 2027 23:00" in tab.view(EventForm).failure
    assert not upstream.called("PATCH")


@proves("FORM-20")
async def test_what_only_followed_from_another_field_is_not_said_to_be_kept(sign_in, upstream, configure):
    """The address of a letter is made of name and home where nobody wrote it (users.yaml, x-hitchhiker)."""
    configure(hitchhiking=True)
    upstream.change(7, hitch_hike_passenger=True, postal_address=None)
    tab = await sign_in("admin", "/hitchhikers/7")
    upstream.change(7, family_name="Colibri", gender=3)
    typed = submitted(tab, HitchhikerForm, familyName="Cormoran")
    await tab.send(HitchhikerForm.save, data=typed)
    await tab.send(HitchhikerForm.save, data=typed | {"_confirmed": "yes", "_of:familyName": "mine"})
    assert upstream.user(7).family_name == "Cormoran"
    (notice,) = tab.view(Notices).items
    assert "Genre" in notice["detail"]
    assert "Colibri" not in notice["detail"]


async def test_nothing_is_said_where_nobody_else_was_there(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await save(tab, telephone="0611111111")
    assert [item["detail"] for item in tab.view(Notices).items] == [""]


@proves("FORM-20")
async def test_one_field_of_two_people_is_shown_in_three_versions(sign_in, upstream):
    upstream.change(7, telephone="0600000000")
    tab = await sign_in("admin", "/users/7")
    upstream.change(7, telephone="0622222222")
    await save(tab, telephone="06 11 11 11 11")
    assert not upstream.called("PATCH")
    assert tab.calls[-1] == ("askToSave", [])
    assert form(tab).their_changes == [
        {
            "name": "telephone",
            "label": "Téléphone",
            "before": "06 00 00 00 00",
            "theirs": "06 22 22 22 22",
            "mine": "06 11 11 11 11",
            "both": "true",
        }
    ]
    await save(tab, telephone="06 11 11 11 11", _confirmed="yes", **{"_of:telephone": "mine"})
    assert upstream.user(7).telephone == "0611111111"


@proves("FORM-20")
async def test_theirs_may_be_taken_and_the_rest_is_saved(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.change(7, telephone="0622222222")
    typed = {"telephone": "06 11 11 11 11", "familyName": "Durand"}
    await save(tab, **typed)
    await save(tab, **typed, _confirmed="yes", **{"_of:telephone": "theirs"})
    assert upstream.called("PATCH")[0].body == {"familyName": "Durand"}
    assert upstream.user(7).telephone == "0622222222"


@proves("FORM-20")
async def test_an_answer_is_about_what_was_shown(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.change(7, telephone="0622222222")
    await save(tab, telephone="0611111111")
    upstream.change(7, telephone="0633333333")
    await save(tab, telephone="0611111111", _confirmed="yes", **{"_of:telephone": "theirs"})
    assert not upstream.called("PATCH")
    assert form(tab).their_changes[0]["theirs"] == "06 33 33 33 33"


async def test_a_question_given_up_is_asked_again(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.change(7, telephone="0622222222")
    for _ in range(2):
        await save(tab, telephone="0611111111")
        assert len(form(tab).their_changes) == 1
    assert not upstream.called("PATCH")


async def test_a_save_that_fails_then_does_not_undo_what_the_others_did(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.change(7, given_name="Camilla")
    upstream.fail("admin/users/7", 500, method="PATCH", times=1)
    await save(tab, telephone="0611111111")
    assert form(tab).values["givenName"] == "Camilla", "the form holds both"
    await save(tab, telephone="0611111111")
    assert upstream.called("PATCH")[-1].body == {"telephone": "0611111111"}
    assert upstream.user(7).given_name == "Camilla"


async def test_an_address_is_shown_in_words(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    before = form(tab).labels["homeAddress"]
    await tab.send(UserForm.search, name="homeAddress", text="rue des Carmes Nancy")
    mine = form(tab).suggestions["homeAddress"][0]
    other = upstream.user(8)
    upstream.change(7, home_address_id=other.home_address_id)
    await save(tab, homeAddress=mine["value"], homeAddress_label=mine["label"])
    (asked,) = form(tab).their_changes
    assert (asked["before"], asked["mine"]) == (before, mine["label"])
    assert asked["theirs"] not in ("", before)


async def test_rich_texts_are_shown_as_they_read(sign_in, upstream, configure):
    configure(event=True)
    tab = await sign_in("admin", "/events/1")
    database = upstream.sandbox.database.raw
    database.execute("update events set full_description = '<p>Leur&nbsp;<strong>texte</strong></p>' where id = 1")
    database.commit()
    await tab.send(EventForm.save, data=submitted(tab, EventForm, fullDescription="<p>Mon texte</p>"))
    assert tab.view(EventForm).errors == {}
    (asked,) = tab.view(EventForm).their_changes
    assert (asked["theirs"].split(), asked["mine"]) == (["Leur", "texte"], "Mon texte")


async def test_a_record_that_is_gone_is_said(sign_in, upstream, configure):
    configure(event=True)
    tab = await sign_in("admin", "/events/1")
    upstream.sandbox.database.raw.execute("delete from events where id = 1")
    upstream.sandbox.database.raw.commit()
    await tab.send(EventForm.save, data=submitted(tab, EventForm, name="Fête"))
    assert not upstream.called("PATCH")
    assert tab.view(Notices).items[-1]["detail"] == say("errors.not_found", "fr")


# --- drafts --------------------------------------------------------------------------------


@proves("FORM-35")
async def test_a_draft_undoes_nothing_that_others_saved_since_it_was_begun(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    was = submitted(tab, UserForm)
    draft = {**was, "telephone": "0611111111"}
    upstream.change(7, given_name="Camilla")
    await tab.restart()
    await tab.send(UserForm.restore, data=draft, was=was)
    await save(tab)
    assert upstream.called("PATCH")[0].body == {"telephone": "0611111111"}
    assert upstream.user(7).given_name == "Camilla"


@proves("FORM-35")
async def test_a_draft_of_what_another_person_changed_since_is_asked_about(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    was = submitted(tab, UserForm)
    upstream.change(7, telephone="0622222222")
    await tab.restart()
    await tab.send(UserForm.restore, data={**was, "telephone": "0611111111"}, was=was)
    await save(tab)
    assert [each["name"] for each in form(tab).their_changes] == ["telephone"]


@proves("FORM-35")
@pytest.mark.parametrize("was", [{"gender": "²", "birthDate": "x", "homeAddress": "{"}, {"rolesTerritory:9:role": "x"}])
async def test_what_a_browser_says_it_was_begun_from_is_not_believed(sign_in, upstream, was):
    tab = await sign_in("admin", "/users/7")
    data = submitted(tab, UserForm, familyName="Durand")
    await tab.send(UserForm.restore, data=data, was=was)
    await tab.send(UserForm.save, data=data)
    assert form(tab).saving is False
    assert all(set(call.body) <= {"familyName"} for call in upstream.called("PATCH"))
