"""Mail to the people of a list: counted before anything is written, and a target that stays on the server."""

import json

import pytest

from admin_app.features.communities.members import MemberList
from admin_app.features.users.screens import UserList
from admin_app.kit.words.locale import say
from admin_app.shared import handover
from admin_app.shared.mail_target import MailTarget
from tests.support.proofs import proves

MANUAL = 1
"""A community of the demonstration."""


@pytest.fixture
async def tab(sign_in, upstream, configure):
    """A tab of the administrator on a filtered list."""
    configure(campaign=True)
    made = await sign_in("admin", "/users?gender=1")
    upstream.forget()
    return made


async def target(tab, state=UserList, campaign="") -> MailTarget | None:
    """What the screen that sends would take, once the list has handed it over."""
    await tab.send(state.write_mail, data={"campaign": campaign})
    return await handover.take(await tab.state(state), campaign)


@proves("USER-24")
async def test_everybody_is_counted_with_three_small_calls(tab, upstream):
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    asked = [call.query for call in upstream.called("GET", "admin/users")]
    assert asked == [
        {"page": "1", "perPage": "1"},
        {"page": "1", "perPage": "1", "newsSubscription": "true"},
        {"page": "1", "perPage": "8", "newsSubscription": "true", "email": "@"},
    ]
    counts = tab.view(UserList).mail_counts
    assert counts["chosen"] == 200
    assert tab.went("focusOn") == ["users-mail-result"], "what was pressed was shut meanwhile"
    assert 0 < counts["reached"] < 200
    assert counts["chosen"] == counts["opted_out"] + counts["without_email"] + counts["reached"]
    assert len(tab.view(UserList).mail_names) == 8
    assert await target(tab) == MailTarget.everybody()


async def test_a_filtered_list_hands_over_its_filters(tab, upstream):
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    assert tab.view(UserList).mail_counts["chosen"] == tab.view(UserList).total
    assert await target(tab) == MailTarget.filtered({"gender": "1"})
    assert tab.redirects[-1] == "/campaigns/create#recipients"
    assert await target(tab) is None, "it is taken once"


async def test_a_selection_hands_over_its_ids(tab, upstream):
    upstream.change(21, news_subscription=True)
    upstream.change(22, news_subscription=None)
    await tab.send(UserList.count_mail, data={"scope": "selected", "ids": "21,22"})
    counts = tab.view(UserList).mail_counts
    assert (counts["chosen"], counts["opted_out"], counts["reached"]) == (2, 1, 1)
    assert await target(tab) == MailTarget.selection([21, 22])
    assert "association" not in json.dumps(tab.deltas, default=str)


async def test_a_filter_on_the_consent_is_respected(sign_in, upstream, configure):
    configure(campaign=True)
    tab = await sign_in("admin", "/users?newsSubscription=false")
    upstream.forget()
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    counts, total = tab.view(UserList).mail_counts, tab.view(UserList).total
    assert (counts["chosen"], counts["opted_out"], counts["reached"]) == (total, total, 0)
    assert await target(tab) is None, "a mail for nobody leads nowhere"
    assert not tab.redirects


async def test_a_filter_on_the_address_is_not_widened(sign_in, upstream, configure):
    configure(campaign=True)
    tab = await sign_in("admin", "/users?email=example")
    upstream.forget()
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    assert {call.query.get("email") for call in upstream.called("GET", "admin/users")} == {"example"}


REFUSED = [
    ({"scope": "selected", "ids": ""}, "nobody"),
    ({"scope": "selected", "ids": "abc,-1"}, "nobody"),
    ({}, "nobody"),
    ({"scope": "selected", "ids": ",".join(map(str, range(1, 402)))}, "too_many"),
]


@proves("CAMPAIGN-4")
@pytest.mark.parametrize(("data", "reason"), REFUSED)
async def test_a_target_the_api_cannot_take_is_said(tab, upstream, data, reason):
    await tab.send(UserList.count_mail, data=data)
    assert tab.view(UserList).mail_problem == say(f"mailing.refused.{reason}", "fr")
    assert not upstream.calls
    assert await target(tab) is None


@proves("USER-24")
async def test_no_filter_is_not_everybody(sign_in, upstream, configure):
    configure(campaign=True)
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    assert tab.view(UserList).mail_problem == say("mailing.refused.nobody", "fr")
    assert not upstream.calls


@pytest.mark.parametrize(
    ("campaign", "permissions"), [(False, ["campaign_update"]), (True, []), (True, ["campaign_create"])]
)
async def test_who_may_not_send_counts_nobody(sign_in, upstream, configure, campaign, permissions):
    configure(campaign=campaign)
    upstream.grant("nobody@demo.test", "access_admin", "user_list", *permissions)
    tab = await sign_in("nobody", "/users")
    upstream.forget()
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    assert not upstream.calls
    assert tab.view(UserList).mail_counts == {}
    assert tab.view(UserList).counting is False


async def test_a_failed_count_is_said(tab, upstream):
    upstream.fail("admin/users", 500)
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    assert tab.view(UserList).mail_problem == say("mailing.not_counted", "fr")
    assert tab.view(UserList).counting is False


# --- where it goes ------------------------------------------------------------------


async def test_an_unsent_campaign_may_take_the_target(tab, upstream):
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    (asked,) = upstream.called("GET", "admin/campaigns")
    assert asked.query["status"] == "0"
    offered = tab.view(UserList).mail_drafts
    assert offered
    assert all(each["label"] for each in offered)
    assert await target(tab, campaign=offered[0]["value"]) == MailTarget.everybody()
    assert tab.redirects == [f"/campaigns/send/{offered[0]['value']}"]


async def test_a_campaign_that_was_sent_takes_nothing(tab):
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    assert "1" not in {each["value"] for each in tab.view(UserList).mail_drafts}
    assert await target(tab, campaign="1") is None
    assert not tab.redirects


async def test_campaigns_that_cannot_be_read_leave_a_new_one(tab, upstream):
    upstream.fail("admin/campaigns", 500)
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    assert tab.view(UserList).mail_drafts == []
    assert await target(tab) == MailTarget.everybody()


async def test_who_may_not_write_a_new_one_is_refused(sign_in, upstream, configure):
    configure(campaign=True)
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "campaign_update")
    tab = await sign_in("nobody", "/users")
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    assert tab.view(UserList).mail_counts["reached"] is not None
    assert await target(tab) is None
    assert not tab.redirects


async def test_another_target_takes_the_place_of_the_one_before(tab, upstream):
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    await tab.send(UserList.count_mail, data={"scope": "selected", "ids": ""})
    assert await target(tab) is None, "what was refused must not leave what was counted before"


# --- members --------------------------------------------------------------------------


@proves("USER-24")
async def test_what_was_counted_is_forgotten_once_others_are_meant(tab, upstream):
    """The number of the two that were chosen stood beside everybody, who was ticked, and led on with the two."""
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    assert tab.view(UserList).mail_counts
    await tab.send(UserList.forget_mail)
    assert (tab.view(UserList).mail_counts, tab.view(UserList).mail_names) == ({}, [])
    assert await target(tab) is None
    with upstream.held("/admin/users") as released:
        counting = await tab.start(UserList.count_mail, data={"scope": "filtered"})
        await upstream.awaited("/admin/users")
        await tab.send(UserList.forget_mail)
        released.set()
        await counting.wait_all()
    assert (tab.view(UserList).mail_counts, tab.view(UserList).counting) == ({}, False)
    assert await target(tab) is None


@pytest.fixture
async def members(sign_in, upstream, configure):
    """A tab of the administrator on a community with its members."""
    configure(campaign=True, community=True)
    made = await sign_in("admin", f"/communities/show/{MANUAL}")
    upstream.forget()
    return made


@proves("MEMBER-10")
async def test_all_of_a_community_are_those_it_has_accepted(members, upstream):
    await members.send(MemberList.count_mail, data={"scope": "everybody"})
    counts = members.view(MemberList).mail_counts
    assert 0 < counts["chosen"] < members.view(MemberList).total
    assert counts["chosen"] == counts["opted_out"] + counts["reached"]
    assert "without_email" not in counts, "the API does not tell"
    assert await target(members, MemberList) == MailTarget.filtered({}, MANUAL)


@proves("MEMBER-10")
async def test_members_are_filtered_by_status_alone(sign_in, upstream, configure):
    configure(campaign=True, community=True)
    address = f"/communities/show/{MANUAL}#community_members?status=2"
    tab = await sign_in("admin", address)
    await tab.send(MemberList.count_mail, data={"scope": "filtered"})
    assert tab.view(MemberList).mail_counts["chosen"] == tab.view(MemberList).total
    assert await target(tab, MemberList) == MailTarget.filtered({"status": "2"}, MANUAL)
    tab.address = f"/communities/show/{MANUAL}#community_members?familyName=a"
    await tab.send(MemberList.turn)
    await tab.send(MemberList.count_mail, data={"scope": "filtered"})
    assert tab.view(MemberList).mail_problem == say("mailing.refused.members_unread", "fr")


@proves("MEMBER-10")
async def test_chosen_members_are_memberships_and_who_is_none_is_told(members, upstream):
    rows = members.view(MemberList).rows
    accepted = [row["id"] for row in rows if row["status"] in "12"]
    others = [row["id"] for row in rows if row["status"] in "03"]
    ids = [*accepted[:3], *others[:1], "999999"]
    await members.send(MemberList.count_mail, data={"scope": "selected", "ids": ",".join(ids)})
    counts = members.view(MemberList).mail_counts
    assert counts["chosen"] == len(ids)
    assert counts["outside"] == 2
    assert counts["opted_out"] + counts["reached"] == 3


async def test_who_may_not_write_to_members_counts_none(sign_in, upstream, configure):
    configure(campaign=True, community=True)
    upstream.grant("nobody@demo.test", "access_admin", "campaign_update", "community_read")
    tab = await sign_in("nobody", f"/communities/show/{MANUAL}")
    upstream.forget()
    await tab.send(MemberList.count_mail, data={"scope": "everybody"})
    assert not upstream.calls
    assert tab.view(MemberList).mail_counts == {}
