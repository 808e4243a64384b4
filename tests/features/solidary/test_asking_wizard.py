"""The wizard that asks for a journey: its steps, what it knows of who calls, what it refuses (SOLIDARY-3)."""

import datetime as dt
import json

import pytest
from sqlalchemy import delete

from admin_app.features.solidary.asking.caller import identity_typed
from admin_app.features.solidary.asking.recap_state import AskingRecap
from admin_app.features.solidary.asking.wizard import SolidaryWizard
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk.caller import CallerBox
from admin_app.kit import clock
from admin_app.kit.forms.submission import Submission
from admin_app.kit.words.locale import Locale
from sandbox.solidary.tables import proofs
from tests.support.asking import (
    ADDRESS,
    JOURNEY,
    ODETTE,
    TIMES,
    TOWN,
    WHOLE,
    asked,
    finish,
    go_on,
    proven,
    requester,
    told,
    wizard,
)
from tests.support.forms import send_file, submitted
from tests.support.proofs import proves


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


@pytest.fixture
async def tab(sign_in, upstream):
    """The wizard of an operator."""
    opened = await sign_in("solidary", ADDRESS)
    upstream.forget()
    return opened


# --- opening ---------------------------------------------------------------------------


@proves("SOLIDARY-7")
async def test_it_is_for_the_current_structure_which_stays_meanwhile(tab, upstream):
    assert wizard(tab).structure_name == tab.view(CurrentStructure).current["name"]
    assert tab.view(CurrentStructure).editing
    assert wizard(tab).step == "caller"
    assert not upstream.writes()
    labels = [each["label"] for each in wizard(tab).choices["subject"]]
    assert "Rendez-vous médical" in labels
    assert [each["value"] for each in wizard(tab).choices["slots"]] == ["m", "a", "e"]
    assert wizard(tab).choices["slots"][0]["label"] == "06:00–12:00"


async def test_all_kinds_of_criteria_are_asked(tab):
    assert set(asked(tab)) == {"checkbox", "selectbox", "radio", "input", "file"}
    assert [each["label"] for each in asked(tab)["radio"][1]["choices"]] == ["Oui", "Non", "Avec une canne"]


async def test_who_works_for_no_structure_is_told(sign_in, upstream, configure):
    upstream.answer(
        "GET",
        "admin/structures",
        {"@id": "/structures", "@type": "hydra:Collection", "hydra:member": [], "hydra:totalItems": 0},
    )
    tab = await sign_in("solidary", ADDRESS)
    assert (await tab.state(SolidaryWizard))._no_structure
    upstream.forget()
    await finish(tab, **WHOLE)
    assert not upstream.writes()


HOW = ["refused", "failed", "dead"]


def broken(upstream, path, how):
    """Let the calls of a path fail in one way."""
    if how == "dead":
        upstream.cut(path)
    else:
        upstream.fail(path, 400 if how == "refused" else 500)


@pytest.mark.parametrize("how", HOW)
async def test_a_structure_that_cannot_be_read_is_said_with_a_way_on(sign_in, upstream, how):
    broken(upstream, "admin/structures/", how)
    tab = await sign_in("solidary", ADDRESS)
    assert wizard(tab).problem
    upstream.heal()
    await tab.send(SolidaryWizard.load)
    assert not wizard(tab).problem
    assert wizard(tab).criteria


@pytest.mark.parametrize("how", HOW[1:])
async def test_an_address_that_cannot_be_searched_is_said(tab, upstream, how):
    broken(upstream, "points", how)
    await tab.send(SolidaryWizard.search, name="origin", text="Lunéville")
    assert told(tab)
    upstream.heal()
    await tab.send(SolidaryWizard.search, name="origin", text="Lunéville")
    assert wizard(tab).suggestions["origin"]


async def test_a_step_that_has_the_focus_can_be_left(tab, upstream, monkeypatch):
    """The very next key may be Enter: the button it presses is no longer held back by the step before."""
    busy, receive = [], tab.receive

    def hear(delta, events):
        receive(delta, events)
        busy.extend(wizard(tab).saving for each in events if "focusFirst" in str(each.payload))

    monkeypatch.setattr(tab, "receive", hear)
    await go_on(tab)
    assert wizard(tab).step == "identity"
    await tab.send(SolidaryWizard.choose_lookalike, user_id=str((await requester(upstream))[0]), data={})
    assert busy == [False, False]


# --- who calls -------------------------------------------------------------------------


@pytest.mark.parametrize("what", [2, 3, 4], ids=["name", "telephone", "email"])
async def test_somebody_is_found_by_name_telephone_or_email(tab, upstream, what):
    person = await requester(upstream)
    await tab.send(SolidaryWizard.search, name="userId", text=str(person[what]))
    found = wizard(tab).suggestions["userId"]
    assert str(person[0]) in [each["value"] for each in found]
    assert person[1] in next(each["label"] for each in found if each["value"] == str(person[0]))


async def test_who_is_chosen_fills_the_identity_and_leads_to_what_is_missing(tab, upstream):
    person = await requester(upstream)
    upstream.forget()
    await go_on(tab, userId=str(person[0]))
    values = wizard(tab).values
    assert (values["givenName"], values["familyName"]) == (person[1], person[2])
    assert json.loads(values["origin"])["latitude"] == json.loads(values["homeAddress"])["latitude"]
    assert wizard(tab).person["id"] == str(person[0])
    assert int(wizard(tab).person["requests"]) >= 1
    assert wizard(tab).step in ("eligibility", "identity", "journey")
    # The list tells what they asked for: no record is read (trap 31).
    assert [call for call in upstream.calls if call.path.startswith("/admin/solidaries/")] == []
    assert len(upstream.called("GET", "admin/solidaries")) == 1


async def test_the_caller_box_prefills_the_person(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    assert wizard(tab).values["familyName"] == person[2]
    assert wizard(tab).person["id"] == str(person[0])


@proves("SOLIDARY-35")
async def test_the_caller_box_asks_for_the_same_again(sign_in, upstream):
    """Why and where are those of the last request; where the person lacks something, that is told first."""
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}&again=1")
    assert wizard(tab).step == "times"
    assert wizard(tab).values["subject"]
    assert wizard(tab).person["again"], "what is to be asked again is said there"
    upstream.change(person[0], telephone=None)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}&again=1")
    assert wizard(tab).step == "identity"
    assert wizard(tab).values["subject"]


@proves("SOLIDARY-35")
@pytest.mark.parametrize("again", ["", "&again=1"], ids=["in the form", "from the box of callers"])
async def test_the_last_request_is_the_newest_whenever_its_journey_is(sign_in, upstream, again):
    """A journey of every week that begins in spring may have been asked for before the one of next week."""
    person = await requester(upstream)
    theirs = {"adminuserId": person[0], "status": 1, "progression": 25, "adminproposalType": "oneway"}
    rows = [
        {**theirs, "id": 91, "adminsubject": "Marché de Toul", "adminfromDate": "2099-03-02T00:00:00+01:00"},
        {**theirs, "id": 80, "adminsubject": "Visite", "adminfromDate": "2099-05-04T00:00:00+02:00"},
    ]
    page = {"@id": "/x", "@type": "hydra:Collection", "hydra:member": rows, "hydra:totalItems": 2}
    upstream.answer("GET", "admin/solidaries", page)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}{again}")
    assert (wizard(tab).person["last_subject"], wizard(tab).person["last_day"]) == ("Marché de Toul", "2099-03-02")
    assert ("again" in wizard(tab).person) == bool(again)
    assert wizard(tab).values["additionalSubject"] == ("Marché de Toul" if again else "")


@pytest.mark.parametrize("path", ["admin/users/", "admin/solidaries"])
@pytest.mark.parametrize("how", HOW)
async def test_somebody_who_cannot_be_read_is_said_and_asked_for_again(tab, upstream, path, how):
    person = await requester(upstream)
    broken(upstream, path, how)
    await go_on(tab, userId=str(person[0]))
    assert wizard(tab).step == "caller"
    assert wizard(tab).values["userId"] == str(person[0])
    assert not wizard(tab).saving
    assert told(tab)
    upstream.heal()
    await go_on(tab, userId=str(person[0]))
    assert wizard(tab).values["familyName"] == person[2]


@pytest.mark.parametrize("how", HOW)
async def test_a_search_that_fails_is_said(tab, upstream, how):
    broken(upstream, "admin/users", how)
    await tab.send(SolidaryWizard.search, name="userId", text="martin")
    assert told(tab)
    upstream.heal()
    await tab.send(SolidaryWizard.search, name="userId", text="martin")
    assert wizard(tab).suggestions["userId"]


async def test_whether_somebody_is_there_already_may_not_be_known(tab, upstream):
    """It is said once; then the person decides."""
    (await tab.state(SolidaryWizard)).step = "identity"
    upstream.fail("admin/users", 400)
    await go_on(tab, **ODETTE, email="simone@example.org")
    assert wizard(tab).step == "identity"
    assert wizard(tab).errors["_"]
    await go_on(tab, **ODETTE, email="simone@example.org")
    assert wizard(tab).step == "journey"


async def test_nothing_of_somebody_chosen_by_mistake_stays(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    assert any(wizard(tab).proofs.values())
    await tab.send(SolidaryWizard.go_to, step="caller")
    await go_on(tab, userId="")
    assert wizard(tab).person == {}
    assert not any(wizard(tab).values[name] for name in ("familyName", "telephone", "homeAddress", "origin", "email"))
    assert wizard(tab).proofs == {}
    assert wizard(tab).step == "identity"


@pytest.mark.parametrize("user", ["0", "abc", "9999999", "../users/delete"])
async def test_a_person_that_is_none_prefills_nothing(sign_in, upstream, user):
    tab = await sign_in("solidary", f"{ADDRESS}?user={user}")
    assert wizard(tab).person == {}


async def test_the_same_as_last_time_takes_why_and_where_from_the_list(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    upstream.forget()
    await tab.send(SolidaryWizard.ask_again, data=submitted(tab, SolidaryWizard))
    values = wizard(tab).values
    assert upstream.calls == []
    assert values["subject"]
    assert json.loads(values["origin"])["latitude"]
    assert wizard(tab).step == "times", "why and where are told by that"
    assert wizard(tab).labels["origin"] == wizard(tab).person["last_from"]


@proves("SOLIDARY-35")
async def test_the_focus_is_where_the_next_thing_is_to_be_told(sign_in, upstream):
    """What is known is not asked again, and what is hidden cannot be told."""
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    assert tab.went("focusFirst") == ['#panel-journey:not([hidden]) [data-testid="action:same-again"]']
    await tab.send(SolidaryWizard.ask_again, data=submitted(tab, SolidaryWizard))
    assert '[data-types="outwardDate"]' in tab.went("focusFirst")[0]
    await tab.send(SolidaryWizard.go_to, step="journey")
    await go_on(tab, regular="true")
    assert wizard(tab).step == "times"
    assert '[data-types="fromDate"]' in tab.went("focusFirst")[0]
    assert "outwardDate" not in tab.went("focusFirst")[0]


@proves("SOLIDARY-29")
@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("simone garnier", {"givenName": "Simone", "familyName": "Garnier"}),
        ("GARNIER Simone", {"givenName": "Simone", "familyName": "Garnier"}),
        ("garnier", {"familyName": "Garnier"}),
        ("GARNIER", {"familyName": "Garnier"}),
        ("0383000009", {"telephone": "03 83 00 00 09"}),
        ("03 83 00 00 09 Garnier", {"telephone": "03 83 00 00 09", "familyName": "Garnier"}),
        (
            "Anne-Marie d'Harcourt anne@example.org +33 3 83 00 00 09",
            {
                "givenName": "Anne-Marie",
                "familyName": "D'Harcourt",
                "email": "anne@example.org",
                "telephone": "+33 3 83 00 00 09",
            },
        ),
        ("12", {}),
        ("", {}),
    ],
)
def test_what_was_looked_for_is_split_into_the_inputs_it_belongs_to(typed, texts):
    assert identity_typed(typed) == texts


@proves("SOLIDARY-35")
@pytest.mark.parametrize("changed", [{}, {"subject": "9999", "additionalSubject": "Coiffeur"}])
async def test_a_journey_that_was_changed_is_not_said_to_be_that_of_the_last_request(sign_in, upstream, changed):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}&again=1")
    await tab.send(SolidaryWizard.go_to, step="journey")
    await go_on(tab, **changed)
    assert ("again" in wizard(tab).person) == (not changed)


async def test_nothing_is_taken_over_for_somebody_new(tab):
    await tab.send(SolidaryWizard.ask_again, data={})
    assert wizard(tab).step == "caller"


# --- from step to step -----------------------------------------------------------------


@proves("SOLIDARY-17")
async def test_a_new_person_is_asked_step_by_step(tab, upstream):
    subject = wizard(tab).choices["subject"][0]["value"]
    await go_on(tab)
    for step, texts in (("identity", ODETTE), ("journey", {**ODETTE, **JOURNEY, "subject": subject})):
        assert wizard(tab).step == step
        await go_on(tab, **texts)
    assert wizard(tab).step == "times"
    await go_on(tab, **{**WHOLE, "subject": subject})
    assert wizard(tab).step == "eligibility"
    await finish(tab, **{**WHOLE, "subject": subject})
    assert wizard(tab).step == "eligibility"
    mandatory = {f"proofs:{each['id']}" for each in wizard(tab).criteria if each["mandatory"]}
    assert set(wizard(tab).errors) == mandatory
    assert {each["name"] for each in wizard(tab).refused} == mandatory
    assert not upstream.writes()


@proves("FORM-36")
async def test_what_is_corrected_in_a_step_is_seen_at_once(tab):
    await go_on(tab)
    await go_on(tab, **{**ODETTE, "givenName": "", "telephone": "12"})
    assert set(wizard(tab).errors) == {"givenName", "telephone"}
    await tab.send(SolidaryWizard.check, left={"name": "givenName", "data": {**ODETTE, "telephone": "12"}})
    assert set(wizard(tab).errors) == {"telephone"}
    assert [each["name"] for each in wizard(tab).refused] == ["givenName", "telephone"]


@proves("FORM-5")
async def test_a_question_loses_its_mark_before_a_colon(tab):
    (await tab.state(SolidaryWizard)).step = "times"
    await go_on(tab)
    called = {each["name"]: each["field"] for each in wizard(tab).refused}
    assert called["punctualReturnDateChoice"] == "Faut-il aussi un retour"
    await tab.send(Locale.choose, locale="en")
    await tab.send(SolidaryWizard.speak)
    called = {each["name"]: each["field"] for each in wizard(tab).refused}
    assert called["punctualReturnDateChoice"] == "Return journey"


@proves("FORM-36", "FORM-37")
async def test_a_proof_that_is_given_is_seen_at_once(tab):
    (await tab.state(SolidaryWizard)).step = "eligibility"
    await go_on(tab)
    box, radio = (asked(tab)[kind][0] for kind in ("checkbox", "radio"))
    assert set(wizard(tab).errors) == {box, radio}
    await tab.send(SolidaryWizard.check, left={"name": box, "data": {box: "true"}})
    assert set(wizard(tab).errors) == {radio}
    assert {each["name"] for each in wizard(tab).refused} == {box, radio}
    await tab.send(Locale.choose, locale="en")
    await tab.send(SolidaryWizard.speak)
    assert wizard(tab).errors[radio] == "This field is required."
    await tab.send(SolidaryWizard.check, left={"name": radio, "data": {box: "true", radio: "yes"}})
    assert radio in wizard(tab).errors, "it was not offered"
    await tab.send(SolidaryWizard.check, left={"name": radio, "data": {box: "true", **proven(tab)}})
    assert wizard(tab).errors == {}


@proves("SOLIDARY-29")
async def test_what_was_searched_in_the_wizard_is_not_asked_again(tab):
    await go_on(tab, userId_label="06 98 76 54 32")
    assert (wizard(tab).step, wizard(tab).values["telephone"]) == ("identity", "06 98 76 54 32")
    await tab.send(SolidaryWizard.go_to, step="caller")
    await go_on(tab, userId_label="06 11 22 33 44", telephone="03 83 00 00 09")
    assert wizard(tab).values["telephone"] == "03 83 00 00 09"


@proves("SOLIDARY-29")
async def test_a_name_that_the_search_did_not_find_is_that_of_somebody_new(tab):
    """The box sends `?` for what is typed and not chosen."""
    typed = {"userId": "?", "userId_label": "simone garnier"}
    await go_on(tab, **typed)
    assert (wizard(tab).step, set(wizard(tab).errors)) == ("caller", {"userId"}), "Next wants one of those proposed"
    drawn = wizard(tab).revision
    await tab.send(SolidaryWizard.save, data=submitted(tab, SolidaryWizard, _further="new", **typed))
    values = wizard(tab).values
    assert (wizard(tab).step, values["givenName"], values["familyName"]) == ("identity", "Simone", "Garnier")
    assert values["userId"] == ""
    assert wizard(tab).revision > drawn, "else the page keeps what nobody chose, and the end is refused for it"


async def test_enter_takes_whoever_is_chosen(tab, upstream):
    """It presses the first button of the form, which is that for somebody new."""
    person = await requester(upstream)
    data = submitted(tab, SolidaryWizard, _further="new", userId=str(person[0]))
    await tab.send(SolidaryWizard.save, data=data)
    assert wizard(tab).person["id"] == str(person[0])


@proves("SOLIDARY-17")
async def test_somebody_known_without_their_files_is_not_stopped(tab, upstream):
    person = await requester(upstream)
    upstream.sandbox.database.write(delete(proofs))
    upstream.sandbox.database.commit()
    await go_on(tab, userId=str(person[0]))
    assert wizard(tab).step == "journey"
    assert wizard(tab).files_later == ["Attestation de quotient familial"]


@proves("SOLIDARY-17")
async def test_a_file_that_was_given_is_not_called_for(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    assert wizard(tab).files_given
    assert wizard(tab).files_later == []


async def test_a_step_says_what_is_wrong_with_itself_alone(tab):
    (await tab.state(SolidaryWizard)).step = "identity"
    await go_on(tab)
    assert set(wizard(tab).errors) == {"familyName", "givenName", "gender", "birthDate", "telephone"}
    await go_on(tab, **ODETTE)
    assert wizard(tab).errors == {}
    assert wizard(tab).step == "journey"
    await go_on(tab)
    assert set(wizard(tab).errors) == {"subject", "destination"}


@pytest.mark.parametrize(
    ("days", "fine"), [(0, False), (18 * 365, False), (18 * 365 + 6, True), (90 * 365, True), (121 * 366, False)]
)
async def test_whoever_asks_is_18_to_120(tab, days, fine):
    born = str(clock.today() - dt.timedelta(days=days))
    (await tab.state(SolidaryWizard)).step = "identity"
    await go_on(tab, **{**ODETTE, "birthDate": born})
    assert ("birthDate" in wizard(tab).errors) is not fine


async def test_people_leave_from_home_unless_they_say_otherwise(tab):
    (await tab.state(SolidaryWizard)).step = "identity"
    await go_on(tab, **ODETTE, homeAddress_label="Lunéville")
    assert wizard(tab).values["origin"] == ODETTE["homeAddress"]
    assert wizard(tab).labels["origin"] == "Lunéville"
    (await tab.state(SolidaryWizard)).step = "identity"
    await go_on(tab, **ODETTE, origin=json.dumps(TOWN))
    assert json.loads(wizard(tab).values["origin"])["addressLocality"] == "Nancy"


async def test_a_structure_without_email_needs_one_of_the_person(tab):
    (await tab.state(SolidaryWizard)).step = "identity"
    (await tab.state(SolidaryWizard)).structure_email = ""
    await go_on(tab, **ODETTE)
    assert set(wizard(tab).errors) == {"email"}


async def test_an_email_that_somebody_has_is_refused_before_anything_is_sent(tab, upstream):
    person = await requester(upstream)
    (await tab.state(SolidaryWizard)).step = "identity"
    await go_on(tab, **{**ODETTE, "email": person[4]})
    assert "email" in wizard(tab).errors
    assert [row["_key"] for row in wizard(tab).duplicates["email"]] == [str(person[0])]
    assert not upstream.writes()
    await tab.send(
        SolidaryWizard.choose_lookalike, user_id=str(person[0]), data=submitted(tab, SolidaryWizard, **ODETTE)
    )
    assert wizard(tab).values["familyName"] == person[2]
    assert wizard(tab).person["id"] == str(person[0])


async def test_somebody_with_the_same_telephone_is_said_once(tab, upstream):
    person = await requester(upstream)
    (await tab.state(SolidaryWizard)).step = "identity"
    texts = {**ODETTE, "telephone": person[3]}
    await go_on(tab, **texts)
    assert wizard(tab).step == "identity"
    assert f"{person[1]} {person[2]} (Même numéro de téléphone)" in wizard(tab).errors["_"]
    assert "«\u00a0Suivant\u00a0»" in wizard(tab).errors["_"]
    await go_on(tab, **texts)
    assert wizard(tab).step == "journey"


@proves("SOLIDARY-40")
async def test_what_was_answered_is_not_asked_again_at_the_end(tab, upstream):
    """Couples and homes share a telephone: the request of the other is made by the normal way."""
    person = await requester(upstream)
    texts = {**WHOLE, **proven(tab), "telephone": person[3], "subject": wizard(tab).choices["subject"][0]["value"]}
    await go_on(tab)
    await go_on(tab, **texts)
    assert wizard(tab).errors["_"]
    for step in ("journey", "times", "eligibility"):
        await go_on(tab, **texts)
        assert wizard(tab).step == step
    await finish(tab, **texts)
    assert wizard(tab).errors == {}
    assert len(upstream.called("POST", "admin/solidaries")) == 1


@proves("SOLIDARY-40")
@pytest.mark.parametrize(("name", "text"), [("givenName", "Denise"), ("birthDate", "1950-02-03"), ("email", "d@x.org")])
async def test_another_person_is_asked_about_anew(tab, upstream, name, text):
    person = await requester(upstream)
    texts = {**ODETTE, "telephone": person[3]}
    for step in ("identity", "journey"):
        (await tab.state(SolidaryWizard)).step = "identity"
        await go_on(tab, **texts)
        assert wizard(tab).step == step
    (await tab.state(SolidaryWizard)).step = "identity"
    await go_on(tab, **{**texts, "homeAddress": json.dumps(TOWN)})
    assert wizard(tab).step == "journey", "where somebody lives tells nobody apart here"
    (await tab.state(SolidaryWizard)).step = "identity"
    await go_on(tab, **{**texts, name: text})
    assert (wizard(tab).step, bool(wizard(tab).errors["_"])) == ("identity", True)


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"subject": ""}, "subject"),
        ({"subject": "424242"}, "subject"),
        ({"subject": "9999"}, "additionalSubject"),
        ({"subject": "9999", "additionalSubject": "x" * 10_000}, "additionalSubject"),
        ({"origin": json.dumps({"addressLocality": "Nulle part"})}, "origin"),
        ({"origin": "?"}, "origin"),
        ({"destination": ""}, "destination"),
        ({"regular": "🚗"}, "regular"),
    ],
)
async def test_a_journey_that_the_server_would_fail_over_is_refused(tab, changes, wrong):
    (await tab.state(SolidaryWizard)).step = "journey"
    await go_on(tab, **{**JOURNEY, "subject": wizard(tab).choices["subject"][0]["value"], **changes})
    assert set(wizard(tab).errors) == {wrong}
    assert wizard(tab).step == "journey"


async def test_any_destination_asks_for_none(tab):
    (await tab.state(SolidaryWizard)).step = "journey"
    subject = wizard(tab).choices["subject"][0]["value"]
    await go_on(tab, **{**JOURNEY, "subject": subject, "destinationAny": "true", "destination": ""})
    assert wizard(tab).step == "times"


async def test_a_step_that_was_gone_through_is_shown_again_and_no_other(tab):
    await tab.send(SolidaryWizard.go_to, step="times")
    assert wizard(tab).step == "caller"
    await go_on(tab)
    await tab.send(SolidaryWizard.go_to, step="caller")
    assert wizard(tab).step == "caller"
    await tab.send(SolidaryWizard.go_to, step="identity")
    assert wizard(tab).step == "identity"
    await tab.send(SolidaryWizard.go_to, step="nonsense")
    assert wizard(tab).step == "identity"


async def test_a_day_is_in_one_slot(tab):
    (await tab.state(SolidaryWizard)).step = "times"
    await tab.send(SolidaryWizard.add_line, name="regularSchedules")
    first, second = (line["key"] for line in wizard(tab).lines["regularSchedules"])
    texts = {f"regularSchedules:{key}:{name}": text for key in (first, second) for name, text in _slot("mon").items()}
    await finish(tab, **{**WHOLE, "regular": "true", "fromDate": "2099-03-23", "regularDateChoice": "2", **texts})
    (await tab.state(SolidaryWizard)).step = "times"
    await go_on(tab, **{**WHOLE, "regular": "true", "fromDate": "2099-03-23", "regularDateChoice": "2", **texts})
    assert set(wizard(tab).errors) == {f"regularSchedules:{second}:days"}


def _slot(days):
    return {"days": days, "outwardTime": "08:15", "returnTime": ""}


# --- drafts ----------------------------------------------------------------------------


async def test_a_draft_brings_everything_back_but_files(tab, upstream):
    person = await requester(upstream)
    key = wizard(tab).lines["regularSchedules"][0]["key"]
    draft = {
        **WHOLE,
        "userId": str(person[0]),
        "userId_label": "Odette",
        "origin_label": "Lunéville",
        "proofs:1": "true",
        f"regularSchedules:{key}:days": "mon,thu",
    }
    await tab.send(SolidaryWizard.restore, data=draft)
    assert wizard(tab).values["familyName"] == "Garnier"
    assert wizard(tab).proofs["proofs:1"] == "true"
    assert wizard(tab).lines["regularSchedules"][0]["days"] == "mon,thu"
    assert wizard(tab).labels["origin"] == "Lunéville"
    assert wizard(tab).person["id"] == str(person[0])


@proves("SOLIDARY-30")
async def test_a_draft_goes_back_to_its_step(tab):
    await tab.send(SolidaryWizard.restore, data={**WHOLE, "_step": "journey"})
    assert wizard(tab).step == "journey"
    await tab.send(SolidaryWizard.restore, data={**WHOLE, "_step": "nowhere"})
    assert wizard(tab).step == "journey"


@proves("SOLIDARY-30")
async def test_a_weekly_journey_does_not_begin_in_the_past(tab):
    key = wizard(tab).lines["regularSchedules"][0]["key"]
    weekly = {"regular": "true", "regularDateChoice": "2", f"regularSchedules:{key}:days": "mon"}
    weekly[f"regularSchedules:{key}:outwardTime"] = "08:15"
    state = await tab.state(SolidaryWizard)
    past = Submission(tuple(state._parts()), {**WHOLE, **weekly, "fromDate": "2020-01-06"}, state.lines)
    assert state._step_problems(past, "times")["fromDate"] == "asking.wrong.past"


@proves("SOLIDARY-29")
@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("06 98 76 54 32", {"telephone": "06 98 76 54 32"}),
        ("nouvelle@example.org", {"email": "nouvelle@example.org"}),
        ("Zéphyrine Inconnue", {"givenName": "Zéphyrine", "familyName": "Inconnue"}),
        ("Inconnuissime", {"givenName": "", "familyName": "Inconnuissime"}),
    ],
)
async def test_what_the_box_of_callers_was_asked_is_not_asked_again(sign_in, typed, held):
    tab = await sign_in("solidary", "/solidaryrecords")
    await tab.send(CallerBox.find, data={"caller": typed})
    assert tab.view(CallerBox).outcome == "none"
    await tab.send(CallerBox.begin_request)
    await tab.open(ADDRESS)
    assert {name: wizard(tab).values[name] for name in held} == held
    assert wizard(tab).step == "identity"
    await tab.open("/solidaryrecords")
    await tab.open(ADDRESS)
    assert (wizard(tab).step, wizard(tab).values["telephone"]) == ("caller", "")


@proves("FORM-49")
async def test_nothing_of_a_first_caller_is_in_the_request_of_the_second(tab, upstream):
    person = await requester(upstream)
    await go_on(tab, userId="")
    await go_on(tab, **ODETTE)
    await tab.open(f"{ADDRESS}?user={person[0]}")
    assert wizard(tab).values["givenName"] == person[1]
    await tab.send(CallerBox.find, data={"caller": "06 98 76 54 32"})
    await tab.send(CallerBox.begin_request)
    await tab.open(ADDRESS)
    assert (wizard(tab).values["givenName"], wizard(tab).values["telephone"]) == ("", "06 98 76 54 32")
    assert (wizard(tab).person, wizard(tab).proofs, wizard(tab).files_given) == ({}, {}, {})


@proves("SOLIDARY-30")
async def test_a_draft_of_somebody_new_has_nothing_of_whoever_was_on_show(sign_in, upstream):
    """Who was known, what they have proven, and the files that were chosen for them are theirs."""
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    assert wizard(tab).person["id"] == str(person[0])
    (name, _) = asked(tab)["file"]
    await tab.send(SolidaryWizard.prepare_proof, name=name, file_name="attestation.pdf")
    path, _, _ = tab.went("sendFile")
    await send_file(path.rpartition("/")[2], b"%PDF-1.4\n%%EOF\n")
    await tab.send(SolidaryWizard.check_proof, name=name)
    assert wizard(tab).proof_files[name]["name"]
    await tab.send(SolidaryWizard.look_for_duplicates, data={"telephone": person[3]})
    await tab.send(SolidaryWizard.restore, data={**WHOLE, "userId": "", "_step": "journey"})
    assert (wizard(tab).step, wizard(tab).values["givenName"]) == ("journey", "Simone")
    assert (wizard(tab).person, wizard(tab).files_given, wizard(tab).proof_files) == ({}, {}, {})
    assert wizard(tab).duplicates == {}


# --- the recap -------------------------------------------------------------------------


async def test_the_recap_says_what_is_typed_in_both_languages(tab):
    subject = wizard(tab).choices["subject"][0]
    await tab.send(AskingRecap.follow, data={**WHOLE, "subject": subject["value"], "punctualOutwardDateChoice": "1"})
    french = [line["fr"] for line in tab.view(AskingRecap).sentences]
    assert french[0] == "Nom\u00a0: Simone Garnier."
    assert "Téléphone\u00a0: 03 83 00 00 09." in french
    assert "Départ de Lunéville (54300), arrivée à Nancy (54000)." in french
    assert "Domicile\u00a0: Lunéville (54300)." in french
    assert "Départ le jeudi 26 mars 2099, le matin (06:00–12:00)." in french
    assert french[-1] == "Pas besoin de retour."
    english = [line["en"] for line in tab.view(AskingRecap).sentences]
    assert "Leaving on Thursday 26 March 2099, in the morning (06:00–12:00)." in english


async def test_a_return_is_proposed_as_long_as_nothing_is_said_of_it(tab):
    await tab.send(AskingRecap.follow, data={"punctualOutwardTimeChoice": "2", "punctualOutwardDateChoice": "2"})
    assert [line["kind"] for line in tab.view(AskingRecap).sentences] == ["when", "open"]
    (await tab.state(SolidaryWizard)).step = "times"
    await go_on(tab, **{**TIMES, "punctualReturnDateChoice": ""})
    assert "punctualReturnDateChoice" in wizard(tab).errors


async def test_weekly_times_are_said_line_by_line(tab):
    data = {"regular": "true", "fromDate": "2099-03-23", "regularDateChoice": "2"}
    data |= {"regularSchedules:1:days": "mon,thu", "regularSchedules:1:outwardTime": "08:15"}
    await tab.send(AskingRecap.follow, data=data)
    assert [line["fr"] for line in tab.view(AskingRecap).sentences] == [
        "Chaque semaine, lundi et jeudi\u00a0: départ à 08:15, sans retour.",
        "Du lundi 23 mars 2099 au jeudi 23 avril 2099.",
    ]


@pytest.mark.parametrize(("first", "told_so"), [("2026-12-08", True), ("2026-12-09", False), ("", False)])
async def test_a_week_that_begins_on_another_day_says_when_the_first_journey_is(tab, first, told_so):
    """From a Tuesday, on Mondays, Wednesdays and Fridays: the record counts its days to that Tuesday."""
    data = {"regular": "true", "fromDate": first, "regularDateChoice": "2"}
    data |= {"regularSchedules:1:days": "mon,wed,fri", "regularSchedules:1:outwardTime": "08:15"}
    await tab.send(AskingRecap.follow, data=data)
    said = "Premier trajet\u00a0: mercredi 9 décembre 2026."
    assert (tab.view(AskingRecap).first_ride.get("fr") == said) is told_so
    assert (said in [line["fr"] for line in tab.view(AskingRecap).sentences]) is told_so
    await tab.send(AskingRecap.follow, data=data | {"regular": "false"})
    assert tab.view(AskingRecap).first_ride == {}


@pytest.mark.parametrize("text", ["x" * 10_000, "🚑" * 3000, "</script><img>", "\u202e"])
async def test_the_recap_bears_whatever_is_typed(tab, text):
    names = ("familyName", "telephone", "origin", "outwardDate", "subject", "needs", "regular", "additionalSubject")
    await tab.send(AskingRecap.follow, data={**dict.fromkeys(names, text), "regularSchedules:1:days": text})
    assert all(len(line["fr"]) < 600 for line in tab.view(AskingRecap).sentences)


async def test_a_request_at_the_same_time_is_warned_about(sign_in, upstream):
    person = await requester(upstream)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    past = (await tab.state(SolidaryWizard))._caller().past
    row = next(each for each in past if str(each.status) != "4")
    data = {"punctualOutwardDateChoice": "1", "outwardDate": row.from_date}
    await tab.send(AskingRecap.follow, data=data)
    assert f"n°\u00a0{row.id}" in tab.view(AskingRecap).doubles[0]["fr"]
