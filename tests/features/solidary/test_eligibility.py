"""What is known of somebody's eligibility, and how it is shown on their page (BENEFICIARY-8)."""

import pytest
from sqlalchemy import delete, select

from admin_app.features.solidary.beneficiaries import BeneficiaryShow
from admin_app.features.solidary.eligibility import status
from admin_app.features.solidary.proof_lines import proof_lines
from admin_app.features.solidary.roles import BENEFICIARY, VOLUNTEER
from admin_app.features.solidary.structure import Structure
from admin_app.kit.session.notices import Notices
from sandbox.solidary.tables import proofs, structure_proofs, user_structures
from tests.support.forms import fetch_file
from tests.support.proofs import proves

SHOW = "/solidarybeneficiaries/show"
ASKED = [
    {"id": 21, "label": "Sans voiture", "type": 1, "position": 1, "checkbox": True, "mandatory": True},
    {"id": 22, "label": "Attestation", "type": 1, "position": 2, "file": True, "mandatory": True},
    {"id": 23, "label": "Permis", "type": 2, "position": 1, "file": True, "mandatory": True},
    {"id": 24, "label": "Bon", "type": 1, "position": 3, "file": True, "mandatory": True, "activated": False},
    {
        "id": 25,
        "label": "Situation",
        "type": 1,
        "position": 4,
        "radio": True,
        "options": "Oui;Non",
        "acceptedValues": "1;0",
    },
]
STRUCTURE = Structure.of({"id": 7, "name": "Entraide", "structureProofs": ASKED})


def person(*given, structures=(7,), diaries=()):
    found = [{"structureId": structures[-1], "structureProofId": number, **rest} for number, rest in given]
    places = [{"id": each, "name": f"S{each}", "status": 0} for each in structures]
    return {"id": 96, "structures": places, "proofs": found, "diaries": list(diaries)}


def labels(item, role):
    return [each.label for each in status.lacking(item, STRUCTURE, role)]


@proves("BENEFICIARY-8")
def test_what_lacks_is_mandatory_asked_of_the_role_and_still_asked():
    assert labels(person(), BENEFICIARY) == ["Sans voiture", "Attestation"]
    assert labels(person(), VOLUNTEER) == ["Permis"]
    assert labels(person((21, {"value": True}), (22, {"fileName": None})), BENEFICIARY) == ["Attestation"]
    assert labels(person((21, {"value": True}), (22, {"fileName": "https://x/y.pdf"})), BENEFICIARY) == []
    assert labels({"proofs": [{"label": "Permis", "fileName": "https://x/y.pdf"}]}, VOLUNTEER) == []


@proves("BENEFICIARY-8")
def test_what_lacks_elsewhere_is_not_known():
    assert status.knowledge(person(), "7", STRUCTURE) == "known"
    assert status.knowledge(person(structures=(7, 8)), "7", STRUCTURE) == "elsewhere"
    assert status.knowledge(person(structures=(8, 7)), "7", STRUCTURE) == "known"
    assert status.knowledge(person(), "7", None) == "unread"


@proves("BENEFICIARY-10")
def test_a_proof_goes_to_a_record_of_its_structure_or_nowhere():
    told = [{"solidary": 5, "date": "2026-03-04T10:00:00+01:00"}]
    assert status.record_for(person(), "7", ["9", "5"]) == "9"
    assert status.record_for(person(), "7", []) == ""
    assert status.record_for(person(structures=(8, 7), diaries=told), "7", ["9", "5"]) == "5"
    assert status.record_for(person(structures=(7, 8), diaries=told), "7", ["9", "5"]) == ""
    assert status.record_for(person(structures=(8, 7)), "7", ["9"]) == ""


@proves("BENEFICIARY-9")
def test_what_all_who_lack_nothing_gave_tells_none_of_them_apart():
    def told(*given):
        lines = status.telling({"proofs": [{"label": label, **rest} for label, rest in given]}, STRUCTURE, BENEFICIARY)
        return [(line["label"], line["value"]) for line in lines]

    met = [("Sans voiture", {"value": True, "checkbox": True}), ("Attestation", {"fileName": "https://x/y.pdf"})]
    assert told(*met) == []
    assert told(*met, ("Situation", {"value": "Non"})) == [("Situation", "Non")]
    assert told(("Bon", {"fileName": "https://x/z.pdf"})) == [("Bon", "")], "nobody had to give it"
    assert told(("Sans voiture", {"value": False, "checkbox": True})) == [("Sans voiture", "false")]
    assert told(("Permis", {"fileName": "https://x/p.pdf"})) == [], "it is asked of volunteers"
    assert told(("Attestation", {"file": True})) == [("Attestation", "")], "its file was lost"


def test_since_when_somebody_is_known_is_the_oldest_entry():
    days = [{"date": f"2026-03-0{day}T10:00:00+01:00"} for day in (9, 4, 6)]
    assert status.since(person(diaries=days)) == "2026-03-04"
    assert status.since(person()) == ""


@pytest.mark.parametrize(
    ("proof", "kind", "value"),
    [
        ({"label": "Situation", "radio": True, "value": "1"}, "text", "Oui"),
        ({"label": "Situation", "radio": True, "value": "Non"}, "text", "Non"),
        ({"label": "Autre", "input": True, "value": "CARSAT"}, "text", "CARSAT"),
        ({"label": "Sans voiture", "checkbox": True, "value": True}, "yes_no", "true"),
        ({"label": "Sans voiture", "checkbox": True, "value": "1"}, "yes_no", "true"),
        ({"label": "Sans voiture", "checkbox": True, "value": "0"}, "yes_no", "false"),
        ({"label": "Sans voiture", "checkbox": True, "value": False}, "yes_no", "false"),
        ({"label": "Sans voiture", "checkbox": True, "value": None}, "yes_no", "false"),
        ({"label": "Attestation", "file": True, "fileName": "https://x/y.pdf", "originalName": "a.pdf"}, "file", ""),
        ({"label": "Attestation", "file": True, "fileName": None}, "lost", ""),
    ],
)
def test_what_was_given_reads_as_it_was_meant(proof, kind, value):
    (line,) = proof_lines([proof], STRUCTURE.criteria(1))
    assert (line["kind"], line["value"]) == (kind, value)


# --- the page ------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


FILE, BOX = "5", "1"
"""Criteria of the first structure: a file and a box, both mandatory."""


def in_two(upstream):
    """Somebody of two structures, the last of which is operated by solidary@demo.test and was given a file."""
    links = user_structures.c
    given = select(proofs.c.user_structure_id).where(proofs.c.structure_proof_id == int(FILE))
    query = select(links.solidary_user_id).where(links.structure_id == 1, links.id.in_(given))
    several = [row[0] for row in upstream.sandbox.database.rows(query)]
    for each in several:
        places = upstream.sandbox.database.values(
            select(links.structure_id).where(links.solidary_user_id == each).order_by(links.id)
        )
        if len(list(places)) > 1:
            return str(each)
    raise AssertionError("nobody")


@proves("BENEFICIARY-8")
async def test_the_page_tells_what_was_given_and_to_whom(sign_in, upstream):
    tab = await sign_in("solidary", f"{SHOW}/{in_two(upstream)}")
    shown = tab.view(BeneficiaryShow)
    assert (shown.knowledge, shown.lacks, shown.given_id) == ("known", [], "1")
    assert shown.given_to == "Entraide Mobilité Lunévillois"
    assert {line["kind"] for line in shown.given} == {"text", "yes_no", "file"}
    assert shown.diary_total == len(shown.diary) > 0
    assert shown.diary[0]["_href"].startswith("/solidaryrecords/show/")
    assert not upstream.called("GET", "admin/solidaries/")


async def test_without_the_right_to_the_structure_what_lacks_is_not_known(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "solidary_beneficiary_read", "solidary_beneficiary_list")
    tab = await sign_in("nobody", f"{SHOW}/{in_two(upstream)}")
    assert (tab.view(BeneficiaryShow).knowledge, tab.view(BeneficiaryShow).lacks) == ("unread", [])
    assert not upstream.called("GET", "admin/structures/")


@proves("BENEFICIARY-8")
async def test_a_file_is_fetched_when_it_is_asked_for_and_once(sign_in, upstream):
    tab = await sign_in("solidary", f"{SHOW}/{in_two(upstream)}")
    key = next(line["key"] for line in tab.view(BeneficiaryShow).given if line["kind"] == "file")
    assert not upstream.called("GET", "upload/")
    await tab.send(BeneficiaryShow.open_proof, proof_id=key)
    assert (tab.view(BeneficiaryShow).document, tab.view(BeneficiaryShow).document_kind) == (key, "pdf")
    address = tab.went("showFile")[1]
    assert (await fetch_file(address)).content.startswith(b"%PDF")
    assert (await fetch_file(address)).status_code == 404
    await tab.send(BeneficiaryShow.close_proof)
    assert tab.view(BeneficiaryShow).document == ""


@pytest.mark.parametrize("key", ["99", "-1", "x", ""])
async def test_a_file_that_is_not_there_is_said(sign_in, upstream, key):
    tab = await sign_in("solidary", f"{SHOW}/{in_two(upstream)}")
    await tab.send(BeneficiaryShow.open_proof, proof_id=key)
    assert not tab.went("showFile")
    assert tab.view(Notices).items[-1]["kind"] == "error"
    assert tab.view(BeneficiaryShow).opening == ""


async def test_a_file_taken_away_lacks(sign_in, upstream):
    record_id = in_two(upstream)
    same = select(user_structures.c.id).where(
        user_structures.c.solidary_user_id == int(record_id), user_structures.c.structure_id == 1
    )
    mine = proofs.c.user_structure_id.in_(same)
    upstream.sandbox.database.write(delete(proofs).where(mine, proofs.c.structure_proof_id == int(FILE)))
    upstream.sandbox.database.change(structure_proofs, int(BOX), mandatory=False)
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", f"{SHOW}/{record_id}")
    assert tab.view(BeneficiaryShow).lacks == ["Attestation de quotient familial"]
