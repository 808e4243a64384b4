"""Creating a record: once, whatever is refused or lost on the way (SOLIDARY-7, SOLIDARY-8, SOLIDARY-17; trap 32)."""

import json
import time

import httpx
import pytest
from sqlalchemy import func, select

from admin_app.features.solidary.asking import creation, offer
from admin_app.features.solidary.asking.creation import digest_of, marks_of
from admin_app.features.solidary.asking.look_up import SECONDS, Mark
from admin_app.features.solidary.asking.request_form import RequestForm
from admin_app.features.solidary.asking.schema import ASKING
from admin_app.features.solidary.asking.wizard import SolidaryWizard
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.sockets import CHOICE
from admin_app.kit.words.locale import Locale, say
from sandbox.solidary.tables import proofs, solidaries, structure_subjects, structures
from sandbox.tables import users
from tests.support.asking import ADDRESS, ODETTE, WHOLE, finish, proven, requester, told, wizard
from tests.support.forms import send_file, submitted
from tests.support.proofs import proves

PDF = b"%PDF-1.4\n%%EOF\n"


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


@pytest.fixture
async def tab(sign_in, upstream):
    """The wizard of an operator, with the file that the structure wants."""
    opened = await sign_in("solidary", ADDRESS)
    for each in wizard(opened).criteria:
        if each["kind"] == "file":
            await attach(opened, f"proofs:{each['id']}")
    upstream.forget()
    return opened


async def attach(tab, name, content=PDF, file_name="attestation.pdf"):
    await tab.send(SolidaryWizard.prepare_proof, name=name, file_name=file_name)
    path, kind, _ = tab.went("sendFile")
    assert kind == name
    assert await send_file(path.rpartition("/")[2], content) == 204
    await tab.send(SolidaryWizard.check_proof, name=name)


def filled(tab, **changes):
    subject = wizard(tab).choices["subject"][0]["value"]
    return {**WHOLE, "subject": subject, **proven(tab), **changes}


async def create(tab, **changes):
    await finish(tab, **filled(tab, **changes))


def count(upstream, table):
    return upstream.sandbox.database.value(select(func.count()).select_from(table))


def posts(upstream, path="admin/solidaries"):
    return upstream.called("POST", path)


# --- what is sent ----------------------------------------------------------------------


@proves("SOLIDARY-7")
async def test_a_new_person_punctual(tab, upstream):
    await create(tab, email="simone@example.org")
    (post,) = posts(upstream)
    body = post.body
    assert "id" not in body["beneficiary"]
    assert body["beneficiary"]["email"] == "simone@example.org"
    assert body["structure"] == 1
    assert body["adminsubject"] == int(wizard(tab).choices["subject"][0]["value"])
    assert body["punctualOutwardMinDate"] == "2099-03-26"
    assert {each["value"] for each in body["proofs"]} >= {True}
    assert len(body["proofs"]) == sum(each["kind"] != "file" for each in wizard(tab).criteria)


@proves("SOLIDARY-8", "SOLIDARY-21")
async def test_its_files_follow_with_its_id_and_it_is_opened(tab, upstream):
    await create(tab)
    (upload,) = posts(upstream, "admin/proofs")
    record_id = upstream.sandbox.database.value(select(func.max(solidaries.c.id)))
    assert f'name="solidaryId"\r\n\r\n{record_id}'.encode() in upload.content
    assert b'filename="attestation.pdf"' in upload.content
    assert tab.redirects[-1] == f"/solidaryrecords/show/{record_id}"
    assert "saved" in [name for name, _ in tab.calls]
    # It is read by its own page alone (trap 31).
    assert not [call for call in upstream.called("GET", "admin/solidaries/")]


@proves("SOLIDARY-31", "OWN-16")
async def test_who_may_open_no_file_stays_where_it_is_said_to_be_created(sign_in, upstream):
    """They were led to a refusal, and would have created it again."""
    opened = await sign_in("admin", ADDRESS)
    await create(opened, email="simone@example.org")
    record_id = upstream.sandbox.database.value(select(func.max(solidaries.c.id)))
    assert len(posts(upstream)) == 1
    assert wizard(opened).made == str(record_id)
    assert opened.redirects == []
    assert opened.went("focusOn") == ["asking-made"]
    assert opened.went("saved"), "its draft goes"


@proves("SOLIDARY-17")
async def test_a_file_that_was_chosen_is_not_said_to_follow(tab):
    assert wizard(tab).files_later == []
    (name,) = wizard(tab).proof_files
    await attach(tab, name, b"MZ not a document", "virus.pdf")
    assert wizard(tab).files_later == ["Attestation de quotient familial"]
    await attach(tab, name)
    assert wizard(tab).files_later == []
    await tab.send(SolidaryWizard.drop_proof, name=name)
    assert wizard(tab).files_later == ["Attestation de quotient familial"]


@proves("SOLIDARY-8", "SOLIDARY-17")
async def test_a_file_may_be_given_later(tab, upstream):
    """Nobody has their papers at hand on the telephone."""
    await tab.send(SolidaryWizard.drop_proof, name=next(iter(wizard(tab).proof_files)))
    await create(tab)
    assert posts(upstream, "admin/proofs") == []
    assert len(posts(upstream)) == 1
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


async def test_a_file_that_is_none_is_refused_and_not_sent(tab, upstream):
    name = next(iter(wizard(tab).proof_files))
    await attach(tab, name, b"MZ not a document", "virus.pdf")
    assert wizard(tab).proof_files[name]["problem"]
    await create(tab)
    assert posts(upstream, "admin/proofs") == []
    assert len(posts(upstream)) == 1


async def test_somebody_known_regular_with_another_subject(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    for each in wizard(tab).criteria:
        if each["kind"] == "file" and f"proofs:{each['id']}" not in wizard(tab).files_given:
            await attach(tab, f"proofs:{each['id']}")
    key = wizard(tab).lines["regularSchedules"][0]["key"]
    known = {name: text for name, text in wizard(tab).values.items() if name in (*ODETTE, "userId", "email")}
    texts = {"regular": "true", "fromDate": "2099-03-23", "regularDateChoice": "1", "subject": "9999"}
    texts |= {"additionalSubject": "🚑 Cérémonie", "additionalNeed": "Déambulateur", "destinationAny": "true"}
    texts |= {f"regularSchedules:{key}:days": "mon,thu", f"regularSchedules:{key}:outwardTime": "08:15"}
    upstream.forget()
    await create(tab, **{**known, **texts, "telephone": "06 11 22 33 44"})
    assert wizard(tab).errors == {}
    (post,) = posts(upstream)
    assert post.body["beneficiary"] == {"id": person[0], "telephone": "0611223344"}
    assert post.body["additionalSubject"] == "🚑 Cérémonie"
    assert post.body["additionalNeed"] == "Déambulateur"
    assert post.body["destinationAny"] is True
    assert "adminsubject" not in post.body
    assert "destination" not in post.body
    assert [day for day, on in post.body["regularSchedules"][0].items() if on is True] == ["mon", "thu"]
    assert (post.body["regularMinDate"], post.body["regularMaxDate"]) == ("2099-03-23", "2099-03-30")
    assert post.status == 201


async def test_what_was_proven_before_is_not_added_again(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    given = dict(wizard(tab).proofs)
    assert given
    known = {name: text for name, text in wizard(tab).values.items() if name in (*ODETTE, "userId", "email")}
    for each in wizard(tab).criteria:
        if each["kind"] == "file" and f"proofs:{each['id']}" not in wizard(tab).files_given:
            await attach(tab, f"proofs:{each['id']}")
    before = count(upstream, proofs)
    upstream.forget()
    await create(tab, **{**proven(tab), **known, **given})
    assert wizard(tab).errors == {}
    (post,) = posts(upstream)
    assert not {each["id"] for each in post.body.get("proofs", [])} & {
        int(name.partition(":")[2]) for name, text in given.items() if text
    }
    assert count(upstream, proofs) <= before + len(post.body.get("proofs", [])) + 1


async def test_a_request_at_the_same_time_is_asked_about_first(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    for each in wizard(tab).criteria:
        if each["kind"] == "file" and f"proofs:{each['id']}" not in wizard(tab).files_given:
            await attach(tab, f"proofs:{each['id']}")
    known = {name: text for name, text in wizard(tab).values.items() if name in (*ODETTE, "userId", "email")}
    await create(tab, **known)
    assert wizard(tab).errors == {}
    first = tab.redirects[-1].rpartition("/")[2]
    tab.forget()
    await tab.open(f"{ADDRESS}?user={person[0]}")
    for each in wizard(tab).criteria:
        if each["kind"] == "file" and f"proofs:{each['id']}" not in wizard(tab).files_given:
            await attach(tab, f"proofs:{each['id']}")
    upstream.forget()
    await create(tab, **known)
    assert f"n°\u00a0{first}" in wizard(tab).question
    assert tab.went("askToSave") == []
    assert "askToSave" in [name for name, _ in tab.calls]
    assert posts(upstream) == []
    await create(tab, **known, _confirmed="yes")
    assert len(posts(upstream)) == 1


# --- the structure is changed meanwhile ------------------------------------------------


def change(upstream, table, found=None, **values):
    """A colleague changes something of structure 1 while the request is written."""
    statement = table.update().where(table.c.id == (found or 1)).values(**values)
    upstream.sandbox.database.write(statement)


@proves("SOLIDARY-41")
@pytest.mark.parametrize(
    ("locale", "morning"), [("fr", "le matin (07:15–11:45)"), ("en", "in the morning (07:15–11:45)")]
)
async def test_what_was_read_aloud_is_said_again_where_the_structure_has_changed_it(tab, upstream, locale, morning):
    await tab.send(Locale.choose, locale=locale)
    subject = wizard(tab).choices["subject"][0]
    change(upstream, structure_subjects, int(subject["value"]), label="Consultation")
    change(upstream, structures, m_min_time="07:15", m_max_time="11:45")
    await create(tab)
    assert posts(upstream) == []
    question = wizard(tab).question
    assert subject["label"] in question
    assert "Consultation" in question
    assert morning in question
    assert "askToSave" in [name for name, _ in tab.calls]
    await create(tab, _confirmed="yes")
    assert len(posts(upstream)) == 1


@pytest.mark.parametrize(("before", "after"), [("Le matin.", ""), ("", "Le soir."), ("Le matin.", "Le soir.")])
async def test_of_a_sentence_that_came_or_went_one_half_is_said(tab, monkeypatch, before, after):
    held = await tab.state(SolidaryWizard)
    monkeypatch.setattr(offer, "recap", lambda form, said, today: [{"fr": text} for text in said if text])
    held._read_aloud, held.choices = {before: []}, {after: []}
    changed = held._changed_sentences(RequestForm({}), "fr")
    halves = (("Ce qui a été lu", before), ("À relire à la personne", after))
    assert [(half in changed, text in changed) for half, text in halves] == [(bool(text), True) for _, text in halves]
    assert "La structure a été modifiée" in changed


async def test_what_does_not_concern_the_request_is_not_asked_about(tab, upstream):
    other = wizard(tab).choices["subject"][1]
    change(upstream, structure_subjects, int(other["value"]), label="Consultation")
    change(upstream, structures, e_min_time="19:00")
    await create(tab)
    assert len(posts(upstream)) == 1


async def test_a_subject_that_is_gone_is_asked_for_again_with_the_reason(tab, upstream):
    subject = int(wizard(tab).choices["subject"][0]["value"])
    change(upstream, structure_subjects, subject, structure_id=2)
    await create(tab, subject=str(subject))
    assert posts(upstream) == []
    assert wizard(tab).step == "journey"
    assert wizard(tab).errors["subject"]
    assert any(wizard(tab).structure_name in text for text in told(tab))


async def test_a_structure_that_cannot_be_read_again_holds_nobody_back(tab, upstream):
    upstream.fail("admin/structures/", 500)
    await create(tab)
    assert len(posts(upstream)) == 1


# --- what goes wrong -------------------------------------------------------------------


async def test_a_refusal_leaves_everything_as_it_is(tab, upstream):
    upstream.fail("admin/solidaries", 400, "POST")
    await create(tab)
    assert wizard(tab).outcome["key"] == "refused"
    assert not wizard(tab).saving
    assert wizard(tab).made == ""
    assert wizard(tab).values["familyName"] == "Garnier"
    assert wizard(tab).proof_files
    assert told(tab)
    upstream.heal()
    await create(tab)
    assert wizard(tab).made
    assert len([call for call in posts(upstream) if call.status == 201]) == 1


@proves("SOLIDARY-30")
async def test_what_was_looked_up_after_a_failure_is_not_said_to_be_unknown(tab, upstream):
    """The server failed before it stored anything: that was seen, and "perhaps" would say the contrary."""
    upstream.fail("admin/solidaries", 500, "POST")
    await create(tab)
    assert wizard(tab).outcome == {"key": "refused", "detail": say("errors.server", "fr")}
    assert "peut-être" not in " ".join(told(tab))


async def test_a_dead_server_is_said_and_can_be_tried_again(tab, upstream):
    upstream.unplug("admin/solidaries")
    await create(tab)
    assert wizard(tab).outcome["key"] == "refused"
    upstream.heal()
    await create(tab)
    assert wizard(tab).made


async def test_an_answer_that_is_lost_is_looked_up_and_nothing_is_made_twice(tab, upstream):
    """The record is there, and so is the person: it goes on as if the answer had come."""
    before, people = count(upstream, solidaries), count(upstream, users)
    lose_once(upstream)
    await create(tab, email="simone@example.org")
    assert count(upstream, solidaries) == before + 1
    assert count(upstream, users) == people + 1
    assert len(posts(upstream)) == 1
    assert len(posts(upstream, "admin/proofs")) == 1
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


def lose_once(upstream):
    """Carry out the next creation, and lose its answer alone."""
    inner = upstream.handle_async_request
    done = []

    async def lost(request):
        if request.method == "POST" and request.url.path == "/admin/solidaries" and not done:
            done.append(True)
            upstream.sandbox.faults.lose.append("/admin/solidaries")
            try:
                return await inner(request)
            finally:
                upstream.sandbox.faults.lose.remove("/admin/solidaries")
        return await inner(request)

    upstream.handle_async_request = lost


def hide_afterwards(upstream, *paths, times=None):
    """Once the next creation was sent, have what is there be read no more."""
    inner = upstream.handle_async_request
    left = list(paths)

    async def hiding(request):
        try:
            return await inner(request)
        finally:
            while left and request.method == "POST" and request.url.path == "/admin/solidaries":
                upstream.fail(left.pop(), 500, "GET", times)

    upstream.handle_async_request = hiding


@pytest.fixture(autouse=True)
def _whole(served):
    """A test may stand between the application and the server."""
    yield
    served.__dict__.pop("handle_async_request", None)


@pytest.fixture
def marks(upstream):
    """What the browser keeps of an attempt at the moment of each creation: `marks(tab)`."""
    seen = []

    def watch(tab):
        inner = upstream.handle_async_request

        async def noted(request):
            if request.method == "POST" and request.url.path == "/admin/solidaries":
                seen.append(wizard(tab).creation_mark)
            return await inner(request)

        upstream.handle_async_request = noted
        return seen

    return watch


async def crashed(tab, upstream, address=ADDRESS, **texts):
    """A creation that is carried out while the application dies: the browser has its draft and the mark of it."""
    lose_once(upstream)
    hide_afterwards(upstream, "admin/users", "admin/solidaries")
    # Nobody else is like this person: it was said.
    (await tab.state(SolidaryWizard))._told_of = digest_of(RequestForm(filled(tab, **texts)))
    await create(tab, **texts)
    mark = wizard(tab).creation_mark
    draft = {**submitted(tab, SolidaryWizard, **filled(tab, **texts)), "_step": "times"}
    upstream.heal()
    tab.address = address
    await tab.restart()
    tab.forget()
    (await tab.state(SolidaryWizard)).creation_mark = mark  # as the session storage of the tab brings it
    await tab.send(SolidaryWizard.restore, data=draft)


@proves("SOLIDARY-31")
async def test_the_browser_knows_of_a_creation_before_it_is_sent(tab, upstream, marks):
    seen = marks(tab)
    await create(tab)
    assert [bool(mark) for mark in seen] == [True]
    assert "Garnier" not in seen[0]
    assert wizard(tab).creation_mark == ""


@proves("SOLIDARY-31")
async def test_a_creation_cut_by_our_own_death_is_looked_up_before_another(tab, upstream):
    before, people = count(upstream, solidaries), count(upstream, users)
    await crashed(tab, upstream, email="simone@example.org")
    await create(tab, email="simone@example.org")
    assert (count(upstream, solidaries), count(upstream, users)) == (before + 1, people + 1)
    assert len(posts(upstream)) == 1
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")
    assert wizard(tab).creation_mark == ""


@proves("SOLIDARY-31")
async def test_so_is_one_for_somebody_known(sign_in, upstream):
    person = await requester(upstream)
    address = f"{ADDRESS}?user={person[0]}"
    tab = await sign_in("solidary", address)
    known = {name: text for name, text in wizard(tab).values.items() if name in (*ODETTE, "userId", "email")}
    before = count(upstream, solidaries)
    upstream.forget()
    await crashed(tab, upstream, address, **known)
    await create(tab, **known)
    assert wizard(tab).question == ""
    assert count(upstream, solidaries) == before + 1
    assert len(posts(upstream)) == 1
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


@proves("SOLIDARY-31")
@pytest.mark.parametrize("mark", ["💥", "[]", "{}", '{"whose": "x", "known": [1], "alike": []}', "[" * 100_000])
async def test_a_mark_that_is_not_of_this_person_changes_nothing(tab, upstream, mark):
    (await tab.state(SolidaryWizard)).creation_mark = mark
    before = count(upstream, solidaries)
    await create(tab)
    assert count(upstream, solidaries) == before + 1
    assert wizard(tab).creation_mark == ""


OTHER = {"familyName": "Perrin", "givenName": "Marcel", "birthDate": "1939-02-01", "telephone": "03 83 00 00 10"}


@proves("SOLIDARY-31")
async def test_the_tab_keeps_the_mark_of_each_creation_nobody_knows_of(tab, upstream):
    """Drafts are kept for several people: a creation for the next one is not the end of the one before."""
    before = count(upstream, solidaries)
    await crashed(tab, upstream)
    marked = wizard(tab).creation_mark
    await tab.open(ADDRESS)
    upstream.heal()
    await create(tab, **OTHER)
    assert [call.status for call in posts(upstream)][1:] == [201], "the second is for somebody else, and is made"
    assert wizard(tab).creation_mark == marked
    draft = {**submitted(tab, SolidaryWizard, **filled(tab)), "_step": "times"}
    await tab.open(ADDRESS)
    await tab.send(SolidaryWizard.restore, data=draft)
    await create(tab)
    assert len(posts(upstream)) == 2
    assert count(upstream, solidaries) == before + 2
    assert wizard(tab).creation_mark == ""


@proves("SOLIDARY-31")
async def test_so_does_one_that_is_not_known_of_either_as_many_as_storage_takes(tab):
    held = await tab.state(SolidaryWizard)
    for number in range(9):
        held._keep_mark(Mark(whose=f"{number:016}", known=123456, alike=[1234, 12345]))
    kept = marks_of(held.creation_mark)
    assert len(held.creation_mark) <= CHOICE, "what is longer would not be taken over (GUARD-2)"
    assert [each.whose[-1] for each in kept] == ["8", "7", "6"], "the latest"
    held._forget_mark(kept[1])
    assert [each.whose[-1] for each in marks_of(held.creation_mark)] == ["8", "6"]


@proves("SOLIDARY-31")
async def test_an_older_request_of_somebody_new_is_not_taken_for_the_one_that_failed(tab, upstream):
    """Who lives in no territory of the structure's is new each time: the same journey was asked for before."""
    before = count(upstream, solidaries)
    await create(tab, homeAddress="")
    await tab.open(ADDRESS)
    for each in wizard(tab).criteria:
        if each["kind"] == "file":
            await attach(tab, f"proofs:{each['id']}")
    tab.forget()
    upstream.fail("admin/solidaries", 500, "POST")
    await create(tab, homeAddress="")
    assert wizard(tab).outcome["key"] == "half", "they are there, and what they ask for now is not"
    assert tab.redirects == []
    upstream.heal()
    await create(tab, homeAddress="")
    assert count(upstream, solidaries) == before + 2


@proves("SOLIDARY-31")
async def test_a_request_made_while_the_form_was_open_is_not_taken_for_the_one_that_failed(tab, upstream):
    """A colleague asked for the same journey meanwhile, for the same person, who has no home in a territory."""
    before = count(upstream, solidaries)
    colleague = await tab.browser.tab().open(ADDRESS)
    for each in wizard(colleague).criteria:
        if each["kind"] == "file":
            await attach(colleague, f"proofs:{each['id']}")
    await create(colleague, homeAddress="")
    upstream.fail("admin/solidaries", 500, "POST", times=1)
    await create(tab, homeAddress="")
    assert wizard(tab).made == ""
    assert tab.redirects == []
    assert count(upstream, solidaries) == before + 1


@proves("SOLIDARY-31")
async def test_nothing_is_created_while_the_first_may_be_on_its_way(tab, upstream, monkeypatch):
    """Its tab was loaded anew while the server was at work, and nothing is stored yet."""
    upstream.fail("admin/solidaries", 504, "POST")
    await create(tab)
    assert wizard(tab).outcome["key"] == "unknown"
    upstream.heal()
    await create(tab)
    assert wizard(tab).outcome["key"] == "unknown"
    assert [call.status for call in posts(upstream)] == [504]
    later = time.time() + SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    await create(tab)
    assert [call.status for call in posts(upstream)] == [504, 201]
    assert wizard(tab).creation_mark == ""


@proves("SOLIDARY-31")
async def test_a_token_that_is_refused_at_the_creation_holds_nobody_back(tab, upstream):
    """It was refused at the door: nothing is on its way."""
    upstream.fail("admin/solidaries", 401, "POST")
    await create(tab)
    upstream.heal()
    await create(tab)
    assert [call.status for call in posts(upstream)][-1] == 201


@proves("SOLIDARY-31")
async def test_without_a_look_at_what_is_there_before_nothing_is_sent(tab, upstream):
    """What was asked for before could be taken for it; who may not see the requests creates all the same."""
    upstream.fail("admin/solidaries", 500, "GET")
    await create(tab)
    assert wizard(tab).outcome["key"] == "refused"
    assert posts(upstream) == []
    upstream.heal()
    upstream.grant("solidary@demo.test", "solidary_create", "structure_read", "user_list")
    await create(tab)
    assert [call.status for call in posts(upstream)] == [201]


def answer_once(upstream, status):
    """Carry out the next creation, and answer it with a failure."""
    inner = upstream.handle_async_request
    done = []

    async def failing(request):
        answer = await inner(request)
        if request.method == "POST" and request.url.path == "/admin/solidaries" and not done:
            done.append(True)
            return httpx.Response(status, json={"hydra:description": "Internal Server Error"}, request=request)
        return answer

    upstream.handle_async_request = failing


@proves("SOLIDARY-31")
@pytest.mark.parametrize("status", [500, 502, 504])
async def test_a_failure_after_storing_opens_what_is_there(tab, upstream, status):
    """A flexible request that matches at once does so (trap 43)."""
    before = count(upstream, solidaries)
    answer_once(upstream, status)
    await create(tab)
    assert count(upstream, solidaries) == before + 1
    assert len(posts(upstream)) == 1
    assert told(tab) == ["La demande solidaire a été créée."]
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


@proves("SOLIDARY-31")
@pytest.mark.parametrize("again", [False, True])
async def test_so_does_one_for_somebody_without_a_home(tab, upstream, again):
    """Who lives in no territory of the structure's is not among the users one sees."""
    before, people = count(upstream, solidaries), count(upstream, users)
    if again:
        lose_once(upstream)
        hide_afterwards(upstream, "admin/solidaries", times=1)
    else:
        answer_once(upstream, 500)
    await create(tab, homeAddress="")
    if again:
        assert wizard(tab).outcome["key"] == "unknown"
        await create(tab, homeAddress="")
    assert (count(upstream, solidaries), count(upstream, users)) == (before + 1, people + 1)
    assert len(posts(upstream)) == 1
    assert told(tab) == ["La demande solidaire a été créée."]
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


@proves("SOLIDARY-31")
async def test_somebody_without_a_home_who_was_stored_alone_is_not_stored_twice(tab, upstream):
    before, people = count(upstream, solidaries), count(upstream, users)
    half_once(upstream)
    await create(tab, homeAddress="")
    assert wizard(tab).outcome["key"] == "half"
    await create(tab, homeAddress="")
    assert posts(upstream)[-1].body["beneficiary"]["id"]
    assert (count(upstream, solidaries), count(upstream, users)) == (before + 1, people + 1)


@proves("SOLIDARY-31")
@pytest.mark.parametrize("path", ["admin/solidaries", "admin/solidary_beneficiaries"])
async def test_where_they_cannot_be_looked_for_nothing_says_that_it_failed(tab, upstream, path):
    before = count(upstream, solidaries)
    upstream.fail("admin/solidaries", 500, "POST")
    hide_afterwards(upstream, path)
    await create(tab, homeAddress="")
    assert wizard(tab).outcome["key"] == "unknown"
    assert told(tab) == []
    assert "liste des demandes" in say("asking.outcome.unknown", "fr"), "where to look"
    upstream.heal()
    await create(tab, homeAddress="")
    assert count(upstream, solidaries) == before + 1


@proves("SOLIDARY-31")
@pytest.mark.parametrize("status", [502, 503, 504])
async def test_where_a_proxy_gave_up_nobody_knows(tab, upstream, status):
    """The server behind it may still be at work."""
    upstream.fail("admin/solidaries", status, "POST")
    await create(tab)
    assert wizard(tab).outcome["key"] == "unknown"
    assert told(tab) == []


async def test_the_same_without_an_email_by_telephone_and_names(tab, upstream):
    before, people = count(upstream, solidaries), count(upstream, users)
    lose_once(upstream)
    await create(tab)
    assert (count(upstream, solidaries), count(upstream, users)) == (before + 1, people + 1)
    assert len(posts(upstream)) == 1
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


@proves("SOLIDARY-30")
async def test_where_nothing_can_be_looked_up_nothing_is_sent_until_it_can(tab, upstream):
    before = count(upstream, solidaries)
    lose_once(upstream)
    upstream.fail("admin/users", 500, "GET")
    await finish(tab, **filled(tab))
    # The look at who may be the same person failed, and was said; it is believed the second time.
    await finish(tab, **filled(tab))
    assert wizard(tab).outcome["key"] == "unknown"
    assert told(tab) == [], "it may be there: nothing says that it is not"
    assert count(upstream, solidaries) == before + 1
    upstream.heal()
    await create(tab)
    assert count(upstream, solidaries) == before + 1
    assert len(posts(upstream)) == 1
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


async def test_a_person_who_was_stored_without_a_request_is_taken_up_again(tab, upstream):
    """A failure half-way leaves the person; the second try names them, and adds no proof twice."""
    before, people = count(upstream, solidaries), count(upstream, users)
    half_once(upstream)
    await create(tab)
    assert wizard(tab).outcome["key"] == "half"
    assert (count(upstream, solidaries), count(upstream, users)) == (before, people + 1)
    given = count(upstream, proofs)
    await create(tab)
    second = posts(upstream)[-1].body
    assert second["beneficiary"]["id"]
    assert (count(upstream, solidaries), count(upstream, users)) == (before + 1, people + 1)
    assert count(upstream, proofs) == given + 1
    assert tab.redirects[-1].startswith("/solidaryrecords/show/")


def half_once(upstream):
    """Store the person of the next creation and fail over its journey, as an unknown subject does."""
    inner = upstream.handle_async_request
    done = []

    async def half(request):
        if request.method == "POST" and request.url.path == "/admin/solidaries" and not done:
            done.append(True)
            request = with_body(request, await request.aread())
        return await inner(request)

    upstream.handle_async_request = half


def with_body(request, content):

    body = {**json.loads(content), "adminsubject": 999999}
    headers = {name: value for name, value in request.headers.items() if name != "content-length"}
    return httpx.Request(request.method, request.url, headers=headers, json=body)


async def test_a_file_that_is_refused_is_sent_again_alone(tab, upstream):
    upstream.fail("admin/proofs", 500)
    await create(tab)
    assert wizard(tab).made
    assert [each["label"] for each in wizard(tab).unsent] == ["Attestation de quotient familial"]
    assert wizard(tab).unsent[0]["problem"] == say("errors.server", "fr"), "the record tells that it was not taken"
    assert wizard(tab).perhaps_sent is False
    assert tab.redirects == []
    await create(tab)
    assert len(posts(upstream)) == 1
    await tab.send(SolidaryWizard.send_again)
    assert wizard(tab).unsent
    upstream.heal()
    await tab.send(SolidaryWizard.send_again)
    assert wizard(tab).unsent == []
    assert tab.redirects[-1] == f"/solidaryrecords/show/{wizard(tab).made}"
    assert len(posts(upstream)) == 1


async def test_of_a_file_nobody_knows_of_one_thing_is_said(tab, upstream):
    upstream.lose("admin/proofs")
    upstream.fail("admin/solidaries/", 500)
    await create(tab)
    assert [each["problem"] for each in wizard(tab).unsent] == [say("errors.unsure", "fr")]
    assert wizard(tab).perhaps_sent is True
    assert say("errors.solidary.proof_error", "fr") not in [text for _, text, _ in told(tab)]


async def test_a_file_whose_answer_is_lost_is_looked_up(tab, upstream):
    """Sent again it is refused, though it is there (trap 29)."""
    before = count(upstream, proofs)
    upstream.lose("admin/proofs")
    await create(tab)
    assert wizard(tab).unsent == []
    added = sum(each["kind"] != "file" and bool(each["mandatory"]) for each in wizard(tab).criteria)
    assert count(upstream, proofs) <= before + added + 1 + 2
    assert len(posts(upstream, "admin/proofs")) == 1


async def test_a_second_press_creates_nothing_more(tab, upstream):
    with upstream.held("/admin/solidaries POST") as released:
        first = await tab.start(SolidaryWizard.save, data=data(tab))
        await upstream.awaited("/admin/solidaries POST")
        await tab.send(SolidaryWizard.save, data=data(tab))
        await tab.send(SolidaryWizard.create)
        assert len([call for call in upstream._waiting if call.endswith("/admin/solidaries POST")]) == 1
        released.set()
        await first.wait_all()
    assert len(posts(upstream)) == 1


async def test_a_form_that_was_left_does_not_write_into_the_next(tab, upstream):
    with upstream.held("/admin/solidaries POST") as released:
        first = await tab.start(SolidaryWizard.save, data=data(tab))
        await upstream.awaited("/admin/solidaries POST")
        await tab.open("/users")
        await tab.begin(f"{ADDRESS}?user={(await requester(upstream))[0]}")
        released.set()
        await first.wait_all()
    assert wizard(tab).made == ""
    assert tab.redirects == []
    assert "La demande solidaire a été créée." in told(tab)
    assert len(posts(upstream, "admin/proofs")) == 1
    record_id = upstream.sandbox.database.value(select(func.max(solidaries.c.id)))
    assert [each["to"] for each in tab.view(Notices).items] == [f"/solidaryrecords/show/{record_id}"]


@proves("OWN-16")
@pytest.mark.parametrize("listed", [True, False])
async def test_who_may_open_no_file_and_has_left_is_led_to_the_request_in_the_list(sign_in, upstream, listed):
    """They were told that it was created, and no number."""
    opened = await sign_in("admin", ADDRESS)
    if not listed:
        session = await opened.state(Session)
        session.permissions = [each for each in session.permissions if each != "solidary_list"]
    with upstream.held("/admin/solidaries POST") as released:
        first = await opened.start(SolidaryWizard.save, data=data(opened, email="simone@example.org"))
        await upstream.awaited("/admin/solidaries POST")
        await opened.begin(f"{ADDRESS}?user={(await requester(upstream))[0]}")
        released.set()
        await first.wait_all()
    record_id = upstream.sandbox.database.value(select(func.max(solidaries.c.id)))
    told_of = [each["to"] for each in opened.view(Notices).items if each["kind"] == "success"]
    assert told_of == [f"/solidaryrecords?q={record_id}" if listed else ""]


@proves("SOLIDARY-31", "FORM-24")
async def test_a_page_that_is_loaded_anew_waits_for_its_request(tab, upstream):
    """It said that the request was created, and offered the draft of it."""
    with upstream.held("/admin/solidaries POST") as released:
        first = await tab.start(SolidaryWizard.save, data=data(tab))
        await upstream.awaited("/admin/solidaries POST")
        await tab.load()
        shown = wizard(tab)
        assert (shown.creating, shown.resumed, shown.values["familyName"]) == (True, True, ODETTE["familyName"])
        released.set()
        await first.wait_all()
    assert len(posts(upstream)) == 1
    record_id = upstream.sandbox.database.value(select(func.max(solidaries.c.id)))
    assert tab.redirects[-1] == f"/solidaryrecords/show/{record_id}"
    person = tab.view(Session).user_id
    assert tab.went("saved") == [f"{person}:{ASKING.key}:{wizard(tab).record_id}"], "its draft goes, drawn or not"
    assert (wizard(tab).creating, wizard(tab).resumed) == (False, False)


@proves("SOLIDARY-31")
async def test_a_request_that_failed_meanwhile_is_there_to_be_sent_again(tab, upstream):
    with upstream.held("/admin/solidaries POST") as released:
        first = await tab.start(SolidaryWizard.save, data=data(tab))
        await upstream.awaited("/admin/solidaries POST")
        await tab.load()
        before = wizard(tab).revision
        upstream.fail("admin/solidaries", 400, "POST")
        released.set()
        await first.wait_all()
    shown = wizard(tab)
    assert (shown.outcome["key"], shown.resumed, shown.values["familyName"]) == ("refused", False, ODETTE["familyName"])
    assert shown.revision == before + 1, "its form is drawn anew, and offers the draft"


@proves("SOLIDARY-31")
async def test_nobody_waits_longer_than_a_creation_may_take(tab, upstream, monkeypatch):
    """The application may have died in the middle of it."""
    monkeypatch.setattr(creation, "SECONDS", -1)
    with upstream.held("/admin/solidaries POST") as released:
        first = await tab.start(SolidaryWizard.save, data=data(tab))
        await upstream.awaited("/admin/solidaries POST")
        await tab.load()
        assert (wizard(tab).creating, wizard(tab).resumed) == (False, False)
        released.set()
        await first.wait_all()


def data(tab, **changes):
    return submitted(tab, SolidaryWizard, _further="", **filled(tab, **changes))


TYPED = tuple(part.name for part in ASKING.inputs("create") if part.kind in ("text", "email", "phone"))


@pytest.mark.parametrize("name", [*TYPED, "proofs"])
@pytest.mark.parametrize("text", ["x" * 10_000, "🚑" * 300])
async def test_a_text_that_is_too_long_is_said_at_its_step(tab, upstream, name, text):
    if name == "proofs":
        name = next(f"proofs:{each['id']}" for each in wizard(tab).criteria if each["kind"] == "input")
    subject = {"subject": "9999"} if name == "additionalSubject" else {}
    await create(tab, **{**subject, name: text})
    assert name in wizard(tab).errors
    assert posts(upstream) == []


@pytest.mark.parametrize("text", ["🚑 Zoé", "O’Brien", "</script>"])
async def test_any_short_text_goes_through(tab, upstream, text):
    name = next(f"proofs:{each['id']}" for each in wizard(tab).criteria if each["kind"] == "input")
    texts = dict.fromkeys(("givenName", "familyName", "additionalNeed", "additionalSubject", name), text)
    await create(tab, **{**texts, "subject": "9999"})
    (post,) = posts(upstream)
    assert post.status == 201
    assert post.body["additionalSubject"] == text
    assert text in [each["value"] for each in post.body["proofs"]]
