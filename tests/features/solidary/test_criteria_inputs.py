"""The criteria of a structure as inputs, and the files given for them (STRUCTURE-6)."""

from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import reflex as rx

from admin_app.api.client import Api
from admin_app.features.solidary.criteria import criterion, input_name
from admin_app.features.solidary.criteria_inputs import criteria_inputs
from admin_app.features.solidary.proof_files import ProofFilesMixin, checked
from admin_app.kit.forms.upload import WrongFile
from admin_app.kit.session import signed_in
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import say
from tests.support.forms import image, send_file
from tests.support.proofs import proves

PDF = b"%PDF-1.7\n1 0 obj\n"
NAME = input_name(21)


class Asked(ProofFilesMixin, rx.State):
    """A form of criteria of which two take a file."""

    criteria: list[dict[str, Any]] = []

    def _proof_door(self) -> AbstractAsyncContextManager[Api]:
        return signed_in(self, reads="structure_list")

    def _proof_inputs(self) -> set[str]:
        return {NAME, input_name(22)}


async def choose(tab, content, name=NAME, file_name="attestation.pdf"):
    await tab.send(Asked.prepare_proof, name=name, file_name=file_name)
    path, kind, _ = tab.went("sendFile")
    assert kind == name
    assert await send_file(path.rpartition("/")[2], content) == 204
    await tab.send(Asked.check_proof, name=name)


@proves("STRUCTURE-19")
@pytest.mark.parametrize("content", [b"MZ\x90\0", b"<html>", b"GIF89a"])
async def test_what_is_neither_a_pdf_nor_a_picture_is_refused_by_its_content(deployment, content):
    ticket = tickets.open_ticket()
    await send_file(ticket, content)
    with pytest.raises(WrongFile):
        checked(ticket, "attestation.pdf")


@proves("STRUCTURE-19")
@pytest.mark.parametrize(
    ("content", "media_type"),
    [(PDF, "application/pdf"), (image(), "image/png"), (image(kind="JPEG"), "image/jpeg")],
)
async def test_a_file_waits_behind_its_ticket_with_the_type_of_its_content(sign_in, content, media_type):
    tab = await sign_in("solidary", "/")
    await choose(tab, content)
    assert tab.view(Asked).proof_files == {NAME: {"name": "attestation.pdf", "problem": ""}}
    found = (await tab.state(Asked))._proof_file(NAME)
    assert found == ("attestation.pdf", content, media_type)


@proves("STRUCTURE-19")
async def test_a_refused_file_says_why_and_is_not_kept(sign_in):
    tab = await sign_in("solidary", "/")
    await choose(tab, b"not a proof")
    assert tab.view(Asked).proof_files[NAME] == {"name": "", "problem": say("criteria.wrong_file", "fr")}
    assert (await tab.state(Asked))._proof_file(NAME) is None


async def test_a_pdf_of_forty_megabytes_is_turned_away_and_not_kept(sign_in):
    tab = await sign_in("solidary", "/")
    await tab.send(Asked.prepare_proof, name=NAME, file_name="scan.pdf")
    ticket = tab.went("sendFile")[0].rpartition("/")[2]
    assert await send_file(ticket, PDF + bytes(40 * 1024 * 1024)) == 413
    await tab.send(Asked.check_proof, name=NAME)
    assert tab.view(Asked).proof_files[NAME]["problem"]
    assert (await tab.state(Asked))._proof_file(NAME) is None


@proves("STRUCTURE-19")
def test_what_the_browser_refuses_takes_the_place_of_what_the_server_said_of_the_file_before():
    """By the stylesheet (files.css): it hides one where the other says something, of every input of a file."""
    page = str(criteria_inputs(Asked.criteria, files=Asked))
    assert (page.count("data-file-error"), page.count("data-file-problem")) == (1, 1)


async def test_files_of_several_criteria_stand_side_by_side_and_are_given_up_one_by_one(sign_in):
    tab = await sign_in("solidary", "/")
    await choose(tab, PDF)
    await choose(tab, image(), input_name(22), "carte.png")
    await choose(tab, PDF + b"2", NAME, "autre.pdf")
    assert {name: told["name"] for name, told in tab.view(Asked).proof_files.items()} == {
        NAME: "autre.pdf",
        input_name(22): "carte.png",
    }
    await tab.send(Asked.drop_proof, name=NAME)
    assert set(tab.view(Asked).proof_files) == {input_name(22)}
    (await tab.state(Asked))._forget_proofs()


async def test_no_ticket_is_given_for_what_takes_no_file_nor_to_a_stranger(sign_in, tab):
    await tab.open("/login")
    await tab.send(Asked.prepare_proof, name=NAME, file_name="a.pdf")
    inside = await sign_in("solidary", "/")
    await inside.send(Asked.prepare_proof, name=input_name(99), file_name="a.pdf")
    assert not inside.went("sendFile")
    assert not tab.went("sendFile")


@proves("STRUCTURE-6")
def test_each_kind_is_a_labelled_control_and_files_are_inert_without_a_state():
    preview, form = str(criteria_inputs(Asked.criteria)), str(criteria_inputs(Asked.criteria, files=Asked))
    for kind in ("checkbox", "radio", "input", "file", "selectbox"):
        assert f'case JSON.stringify("{kind}")' in preview
    assert "data-prepare" not in preview
    assert "data-prepare" in form
    assert form.count("aria-describedby") >= 5


def test_an_option_is_read_by_its_label_and_given_by_its_value():
    held = {"selectbox": True, "options": "Retraité;Autre", "acceptedValues": "1;2"}
    assert criterion(held).model_dump()["choices"][0] == {"label": "Retraité", "value": "1"}
    shown = str(criteria_inputs(Asked.criteria))
    assert 'choice_rx_state_?.["label"]' in shown
    assert 'choice_rx_state_?.["value"]' in shown
