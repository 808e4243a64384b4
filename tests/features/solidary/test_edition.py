"""The edition of a request: what it will do is said first, changed keys alone are sent, the answer's id is followed."""

import json

import pytest
from sqlalchemy import select, update

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.edition import consequences
from admin_app.features.solidary.edition.state import EditionForesight, SolidaryEdition
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.record import SolidaryRecord
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from sandbox.solidary.tables import solidaries, solidary_messages
from tests.support.asking import TOWN
from tests.support.forms import submitted
from tests.support.proofs import proves

OPERATOR = "solidary"
ENDPOINT = "admin/solidaries"


@pytest.fixture(autouse=True)
def _module(configure):
    configure(solidary=True)


def found(upstream, *conditions):
    """A record of the operator's structures that is still open."""
    mine = (solidaries.c.structure_id.in_((1, 2)), solidaries.c.status.in_((1, 2, 3)))
    row = upstream.sandbox.database.row(select(solidaries).where(*mine, *conditions).order_by(solidaries.c.id))
    assert row is not None
    return row


@pytest.fixture
def punctual(upstream):
    """A record that was created as punctual, with drivers and messages."""
    with_drivers = solidaries.c.id.in_(select(solidary_messages.c.solidary_id))
    return found(upstream, solidaries.c.punctual_outward_date_choice == 1, with_drivers)


@pytest.fixture
def regular(upstream):
    return found(upstream, solidaries.c.frequency == 2)


async def opened(sign_in, upstream, row):
    tab = await sign_in(OPERATOR, "/")
    upstream.forget()
    return await tab.open(f"/solidaryrecords/{row.id}")


def reads(upstream):
    return [call.path for call in upstream.called("GET", f"{ENDPOINT}/") if not call.path.endswith("/actions")]


def patches(upstream):
    return upstream.called("PATCH", ENDPOINT)


def form(tab):
    return tab.view(SolidaryEdition)


async def foresee(tab, **changes):
    await tab.send(EditionForesight.follow, data=submitted(tab, SolidaryEdition, **changes))
    return tab.view(EditionForesight)


async def save(tab, **changes):
    await tab.send(SolidaryEdition.save, data=submitted(tab, SolidaryEdition, **changes))


def told(tab):
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


# --- opening ---------------------------------------------------------------------------------


@proves("SOLIDARY-18")
async def test_it_opens_with_one_reading_and_holds_the_record(sign_in, upstream, punctual):
    tab = await opened(sign_in, upstream, punctual)
    assert reads(upstream) == [f"/{ENDPOINT}/{punctual.id}"]
    assert not form(tab).problem
    assert form(tab).values["outwardDate"] == punctual.from_date
    assert form(tab).values["subject"] == str(punctual.subject_id) or form(tab).values["subject"] == "9999"
    assert form(tab).values["familyName"]
    assert tab.view(CurrentStructure).editing
    assert not upstream.writes()


async def test_the_request_as_it_is_stands_beside_the_form(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    assert {"why", "where", "when"} <= {line["kind"] for line in form(tab).as_is}
    assert "who" not in {line["kind"] for line in form(tab).as_is}, "the title says it"
    assert {"way", "from", "to"} <= {shape[0] for shape in form(tab).sketch}
    before = form(tab).as_is
    await foresee(tab, subject="9999", additionalSubject="Le marché")
    assert form(tab).as_is == before


@proves("SOLIDARY-13")
async def test_what_the_file_holds_is_not_read_again(sign_in, upstream, punctual):
    tab = await sign_in(OPERATOR, f"/solidaryrecords/show/{punctual.id}")
    await tab.open(f"/solidaryrecords/{punctual.id}")
    assert form(tab).person == f"{form(tab).values['givenName']} {form(tab).values['familyName']}"
    assert len(reads(upstream)) == 1
    await tab.open(f"/solidaryrecords/show/{punctual.id}")
    assert len(reads(upstream)) == 1


@proves("SOLIDARY-13")
async def test_what_the_edition_read_is_given_to_the_file(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    await tab.open(f"/solidaryrecords/show/{regular.id}")
    assert tab.view(SolidaryFile).shown
    assert len(reads(upstream)) == 1


@proves("SOLIDARY-18")
async def test_the_structure_is_free_again_when_the_edition_is_left(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    await tab.open("/solidaryrecords")
    assert not tab.view(CurrentStructure).editing


@proves("SOLIDARY-9")
async def test_a_need_the_structure_does_not_offer_is_the_additional_one(sign_in, upstream, regular):
    needs = [{"id": 999999, "label": "Chien guide"}]
    tab = await sign_in(OPERATOR, f"/solidaryrecords/show/{regular.id}")
    file = await tab.state(SolidaryFile)
    item, at = file._kept[str(regular.id)]
    file._kept = {str(regular.id): ({**item, "needs": needs}, at)}
    await tab.open(f"/solidaryrecords/{regular.id}")
    assert form(tab).values["additionalNeed"] == "Chien guide"
    assert form(tab).values["needs"] == ""


@proves("SOLIDARY-10")
async def test_the_destination_is_any_when_it_is_the_origin(sign_in, upstream, regular):
    database = upstream.sandbox.database
    database.change(solidaries, regular.id, destination_id=regular.origin_id)
    database.commit()
    tab = await opened(sign_in, upstream, regular)
    assert form(tab).values["destinationAny"] == "true"
    assert form(tab).values["destination"] == ""
    await save(tab)
    assert not patches(upstream)


# --- what it will do -------------------------------------------------------------------------


@proves("SOLIDARY-26")
async def test_a_form_that_is_as_it_was_changes_nothing(sign_in, upstream, punctual, regular):
    for row in (punctual, regular):
        tab = await opened(sign_in, upstream, row)
        assert (await foresee(tab)).fate == "nothing"
        await save(tab)
        assert told(tab)[-1] == ("success", say("kit.form.nothing_to_save", "fr"))
    assert not patches(upstream)


async def test_the_first_journey_of_a_week_is_told_where_it_is_not_its_first_day(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    (line, *_) = form(tab).lines["regularSchedules"]
    week = {"fromDate": "2099-03-24", "regularDateChoice": "2", f"regularSchedules:{line['key']}:days": "wed"}
    assert (await foresee(tab, **week)).first_ride["en"] == "First journey: Wednesday 25 March 2099."
    assert (await foresee(tab, **week | {"fromDate": "2099-03-25"})).first_ride == {}


@proves("SOLIDARY-25")
async def test_a_need_of_a_regular_request_is_changed_in_place(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    seen = await foresee(tab, additionalNeed="Chien guide")
    assert (seen.fate, seen.reason) == ("in_place", "")
    assert [each["kind"] for each in seen.differences] == ["needs"]
    assert "Chien guide" in seen.differences[0]["after_fr"]
    await save(tab, additionalNeed="Chien guide")
    (call,) = patches(upstream)
    assert call.body == {"additionalNeed": "Chien guide"}
    assert call.path.endswith(f"/{regular.id}")
    assert tab.redirects[-1] == f"/solidaryrecords/show/{regular.id}"
    assert len(reads(upstream)) == 1


@proves("SOLIDARY-25")
async def test_a_need_of_a_punctual_request_closes_it(sign_in, upstream, punctual):
    tab = await opened(sign_in, upstream, punctual)
    seen = await foresee(tab, additionalNeed="Chien guide")
    assert (seen.fate, seen.reason) == ("replaced", "punctual")
    assert form(tab).drivers
    assert form(tab).messages > 0
    await save(tab, additionalNeed="Chien guide")
    assert not patches(upstream)
    assert str(punctual.id) in form(tab).question
    assert ("askToSave", []) in tab.calls
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    (call,) = patches(upstream)
    assert call.body == {"additionalNeed": "Chien guide"}


@proves("SOLIDARY-26")
async def test_the_id_of_the_answer_is_followed_and_its_answer_used(sign_in, upstream, punctual):
    tab = await opened(sign_in, upstream, punctual)
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    new = tab.redirects[-1].rpartition("/")[2]
    assert new != str(punctual.id)
    assert any(str(punctual.id) in text and new in text for _, text in told(tab))
    await tab.open(tab.redirects[-1])
    shown = tab.view(SolidaryFile).shown
    assert (shown["id"], shown["replaces"]) == (new, str(punctual.id))
    # Neither the new one nor the old one was read for it.
    assert reads(upstream) == [f"/{ENDPOINT}/{punctual.id}"]
    await tab.open(f"/solidaryrecords/{new}")
    assert form(tab).replaces == str(punctual.id)
    await tab.open(f"/solidaryrecords/{punctual.id}")
    assert (form(tab).status, form(tab).replaced_by) == ("6", new)
    assert not tab.view(CurrentStructure).editing


@pytest.fixture
def flexible(upstream):
    """A flexible record with a return, which can be read."""
    settings = upstream.sandbox.settings
    upstream.sandbox.settings = settings.model_copy(update={"fail_after_storing": False})
    yield found(upstream, solidaries.c.frequency == 3)
    upstream.sandbox.settings = settings


@proves("SOLIDARY-26")
async def test_a_flexible_request_stays_one(sign_in, upstream, flexible):
    """Trap 42: whatever is changed, all its choices, days and times go along."""
    tab = await opened(sign_in, upstream, flexible)
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    (call,) = patches(upstream)
    assert call.body["regular"] is False
    assert call.body["punctualReturnDateChoice"] == flexible.punctual_return_date_choice
    (new,) = children(upstream, flexible)
    row = upstream.sandbox.database.row(select(solidaries).where(solidaries.c.id == new))
    kept = ("frequency", "from_date", "to_date", "outward_time", "return_time", "punctual_outward_date_choice")
    assert {name: row._mapping[name] for name in kept} == {name: flexible._mapping[name] for name in kept}


@proves("SOLIDARY-26")
async def test_any_destination_stays_any(sign_in, upstream, punctual):
    """Trap 41."""
    same = solidaries.c.id == punctual.id
    upstream.sandbox.database.write(update(solidaries).where(same).values(destination_id=punctual.origin_id))
    upstream.sandbox.database.commit()
    tab = await opened(sign_in, upstream, punctual)
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    (call,) = patches(upstream)
    assert call.body == {"additionalNeed": "Chien guide", "destinationAny": True}


@proves("SOLIDARY-26")
async def test_other_times_close_a_regular_request(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    changes = {"regularDateChoice": "3", "toDate": "2099-01-31", "fromDate": "2099-01-01"}
    seen = await foresee(tab, **changes)
    assert (seen.fate, seen.reason) == ("replaced", "when")
    await save(tab, **changes, _confirmed="yes")
    (call,) = patches(upstream)
    assert call.body["regular"] is True
    assert (call.body["regularMinDate"], call.body["regularMaxDate"]) == ("2099-01-01", "2099-01-31")
    assert not {"needs", "adminsubject", "beneficiary", "origin"} & set(call.body)


async def test_another_destination_closes_a_request(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    place = json.dumps({**TOWN, "addressLocality": "Metz", "latitude": "49.1193", "longitude": "6.1757"})
    seen = await foresee(tab, destinationAny="false", destination=place)
    assert (seen.fate, seen.reason) == ("replaced", "where")
    assert "Metz" in seen.differences[0]["after_en"]


@proves("SOLIDARY-26")
async def test_the_person_is_changed_by_what_differs_alone(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    await save(tab, telephone="06 99 88 77 66")
    (call,) = patches(upstream)
    assert set(call.body) == {"beneficiary"}
    assert set(call.body["beneficiary"]) == {"telephone"}


async def test_a_free_subject_is_sent_as_a_text(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    await save(tab, subject="9999", additionalSubject="Visite à un proche 🚗")
    (call,) = patches(upstream)
    assert call.body == {"additionalSubject": "Visite à un proche 🚗"}


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"subject": "9999", "additionalSubject": ""}, "additionalSubject"),
        ({"subject": "424242"}, "subject"),
        ({"familyName": ""}, "familyName"),
        ({"additionalNeed": "x" * 10_000}, "additionalNeed"),
        ({"needs": "424242"}, "needs"),
        ({"origin": ""}, "origin"),
    ],
)
async def test_what_cannot_be_sent_is_said_on_its_field(sign_in, upstream, regular, changes, name):
    tab = await opened(sign_in, upstream, regular)
    await save(tab, **changes)
    assert name in form(tab).errors
    assert not patches(upstream)
    foreseen = await foresee(tab, **changes)
    assert (foreseen.fate, foreseen.wrong) == ("wrong", name), "which is named beside the form"


async def test_an_email_of_somebody_else_is_refused_before_it_is_sent(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    await save(tab, email="admin@demo.test")
    assert "email" in form(tab).errors
    assert not patches(upstream)


async def test_a_refused_save_keeps_what_was_typed(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    upstream.fail(ENDPOINT, 400, method="PATCH")
    await save(tab, additionalNeed="Chien guide")
    assert told(tab)[-1][0] == "error"
    assert not form(tab).unsure
    assert not form(tab).saving
    assert not tab.redirects


# --- a save that is not confirmed (trap 43) ------------------------------------------------------


@proves("SOLIDARY-28")
async def test_a_save_that_failed_is_perhaps_done_and_said_once(sign_in, upstream, regular):
    """Looked up in the list, which texts nobody; no notice says that it was not saved."""
    tab = await opened(sign_in, upstream, regular)
    upstream.fail(ENDPOINT, 500, method="PATCH")
    before = told(tab)
    upstream.forget()
    await save(tab, additionalNeed="Chien guide")
    assert told(tab) == before
    assert (form(tab).unsure, form(tab).failure) == ("open", "")
    assert not reads(upstream)
    assert not tab.redirects
    upstream.heal()
    await save(tab, additionalNeed="Chien guide")
    assert form(tab).unsure == ""
    assert told(tab)[-1][0] == "success"


@proves("SOLIDARY-28")
async def test_a_replacement_that_failed_is_agreed_to_anew(sign_in, upstream, punctual):
    """What was agreed to before is no answer: another press alone makes no second request."""
    tab = await opened(sign_in, upstream, punctual)
    upstream.fail(ENDPOINT, 500, method="PATCH")
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    assert form(tab).unsure == "open"
    upstream.heal()
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    assert len(patches(upstream)) == 1
    assert form(tab).question
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    assert len(children(upstream, punctual)) == 1


@proves("SOLIDARY-28")
async def test_a_save_that_failed_after_it_was_stored_leads_to_what_it_made(sign_in, upstream):
    """The new request has flexible dates that somebody matches: the server answers 500 once it is there."""
    punctual = found(upstream, solidaries.c.id == 19)
    tab = await opened(sign_in, upstream, punctual)
    changes = {"punctualOutwardDateChoice": "2", "punctualReturnDateChoice": "1"}
    await save(tab, **changes, _confirmed="yes")
    assert [call.status for call in patches(upstream)] == [500]
    (new,) = children(upstream, punctual)
    assert tab.redirects[-1] == f"/solidaryrecords/show/{new}"
    assert told(tab)[-1][0] == "success"
    assert f"/{ENDPOINT}/{new}" not in reads(upstream)


async def unlisted(tab):
    """Take the right to list requests from whoever is there."""
    session = await tab.state(Session)
    session.permissions = [each for each in session.permissions if not each.startswith("solidary_list")]


@proves("SOLIDARY-28")
async def test_a_save_without_an_answer_is_not_made_twice(sign_in, upstream, punctual):
    """The request was replaced and nobody said so: saving again goes on with what took its place."""
    tab = await opened(sign_in, upstream, punctual)
    await unlisted(tab)
    upstream.lose(ENDPOINT)
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    assert form(tab).unsure == "unknown"
    assert not patches(upstream)[1:]
    upstream.heal()
    await save(tab, additionalNeed="Chien guide", _confirmed="yes")
    (new,) = children(upstream, punctual)
    assert tab.redirects[-1] == f"/solidaryrecords/show/{new}"
    assert len(patches(upstream)) == 1


# --- replaced by somebody else --------------------------------------------------------------------


def children(upstream, row):
    return [*upstream.sandbox.database.values(select(solidaries.c.id).where(solidaries.c.parent_id == row.id))]


@pytest.fixture
def other(sign_in, upstream):
    """Somebody else replaces a record: `new = await other(row, additionalNeed="Lift")`."""

    async def replaced(row, **changes):
        tab = await sign_in(OPERATOR, f"/solidaryrecords/{row.id}")
        await save(tab, **changes, _confirmed="yes")
        upstream.forget()
        return children(upstream, row)[-1]

    return replaced


@proves("SOLIDARY-27")
async def test_a_request_that_somebody_replaced_is_said_before_the_save(sign_in, upstream, punctual, other):
    """By the list, which texts nobody; nothing is sent to the dead request."""
    tab = await opened(sign_in, upstream, punctual)
    new = await other(punctual, additionalNeed="Fauteuil")
    await save(tab, telephone="06 99 88 77 66")
    assert form(tab).later == str(new)
    assert not patches(upstream)
    assert f"/{ENDPOINT}/{new}" not in reads(upstream)
    assert not tab.redirects
    assert not [text for kind, text in told(tab) if kind == "success"]


@proves("SOLIDARY-27")
async def test_what_was_typed_is_laid_over_the_new_request(sign_in, upstream, punctual, other):
    tab = await opened(sign_in, upstream, punctual)
    new = await other(punctual, additionalNeed="Fauteuil")
    await save(tab, telephone="06 99 88 77 66")
    # What was typed since goes on too.
    await save(tab, telephone="06 99 88 77 66", givenName="Zoé")
    assert tab.redirects[-1] == f"/solidaryrecords/{new}"
    await tab.open(tab.redirects[-1])
    values = form(tab).values
    assert (values["telephone"], values["givenName"]) == ("06 99 88 77 66", "Zoé")
    assert values["additionalNeed"] == "Fauteuil"
    assert form(tab).carried_from == str(punctual.id)
    assert {each["kind"] for each in tab.view(EditionForesight).differences} == {"who"}
    upstream.forget()
    await save(tab, **values, _confirmed="yes")
    (call,) = patches(upstream)
    assert call.path.endswith(f"/{new}")
    assert call.body == {"beneficiary": {"telephone": "0699887766", "givenName": "Zoé"}}
    assert form(tab).carried_from == ""


@proves("SOLIDARY-27")
async def test_what_was_carried_over_can_be_given_up(sign_in, upstream, punctual, other):
    tab = await opened(sign_in, upstream, punctual)
    new = await other(punctual, additionalNeed="Fauteuil")
    await save(tab, telephone="06 99 88 77 66")
    await save(tab, telephone="06 99 88 77 66")
    await tab.open(f"/solidaryrecords/{new}")
    await tab.send(SolidaryEdition.drop_carried)
    assert form(tab).carried_from == ""
    assert form(tab).values["telephone"] != "06 99 88 77 66"


@proves("SOLIDARY-27")
async def test_an_answer_of_a_dead_request_was_not_saved(sign_in, upstream, regular):
    """Replaced between the look and the save: the answer has status 6 and a child."""
    tab = await opened(sign_in, upstream, regular)
    line = {"@id": f"/solidaries/{regular.id}", "@type": "Solidary", "id": regular.id, "status": 2, "progression": 50}
    line |= {"adminuserId": regular.user_id, "adminproposalType": "oneway"}
    database = upstream.sandbox.database
    copy = {name: value for name, value in regular._mapping.items() if name != "id"} | {"parent_id": regular.id}
    new = database.insert(solidaries, **copy)
    database.change(solidaries, regular.id, status=6)
    database.commit()
    upstream.answer("GET", ENDPOINT, {"hydra:member": [line], "hydra:totalItems": 1})
    await save(tab, additionalNeed="Chien guide")
    assert len(patches(upstream)) == 1
    assert form(tab).later == str(new)
    assert not told(tab)


@proves("SOLIDARY-27")
async def test_of_several_newer_requests_the_right_one_is_read(sign_in, upstream, punctual, other):
    tab = await opened(sign_in, upstream, punctual)
    new = await other(punctual, additionalNeed="Fauteuil")
    copy = {name: value for name, value in punctual._mapping.items() if name != "id"}
    upstream.sandbox.database.insert(solidaries, **copy)
    upstream.sandbox.database.commit()
    await save(tab, telephone="06 99 88 77 66")
    assert form(tab).later == str(new)


@proves("OWN-16")
async def test_a_record_of_another_structure_is_neither_read_nor_changed(sign_in, upstream):
    other = upstream.sandbox.database.row(select(solidaries).where(solidaries.c.structure_id > 2))
    tab = await opened(sign_in, upstream, other)
    assert form(tab).problem
    await save(tab, additionalNeed="Chien guide")
    assert not patches(upstream)


@proves("OWN-16")
async def test_only_an_operated_structure_proves_it(sign_in, upstream, regular):
    tab = await opened(sign_in, upstream, regular)
    (await tab.state(Session)).operates = []
    await save(tab, additionalNeed="Chien guide")
    assert not patches(upstream)
    assert told(tab)[-1][0] == "error"


# --- pure --------------------------------------------------------------------------------------


def record(**given):
    return SolidaryRecord.of({"id": 318, "status": 2, "progression": 50, **given})


@proves("SOLIDARY-25")
@pytest.mark.parametrize(
    ("given", "body", "reason"),
    [
        ({}, {}, ""),
        ({}, {"needs": [1]}, ""),
        ({"regularDateChoice": 2}, {"needs": [1], "beneficiary": {"gender": 1}}, ""),
        ({"punctualReturnDateChoice": 1}, {"needs": [1]}, "punctual"),
        ({}, {"regular": False}, "when"),
        ({}, {"destinationAny": True}, "where"),
        ({"adminorigin": {"latitude": "48.5", "longitude": "6.5"}}, {"origin": {"latitude": "48.5"}}, ""),
        ({"adminorigin": {"latitude": "48.5"}}, {"origin": {"latitude": "48.6"}}, "where"),
    ],
)
def test_why_a_record_is_replaced(given, body, reason):
    assert consequences.reason_of(record(**given), body) == reason
    fate = ("replaced" if reason else "in_place") if body else "nothing"
    told = consequences.consequences(record(**given), body, [], [{"kind": "who", "fr": "A", "en": "A"}])
    assert (told.fate, told.reason, len(told.differences)) == (fate, reason, int(bool(body)))


@proves("SOLIDARY-25")
def test_both_ways_of_a_driver_share_a_thread_and_count_once():
    message = {"posterId": 5, "text": "Bonjour", "date": "2026-03-18T10:00:00+01:00"}
    drivers = [
        {"id": 77, "userId": 5, "givenName": "Hélène", "familyName": "Petit", "telephone": "0601", "status": 6},
        {"id": 78, "userId": 5, "givenName": "Hélène", "familyName": "Petit", "telephone": "0601", "status": 0},
        {"id": 79, "userId": 6, "givenName": None, "familyName": "Roux", "telephone": None, "status": 0},
    ]
    left = consequences.left_behind(
        record(adminsolutions={"drivers": drivers, "threads": {"77": [message], "78": [message], "79": []}})
    )
    assert left.messages == 1
    nothing = {"contacted": "", "answer": ""}
    assert left.drivers == [
        {"name": "Hélène Petit", "telephone": "0601", "status": "6", "settled": "", **nothing},
        {"name": "Roux", "telephone": "", "status": "0", "settled": "", **nothing},
    ]


@proves("SOLIDARY-25")
def test_who_stays_behind_is_said_to_stand_as_the_file_says_it():
    drivers = [{"id": 70 + user, "userId": user, "givenName": f"C{user}", "status": 0} for user in range(1, 5)]
    diary = [
        {"action": f"solidary_{action}", "userId": user}
        for action, user in (("carpool_ongoing", 1), ("carpool_refusal", 2), ("contact_call", 3))
    ]
    left = consequences.left_behind(record(adminsolutions={"drivers": drivers, "threads": {}}, admindiary=diary))
    assert [(each["answer"], each["settled"], each["contacted"]) for each in left.drivers] == [
        ("solidary_carpool_ongoing", "agreed", ""),
        ("solidary_carpool_refusal", "refused", ""),
        ("", "", "true"),
        ("", "", ""),
    ]


def test_sentences_that_differ_are_told_by_kind():
    was = [{"kind": "who", "fr": "A", "en": "A"}, {"kind": "who", "fr": "B", "en": "B"}]
    now = [{"kind": "who", "fr": "A", "en": "A"}, {"kind": "needs", "fr": "C", "en": "C"}]
    assert consequences.differences(was, now) == [
        {"kind": "who", "before_fr": "B", "before_en": "B", "after_fr": "", "after_en": ""},
        {"kind": "needs", "before_fr": "", "before_en": "", "after_fr": "C", "after_en": "C"},
    ]
