"""What a save of a structure takes away, told line by line (trap 25)."""

import pytest

from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.structures.consequences import losses
from admin_app.features.solidary.structures.shaping import CRITERIA, VOLUNTEERS

REQUESTERS = next(name for name in CRITERIA if name != VOLUNTEERS)
ME, OTHER = 83, 84
OPERATORS = [{"id": ME, "givenName": "Nadia", "familyName": "Roy"}, {"id": OTHER, "email": "p@b.fr"}]
SITUATION = {"id": 22, "label": "Situation", "type": 1, "selectbox": True, "options": "Retraité;Autre"}


def lost(sent, **item):
    """The losses of a save by somebody who operates the structure."""
    found = losses(Structure.of({"id": 7, **item}), sent, ME, OPERATORS)
    return [(each.name, *each.values.values()) for each in found]


def test_a_list_that_is_not_sent_loses_nothing():
    proofs = [{"id": 21, "label": "Permis", "type": 1, "file": True, "removable": False}]
    assert lost({}, structureProofs=proofs, needs=[{"id": 12, "label": "Aide", "removable": False}]) == []


@pytest.mark.parametrize(("removable", "name"), [(True, "need_unused"), (False, "need_used")])
def test_a_need_goes_from_whoever_has_it(removable, name):
    needs = [{"id": 12, "label": "Aide", "removable": removable}, {"id": 13, "label": "Chien"}]
    assert lost({"needs": [{"id": 13}, {"label": "new"}]}, needs=needs) == [(name, "Aide")]
    assert lost({"needs": [{"id": 13}, {"id": 12}]}, needs=needs) == []


@pytest.mark.parametrize(
    ("asked", "list_name", "removable", "name"),
    [
        (1, REQUESTERS, True, "criterion_unused"),
        (1, REQUESTERS, False, "criterion_requester"),
        (2, VOLUNTEERS, False, "criterion_volunteer"),
    ],
)
def test_a_criterion_goes_with_what_was_given_for_it(asked, list_name, removable, name):
    proofs = [{"id": 21, "label": "Permis", "type": asked, "file": True, "removable": removable, "activated": False}]
    assert lost({list_name: [{"label": "new"}]}, structureProofs=proofs) == [(name, "Permis")]
    assert lost({list_name: [{"id": 21}]}, structureProofs=proofs) == []


@pytest.mark.parametrize(
    ("line", "removable", "told"),
    [
        ({"options": "Retraité;Autre", "acceptedValues": "Retraité;Autre"}, False, []),
        ({"options": "Retraité", "acceptedValues": "Retraité"}, False, [("option_gone", "Situation", "Autre")]),
        (
            {"options": "Retraité;Divers", "acceptedValues": "Retraité;Autre"},
            False,
            [("option_renamed", "Situation", "Autre", "Divers")],
        ),
        ({"options": "Retraité", "acceptedValues": "Retraité;A"}, False, [("option_gone", "Situation", "Autre")]),
        ({"options": None}, False, [("option_gone", "Situation", "Retraité"), ("option_gone", "Situation", "Autre")]),
        ({"options": None}, True, []),
    ],
)
def test_an_option_that_somebody_chose_goes_or_has_another_name(line, removable, told):
    proofs = [{**SITUATION, "removable": removable}]
    assert lost({REQUESTERS: [{"id": 22, **line}]}, structureProofs=proofs) == told


def test_a_text_has_no_options_to_lose():
    proofs = [{"id": 23, "label": "Autre", "type": 1, "input": True, "removable": False}]
    assert lost({REQUESTERS: [{"id": 23, "options": "a"}]}, structureProofs=proofs) == []


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ([ME, OTHER], []),
        ([ME], [("operator_gone", "p@b.fr")]),
        ([OTHER], [("oneself_gone",)]),
        ([ME, OTHER, 85], []),
    ],
)
def test_an_operator_who_goes_is_named_and_oneself_told(left, told):
    assert lost({"operators": [{"id": each} for each in left]}) == told


def test_who_adds_oneself_is_told():
    found = losses(Structure.of({"id": 7}), {"operators": [{"id": ME}, {"id": OTHER}]}, ME, OPERATORS[1:])
    assert [each.name for each in found] == ["oneself_added"]
