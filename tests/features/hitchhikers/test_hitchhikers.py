"""Hitchhikers: users of the programme, their follow-up, their territory, and who may write (HIKER-1 to HIKER-10)."""

import json
import re
from pathlib import Path

import pytest
import reflex as rx

from admin_app.features.hitchhikers.follow_up import STYLESHEET, stepper, steps_cell
from admin_app.features.hitchhikers.resource import HITCHHIKERS, STEPS, Hitchhiker
from admin_app.features.hitchhikers.screens import HitchhikerForm, HitchhikerList, HitchhikerShow
from admin_app.features.home.waiting import Waits
from admin_app.kit import audit
from admin_app.kit.exports import state
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from sandbox.tables import identity_proofs, users
from tests.support.exports import ended, export
from tests.support.forms import submitted
from tests.support.proofs import proves

TOUL = {"streetAddress": "Route de Nancy", "postalCode": "54200", "addressLocality": "Toul"}
TOUL |= {"latitude": "48.681940", "longitude": "5.918330"}
NEW = {
    "givenName": "Yanis",
    "familyName": "Moreau",
    "gender": "2",
    "birthDate": "2008-09-30",
    "email": "yanis.moreau@example.org",
    "telephone": "0655501234",
    "homeAddress": json.dumps(TOUL),
    "hitchHikePassenger": "true",
}
PERSON = 100
ACCEPTED = {"identity_status": 2, "hitch_hike_passenger": True, "hitch_hike_driver": False}
UNTOUCHED = {"rezo_kit": None, "card_letter": None, "card_letter_posted": None}


@pytest.fixture(autouse=True)
def _module(configure):
    configure(hitchhiking=True)


@pytest.fixture
def person(upstream) -> int:
    """An accepted passenger whose kit and letter nobody has touched."""
    upstream.change(PERSON, **ACCEPTED, **UNTOUCHED)
    return PERSON


def told(tab) -> list[tuple[str, str]]:
    return [(item["kind"], item["text"]) for item in tab.view(Notices).items]


def asked(upstream) -> list[tuple[str, str]]:
    """The parameters of the last list asked for, without order and page."""
    params = upstream.called("GET", "admin/users")[-1].params
    return [pair for pair in params if not pair[0].startswith(("order", "page", "perPage"))]


def rows(tab) -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in tab.view(HitchhikerList).rows}


def written(upstream) -> list[str]:
    """The writing calls but the sign-in."""
    return [call.path for call in upstream.writes() if call.path != "/login"]


async def save(tab, **changes: str | None) -> None:
    await tab.send(HitchhikerForm.save, data=submitted(tab, HitchhikerForm, **changes))


# --- the list --------------------------------------------------------------------


@proves("HIKER-1")
async def test_the_list_holds_hitchhikers_in_one_call(sign_in, upstream):
    tab = await sign_in("hitchhiking", "/hitchhikers?perPage=100")
    listed = rows(tab)
    assert len(upstream.called("GET", "admin/users")) == 1
    assert asked(upstream) == [("isHitchHiker", "true")]
    query = users.select().where(users.c.hitch_hike_driver | users.c.hitch_hike_passenger)
    assert set(listed) == {str(row.id) for row in upstream.sandbox.database.rows(query)}
    assert {row["hitchHiking"] for row in listed.values()} <= {"passenger", "driver", "both"}
    assert all(row["identityStatus"] in "01234" for row in listed.values())


@proves("HIKER-1")
@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("identityStatus=1", [("identityStatus", "1")]),
        ("identityStatus=0", [("identityStatus[]", "0")]),
        ("cardLetter=true&cardLetterPosted=false", [("cardLetter", "true"), ("cardLetterPosted", "false")]),
        ("q=o%27connor", [("familyName", "o'connor")]),
        ("rezoKit=maybe&isHitchHiker=false", []),
    ],
)
async def test_filters_never_leave_the_programme(sign_in, upstream, query, sent):
    tab = await sign_in("admin", f"/hitchhikers?{query}")
    assert sorted(asked(upstream)) == sorted([*sent, ("isHitchHiker", "true")])
    assert tab.view(HitchhikerList).problem == ""


@proves("HIKER-1")
async def test_selecting_all_results_stays_in_the_programme(sign_in, upstream):
    tab = await sign_in("admin", "/hitchhikers")
    await tab.send(HitchhikerList.select_all)
    assert ("isHitchHiker", "true") in asked(upstream)
    assert len(tab.went("select")[1]) == tab.view(HitchhikerList).total


@proves("HIKER-12")
async def test_a_selection_is_erased_as_other_users_are(sign_in, upstream):
    tab = await sign_in("admin", "/hitchhikers")
    ids = [row["id"] for row in tab.view(HitchhikerList).rows[:2]]
    asked_for = {"action": "delete", "ids": ",".join(ids)}
    await tab.send(HitchhikerList.weigh_bulk, data=asked_for)
    assert tab.view(HitchhikerList).bulk_weighed
    assert tab.view(HitchhikerList).bulk_impacts
    await tab.send(HitchhikerList.run_bulk, data=asked_for | {"typed": "1"})
    assert not upstream.called("GET", "admin/users/delete")
    await tab.send(HitchhikerList.run_bulk, data=asked_for | {"typed": "2"})
    assert [call.query for call in upstream.called("GET", "admin/users/delete")] == [{"selected": ",".join(ids)}]
    assert [upstream.user(int(each)).status for each in ids] == [4, 4]
    assert [(each.kind, each.subject, each.outcome) for each in audit.read((), 10)] == [
        ("erasure", "hitchhikers", "complete")
    ]


@proves("HIKER-12")
async def test_who_only_runs_the_programme_erases_nobody(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "hitchhiking_watcher", "hitchhiking_administrator")
    tab = await sign_in("nobody", "/hitchhikers")
    (first, *_) = tab.view(HitchhikerList).rows
    await tab.send(HitchhikerList.run_bulk, data={"action": "delete", "ids": first["id"], "typed": "1"})
    assert not upstream.called("GET", "admin/users/delete")
    assert upstream.user(int(first["id"])).status != 4


async def test_without_a_status_nothing_was_provided(sign_in, upstream):
    upstream.change(PERSON, hitch_hike_passenger=True, identity_status=None)
    tab = await sign_in("admin", "/hitchhikers?identityStatus=0&perPage=100")
    assert rows(tab)[str(PERSON)]["identityStatus"] == "0"


@proves("HIKER-7")
@pytest.mark.parametrize(
    ("query", "shortcut", "remark"),
    [
        ("", "", ""),
        ("?identityStatus=1", "to_check", ""),
        ("?identityStatus=1&q=a", "", ""),
        ("?cardLetter=true&cardLetterPosted=false", "letters_to_post", ""),
        ("?identityProofStatus=2&rezoKit=false", "kits_to_give", ""),
        ("?rezoKit=false&q=a", "", "overridden"),
        ("?rezoKit=true&q=a", "", ""),
    ],
)
async def test_a_list_says_which_one_it_is_and_what_the_api_adds_to_it(sign_in, query, shortcut, remark):
    view = (await sign_in("admin", f"/hitchhikers{query}")).view(HitchhikerList)
    assert (view.shortcut, view.remark) == (shortcut, remark)


@pytest.mark.parametrize(
    ("flags", "word"),
    [((True, None), "driver"), ((None, True), "passenger"), ((True, True), "both"), ((False, None), "")],
)
def test_both_flags_are_one_word(flags, word):
    person = Hitchhiker(hitch_hike_driver=flags[0], hitch_hike_passenger=flags[1])
    travels = next(column for column in HITCHHIKERS.columns if column.field == "hitch_hiking")
    assert travels.value is not None
    assert travels.value(person) == word


# --- the follow-up -----------------------------------------------------------------


def test_a_mark_for_each_step_stands_in_the_list_on_every_screen():
    """The last step in words alone tells nothing of an earlier one that is missing."""
    written = (Path(__file__).parents[3] / "assets" / STYLESHEET.strip("/")).read_text("utf-8")
    of_marks = re.findall(r"\.(?:step-marks|steps-taken)[^{}]*\{([^}]*)\}", written)
    assert of_marks
    assert not [each for each in of_marks if "display: none" in each]


@proves("HIKER-6")
def test_the_list_and_the_page_tell_the_same_steps():
    """The identity is the first of them: three marks against four steps looked like two ways."""
    row = rx.Var("row").to(dict[str, str])
    marks = re.findall(r'"data-done":([^,}]+)', str(steps_cell(row)))
    assert len(marks) == len(STEPS) + 1
    assert "identityStatus" in marks[0]
    assert len(set(re.findall(r'"step:(\w+)"', str(stepper(HitchhikerShow))))) == len(marks)


@proves("HIKER-6")
def test_a_page_says_how_the_account_stands_and_how_the_identity_does():
    """The list tells the identity alone, the head of the page told the account alone."""
    assert [each.field for each in HITCHHIKERS.badges] == ["status", "identity_status"]
    assert HITCHHIKERS.badges[1].choices == HITCHHIKERS.column("identity_status").choices


@proves("HIKER-6")
async def test_the_steps_are_taken_one_after_the_other_in_the_list(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers?perPage=100")
    upstream.forget()
    for step in ("rezo_kit", "card_letter", "card_letter_posted"):
        assert rows(tab)[str(person)]["_next"] == step
        await tab.send(HitchhikerList.mark, record_id=str(person), step=step)
        assert told(tab)[-1][0] == "success"
        assert rows(tab)[str(person)]["followUp"] == step
    assert rows(tab)[str(person)]["_next"] == ""
    assert [call.body for call in upstream.called("PATCH")] == [
        {"rezoKit": True},
        {"cardLetter": True},
        {"cardLetterPosted": True},
    ]
    read = {call.path for call in upstream.called("GET")}
    assert read == {f"/admin/users/{person}"}, "each is looked at first; the answer says what the row shows"


async def test_a_step_uncovers_nothing(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers?perPage=100")
    masked = rows(tab)[str(person)]["email"]
    assert masked != upstream.user(person).email
    await tab.send(HitchhikerList.mark, record_id=str(person), step="rezo_kit")
    assert rows(tab)[str(person)]["email"] == masked
    await tab.send(HitchhikerList.reveal, record_id=str(person), column="email")
    await tab.send(HitchhikerList.mark, record_id=str(person), step="card_letter")
    assert rows(tab)[str(person)]["email"] == upstream.user(person).email


@proves("HIKER-6")
async def test_nothing_is_due_before_the_identity_is_accepted(sign_in, upstream, person):
    upstream.change(person, identity_status=1)
    tab = await sign_in("admin", "/hitchhikers?perPage=100")
    assert rows(tab)[str(person)]["_next"] == ""


async def test_a_step_is_taken_back_on_the_record(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/show/{person}")
    assert tab.view(HitchhikerShow).steps == {"rezo_kit": "", "card_letter": "", "card_letter_posted": ""}
    await tab.send(HitchhikerShow.mark, step="rezo_kit", done=True)
    assert tab.view(HitchhikerShow).steps["rezo_kit"] == "true"
    await tab.send(HitchhikerShow.mark, step="rezo_kit", done=False)
    assert tab.view(HitchhikerShow).steps["rezo_kit"] == "false"
    assert tab.view(HitchhikerShow).marking is False
    name = tab.view(HitchhikerShow).title
    assert told(tab)[-1] == ("success", say("hitchhikers.unmarked.rezo_kit", "fr", name=name))


POSTED = {"rezo_kit": True, "card_letter": True, "card_letter_posted": True}


@proves("HIKER-14")
@pytest.mark.parametrize(
    ("before", "meanwhile", "step", "done", "stands"),
    [
        ({"card_letter": True}, POSTED, "card_letter", False, "card_letter_posted.done"),
        ({"card_letter": True}, POSTED, "card_letter_posted", True, "card_letter_posted.done"),
        ({"card_letter": True}, {"card_letter": False}, "card_letter_posted", True, "card_letter.due"),
        ({"card_letter": True}, {"card_letter": False}, "card_letter", False, "card_letter.due"),
        ({"card_letter": True}, {"identity_status": 3}, "card_letter_posted", True, "identity"),
        (POSTED, POSTED, "rezo_kit", False, "card_letter_posted.done"),
    ],
)
async def test_what_a_colleague_did_meanwhile_is_said_and_not_written_over(
    sign_in, upstream, person, before, meanwhile, step, done, stands
):
    upstream.change(person, **{"rezo_kit": True} | before)
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/show/{person}")
    upstream.change(person, **meanwhile)
    await tab.send(HitchhikerShow.mark, step=step, done=done)
    assert not written(upstream)
    view, (notice,) = tab.view(HitchhikerShow), tab.view(Notices).items
    assert notice["detail"] == say(f"hitchhikers.stands.{stands}", "fr", name=view.title)
    stored = upstream.user(person)
    assert view.steps["card_letter_posted"] == ("true" if stored.card_letter_posted else "")
    assert (view.shown["identityStatus"], view.marking) == (str(stored.identity_status), False)


@proves("HIKER-14")
async def test_a_row_shows_what_a_colleague_did_meanwhile(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers?perPage=100")
    upstream.change(person, rezo_kit=True)
    await tab.send(HitchhikerList.mark, record_id=str(person), step="rezo_kit")
    assert not written(upstream)
    assert tab.view(Notices).items[-1]["kind"] == "error"
    assert rows(tab)[str(person)]["_next"] == "card_letter"


@proves("HIKER-14")
def test_only_the_last_step_taken_is_offered_to_be_taken_back():
    page = str(stepper(HitchhikerShow))
    assert page.count('"action:unmark:card_letter_posted"') == 1
    kit = page[page.index('"Kit"') : page.index('"action:unmark:rezo_kit"')]
    assert "card_letter_posted" in kit


@proves("HIKER-14", "BULK-4")
async def test_of_several_who_does_not_wait_for_a_step_is_left_aside_by_name(sign_in, upstream, person):
    upstream.change(person, rezo_kit=True, card_letter=True)
    tab = await sign_in("hitchhiking-admin", "/hitchhikers?perPage=100")
    unchecked, early = [each for each in rows(tab) if each != str(person)][:2]
    upstream.change(int(unchecked), **{**ACCEPTED, "identity_status": 1}, **UNTOUCHED)
    upstream.change(int(early), **ACCEPTED, **UNTOUCHED)
    data = {"ids": f"{person},{unchecked},{early}", "action": "card_letter_posted"}
    await tab.send(HitchhikerList.run_bulk, data=data)
    report = {each["id"]: each for each in tab.view(HitchhikerList).bulk_report}
    assert {id_: each["outcome"] for id_, each in report.items()} == {
        str(person): "done",
        unchecked: "aside",
        early: "aside",
    }
    for id_, stands in ((unchecked, "identity"), (early, "rezo_kit.due")):
        user = upstream.user(int(id_))
        name = f"{user.given_name} {user.family_name}"
        assert report[id_]["reason"] == say(f"hitchhikers.stands.{stands}", "fr", name=name)
        assert user.card_letter_posted is None
    assert tab.went("selected") == ["hitchhikers", []], "they are not left to do"
    assert tab.went("openDialog") == ["hitchhikers-report"]
    assert told(tab) == [("error", say("kit.bulk.aside", "fr", count=2, total="3"))]


@proves("NOTICE-13")
async def test_a_refused_step_is_said_and_changes_nothing(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/show/{person}")
    upstream.fail(f"admin/users/{person}", 500, "PATCH")
    await tab.send(HitchhikerShow.mark, step="rezo_kit", done=True)
    assert told(tab) == [("error", say("errors.unsure", "fr"))]
    assert tab.view(HitchhikerShow).steps["rezo_kit"] == ""
    assert tab.view(HitchhikerShow).marking is False


@proves("HIKER-13", "HOME-1")
async def test_the_next_to_check_comes_after_this_one_and_then_from_the_first(sign_in, upstream):
    """In the order in which their documents came, as on home: here, who registered last sent it first."""
    database = upstream.sandbox.database
    tab = await sign_in("hitchhiking-admin", "/hitchhikers?identityStatus=1&sort=-createdDate&perPage=100")
    waiting = [row["id"] for row in tab.view(HitchhikerList).rows]
    assert len(waiting) > 1
    proofs = identity_proofs.select().where(identity_proofs.c.status == 1)
    by_person = {str(proof.user_id): proof.id for proof in database.rows(proofs)}
    for rank, record_id in enumerate(waiting):
        database.change(identity_proofs, by_person[record_id], created_date=f"2026-01-{rank + 1:02} 10:00:00")
    database.commit()
    await tab.open("/")
    first = [each["href"] for each in tab.view(Waits).people]
    assert first
    assert first == [f"/hitchhikers/show/{each}" for each in waiting[: len(first)]]
    for place, record_id in enumerate(waiting):
        await tab.open(f"/hitchhikers/show/{record_id}")
        await tab.send(HitchhikerShow.next_to_check)
        assert tab.redirects[-1] == f"/hitchhikers/show/{waiting[(place + 1) % len(waiting)]}"
        assert tab.view(HitchhikerShow).seeking is False


@proves("HIKER-13")
async def test_when_nobody_else_waits_that_is_said(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/show/{person}")
    upstream.answer("GET", "admin/users", {"hydra:member": [], "hydra:totalItems": 0})
    await tab.send(HitchhikerShow.next_to_check)
    assert told(tab)[-1] == ("success", say("hitchhikers.all_checked", "fr"))
    assert not tab.redirects


async def test_what_is_no_step_is_never_written(sign_in, upstream, person):
    tab = await sign_in("admin", "/hitchhikers")
    await tab.send(HitchhikerList.mark, record_id=str(person), step="verified_identity")
    assert told(tab)[-1][0] == "error"
    assert not written(upstream)


@proves("HIKER-13")
def test_what_waits_for_a_decision_stands_before_the_way():
    page = str(stepper(HitchhikerShow))
    assert page.count('"evidence"') == 2, "below the way, once nothing waits"
    assert page.index('"evidence"') < page.index('"follow-up"') < page.rindex('"evidence"')


@proves("HIKER-6")
async def test_letters_are_posted_in_bulk_with_a_report(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers?perPage=100")
    other = next(id_ for id_ in rows(tab) if id_ != str(person))
    for each in (person, int(other)):
        upstream.change(each, **ACCEPTED, rezo_kit=True, card_letter=True, card_letter_posted=None)
    upstream.fail(f"admin/users/{other}", 500, "PATCH")
    data = {"ids": f"{person},{other}", "action": "card_letter_posted"}
    await tab.send(HitchhikerList.run_bulk, data=data)
    assert upstream.user(person).card_letter_posted is True
    assert {each["id"]: each["outcome"] for each in tab.view(HitchhikerList).bulk_report} == {
        str(person): "done",
        other: "uncertain",
    }


# --- who may write -------------------------------------------------------------------


@proves("HIKER-5")
async def test_a_watcher_changes_nothing_whatever_is_sent(sign_in, upstream, person):
    tab = await sign_in("hitchhiking", f"/hitchhikers/show/{person}")
    assert tab.view(HitchhikerShow).title
    await tab.send(HitchhikerShow.mark, step="rezo_kit", done=True)
    await tab.open("/hitchhikers")
    await tab.send(HitchhikerList.mark, record_id=str(person), step="rezo_kit")
    await tab.send(HitchhikerList.run_bulk, data={"ids": str(person), "action": "rezo_kit"})
    await tab.open("/hitchhikers/create")
    await tab.send(HitchhikerForm.save, data=NEW)
    await tab.open(f"/hitchhikers/{person}")
    assert tab.view(HitchhikerForm).values.get("email", "") == ""
    await tab.send(HitchhikerForm.save, data=NEW)
    assert not written(upstream)


@proves("ACCESS-13")
async def test_the_api_asks_for_more_than_the_routes_and_says_so(sign_in, upstream, person):
    upstream.grant("hitchhiking-admin@demo.test", "access_admin", "hitchhiking_administrator", "user_list", "user_read")
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/{person}")
    await save(tab, givenName="Zoé")
    assert tab.view(Notices).items[-1]["detail"] == say("errors.access_denied", "fr")
    assert tab.view(HitchhikerForm).record_id == str(person)
    upstream.grant("hitchhiking-admin@demo.test", "access_admin", "hitchhiking_watcher")
    tab = await sign_in("hitchhiking-admin", "/hitchhikers")
    assert tab.view(HitchhikerList).problem == say("errors.access_denied", "fr")


@proves("ACCESS-7")
async def test_the_module_is_off_unless_the_deployment_wants_it(sign_in, upstream, configure):
    configure(hitchhiking=False)
    tab = await sign_in("admin", "/hitchhikers")
    assert not upstream.called("GET", "admin/users")
    assert "rows" not in tab.view(HitchhikerList) or not tab.view(HitchhikerList).rows


# --- the form ------------------------------------------------------------------------


@proves("HIKER-2", "HIKER-3")
async def test_a_creation_sends_what_makes_a_hitchhiker(sign_in, upstream):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers/create")
    await tab.send(HitchhikerForm.save, data=NEW)
    body = upstream.called("POST", "admin/users")[0].body
    assert (body["phoneDisplay"], body["hitchHikePassenger"], body["hitchHikeDriver"]) == (1, True, False)
    assert "isHitchHiker" not in body
    assert "status" not in body
    assert not {"rezoKit", "cardLetter", "cardLetterPosted", "rolesTerritory"} & set(body)
    record_id = tab.redirects[-1].rpartition("/")[2]
    assert tab.redirects[-1] == f"/hitchhikers/show/{record_id}"
    await tab.open(f"/hitchhikers?q={NEW['familyName']}&perPage=100")
    assert record_id in rows(tab)


@proves("HIKER-10")
async def test_somebody_who_has_an_account_is_opened_here_instead(sign_in, upstream):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers/create")
    email = upstream.user(7).email
    await tab.send(HitchhikerForm.save, data={**NEW, "email": email})
    assert tab.view(HitchhikerForm).errors["email"] == say("kit.duplicates.taken", "fr")
    (found,) = tab.view(HitchhikerForm).duplicates["email"]
    assert found["_href"] == "/hitchhikers/show/7"
    assert not written(upstream)


@proves("HIKER-2")
async def test_a_creation_needs_a_way_of_hitchhiking(sign_in, upstream):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers/create")
    assert tab.view(HitchhikerForm).values["hitchHikePassenger"] == ""
    assert tab.view(HitchhikerForm).values["hitchHikeDriver"] == ""
    await tab.send(HitchhikerForm.save, data={**NEW, "hitchHikePassenger": ""})
    assert tab.view(HitchhikerForm).errors == {"hitchHikePassenger": say("hitchhikers.validation.neither", "fr")}
    assert not written(upstream)


@proves("HIKER-8")
async def test_leaving_the_programme_is_asked_first(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/{person}")
    await save(tab, hitchHikePassenger=None)
    assert tab.view(HitchhikerForm).question == say("hitchhikers.asks.no_longer", "fr")
    assert not written(upstream)
    await save(tab, hitchHikePassenger=None, _confirmed="yes")
    assert upstream.called("PATCH")[0].body == {"hitchHikePassenger": False}


async def test_an_edition_sends_what_changed_and_leaves_the_unset_unset(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/{person}")
    await save(tab, rezoKit="true")
    assert upstream.called("PATCH")[0].body == {"rezoKit": True}
    assert upstream.user(person).card_letter is None


async def test_a_changed_address_is_sent_whole(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/{person}")
    await save(tab, homeAddress=json.dumps(TOUL), homeAddress_label="Route de Nancy, 54200 Toul")
    sent = upstream.called("PATCH")[0].body["homeAddress"]
    assert sent.items() >= TOUL.items()
    assert {"houseNumber", "street", "region", "addressCountry"} <= set(sent), "what is left out becomes null"
    assert "@id" not in sent


@pytest.mark.parametrize(
    ("written", "told"), [(None, ""), ("Chez Mme Roux, 54000 Nancy", "Chez Mme Roux, 54000 Nancy")]
)
async def test_the_address_of_the_letter_is_told_where_it_is_not_the_home(sign_in, upstream, person, written, told):
    upstream.change(person, postal_address=written)
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/show/{person}")
    assert tab.view(HitchhikerShow).shown["postalAddress"] == told
    assert tab.view(HitchhikerShow).shown["homeAddress"]


# --- the territory -------------------------------------------------------------------


@proves("HIKER-4")
async def test_the_territory_is_asked_for_once_with_the_record(sign_in, upstream, person):
    tab = await sign_in("hitchhiking", f"/hitchhikers/show/{person}")
    view = tab.view(HitchhikerShow)
    assert view.territory_status in ("notConsidered", "pondering", "ongoing", "working", "unsuscribed")
    assert view.territory_address == view.shown["homeAddress"]
    assert view.territory_person == str(person)
    assert len([call for call in upstream.calls if call.path.endswith("rzpTerritoryStatus")]) == 1


@proves("HIKER-4")
async def test_a_slow_territory_keeps_nobody_waiting(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers")
    with upstream.held("rzpTerritoryStatus") as released:
        await tab.begin(f"/hitchhikers/show/{person}")
        while not tab.view(HitchhikerShow).territory_person:
            await tab.send(HitchhikerList.mark, record_id=str(person), step="rezo_kit")
        assert tab.view(HitchhikerShow).title
        assert tab.view(HitchhikerShow).territory_status == ""
        released.set()
        while not tab.view(HitchhikerShow).territory_status:
            await tab.send(HitchhikerList.mark, record_id=str(person), step="rezo_kit")


@proves("HIKER-4")
async def test_a_territory_that_cannot_be_read_takes_nothing_else_away(sign_in, upstream, person):
    upstream.fail(f"admin/users/{person}/rzpTerritoryStatus", 500)
    tab = await sign_in("hitchhiking", f"/hitchhikers/show/{person}")
    assert tab.view(HitchhikerShow).territory_problem
    assert tab.view(HitchhikerShow).problem == ""
    upstream.heal()
    await tab.send(HitchhikerShow.read_territory)
    assert (tab.view(HitchhikerShow).territory_problem, tab.view(HitchhikerShow).territory_status != "") == ("", True)


async def test_without_a_saved_home_nothing_is_asked(sign_in, upstream, person):
    upstream.change(person, home_address_id=None)
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/show/{person}")
    await tab.open("/hitchhikers/create")
    assert not [call for call in upstream.calls if call.path.endswith("rzpTerritoryStatus")]
    assert tab.view(HitchhikerForm).territory_address == ""
    await tab.send(HitchhikerForm.search, name="homeAddress", text="Toul")
    assert tab.view(HitchhikerForm).moving is False, "no status is shown that another address could have"


async def test_an_address_being_filled_in_has_no_status_yet(sign_in, upstream, person):
    tab = await sign_in("hitchhiking-admin", f"/hitchhikers/{person}")
    before = tab.view(HitchhikerForm).territory_status
    assert before
    assert tab.view(HitchhikerForm).moving is False
    await tab.send(HitchhikerForm.search, name="homeAddress", text="Toul")
    assert tab.view(HitchhikerForm).moving is True
    assert tab.view(HitchhikerForm).territory_status == before, "said to be that of the saved address"
    assert len([call for call in upstream.calls if call.path.endswith("rzpTerritoryStatus")]) == 1


async def test_an_accepted_proof_gives_the_kit_and_the_letter(sign_in, upstream):
    tab = await sign_in("hitchhiking-admin", "/hitchhikers?identityStatus=1")
    person = next(
        id_ for id_ in rows(tab) if upstream.user(int(id_)).birth_date and upstream.user(int(id_)).home_address_id
    )
    await tab.open(f"/hitchhikers/show/{person}")
    assert tab.view(HitchhikerShow).steps["rezo_kit"] == ""
    await tab.send(HitchhikerShow.decide_proof, proof_id=tab.view(HitchhikerShow).proof["id"], accept=True)
    view = tab.view(HitchhikerShow)
    assert (view.shown["identityStatus"], view.steps["rezo_kit"], view.steps["card_letter"]) == ("2", "true", "true")
    assert tab.went("focusOn") == ["follow-up"], "the step that is due now stands below this heading"


async def test_a_watcher_reads_the_history_of_proofs_alone(sign_in, upstream):
    tab = await sign_in("hitchhiking", "/hitchhikers?identityStatus=1")
    await tab.open(next(iter(rows(tab).values()))["_href"])
    assert tab.view(HitchhikerShow).proofs
    assert tab.view(HitchhikerShow).proof == {}
    await tab.send(HitchhikerShow.accept_by_hand)
    assert not written(upstream)


@proves("EXPORT-3", "HIKER-1")
@pytest.mark.parametrize(
    ("data", "sent"),
    [
        ({"scope": "everything"}, {"isHitchHiker": "true"}),
        ({"scope": "filtered"}, {"isHitchHiker": "true", "cardLetter": "true"}),
        ({"scope": "everything", "content": "detailed"}, {"isHitchHiker": "true", "exportType": "1"}),
    ],
)
async def test_an_export_never_leaves_the_programme(sign_in, upstream, configure, monkeypatch, data, sent):
    configure(hitchhiking=True, export=True)
    monkeypatch.setattr(state, "POLL", 0.01)
    tab = await sign_in("admin", "/hitchhikers?cardLetter=true")
    await export(tab, HitchhikerList.export, **data)
    (call,) = upstream.called("GET", "admin/users/export")
    plain = {name: text for name, text in call.query.items() if not name.startswith(("order", "page", "perPage"))}
    assert plain == sent
    assert ended(tab)[0] == "complete"
