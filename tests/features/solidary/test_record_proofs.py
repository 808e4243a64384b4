"""The proofs of a request, as the API sends them (SOLIDARY-21)."""

from admin_app.features.solidary.record import Proof
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
