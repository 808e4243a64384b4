"""Whom a campaign is for: nobody is written to by omission (CAMPAIGN-1 to CAMPAIGN-4, traps 11 and 12)."""

import pytest

from admin_app.api.query import Joined
from admin_app.mail_target import MOST_SELECTED, MailTarget, Unaddressable


def test_selected_users_are_an_array_of_user_ids():
    target = MailTarget.selection([3, 1, 3])
    assert target.resource == "admin/users"
    assert target.association(7) == [("campaignId", "7"), ("filterType", "1"), ("user[]", "3"), ("user[]", "1")]
    assert target.sending(7, 1) == [("campaignId", "7"), ("mode", "1")], "the deliveries are kept by the server"


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


@pytest.mark.parametrize(("filters", "sent"), FILTERS)
def test_filters_are_parameters_of_their_own_and_are_said_again(filters, sent):
    target = MailTarget.filtered(filters)
    assert target.association(7) == [("campaignId", "7"), ("filterType", "2"), *sent]
    assert target.sending(7, 2) == [("campaignId", "7"), ("mode", "2"), *sent]


@pytest.mark.parametrize("filters", [{}, {"q": ""}, {"gender": None}, {"homeAddressTerritory": []}])
def test_no_filter_is_not_everybody(filters):
    with pytest.raises(Unaddressable, match="nobody"):
        MailTarget.filtered(filters)


def test_everybody_is_said():
    assert MailTarget.everybody().association(7) == [("campaignId", "7"), ("filterType", "2")]


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


@pytest.mark.parametrize("ids", [[], [0], [-1, 2]])
def test_nobody_is_no_target(ids):
    with pytest.raises(Unaddressable, match="nobody"):
        MailTarget.selection(ids)


def test_what_the_server_cannot_hold_is_refused():
    MailTarget.selection(range(1, MOST_SELECTED + 1))
    with pytest.raises(Unaddressable, match="too_many"):
        MailTarget.selection(range(1, MOST_SELECTED + 2))
    with pytest.raises(Unaddressable, match="too_long"):
        MailTarget.filtered({"familyName": "a" * 600})
