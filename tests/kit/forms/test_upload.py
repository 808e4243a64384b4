"""A file that waits for its record (FILE-1, FILE-7)."""

import pytest

from admin_app.features.campaigns.editor import CampaignForm
from admin_app.kit.forms.image_input import attached_input
from admin_app.kit.forms.upload import LONGEST_NAME, Upload, WrongFile, reason
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import say
from tests.support.forms import left
from tests.support.proofs import proves


def test_a_chosen_file_waits_behind_a_ticket_until_it_is_given_up(deployment):
    upload = Upload(problem="Non.")
    upload.await_file(tickets.open_ticket(owner=1), "n" * 300)
    assert (len(upload.name), upload.problem) == (LONGEST_NAME, "")
    assert left() == {upload.ticket}
    upload.forget()
    assert (upload.ticket, upload.name) == ("", "")
    assert not left()


@pytest.mark.parametrize(("pending", "same", "kept"), [(True, True, True), (True, False, False), (False, True, False)])
def test_a_form_that_opens_keeps_what_is_still_to_be_sent_to_the_same_record(pending, same, kept):
    upload = Upload(ticket="t", name="a.csv", stored="b.csv", pending=pending)
    upload.keep_pending(same)
    assert upload == (Upload(ticket="t", name="a.csv", pending=True) if kept else Upload())


def test_why_a_file_is_refused():
    assert reason(tickets.RefusedFile("missing"), "fr") == say("kit.upload.missing", "fr")
    wrong = WrongFile("communities.wrong.columns", line="2")
    assert reason(wrong, "en") == say("communities.wrong.columns", "en", line="2")


@proves("FILE-14")
def test_the_picture_of_a_line_is_chosen_among_what_is_taken_as_it_is():
    """It is sent whole unless somebody wants it cut: another format would be offered and then refused."""
    assert 'accept:"image/png,image/jpeg"' in str(attached_input(CampaignForm, "picture", "", ""))
