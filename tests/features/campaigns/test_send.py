"""A campaign is tested, then sent once: whatever is pressed, replayed, lost or cut (traps 12, 13, 14 and 16)."""

import asyncio
import json

import pytest

from admin_app.features.campaigns import send_page
from admin_app.features.campaigns.send_state import CampaignSend
from admin_app.kit import audit
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from admin_app.shared import handover
from admin_app.shared.mail_target import MailTarget
from tests.features.campaigns.conftest import CHOSEN, EMPTY, SENT, TESTED, WAITING
from tests.support.proofs import proves

SEND = ("GET", "admin/users/send-campaign")
OF_MEMBERS = 9
"""A tested campaign for the members of a community, of somebody else than the administrator."""
CALLS = {TESTED: "admin/users/send-campaign", OF_MEMBERS: "admin/community_members/send-campaign"}


TEXT = '[{"type":"text","position":0,"value":"<p>Bonjour</p>"}]'


@pytest.fixture(autouse=True)
def _fit_to_be_tested(upstream):
    upstream.set_campaign(WAITING, body=TEXT)


def page(tab):
    """The page as the tab knows it."""
    return tab.view(CampaignSend)


def texts(tab):
    """The notices."""
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


def sendings(upstream, mode=2):
    """The calls that asked to send in this mode."""
    return [each for each in upstream.calls if "send-campaign" in each.path and each.query["mode"] == str(mode)]


def masses(upstream):
    """How many mass mails stand in the outbox."""
    return [channel for channel, _ in upstream.outbox()].count("campaign")


def lines():
    """The register, the newest first."""
    return audit.read((), 10)


async def ready(tab):
    """Say that the test was read; what the last step then asks for."""
    await tab.send(CampaignSend.confirm_received, received=True)
    return {"number": str(page(tab).number)}


# --- the test -------------------------------------------------------------------------


@proves("CAMPAIGN-9", "CAMPAIGN-10")
async def test_each_step_says_where_it_stands(at):
    tab = await at(EMPTY)
    assert (page(tab).associated, page(tab).sent_test, page(tab).sent_prod) == (False, False, False)
    tab = await at(WAITING)
    assert (page(tab).associated, page(tab).sent_test, page(tab).sent_prod) == (True, False, False)
    tab = await at(TESTED)
    assert (page(tab).associated, page(tab).sent_test, page(tab).sent_prod) == (True, True, False)
    tab = await at(SENT)
    assert (page(tab).associated, page(tab).sent_test, page(tab).sent_prod) == (True, True, True)


@proves("NOTICE-17", "CAMPAIGN-8", "CAMPAIGN-40")
async def test_a_test_goes_to_the_creator_and_freezes(at, upstream):
    tab = await at(WAITING)
    await tab.send(CampaignSend.test)
    (call,) = sendings(upstream, 1)
    assert call.params == (("campaignId", str(WAITING)), ("mode", "1"))
    assert upstream.outbox() == [("test", page(tab).shown["creatorEmail"])]
    assert page(tab).sent_test
    assert texts(tab)[-1] == ("success", say("errors.campaign.test_success", "fr"))
    (line,) = lines()
    assert (line.kind, line.subject, line.outcome) == ("mailing", "campaigns", "complete")
    assert (line.expected, line.rows) == (1, 1), "one mail left"
    assert (line.filters["id"], line.filters["mode"]) == (str(WAITING), "1")


@proves("CAMPAIGN-8")
async def test_the_filters_are_said_again(at, upstream):
    upstream.set_campaign(WAITING, filters="gender=1&homeAddressTerritory=3&homeAddressTerritory=5")
    tab = await at(WAITING)
    await tab.send(CampaignSend.test)
    (call,) = sendings(upstream, 1)
    assert call.params[2:] == (("gender", "1"), ("homeAddressTerritory[]", "3"), ("homeAddressTerritory[]", "5"))


async def test_who_is_not_known_is_never_written_to(at, upstream):
    upstream.set_campaign(WAITING, filters=None)
    tab = await at(WAITING)
    assert not page(tab).associated
    await tab.send(CampaignSend.test)
    assert not sendings(upstream, 1)


@proves("CAMPAIGN-9", "CAMPAIGN-27")
@pytest.mark.parametrize("campaign", [EMPTY, SENT])
async def test_there_is_no_test_without_recipients_nor_of_what_was_sent(at, upstream, campaign):
    tab = await at(campaign)
    await tab.send(CampaignSend.test)
    assert not sendings(upstream, 1)
    assert not lines()


@proves("CAMPAIGN-31")
async def test_nothing_is_sent_before_note_is_taken(at, upstream):
    tab = await at(WAITING, agreed=False)
    await tab.send(CampaignSend.test)
    assert not upstream.calls
    await tab.send(CampaignSend.agree)
    await tab.open(f"/campaigns/send/{TESTED}")
    assert page(tab).agreed, "once for a session"


PICTURE = {
    "type": "image",
    "position": 0,
    "id": 912,
    "src": "https://x.test/a.jpg",
    "alt": "Une voiture",
    "kind": "picture",
}


@proves("CAMPAIGN-10")
async def test_the_text_is_given_its_last_form_before_the_first_test(at, upstream):
    upstream.set_campaign(
        WAITING, body=json.dumps([PICTURE, {"type": "text", "position": 1, "value": "<p>Bonjour</p>"}])
    )
    tab = await at(WAITING)
    await tab.send(CampaignSend.test)
    (patched,) = upstream.writes()
    assert patched.method == "PATCH"
    assert "Une voiture" in json.loads(patched.body["body"])[0]["value"]
    assert upstream.calls.index(patched) < upstream.calls.index(sendings(upstream, 1)[0])
    await tab.send(CampaignSend.test)
    assert len(upstream.writes()) == 1, "frozen once"
    assert len(sendings(upstream, 1)) == 2, "a test may be sent again"


@proves("CAMPAIGN-27")
async def test_errors_stop_the_test(at, upstream):
    upstream.set_campaign(WAITING, body="[]")
    tab = await at(WAITING)
    assert "error" in {each["level"] for each in page(tab).wrong}
    await tab.send(CampaignSend.test)
    assert page(tab).told["key"] == "halt_wrong"
    assert not sendings(upstream, 1)
    assert not lines()


@proves("CAMPAIGN-45")
@pytest.mark.parametrize(
    "changed",
    [
        {"subject": "Autre sujet"},
        {"body": '[{"type":"text","position":0,"value":"<p>Au revoir</p>"}]'},
        {"filters": "gender=1"},
        {"found": 1115},
    ],
)
async def test_what_the_page_did_not_show_is_not_frozen(at, upstream, changed):
    tab = await at(WAITING)
    upstream.set_campaign(WAITING, **changed)
    await tab.send(CampaignSend.test)
    assert page(tab).told["key"] == "halt_rewritten"
    assert not sendings(upstream, 1)
    assert not upstream.writes()
    assert not lines()
    assert upstream.campaign(WAITING).status == 0
    row = upstream.campaign(WAITING)
    assert (page(tab).shown["subject"], page(tab).number) == (row.subject, row.found), "what is there now is shown"
    await tab.send(CampaignSend.test)
    assert page(tab).sent_test, "once it was seen"


@proves("CAMPAIGN-45")
async def test_other_people_as_many_as_before_are_not_frozen_unseen(at, upstream):
    """Who is chosen one by one is not told by the API: that it was written is."""
    tab = await at(CHOSEN)
    upstream.set_campaign(CHOSEN, updated_date="2030-01-01T10:00:00+00:00")
    await tab.send(CampaignSend.test)
    assert page(tab).told["key"] == "halt_rewritten"


@proves("CAMPAIGN-27")
async def test_a_new_test_wants_to_be_read_again(at):
    tab = await at(TESTED)
    await ready(tab)
    assert page(tab).received
    await tab.send(CampaignSend.test)
    assert not page(tab).received


# --- the sending ------------------------------------------------------------------------


@proves("NOTICE-17", "CAMPAIGN-8")
@pytest.mark.parametrize("campaign", CALLS)
async def test_it_goes_to_everybody_once(at, upstream, campaign):
    tab = await at(campaign)
    number = page(tab).number
    await tab.send(CampaignSend.send, data=await ready(tab))
    (call,) = sendings(upstream)
    assert call.path == f"/{CALLS[campaign]}"
    assert page(tab).sent_prod
    assert texts(tab)[-1] == ("success", say("errors.campaign.send_success", "fr"))
    assert number <= masses(upstream) <= number + 1, "its creator gets it too"
    (line,) = lines()
    assert (line.outcome, line.expected, line.rows) == ("complete", number, page(tab).number)


@proves("CAMPAIGN-46")
async def test_who_refuses_after_the_test_gets_it_and_is_counted(at, upstream):
    """The list is at the provider since the first test: the server counts those who still accept, and writes to all."""
    tab = await at(WAITING)
    await tab.send(CampaignSend.test)
    number = page(tab).number
    assert page(tab).fewer == 0
    refusing = upstream.user(100)
    assert refusing.news_subscription
    upstream.change(100, news_subscription=False)
    await tab.load()
    assert (page(tab).number, page(tab).fewer) == (number, 1), "the list is what it was"
    await tab.send(CampaignSend.send, data=await ready(tab))
    assert upstream.campaign(WAITING).found == number - 1, "which is no number of those who get it"
    assert ("campaign", refusing.email) in upstream.outbox()
    assert page(tab).number == number
    line, _ = lines()
    assert (line.expected, line.rows) == (number, number)
    await tab.load()
    assert page(tab).number == number
    tab = await at(WAITING)
    assert page(tab).number == number, "the register knows it"


@proves("CAMPAIGN-46", "CAMPAIGN-29")
async def test_a_lost_answer_is_written_down_with_those_who_get_it(at, upstream):
    tab = await at(TESTED)
    data, number = await ready(tab), page(tab).number
    upstream.cut(CALLS[TESTED])
    await tab.send(CampaignSend.send, data=data)
    upstream.heal()
    upstream.set_campaign(TESTED, status=2, found=number - 1)
    await tab.send(CampaignSend.look)
    assert page(tab).number == lines()[0].rows == number


@proves("CAMPAIGN-46", "ACCESS-16")
async def test_who_may_not_list_users_counts_none_of_them(at, upstream):
    upstream.grant("admin@demo.test", "access_admin", "campaign_update", "campaign_read", "campaign_list")
    tab = await at(TESTED)
    await tab.load()
    assert page(tab).fewer == 0
    assert not upstream.called("GET", "admin/users")


@proves("CAMPAIGN-28")
@pytest.mark.parametrize("typed", ["", "1", "abc", "99999999", None])
async def test_the_number_is_typed(at, upstream, typed):
    tab = await at(TESTED)
    await ready(tab)
    await tab.send(CampaignSend.send, data={"number": typed})
    assert page(tab).typed_problem
    assert not upstream.calls
    spaced = " ".join(str(page(tab).number))
    await tab.send(CampaignSend.send, data={"number": spaced})
    assert page(tab).sent_prod, "however it is spaced"


@proves("CAMPAIGN-9", "CAMPAIGN-28")
async def test_it_waits_for_the_test_to_be_read(at, upstream):
    tab = await at(TESTED)
    await tab.send(CampaignSend.send, data={"number": str(page(tab).number)})
    tab = await at(WAITING)
    await tab.send(CampaignSend.confirm_received, received=True)
    assert not page(tab).received, "there was no test"
    await tab.send(CampaignSend.send, data={"number": str(page(tab).number)})
    assert not sendings(upstream)


async def test_the_register_comes_first_and_what_it_cannot_take_does_not_happen(at, upstream, configure, tmp_path):
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        pressed = await tab.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        (line,) = lines()
        assert (line.outcome, line.filters["mode"]) == ("", "2")
        released.set()
        await pressed.wait_all()
    tab = await at(OF_MEMBERS)
    data = await ready(tab)
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    configure(register_path=str(blocked / "register.sqlite"), campaign=True, community=True)
    await tab.send(CampaignSend.send, data=data)
    assert not sendings(upstream)
    assert texts(tab)[-1] == ("error", say("errors.campaign.send_error", "fr"))
    await tab.load()
    assert page(tab).problem, "a page that cannot know what was sent offers nothing"


@proves("CAMPAIGN-32")
async def test_it_says_how_long_it_has_been_running(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        pressed = await tab.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        assert page(tab).task == "send"
        assert tab.went("focusOn") == ["step-send"], "what was pressed is shut"
        for _ in range(40):
            if page(tab).elapsed:
                break
            await asyncio.sleep(0.1)
        assert page(tab).elapsed >= 1
        released.set()
        await pressed.wait_all()
    assert page(tab).task == ""


# --- twice ----------------------------------------------------------------------------------


@proves("CAMPAIGN-28")
async def test_a_double_click_is_one_sending(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        first = await tab.start(CampaignSend.send, data=data)
        second = await tab.start(CampaignSend.send, data=data)
        await second.wait_all()
        released.set()
        await first.wait_all()
    assert len(sendings(upstream)) == 1


@proves("CAMPAIGN-28")
async def test_two_tabs_are_one_sending(at, upstream, browser):
    one, other = await at(TESTED), await at(TESTED)
    data = await ready(one)
    await ready(other)
    with upstream.held("send-campaign") as released:
        first = await one.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        second = await other.start(CampaignSend.send, data=data)
        await second.wait_all()
        assert page(other).told["key"] == "halt_standing"
        released.set()
        await first.wait_all()
    assert len(sendings(upstream)) == 1
    await other.send(CampaignSend.send, data=data)
    assert len(sendings(upstream)) == 1


@proves("CAMPAIGN-28")
async def test_of_two_tabs_that_press_at_once_one_sends(at, upstream):
    tabs = [await at(TESTED) for _ in range(4)]
    data = [await ready(tab) for tab in tabs]
    pressed = [await tab.start(CampaignSend.send, data=each) for tab, each in zip(tabs, data, strict=True)]
    for each in pressed:
        await each.wait_all()
    assert len(sendings(upstream)) == 1


@proves("CAMPAIGN-28")
async def test_back_reload_and_a_replayed_event_send_nothing_more(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    await tab.send(CampaignSend.send, data=data)
    await tab.open("/campaigns")
    await tab.open(f"/campaigns/send/{TESTED}")
    await tab.send(CampaignSend.send, data=data)
    await tab.load()
    await tab.send(CampaignSend.confirm_received, received=True)
    await tab.send(CampaignSend.send, data=data)
    await tab.restart()
    await tab.send(CampaignSend.agree)
    await tab.send(CampaignSend.confirm_received, received=True)
    await tab.send(CampaignSend.send, data=data)
    assert len(sendings(upstream)) == 1


@proves("CAMPAIGN-28")
async def test_a_test_of_what_was_sent_is_refused_and_one_from_elsewhere_does_not_open_it(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    await tab.send(CampaignSend.send, data=data)
    await tab.send(CampaignSend.test)
    assert not sendings(upstream, 1)
    upstream.set_campaign(TESTED, status=1)  # what one more test by another program does (trap 16)
    await tab.load()
    assert page(tab).standing["open"] == ""
    assert page(tab).standing["who"] == "admin@demo.test"
    await tab.send(CampaignSend.confirm_received, received=True)
    await tab.send(CampaignSend.send, data=data)
    await tab.send(CampaignSend.test)
    assert len(sendings(upstream)) == 1
    assert not sendings(upstream, 1)


@proves("CAMPAIGN-43")
async def test_a_campaign_has_not_gone_while_it_is_being_sent(at, upstream):
    """Whoever came back to the page meanwhile read that it had gone, and below it that it was going."""
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        pressed = await tab.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        # The platform says so of a campaign that is under way.
        (await tab.state(CampaignSend)).sent_prod = True
        assert (page(tab).gone, page(tab).at_step) == (False, "send")
        assert "send" not in page(tab).done_steps, "nothing is ticked that goes on"
        (await tab.state(CampaignSend)).received = False
        assert page(tab).at_step == "send", "who has looked at another one meanwhile is at no test again"
        released.set()
        await pressed.wait_all()
    assert (page(tab).gone, page(tab).at_step) == (True, "sent")
    elsewhere = await at(SENT)
    (await elsewhere.state(CampaignSend))._begin("send")
    (await elsewhere.state(CampaignSend)).task_of = str(TESTED)
    assert page(elsewhere).gone, "it is another one that goes"
    before = str(send_page._page()).partition('"aria-labelledby":"step-sent"')[0]
    assert "gone_rx_state_" in before


async def test_what_changed_since_the_page_was_opened_stops_it(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    upstream.set_campaign(TESTED, found=5)
    await tab.send(CampaignSend.send, data=data)
    assert page(tab).told["key"] == "halt_changed"
    assert tab.went("focusOn") == ["step-send"], "what was pressed was shut meanwhile"
    assert page(tab).number == 5
    upstream.set_campaign(TESTED, status=2)
    await tab.send(CampaignSend.send, data=await ready(tab))
    assert page(tab).told["key"] == "halt_gone"
    assert tab.went("focusOn") == ["step-sent"], "that step has gone"
    assert not sendings(upstream)


# --- the API dies ------------------------------------------------------------------------


@proves("CAMPAIGN-29")
@pytest.mark.parametrize("campaign", CALLS)
async def test_without_a_connection_nothing_left_and_it_may_be_tried_again(at, upstream, campaign):
    tab = await at(campaign)
    data = await ready(tab)
    upstream.unplug(CALLS[campaign])
    await tab.send(CampaignSend.send, data=data)
    assert page(tab).told["key"] == "not_done_send"
    assert lines()[0].outcome == "failed"
    upstream.heal()
    await tab.send(CampaignSend.send, data=data)
    assert page(tab).sent_prod
    assert [line.outcome for line in lines()] == ["complete", "failed"]


@proves("CAMPAIGN-29")
@pytest.mark.parametrize("campaign", CALLS)
async def test_a_lost_answer_is_looked_up_and_never_asked_for_again(at, upstream, campaign):
    tab = await at(campaign)
    upstream.lose(CALLS[campaign])
    await tab.send(CampaignSend.send, data=await ready(tab))
    assert page(tab).told["key"] == "done_send"
    assert page(tab).sent_prod
    assert len(sendings(upstream)) == 1
    assert lines()[0].outcome == "complete"


@proves("CAMPAIGN-29")
@pytest.mark.parametrize("campaign", CALLS)
async def test_what_nobody_saw_end_is_never_sent_again(at, upstream, campaign):
    """The connection was cut; the server may be at it still."""
    tab = await at(campaign)
    data = await ready(tab)
    upstream.cut(CALLS[campaign])
    await tab.send(CampaignSend.send, data=data)
    assert page(tab).told["key"] == "unknown_send"
    assert texts(tab)[-1] == ("error", say("errors.campaign.send_unknown", "fr")), "who reads no more sends no copy"
    assert page(tab).standing["open"] == "true"
    upstream.heal()
    await tab.send(CampaignSend.send, data=data)
    await tab.send(CampaignSend.test)
    other = await at(campaign)
    await ready(other)
    await other.send(CampaignSend.send, data=data)
    assert not sendings(upstream)
    assert not sendings(upstream, 1)
    await tab.send(CampaignSend.look)
    assert page(tab).told["key"] == "unknown_send"
    upstream.set_campaign(campaign, status=2)  # the server was at it, indeed
    await tab.send(CampaignSend.look)
    assert page(tab).sent_prod
    assert page(tab).told == {}
    assert [line.outcome for line in lines()] == ["complete"]


async def test_a_server_that_is_gone_when_it_is_asked_again_leaves_it_open(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        pressed = await tab.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        upstream.lose(CALLS[TESTED])
        upstream.cut("admin/campaigns")
        released.set()
        await pressed.wait_all()
    assert page(tab).told["key"] == "unknown_send"
    assert lines()[0].outcome == ""
    upstream.heal()
    await tab.load()
    assert page(tab).sent_prod
    assert lines()[0].outcome == "complete"


@proves("CAMPAIGN-29")
@pytest.mark.parametrize("status", [502, 504])
async def test_a_gateway_that_gives_up_does_not_mean_that_the_server_did(at, upstream, status):
    tab = await at(TESTED)
    upstream.fail(CALLS[TESTED], status)
    await tab.send(CampaignSend.send, data=await ready(tab))
    assert page(tab).told["key"] == "unknown_send"


async def test_a_server_that_failed_may_be_asked_again(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    upstream.fail(CALLS[TESTED], 500, times=1)
    await tab.send(CampaignSend.send, data=data)
    assert page(tab).told["key"] == "not_done_send"
    assert texts(tab)[-1] == ("error", say("errors.campaign.send_error", "fr"))
    await tab.send(CampaignSend.send, data=data)
    assert page(tab).sent_prod


@pytest.mark.parametrize(
    ("fault", "told", "gone"), [("unplug", "not_done_test", 0), ("cut", "unknown_test", 0), ("lose", "done_test", 1)]
)
async def test_the_api_dies_around_the_test(at, upstream, fault, told, gone):
    tab = await at(WAITING)
    getattr(upstream, fault)("admin/users/send-campaign")
    await tab.send(CampaignSend.test)
    assert page(tab).told["key"] == told
    how = {"not_done": "error", "unknown": "unknown", "done": "success"}[told.removesuffix("_test")]
    assert texts(tab)[-1][1] == say(f"errors.campaign.test_{how}", "fr")
    assert len(upstream.outbox()) == gone
    upstream.heal()
    await tab.send(CampaignSend.test)
    assert page(tab).sent_test, "a test may be tried again"


@proves("CAMPAIGN-29")
@pytest.mark.parametrize("fault", ["lose", "fail"])
async def test_what_the_reading_has_settled_is_not_doubted_in_the_next_line(at, upstream, fault):
    """That it may be done is said of what nobody knows, and nothing is known better than what was read again."""
    tab = await at(TESTED)
    data = await ready(tab)
    getattr(upstream, fault)(CALLS[TESTED])
    await tab.send(CampaignSend.send, data=data)
    assert page(tab).told["key"] == ("done_send" if fault == "lose" else "not_done_send")
    assert say("errors.unsure", "fr") not in page(tab).told["detail"]
    assert not any(say("errors.unsure", "fr") in text for _, text in texts(tab))


async def test_a_second_test_whose_answer_is_lost_is_not_known(at, upstream):
    tab = await at(TESTED)
    upstream.lose("admin/users/send-campaign")
    await tab.send(CampaignSend.test)
    assert page(tab).told["key"] == "unknown_test"


# --- rights ------------------------------------------------------------------------------------


@proves("CAMPAIGN-33")
async def test_a_right_taken_away_half_way_sends_nothing(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    upstream.grant("admin@demo.test", "access_admin", "campaign_update", "campaign_read")
    await tab.send(CampaignSend.send, data=data)
    await tab.send(CampaignSend.test)
    assert not [call for call in upstream.calls if "send-campaign" in call.path]
    assert texts(tab)[-1] == ("error", say("errors.campaign.test_error", "fr"))
    assert not lines()


@proves("CAMPAIGN-33")
async def test_a_server_that_sends_and_then_refuses_has_sent(at, upstream):
    """It looks at the right to the list when everything is done (trap 14)."""
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        pressed = await tab.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        upstream.grant("admin@demo.test", "access_admin", "campaign_update", "campaign_read")
        released.set()
        await pressed.wait_all()
    assert sendings(upstream)[0].status == 400
    assert page(tab).told["key"] == "done_send"
    assert page(tab).sent_prod
    assert lines()[0].outcome == "complete"


async def test_a_campaign_that_may_not_be_read_any_more_is_not_sent(at, upstream):
    tab = await at(OF_MEMBERS)
    data = await ready(tab)
    upstream.grant("admin@demo.test", "access_admin", "campaign_update")
    await tab.send(CampaignSend.send, data=data)
    assert not sendings(upstream)
    assert texts(tab)[-1][0] == "error"


async def test_who_may_not_change_campaigns_sends_none(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "campaign_read", "campaign_list")
    upstream.set_campaign(TESTED, creator_id=upstream_id(upstream, "nobody@demo.test"))
    tab = await sign_in("nobody", f"/campaigns/send/{TESTED}")
    await tab.send(CampaignSend.agree)
    await tab.send(CampaignSend.confirm_received, received=True)
    await tab.send(CampaignSend.test)
    await tab.send(CampaignSend.send, data={"number": str(page(tab).number)})
    assert not sendings(upstream)
    assert not sendings(upstream, 1)
    assert not lines()


def upstream_id(upstream, email):
    """The id of an account."""
    return next(number for number in range(1, 30) if (row := upstream.user(number)) and row.email == email)


# --- a correction ------------------------------------------------------------------------------


@proves("CAMPAIGN-30")
async def test_a_correction_is_a_copy_with_the_same_recipients(at, upstream):
    tab = await at(TESTED)
    await tab.send(CampaignSend.correct, data={})
    (made,) = upstream.called("POST", "admin/campaigns")
    assert made.status == 201
    assert made.body["subject"] == page(tab).shown["subject"]
    assert made.body["name"] != page(tab).shown["name"], "pictures are kept under the name"
    assert tab.redirects[-1].startswith("/campaigns/")
    made_id = tab.redirects[-1].rpartition("/")[2]
    assert await handover.take(await tab.state(CampaignSend), made_id) == MailTarget.everybody()
    assert upstream.campaign(TESTED) is not None


@proves("CAMPAIGN-30")
async def test_the_old_one_goes_where_that_is_asked_and_it_never_left(at, upstream):
    tab = await at(TESTED)
    await tab.send(CampaignSend.correct, data={"delete": "on"})
    assert upstream.campaign(TESTED) is None
    tab = await at(OF_MEMBERS)
    upstream.set_campaign(OF_MEMBERS, status=2)
    await tab.send(CampaignSend.correct, data={"delete": "on"})
    assert upstream.campaign(OF_MEMBERS) is not None
    assert texts(tab)[-1] == ("error", say("errors.campaign.delete_error", "fr"))


@proves("CAMPAIGN-30")
async def test_chosen_people_are_not_told_by_the_api_so_they_are_chosen_again(at, upstream):
    tab = await at(CHOSEN)
    upstream.set_campaign(CHOSEN, status=1)
    await tab.load()
    await tab.send(CampaignSend.correct, data={})
    made_id = tab.redirects[-1].rpartition("/")[2]
    assert await handover.take(await tab.state(CampaignSend), made_id) is None


# --- a tab ------------------------------------------------------------------------------------------


@proves("CAMPAIGN-32")
async def test_a_sending_goes_on_while_another_campaign_is_looked_at(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        pressed = await tab.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        await tab.open(f"/campaigns/send/{WAITING}")
        assert (page(tab).task, page(tab).task_of) == ("send", str(TESTED))
        await tab.send(CampaignSend.test)
        assert not sendings(upstream, 1), "one at a time"
        released.set()
        await pressed.wait_all()
    assert page(tab).shown["subject"] == upstream.campaign(WAITING).subject
    assert not page(tab).sent_prod
    assert texts(tab)[-1] == ("success", say("errors.campaign.send_success", "fr"))


async def test_it_is_written_down_though_the_person_has_left(at, upstream):
    tab = await at(TESTED)
    data = await ready(tab)
    with upstream.held("send-campaign") as released:
        pressed = await tab.start(CampaignSend.send, data=data)
        await upstream.awaited("send-campaign")
        await tab.send(Session.leave)
        released.set()
        await pressed.wait_all()
    assert len(sendings(upstream)) == 1
    assert lines()[0].outcome == "complete"
    assert masses(upstream) >= 1


@proves("CAMPAIGN-32")
async def test_what_a_server_took_with_it_does_not_stand_for_ever(at):
    tab = await at(WAITING)
    state = await tab.state(CampaignSend)
    state.task, state.task_of, state._beat = "send", str(WAITING), 1.0
    await tab.load()
    assert page(tab).task == ""


async def test_a_campaign_that_is_not_there_is_said(at):
    tab = await at(9999)
    assert page(tab).problem
