"""What is known of who calls: the proofs they gave, as the inputs of the form hold them (SOLIDARY-21)."""

import pytest

from admin_app.features.solidary.asking.wizard import SolidaryWizard
from tests.support.asking import ADDRESS, requester, wizard
from tests.support.proofs import proves


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


def proof(criterion, value, **more):
    """A proof as the API sends it (solidary.yaml, ProofView)."""
    kinds = {kind: criterion["kind"] == kind for kind in ("checkbox", "input", "selectbox", "radio", "file")}
    return {
        **{
            "proofId": 60 + criterion["id"],
            "structure": "Entraide",
            "structureId": 1,
            "userStructureId": 58,
            "status": 1,
        },
        **{"structureProofId": criterion["id"], "label": criterion["label"], **kinds, "value": value},
        **{"originalName": None, "fileName": None, "fileSize": None},
        **more,
    }


async def known(sign_in, upstream, *made):
    """A wizard for somebody whose proofs the API tells so; `made` makes each of a criterion by its kind."""
    person = await requester(upstream)
    tab = await sign_in("solidary", ADDRESS)
    by_kind = {each["kind"]: each for each in wizard(tab).criteria}
    listed = {
        "id": 9,
        "email": person[4],
        "gender": 1,
        "telephone": "",
        "givenName": "",
        "familyName": "",
        "structures": [],
    }
    page = {"@id": "/x", "@type": "hydra:Collection", "hydra:member": [listed], "hydra:totalItems": 1}
    upstream.answer("GET", "admin/solidary_beneficiaries", page)
    proofs = [proof(by_kind[kind], value, **more) for kind, value, more in made]
    upstream.answer("GET", "admin/solidary_beneficiaries/9", {**listed, "proofs": proofs, "diaries": []})
    await tab.open(f"{ADDRESS}?user={person[0]}")
    return tab, {kind: f"proofs:{each['id']}" for kind, each in by_kind.items()}, by_kind


@proves("SOLIDARY-21")
async def test_each_kind_is_read_as_its_input_holds_it(sign_in, upstream):
    """An option comes as its label, but the first one as its raw value; both are sent as the accepted value."""
    told = {"originalName": "quotient.pdf", "fileName": "https://x.example.org/3.pdf", "fileSize": "118.40kB"}
    tab, names, kinds = await known(
        sign_in,
        upstream,
        ("checkbox", True, {}),
        ("input", "Carsat", {}),
        ("radio", "Avec une canne", {}),
        ("selectbox", "1", {}),
        ("file", None, told),
    )
    assert kinds["radio"]["choices"][2]["label"] == "Avec une canne"
    assert wizard(tab).proofs == {
        names["checkbox"]: "true",
        names["input"]: "Carsat",
        names["radio"]: "2",
        names["selectbox"]: "1",
    }
    assert wizard(tab).files_given == {names["file"]: "quotient.pdf"}
    assert wizard(tab).step in ("identity", "journey")


async def test_the_proofs_of_another_structure_prove_nothing_here(sign_in, upstream):
    tab, _, _ = await known(sign_in, upstream, ("checkbox", True, {"structureId": 2}))
    assert wizard(tab).proofs == {}
    assert wizard(tab).step == "journey", "what is asked of them comes last"


async def test_proofs_that_cannot_be_read_are_asked_for_again(sign_in, upstream):
    person = await requester(upstream)
    upstream.fail("admin/solidary_beneficiaries", 500)
    tab = await sign_in("solidary", f"{ADDRESS}?user={person[0]}")
    assert wizard(tab).person["id"] == str(person[0])
    assert wizard(tab).step == "journey", "what is asked of them comes last"
    assert (await tab.state(SolidaryWizard))._caller().proven is None
