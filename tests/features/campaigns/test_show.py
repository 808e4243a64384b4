"""The page of a campaign: what was sent, to whom, what nobody can tell (CAMPAIGN-21, CAMPAIGN-23, CAMPAIGN-24)."""

from types import SimpleNamespace

import pytest

from admin_app.features.campaigns import send_calls
from admin_app.features.campaigns.screens import CampaignShow
from admin_app.features.campaigns.send_state import CampaignSend
from admin_app.kit import audit
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

ENDPOINT = "admin/campaigns"
TERRITORY, TOLD, MEMBERS, TESTED, WAITING, CHOSEN, NOBODYS, EMPTY = "2", "3", "5", "7", "10", "11", "12", "13"


async def shown(sign_in, record_id, account="admin"):
    return await sign_in(account, f"/campaigns/show/{record_id}")


def whom(tab, locale="fr"):
    """Whom the page says the campaign is for."""
    return [line[locale] for line in tab.view(CampaignShow).whom]


@proves("CAMPAIGN-21")
async def test_what_was_sent_to_whom_and_how_many(sign_in):
    tab = await shown(sign_in, TOLD)
    view = tab.view(CampaignShow)
    assert view.title == "Deux minutes pour nous dire ce qui vous manque"
    assert view.standing == "2"
    assert whom(tab) == [say("campaigns.audience.everyone.users", "fr")]
    assert whom(tab, "en") == [say("campaigns.audience.everyone.users", "en")]
    assert int(view.kept) > 100
    assert view.tester == "admin@demo.test"
    assert view.onward == ""
    assert view.shown["creator"] == "Claire M."


@proves("CAMPAIGN-21")
async def test_filters_are_said_in_words(sign_in, upstream):
    tab = await shown(sign_in, TERRITORY)
    assert whom(tab) == [
        say("campaigns.audience.filtered.users", "fr"),
        "Territoire de résidence\u00a0: Métropole du Grand Nancy",
    ]
    assert len(upstream.called("GET", "admin/territories")) == 1


async def test_members_of_a_community_are_said(sign_in):
    tab = await shown(sign_in, MEMBERS)
    assert whom(tab) == [
        say("campaigns.audience.filtered.community", "fr", name="CHRU de Nancy"),
        "Statut\u00a0: Membre",
    ]


async def test_a_selection_is_only_counted(sign_in):
    tab = await shown(sign_in, CHOSEN)
    assert whom(tab) == [say("campaigns.audience.selection.users", "fr")]
    assert tab.view(CampaignShow).onward == f"/campaigns/send/{CHOSEN}"


async def test_nobody_is_said(sign_in):
    tab = await shown(sign_in, NOBODYS)
    view = tab.view(CampaignShow)
    assert (whom(tab), view.kept) == ([say("campaigns.audience.nobody", "fr")], "")


@proves("CAMPAIGN-9")
async def test_what_is_written_leads_to_its_sending_and_what_is_not_to_its_form(sign_in, upstream):
    tab = await shown(sign_in, NOBODYS)
    view = tab.view(CampaignShow)
    assert (bool(view.page), view.writable, view.onward) == (True, True, f"/campaigns/send/{NOBODYS}")
    tab = await shown(sign_in, EMPTY)
    view = tab.view(CampaignShow)
    assert (bool(view.page), view.writable, view.onward) == (False, True, "")


KEPT = [
    ("gender=1&gender=2", ["Genre\u00a0: Femme, Homme"]),
    ("createdDate[after]=2026-01-05", ["Inscrit à partir du\u00a0: 5 janv. 2026"]),
    ("createdDate[before]=2026-01-05", ["Inscrit jusqu’au\u00a0: 5 janv. 2026"]),
    ("createdDate[strictly_before]=2026-01-05", ["Inscrit jusqu’au\u00a0: 4 janv. 2026"]),
    ("selected=1,2,3", [say("campaigns.audience.selected", "fr", 3)]),
    ("givenName[]=arthur&givenName[]=grondin", ["Prénom\u00a0: arthur, grondin"]),
    ("isHitchHiker=true&rezoKit=false", None),
    ('origin={"lat":48.69,"lgt":6.18,"name":"Nancy"}', None),
    ("community=999999", None),
    ("%%%=<script>alert(1)</script>", ["%%%\u00a0: <script>alert(1)</script>"]),
]


@proves("CAMPAIGN-5", "CAMPAIGN-21")
@pytest.mark.parametrize(("filters", "lines"), KEPT)
async def test_whatever_is_kept_is_said(sign_in, upstream, filters, lines):
    answer = {"id": 41, "name": "N", "subject": "S", "body": "[]", "status": 1, "email": "a@x.org", "creator": "C. M."}
    answer |= {"creatorId": 1, "creatorEmail": "c@x.org", "source": 1, "filterType": 2, "filters": filters}
    upstream.answer("GET", f"{ENDPOINT}/41", answer | {"deliveryCount": 3})
    tab = await shown(sign_in, "41")
    view = tab.view(CampaignShow)
    assert view.problem == ""
    assert whom(tab)[0] == say("campaigns.audience.filtered.users", "fr")
    assert len(whom(tab)) > 1
    if lines is not None:
        assert whom(tab)[1:] == lines


@proves("CAMPAIGN-21")
@pytest.mark.parametrize(
    "kept", [{"source": 1, "filterType": 2}, {"filterType": 1}, {"source": 2, "filterType": 2, "filters": ""}]
)
async def test_what_the_server_does_not_say_is_said_as_such(sign_in, upstream, kept):
    answer = {"id": 41, "name": "N", "subject": "S", "body": "[]", "status": 1, "email": "a@x.org", "creator": "C. M."}
    upstream.answer("GET", f"{ENDPOINT}/41", answer | {"creatorId": 1, "creatorEmail": "c@x.org"} | kept)
    tab = await shown(sign_in, "41")
    assert whom(tab) == [say("campaigns.audience.unknown", "fr")]


async def test_a_campaign_of_somebody_else_is_not_there(sign_in):
    tab = await shown(sign_in, TOLD, "editor")
    assert tab.view(CampaignShow).title == ""
    assert tab.view(CampaignShow).problem


async def test_another_campaign_leaves_nothing_of_the_first(sign_in, upstream):
    tab = await shown(sign_in, TOLD)
    assert tab.view(CampaignShow).page
    upstream.fail(f"{ENDPOINT}/{EMPTY}", 500)
    await tab.open(f"/campaigns/show/{EMPTY}")
    view = tab.view(CampaignShow)
    assert (view.page, view.whom, view.kept, view.standing, view.tester) == ("", [], "", "", "")


# --- when, and by whom ------------------------------------------------------------------


async def written(outcome, mode=send_calls.MASS):
    """A line of the register about a sending of the campaign that was told."""
    about = send_calls.identity({"id": TOLD, "createdDate": "2025-06-06T12:35:00+02:00"}, mode)
    person = SimpleNamespace(user_id=5, email="editor@demo.test")
    line = await audit.record(person, "mailing", "campaigns", about, 171)
    if outcome:
        await audit.complete(line, outcome, 171)


@proves("CAMPAIGN-21")
@pytest.mark.parametrize(
    ("outcome", "known"), [("complete", {"open": ""}), ("", {"open": "true"}), ("failed", None), ("unused", None)]
)
async def test_what_left_from_here_says_when_and_by_whom(sign_in, outcome, known):
    await written(outcome)
    departed = (await shown(sign_in, TOLD)).view(CampaignShow).departed
    if known is None:
        assert departed == {}
    else:
        assert departed | known == departed
        assert departed["who"] == "editor@demo.test"
        assert departed["at"]


async def test_a_test_is_no_departure(sign_in):
    await written("complete", send_calls.TEST)
    assert (await shown(sign_in, TOLD)).view(CampaignShow).departed == {}


@proves("STORE-4")
async def test_a_register_that_is_away_hides_nothing_else(sign_in, configure):
    configure(store_url="sqlite:////dev/null/store.sqlite")
    view = (await shown(sign_in, TOLD)).view(CampaignShow)
    assert view.departed == {}
    assert view.title


# --- deletion ----------------------------------------------------------------------------


@proves("CAMPAIGN-23")
async def test_what_goes_with_it_is_told_as_it_is_now(sign_in, upstream):
    tab = await shown(sign_in, TESTED)
    await tab.send(CampaignShow.weigh_deletion)
    assert tab.view(CampaignShow).impacts[0] == say("campaigns.impact.tested", "fr", 1)
    await tab.send(CampaignShow.delete)
    assert [call.path for call in upstream.called("DELETE")] == [f"/{ENDPOINT}/{TESTED}"]
    assert tab.redirects[-1] == "/campaigns"
    assert tab.view(Notices).items[-1]["text"] == say("errors.campaign.delete_success", "fr")


async def test_who_may_only_read_deletes_nothing(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "campaign_read")
    tab = await shown(sign_in, CHOSEN, "editor")
    await tab.send(CampaignShow.weigh_deletion)
    await tab.send(CampaignShow.delete)
    assert not upstream.called("DELETE")


# --- the mail ------------------------------------------------------------------------------


async def test_the_mail_is_the_one_readers_get(sign_in):
    tab = await shown(sign_in, TOLD)
    page = tab.view(CampaignShow).page
    assert "<h1>Votre avis nous fait avancer</h1>" in page
    assert "{{" not in page, "as somebody reads it whose name is not known"


async def test_a_draft_is_told_as_the_first_test_will_freeze_it(sign_in, upstream):
    tab = await shown(sign_in, WAITING)
    drawn = tab.view(CampaignShow).page
    await tab.open(f"/campaigns/send/{WAITING}")
    assert drawn == tab.view(CampaignSend).page


async def test_a_mail_that_says_nothing_is_none(sign_in):
    tab = await shown(sign_in, EMPTY)
    assert tab.view(CampaignShow).page == ""
