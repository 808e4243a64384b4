"""The list of requests: one reading gives the rows and the baskets, whatever is looked for (SOLIDARY-2)."""

import datetime as dt

import pytest
from sqlalchemy import func, select, update

from admin_app.features.solidary import list_cache
from admin_app.features.solidary.desk import baskets
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.desk.screens import PASSED, SOON, RequestList, _page
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.statuses import RECORD
from admin_app.kit.clock import CLOCK
from admin_app.kit.session import Session
from admin_app.kit.words.locale import say
from sandbox.solidary.tables import operates, solidaries
from tests.support.proofs import proves

OPERATOR = "solidary"
LIST = "/solidaryrecords"
NOW = dt.datetime(2026, 11, 2, 10, 0, tzinfo=CLOCK)
"""The day the sandbox's data was recorded."""


@pytest.fixture(autouse=True)
def _module(configure, monkeypatch):
    configure(solidary=True)
    monkeypatch.setattr(baskets, "now", lambda: NOW)


def read(upstream):
    """The lists that were asked for."""
    return [call for call in upstream.called("GET", "admin/solidaries") if call.path == "/admin/solidaries"]


def items(upstream) -> list[tuple[str, ...]]:
    """The calls that open a record: each may text drivers (trap 31)."""
    return [call.path for call in upstream.calls if call.path.startswith("/admin/solidaries/")]


@proves("SOLIDARY-2")
async def test_the_list_asks_for_what_is_open_and_the_first_day_first(sign_in, upstream):
    tab = await sign_in(OPERATOR, f"{LIST}?perPage=10")
    (call,) = read(upstream)
    assert call.query == {"progression": "100", "order[fromDate]": "asc", "page": "1", "perPage": "1000"}
    view = tab.view(RequestList)
    days = [row["fromDate"] for row in view.rows]
    assert view.loaded
    assert len(view.rows) == 10
    assert days == sorted(days)
    assert view.total == view.counts["all"] > 10
    assert items(upstream) == []


@proves("SOLIDARY-4")
async def test_rows_say_what_a_request_is_without_the_prefix(sign_in, upstream):
    tab = await sign_in(OPERATOR, LIST)
    row = tab.view(RequestList).rows[0]
    assert {column.name for column in RECORDS.columns} <= set(row)
    assert "→" in row["journey"] or "⇄" in row["journey"]
    assert row["_href"] == f"{LIST}/show/{row['id']}"
    assert row["_name"] == f"{row['givenName']} {row['familyName']}", "what is cut of a long name is no number"
    assert "id" in RECORDS.identity.second


@proves("SOLIDARY-23")
@pytest.mark.parametrize(("basket", "marked"), [(baskets.SOON, "true"), (baskets.PASSED, "")])
async def test_of_the_days_those_alone_are_marked_that_are_near_and_have_no_driver(
    sign_in, monkeypatch, basket, marked
):
    monkeypatch.setattr(baskets, "now", lambda: dt.datetime(2026, 12, 16, 10, tzinfo=CLOCK))
    tab = await sign_in(OPERATOR, f"{LIST}?basket={basket}")
    assert {row[SOON] for row in tab.view(RequestList).rows} == {marked}
    assert {row[PASSED] for row in tab.view(RequestList).rows} == {"" if marked else "true"}


@proves("SOLIDARY-1")
def test_each_status_is_listed_with_its_icon_and_is_blue():
    column = next(each for each in RECORDS.columns if each.field == "status")
    assert set(RECORD) == set(column.icons)
    assert column.tones == dict.fromkeys(RECORD, "info")


@proves("SOLIDARY-22")
async def test_baskets_filters_and_pages_need_no_other_reading(sign_in, upstream):
    tab = await sign_in(OPERATOR, LIST)
    counts = tab.view(RequestList).counts
    for name in baskets.BASKETS:
        await tab.open(f"{LIST}?basket={name}")
        view = tab.view(RequestList)
        assert view.total == counts[name]
        assert view.counts == counts
        assert view.remark == name
    assert sum(counts[name] for name in baskets.BASKETS) > 0
    first = (await tab.open(LIST)).view(RequestList).rows[0]
    await tab.open(f"{LIST}?page=2&perPage=10")
    assert tab.view(RequestList).first == 11
    await tab.open(f"{LIST}?q={first['familyName']}")
    assert first["id"] in [row["id"] for row in tab.view(RequestList).rows]
    assert len(read(upstream)) == 1
    assert items(upstream) == []


async def test_the_list_can_be_put_in_the_order_of_the_last_action(sign_in, upstream):
    tab = await sign_in(OPERATOR, f"{LIST}?sort=-lastActionDate&perPage=100")
    dates = [row["lastActionDate"] for row in tab.view(RequestList).rows]
    assert dates == sorted(dates, reverse=True)
    assert read(upstream)[-1].query["order[fromDate]"] == "asc"


async def test_closed_requests_are_asked_for_without_progression(sign_in, upstream):
    tab = await sign_in(OPERATOR, f"{LIST}?scope=closed")
    (call,) = read(upstream)
    assert "progression" not in call.query
    view = tab.view(RequestList)
    assert view.total > 0
    assert {row["progression"] for row in view.rows} == {"100\u00a0%"}
    closed, open_ones = view.total, view.counts["all"]
    await tab.open(f"{LIST}?scope=every")
    assert tab.view(RequestList).total == closed + open_ones
    await tab.open(LIST)
    assert tab.view(RequestList).total == open_ones
    assert len(read(upstream)) == 1


@proves("SOLIDARY-22")
async def test_the_status_closed_needs_no_other_filter(sign_in, upstream):
    tab = await sign_in(OPERATOR, f"{LIST}?status=4")
    closed = tab.view(RequestList).total
    assert closed > 0
    await tab.open(f"{LIST}?scope=closed")
    assert tab.view(RequestList).total == closed


def test_no_scope_is_called_what_it_is():
    scope = str(_page()).partition('"data-param":"scope"')[2].partition('"option"')[2][:200]
    assert "In progress" in scope
    assert "En cours" in scope


async def test_what_is_kept_is_read_again_after_a_while_or_when_asked(sign_in, upstream, monkeypatch):
    tab = await sign_in(OPERATOR, LIST)
    await tab.send(RequestList.refresh)
    assert len(read(upstream)) == 2
    monkeypatch.setattr(list_cache, "LIFETIME", -1)
    await tab.open(f"{LIST}?page=2")
    assert len(read(upstream)) == 3


async def test_each_person_is_given_what_the_api_gives_them(sign_in, upstream, browser):
    mine = (await sign_in(OPERATOR, LIST)).view(RequestList).total
    other = await sign_in("admin", LIST)
    assert len(read(upstream)) == 2
    assert other.view(RequestList).total > mine


@proves("SOLIDARY-22")
async def test_a_token_that_was_made_up_is_given_nothing_that_is_kept(sign_in, upstream):
    tab = await sign_in(OPERATOR, LIST)
    state = await tab.state(Session)
    head, body, _ = state.token.split(".")
    state.token = f"{head}.{body}.bWFkZXVw"
    tab.forget()
    await tab.open(f"{LIST}?page=2")
    assert len(read(upstream)) == 2
    assert not tab.sent(RequestList, "rows")


@proves("SOLIDARY-22")
async def test_more_requests_than_a_call_brings_are_all_read(sign_in, upstream, monkeypatch):
    monkeypatch.setattr("admin_app.shared.people.read_all.PER_CALL", 7)
    tab = await sign_in(OPERATOR, LIST)
    total = tab.view(RequestList).total
    assert {call.query["perPage"] for call in read(upstream)} == {"7"}
    assert sorted(int(call.query["page"]) for call in read(upstream)) == list(range(1, 1 + -(-total // 7)))


async def test_a_refused_or_dead_api_is_said_in_place(sign_in, upstream):
    upstream.fail("admin/solidaries", 500)
    tab = await sign_in(OPERATOR, LIST)
    assert tab.view(RequestList).problem
    assert not tab.view(RequestList).loading
    upstream.heal()
    await tab.send(RequestList.load)
    assert not tab.view(RequestList).problem
    assert tab.view(RequestList).rows


@proves("OWN-16")
async def test_an_operator_may_edit_what_the_api_lists(sign_in, upstream):
    tab = await sign_in(OPERATOR, LIST)
    assert tab.view(RequestList).own_ids == [row["id"] for row in tab.view(RequestList).rows]


@proves("OWN-16")
async def test_a_super_administrator_is_listed_more_than_may_be_edited(sign_in, upstream):
    database = upstream.sandbox.database
    database.insert(operates, user_id=1, structure_id=1, created_date="2026-01-01T00:00:00")
    database.commit()
    tab = await sign_in("admin", LIST)
    assert tab.view(RequestList).rows
    assert tab.view(RequestList).own_ids == []


@proves("OWN-16")
async def test_no_row_leads_to_a_file_that_opens_for_nobody_who_operates_nothing(sign_in):
    tab = await sign_in("admin", LIST)
    assert {row["_href"] for row in tab.view(RequestList).rows} == {""}
    tab = await sign_in(OPERATOR, LIST)
    assert "" not in {row["_href"] for row in tab.view(RequestList).rows}


async def test_requests_that_were_replaced_are_in_no_list(sign_in, upstream):
    database = upstream.sandbox.database
    database.write(update(solidaries).where(solidaries.c.structure_id == 1).values(status=6))
    database.commit()
    left = database.value(select(func.count()).where(solidaries.c.structure_id == 2, solidaries.c.status != 6))
    tab = await sign_in(OPERATOR, f"{LIST}?scope=every")
    assert tab.view(RequestList).total == left


async def test_what_the_person_wrote_is_in_the_list_at_once(sign_in, upstream):
    tab = await sign_in(OPERATOR, f"{LIST}?sort=-id&perPage=100")
    chosen = tab.view(RequestList).rows[0]["id"]
    await tab.open(f"{LIST}/show/{chosen}")
    await tab.send(SolidaryFile.add_entry, data={"action": "72", "comment": "", "user": ""})
    before = len(read(upstream))
    await tab.open(f"{LIST}?q=%23{chosen}")
    (row,) = [each for each in tab.view(RequestList).rows if each["id"] == chosen]
    assert row["lastAction"] == "solidary_contact_call"
    assert len(read(upstream)) == before + 1


@proves("SOLIDARY-27")
@pytest.mark.parametrize(
    ("asked", "replaced", "everywhere"),
    [
        ("q=9999", False, "9999"),
        ("q=nobody&basket=now", False, "nobody"),
        ("q=9999&scope=closed", False, "9999"),
        ("q=9999&scope=every&status=1", False, "9999"),
        ("q=9999&scope=every", True, ""),
        ("q=%239999&scope=every", True, ""),
        ("q=nobody&scope=every", False, ""),
        ("q=0699999999&scope=every", False, ""),
        ("commune=nowhere", False, ""),
    ],
)
async def test_where_nothing_is_found_all_are_looked_at_before_one_is_said_to_be_replaced(
    sign_in, asked, replaced, everywhere
):
    """Who mistyped a name was told of numbers, and who has that of a closed request that it may be in no list."""
    tab = await sign_in(OPERATOR, f"{LIST}?{asked}")
    view = tab.view(RequestList)
    assert view.total == 0
    assert view.perhaps_replaced == replaced
    assert view.everywhere == (f"{LIST}?scope=every&q={everywhere}" if everywhere else "")


def test_what_is_said_where_nothing_is_found_waits_for_the_list():
    drawn = str(_page())
    for key in ("replaced", "everywhere"):
        before, found, _ = drawn.partition(say(f"solidary_records.{key}", "fr"))
        assert found
        assert "total_rx_state_" in before[-2000:]
