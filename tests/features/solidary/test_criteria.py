"""What a structure asks people to prove (STRUCTURE-6; solidary.yaml, StructureProof and ProofView)."""

import pytest

from admin_app.features.solidary.criteria import (
    KINDS,
    REQUESTER,
    VOLUNTEER,
    accepted,
    criteria,
    criterion,
    is_given,
    missing,
)

CAR = {"id": 21, "label": "Sans voiture", "type": 1, "position": 10, "checkbox": True, "mandatory": True}
SITUATION = {
    "id": 22,
    "label": "Situation",
    "type": 1,
    "position": 2,
    "selectbox": True,
    "options": "Retraité;Demandeur d'emploi;Autre",
    "acceptedValues": "1;2",
}
PERMIT = {"id": 23, "label": "Permis", "type": 2, "position": 1, "file": True, "mandatory": True, "activated": False}


@pytest.mark.parametrize("kind", KINDS)
def test_a_criterion_has_one_of_five_kinds(kind):
    assert criterion({"label": "x", kind: True}).kind == kind


def test_of_several_flags_the_first_counts_as_on_the_server():
    assert criterion({"selectbox": True, "file": True, "radio": True}).kind == "radio"
    assert criterion({"file": True, "checkbox": True}).kind == "checkbox"


def test_options_go_with_their_values():
    choices = criterion(SITUATION).choices
    assert [(each.label, each.value) for each in choices] == [
        ("Retraité", "1"),
        ("Demandeur d'emploi", "2"),
        ("Autre", "Autre"),
    ]
    assert criterion(CAR | {"options": "a;b"}).choices == []
    more = criterion(SITUATION | {"options": "Retraité", "acceptedValues": "1;2"}).choices
    assert [(each.label, each.value) for each in more] == [("Retraité", "1")]


def test_criteria_are_in_the_order_of_their_numbers():
    assert [each.id for each in criteria([CAR, SITUATION, PERMIT], REQUESTER)] == [22, 21]


def test_what_is_not_activated_is_asked_of_nobody():
    assert criteria([CAR, PERMIT], VOLUNTEER) == []
    assert [each.id for each in criteria([CAR, PERMIT], VOLUNTEER, all_of_them=True)] == [23]


@pytest.mark.parametrize(("value", "sent"), [("1", "1"), ("Retraité", "1"), ("Autre", "Autre"), ("x", ""), (None, "")])
def test_an_option_is_known_by_its_label_and_by_its_value(value, sent):
    assert accepted(criterion(SITUATION), value) == sent


@pytest.mark.parametrize(
    ("asked", "proof", "given"),
    [
        (CAR, {"value": True}, True),
        (CAR, {"value": "1"}, True),
        (CAR, {"value": False}, False),
        (CAR, {"value": None}, False),
        (SITUATION, {"value": "Autre"}, True),
        (SITUATION, {"value": ""}, False),
        (SITUATION, {"value": False}, False),
        (PERMIT, {"value": None, "fileName": "https://there.test/permis.pdf"}, True),
        (PERMIT, {"value": "x", "fileName": None}, False),
    ],
)
def test_a_proof_answers_or_not(asked, proof, given):
    assert is_given(criterion(asked), proof) is given


def test_what_lacks_is_mandatory_and_not_given():
    asked = criteria([CAR, SITUATION], REQUESTER)
    assert [each.id for each in missing(asked, [])] == [21]
    assert missing(asked, [{"structureProofId": 21, "value": True}]) == []
    assert [each.id for each in missing(asked, [{"structureProofId": 9, "label": "Sans voiture", "value": True}])] == [
        21
    ]


def test_a_proof_of_a_volunteer_is_known_by_its_label():
    asked = criteria([PERMIT], VOLUNTEER, all_of_them=True)
    assert missing(asked, [{"label": "Permis", "fileName": "https://there.test/p.pdf"}]) == []
