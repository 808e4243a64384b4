"""What an address asks of a list, and where one can go from there (LIST-1 to LIST-4, CALL-2)."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

import pytest

from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.features.users.resource import USERS
from admin_app.kit.declare.filters import several
from admin_app.kit.lists.list_query import ListQuery, last_day, query_of_address
from tests.support.proofs import proves

PLACE = '{"lat":48.69,"lgt":6.18,"name":"Nancy"}'


def test_an_empty_address_asks_for_the_first_page_in_the_usual_order():
    asked = query_of_address(USERS, "", "")
    assert asked == ListQuery(USERS, sort=USERS.default_sort)
    assert asked.other() == ""


def test_what_is_asked_is_written_back_as_it_was_read():
    query = "page=3&sort=-email&perPage=10&newsSubscription=true"
    asked = query_of_address(USERS, query, "")
    assert (asked.page, asked.size, asked.sort, asked.filters) == (3, 10, "-email", {"newsSubscription": "true"})
    assert asked.other(page=3) == query
    assert asked.order() == ("email", True)


@pytest.mark.parametrize(
    ("query", "kept", "size"), [("", "100", 100), ("perPage=10", "100", 10), ("perPage=7", "9", 25)]
)
def test_the_size_is_that_of_the_address_or_the_one_used_last(query, kept, size):
    assert query_of_address(USERS, query, kept).size == size


@pytest.mark.parametrize(
    ("page", "ways"),
    [(1, ("", "2", "5")), (2, ("", "3", "5")), (4, ("3", "5", "5")), (5, ("4", "5", "5"))],
)
def test_the_pages_before_and_after_are_those_that_are_there(page, ways):
    hrefs = query_of_address(USERS, f"page={page}", "").hrefs(5, lambda query: query)
    assert tuple(dict(parse_qsl(hrefs[name])).get("page", "") for name in ("previous", "next", "last")) == ways


def test_the_head_of_a_column_rises_then_falls_then_goes_back_to_an_order_that_has_no_head():
    def leads(resource, sort):
        return dict(parse_qsl(query_of_address(resource, f"sort={sort}", "").hrefs(1, str)["sort:id"])).get("sort")

    assert (leads(USERS, "email"), leads(USERS, "id"), leads(USERS, "-email")) == ("id", "-id", "id")
    headless = replace(USERS, default_sort="-givenNameKey")
    assert leads(headless, "id") == "-id"
    assert leads(headless, "-id") is None
    assert leads(headless, "-email") == "id"


def test_every_way_from_here_is_an_address():
    asked = query_of_address(USERS, "page=2&newsSubscription=true&sort=email", "")
    hrefs = {name: dict(parse_qsl(query)) for name, query in asked.hrefs(4, lambda query: query).items()}
    on = {"newsSubscription": "true", "sort": "email"}
    assert [hrefs[name] for name in ("first", "previous")] == [on, on]
    assert [hrefs[name]["page"] for name in ("next", "last")] == ["3", "4"]
    assert hrefs["sort:email"] == {**on, "sort": "-email"}
    assert hrefs["sort:id"] == {**on, "sort": "id"}
    assert hrefs["without:newsSubscription"] == {"sort": "email"}
    assert hrefs["reset"] == {"sort": "email"}
    assert "view:map" not in hrefs
    assert query_of_address(RELAY_POINTS, "", "").hrefs(1, lambda query: query)["view:map"] == "view=map"


@pytest.mark.parametrize(("number", "kept"), [("1", True), ("100", True), ("101", False), ("0", False), ("-5", False)])
def test_a_number_is_between_the_bounds_of_its_filter(number, kept):
    asked = query_of_address(USERS, urlencode({"origin": PLACE, "range": number}), "")
    assert ("range" in asked.filters) is kept


@pytest.mark.parametrize(("area", "kept"), [("6,49,7,48", True), ("7,48,6,49", False), ("here", False)])
def test_an_area_has_four_sides(area, kept):
    assert ("bounds" in query_of_address(RELAY_POINTS, urlencode({"bounds": area}), "").filters) is kept


def test_a_place_goes_without_the_name_we_keep():
    assert ListQuery(USERS, filters={"origin": PLACE, "q": "a"}).sent() == {
        "origin": '{"lat": 48.69, "lgt": 6.18}',
        "q": "a",
    }


def test_a_map_is_asked_for_where_there_is_one():
    assert query_of_address(RELAY_POINTS, "view=map", "").view == "map"
    assert query_of_address(USERS, "view=map", "").view == ""


def test_the_columns_an_address_names_go_on_from_page_to_page():
    asked = query_of_address(USERS, "columns=email,nonsense,familyName&page=2", "")
    assert asked.columns == ("email",), "the main column is always shown"
    assert dict(parse_qsl(asked.hrefs(4, lambda query: query)["next"]))["columns"] == "email"


def test_what_is_kept_names_its_size_and_its_columns():
    asked = query_of_address(USERS, "gender=1&page=2", "")
    assert asked.as_view("email,telephone") == "perPage=25&columns=telephone%2Cemail&gender=1"
    assert query_of_address(USERS, "perPage=50&columns=email", "").as_view("") == "perPage=50&columns=email"


@proves("LIST-34")
def test_several_records_are_one_filter_each_of_which_goes_alone():
    asked = query_of_address(RELAY_POINTS, "relayPointTypes=1,12&status=1&page=2", "")
    assert asked.filters == asked.sent() == {"relayPointTypes": "1,12", "status": "1"}
    hrefs = {name: dict(parse_qsl(query)) for name, query in asked.hrefs(4, lambda query: query).items()}
    assert hrefs["next"] == {"page": "3", "relayPointTypes": "1,12", "status": "1"}
    assert hrefs["without:relayPointTypes=12"] == {"relayPointTypes": "1", "status": "1"}
    assert hrefs["without:relayPointTypes=1"] == {"relayPointTypes": "12", "status": "1"}
    assert hrefs["without:relayPointTypes"] == {"status": "1"}
    assert query_of_address(RELAY_POINTS, "relayPointTypes=1", "").other(without="relayPointTypes=1") == ""
    assert parse_qsl(asked.as_view(""))[-2:] == [("relayPointTypes", "1,12"), ("status", "1")]


@proves("LIST-34")
@pytest.mark.parametrize(
    ("text", "ids"),
    [("1,12", ("1", "12")), ("12,1,12,1", ("12", "1")), (" 3 ,,x,0,007,-1,1.5,²,٣", ("3", "7")), ("", ()), ("0", ())],
)
def test_of_several_records_what_is_no_id_is_left_out(text, ids):
    assert several(text) == ids


FIRST, LAST = "createdDate[after]", "createdDate[before]"


@proves("LIST-27")
def test_the_last_day_of_a_period_counts_whole():
    """A day of the API is its midnight: what happened on the last day comes after it (users.yaml, DateParam)."""
    asked = query_of_address(USERS, f"{FIRST}=2026-10-01&{LAST}=2026-10-31", "")
    assert asked.filters == {FIRST: "2026-10-01", LAST: "2026-10-31"}
    assert asked.sent() == {FIRST: "2026-10-01", "createdDate[strictly_before]": "2026-11-01"}
    assert last_day("2026-11-01") == "2026-10-31"
    assert query_of_address(USERS, f"{LAST}=9999-12-31", "").sent() == {LAST: "9999-12-31"}


@proves("LIST-28")
def test_a_period_the_wrong_way_round_is_exchanged():
    asked = query_of_address(USERS, f"{FIRST}=2026-10-31&{LAST}=2026-10-01&lastActivityDate[after]=2027-01-01", "")
    assert asked.filters == {FIRST: "2026-10-01", LAST: "2026-10-31", "lastActivityDate[after]": "2027-01-01"}
    assert asked.exchanged == (FIRST,)
    assert query_of_address(USERS, f"{FIRST}=2026-10-01&{LAST}=2026-10-31", "").exchanged == ()
    assert query_of_address(USERS, f"{FIRST}=2026-10-31&{LAST}=never", "").filters == {FIRST: "2026-10-31"}


@proves("LIST-27")
def test_both_ends_of_a_period_go_together():
    asked = query_of_address(USERS, f"{FIRST}=2026-10-01&{LAST}=2026-10-31&gender=1", "")
    assert asked.other(without=FIRST) == asked.other(without=LAST) == "gender=1"
    assert query_of_address(USERS, f"{LAST}=2026-10-31", "").other(without=LAST) == ""
    assert parse_qsl(asked.other(without="gender")) == [(FIRST, "2026-10-01"), (LAST, "2026-10-31")]
