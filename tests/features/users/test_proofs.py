"""Identity proofs: seen and decided upon by those who may, once, whatever the server answers (PROOF-1 to PROOF-6)."""

import httpx
import pytest
from sqlalchemy import select
from starlette.applications import Starlette

from admin_app.features.users.screens import UserShow
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import routes
from admin_app.kit.words.locale import say
from admin_app.shared.people.proofs import by_hand
from sandbox.tables import identity_proofs
from tests.support.proofs import proves

PATH = "admin/identity_proofs"


@pytest.fixture(autouse=True)
def hitchhiking(configure):
    configure(hitchhiking=True)


NAME = "Léa Roy"


def waiting(upstream, **columns) -> tuple[int, int]:
    """A hitchhiker and his only proof, which waits; `columns` of the proof."""
    database = upstream.sandbox.database
    proof = database.row(select(identity_proofs).where(identity_proofs.c.status == 1).order_by(identity_proofs.c.id))
    values = {"mime_type": "image/png", **columns}
    database.change(identity_proofs, proof.id, **values)
    database.commit()
    upstream.change(proof.user_id, given_name="Léa", family_name="Roy")
    return proof.user_id, proof.id


def show(tab):
    return tab.view(UserShow)


def told(tab) -> list[tuple[str, str]]:
    return [(item["kind"], item["text"]) for item in tab.view(Notices).items]


async def fetched(address: str) -> httpx.Response:
    app = Starlette(routes=routes.routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http:
        return await http.get(address)


@proves("PROOF-1", "PROOF-2")
async def test_the_one_that_waits_is_shown_with_its_history(sign_in, upstream):
    user_id, proof_id = waiting(upstream, size=942_700)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    assert show(tab).proof["id"] == str(proof_id)
    sizes = [show(tab).proof[f"size_{locale}"].split() for locale in ("fr", "en")]
    assert sizes == [["920,6", "ko"], ["920.6", "kB"]], "it follows the language of the page"
    assert show(tab).proofs[0]["status"] == "1"
    assert show(tab).proof_kind == ""
    assert "/proofs/" not in str(tab.deltas)


@proves("CALL-18", "PROOF-2")
@pytest.mark.parametrize(("mime_type", "kind"), [("image/png", "image"), ("application/pdf", "pdf")])
async def test_the_document_is_fetched_once_asked_for_and_served_once(sign_in, upstream, mime_type, kind):
    user_id, _ = waiting(upstream, mime_type=mime_type)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    await tab.send(UserShow.open_proof)
    assert show(tab).proof_kind == kind
    _, address = tab.went("showFile")
    first = await fetched(address)
    assert first.status_code == 200
    assert first.headers["content-type"].split("/")[0] in ("image", "application")
    assert first.headers["content-disposition"].startswith("inline")
    assert first.headers["cache-control"] == "no-store"
    assert (await fetched(address)).status_code == 404
    assert tab.browser.storage["admin_app.token"] not in address
    (call,) = upstream.called("GET", "upload/users/proofs")
    assert call.status == 200


@proves("CALL-18")
@pytest.mark.parametrize("address", ["http://evil.example.org/x.png", "file:///etc/passwd", "//evil", "not an address"])
async def test_a_document_that_stands_elsewhere_is_not_fetched(sign_in, upstream, address):
    user_id, proof_id = waiting(upstream)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    item = {"id": user_id, "identityProofs": [{"id": proof_id, "status": 1, "fileName": address}]}
    upstream.answer("GET", f"admin/users/{user_id}", item)
    await tab.send(UserShow.open_proof)
    assert tab.went("showFile") == []
    assert told(tab) == [("error", say("users.proofs.unreadable", "fr", name=NAME))]


@proves("PROOF-3")
@pytest.mark.parametrize(("accept", "status"), [(True, 2), (False, 3)])
async def test_a_decision_is_sent_once_and_shown(sign_in, upstream, accept, status):
    user_id, proof_id = waiting(upstream)
    upstream.change(user_id, birth_date="1990-01-01")
    tab = await sign_in("admin", f"/users/show/{user_id}")
    await tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=accept)
    await tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=not accept)
    (call,) = upstream.called("PATCH", PATH)
    assert (call.path, call.body) == (f"/{PATH}/{proof_id}", {"validate": accept})
    assert show(tab).proofs[0]["status"] == str(status)
    assert show(tab).proofs[0]["validator"] == "Claire M."
    assert show(tab).proof == {}
    assert told(tab) == [("success", say(f"users.proofs.done.{'accepted' if accept else 'refused'}", "fr", name=NAME))]


@proves("PROOF-4")
async def test_a_decision_that_is_stored_although_the_call_failed_is_a_success_with_a_word(sign_in, upstream):
    """Without a birth date the kit cannot be sent: 500, and the proof is accepted (users.yaml)."""
    user_id, proof_id = waiting(upstream)
    upstream.change(user_id, birth_date=None)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    assert show(tab).proof["lacking"] == "true"
    await tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=True)
    (notice,) = tab.view(Notices).items
    assert (notice["kind"], notice["detail"]) == ("success", say("errors.server", "fr"))
    assert show(tab).proofs[0]["status"] == "2"


@proves("PROOF-3")
async def test_one_that_somebody_else_decided_meanwhile_is_shown_as_it_is(sign_in, upstream):
    user_id, proof_id = waiting(upstream)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    database = upstream.sandbox.database
    database.change(identity_proofs, proof_id, status=3)
    database.commit()
    await tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=True)
    assert told(tab) == [("error", say("errors.identity_proof.update_error", "fr", name=NAME))]
    assert show(tab).proofs[0]["status"] == "3"
    assert show(tab).proof == {}
    assert show(tab).deciding is False


@proves("PROOF-3", "PROOF-7")
@pytest.mark.parametrize("mine", [True, False])
@pytest.mark.parametrize(("theirs", "done"), [(True, "accepted"), (False, "refused")])
async def test_a_decision_of_somebody_else_is_told_in_words_of_ours(sign_in, upstream, mine, theirs, done):
    user_id, proof_id = waiting(upstream)
    upstream.change(user_id, birth_date="1990-01-01")
    mine_tab, their_tab = [await sign_in("admin", f"/users/show/{user_id}") for _ in range(2)]
    await their_tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=theirs)
    await mine_tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=mine)
    (notice,) = mine_tab.view(Notices).items
    assert (notice["kind"], notice["text"]) == ("error", say("errors.identity_proof.update_error", "fr", name=NAME))
    assert notice["text"].startswith(NAME), "it may be read over the page of the next person"
    assert notice["detail"] == say(f"users.proofs.meanwhile.{done}_by", "fr", name="Claire M.")
    assert mine_tab.went("focusOn") == ["show-proofs"]


@proves("PROOF-7")
@pytest.mark.parametrize(("theirs", "done"), [(True, "accepted"), (False, "refused")])
async def test_a_document_that_was_decided_upon_meanwhile_says_so_when_it_is_opened(sign_in, upstream, theirs, done):
    user_id, proof_id = waiting(upstream)
    upstream.change(user_id, birth_date="1990-01-01")
    mine, other = [await sign_in("admin", f"/users/show/{user_id}") for _ in range(2)]
    await other.send(UserShow.decide_proof, proof_id=str(proof_id), accept=theirs)
    await mine.send(UserShow.open_proof)
    (notice,) = mine.view(Notices).items
    assert notice["text"] == say("users.proofs.unreadable", "fr", name=NAME)
    assert notice["detail"] == say(f"users.proofs.meanwhile.{done}_by", "fr", name="Claire M.")
    assert (show(mine).proof, show(mine).proofs[0]["status"]) == ({}, "2" if theirs else "3")
    assert mine.went("focusOn") == ["show-proofs"]


async def test_a_refusal_by_the_server_leaves_the_decision_to_be_made(sign_in, upstream):
    user_id, proof_id = waiting(upstream)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    upstream.fail(f"admin/identity_proofs/{proof_id}", 500, times=1)
    await tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=True)
    assert told(tab)[0][0] == "error"
    assert show(tab).proof["id"] == str(proof_id)
    await tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=False)
    assert show(tab).proofs[0]["status"] == "3"


@proves("PROOF-6")
@pytest.mark.parametrize("held", [(), ("user_update",), ("identity_proofs_manage",)])
async def test_who_may_not_decide_sees_the_history_alone(sign_in, upstream, held):
    user_id, proof_id = waiting(upstream)
    upstream.grant("nobody@demo.test", "access_admin", "user_read", *held)
    tab = await sign_in("nobody", f"/users/show/{user_id}")
    assert show(tab).proofs
    assert show(tab).proof == {}
    assert show(tab).proof_by_hand is False
    upstream.forget()
    await tab.send(UserShow.open_proof)
    await tab.send(UserShow.decide_proof, proof_id=str(proof_id), accept=True)
    await tab.send(UserShow.accept_by_hand)
    assert tab.went("showFile") == []
    assert not upstream.called("PATCH")
    assert not upstream.called("GET", "upload/")


async def test_nothing_is_said_nor_done_where_the_module_is_off(sign_in, upstream, configure):
    configure(hitchhiking=False)
    user_id, _ = waiting(upstream)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    assert show(tab).proofs == []
    await tab.send(UserShow.open_proof)
    assert tab.went("showFile") == []
    assert not upstream.called("GET", "upload/")


@pytest.mark.parametrize("decided", ["accepted", "refused"])
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_a_name_that_ends_with_a_full_stop_ends_no_sentence(decided, locale):
    assert ".." not in say(f"users.proofs.meanwhile.{decided}_by", locale, name="Claire M.")


# --- by hand ------------------------------------------------------------------------------


@proves("PROOF-5")
def test_by_hand_is_for_who_has_neither_a_waiting_nor_an_accepted_one():
    assert by_hand({"identityProofs": []})
    assert by_hand({"identityStatus": 3, "identityProofs": [{"id": 1, "status": 3}, {"id": 2, "status": 4}]})
    assert not by_hand({"identityProofs": [{"id": 1, "status": 1}]})
    assert not by_hand({"identityProofs": [{"id": 1, "status": 2}]})
    assert not by_hand({"identityStatus": 2, "identityProofs": []})


def hitchhiker(upstream, **columns) -> int:
    upstream.change(21, given_name="Léa", family_name="Roy")
    upstream.change(21, hitch_hike_passenger=True, birth_date="1990-01-01", home_address_id=1001 + 21, **columns)
    return 21


@proves("PROOF-5")
async def test_an_identity_is_accepted_by_hand(sign_in, upstream):
    user_id = hitchhiker(upstream)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    assert show(tab).proof_by_hand is True
    await tab.send(UserShow.accept_by_hand)
    (call,) = upstream.called("POST", PATH)
    assert call.body == {"user": f"/users/{user_id}"}
    assert upstream.user(user_id).identity_status == 2
    assert show(tab).proof_by_hand is False


@proves("PROOF-5", "PROOF-7")
async def test_who_accepts_by_hand_what_another_person_has_accepted_is_not_told_that_they_did(sign_in, upstream):
    user_id = hitchhiker(upstream)
    mine, other = [await sign_in("admin", f"/users/show/{user_id}") for _ in range(2)]
    await other.send(UserShow.accept_by_hand)
    await mine.send(UserShow.accept_by_hand)
    assert len(upstream.called("POST", PATH)) == 1
    (notice,) = mine.view(Notices).items
    assert (notice["kind"], notice["text"]) == ("error", say("errors.identity_proof.create_error", "fr", name=NAME))
    assert notice["detail"].endswith(say("users.proofs.meanwhile.accepted_by", "fr", name="").strip())
    assert show(mine).proof_by_hand is False


@proves("PROOF-5")
async def test_after_a_refused_proof_the_person_is_changed_instead(sign_in, upstream):
    """POST would fail: the user has a proof (users.yaml, create_identity_proof)."""
    user_id, proof_id = waiting(upstream, status=3)
    upstream.change(user_id, identity_status=3)
    database = upstream.sandbox.database
    others = identity_proofs.c.user_id == user_id, identity_proofs.c.id != proof_id
    database.write(identity_proofs.delete().where(*others))
    database.commit()
    tab = await sign_in("admin", f"/users/show/{user_id}")
    await tab.send(UserShow.accept_by_hand)
    assert not upstream.called("POST", PATH)
    assert upstream.called("PATCH")[0].body == {"verifiedIdentity": True}
    assert told(tab) == [("success", say("users.proofs.done.by_hand", "fr", name=NAME))]


async def test_a_proof_that_came_meanwhile_is_not_passed_over(sign_in, upstream):
    user_id = hitchhiker(upstream)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    database = upstream.sandbox.database
    columns = {"user_id": user_id, "status": 1, "created_date": "2026-01-01T00:00:00", "file_name": f"{user_id}-1"}
    database.insert(identity_proofs, **columns)
    database.commit()
    await tab.send(UserShow.accept_by_hand)
    assert not upstream.called("POST", PATH)
    assert told(tab)[0] == ("error", say("errors.identity_proof.create_error", "fr", name=NAME))
    assert show(tab).proof["id"]


async def test_a_deleted_account_has_no_identity_to_decide_upon(sign_in, upstream):
    user_id, _ = waiting(upstream)
    upstream.change(user_id, status=4)
    tab = await sign_in("admin", f"/users/show/{user_id}")
    assert (show(tab).proofs_apply, show(tab).proof, show(tab).proof_by_hand) == (False, {}, False)
