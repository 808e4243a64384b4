"""The board of candidates: who waits, what they lack, a proof sent and accepted in one go (BENEFICIARY-9, FILE-8)."""

import pytest
from sqlalchemy import select, update

from admin_app.api.client import Api
from admin_app.api.errors import NetworkError
from admin_app.features.home.waiting import Waits
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.asking.wizard import SolidaryWizard
from admin_app.features.solidary.candidates.state import Candidates, in_order, page_end
from admin_app.features.solidary.criteria import Criterion, input_name
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.eligibility.uploading import REMOVAL
from admin_app.features.solidary.record import creation
from admin_app.features.solidary.roles import BENEFICIARY, VOLUNTEER
from admin_app.kit.parts import Pending
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.session.permissions import Standing
from admin_app.kit.words.locale import say
from sandbox.solidary.tables import proofs, solidaries, solidary_users, user_structures
from tests.features.solidary.conftest import notices
from tests.support.forms import image, send_file
from tests.support.proofs import proves

BOARD = "/solidarycandidates"
FILE = 5
"""The criterion of the first structure that is a file."""
PDF = b"%PDF-1.4\nproof\n"


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True, solidary_transport=True)


@pytest.fixture
async def board(sign_in):
    """The board of beneficiaries of the first structure."""
    return await sign_in("solidary", BOARD)


def first(upstream, query):
    return upstream.sandbox.database.rows(query)[0]


def candidate(upstream, records=True):
    """The solidary user and the membership of somebody who waits in the first structure; with records or without."""
    links = user_structures.c
    made = select(solidaries.c.user_structure_id).where(solidaries.c.status != 6, solidaries.c.frequency.is_not(None))
    query = (
        select(links.solidary_user_id, links.id)
        .join(solidary_users, solidary_users.c.id == links.solidary_user_id)
        .where(links.structure_id == 1, links.status == 0, solidary_users.c.beneficiary)
        .where(links.id.in_(made) if records else links.id.not_in(made))
    )
    return tuple(str(each) for each in first(upstream, query))


def status_of(upstream, membership):
    query = select(user_structures.c.status).where(user_structures.c.id == int(membership))
    return upstream.sandbox.database.value(query)


def uploads(upstream):
    return upstream.called("POST", "admin/proofs")


async def choose(tab, content, name="attestation.pdf", criterion=FILE):
    """Choose a file in the dialog, as the script does."""
    field = input_name(criterion)
    await tab.send(Candidates.prepare_proof, name=field, file_name=name)
    status = await send_file(tab.went("sendFile")[0].rpartition("/")[2], content)
    await tab.send(Candidates.check_proof, name=field)
    return status


# --- who waits ----------------------------------------------------------------------------


@proves("BENEFICIARY-9")
def test_the_oldest_is_first_as_far_as_numbers_tell():
    def waiting(number, membership=None, status=0):
        place = {"id": 7, "name": "Entraide", "status": status}
        return {"id": number, "structures": [place | ({"userStructureId": membership} if membership else {})]}

    told = [waiting(1, 30), waiting(2, 10), waiting(3, 20), waiting(4, 5, 1)]
    assert [each["id"] for each in in_order(told, "7")] == [2, 3, 1]
    assert [each["id"] for each in in_order([*told, waiting(9), waiting(8)], "7")] == [1, 2, 3, 8, 9]
    assert in_order(told, "8") == []


@proves("BENEFICIARY-9")
async def test_who_waits_stands_there_with_what_they_lack(board, upstream):
    shown = board.view(Candidates)
    links, people = user_structures.c, solidary_users.c
    query = (
        select(links.solidary_user_id)
        .join(solidary_users, people.id == links.solidary_user_id)
        .where(links.structure_id == 1, links.status == 0, people.beneficiary)
        .order_by(links.id)
    )
    assert [row["id"] for row in shown.rows] == [str(row[0]) for row in upstream.sandbox.database.rows(query)]
    assert {row["known"] for row in shown.rows} == {"known"}
    assert all("Attestation de quotient familial" in shown.lacks[row["id"]] for row in shown.rows)
    assert not upstream.called("GET", "admin/solidaries/")
    record_id, _ = candidate(upstream)
    row = next(row for row in shown.rows if row["id"] == record_id)
    assert row["since"].startswith("202")
    assert all(row["place"] for row in shown.rows), "where they live is told by who is read"
    assert shown.given[record_id]
    assert {line["kind"] for lines in shown.given.values() for line in lines} <= {"file", "lost", "yes_no", "text"}


@proves("BENEFICIARY-11")
async def test_those_who_are_ready_are_looked_for_until_a_page_of_them_is_there(sign_in, upstream, monkeypatch):
    monkeypatch.setattr("admin_app.features.solidary.candidates.state.PAGE", 1)
    read = "admin_app.features.solidary.candidates.state.eligibility_status.lacking"
    monkeypatch.setattr(read, lambda item, *_: [] if str(item["id"]) == last else [Criterion(label="CNI")])
    last = ""
    tab = await sign_in("solidary", BOARD)
    await tab.send(Candidates.more)
    last = tab.view(Candidates).rows[-1]["id"]
    await tab.open(f"{BOARD}?role=beneficiary&ready=true")
    shown = tab.view(Candidates)
    assert (shown.ready, len(shown.ready_ids), len(shown.rows)) == (True, 1, shown.total)


@proves("BENEFICIARY-9")
async def test_nobody_changes_places_while_people_are_read(board):
    """Who is read is of neither group until all are: they would move below the hand of whoever decides."""
    state = await board.state(Candidates)
    waiting = state.unready_ids
    assert waiting
    state.rows = [{**row, "known": ""} if row["id"] == waiting[-1] else row for row in state.rows]
    state.looking = True
    assert state.unready_ids == waiting[:-1]
    state.looking = False
    assert state.unready_ids == waiting, "who could not be read is with those that lack something"


@proves("BENEFICIARY-9")
async def test_only_those_on_show_are_read(sign_in, upstream, monkeypatch):
    monkeypatch.setattr("admin_app.features.solidary.candidates.state.PAGE", 1)
    tab = await sign_in("solidary", BOARD)
    shown = tab.view(Candidates)
    read = [call.path for call in upstream.called("GET", "admin/solidary_beneficiaries/")]
    assert (len(shown.rows), shown.total, len(read)) == (1, 2, 1)
    await tab.send(Candidates.more)
    assert (len(shown.rows), {row["known"] for row in shown.rows}) == (2, {"known"})
    assert len(upstream.called("GET", "admin/solidary_beneficiaries/")) == 2


@proves("BENEFICIARY-9")
@pytest.mark.parametrize(
    ("total", "shown", "end"), [(21, 0, 21), (24, 0, 24), (25, 0, 20), (25, 20, 25), (44, 20, 44), (45, 20, 40)]
)
def test_a_small_rest_comes_with_the_page_before_it(total, shown, end):
    assert page_end(total, shown) == end


@proves("BENEFICIARY-9")
async def test_another_structure_has_other_candidates(board, upstream):
    await board.send(CurrentStructure.choose, structure_id="2")
    shown = board.view(Candidates)
    assert {row["structure"] for row in shown.rows} == {"2"}
    assert {row["known"] for row in shown.rows} == {"known"}


@proves("BENEFICIARY-9", "HOME-1")
async def test_the_board_says_who_waits_in_other_structures_as_home_counts_them(board, upstream):
    await board.open("/")
    counted = int(board.view(Pending).by_address[BOARD])
    assert counted == sum(int(board.view(Waits).counts[f"candidates_{each.name}"]) for each in (BENEFICIARY, VOLUNTEER))
    for structure in ("1", "2"):
        await board.send(CurrentStructure.choose, structure_id=structure)
        await board.open(BOARD)
        shown = board.view(Candidates)
        assert sum(shown.totals.values()) + shown.elsewhere == counted, "of both tabs, as the menu has it"
        assert shown.elsewhere


@proves("BENEFICIARY-9")
async def test_of_a_role_that_could_not_be_read_nothing_is_told(board, upstream):
    """Those who were known to wait here were announced as waiting elsewhere."""
    await board.send(CurrentStructure.choose, structure_id="2")
    await board.open(BOARD)
    assert board.view(Candidates).totals["volunteer"]
    ours = board.view(Candidates).elsewhere
    upstream.fail("admin/solidary_volunteers", 500)
    await board.open(BOARD)
    shown = board.view(Candidates)
    assert shown.totals.keys() == {"beneficiary"}
    assert shown.elsewhere <= ours


@proves("BENEFICIARY-9")
async def test_volunteers_have_a_board_where_there_are_any(sign_in, upstream, configure):
    tab = await sign_in("solidary", BOARD)
    await tab.send(CurrentStructure.choose, structure_id="2")
    await tab.open(f"{BOARD}?role=volunteer")
    shown = tab.view(Candidates)
    assert shown.rows
    assert all(row["href"].startswith("/solidaryvolunteers/show/") and row["since"] == "" for row in shown.rows)
    assert shown.totals["volunteer"] == shown.total
    waiting = shown.totals["beneficiary"]
    await tab.open(BOARD)
    assert shown.total == waiting, "the other tab says how many it has before it is opened"
    await tab.send(CurrentStructure.choose, structure_id="1")
    await tab.open(f"{BOARD}?role=volunteer")
    assert shown.totals["volunteer"] == shown.total, "and of the structure one works in"
    await tab.send(CurrentStructure.choose, structure_id="2")
    configure(solidary=True, solidary_transport=False)
    upstream.forget()
    await tab.open(f"{BOARD}?role=volunteer")
    assert (shown.closed, shown.rows) == (True, [])
    assert not upstream.called("GET", "admin/solidary_volunteers")


async def test_somebody_who_cannot_be_read_is_said_to_be_unknown(sign_in, upstream):
    record_id, _ = candidate(upstream)
    upstream.fail(f"admin/solidary_beneficiaries/{record_id}", 500)
    tab = await sign_in("solidary", BOARD)
    shown = tab.view(Candidates)
    assert {row["id"]: row["known"] for row in shown.rows}[record_id] == "unread"
    assert record_id not in shown.lacks
    assert len({row["known"] for row in shown.rows}) == 2


# --- deciding and sending ----------------------------------------------------------------


async def test_who_is_accepted_leaves_the_board(board, upstream):
    record_id, membership = candidate(upstream)
    await board.send(Candidates.ask_decision, person=record_id, structure="1", accept=True)
    assert "Attestation de quotient familial" in board.view(Candidates).consequences[0]
    await board.send(Candidates.decide)
    shown = board.view(Candidates)
    assert status_of(upstream, membership) == 1
    assert record_id not in {row["id"] for row in shown.rows}
    assert shown.total == 1


async def test_after_a_decision_the_focus_is_on_the_next_candidate(board, upstream):
    shown = board.view(Candidates)
    one, other = [*shown.ready_ids, *shown.unready_ids]
    await board.send(Candidates.ask_decision, person=one, structure="1", accept=True)
    await board.send(Candidates.decide)
    assert board.went("focusFirst") == [f'[data-testid="candidate"][data-id="{other}"] .candidate-actions button']
    await board.send(Candidates.ask_decision, person=other, structure="1", accept=False)
    await board.send(Candidates.decide)
    assert board.went("focusOn")[-1:] == ["eligibility"]


@proves("BENEFICIARY-9")
async def test_a_decision_changes_every_number_it_touches_at_once(board, upstream):
    """A person has one membership, whatever they are there: who waits as both leaves both tabs."""
    record_id, membership = candidate(upstream)
    people = solidary_users.c
    driver = first(upstream, select(solidary_users).where(people.volunteer, ~people.beneficiary))._mapping
    also = {name: value for name, value in driver.items() if name not in ("id", "user_id", "beneficiary")}
    upstream.sandbox.database.write(update(solidary_users).where(people.id == int(record_id)).values(**also))
    upstream.sandbox.database.commit()
    list_cache.clear()
    await board.send(Waits.load)
    await board.open(BOARD)
    told = dict(board.view(Candidates).totals)
    assert board.view(Session).wrote is False
    await board.send(Candidates.ask_decision, person=record_id, structure="1", accept=False)
    await board.send(Candidates.decide)
    assert status_of(upstream, membership) == 2
    assert board.view(Candidates).totals == {role: number - 1 for role, number in told.items()}
    assert board.view(Session).wrote is True, "the menu tells no number of before"


@proves("BENEFICIARY-10")
async def test_whom_somebody_else_decided_upon_leaves_the_board(board, sign_in, upstream):
    record_id, _ = candidate(upstream)
    colleague = await sign_in("solidary", BOARD)
    for tab in (board, colleague):
        await tab.send(Candidates.ask_decision, person=record_id, structure="1", accept=True)
    await colleague.send(Candidates.decide)
    assert record_id in {row["id"] for row in board.view(Candidates).rows}
    await board.send(Candidates.decide)
    assert record_id not in {row["id"] for row in board.view(Candidates).rows}
    assert notices(board)[-1][0] == "error"


@proves("BENEFICIARY-12")
@pytest.mark.parametrize(("status", "told"), [(1, "acceptée entre-temps"), (2, "refusée entre-temps")])
@pytest.mark.parametrize("asks", [Candidates.ask_decision, Candidates.open_proofs])
async def test_an_older_row_does_not_overturn_what_somebody_else_decided(board, upstream, status, told, asks):
    record_id, membership = candidate(upstream)
    (row,) = [each for each in board.view(Candidates).rows if each["id"] == record_id]
    same = user_structures.c.id == int(membership)
    upstream.sandbox.database.write(update(user_structures).where(same).values(status=status))
    upstream.sandbox.database.commit()
    accept = {"accept": True} if asks is Candidates.ask_decision else {}
    await board.send(asks, person=record_id, structure="1", **accept)
    shown = board.view(Candidates)
    assert (shown.decision, board.went("openDialog")) == ({}, [])
    assert record_id not in {each["id"] for each in shown.rows}
    (notice,) = board.view(Notices).items
    assert (notice["kind"], notice["text"]) == ("error", say("memberships.failed", "fr"))
    assert f"{row['name']}\u00a0: candidature {told}" in notice["detail"]
    await board.send(Candidates.decide)
    assert not upstream.called("PATCH")
    assert status_of(upstream, membership) == status


@proves("FILE-8", "BENEFICIARY-10")
async def test_a_file_is_sent_with_a_record_and_the_person_accepted(board, upstream):
    record_id, membership = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    shown = board.view(Candidates)
    assert (shown.obstacle, [each["id"] for each in shown.wanted]) == ("", [FILE])
    assert shown.beside == ["Je ne dispose pas d’une voiture"]
    assert shown.consequences
    assert await choose(board, PDF) == 204
    assert shown.proof_files[input_name(FILE)] == {"name": "attestation.pdf", "problem": ""}
    await board.send(Candidates.send_proofs, accept=True)
    (sent,) = uploads(upstream)
    mine = upstream.sandbox.database.values(
        select(solidaries.c.id).where(solidaries.c.user_structure_id == int(membership))
    )
    assert any(f'name="solidaryId"\r\n\r\n{each}\r\n'.encode() in sent.content for each in mine)
    assert b'name="proofId"\r\n\r\n5\r\n' in sent.content
    assert PDF in sent.content
    assert status_of(upstream, membership) == 1
    assert [kind for kind, _ in notices(board)] == ["success", "success"]
    assert record_id not in {row["id"] for row in shown.rows}
    assert (shown.decision, shown.sending, shown.proof_files) == ({}, False, {})


async def test_a_file_alone_leaves_the_person_waiting(board, upstream):
    record_id, membership = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    await choose(board, image(), "photo.png")
    await board.send(Candidates.send_proofs, accept=False)
    shown = board.view(Candidates)
    assert status_of(upstream, membership) == 0
    assert shown.lacks[record_id] == ["Je ne dispose pas d’une voiture"]
    stored = select(proofs.c.original_name).where(
        proofs.c.user_structure_id == int(membership), proofs.c.structure_proof_id == FILE
    )
    assert upstream.sandbox.database.value(stored) == "photo.png"


@proves("BENEFICIARY-10")
async def test_when_accepting_fails_that_alone_is_left_to_do(board, upstream):
    record_id, membership = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    await choose(board, PDF)
    upstream.fail("admin/solidary_beneficiaries", 500, "PATCH", 1)
    await board.send(Candidates.send_proofs, accept=True)
    shown = board.view(Candidates)
    assert (shown.stored, shown.proof_files) == (["Attestation de quotient familial"], {})
    assert "n’est pas acceptée" in shown.refused
    assert not board.went("closeDialog")
    await board.send(Candidates.send_proofs, accept=True)
    assert (len(uploads(upstream)), status_of(upstream, membership)) == (1, 1)
    assert board.went("closeDialog")


@proves("BENEFICIARY-10")
async def test_when_sending_fails_nobody_is_accepted(board, upstream):
    record_id, membership = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    await choose(board, PDF)
    upstream.fail("admin/proofs", 500, "POST", 1)
    await board.send(Candidates.send_proofs, accept=True)
    shown = board.view(Candidates)
    assert (shown.stored, list(shown.proof_files), status_of(upstream, membership)) == ([], [input_name(FILE)], 0)
    assert shown.refused
    await board.send(Candidates.send_proofs, accept=True)
    assert status_of(upstream, membership) == 1


async def test_a_lost_answer_to_a_file_leaves_it_to_be_sent_again(board, upstream, monkeypatch):
    record_id, _ = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    await choose(board, PDF)

    async def lost(self, *arguments, **options):
        raise NetworkError

    with monkeypatch.context() as patched:
        patched.setattr(Api, "upload", lost)
        await board.send(Candidates.send_proofs, accept=True)
    assert "second envoi remplace" in board.view(Candidates).refused
    await board.send(Candidates.send_proofs, accept=False)
    assert len(uploads(upstream)) == 1


async def given_before(board, upstream):
    """A candidate whose file was stored, with the dialog open again and another file chosen."""
    record_id, membership = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    await choose(board, PDF, "first.pdf")
    await board.send(Candidates.send_proofs, accept=False)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    assert board.view(Candidates).replaced == ["Attestation de quotient familial"]
    return select(proofs.c.original_name).where(
        proofs.c.user_structure_id == int(membership), proofs.c.structure_proof_id == FILE
    )


@proves("FILE-16")
async def test_a_file_that_was_given_is_removed_before_another_takes_its_place(board, upstream):
    stored = await given_before(board, upstream)
    await choose(board, PDF, "second.pdf")
    await board.send(Candidates.send_proofs, accept=False)
    assert upstream.sandbox.database.values(stored) == ["second.pdf"]
    assert board.view(Candidates).refused == ""


@proves("FILE-16")
async def test_a_file_removed_for_one_that_does_not_arrive_is_said(board, upstream):
    stored = await given_before(board, upstream)
    await choose(board, PDF, "second.pdf")
    upstream.fail("admin/proofs", 500, "POST", 1)
    await board.send(Candidates.send_proofs, accept=False)
    refused = board.view(Candidates).refused
    assert refused.startswith(say("eligibility.removed", "fr", name="Attestation de quotient familial"))
    assert upstream.sandbox.database.values(stored) == []
    await board.send(Candidates.send_proofs, accept=False)
    assert upstream.sandbox.database.values(stored) == ["second.pdf"]
    assert len(upstream.called("DELETE", "proofs/")) == 1


@proves("FILE-16")
async def test_who_may_not_remove_a_file_is_not_offered_to_replace_it(board, upstream, monkeypatch):
    await given_before(board, upstream)
    person = board.view(Candidates).decision["person"]
    standing = Session._standing
    monkeypatch.setattr(
        Session, "_standing", lambda self, name: Standing.ABSENT if name == REMOVAL else standing(self, name)
    )
    await board.send(Candidates.open_proofs, person=person, structure="1")
    assert (board.view(Candidates).wanted, board.view(Candidates).obstacle) == ([], "all_given")


@proves("FILE-8")
@pytest.mark.parametrize("content", [b"GIF89a", b"MZ\x90\x00 not a proof", b"<html>"])
async def test_what_is_no_pdf_or_picture_is_refused_in_words(board, upstream, content):
    record_id, _ = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    await choose(board, content)
    shown = board.view(Candidates)
    assert "ni un PDF ni une image" in shown.proof_files[input_name(FILE)]["problem"]
    await board.send(Candidates.send_proofs, accept=True)
    assert not uploads(upstream)
    assert "Choisissez d’abord" in shown.refused
    await choose(board, PDF)
    assert shown.refused == ""


@proves("FILE-8")
async def test_forty_megabytes_are_refused(board, upstream):
    record_id, membership = candidate(upstream)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    assert await choose(board, PDF + b"x" * 40 * 1024 * 1024) == 413
    await board.send(Candidates.send_proofs, accept=True)
    assert not uploads(upstream)
    assert status_of(upstream, membership) == 0


@proves("BENEFICIARY-10")
async def test_without_a_record_nothing_can_be_sent(board, upstream):
    record_id, _ = candidate(upstream, records=False)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    shown = board.view(Candidates)
    assert shown.obstacle == "no_record"
    await board.send(Candidates.prepare_proof, name=input_name(FILE), file_name="a.pdf")
    assert not board.went("sendFile")
    await board.send(Candidates.send_proofs, accept=True)
    assert not upstream.writes()[1:]
    named = next(row["name"] for row in shown.rows if row["id"] == record_id)
    await board.open(creation(shown.user))
    caller = board.view(SolidaryWizard).person
    assert caller["id"] == shown.user
    assert caller["name"].startswith(named)


@proves("BENEFICIARY-10")
async def test_who_is_in_several_structures_gets_no_file_in_the_wrong_one(board, upstream):
    record_id, membership = candidate(upstream)
    person = int(record_id)
    query = select(user_structures.c.id).where(user_structures.c.structure_id == 2)
    other = first(upstream, query.order_by(user_structures.c.id.desc()))[0]
    same = user_structures.c.id == other
    upstream.sandbox.database.write(update(user_structures).where(same).values(solidary_user_id=person))
    upstream.sandbox.database.commit()
    last = max(int(membership), other)
    await board.send(Candidates.open_proofs, person=record_id, structure="1")
    expected = "" if last == int(membership) else "several"
    assert board.view(Candidates).obstacle == expected


async def test_the_candidates_of_others_are_not_touched(board, upstream):
    row = first(upstream, select(user_structures.c.solidary_user_id).where(user_structures.c.structure_id == 3))
    await board.send(Candidates.open_proofs, person=str(row[0]), structure="3")
    assert board.view(Candidates).decision == {}
    await board.send(Candidates.send_proofs, accept=True)
    assert not upstream.writes()[1:]


@proves("NOTICE-11")
@pytest.mark.parametrize("structure", ["1", "x", "²", "", "0", "9" * 40, "1.5"])
@pytest.mark.parametrize("person", ["44", "x", "²", "", "../users/7", "9" * 40])
async def test_ids_that_are_none_end_in_words(board, upstream, person, structure):
    await board.send(Candidates.open_proofs, person=person, structure=structure)
    details = [each["detail"] for each in board.view(Notices).items]
    assert say("errors.api", "fr") not in details
