"""The proofs of a request, as the API sends them (SOLIDARY-21)."""

import pytest

from admin_app.features.solidary.criteria import Criterion, criterion
from admin_app.features.solidary.proof_lines import proof_lines, proofs_in
from admin_app.features.solidary.record import Proof, Schedule, SolidaryRecord
from admin_app.features.solidary.structure import Need, Structure, Subject
from tests.support.proofs import proves

SENT = {
    "id": 3,
    "value": "12345",
    "fileName": "a1b2.pdf",
    "fileSize": "15000",
    "originalName": "attestation.pdf",
    "structureProofId": 5,
}


@proves("SOLIDARY-21")
def test_a_proof_has_every_property_that_the_api_sends():
    proof = Proof.model_validate(SENT)
    # What is not declared is kept, and read by nobody.
    assert set(proof.model_extra or ()) <= {"id"}
    assert {name: str(value) for name, value in proof.model_dump(by_alias=True).items() if name in SENT} == {
        name: str(value) for name, value in SENT.items()
    }


@pytest.mark.parametrize(
    ("written", "french"),
    [
        ("12B", "12 o"),
        ("143.24kB", "143,2 ko"),
        ("1kB", "1 ko"),
        ("200kB", "200 ko"),
        ("2MB", "2 Mo"),
        ("1MB", "1 Mo"),
        ("1.5GB", "1,5 Go"),
        ("1GB", "1 Go"),
        ("15000", "15000"),
        ("", ""),
    ],
)
def test_a_size_is_read_in_the_units_of_the_api(written, french):
    (line,) = proof_lines([{"id": 3, "fileName": "a.pdf", "fileSize": written}], [])
    assert line["size_fr"].replace("\u202f", " ") == french


SITUATION = criterion({"id": 22, "label": "Situation", "radio": True, "options": "Oui;Non", "acceptedValues": "1;2"})


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ({"value": "1", "structureProofId": 22}, ("text", "Oui", "")),
        ({"value": "Non", "label": "Situation"}, ("text", "Non", "")),
        ({"value": "1", "structureProofId": 9, "label": "Autre"}, ("text", "1", "")),
        ({"value": "x", "structureProofId": 22}, ("text", "x", "")),
        ({"value": True}, ("yes_no", "true", "")),
        ({"value": "1", "checkbox": True}, ("yes_no", "true", "")),
        ({"value": None, "checkbox": True}, ("yes_no", "false", "")),
        ({"file": True, "fileName": "x/a1.pdf", "originalName": "a.pdf"}, ("file", "", "a.pdf")),
        ({"fileName": "x/a1.pdf"}, ("file", "", "a1.pdf")),
        ({"file": True, "value": "1"}, ("lost", "", "")),
    ],
)
def test_a_proof_is_a_file_an_answer_or_a_text(item, told):
    (line,) = proof_lines([{"id": 3, **item}], [SITUATION])
    assert (line["kind"], line["value"], line["name"]) == told


@pytest.mark.parametrize(
    ("item", "kind"),
    [
        ({"value": "1", "radio": True}, "awaited"),
        ({"value": "1", "selectbox": True}, "awaited"),
        ({"value": "1", "input": True}, "text"),
        ({"value": "1", "checkbox": True}, "yes_no"),
    ],
)
def test_what_is_one_of_several_waits_for_what_the_options_mean(item, kind):
    (line,) = proof_lines([{"id": 3, "structureProofId": 22, **item}], None)
    assert line["kind"] == kind
    assert (line["value"] == "") == (kind == "awaited")


def test_each_proof_has_a_key_of_its_own():
    assert [line["key"] for line in proof_lines([{"id": 3}, {"id": 3}], [])] == ["0", "1"]
    assert proofs_in([{"id": 3}, "x", None]) == [{"id": 3}]
    assert proofs_in(None) == []


def test_what_the_api_does_not_say_is_not_so():
    record = SolidaryRecord.of({})
    assert (record.status, record.progression, record.mode, record.news_subscription) == (0, 0, 0, False)
    assert (record.regular, Proof().status, Schedule().days) == (False, 0, [])
    structure = Structure.of({})
    assert (structure.solidary_transport, structure.mode, structure.removable) == (True, 0, False)
    assert (Subject().removable, Need().removable) == (True, True), "nothing says that a record uses it"
    asked = Criterion()
    assert (asked.position, asked.mandatory, asked.activated, asked.removable) == (0, False, True, True)
