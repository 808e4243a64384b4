"""Memberships of people in structures, and how a candidature is decided (BENEFICIARY-4, trap 30)."""

import pytest
from sqlalchemy import select, update

from admin_app.api.client import Api
from admin_app.api.errors import NetworkError
from admin_app.features.solidary import memberships
from admin_app.features.solidary.beneficiaries import BENEFICIARIES, BeneficiaryShow
from admin_app.features.solidary.deciding import DIALOG
from admin_app.features.solidary.deciding_page import eligibility_card
from admin_app.features.solidary.statuses import MEMBERSHIP
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.features.solidary.volunteers.showing import VolunteerShow
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.catalogue import LOCALES, catalogue
from admin_app.kit.words.locale import say
from sandbox.solidary.tables import proofs, solidary_users, user_structures
from tests.support.proofs import proves

SHOW = "/solidarybeneficiaries/show"
STRUCTURE = "1"
"""Operated by solidary@demo.test, with the second."""


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True, solidary_transport=True)


def person(upstream, structure=STRUCTURE, status=0, volunteer=False):
    """The ids of a beneficiary of one structure alone, and of the membership."""
    links, people = user_structures.c, solidary_users.c
    alone = select(links.solidary_user_id).where(links.structure_id != int(structure))
    query = (
        select(people.id, links.id)
        .join(user_structures, links.solidary_user_id == people.id)
        .where(links.structure_id == int(structure), links.status == status, people.beneficiary)
        .where(people.volunteer.is_(volunteer), people.id.not_in(alone))
    )
    return tuple(str(each) for each in upstream.sandbox.database.rows(query)[0])


def status_of(upstream, membership):
    return upstream.sandbox.database.value(
        select(user_structures.c.status).where(user_structures.c.id == int(membership))
    )


def patches(upstream):
    return [call for call in upstream.writes() if call.method == "PATCH"]


def notices(tab):
    return [(each["kind"], each["text"], each["detail"]) for each in tab.view(Notices).items]


# --- what the API tells ---------------------------------------------------------------


def test_the_id_of_a_membership_is_its_own_or_that_of_a_proof():
    item = {
        "id": 96,
        "structures": [
            {"id": 7, "name": "Entraide", "status": 0},
            {"id": 8, "name": "Relais", "status": 1, "userStructureId": 91},
            {"id": 9, "name": "Ailleurs", "status": 2},
        ],
        "proofs": [{"structureId": 7, "userStructureId": 58}],
    }
    assert [(each.structure, each.status, each.id) for each in memberships.memberships(item)] == [
        ("7", "0", "58"),
        ("8", "1", "91"),
        ("9", "2", ""),
    ]
    assert memberships.last_structure(item) == "7"
    assert memberships.last_structure({**item, "proofs": []}) == "9"


@pytest.mark.parametrize(
    ("structure", "statuses", "expected"),
    [
        ("7", {7: 1, 8: 0}, "1"),
        ("9", {7: 1, 8: 0}, ""),
        ("", {7: 1, 8: 0}, "0"),
        ("", {7: 2, 8: 1}, "1"),
        ("", {7: 2}, "2"),
        ("", {7: 5}, ""),
        ("", {}, ""),
    ],
)
def test_the_status_of_a_list_is_that_of_its_structure(structure, statuses, expected):
    item = {"structures": [{"id": each, "status": status} for each, status in statuses.items()]}
    assert memberships.standing(item, structure) == expected


def test_what_is_odd_in_an_answer_is_no_membership():
    assert memberships.memberships({"structures": ["x", None], "proofs": [3]}) == []
    assert memberships.memberships({}) == []
    assert memberships.person_name({"id": 4}) == "n°\u00a04"


# --- asking ----------------------------------------------------------------------------


@proves("BENEFICIARY-4")
async def test_what_follows_is_told_before_anything_is_sent(sign_in, upstream):
    record_id, _ = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    shown = tab.view(BeneficiaryShow)
    assert [(each["structure"], each["status"], each["shut"]) for each in shown.eligibility] == [(STRUCTURE, "0", "")]
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=False)
    assert tab.went("openDialog") == [DIALOG]
    assert (shown.decision["seen"], shown.decision["accept"]) == ("0", "")
    assert len(shown.consequences) == 2
    assert "le rôle de bénéficiaire est retiré" in shown.consequences[1]
    assert not patches(upstream)


@pytest.mark.parametrize(("status", "loses"), [(0, False), (1, True)])
async def test_only_who_was_accepted_loses_the_role_of_a_volunteer(sign_in, upstream, status, loses):
    links, people = user_structures.c, solidary_users.c
    query = (
        select(people.id, links.id)
        .join(user_structures, links.solidary_user_id == people.id)
        .where(links.structure_id == int(STRUCTURE), links.status == 1, people.volunteer)
        .where(people.id.not_in(select(links.solidary_user_id).where(links.structure_id != int(STRUCTURE))))
        .where(links.id.in_(select(proofs.c.user_structure_id)))
    )
    record_id, membership = upstream.sandbox.database.rows(query)[0]
    upstream.sandbox.database.write(update(user_structures).where(links.id == membership).values(status=status))
    tab = await sign_in("solidary", f"/solidaryvolunteers/show/{record_id}")
    await tab.send(VolunteerShow.ask_decision, person=str(record_id), structure=STRUCTURE, accept=False)
    told = tab.view(VolunteerShow).consequences
    assert told
    assert any("le rôle de bénévole est retiré" in each for each in told) is loses


async def test_both_roles_share_the_status_and_that_is_said(sign_in, upstream):
    record_id, _ = person(upstream, status=1, volunteer=True)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=False)
    assert any(
        "aussi bénévole de cette structure et n’y a qu’un" in each for each in tab.view(BeneficiaryShow).consequences
    )
    assert upstream.called("GET", "admin/solidary_volunteers")[-1].query["id"] == record_id


async def test_what_cannot_be_known_of_the_other_role_is_said_too(sign_in, upstream):
    upstream.fail("admin/solidary_volunteers", 500)
    record_id, _ = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=True)
    assert any(each.startswith("Si ") for each in tab.view(BeneficiaryShow).consequences)


# --- deciding --------------------------------------------------------------------------


@proves("BENEFICIARY-4")
@pytest.mark.parametrize(("accept", "status"), [(True, 1), (False, 2)])
async def test_the_membership_of_the_person_is_sent_and_nothing_else(sign_in, upstream, accept, status):
    record_id, membership = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=accept)
    await tab.send(BeneficiaryShow.decide)
    sent = patches(upstream)
    assert [(call.path, call.body) for call in sent] == [
        (f"/admin/solidary_beneficiaries/{record_id}", {"validation": {"id": int(membership), "validate": accept}})
    ]
    assert status_of(upstream, membership) == status
    shown = tab.view(BeneficiaryShow)
    assert (shown.eligibility[0]["status"], shown.deciding, shown.decision) == (str(status), False, {})
    assert notices(tab)[0][0] == "success"
    assert tab.went("closeDialog") == [DIALOG]


async def test_a_second_press_sends_nothing_more(sign_in, upstream):
    record_id, _ = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=True)
    await tab.send(BeneficiaryShow.decide)
    await tab.send(BeneficiaryShow.decide)
    assert len(patches(upstream)) == 1


@proves("BENEFICIARY-4")
async def test_what_somebody_else_decided_meanwhile_is_not_overwritten(sign_in, upstream):
    record_id, membership = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=False)
    same = user_structures.c.id == int(membership)
    upstream.sandbox.database.write(update(user_structures).where(same).values(status=1))
    upstream.sandbox.database.commit()
    await tab.send(BeneficiaryShow.decide)
    assert not patches(upstream)
    assert notices(tab)[0][0] == "error"
    assert "entre-temps" in notices(tab)[0][2]


@proves("BENEFICIARY-12")
async def test_the_page_of_a_person_does_not_overturn_what_somebody_else_decided(sign_in, upstream):
    record_id, membership = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    same = user_structures.c.id == int(membership)
    upstream.sandbox.database.write(update(user_structures).where(same).values(status=2))
    upstream.sandbox.database.commit()
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=True)
    shown = tab.view(BeneficiaryShow)
    assert (shown.decision, shown.eligibility[0]["status"]) == ({}, "2")
    assert "refusée entre-temps" in notices(tab)[0][2]
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=True)
    assert shown.decision["seen"] == "2"


async def test_without_a_known_membership_nothing_is_offered_nor_sent(sign_in, upstream):
    item = {"id": 96, "userId": 12, "givenName": "Odette", "familyName": "Martin", "proofs": [], "diaries": []}
    item["structures"] = [{"id": 1, "name": "Entraide", "status": 0}]
    upstream.answer("GET", "admin/solidary_beneficiaries/96", item)
    tab = await sign_in("solidary", f"{SHOW}/96")
    assert [each["shut"] for each in tab.view(BeneficiaryShow).eligibility] == ["unknown"]
    await tab.send(BeneficiaryShow.ask_decision, person="96", structure="1", accept=True)
    await tab.send(BeneficiaryShow.decide)
    assert not patches(upstream)
    assert "numéro" in notices(tab)[-1][2]


@proves("BENEFICIARY-4")
async def test_the_structure_of_others_decides_itself(sign_in, upstream):
    record_id, _ = person(upstream, structure="3", status=1)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    assert [each["shut"] for each in tab.view(BeneficiaryShow).eligibility] == ["foreign"]
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure="3", accept=False)
    assert tab.view(BeneficiaryShow).decision == {}
    await tab.send(BeneficiaryShow.decide)
    assert not patches(upstream)


async def test_a_refusal_decides_nothing_and_can_be_tried_again(sign_in, upstream):
    record_id, membership = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=True)
    upstream.fail("admin/solidary_beneficiaries", 500, "PATCH", 1)
    await tab.send(BeneficiaryShow.decide)
    assert (notices(tab)[0][:2], status_of(upstream, membership)) == (("error", say("errors.unsure", "fr")), 0)
    await tab.send(BeneficiaryShow.decide)
    assert status_of(upstream, membership) == 1


@proves("BENEFICIARY-4")
@pytest.mark.parametrize("readable", [True, False])
async def test_a_lost_answer_is_looked_up(sign_in, upstream, monkeypatch, readable):
    record_id, membership = person(upstream)
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=True)
    sent = Api.update

    async def lost(self, *arguments, **options):
        await sent(self, *arguments, **options)
        if not readable:
            upstream.fail("admin/solidary_beneficiaries", 503)
        raise NetworkError

    monkeypatch.setattr(Api, "update", lost)
    await tab.send(BeneficiaryShow.decide)
    assert status_of(upstream, membership) == 1
    kind, text, _ = notices(tab)[-1]
    assert (kind, "On ne sait pas" in text) == (("success", False) if readable else ("error", True))
    assert tab.view(BeneficiaryShow).deciding is False


async def test_who_may_only_read_decides_nothing(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "solidary_beneficiary_read", "solidary_beneficiary_list")
    record_id, _ = person(upstream)
    tab = await sign_in("nobody", f"{SHOW}/{record_id}")
    upstream.forget()
    await tab.send(BeneficiaryShow.ask_decision, person=record_id, structure=STRUCTURE, accept=True)
    assert upstream.calls == []
    await tab.send(BeneficiaryShow.decide)
    assert upstream.calls == []


@proves("BENEFICIARY-9")
def test_each_structure_stands_with_its_verdict_be_it_the_only_one():
    line = str(eligibility_card(BeneficiaryShow)).partition("membership-head")[2].partition("shut")[0]
    assert "badge" in line
    assert "length" not in line, "it hangs on no number of structures"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("resource", [BENEFICIARIES, VOLUNTEERS], ids=lambda each: each.key)
def test_beside_a_name_it_is_the_candidature_that_was_decided(resource, locale):
    """“Acceptée” alone would be said of the person."""
    (mark,) = resource.badges
    words = catalogue().choices(mark.choices, locale)
    assert set(words) == set(MEMBERSHIP)
    assert all(word.split()[0] == {"fr": "Candidature", "en": "Application"}[locale] for word in words.values())
