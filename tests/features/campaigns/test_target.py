"""The recipients of a campaign: brought from a list or chosen here, counted, associated by one press and no other."""

import pytest

from admin_app.features.campaigns import canvas, target_page
from admin_app.features.campaigns.editor import CampaignForm
from admin_app.features.campaigns.send_state import CampaignSend
from admin_app.features.campaigns.target_lists import RecipientMembers, RecipientUsers
from admin_app.features.users.screens import UserList
from admin_app.kit.lists import list_page
from admin_app.kit.lists.state import SELECTION_LIMIT
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from admin_app.shared import handover
from admin_app.shared.mail_target import MOST_SELECTED, MailTarget
from tests.features.campaigns.conftest import CHOSEN, EMPTY, SENT, TESTED, WAITING
from tests.support.forms import submitted
from tests.support.proofs import proves

ASSOCIATE = ("GET", "admin/users/associate-campaign")
OF_MEMBERS = ("GET", "admin/community_members/associate-campaign")


def page(tab):
    """The page as the tab knows it."""
    return tab.view(CampaignSend)


def texts(tab):
    """The notices."""
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


@pytest.fixture
async def proposed(at, upstream):
    """A tab on a campaign of one's own without recipients, with the women proposed and counted."""
    upstream.set_campaign(EMPTY, creator_id=1)
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    tab.address += "#users?gender=1"
    await tab.send(RecipientUsers.turn)
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "filtered"})
    return tab


@proves("CAMPAIGN-25", "LIST-31")
@pytest.mark.parametrize("listed", [RecipientUsers, RecipientMembers])
def test_rows_to_choose_from_lead_nowhere_and_what_is_ticked_is_counted_from_the_bar(listed):
    """On a phone a tap on a name left the screen, and counting stood above the list."""
    drawn = str(target_page._list(listed.people, listed))
    assert '"data-chooses"' in drawn
    assert '"action:open"' not in drawn
    bar = drawn.partition('className:"bulk-actions"')[2].partition('"bulk-bar"')[0]
    assert f'"action:count-{listed.people}"' in bar
    assert '"data-ids"' in bar
    assert '"data-chooses"' not in str(list_page(UserList))
    assert '"action:open"' in str(list_page(UserList))


@proves("CAMPAIGN-25")
async def test_those_who_are_ticked_are_counted(at, upstream):
    upstream.set_campaign(EMPTY, creator_id=1)
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "selected", "ids": "7,8"})
    assert page(tab).proposed
    assert page(tab).counts["chosen"] == 2


@proves("CAMPAIGN-49")
@pytest.mark.parametrize(
    ("asked", "behind"),
    [({"people": "users"}, "#users"), ({"people": "members"}, "#campaign_members?community=1&status=1")],
)
async def test_who_was_unticked_since_the_count_gets_no_mail(at, upstream, asked, behind):
    """What was kept was the choice that had been counted, whatever was ticked by then."""
    tab = await at(EMPTY, behind=behind)
    listed = {"users": RecipientUsers, "members": RecipientMembers}[asked["people"]]
    for row in tab.view(listed).rows[:4]:
        upstream.change(int(row.get("userId") or row["id"]), news_subscription=True)
    ids = [row["id"] for row in tab.view(listed).rows[:4]]
    await tab.send(CampaignSend.aim, data={**asked, "scope": "selected", "ids": ",".join(ids)})
    assert page(tab).counts["chosen"] == 4
    await tab.send(CampaignSend.associate, data={"ids": ",".join(ids[1:])})
    assert not upstream.called(*ASSOCIATE)
    assert not upstream.called(*OF_MEMBERS)
    assert page(tab).counts["chosen"] == 3, "they are counted anew"
    assert page(tab).aim_problem == say("campaign_send.recipients.others", "fr")
    await tab.send(CampaignSend.associate, data={"ids": ",".join(ids[1:])})
    (call,) = upstream.called(*ASSOCIATE) + upstream.called(*OF_MEMBERS)
    assert [value for name, value in call.params if name in ("user[]", "member[]")] == ids[1:]


@proves("CAMPAIGN-49")
async def test_nobody_ticked_any_more_is_nobody_to_keep(at, upstream):
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    upstream.change(7, news_subscription=True)
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "selected", "ids": "7"})
    await tab.send(CampaignSend.associate, data={"ids": ""})
    assert not upstream.called(*ASSOCIATE)
    assert not page(tab).proposed
    assert page(tab).aim_problem == say("mailing.refused.nobody", "fr")


@proves("CAMPAIGN-49")
async def test_another_filter_since_the_count_is_counted_anew(proposed, upstream):
    women = page(proposed).counts["chosen"]
    assert page(proposed).asked_filters == {"gender": "1"}
    proposed.address = proposed.address.replace("gender=1", "gender=2")
    await proposed.send(RecipientUsers.turn)
    await proposed.send(CampaignSend.associate)
    assert not upstream.called(*ASSOCIATE)
    assert page(proposed).counts["chosen"] not in (0, women)
    await proposed.send(CampaignSend.associate)
    (call,) = upstream.called(*ASSOCIATE)
    assert dict(call.params)["gender"] == "2"


@proves("CAMPAIGN-49")
async def test_another_list_takes_back_what_was_counted_of_this_one(proposed):
    await proposed.send(CampaignSend.choose, people="members")
    assert not page(proposed).proposed


@proves("CAMPAIGN-49")
async def test_a_tick_takes_back_what_this_page_counted_and_not_what_was_handed_over(proposed):
    """Who was handed over was gone for good at the first tick."""
    await proposed.send(CampaignSend.take_back)
    assert not page(proposed).proposed
    await write_to_women(proposed, str(EMPTY))
    assert page(proposed).proposed
    await proposed.send(CampaignSend.take_back)
    assert page(proposed).proposed


@proves("CAMPAIGN-49")
async def test_a_tick_takes_back_why_the_former_selection_was_refused(at):
    """It stood there in red with nobody selected any more."""
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    too_many = ",".join(map(str, range(1, MOST_SELECTED + 2)))
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "selected", "ids": too_many})
    assert page(tab).aim_problem == say("mailing.refused.too_many", "fr")
    await tab.send(CampaignSend.take_back)
    assert page(tab).aim_problem == ""


@proves("CAMPAIGN-25")
@pytest.mark.parametrize("listed", [RecipientUsers, RecipientMembers])
def test_no_more_are_offered_to_be_selected_than_a_selection_may_hold(listed):
    drawn = str(target_page._list(listed.people, listed))
    assert f'"data-most":"{MOST_SELECTED}"' in drawn
    assert say("kit.actions.select_first", "fr", count=MOST_SELECTED) in drawn
    assert say("kit.actions.select_first", "fr", count=SELECTION_LIMIT) not in drawn


@proves("CAMPAIGN-49")
@pytest.mark.parametrize("listed", [RecipientUsers, RecipientMembers])
def test_every_tick_takes_the_count_back(listed):
    """As another answer above the list does."""
    drawn = str(target_page._list(listed.people, listed))
    on_choice = drawn[drawn.index('"data-on-choice"') :][:600]
    assert "campaign_send.take_back" in on_choice, "the script presses it at every tick (assets/kit/selection.js)"
    assert "data-on-choice" not in str(list_page(UserList))
    assert f'form:"{target_page.ASSOCIATE}"' in drawn, "what is ticked goes with it"
    shown = str(target_page.recipients())
    assert "asked_filters" in shown, "with another filter the count is not shown"


@proves("CAMPAIGN-50")
@pytest.mark.parametrize("listed", [RecipientUsers, RecipientMembers])
def test_nothing_of_the_list_leads_away_from_the_campaign(listed):
    """Its tabs led to the list of users, with what had been ticked gone."""
    drawn = str(target_page._list(listed.people, listed))
    assert "list-tabs" not in drawn
    assert '"/users' not in drawn


@proves("CAMPAIGN-21")
async def test_people_who_are_proposed_by_name_are_not_said_to_be_unknown(at):
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "selected", "ids": "7,8"})
    assert [line["fr"] for line in page(tab).lines] == [say("campaigns.audience.chosen.users", "fr")]


@proves("CAMPAIGN-25")
async def test_a_list_is_read_when_somebody_asks_for_it(at, upstream):
    """Whoever only looked where a campaign stands had a page of people read for nothing."""
    tab = await at(EMPTY)
    await tab.load()
    assert page(tab).at_step == "recipients"
    assert page(tab).choosing == ""
    assert not upstream.called("GET", "admin/users")
    await tab.send(CampaignSend.choose, people="users")
    assert tab.view(RecipientUsers).rows
    assert not upstream.called(*ASSOCIATE)


@proves("CAMPAIGN-25")
async def test_the_way_to_choose_recipients_opens_the_list_of_who_may_read_it(at):
    way = str(canvas._dispatch())
    assert f'"#{RecipientUsers.resource.key}"' in way
    assert RecipientUsers.aims in way
    tab = await at(EMPTY, behind=f"#{RecipientUsers.resource.key}")
    assert page(tab).choosing == "users"
    assert tab.view(RecipientUsers).rows


@proves("CAMPAIGN-25")
async def test_the_list_that_is_open_is_not_read_again(at, upstream):
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    upstream.forget()
    for people in ("users", "", "other"):
        await tab.send(CampaignSend.choose, people=people)
    assert page(tab).choosing == "users"
    assert not upstream.calls
    await tab.send(CampaignSend.choose, people="members")
    assert page(tab).choosing == "members"


@proves("CAMPAIGN-25")
def test_the_lists_are_a_choice_of_one():
    """A button that stays pressed is none: nothing releases it."""
    drawn = str(target_page._choices())
    assert 'role:"radiogroup"' in drawn
    assert '"data-roving":"[role=radio]"' in drawn
    assert drawn.count('role:"radio"') == drawn.count('"aria-checked"') == len(target_page.LISTS)
    ways = [str(target_page._way(people, listed)) for people, listed in target_page.LISTS.items()]
    assert not any('"aria-pressed"' in way for way in ways)


@proves("CAMPAIGN-26")
async def test_opening_the_screen_reads_and_writes_nothing(at, upstream):
    tab = await at(WAITING, behind="#users?gender=1")
    assert page(tab).choosing == "users", "a reload finds the list again"
    assert tab.view(RecipientUsers).filters == {"gender": "1"}
    await tab.load()
    assert not upstream.called(*ASSOCIATE)
    assert {call.method for call in upstream.calls} == {"GET"}
    assert all("-campaign" not in call.path for call in upstream.calls)


@proves("CAMPAIGN-25")
async def test_what_a_list_gave_is_taken_and_nothing_is_asked_twice(at, upstream):
    tab = await at(EMPTY)
    await write_to_women(tab, EMPTY)
    assert page(tab).proposed
    assert page(tab).counts == tab.sent(UserList, "mail_counts")[-2], "the same people"
    assert [line["fr"] for line in page(tab).lines[1:]] == ["Genre\u00a0: Femme"]
    assert await handover.take(await tab.state(CampaignSend), str(EMPTY)) is None
    assert not upstream.called(*ASSOCIATE), "counting writes nothing"
    await tab.send(CampaignSend.associate)
    assert page(tab).associated


async def write_to_women(tab, campaign=""):
    """From the list of users to a campaign, or to a new one."""
    await tab.open("/users?gender=1")
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    await tab.send(UserList.write_mail, data={"campaign": str(campaign)})
    await tab.open(tab.redirects[-1])


async def written(tab):
    """The number of a new campaign, written and saved."""
    await tab.send(CampaignForm.save, data=submitted(tab, CampaignForm, subject="Lettre", name="Lettre"))
    return tab.went("openInstead")[0].rpartition("/")[2]


@proves("CAMPAIGN-52")
async def test_a_new_campaign_takes_what_was_given_before_it_was_written(at, upstream):
    tab = await at(EMPTY)
    await write_to_women(tab)
    await tab.load()
    made = await written(tab)
    await tab.open("/campaigns")
    await tab.open(f"/campaigns/send/{EMPTY}")
    assert not page(tab).proposed, "it is for no other"
    await tab.open(f"/campaigns/send/{made}")
    assert page(tab).proposed
    assert page(tab).counts["reached"] > 0


@proves("CAMPAIGN-52")
async def test_a_new_campaign_that_was_given_up_takes_its_recipients_along(at, upstream):
    """They were proposed to whatever was written weeks later."""
    tab = await at(EMPTY)
    await write_to_women(tab)
    await tab.open("/campaigns")
    await tab.open("/campaigns/create")
    made = await written(tab)
    await tab.open(f"/campaigns/send/{made}")
    assert not page(tab).proposed


@proves("CAMPAIGN-52")
async def test_what_was_chosen_for_one_campaign_is_not_proposed_to_another(at, upstream):
    tab = await at(EMPTY)
    await tab.open("/users?gender=1")
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    await tab.send(UserList.write_mail, data={"campaign": str(EMPTY)})
    await tab.open(f"/campaigns/send/{WAITING}")
    assert not page(tab).proposed
    await tab.open("/campaigns/create")
    await tab.open(f"/campaigns/send/{EMPTY}")
    assert page(tab).proposed


@proves("CAMPAIGN-25")
async def test_the_filters_are_those_of_the_list_of_users(proposed, upstream):
    assert RecipientUsers.resource.filters == UserList.resource.filters
    counts = page(proposed).counts
    assert counts["chosen"] == proposed.view(RecipientUsers).total
    assert counts["chosen"] == counts["opted_out"] + counts["without_email"] + counts["reached"]
    assert len(page(proposed).names) > 0


@proves("NOTICE-17", "CAMPAIGN-7", "CAMPAIGN-26")
async def test_one_press_is_one_call_and_the_numbers_stand_side_by_side(proposed, upstream):
    reached = page(proposed).counts["reached"]
    upstream.forget()
    await proposed.send(CampaignSend.associate)
    (call,) = upstream.called(*ASSOCIATE)
    assert call.params == (("campaignId", str(EMPTY)), ("filterType", "2"), ("gender", "1"))
    assert (page(proposed).ours, page(proposed).number) == (reached, reached)
    assert page(proposed).associated
    assert not page(proposed).proposed
    assert texts(proposed)[-1] == ("success", say("errors.campaign.associate_success", "fr"))
    await proposed.send(CampaignSend.associate)
    assert len(upstream.called(*ASSOCIATE)) == 1, "a replayed press finds nothing to do"


@proves("CAMPAIGN-26")
async def test_two_presses_at_once_are_one_call(proposed, upstream):
    upstream.forget()
    with upstream.held("associate-campaign") as released:
        first = await proposed.start(CampaignSend.associate)
        second = await proposed.start(CampaignSend.associate)
        await second.wait_all()
        released.set()
        await first.wait_all()
    assert len(upstream.called(*ASSOCIATE)) == 1


@proves("CAMPAIGN-26")
async def test_chosen_users_are_told_from_those_the_server_keeps(at, upstream):
    upstream.change(21, news_subscription=True)
    upstream.change(22, news_subscription=True)
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "selected", "ids": "21,22"})
    assert page(tab).counts["reached"] == 2
    upstream.change(22, news_subscription=False)
    await tab.send(CampaignSend.associate, data={"ids": "21,22"})
    assert (page(tab).ours, page(tab).number) == (2, 1), "the server has the last word, and both are shown"


@proves("CAMPAIGN-7")
async def test_members_of_a_community(at, upstream):
    tab = await at(EMPTY, behind="#campaign_members?community=1&status=1")
    assert page(tab).choosing == "members"
    assert {row["status"] for row in tab.view(RecipientMembers).rows} == {"1"}
    await tab.send(CampaignSend.aim, data={"people": "members", "scope": "filtered"})
    reached = page(tab).counts["reached"]
    await tab.send(CampaignSend.associate)
    (call,) = upstream.called(*OF_MEMBERS)
    assert dict(call.params)["communityId"] == "1"
    assert dict(call.params)["status"] == "1"
    assert (page(tab).ours, page(tab).number) == (reached, reached)
    assert page(tab).shown["source"] == "2"


async def test_ticked_members_alone_are_associated_by_their_memberships(at, upstream):
    tab = await at(EMPTY, behind="#campaign_members?community=1&status=1")
    rows = [row for row in tab.view(RecipientMembers).rows if row["newsSubscription"]][:2]
    wanted = [row["id"] for row in rows]
    await tab.send(CampaignSend.aim, data={"people": "members", "scope": "selected", "ids": ",".join(wanted)})
    await tab.send(CampaignSend.associate, data={"ids": ",".join(wanted)})
    (call,) = upstream.called(*OF_MEMBERS)
    assert [value for name, value in call.params if name == "member[]"] == wanted, "and nobody else"
    assert "status" not in dict(call.params), "those who were ticked, whatever the list shows"


@proves("CAMPAIGN-25")
def test_a_community_alone_offers_no_second_choice_of_the_same():
    """Members "as they are filtered" and all of them were two choices of one target."""
    asked = str(RecipientMembers._narrowed())
    assert '"community"' in asked
    assert asked in str(target_page._list("members", RecipientMembers))
    assert '"community"' not in str(RecipientUsers._narrowed())


@proves("CAMPAIGN-25")
async def test_those_of_the_list_who_are_no_members_are_counted_apart(at):
    tab = await at(EMPTY, behind="#campaign_members?community=1")
    await tab.send(CampaignSend.aim, data={"people": "members", "scope": "everybody"})
    counts = page(tab).counts
    assert counts["not_members"] > 0
    assert counts["chosen"] + counts["not_members"] == tab.view(RecipientMembers).total


@proves("CAMPAIGN-25")
async def test_a_community_alone_is_all_of_it_and_none_is_nobody(at, upstream):
    tab = await at(EMPTY, behind="#campaign_members?community=1")
    await tab.send(CampaignSend.aim, data={"people": "members", "scope": "filtered"})
    assert page(tab).counts["reached"] > 0
    tab = await at(EMPTY, behind="#campaign_members")
    for scope in ("everybody", "filtered", "selected"):
        await tab.send(CampaignSend.aim, data={"people": "members", "scope": scope, "ids": "1"})
        assert page(tab).aim_problem == say("mailing.refused.no_community", "fr")
        assert not page(tab).proposed
    assert not upstream.called("GET", "admin/users"), "never everybody of the platform"


async def test_nobody_to_reach_is_not_associated(at, upstream):
    upstream.change(21, news_subscription=False)
    tab = await at(EMPTY)
    await tab.send(CampaignSend.choose, people="users")
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "selected", "ids": "21"})
    assert page(tab).counts["reached"] == 0
    await tab.send(CampaignSend.associate)
    assert not upstream.called(*ASSOCIATE)


@proves("CAMPAIGN-10")
@pytest.mark.parametrize("campaign", [TESTED, SENT])
async def test_a_frozen_campaign_takes_no_recipients_and_forgets_those_that_were_brought(at, upstream, campaign):
    tab = await at(EMPTY)
    await handover.give(await tab.state(CampaignSend), MailTarget.everybody(), 3, str(campaign))
    await tab.open(f"/campaigns/send/{campaign}")
    assert not page(tab).proposed
    assert await handover.take(await tab.state(CampaignSend), str(campaign)) is None


async def test_a_test_sent_elsewhere_meanwhile_stops_the_association(proposed, upstream):
    upstream.set_campaign(EMPTY, status=1)
    upstream.forget()
    await proposed.send(CampaignSend.associate)
    assert not upstream.called(*ASSOCIATE)
    assert page(proposed).told["key"] == "halt_frozen"
    assert page(proposed).sent_test


@proves("CAMPAIGN-33")
async def test_a_right_taken_away_half_way_changes_nothing(proposed, upstream):
    """The server would write before it looks (trap 14)."""
    upstream.grant("admin@demo.test", "access_admin", "campaign_update", "campaign_read", "campaign_list")
    await proposed.send(CampaignSend.associate)
    assert not upstream.called(*ASSOCIATE)
    assert texts(proposed)[-1] == ("error", say("errors.campaign.associate_error", "fr"))
    assert page(proposed).proposed, "what was chosen is still there"
    assert page(proposed).task == ""


async def test_who_lacks_the_right_to_the_list_calls_nothing(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "campaign_update", "campaign_read", "campaign_list")
    tab = await sign_in("nobody", f"/campaigns/send/{CHOSEN}")
    upstream.forget()
    await tab.send(CampaignSend.aim, data={"people": "users", "scope": "everybody"})
    assert not page(tab).proposed
    assert not upstream.calls


# --- the API dies ------------------------------------------------------------------------


async def test_before_the_call_nothing_is_changed(proposed, upstream):
    upstream.cut("admin/campaigns")
    await proposed.send(CampaignSend.associate)
    assert not upstream.called(*ASSOCIATE)
    assert texts(proposed)[-1] == ("error", say("errors.campaign.associate_error", "fr"))
    assert page(proposed).proposed
    assert page(proposed).task == ""


@proves("CAMPAIGN-29")
async def test_a_lost_answer_is_looked_up_and_found_done(proposed, upstream):
    upstream.lose("admin/users/associate-campaign")
    await proposed.send(CampaignSend.associate)
    assert page(proposed).associated
    assert page(proposed).told["key"] == "done_associate"
    assert len(upstream.called(*ASSOCIATE)) == 1, "never repeated"


async def test_an_answer_lost_on_the_way_there_is_not_known(proposed, upstream):
    upstream.cut("admin/users/associate-campaign")
    await proposed.send(CampaignSend.associate)
    assert page(proposed).told["key"] == "unknown_associate"
    assert len(upstream.called(*ASSOCIATE)) == 1
    assert not page(proposed).associated


async def test_a_server_that_is_gone_after_the_call_leaves_it_open(proposed, upstream):
    with upstream.held("associate-campaign") as released:
        pressed = await proposed.start(CampaignSend.associate)
        await upstream.awaited("associate-campaign")
        upstream.cut("admin/campaigns")
        upstream.lose("admin/users/associate-campaign")
        released.set()
        await pressed.wait_all()
    assert page(proposed).told["key"] == "unknown_associate"
    upstream.heal()
    await proposed.load()
    assert page(proposed).associated, "a reload tells"


async def test_a_server_that_fails_has_changed_nothing(proposed, upstream):
    upstream.fail("admin/users/associate-campaign", 500)
    await proposed.send(CampaignSend.associate)
    assert page(proposed).told["key"] == "not_done_associate"
