"""What is done to a selection: one report for all of it, whatever the API does (issue 3, bulk)."""

import asyncio
import csv
import io
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from starlette.applications import Starlette

from admin_app.api.auth import login
from admin_app.api.client import http_client
from admin_app.api.errors import AccessDenied, NetworkError, NotFound, ServerError, Unreached
from admin_app.features.communities.members import MemberList
from admin_app.features.content.events import EventList
from admin_app.features.relay_points.points import RelayPointList
from admin_app.kit.lists.bulk import OUTCOMES, Bulk, Job
from admin_app.kit.lists.bulk_page import _impacts
from admin_app.kit.lists.host import NAMES_KEPT
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import routes
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

POINTS = "admin/relaypoints"


def asked(*ids: int, typed: str | None = None) -> dict[str, str]:
    """What the dialog sends for these rows."""
    return {"action": "delete", "ids": ",".join(map(str, ids)), "typed": str(len(ids)) if typed is None else typed}


def told(tab) -> list[tuple[str, str]]:
    return [(item["kind"], item["text"]) for item in tab.view(Notices).items]


def outcomes(tab) -> list[tuple[str, str, str]]:
    return [(row["id"], row["outcome"], row["reason"]) for row in tab.view(RelayPointList).bulk_report]


def deleted(upstream) -> list[str]:
    return [call.path.rpartition("/")[2] for call in upstream.called("DELETE")]


@pytest.fixture
async def listed(sign_in, upstream):
    """A tab on the list of relay points, and the ids of its first rows."""
    tab = await sign_in("admin", "/relaypoints?sort=id")
    upstream.forget()
    return tab, [int(row["id"]) for row in tab.view(RelayPointList).rows]


async def test_every_row_is_done_and_told(listed, upstream):
    tab, (first, second, third, *_) = listed
    names = {row["id"]: row["_name"] for row in tab.view(RelayPointList).rows}
    await tab.send(RelayPointList.run_bulk, data=asked(first, second, third))
    assert deleted(upstream) == [str(each) for each in (first, second, third)]
    assert outcomes(tab) == [(str(each), "done", "") for each in (first, second, third)]
    assert [row["name"] for row in tab.view(RelayPointList).bulk_report] == [
        names[str(each)] for each in (first, second, third)
    ]
    assert tab.view(RelayPointList).bulk_counts == dict.fromkeys(OUTCOMES, 0) | {"done": 3}
    assert told(tab) == [("success", say("kit.bulk.delete.all", "fr", 3))]
    assert tab.went("selected") == ["relay_points", []]
    assert tab.went("openDialog") == [], "what went well asks for no click"
    assert len(upstream.called("GET", POINTS)) == 1, "the list is read again"
    assert (tab.view(RelayPointList).bulk_done, tab.view(RelayPointList).bulk_total) == (3, 0)


@proves("BULK-3")
async def test_progress_is_told(listed):
    tab, (first, second, *_) = listed
    tab.forget()
    await tab.send(RelayPointList.run_bulk, data=asked(first, second))
    assert tab.sent(RelayPointList, "bulk_total") == [2, 0]
    assert tab.sent(RelayPointList, "bulk_done") == [0, 1, 2]


@proves("BULK-4")
async def test_a_refused_row_says_why_and_stays_selected(listed, upstream):
    tab, (first, second, third, *_) = listed
    upstream.fail(f"{POINTS}/{second}", 500)
    await tab.send(RelayPointList.run_bulk, data=asked(first, second, 99999, third))
    assert outcomes(tab) == [
        (str(second), "uncertain", say("errors.unsure", "fr")),
        ("99999", "gone", say("errors.not_found", "fr")),
        (str(first), "done", ""),
        (str(third), "done", ""),
    ]
    assert [row["name"] for row in tab.view(RelayPointList).bulk_report][1] == "n°\u00a099999"
    assert tab.went("selected") == ["relay_points", [str(second)]]
    assert told(tab) == [("error", say("kit.bulk.some_left", "fr", 1, total="4"))]


@proves("BULK-4")
async def test_what_is_deleted_already_is_done(listed, upstream):
    """That it is no more is what was asked for: nothing of it is left to do, and nothing is selected."""
    tab, (first, second, *_) = listed
    upstream.remove("relay_points", second)
    await tab.send(RelayPointList.run_bulk, data=asked(first, second))
    assert outcomes(tab) == [(str(second), "gone", say("errors.not_found", "fr")), (str(first), "done", "")]
    assert tab.went("selected") == ["relay_points", []]
    assert tab.went("openDialog") == []
    deleted_one, gone_one = say("kit.bulk.delete.all", "fr", 1), say("kit.bulk.gone", "fr", 1)
    assert told(tab) == [("success", deleted_one), ("success", gone_one)]


@proves("BULK-4")
async def test_what_was_refused_can_be_tried_again(listed, upstream):
    tab, (first, second, *_) = listed
    upstream.fail(f"{POINTS}/{second}", 500, times=1)
    await tab.send(RelayPointList.run_bulk, data=asked(first, second))
    await tab.send(RelayPointList.run_bulk, data=asked(second))
    assert outcomes(tab) == [(str(second), "done", "")]
    assert tab.went("selected") == ["relay_points", []]


@proves("BULK-1")
@pytest.mark.parametrize("typed", ["", "1", "3", "22", "two", "-2", "2.0", "²"])
async def test_another_number_than_theirs_does_nothing(listed, upstream, typed):
    tab, (first, second, *_) = listed
    await tab.send(RelayPointList.run_bulk, data=asked(first, second, typed=typed))
    assert not upstream.calls
    assert told(tab) == [("error", say("kit.bulk.wrong_number", "fr", 2))]
    assert tab.view(RelayPointList).bulk_report == []


async def test_a_number_may_be_typed_as_it_is_read(listed, upstream):
    tab, (first, second, *_) = listed
    await tab.send(RelayPointList.run_bulk, data=asked(first, second, typed=" 2\u202f"))
    assert len(deleted(upstream)) == 2


@proves("BULK-1")
async def test_one_row_needs_no_number(listed, upstream):
    tab, (first, *_) = listed
    await tab.send(RelayPointList.run_bulk, data=asked(first, typed=""))
    assert deleted(upstream) == [str(first)]


IDS = ["", ",", "abc", "-1", "0", "7 OR 1=1", "../communities/1", "delete", "²", None, "7.0", "0,-1"]


@proves("BULK-6")
@pytest.mark.parametrize("text", IDS)
async def test_what_is_no_id_does_nothing(listed, upstream, text):
    tab, _ = listed
    await tab.send(RelayPointList.run_bulk, data={"action": "delete", "ids": text, "typed": "1"})
    assert not upstream.calls
    assert tab.view(RelayPointList).bulk_total == 0


@proves("BULK-6")
@pytest.mark.parametrize("action", [None, "", "destroy", "__class__"])
async def test_what_is_no_action_of_the_list_does_nothing(listed, upstream, action):
    tab, (first, *_) = listed
    await tab.send(RelayPointList.run_bulk, data={"action": action, "ids": str(first)})
    await tab.send(RelayPointList.weigh_bulk, data={"action": action, "ids": str(first)})
    assert not upstream.calls


async def test_an_id_sent_twice_is_done_once(listed, upstream):
    tab, (first, *_) = listed
    await tab.send(RelayPointList.run_bulk, data={"action": "delete", "ids": f"{first},{first}", "typed": "1"})
    assert deleted(upstream) == [str(first)]


@proves("BULK-3")
async def test_it_stops_after_the_record_at_hand(listed, upstream):
    tab, (first, second, third, *_) = listed
    with upstream.held(f"/{POINTS}/{second}") as released:
        running = await tab.start(RelayPointList.run_bulk, data=asked(first, second, third))
        await asyncio.sleep(0.05)
        stopping = await tab.start(RelayPointList.stop_bulk)
        await asyncio.sleep(0.05)
        released.set()
        await stopping.wait_all()
        await running.wait_all()
    assert deleted(upstream) == [str(first), str(second)]
    assert outcomes(tab)[0] == (str(third), "skipped", "")
    assert tab.went("selected") == ["relay_points", [str(third)]]


@proves("BULK-5")
async def test_an_api_that_does_not_answer_is_not_asked_again(listed, upstream):
    tab, (first, second, third, *_) = listed
    upstream.cut(f"{POINTS}/{second}")
    await tab.send(RelayPointList.run_bulk, data=asked(first, second, third))
    assert deleted(upstream) == [str(first), str(second)]
    assert outcomes(tab) == [
        (str(second), "uncertain", say("errors.unsure", "fr")),
        (str(third), "skipped", ""),
        (str(first), "done", ""),
    ]


@proves("BULK-3")
async def test_one_at_a_time(listed, upstream):
    tab, (first, second, *_) = listed
    with upstream.held(f"/{POINTS}/{first}") as released:
        running = await tab.start(RelayPointList.run_bulk, data=asked(first))
        await asyncio.sleep(0.05)
        other = await tab.start(RelayPointList.run_bulk, data=asked(second))
        await other.wait_all()
        released.set()
        await running.wait_all()
    assert deleted(upstream) == [str(first)]


@proves("BULK-5")
async def test_a_session_that_ends_stops_it(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/relaypoints")
    upstream.heal()
    upstream.fail("token/refresh", 401)
    upstream.forget()
    await tab.send(RelayPointList.run_bulk, data=asked(1, 2))
    assert not deleted(upstream)
    assert dict(parse_qsl(urlsplit(tab.left_to or "").query))["reason"] == "session_expired"
    assert tab.view(RelayPointList).bulk_total == 0


@proves("BULK-3")
async def test_the_tab_stays_usable_meanwhile(listed, upstream):
    tab, (first, second, *_) = listed
    with upstream.held(f"/{POINTS}/{first}"):
        await tab.start(RelayPointList.run_bulk, data=asked(first, second))
        await asyncio.sleep(0.05)
        await asyncio.wait_for(tab.open("/"), 0.5)
    assert tab.view(Session).ready


async def test_rows_of_other_pages_keep_their_names(sign_in):
    tab = await sign_in("admin", "/relaypoints?sort=id&perPage=10")
    row = tab.view(RelayPointList).rows[0]
    await tab.open("/relaypoints?sort=id&perPage=10&page=2")
    await tab.send(RelayPointList.run_bulk, data=asked(int(row["id"])))
    assert tab.view(RelayPointList).bulk_report[0]["name"] == row["_name"]


async def test_rows_selected_all_at_once_have_names(sign_in):
    tab = await sign_in("admin", "/relaypoints?sort=id&perPage=10")
    await tab.send(RelayPointList.select_all)
    last = tab.went("select")[1][-1]
    await tab.send(RelayPointList.run_bulk, data=asked(int(last)))
    assert not tab.view(RelayPointList).bulk_report[0]["name"].startswith("#")


@proves("BUDGET-9")
async def test_the_names_a_list_remembers_are_bounded(listed):
    """Those shown longest ago go; a page that is shown again is remembered once, with the names it has now."""
    tab, _ = listed
    state = await tab.state(RelayPointList)
    state._known_names = ()
    for number in range(2 * NAMES_KEPT // 1000):
        state._remember_names(
            [{"id": f"{number}{place:02}", "_name": f"Parking  {number}\n" + "x" * 20} for place in range(25)]
        )
        assert sum(map(len, state._known_names)) <= NAMES_KEPT
    names = state._names()
    assert names[f"{number}24"] == f"Parking {number} " + "x" * 20
    assert "000" not in names
    state._remember_names([{"id": f"{number}24", "_name": "Renamed"}, {"id": "9", "_name": ""}])
    assert state._names()[f"{number}24"] == "Renamed"
    assert state._names()["9"] == ""
    kept = len(state._known_names)
    state._remember_names([{"id": f"{number}24", "_name": "Renamed"}, {"id": "9", "_name": ""}])
    assert len(state._known_names) == kept


async def fetched(address: str) -> bytes:
    """What the browser gets at an address of ours."""
    transport = httpx.ASGITransport(app=Starlette(routes=routes.routes()))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        return (await http.get(address)).content


@proves("BULK-4")
async def test_the_report_is_a_file(listed, upstream):
    tab, (first, second, *_) = listed
    upstream.fail(f"{POINTS}/{second}", 500)
    await tab.send(RelayPointList.run_bulk, data=asked(first, second))
    assert tab.went("openDialog") == ["relay_points-report"]
    await tab.send(RelayPointList.download_report)
    content = await fetched(tab.went("fetchFile")[0])
    assert content.startswith(b"\xef\xbb\xbf"), "spreadsheets read accents"
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert lines[0] == [say(f"kit.bulk.columns.{name}", "fr") for name in ("id", "name", "outcome", "reason")]
    assert [line[2] for line in lines[1:]] == ["incertain", "supprimé"], "refused is a status of members"
    assert lines[1][3] == say("errors.unsure", "fr")


@proves("BULK-7")
async def test_every_list_has_it(sign_in, upstream, configure):
    """Nothing of it is written in a feature: events get it from the kit."""
    configure(event=True)
    tab = await sign_in("admin", "/events")
    first = tab.view(EventList).rows[0]["id"]
    await tab.send(EventList.run_bulk, data=asked(int(first)))
    assert deleted(upstream) == [first]
    assert tab.view(EventList).bulk_counts["done"] == 1


# --- a job, without a list ---------------------------------------------------------------------


def job(batch: int = 1, **options) -> Job:
    async def acts(api, ids):
        return {}

    return Job(Bulk("mark", "may", acts, "check", "x", batch=batch, **options), ["1", "2", "3"])


def test_a_job_says_what_became_of_each_record_and_how_it_ended():
    under_way = job(batch=2)
    first, second = under_way.batches()
    assert (first, second) == (["1", "2"], ["3"])
    assert under_way.note(first, {"2": AccessDenied("Non.")})
    assert [under_way.outcome(each) for each in "123"] == ["done", "refused", "skipped"]
    assert under_way.left == ["2", "3"]
    assert under_way.end(False) == ("partial", 1)
    rows = under_way.report({"1": "Ada"}, {"3": "30"}, lambda error: error.text or "")
    assert [(row["id"], row["name"], row["outcome"], row["reason"]) for row in rows] == [
        ("2", "n°\u00a02", "refused", "Non."),
        ("3", "n°\u00a030", "skipped", ""),
        ("1", "Ada", "done", ""),
    ]
    assert [row["number"] for row in rows] == ["2", "30", "1"], "the number that the list shows, where it is another"


def test_a_job_stops_where_the_api_is_cut_off():
    assert not job().note(["1"], {"1": NetworkError()})


def test_only_a_deletion_is_done_where_nothing_is_there():
    other, deletes = job(), job()
    deletes.action = replace(deletes.action, name="delete")
    for each in (other, deletes):
        each.note(["1"], {"1": NotFound()})
    assert (other.outcome("1"), other.left) == ("refused", ["1", "2", "3"])
    assert (deletes.outcome("1"), deletes.left) == ("gone", ["2", "3"])


def test_how_a_job_ends_is_said_once():
    done, cancelled = job(batch=3), job()
    done.note(["1", "2", "3"], {})
    cancelled.cancelled = True
    assert done.end(False) == ("complete", 3)
    assert cancelled.end(False) == ("cancelled", 0)
    assert job().end(True) == ("interrupted", 0)
    assert job().end(False) == ("failed", 0)
    lost, unsent = job(), job()
    unconfirmed = ServerError()
    unconfirmed.unsure = True
    lost.note(["1"], {"1": unconfirmed})
    unsent.note(["1"], {"1": Unreached()})
    assert (lost.end(False)[0], unsent.end(False)[0]) == ("interrupted", "failed"), (
        "an answer was lost, or never asked for"
    )


@pytest.mark.parametrize(("typed", "number", "confirmed"), [(True, " 3 ", True), (True, "2", False), (False, "", True)])
def test_the_number_is_asked_for_where_it_must_be_typed(typed, number, confirmed):
    action = job(typed=typed).action
    assert action.confirmed(["1", "2", "3"], number) is confirmed
    assert action.confirmed(["1"], "")


async def somebody_else(browser, tab) -> None:
    """Another person signs in, from another tab; this one hears of it and has told its page to load anew."""
    browser.keep(await login(http_client(), "communities@demo.test", "demo"))
    await tab.hear_other_tabs()
    await tab.send(Session.follow)


async def test_an_action_ends_with_its_person(listed, upstream, browser):
    """What was begun for one person is not gone on with for the next, though they may do it too."""
    upstream.grant("communities@demo.test", "access_admin", "relay_point_manage", "relay_point_delete")
    tab, ids = listed
    with upstream.held(POINTS) as released:
        begun = await tab.start(RelayPointList.run_bulk, data=asked(*ids[:20]))
        await asyncio.sleep(0.1)
        assert (await tab.state(RelayPointList)).bulk_total
        await somebody_else(browser, tab)
        released.set()
        await begun.wait_all()
    assert 0 < len(deleted(upstream)) < 20
    held = await tab.state(RelayPointList)
    assert (held.bulk_report, held.bulk_total) == ([], 0)


@proves("SESSION-30")
async def test_an_action_ends_between_two_batches_too(listed, upstream, browser, monkeypatch):
    upstream.grant("communities@demo.test", "access_admin", "relay_point_manage", "relay_point_delete")
    tab, ids = listed
    tokens = await login(http_client(), "communities@demo.test", "demo")
    session = await tab.state(Session)
    batches = Job.batches

    def parted(job: Job):
        """The tab is as new, and another person's, before the second batch is looked at."""
        for number, batch in enumerate(batches(job)):
            if number == 1:
                session.token, session.refresh_token, session._owner = tokens.token, tokens.refresh_token, ""
            yield batch

    monkeypatch.setattr(Job, "batches", parted)
    await tab.send(RelayPointList.run_bulk, data=asked(*ids[:20]))
    assert 0 < len(deleted(upstream)) < 20


def test_what_is_said_as_a_whole_has_nothing_in_it_that_is_said_by_itself():
    """A screen reader would say it twice, or not at all."""
    said = str(_impacts(MemberList))
    assert "polite" in said
    assert "status" not in said
