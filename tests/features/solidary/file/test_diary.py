"""The diary of a record: what may be noted, what is sent, and what becomes of what was typed (SOLIDARY-12)."""

import re
from pathlib import Path

import pytest

from admin_app.features.solidary import statuses
from admin_app.features.solidary.file import action_choices, diary_page
from admin_app.features.solidary.file.action_choices import STAGE_KEYS
from admin_app.features.solidary.file.drivers_panel import panel
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.kit.session import double_press
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.catalogue import LOCALES, catalogue
from tests.features.solidary.conftest import ENDPOINT, view
from tests.features.solidary.file.conftest import ELSEWHERE, FOLLOWED, LOOKING
from tests.support.proofs import proves

STYLES = Path(__file__).resolve().parents[4] / "assets" / "solidary-file.css"
DRIVERS = STYLES.with_name("solidary-drivers.css")

CALL, FREE, CLOSES, AGREED = "72", "90", "59", "51"
LONG = "Rappeler après 18 h 🚗 « sans faute » & vite. " * 230


def sent(upstream):
    """The commands the record was given."""
    return [call.body for call in upstream.called("PATCH", ENDPOINT)]


async def note(tab, **data):
    await tab.send(SolidaryFile.add_entry, data={"action": CALL, "comment": "", "user": "", **data})


def reason(tab):
    """Why what was asked for last was not done."""
    return [each["detail"] for each in tab.view(Notices).items if each["kind"] == "error"][-1]


def errors(tab):
    return [each["text"] for each in tab.view(Notices).items if each["kind"] == "error"]


# --- the catalogue --------------------------------------------------------------------------------


@proves("SOLIDARY-12")
async def test_the_actions_come_from_the_api_and_are_kept_a_while(at, upstream):
    tab = await at(LOOKING)
    await tab.open(f"/solidaryrecords/show/{FOLLOWED}")
    assert len(upstream.called("GET", f"{ENDPOINT}/actions")) == 1
    offered = view(tab).actions
    assert [each["value"] for each in offered["2"]][:3] == ["43", "44", "72"]
    assert [each["number"] for each in offered["2"]][:3] == ["1", "2", "3"]
    assert [each["value"] for each in offered["5"]] == [FREE]
    keys = [each["number"] for each in offered["4"]]
    assert len(set(keys)) == len(keys) == 12, "every action has a key"
    assert not {*keys, *STAGE_KEYS.values()} & {"", "C", "J"}
    assert [offered[stage][-1]["value"] for stage in "1234"] == [f"progress-{each}" for each in (25, 50, 75, 100)]


async def test_the_actions_of_the_stage_are_offered_first(at):
    tab = await at(LOOKING)
    assert view(tab).stage == "2"
    await tab.open(f"/solidaryrecords/show/{FOLLOWED}")
    assert view(tab).stage == "3"


@proves("SOLIDARY-12")
async def test_what_hides_a_record_for_good_is_never_offered_nor_sent(at, upstream):
    upstream.answer(
        "GET",
        f"{ENDPOINT}/actions",
        {
            "hydra:member": [
                {"id": 105, "name": "solidary_deeply_updated", "type": 4, "progression": "-1.00"},
                {"id": 39, "name": "solidary_update_progress_manually", "type": 3, "progression": "0.00"},
                {"id": 72, "name": "solidary_contact_call", "type": 2, "progression": "50.00"},
            ],
            "hydra:totalItems": 3,
        },
    )
    tab = await at(LOOKING)
    values = {each["value"] for rows in view(tab).actions.values() for each in rows}
    assert values == {CALL, *(f"progress-{each}" for each in (25, 50, 75, 100))}
    for action in ("105", "39", "progress-0", "progress-30", "-1", "", "72 "):
        await note(tab, action=action)
    assert sent(upstream) == []
    assert view(tab).missing


async def test_actions_that_cannot_be_read_are_asked_for_again(at, upstream):
    upstream.fail(f"{ENDPOINT}/actions", 500)
    tab = await at(LOOKING)
    assert view(tab).actions_problem
    assert view(tab).diary
    upstream.heal()
    await tab.send(SolidaryFile.load_actions)
    assert view(tab).actions_problem == ""
    assert view(tab).actions["2"]


# --- an entry ----------------------------------------------------------------------------------------


async def test_an_action_is_noted_and_the_answer_is_used(at, upstream, reads):
    tab = await at(LOOKING)
    before = len(view(tab).diary)
    await note(tab, comment=" Rappeler demain ")
    assert sent(upstream) == [{"animation": {"action": 72, "user": 83, "comment": "Rappeler demain"}}]
    newest = view(tab).diary[0]
    assert (newest["action"], newest["comment"]) == ("solidary_contact_call", "Rappeler demain")
    assert newest["author"]
    assert newest["date"]
    assert len(view(tab).diary) == before + 1
    assert reads() == [LOOKING]
    assert tab.went("saved") == []
    assert ("saved", []) in tab.calls


async def test_an_entry_about_a_driver_names_the_user(at, upstream):
    tab = await at(FOLLOWED)
    driver = view(tab).drivers[0]
    await note(tab, user=driver["userId"])
    assert sent(upstream)[0]["animation"]["user"] == int(driver["userId"])
    assert view(tab).diary[0]["about"] == driver["name"]


def test_a_driver_of_both_ways_is_one_of_those_it_may_be_about():
    """`drivers` is of solutions, one each way (trap 44); `chosen` of people (test_shaping.py)."""
    about = str(diary_page.diary()).partition('id:"diary-user"')[2].partition("onSubmit")[0]
    assert "chosen_rx_state_" in about
    assert "drivers_rx_state_" not in about


@pytest.mark.parametrize("somebody", ["1", "999999", "x", "-3"])
async def test_an_entry_is_about_nobody_else(at, upstream, somebody):
    tab = await at(LOOKING)
    await note(tab, user=somebody)
    assert sent(upstream)[0]["animation"]["user"] == 83


@proves("SOLIDARY-16")
@pytest.mark.parametrize(("progress", "status"), [(25, "1"), (50, "2"), (75, "3"), (100, "4")])
async def test_a_progress_by_hand_is_the_status_the_server_makes_of_it(at, upstream, progress, status):
    tab = await at(LOOKING)
    await note(tab, action=f"progress-{progress}")
    assert sent(upstream) == [{"animation": {"action": 39, "user": 83, "progression": progress}}]
    assert (view(tab).shown["status"], view(tab).shown["progression"]) == (status, str(progress))


@proves("SOLIDARY-11")
async def test_the_status_is_the_servers_and_not_that_of_the_action(at):
    tab = await at("54")
    assert view(tab).shown["status"] == "0"
    await note(tab, action="71")
    assert (view(tab).shown["status"], view(tab).shown["progression"]) == ("0", "25")


@proves("SOLIDARY-11")
@pytest.mark.parametrize("action", ["71", CALL, "51", CLOSES, FREE, "progress-50"])
async def test_any_action_may_be_noted_at_any_status(at, upstream, action):
    tab = await at("1")
    assert view(tab).shown["status"] == "4"
    await note(tab, action=action)
    assert len(sent(upstream)) == 1
    assert errors(tab) == []


async def test_a_long_comment_comes_back_as_it_was_typed(at, upstream):
    tab = await at(LOOKING)
    assert len(LONG) > 10_000
    await note(tab, comment=f"{LONG}\nDeuxième ligne\n\nQuatrième")
    assert view(tab).diary[0]["comment"] == f"{LONG}\nDeuxième ligne\n\nQuatrième"


async def test_html_in_a_comment_is_text(at, upstream):
    upstream.answer("GET", f"{ENDPOINT}/{LOOKING}", _answered("a<br />\nb<BR>c <b>gras</b> &amp; d"))
    tab = await at(LOOKING)
    assert view(tab).diary[0]["comment"] == "a\nb\nc <b>gras</b> &amp; d"


def test_an_older_code_has_a_label_too():
    for locale in LOCALES:
        labels = catalogue().choices("solidary_actions.name", locale)
        old = ("user_create", "user_accepted", "user_refused", "user_update", "more_infos_email", "contact_email")
        assert {f"solidary_{each}" for each in (*old, "reminder_email", "deeply_updated", "update")} <= labels.keys()


def _answered(comment):
    entry = {
        "action": "solidary_free",
        "comment": comment,
        "progression": "0.00",
        "userId": 83,
        "date": "2026-11-01T09:00:00+01:00",
    }
    return {"id": 13, "status": 0, "progression": 0, "adminuserId": 83, "admindiary": [entry], "adminstructureId": 1}


async def test_the_diary_of_another_operator_is_not_wiped(sign_in, upstream, browser):
    here = await sign_in("solidary", f"/solidaryrecords/show/{LOOKING}")
    there = await browser.tab().open(f"/solidaryrecords/show/{LOOKING}")
    await note(there, comment="D’une autre main")
    await note(here, comment="De la mienne")
    comments = [each["comment"] for each in view(here).diary]
    assert comments[:2] == ["De la mienne", "D’une autre main"]


@proves("SOLIDARY-39")
async def test_a_request_that_a_colleague_closed_is_not_opened_again_unknowingly(at, upstream, browser, monkeypatch):
    here = await at(LOOKING)
    there = await browser.tab().open(f"/solidaryrecords/show/{LOOKING}")
    await note(there, action=CLOSES)
    upstream.forget()
    revision = view(here).revision
    await note(here, action=AGREED, comment="À ne pas perdre")
    now = view(here)
    assert (sent(upstream), now.revision, now.noting, now.shown["status"]) == ([], revision, False, statuses.CLOSED)
    assert now.diary[0]["action"] == "solidary_ask_drop", "the file is shown anew"
    assert f"{now.diary[0]['author']} a clôturé la demande entre-temps" in reason(here)
    assert ("saved", []) not in here.calls
    assert (now.overtaken, now.stage) == (True, "3"), "what would be noted is in sight, and the box says what that does"
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    await note(here, action=AGREED, comment="À ne pas perdre")
    assert (view(here).diary[0]["comment"], view(here).shown["status"]) == ("À ne pas perdre", "3")
    assert not view(here).overtaken


@proves("SOLIDARY-39")
@pytest.mark.parametrize("readable", [True, False])
async def test_another_status_is_told_also_where_the_request_cannot_be_read(at, upstream, readable):
    """Trap 43: the list alone tells it then."""
    tab = await at(LOOKING)
    upstream.put("solidaries", LOOKING, status=3, progression=75)
    if not readable:
        upstream.fail(f"{ENDPOINT}/{LOOKING}", 500, "GET")
    await note(tab)
    assert (sent(upstream), view(tab).shown["status"], view(tab).shown["progression"]) == ([], "3", "75")
    assert "La demande a changé de statut entre-temps" in reason(tab)


@proves("SOLIDARY-39")
async def test_a_request_that_was_replaced_meanwhile_is_written_on_no_more(at, upstream):
    tab = await at(LOOKING)
    upstream.put("solidaries", LOOKING, status=6)
    await note(tab)
    await note(tab)
    assert (sent(upstream), view(tab).shown["status"]) == ([], statuses.EDITED)
    assert "La demande a été modifiée entre-temps" in reason(tab)


@proves("SOLIDARY-39")
@pytest.mark.parametrize("reason", ["refused", "not listed"])
async def test_what_the_list_does_not_tell_stops_nothing(at, upstream, reason):
    tab = await at(LOOKING)
    if reason == "refused":
        upstream.fail(ENDPOINT, 400, "GET")
    else:
        upstream.answer("GET", ENDPOINT, {"hydra:member": [], "hydra:totalItems": 0})
    await note(tab)
    assert len(sent(upstream)) == 1


# --- what goes wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "unsure"), [("refused", False), ("server", True), ("dead", False), ("cut", True), ("lost", True)]
)
async def test_nothing_typed_is_lost_by_a_call_that_fails(at, upstream, fault, unsure):
    tab = await at(LOOKING)
    path = f"{ENDPOINT}/{LOOKING}"
    {
        "refused": lambda: upstream.fail(path, 400),
        "server": lambda: upstream.fail(path, 500),
        "dead": lambda: upstream.unplug(path),
        "cut": lambda: upstream.cut(path),
        "lost": lambda: upstream.lose(path),
    }[fault]()
    revision, before = view(tab).revision, len(view(tab).diary)
    await note(tab, comment="À ne pas perdre")
    assert view(tab).revision == revision  # the box is the same, with what was typed in it
    assert len(view(tab).diary) == before
    assert (view(tab).noting, view(tab).unsure) == (False, unsure)
    assert bool(errors(tab)) == (not unsure), "one sentence: in the box, or as a notice (NOTICE-25)"
    assert ("answered", []) in tab.calls
    assert ("saved", []) not in tab.calls
    upstream.heal()
    if fault == "lost":
        await tab.send(SolidaryFile.read_again)
        assert view(tab).diary[0]["comment"] == "À ne pas perdre"
        assert (view(tab).unsure, view(tab).revision) == (False, revision + 1), "found: the box is empty"
        assert ("saved", []) in tab.calls, "and no draft of it is left"
    elif unsure:
        await tab.send(SolidaryFile.read_again)
        assert (view(tab).unsure, view(tab).revision) == (True, revision), "not found: it stays to be noted"


@proves("NOTICE-24")
async def test_a_second_press_after_a_lost_answer_writes_nothing_more(at, upstream):
    tab = await at(LOOKING)
    upstream.lose(f"{ENDPOINT}/{LOOKING}")
    await note(tab, comment="À ne pas perdre")
    upstream.heal()
    await note(tab, comment="À ne pas perdre")
    assert len(sent(upstream)) == 1
    assert (view(tab).unsure, errors(tab)) == (True, [])
    assert ("saved", []) not in tab.calls


async def test_a_second_press_meanwhile_notes_nothing_more(at, upstream):
    tab = await at(LOOKING)
    with upstream.held(f"{ENDPOINT}/{LOOKING}"):
        first = await tab.start(SolidaryFile.add_entry, data={"action": CALL})
        await upstream.awaited(f"{ENDPOINT}/{LOOKING}")
    await first.wait_all()
    state = await tab.state(SolidaryFile)
    state.noting = True
    await note(tab)
    assert len(sent(upstream)) == 1


@proves("NOTICE-24")
async def test_two_presses_of_one_entry_are_one_and_the_same_may_be_noted_later(at, upstream, monkeypatch):
    """The second event waits for the first: all that says "busy" is put back when it is its turn (NOTICE-24)."""
    tab = await at(LOOKING)
    upstream.forget()
    for _ in range(2):
        await note(tab, comment="Rappeler demain")
    assert len(sent(upstream)) == 1
    assert not errors(tab)
    assert [each["comment"] for each in view(tab).diary].count("Rappeler demain") == 1
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    await note(tab, comment="Rappeler demain")
    assert len(sent(upstream)) == 2


async def test_a_replaced_record_is_written_on_no_more(at, upstream):
    tab = await at("37")
    assert view(tab).shown["status"] == "6"
    await note(tab)
    assert sent(upstream) == []


async def test_without_a_record_nothing_is_noted(at, upstream):
    tab = await at(ELSEWHERE)
    await note(tab)
    assert sent(upstream) == []


def lost(upstream, monkeypatch):
    """The next presses come later than those that are double, and the answers so far are lost."""
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    upstream.lose(f"{ENDPOINT}/{LOOKING}")


@proves("SOLIDARY-34")
async def test_an_entry_whose_answer_was_lost_is_looked_for_before_it_is_sent_again(at, upstream, monkeypatch):
    tab = await at(LOOKING)
    lost(upstream, monkeypatch)
    await note(tab, comment="Rappeler demain")
    assert view(tab).unsure
    upstream.heal()
    await note(tab, comment="Rappeler demain")
    assert len(sent(upstream)) == 1
    assert [each["comment"] for each in view(tab).diary].count("Rappeler demain") == 1
    assert [each["text"] for each in tab.view(Notices).items][-1].startswith("C’était déjà noté au journal")
    assert ("saved", []) in tab.calls
    await note(tab, comment="Rappeler demain")
    assert len(sent(upstream)) == 2, "what is noted again with the diary in sight is meant"


@proves("SOLIDARY-34")
async def test_an_entry_that_cannot_be_looked_for_is_not_sent_again(at, upstream, monkeypatch):
    tab = await at(LOOKING)
    lost(upstream, monkeypatch)
    await note(tab, comment="Rappeler demain")
    upstream.heal()
    upstream.fail(f"{ENDPOINT}/{LOOKING}", 500, "GET")
    await note(tab, comment="Rappeler demain")
    assert (len(sent(upstream)), view(tab).unsure) == (1, True)
    upstream.heal()
    monkeypatch.setattr(SolidaryFile, "_lost_entry", lambda self, entry: None)
    await note(tab, comment="Autre chose")
    assert len(sent(upstream)) == 2


@proves("SOLIDARY-13", "SOLIDARY-34")
async def test_a_request_whose_command_was_lost_is_read_anew_when_it_is_opened(at, upstream, reads, monkeypatch):
    tab = await at(LOOKING)
    lost(upstream, monkeypatch)
    await note(tab, action=CLOSES)
    assert (view(tab).shown["status"], view(tab).unsure) == ("2", True)
    upstream.heal()
    await tab.load()
    assert reads() == [LOOKING, LOOKING]
    assert (view(tab).shown["status"], view(tab).unsure) == (statuses.CLOSED, False)
    await tab.load()
    assert reads() == [LOOKING, LOOKING]


@proves("SOLIDARY-13", "SOLIDARY-34")
async def test_a_request_that_cannot_be_read_anew_is_not_read_at_each_reconnection(at, upstream, reads, monkeypatch):
    tab = await at(LOOKING)
    lost(upstream, monkeypatch)
    await note(tab, action=CLOSES)
    upstream.heal()
    upstream.fail(f"{ENDPOINT}/{LOOKING}", 500, "GET")
    for _ in range(3):
        await tab.load()
    assert (reads(), view(tab).unsure) == ([LOOKING, LOOKING], True)


@proves("SOLIDARY-39")
async def test_what_one_did_oneself_is_not_said_to_be_a_colleagues(at, upstream, monkeypatch):
    tab = await at(LOOKING)
    lost(upstream, monkeypatch)
    await note(tab, action=CLOSES)
    upstream.heal()
    await note(tab, action=AGREED)
    assert reason(tab).startswith("Votre action précédente a bien été enregistrée")
    assert (len(sent(upstream)), view(tab).shown["status"]) == (1, statuses.CLOSED)


@proves("SOLIDARY-37")
@pytest.mark.parametrize(
    ("typed", "comment"),
    [
        ("Elle préfère le matin", "Elle préfère le matin\nMessage laissé sur le répondeur."),
        ("Message laissé sur le répondeur. Elle rappelle.", "Message laissé sur le répondeur. Elle rappelle."),
        (" ", "Message laissé sur le répondeur."),
    ],
)
async def test_what_was_typed_stays_where_an_answer_is_to_be_noted(at, typed, comment):
    tab = await at(FOLLOWED)
    user = view(tab).drivers[0]["userId"]
    box = {"action": CALL, "user": "", "comment": typed}
    await tab.send(SolidaryFile.note_answer, answer="voicemail", user=user, typed=box)
    assert view(tab).draft == {"action": CALL, "user": user, "comment": comment}
    await tab.send(SolidaryFile.note_answer, answer="yes", user=user, typed=box)
    assert view(tab).draft == {"action": AGREED, "user": user, "comment": typed.rstrip()}
    await tab.send(SolidaryFile.note_step, by_hand=True, typed=box)
    assert view(tab).draft == {"action": "progress-25", "user": "", "comment": typed.rstrip()}


async def test_a_draft_of_this_browser_fills_the_box(at):
    tab = await at(LOOKING)
    await tab.send(SolidaryFile.restore, data={"action": CALL, "comment": "Un début", "user": "83", "other": "x"})
    assert view(tab).draft == {"action": CALL, "comment": "Un début", "user": "83"}
    await note(tab, comment="Un début et une fin")
    assert view(tab).draft == {}


@proves("SOLIDARY-39")
@pytest.mark.parametrize("by_hand", [True, False])
async def test_an_action_that_is_chosen_stays_in_sight_where_the_record_moves_on(at, upstream, monkeypatch, by_hand):
    """Its stage was folded over it, and a press noted what nobody saw."""
    tab = await at(LOOKING)
    if by_hand:
        await tab.send(SolidaryFile.choose_action, action=AGREED)
    else:
        await tab.send(SolidaryFile.note_answer, answer="yes", user="83")
    await tab.send(SolidaryFile.choose_action, action="no action")
    upstream.put("solidaries", LOOKING, status=1, progression=25)
    await tab.send(SolidaryFile.read_again)
    assert (view(tab).shown["status"], view(tab).stage) == ("1", "3")
    await note(tab, action=AGREED)
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    await note(tab, action=CALL)
    assert view(tab).stage == action_choices.stage_of(view(tab).shown["status"]), "nothing is chosen any more"


async def test_a_draft_that_is_taken_up_has_its_action_in_sight(at):
    tab = await at(LOOKING)
    await tab.send(SolidaryFile.restore, data={"action": AGREED})
    assert view(tab).stage == "3"


@proves("SOLIDARY-39")
@pytest.mark.parametrize("restored", [True, False])
async def test_what_is_filled_in_before_the_actions_are_there_has_its_own_in_sight_then(sign_in, upstream, restored):
    """Its stage stayed folded over it: nothing told the box that the actions had come."""
    upstream.fail(f"{ENDPOINT}/actions", 500)
    tab = await sign_in("solidary", f"/solidaryrecords/show/{LOOKING}")
    if restored:
        await tab.send(SolidaryFile.restore, data={"action": AGREED})
    else:
        await tab.send(SolidaryFile.note_answer, answer="yes", user="83")
    upstream.heal()
    await tab.send(SolidaryFile.load_actions)
    assert view(tab).stage == "3"


@proves("SOLIDARY-37")
async def test_what_is_typed_since_stays_where_an_old_draft_is_discarded(at):
    """The box was drawn anew, and empty."""
    tab = await at(LOOKING)
    await tab.send(SolidaryFile.choose_action, action=AGREED)
    revision = view(tab).revision
    await tab.send(SolidaryFile.give_up)
    assert view(tab).revision == revision
    assert tab.went("focusOn") == [], "the script leads to its first field"
    assert (await tab.state(SolidaryFile))._chosen == AGREED


@proves("SOLIDARY-37")
async def test_a_draft_that_is_discarded_takes_what_a_press_had_filled_in_with_it(at):
    tab = await at(FOLLOWED)
    stage, revision = view(tab).stage, view(tab).revision
    await tab.send(SolidaryFile.note_step, by_hand=True)
    (await tab.state(SolidaryFile)).overtaken = True
    await tab.send(SolidaryFile.give_up)
    now = view(tab)
    assert (now.draft, now.overtaken, now.stage) == ({}, False, stage)
    assert now.revision == revision + 2, "it is drawn anew, and shut"
    assert tab.went("focusOn") == [diary_page.ADD]
    assert "give_up" in str(diary_page.diary())


# --- proofs -----------------------------------------------------------------------------------


async def test_the_file_of_a_proof_is_fetched_when_somebody_asks(at, upstream):
    tab = await at(LOOKING)
    proof = next(each for each in view(tab).proofs if each["kind"] == "file")
    assert "http" not in str(view(tab).proofs)
    upstream.forget()
    await tab.send(SolidaryFile.open_proof, proof_id=proof["id"])
    assert len(upstream.calls) == 1
    assert (view(tab).document, view(tab).document_kind) == (proof["id"], "pdf")
    assert tab.went("showFile")[0] == "proof-document"
    await tab.send(SolidaryFile.close_proof)
    assert view(tab).document == ""


async def test_a_file_that_cannot_be_opened_is_said(at, upstream):
    tab = await at(LOOKING)
    proof = next(each for each in view(tab).proofs if each["kind"] == "file")
    upstream.fail("upload", 404)
    await tab.send(SolidaryFile.open_proof, proof_id=proof["id"])
    assert (view(tab).document, view(tab).opening) == ("", "")
    assert errors(tab)


async def test_the_file_of_something_else_is_not_fetched(at, upstream):
    tab = await at(LOOKING)
    upstream.forget()
    for proof_id in ("999", "", "x"):
        await tab.send(SolidaryFile.open_proof, proof_id=proof_id)
    assert not upstream.calls


async def test_an_option_is_shown_by_its_label_and_the_structure_is_read_once(at, upstream):
    tab = await at(LOOKING)
    state = await tab.state(SolidaryFile)
    criterion = next(each for each in state._criteria["1"] if each.choices)
    value, label = criterion.choices[0].value, criterion.choices[0].label
    assert value != label
    proof = {"proofId": 1, "structureProofId": criterion.id, "label": "Situation", "value": value}
    await state._take({**state._answer(), "adminproofs": [proof, {**proof, "value": label}]})
    assert [each["value"] for each in state.proofs] == [label, label]
    await tab.open(f"/solidaryrecords/show/{FOLLOWED}")
    assert len(upstream.called("GET", "admin/structures/1")) == 1


@proves("SOLIDARY-17")
async def test_what_is_still_to_be_given_is_told(at, upstream):
    tab = await at(LOOKING)
    state = await tab.state(SolidaryFile)
    needed = [each for each in state._criteria["1"] if each.mandatory and each.activated]
    await state._take({**state._answer(), "adminproofs": []})
    assert state.proofs_lacking == [each.label for each in needed]
    assert "file" in {each.kind for each in needed}
    given = [{"proofId": 1, "structureProofId": each.id, "value": "1", "fileName": "x"} for each in needed]
    await state._take({**state._answer(), "adminproofs": given})
    assert state.proofs_lacking == []


async def test_a_structure_that_cannot_be_read_leaves_the_values_as_they_came(at, upstream):
    upstream.fail("admin/structures/1", 500)
    tab = await at(LOOKING)
    assert [each["value"] for each in view(tab).proofs] == ["true", "Non", ""]
    assert errors(tab) == []
    state = await tab.state(SolidaryFile)
    await state._take(state._answer())
    assert [each["value"] for each in state.proofs] == ["true", "Non", ""]


async def test_no_option_is_shown_raw_while_its_structure_is_read(at):
    state = await (await at(LOOKING)).state(SolidaryFile)
    state._criteria = {}
    await state._take({**state._answer(), "adminproofs": [{"proofId": 1, "radio": True, "value": "1"}]})
    assert [(each["kind"], each["value"]) for each in state.proofs] == [("awaited", "")]


@proves("SOLIDARY-37")
def test_an_action_of_an_earlier_stage_is_said_to_take_the_request_back():
    """As in the box of a message; the stylesheet shows the line of the stage whose action is chosen."""
    written = str(diary_page.diary())
    rules = STYLES.read_text(encoding="utf-8")
    for stage, percent in (("1", 25), ("2", 50), ("3", 75)):
        assert f'"data-back":"{stage}"' in written
        assert f'["progression"] : "") > {percent})' in written
        assert f'.diary-form:not(:has([data-stage="{stage}"] :checked)) [data-back="{stage}"]' in rules
    assert '"data-back":"4"' not in written


@proves("SOLIDARY-37")
def test_the_answers_of_who_has_answered_are_folded_again_once_something_is_noted():
    """What a person has unfolded would stay so, and offer a second line of keys: another entry draws it anew."""
    opening = re.search(r'"details",\{([^{}]*driver-correct[^{}]*)\}', str(panel()))
    assert opening
    assert re.search(r"key:\S*diary\S*length", opening[1])


@proves("SOLIDARY-37")
def test_without_the_focus_the_keys_are_of_the_first_who_has_not_answered_alone():
    """By the stylesheet, also where the answers of somebody who has answered are unfolded."""
    hidden = re.search(r"^\.drivers:focus-within.* kbd \{ display: none; \}$", DRIVERS.read_text(), re.MULTILINE)
    assert hidden
    assert '.drivers:not(:focus-within) > li:is([data-settled=""] ~ *, :not([data-settled=""])) kbd' in hidden[0]
