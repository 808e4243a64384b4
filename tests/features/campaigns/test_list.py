"""The list of campaigns: where each stands and what can be done with it (CAMPAIGN-20, CAMPAIGN-22, CAMPAIGN-23)."""

from datetime import UTC, datetime

import pytest

from admin_app.features.campaigns import deletion
from admin_app.features.campaigns.copying import LONGEST_NAME, copy_name
from admin_app.features.campaigns.record import CAMPAIGNS, Campaign
from admin_app.features.campaigns.screens import CampaignList, CampaignShow, next_step
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

ENDPOINT = "admin/campaigns"
ARCHIVED, TOLD, SENT, TESTED, DRAFT, CHOSEN, NOBODYS, EMPTY = "1", "3", "5", "7", "10", "11", "12", "13"
"""Campaigns of the demonstration."""


def notices(tab):
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


def rows(tab):
    return {row["id"]: row for row in tab.view(CampaignList).rows}


@proves("CAMPAIGN-20")
async def test_a_row_says_what_is_written_to_how_many_and_where_it_stands(sign_in):
    tab = await sign_in("admin", "/campaigns")
    first = tab.view(CampaignList).rows[0]
    assert first["id"] == EMPTY, "the newest first"
    row = rows(tab)[TOLD]
    assert (row["subject"], row["status"], row["creator"]) == (
        "Deux minutes pour nous dire ce qui vous manque",
        "2",
        "Claire M.",
    )
    assert int(row["deliveryCount"]) > 100
    assert row["createdDate"] < row["updatedDate"]
    assert row["_href"] == f"/campaigns/show/{TOLD}"
    assert "body" not in row, "texts stay on the server"
    assert rows(tab)[NOBODYS]["deliveryCount"] == ""


@proves("CAMPAIGN-20")
def test_only_what_the_server_sorts_by_can_be_sorted():
    sortable = {column.field for column in CAMPAIGNS.columns if column.sort}
    assert sortable == {"subject", "status", "created_date", "updated_date", "email"}


@proves("CAMPAIGN-20")
async def test_filters_are_those_of_the_api(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns?status=1&createdDate[after]=2026-10-01&sort=subject")
    assert [row["status"] for row in tab.view(CampaignList).rows] == ["1", "1"]
    asked = upstream.called("GET", ENDPOINT)[0].query
    assert (asked["status"], asked["createdDate[after]"], asked["order[subject]"]) == ("1", "2026-10-01", "asc")
    await tab.open("/campaigns?name=VOEUX&email=covoiturage")
    assert [row["id"] for row in tab.view(CampaignList).rows] == [DRAFT]


async def test_who_is_no_administrator_has_their_own(sign_in):
    tab = await sign_in("editor", "/campaigns")
    assert {row["creator"] for row in tab.view(CampaignList).rows} == {"Étienne D."}


async def test_without_the_module_nothing_is_asked(sign_in, upstream, configure):
    configure(campaign=False)
    await sign_in("admin", "/campaigns")
    assert not upstream.called("GET", ENDPOINT)


@proves("CAMPAIGN-20")
@pytest.mark.parametrize(
    ("status", "filter_type", "leads"),
    [(0, None, False), (0, 2, True), (1, 1, True), (2, 2, False), (3, 2, False), (1, None, False)],
)
def test_what_has_recipients_and_is_not_sent_is_taken_up_again(status, filter_type, leads):
    campaign = Campaign(id=4, status=status, filter_type=filter_type)
    assert next_step(campaign) == ("/campaigns/send/4" if leads else "")


@proves("CAMPAIGN-5")
def test_a_status_tells_what_was_done():
    flags = [
        (each.associated, each.sent_test, each.sent_prod)
        for each in (Campaign(), Campaign(status=1, filter_type=2), Campaign(status=2, filter_type=1))
    ]
    assert flags == [(False, False, False), (True, True, False), (True, True, True)]


# --- copies --------------------------------------------------------------------------


@proves("CAMPAIGN-22")
async def test_a_copy_is_a_new_campaign_for_nobody(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns")
    await tab.send(CampaignList.copy, record_id=TOLD)
    (made,) = upstream.called("POST", ENDPOINT)
    source = upstream.called("GET", f"{ENDPOINT}/{TOLD}")
    assert len(source) == 1
    assert set(made.body) == {"name", "subject", "body"}
    assert made.body["subject"] == "Deux minutes pour nous dire ce qui vous manque"
    assert made.body["name"].startswith("Enquête de satisfaction 2025 (copie du ")
    await tab.open("/campaigns")
    copy = tab.view(CampaignList).rows[0]
    assert (copy["status"], copy["deliveryCount"], copy["_next"]) == ("0", "", "")
    assert tab.redirects[-1] == f"/campaigns/{copy['id']}"
    assert notices(tab)[-1] == ("success", say("campaigns.copied", "fr", name=copy["subject"]))
    assert not tab.view(CampaignList).copying


@proves("CAMPAIGN-41")
async def test_nothing_leads_to_the_form_of_a_campaign_that_a_test_has_frozen(sign_in):
    tab = await sign_in("admin", "/campaigns")
    assert {each: rows(tab)[each]["_editable"] for each in (TOLD, TESTED, DRAFT)} == {
        TOLD: "",
        TESTED: "",
        DRAFT: "true",
    }
    await tab.open(f"/campaigns/show/{TOLD}")
    assert not tab.view(CampaignShow).writable
    await tab.open(f"/campaigns/show/{DRAFT}")
    assert tab.view(CampaignShow).writable


@proves("CAMPAIGN-22")
def test_a_copy_of_a_copy_is_not_called_ever_longer():
    moment = datetime(2026, 11, 22, 6, 30, 5, tzinfo=UTC)
    first = copy_name("Vœux", moment, "fr")
    assert first == "Vœux (copie du 22/11/2026 07:30:05)", "at the clock of France"
    assert copy_name(first, moment, "en") == "Vœux (copy of 22/11/2026 07:30:05)"
    assert copy_name(copy_name(first, moment, "en"), moment, "fr") == first
    assert len(copy_name("x" * 300, moment, "fr")) == LONGEST_NAME


@proves("CAMPAIGN-22")
async def test_two_clicks_make_one_copy(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns")
    with upstream.held(f"campaigns/{TOLD}") as released:
        first = await tab.start(CampaignList.copy, record_id=TOLD)
        second = await tab.start(CampaignList.copy, record_id=TOLD)
        released.set()
        await first.wait_all()
        await second.wait_all()
    assert len(upstream.called("POST", ENDPOINT)) == 1
    await tab.open("/campaigns")
    await tab.send(CampaignList.copy, record_id=TOLD)
    assert len(upstream.called("POST", ENDPOINT)) == 2, "asked for again, it is made again"


async def test_a_copy_that_fails_is_said_and_can_be_tried_again(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns")
    upstream.fail(ENDPOINT, 500, method="POST", times=1)
    await tab.send(CampaignList.copy, record_id=TOLD)
    assert notices(tab)[-1][0] == "error"
    assert not tab.redirects
    await tab.send(CampaignList.copy, record_id=TOLD)
    assert len(upstream.called("POST", ENDPOINT)) == 2
    assert notices(tab)[-1][0] == "success"


@pytest.mark.parametrize("record_id", ["99999", "x", "", "-1", "../users/1"])
async def test_what_is_no_campaign_is_not_copied(sign_in, upstream, record_id):
    tab = await sign_in("admin", "/campaigns")
    await tab.send(CampaignList.copy, record_id=record_id)
    assert not upstream.called("POST", ENDPOINT)
    assert notices(tab)[-1][0] == "error"


async def test_who_may_not_write_campaigns_copies_none(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "campaign_list", "campaign_read")
    tab = await sign_in("editor", "/campaigns")
    await tab.send(CampaignList.copy, record_id=CHOSEN)
    assert not upstream.called("POST", ENDPOINT)


async def test_who_may_not_change_campaigns_is_shown_the_copy(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "campaign_read", "campaign_create")
    tab = await sign_in("editor", f"/campaigns/show/{CHOSEN}")
    await tab.send(CampaignShow.copy, record_id=CHOSEN)
    assert tab.redirects[-1].startswith("/campaigns/show/")


# --- deletion -------------------------------------------------------------------------


def asked(*ids):
    return {"action": "delete", "ids": ",".join(ids), "typed": str(len(ids))}


@proves("CAMPAIGN-23")
async def test_what_goes_with_the_selected_is_told_without_asking_again(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns")
    upstream.forget()
    await tab.send(CampaignList.weigh_bulk, data=asked(TOLD, TESTED, DRAFT))
    view = tab.view(CampaignList)
    people = sum(int(rows(tab)[each]["deliveryCount"]) for each in (TOLD, TESTED, DRAFT))
    assert view.bulk_impacts == [
        say("campaigns.impact.sent", "fr", 1),
        say("campaigns.impact.tested", "fr", 1),
        say("campaigns.impact.people", "fr", people),
        say("campaigns.impact.pictures", "fr", 2),
    ]
    assert not upstream.called("GET", ENDPOINT)


BODIES = [
    ('[{"type":"image","src":"https://x.org/a.jpg"},{"type":"text","value":"a"}]', 1),
    ('[{"type":"text","kind":"picture","src":"https://x.org/a.jpg"},{"type":"image"}]', 1),
    ("[]", 0),
    ('{"type":"image","src":"x"}', 0),
    ('[1,null,"x",[],{"type":[]},{"type":{},"src":"x"}]', 0),
    ("no json", 0),
]


@pytest.mark.parametrize(("body", "pictures"), BODIES)
def test_pictures_are_counted_whatever_is_kept(body, pictures):
    assert deletion.weight(Campaign(body=body)).pictures == pictures


async def test_what_was_not_on_show_is_asked_for(sign_in, upstream):
    tab = await sign_in("admin", "/campaigns?status=2")
    await tab.send(CampaignList.weigh_bulk, data=asked(EMPTY))
    assert tab.view(CampaignList).bulk_impacts == []
    assert tab.view(CampaignList).bulk_weighed
    await tab.send(CampaignList.run_bulk, data=asked(EMPTY, NOBODYS))
    await tab.open("/campaigns")
    assert not {EMPTY, NOBODYS} & set(rows(tab))


@proves("CAMPAIGN-20")
def test_below_a_subject_stand_the_name_that_is_searched_and_who_wrote_it():
    """Each date has a column of its own, that of the last change where somebody picks it."""
    assert CampaignList.resource.identity.second == ("name", "creator")
    assert [each.param for each in CampaignList.resource.filters if each.always][:1] == ["name"]
    updated = CampaignList.resource.column("updated_date")
    assert (updated.hidden, updated.sort, updated in CampaignList.resource.cells) == (True, True, True)
