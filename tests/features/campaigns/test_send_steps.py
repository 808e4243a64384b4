"""A sending is a machine of four steps, each with one truth (CAMPAIGN-43)."""

import itertools

import pytest

from admin_app.features.campaigns import send_page
from admin_app.features.campaigns.send_parts import step
from admin_app.features.campaigns.send_state import CampaignSend
from admin_app.features.campaigns.send_steps import SENT, STEPS, done_steps, step_at
from tests.features.campaigns.conftest import CHOSEN, EMPTY, TESTED, WAITING
from tests.features.campaigns.conftest import SENT as GONE
from tests.support.proofs import proves

FACTS = ("sound", "addressed", "tested", "read", "sent")
TEXT = '[{"type":"text","position":0,"value":"<p>Bonjour</p>"}]'


def at(**facts):
    """The step that follows from what is so; nothing is, unless it is said."""
    return step_at(done_steps(**{name: facts.get(name, False) for name in FACTS}))


@proves("CAMPAIGN-43")
def test_the_way_of_a_campaign():
    assert at() == "message"
    assert at(sound=True) == "recipients"
    assert at(sound=True, addressed=True) == "test"
    assert at(sound=True, addressed=True, tested=True) == "test", "until somebody has read it"
    assert at(sound=True, addressed=True, tested=True, read=True) == "send"
    assert at(sound=True, addressed=True, tested=True, sent=True) == SENT


@proves("CAMPAIGN-43")
def test_an_error_comes_before_the_recipients_and_what_is_frozen_has_none():
    assert at(addressed=True) == "message"
    assert at(addressed=True, tested=True) == "test"


@proves("CAMPAIGN-43")
@pytest.mark.parametrize("facts", [*itertools.product([False, True], repeat=len(FACTS))], ids=str)
def test_nothing_is_both_done_and_next(facts):
    done = done_steps(**dict(zip(FACTS, facts, strict=True)))
    assert step_at(done) not in done
    assert set(done) <= set(STEPS)


@proves("CAMPAIGN-43")
async def test_the_page_says_it(at, upstream):
    def where(tab):
        page = tab.view(CampaignSend)
        return page.at_step, page.done_steps

    for campaign in (EMPTY, WAITING, CHOSEN):
        upstream.set_campaign(campaign, body=TEXT)
    assert where(await at(EMPTY)) == ("recipients", ["message"])
    assert where(await at(WAITING)) == ("test", ["message", "recipients"])
    assert where(await at(GONE)) == (SENT, list(STEPS))
    tab = await at(TESTED)
    assert where(tab) == ("test", ["message", "recipients"])
    await tab.send(CampaignSend.confirm_received, received=True)
    assert where(tab) == ("send", ["message", "recipients", "test"])
    upstream.set_campaign(WAITING, body="[]")
    assert where(await at(WAITING)) == ("message", ["recipients"])


async def test_the_mail_stands_beside_the_steps(at, upstream):
    upstream.set_campaign(WAITING, body=TEXT)
    tab = await at(WAITING)
    assert ">Bonjour</p>" in tab.view(CampaignSend).page


@proves("CAMPAIGN-43")
@pytest.mark.parametrize("name", STEPS)
def test_a_done_step_is_ticked_and_its_state_is_a_word_for_who_sees_no_tick(name):
    head = str(step(name, said="").children[0].children[0].children[0])
    assert "LucideCheck" in head
    assert '"visually-hidden"},(choices_campaign_send__state[' in head
    assert "badge" not in head, "it is not said twice"


@proves("CAMPAIGN-46")
def test_before_it_is_sent_the_page_says_who_is_on_the_list():
    page = str(send_page._number_form())
    assert "fewer" in page
    assert "celle du premier test" in page


@proves("PAGE-14")
@pytest.mark.parametrize("name", STEPS)
def test_a_second_press_folds_no_step(name):
    """The focus goes to the step, around what folds it: in there Enter would be a press of that."""
    card = str(step(name, said="").children[0])
    head = str(step(name, said="").children[0].children[0].children[0])
    assert f'id:"step-{name}"' in card
    assert f'id:"step-{name}"' not in head
    assert "tabIndex:-1" in card.replace(head, "")


def test_the_subject_is_told_in_its_step_and_no_second_time_beside_the_mail():
    assert '["subject"]' in str(send_page._message())
    assert '["subject"]' not in str(send_page._mail())
