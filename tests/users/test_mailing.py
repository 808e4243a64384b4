"""Mail to users: how many would get it, counted without reading them, and a target that stays on the server."""

import json

import pytest

from admin_app import handover
from admin_app.kit.words.locale import say
from admin_app.mail_target import MailTarget
from admin_app.users.screens import UserList


@pytest.fixture
async def tab(sign_in, upstream, configure):
    """A tab of the administrator on a filtered list."""
    configure(campaign=True)
    made = await sign_in("admin", "/users?gender=1")
    upstream.forget()
    return made


async def target(tab) -> MailTarget | None:
    """What the screen that writes would take."""
    return await handover.take(await tab.state(UserList))


async def test_everybody_is_counted_with_two_small_calls(tab, upstream):
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    asked = [call.query for call in upstream.called("GET", "admin/users")]
    assert asked == [{"page": "1", "perPage": "1"}, {"page": "1", "perPage": "1", "newsSubscription": "true"}]
    counts = tab.view(UserList).mail_counts
    assert counts["asked"] == 200
    assert 0 < counts["kept"] < 200
    assert await target(tab) == MailTarget.everybody()


async def test_a_filtered_list_hands_over_its_filters(tab, upstream):
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    assert await target(tab) == MailTarget.filtered({"gender": "1"})
    assert tab.view(UserList).mail_counts["asked"] == tab.view(UserList).total
    assert await target(tab) is None, "it is taken once"


async def test_a_selection_hands_over_its_ids(tab, upstream):
    upstream.change(21, news_subscription=True)
    upstream.change(22, news_subscription=None)
    await tab.send(UserList.count_mail, data={"scope": "selected", "ids": "21,22"})
    assert tab.view(UserList).mail_counts == {"asked": 2, "kept": 1}
    assert await target(tab) == MailTarget.selection([21, 22])
    assert "association" not in json.dumps(tab.deltas, default=str)


async def test_a_filter_on_the_consent_needs_one_call(sign_in, upstream, configure):
    configure(campaign=True)
    tab = await sign_in("admin", "/users?newsSubscription=false")
    upstream.forget()
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    assert tab.view(UserList).mail_counts == {"asked": tab.view(UserList).total, "kept": 0}
    assert len(upstream.called("GET", "admin/users")) == 1


REFUSED = [
    ({"scope": "selected", "ids": ""}, "nobody"),
    ({"scope": "selected", "ids": "abc,-1"}, "nobody"),
    ({}, "nobody"),
    ({"scope": "selected", "ids": ",".join(map(str, range(1, 402)))}, "too_many"),
]


@pytest.mark.parametrize(("data", "reason"), REFUSED)
async def test_a_target_the_api_cannot_take_is_said(tab, upstream, data, reason):
    await tab.send(UserList.count_mail, data=data)
    assert tab.view(UserList).mail_problem == say(f"users.mail.refused.{reason}", "fr")
    assert not upstream.calls
    assert await target(tab) is None


async def test_no_filter_is_not_everybody(sign_in, upstream, configure):
    configure(campaign=True)
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.send(UserList.count_mail, data={"scope": "filtered"})
    assert tab.view(UserList).mail_problem == say("users.mail.refused.nobody", "fr")
    assert not upstream.calls


@pytest.mark.parametrize(("campaign", "permissions"), [(False, ["campaign_create"]), (True, [])])
async def test_who_may_not_write_counts_nobody(sign_in, upstream, configure, campaign, permissions):
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
    assert tab.view(UserList).mail_problem == say("users.mail.not_counted", "fr")
    assert tab.view(UserList).counting is False
