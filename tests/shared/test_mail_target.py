"""Whom a campaign is for: nobody is written to by omission (CAMPAIGN-1 to CAMPAIGN-4, traps 11 and 12)."""

import pytest

from admin_app.api.query import Joined
from admin_app.shared.mail_target import MailTarget, Unaddressable
from tests.support.proofs import proves


@proves("CAMPAIGN-1")
def test_selected_users_are_an_array_of_user_ids():
    target = MailTarget.selection([3, 1, 3])
    assert target.resource == "admin/users"
    assert target.association(7) == [("campaignId", "7"), ("filterType", "1"), ("user[]", "3"), ("user[]", "1")]
    assert target.sending(7, 1) == [("campaignId", "7"), ("mode", "1")], "the deliveries are kept by the server"


@proves("CAMPAIGN-1", "CAMPAIGN-7")
def test_selected_members_are_memberships():
    target = MailTarget.selection([12], community_id=4)
    assert target.resource == "admin/community_members"
    assert target.association(7) == [
        ("campaignId", "7"), ("filterType", "1"), ("communityId", "4"), ("member[]", "12"),
    ]  # fmt: skip


FILTERS = [
    ({"familyName": "jean"}, [("familyName", "jean")]),
    ({"homeAddressTerritory": [5, 8]}, [("homeAddressTerritory[]", "5"), ("homeAddressTerritory[]", "8")]),
    ({"createdDate[after]": "2025-01-01"}, [("createdDate[after]", "2025-01-01")]),
    ({"selected": Joined((1, 2))}, [("selected", "1,2")]),
    ({"isHitchHiker": True, "q": ""}, [("isHitchHiker", "true")]),
]


@proves("CAMPAIGN-2")
@pytest.mark.parametrize(("filters", "sent"), FILTERS)
def test_filters_are_parameters_of_their_own_and_are_said_again(filters, sent):
    target = MailTarget.filtered(filters)
    assert target.association(7) == [("campaignId", "7"), ("filterType", "2"), *sent]
    assert target.sending(7, 2) == [("campaignId", "7"), ("mode", "2"), *sent]


@proves("CAMPAIGN-3")
@pytest.mark.parametrize("filters", [{}, {"q": ""}, {"gender": None}, {"homeAddressTerritory": []}])
def test_no_filter_is_not_everybody(filters):
    with pytest.raises(Unaddressable, match="nobody"):
        MailTarget.filtered(filters)


@proves("CAMPAIGN-1")
def test_everybody_is_said():
    assert MailTarget.everybody().association(7) == [("campaignId", "7"), ("filterType", "2")]


@proves("CAMPAIGN-2")
@pytest.mark.parametrize(
    "name", ["page", "perPage", "filters", "filters[gender]", "order[id]", "campaignId", "filterType", "mode"]
)
def test_what_is_no_filter_is_refused(name):
    with pytest.raises(Unaddressable, match="unread"):
        MailTarget.filtered({"gender": 1, name: "2"})


def test_a_filter_that_the_target_of_a_community_does_not_read_is_refused():
    assert MailTarget.filtered({"status": 1}, community_id=4).association(7)[2:] == [
        ("communityId", "4"), ("status", "1"),
    ]  # fmt: skip
    with pytest.raises(Unaddressable, match="unread"):
        MailTarget.filtered({"givenName": "jean"}, community_id=4)


@proves("CAMPAIGN-17")
def test_a_filter_that_would_be_kept_as_two_is_refused():
    with pytest.raises(Unaddressable, match="unread"):
        MailTarget.filtered({"familyName": "Dupont&gender=1"})


KEPT = [
    ({"filterType": 1, "source": 1, "filters": None}, []),
    ({"filterType": 1, "source": 2, "sourceId": 4}, []),
    ({"filterType": 2, "source": 1, "filters": ""}, []),
    ({"filterType": 2, "source": 2, "sourceId": 4, "filters": "status=1"}, [("status", "1")]),
    (
        {"filterType": 2, "source": 1, "filters": "gender=1&homeAddressTerritory=5&homeAddressTerritory=8"},
        [("gender", "1"), ("homeAddressTerritory[]", "5"), ("homeAddressTerritory[]", "8")],
    ),
    (
        {"filterType": 2, "source": 1, "filters": "createdDate[after]=2025-01-01&q=l=a+b%20c"},
        [("createdDate[after]", "2025-01-01"), ("q", "l=a+b%20c")],
    ),
    ({"filterType": 2, "source": 1, "filters": "page=2&isHitchHiker=true&communityId=4"}, [("isHitchHiker", "true")]),
]


@proves("CAMPAIGN-17")
@pytest.mark.parametrize(("campaign", "sent"), KEPT)
def test_what_the_server_keeps_is_said_again_as_it_was_sent(campaign, sent):
    target = MailTarget.kept(campaign)
    assert target
    assert target.sending(41, 1) == [("campaignId", "41"), ("mode", "1"), *sent]
    assert target.resource == ("admin/users" if campaign["source"] == 1 else "admin/community_members")


def test_a_campaign_without_recipients_has_no_target():
    assert MailTarget.kept({"filterType": None, "source": 2, "sourceId": 4}) is None


UNKNOWN = [
    {"filterType": 2, "source": 1},
    {"filterType": 2, "source": 1, "filters": None},
    {"filterType": 3, "source": 1, "filters": ""},
    {"filterType": 2, "filters": ""},
    {"filterType": 2, "source": 2, "filters": ""},
]


@proves("CAMPAIGN-17")
@pytest.mark.parametrize("campaign", UNKNOWN)
def test_what_the_server_does_not_say_is_never_everybody(campaign):
    with pytest.raises(Unaddressable, match="unknown"):
        MailTarget.kept(campaign)


@proves("CAMPAIGN-3")
@pytest.mark.parametrize("ids", [[], [0], [-1, 2]])
def test_nobody_is_no_target(ids):
    with pytest.raises(Unaddressable, match="nobody"):
        MailTarget.selection(ids)


@proves("CAMPAIGN-4")
def test_what_the_server_cannot_hold_is_refused():
    MailTarget.selection(range(1, 401))
    with pytest.raises(Unaddressable, match="too_many"):
        MailTarget.selection(range(1, 402))
    left = 512 - len("familyName=")
    MailTarget.filtered({"familyName": "a" * left})
    with pytest.raises(Unaddressable, match="too_long"):
        MailTarget.filtered({"familyName": "a" * (left + 1)})
