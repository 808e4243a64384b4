"""Campaigns of the sandbox: drafts, recipients, tests and mass mails (communities-campaigns.yaml, list_campaigns)."""

import json
import tracemalloc

import pytest

from sandbox.clock import now_stored
from sandbox.rows import blank_user
from sandbox.tables import users
from tests.sandbox.conftest import PIXEL, refusal
from tests.support.proofs import proves

PATH = "/admin/campaigns"
TO_USERS, TO_MEMBERS = "/admin/users", "/admin/community_members"
MASKED = (500, "Internal Server Error")
DENIED = (400, "Access Denied.")
BODY = [
    {"type": "title", "position": 0, "value": "Fête & <script>alert(1)</script>"},
    {"type": "text", "position": 1, "value": "<p>Bonjour {{ contact.PRENOM | default:'vous' }}</p>", "kind": "hello"},
    {"type": "image", "position": 2, "id": 4, "src": 'https://x.example.org/a.jpg?a=1&b="2"'},
]


async def created(caller, **changes):
    new = {"name": "Vélo", "subject": "À vélo", "body": json.dumps(BODY)}
    answer = await caller.post(PATH, new | changes)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def associated(caller, campaign, to=TO_USERS, **params):
    """The number of recipients kept; everybody unless said otherwise."""
    return await caller.members(f"{to}/associate-campaign", campaignId=campaign["id"], **{"filterType": 2} | params)


async def sent(caller, campaign, mode, to=TO_USERS, **params):
    return await caller.members(f"{to}/send-campaign", campaignId=campaign["id"], mode=mode, **params)


async def status(caller, campaign):
    return (await caller.get(f"{PATH}/{campaign['id']}"))["status"]


async def messages(caller):
    """(channel, recipient) of the outbox, the first first."""
    return [(channel, recipient) for channel, recipient, _ in await caller.outbox()]


async def test_a_campaign_from_creation_to_deletion(checked):
    campaign = await created(checked, source=2, sourceId=2)
    assert (campaign["status"], campaign["creator"], campaign["creatorEmail"]) == (0, "Claire M.", "admin@demo.test")
    assert campaign["sourceName"] == "CHRU de Nancy"
    assert "deliveryCount" not in campaign
    assert json.loads(campaign["body"]) == BODY, "keys of our own are kept"
    patched = (await checked.patch(f"{PATH}/{campaign['id']}", {"subject": "Autre"})).json()
    assert (patched["subject"], patched["name"]) == ("Autre", "Vélo")
    assert patched["updatedDate"]
    listed = await checked.members(PATH, name="velo", **{"order[createdDate]": "desc"})
    assert [each["id"] for each in listed] == [campaign["id"]]
    assert listed[0]["filters"] is None, "lists keep nulls"
    assert (await checked.http.delete(f"{PATH}/{campaign['id']}")).status_code == 204
    assert (await checked.http.get(f"{PATH}/{campaign['id']}")).status_code == 400


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"name": " "}, 400),
        ({"subject": None}, 400),
        ({"body": ""}, 400),
        ({"body": BODY}, 400),
        ({"body": "é" * 32_768}, 500),
        ({"name": "x" * 256}, 500),
        ({"filters": "x" * 513}, 500),
        ({"source": "1"}, 400),
        ({"body": "[]"}, 201),
    ],
)
async def test_what_is_refused(writer, changes, status):
    new = {"name": "Vélo", "subject": "À vélo", "body": "[]"}
    assert (await writer.post(PATH, new | changes)).status_code == status


async def test_the_sender_is_a_setting_of_the_server(writer):
    campaign = await created(writer, email="me@example.org", creatorId=2)
    assert (campaign["email"], campaign["creatorId"]) == ("bonjour@covoiturage.example.org", 1)


async def test_missing_texts_are_violations(writer):
    answer = await writer.post(PATH, {})
    assert [each["propertyPath"] for each in answer.json()["violations"]] == ["name", "subject", "body"]


async def test_the_demo_data_has_every_status_and_its_pictures(reader):
    listed = await reader.members(PATH)
    assert {each["status"] for each in listed} == {0, 1, 2, 3}
    assert len(listed) >= 12
    sources = [part["src"] for each in listed for part in json.loads(each["body"]) if part["type"] == "image"]
    assert sources
    for source in sources:
        assert (await reader.http.get(source)).headers["content-type"].startswith("image/")


async def test_filters_and_orders(reader):
    assert {each["status"] for each in await reader.members(PATH, **{"status[]": [1, 2]})} == {1, 2}
    assert await reader.total(PATH, **{"createdDate[after]": "2026-10-01"}) == await reader.total(
        PATH, **{"createdDate[strictly_after]": "2026-09-30"}
    )
    assert await reader.total(PATH, email="COVOITURAGE") == await reader.total(PATH)
    subjects = [each["subject"] for each in await reader.members(PATH, **{"order[subject]": "asc"})]
    assert subjects.index("A31 fermée quatre nuits\u00a0: les itinéraires de secours") == 0
    plain = [each["id"] for each in await reader.members(PATH)]
    assert [each["id"] for each in await reader.members(PATH, **{"order[name]": "desc"})] == plain, "ignored"


async def test_without_the_administrators_role_only_ones_own(writer):
    of_claire = (await writer.members(PATH))[0]
    await writer.sign_in("editor")
    assert {each["creatorId"] for each in await writer.members(PATH)} == {5}
    for answer in (
        await writer.http.get(f"{PATH}/{of_claire['id']}"),
        await writer.patch(f"{PATH}/{of_claire['id']}", {"subject": "À moi"}),
        await writer.http.delete(f"{PATH}/{of_claire['id']}"),
    ):
        assert refusal(answer) == (400, "Not Found")
    await writer.sign_in("hitchhiking")
    assert refusal(await writer.http.get(PATH)) == DENIED
    assert refusal(await writer.post(PATH, {})) == DENIED


async def test_pictures_stay_apart_and_outlive_the_campaign(checked):
    campaign = await created(checked)
    addresses = []
    for _ in range(2):
        form = {"data": {"campaignId": campaign["id"], "position": 1}, "files": {"campaignFile": ("a.png", PIXEL)}}
        image = (await checked.http.post("/admin/images", **form)).json()
        addresses.append((await checked.get(f"/images/{image['id']}"))["versions"]["square_800"])
    assert len(set(addresses)) == 2
    await checked.http.delete(f"{PATH}/{campaign['id']}")
    assert [(await checked.plain.get(address)).status_code for address in addresses] == [200, 200]
    assert (await checked.http.get(f"/images/{image['id']}")).status_code == 400


# --- recipients -----------------------------------------------------------------


async def test_a_selection_keeps_who_accepts_mails(checked):
    campaign = await created(checked)
    people = await checked.members(TO_USERS, perPage=40)
    accepting = [each["id"] for each in people if each["newsSubscription"]]
    chosen = [each["id"] for each in people]
    assert accepting != chosen
    assert await associated(checked, campaign, filterType=1, **{"user[]": chosen}) == [len(accepting)]
    read = await checked.get(f"{PATH}/{campaign['id']}")
    assert (read["filterType"], read["source"], read["deliveryCount"]) == (1, 1, len(accepting))
    assert "filters" not in read
    await associated(checked, campaign, filterType=1, **{"user[]": accepting[:2]})
    assert (await checked.get(f"{PATH}/{campaign['id']}"))["deliveryCount"] == 2, "the stand-in replaces (trap 15)"


@proves("SANDBOX-10")
async def test_filters_are_those_of_the_list_at_top_level(checked):
    campaign = await created(checked)
    everybody = await checked.total(TO_USERS, newsSubscription="true")
    women = await checked.total(TO_USERS, newsSubscription="true", gender=1)
    assert await associated(checked, campaign) == [everybody]
    assert (await checked.get(f"{PATH}/{campaign['id']}"))["filters"] == ""
    assert await associated(checked, campaign, gender=1) == [women]
    asked = {"homeAddressTerritory[]": [1, 2], "createdDate[after]": "2020-01-01", "q": "é & co"}
    await associated(checked, campaign, **asked)
    kept = "homeAddressTerritory=1&homeAddressTerritory=2&createdDate[after]=2020-01-01&q=é & co"
    assert (await checked.get(f"{PATH}/{campaign['id']}"))["filters"] == kept, "without the brackets of arrays"


async def test_filters_below_a_key_target_everybody(writer):
    campaign = await created(writer)
    everybody = await writer.total(TO_USERS, newsSubscription="true")
    assert await associated(writer, campaign, **{"filters[gender]": 1}) == [everybody], "trap 11"


async def test_a_page_skips_recipients(writer):
    campaign = await created(writer)
    everybody = await writer.total(TO_USERS, newsSubscription="true")
    assert await associated(writer, campaign, page=2, perPage=10) == [everybody - 10]


async def test_members_of_a_community(checked):
    campaign = await created(checked)
    members = await checked.members("/admin/communities/1/members", perPage=500)
    accepting = [each for each in members if each["newsSubscription"] and each["status"] in (1, 2)]
    assert await associated(checked, campaign, TO_MEMBERS, communityId=1) == [len(accepting)]
    read = await checked.get(f"{PATH}/{campaign['id']}")
    assert (read["source"], read["sourceId"], read["filters"]) == (2, 1, "")
    assert read["sourceName"] == "Covoitureurs du Grand Nancy"
    only = [each for each in accepting if each["status"] == 2]
    assert await associated(checked, campaign, TO_MEMBERS, communityId=1, status=2) == [len(only)]
    assert (await checked.get(f"{PATH}/{campaign['id']}"))["filters"] == "status=2"
    chosen = [each["id"] for each in members if each["status"] in (0, 3)] + [accepting[0]["id"]]
    assert await associated(checked, campaign, TO_MEMBERS, communityId=1, filterType=1, **{"member[]": chosen}) == [1]


async def test_other_filters_of_members_are_kept_but_not_read(writer):
    campaign = await created(writer)
    everyone = await associated(writer, campaign, TO_MEMBERS, communityId=1)
    assert await associated(writer, campaign, TO_MEMBERS, communityId=1, givenName="zzz") == everyone
    assert (await writer.get(f"{PATH}/{campaign['id']}"))["filters"] == "givenName=zzz"


ASSOCIATIONS = [
    (TO_USERS, {}),
    (TO_USERS, {"campaignId": 9_999, "filterType": 2}),
    (TO_USERS, {"campaignId": 12}),
    (TO_USERS, {"campaignId": 12, "filterType": 3}),
    (TO_USERS, {"campaignId": 12, "filterType": 1}),
    (TO_USERS, {"campaignId": 12, "filterType": 1, "user": 7}),
    (TO_USERS, {"campaignId": 12, "filterType": 2, "familyName": "x" * 600}),
    (TO_MEMBERS, {"campaignId": 12, "filterType": 2}),
    (TO_MEMBERS, {"campaignId": 12, "filterType": 2, "communityId": 9_999}),
    (TO_MEMBERS, {"campaignId": 12, "filterType": 1, "communityId": 1}),
]


@pytest.mark.parametrize(("to", "params"), ASSOCIATIONS)
async def test_every_refusal_of_an_association_is_a_masked_failure(writer, to, params):
    assert refusal(await writer.http.get(f"{to}/associate-campaign", params=params)) == MASKED
    assert "filterType" not in await writer.get(f"{PATH}/12"), "nothing is half done"


async def test_who_is_refused_has_written_all_the_same(writer):
    await writer.sign_in("editor")
    campaign = await created(writer)
    params = {"campaignId": campaign["id"], "filterType": 2}
    members = params | {"communityId": 1}
    assert refusal(await writer.http.get(f"{TO_MEMBERS}/associate-campaign", params=members)) == DENIED
    assert (await writer.get(f"{PATH}/{campaign['id']}"))["source"] == 2, "trap 14"
    assert refusal(await writer.http.get(f"{TO_USERS}/associate-campaign", params=params)) == DENIED
    assert (await writer.get(f"{PATH}/{campaign['id']}"))["source"] == 1
    for mode in (1, 2):
        sending = {"campaignId": campaign["id"], "mode": mode}
        assert refusal(await writer.http.get(f"{TO_USERS}/send-campaign", params=sending)) == DENIED
    assert await status(writer, campaign) == 2
    assert await messages(writer) == [("test", "editor@demo.test"), ("campaign", "editor@demo.test")]


async def test_who_may_not_change_campaigns_writes_nothing(writer):
    campaign = await created(writer)
    await writer.sign_in("hitchhiking")
    params = {"campaignId": campaign["id"], "filterType": 2}
    assert refusal(await writer.http.get(f"{TO_USERS}/associate-campaign", params=params)) == MASKED
    await writer.sign_in("admin")
    assert "filterType" not in await writer.get(f"{PATH}/{campaign['id']}")


async def test_a_moderator_writes_to_his_community(writer):
    await writer.sign_in("communities")
    mine = (await writer.members("/admin/communities/moderated"))[0]
    campaign = await created(writer)
    assert (await associated(writer, campaign, TO_MEMBERS, communityId=mine["id"]))[0] > 0
    assert (await sent(writer, campaign, 1, TO_MEMBERS))[0] > 0


# --- sending ---------------------------------------------------------------------


async def test_a_test_goes_to_the_creator_and_the_mass_mail_to_all(checked):
    campaign = await created(checked)
    number = await associated(checked, campaign, gender=1)
    assert await sent(checked, campaign, 1, gender=1) == number
    assert await messages(checked) == [("test", "admin@demo.test")]
    assert await status(checked, campaign) == 1
    assert await sent(checked, campaign, 2, gender=1) == number
    assert await status(checked, campaign) == 2
    people = await checked.members(TO_USERS, newsSubscription="true", gender=1, perPage=500)
    mass = [recipient for channel, recipient in await messages(checked) if channel == "campaign"]
    assert sorted(mass) == sorted({*(each["email"] for each in people), "admin@demo.test"}), "the creator gets it too"


async def test_somebody_elses_test_goes_to_the_creator_too(writer):
    await writer.sign_in("editor")
    campaign = await created(writer)
    await writer.sign_in("admin")
    await associated(writer, campaign, gender=1)
    await sent(writer, campaign, 1, gender=1)
    assert await messages(writer) == [("test", "editor@demo.test")]


@proves("SANDBOX-10")
async def test_the_stored_filters_are_not_used_again(writer):
    campaign = await created(writer)
    number = await associated(writer, campaign, gender=1)
    everybody = await writer.total(TO_USERS, newsSubscription="true")
    assert await sent(writer, campaign, 1) == [everybody], "trap 12"
    assert everybody > number[0]
    await sent(writer, campaign, 2, gender=1)
    assert (await writer.get(f"{PATH}/{campaign['id']}"))["deliveryCount"] == number[0], "it only changes the count"
    assert len([1 for channel, _ in await messages(writer) if channel == "campaign"]) >= min(everybody, 199)


@proves("SANDBOX-10")
async def test_the_first_test_freezes_text_subject_and_people(writer):
    campaign = await created(writer)
    number = await associated(writer, campaign, id=30)
    await sent(writer, campaign, 1, id=30)
    await writer.patch(f"{PATH}/{campaign['id']}", {"subject": "Changé", "body": "[]"})
    await associated(writer, campaign)
    await sent(writer, campaign, 1)
    await sent(writer, campaign, 2)
    letters = await writer.outbox()
    assert {subject for _, _, subject in letters} == {"À vélo"}
    assert len([1 for channel, _, _ in letters if channel == "campaign"]) == number[0] + 1


@proves("SANDBOX-10")
async def test_a_mass_mail_needs_a_test_and_a_sent_campaign_another_one(writer):
    campaign = await created(writer)
    await associated(writer, campaign, gender=1)
    mass = {"campaignId": campaign["id"], "mode": 2, "gender": 1}
    assert refusal(await writer.http.get(f"{TO_USERS}/send-campaign", params=mass)) == MASKED
    await sent(writer, campaign, 1, gender=1)
    await sent(writer, campaign, 2, gender=1)
    assert refusal(await writer.http.get(f"{TO_USERS}/send-campaign", params=mass)) == MASKED
    await sent(writer, campaign, 1, gender=1)
    assert await status(writer, campaign) == 1, "trap 16"


async def test_who_unsubscribed_since_is_not_counted_but_still_handed_over(writer):
    campaign = await created(writer)
    chosen = [each["id"] for each in await writer.members(TO_USERS, newsSubscription="true", perPage=3)]
    await associated(writer, campaign, filterType=1, **{"user[]": chosen})
    await writer.patch(f"{TO_USERS}/{chosen[1]}", {"newsSubscription": False})
    assert await sent(writer, campaign, 1) == [2]
    assert (await writer.get(f"{PATH}/{campaign['id']}"))["deliveryCount"] == 3
    await sent(writer, campaign, 2)
    assert len([1 for channel, _ in await messages(writer) if channel == "campaign"]) == 3


UNSENDABLE = [
    [{"type": "text", "value": "x"}],
    [{"type": "text", "position": 0}],
    [{"type": "image", "position": 0, "id": 3}],
    [{"type": "text", "position": 0, "value": "<p>{{ contact.NOM </p>"}],
    {"type": "text"},
]


@pytest.mark.parametrize("body", UNSENDABLE)
async def test_a_body_that_cannot_be_sent_fails_and_freezes_nothing(writer, body):
    campaign = await created(writer, body=json.dumps(body))
    await associated(writer, campaign, gender=1)
    test = {"campaignId": campaign["id"], "mode": 1, "gender": 1}
    assert refusal(await writer.http.get(f"{TO_USERS}/send-campaign", params=test)) == MASKED
    assert await status(writer, campaign) == 0
    await writer.patch(f"{PATH}/{campaign['id']}", {"body": json.dumps(BODY)})
    assert await sent(writer, campaign, 1, gender=1)


@pytest.mark.parametrize("mode", [None, 0, 3, "test"])
async def test_the_mode_is_one_of_two(writer, mode):
    params = {"campaignId": 10} | ({"mode": mode} if mode is not None else {})
    assert refusal(await writer.http.get(f"{TO_USERS}/send-campaign", params=params)) == MASKED


async def test_nobody_to_write_to_is_a_failure(writer):
    campaign = await created(writer)
    test = {"campaignId": campaign["id"], "mode": 1}
    assert refusal(await writer.http.get(f"{TO_USERS}/send-campaign", params=test)) == MASKED
    await writer.patch(f"{TO_USERS}/30", {"newsSubscription": False})
    assert await associated(writer, campaign, filterType=1, **{"user[]": [30]}) == [0]
    assert refusal(await writer.http.get(f"{TO_USERS}/send-campaign", params=test)) == MASKED


async def test_a_tested_campaign_of_the_demo_data_can_be_sent(writer):
    tested = next(each for each in await writer.members(PATH, status=1) if each["source"] == 2)
    number = await sent(writer, tested, 2, TO_MEMBERS)
    assert number == [tested["deliveryCount"]]
    letters = [recipient for channel, recipient in await messages(writer) if channel == "campaign"]
    assert len(letters) in (number[0], number[0] + 1)


# --- what readers get ----------------------------------------------------------------


async def letter(caller):
    """The last message as its reader sees it."""
    page = (await caller.plain.get("/outbox")).json()[0]["page"]
    return await caller.plain.get(page)


@proves("SANDBOX-10")
async def test_a_letter_is_what_the_template_makes(writer):
    campaign = await created(writer)
    await writer.patch(f"{TO_USERS}/1", {"givenName": "<b>Claire</b>"})
    await associated(writer, campaign, id=1)
    await sent(writer, campaign, 1, id=1)
    page = await letter(writer)
    assert "<h1>Fête &amp; &lt;script&gt;alert(1)&lt;/script&gt;</h1>" in page.text, "a title is escaped"
    assert "<p>Bonjour &lt;b&gt;Claire&lt;/b&gt;</p>" in page.text, "a name is text"
    picture = '<img alt="Image campaign api" src="https://x.example.org/a.jpg?a=1&amp;b=&quot;2&quot;">'
    assert picture in page.text
    assert "sandbox" in page.headers["content-security-policy"], "nothing of it runs"
    assert "/upload/default/banner.svg" in page.text
    assert (await writer.http.get("/upload/default/banner.svg")).status_code == 200


async def test_a_text_is_raw_and_a_fallback_stands_for_a_missing_name(writer):
    campaign = await created(writer)
    await writer.patch(f"{TO_USERS}/1", {"givenName": None})
    body = [{"type": "text", "position": 0, "value": "<p>{{contact.PRENOM|default:'vous'}}<img src=x onerror=a()></p>"}]
    await writer.patch(f"{PATH}/{campaign['id']}", {"body": json.dumps(body)})
    await associated(writer, campaign, id=1)
    await sent(writer, campaign, 1, id=1)
    assert "<p>vous<img src=x onerror=a()></p>" in (await letter(writer)).text


async def test_other_messages_are_readable_too(writer):
    new = {"email": "a@example.org", "givenName": "Léa", "familyName": "<i>T</i>", "gender": 1}
    await writer.post(TO_USERS, new)
    page = await letter(writer)
    assert page.status_code == 200
    assert "<i>" not in page.text
    assert (await writer.http.get("/outbox/999999")).status_code == 404


async def test_the_outbox_is_read_in_pages(writer):
    campaign = await created(writer)
    number = (await associated(writer, campaign))[0]
    await sent(writer, campaign, 1)
    for _ in range(2):
        await sent(writer, campaign, 2)
        await sent(writer, campaign, 1)
    first = (await writer.http.get("/outbox")).json()
    older = (await writer.http.get("/outbox", params={"before": first[-1]["id"]})).json()
    assert len(first) == 200
    assert len(first) + len(older) >= 2 * number
    page = (await writer.http.get("/outbox", headers={"Accept": "text/html"})).text
    assert f'href="/outbox?before={first[-1]["id"]}"' in page


# --- faults and size -------------------------------------------------------------------


async def test_an_answer_lost_after_a_sending(writer):
    campaign = await created(writer)
    await associated(writer, campaign, gender=1)
    await writer.http.put("/_sandbox/faults", json={"lose": ["/admin/users/send-campaign"]})
    with pytest.raises(Exception, match="cut"):
        await sent(writer, campaign, 1, gender=1)
    assert await status(writer, campaign) == 1, "it was done"
    assert await messages(writer) == [("test", "admin@demo.test")]


@proves("SANDBOX-10")
async def test_fifty_thousand_recipients_are_kept_by_reference(writer):
    database = writer.app.state.sandbox.database
    moment = now_stored()
    for start in range(0, 50_000, 5_000):
        rows = [
            blank_user() | {"email": f"n{n}@example.net", "email_key": f"n{n}@example.net", "created_date": moment}
            for n in range(start, start + 5_000)
        ]
        database.insert_all(users, [{k: v for k, v in row.items() if k != "id"} for row in rows])
    database.commit()
    long = [{"type": "text", "position": 0, "value": "<p>" + "a" * 60_000 + "</p>"}]
    campaign = await created(writer, body=json.dumps(long))
    tracemalloc.start()
    number = (await associated(writer, campaign))[0]
    await sent(writer, campaign, 1)
    await sent(writer, campaign, 2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert number > 50_000
    assert peak < 5_000_000, "people and letters never pass through Python"
    size = database.raw.execute("select page_count * page_size from pragma_page_count, pragma_page_size").fetchone()
    assert size[0] < 60_000_000, "the text is kept once"
