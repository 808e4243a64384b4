"""Lists: the address holds all of their state, and what fails takes nothing away (LIST-1 to LIST-13)."""

import asyncio
import datetime as dt
import json
from urllib.parse import parse_qsl, quote, urlsplit

import pytest

from admin_app.features.home.page import Home
from admin_app.features.users.screens import UserList
from admin_app.kit.lists.page import list_page
from admin_app.kit.lists.state import NAMED, SELECTION_LIMIT
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from tests.support.proofs import proves
from tests.support.tab import MARKER

PAGING = {"order[createdDate]": "desc", "page": "1", "perPage": "25"}


def told(tab) -> list[tuple[str, str, str]]:
    return [(item["kind"], item["text"], item["detail"]) for item in tab.view(Notices).items]


def ids(tab) -> list[str]:
    return [row["id"] for row in tab.view(UserList).rows]


def asked(upstream) -> dict[str, str]:
    """The parameters of the last list asked for."""
    return upstream.called("GET", "admin/users")[-1].query


def query(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


# --- from the address to the API ------------------------------------------------

ADDRESSES = [
    ("/users", PAGING),
    ("/users/", PAGING),
    ("/users?page=2", PAGING | {"page": "2"}),
    ("/users?perPage=10", PAGING | {"perPage": "10"}),
    ("/users?sort=familyName", {"order[familyName]": "asc", "page": "1", "perPage": "25"}),
    ("/users?sort=-email&perPage=100", {"order[email]": "desc", "page": "1", "perPage": "100"}),
    ("/users?familyName=du%20pont", PAGING | {"familyName": "du pont"}),
    ("/users?newsSubscription=true&gender=2", PAGING | {"newsSubscription": "true", "gender": "2"}),
    ("/users?createdDate%5Bafter%5D=2026-01-31", PAGING | {"createdDate[after]": "2026-01-31"}),
    (
        "/users?createdDate%5Bafter%5D=2026-02-01&createdDate%5Bbefore%5D=2026-01-31",
        PAGING | {"createdDate[after]": "2026-01-31", "createdDate[strictly_before]": "2026-02-02"},
    ),
    ("/users?lastActivityDate%5Bbefore%5D=2026-01-31", PAGING | {"lastActivityDate[strictly_before]": "2026-02-01"}),
    ("/users?q=l%26co%20%2B%20%23", PAGING | {"q": "l&co + #"}),
    ("/users?q=%C3%89lo%C3%AFse%20%F0%9F%9A%97", PAGING | {"q": "Éloïse 🚗"}),
]


@proves("CALL-14", "LIST-1", "USER-2", "USER-3", "BUDGET-7")
@pytest.mark.parametrize(("address", "expected"), ADDRESSES)
async def test_the_address_says_what_is_asked(sign_in, upstream, address, expected):
    tab = await sign_in("admin", address)
    assert asked(upstream) == expected
    assert tab.view(UserList).problem == ""
    assert len(upstream.called("GET", "admin/users")) == 1, "one call for one list"


MALFORMED = [
    "page=0",
    "page=-3",
    "page=two",
    "page=1.5",
    "page=%C2%B2",
    "page=99999999999999999999",
    "perPage=7",
    "perPage=1000000",
    "perPage=",
    "sort=password",
    "sort=",
    "sort=-",
    "sort=--email",
    "sort=homeAddress.addressLocality",
    "sort=given_name",
    "nothing=of+ours",
    "createdDate%5Bafter%5D=yesterday",
    "createdDate%5Bafter%5D=2026-02-30",
    "gender=9",
    "newsSubscription=maybe",
    "community=..%2Fusers%2F7",
    "community=%C2%B2",
    "range=far",
    "origin=%7B%22lat%22%3A1%7D",
    "order%5Bemail%5D=asc",
    "roles=1",
    "q=",
    "%5B%5D=&=&&",
]


@proves("LIST-2", "LIST-4", "USER-25")
@pytest.mark.parametrize("text", MALFORMED)
async def test_what_is_unknown_or_malformed_in_the_address_is_ignored(sign_in, upstream, text):
    tab = await sign_in("admin", f"/users?{text}")
    assert asked(upstream) == PAGING
    assert tab.view(UserList).problem == ""
    assert len(tab.view(UserList).rows) == 25


async def test_a_filter_is_not_carried_from_one_address_to_the_next(sign_in, upstream):
    tab = await sign_in("admin", "/users?q=ma&sort=email&page=2")
    await tab.open("/users")
    assert asked(upstream) == PAGING
    assert tab.view(UserList).filters == {}


@proves("USER-4")
async def test_an_apostrophe_in_the_name_searches_the_family_name(sign_in, upstream):
    """Upstream an apostrophe in `q` breaks the query."""
    tab = await sign_in("admin", "/users?q=O'Connor")
    assert "q" not in asked(upstream)
    assert asked(upstream)["familyName"] == "O'Connor"
    assert tab.view(UserList).filters == {"q": "O'Connor"}, "the person still sees what was typed"
    assert "11" in ids(tab)


@proves("USER-4")
async def test_a_full_name_with_an_apostrophe_is_found(sign_in, upstream):
    tab = await sign_in("admin", "/users?q=Seán%20O'Connor")
    assert asked(upstream)["q"] == "Seán"
    assert asked(upstream)["familyName"] == "O'Connor"
    assert ids(tab) == ["11"]


@proves("LIST-22")
async def test_an_apostrophe_does_not_replace_another_filter(sign_in, upstream):
    """Both would be asked as the family name: one of them left out, the list would be wider than it says."""
    tab = await sign_in("admin", "/users?q=d'A&familyName=arcy")
    assert upstream.called("GET", "admin/users") == []
    view = tab.view(UserList)
    assert (view.obstacle, sorted(view.clash), view.total, view.problem) == ("apart", ["familyName", "q"], 0, "")


@proves("USER-3")
async def test_a_place_is_sent_without_the_name_kept_for_the_person(sign_in, upstream):
    place = quote('{"lat":48.69,"lgt":6.18,"name":"Nancy"}')
    tab = await sign_in("admin", f"/users?origin={place}&range=5")
    assert json.loads(asked(upstream)["origin"]) == {"lat": 48.69, "lgt": 6.18}
    assert asked(upstream)["range"] == "5"
    assert list(tab.view(UserList).filter_labels.values()) == ["Nancy"]
    assert tab.view(UserList).problem == ""


@proves("CALL-16")
async def test_places_are_searched_by_address(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    await tab.send(UserList.search, name="origin", text="Nancy")
    assert upstream.called("GET", "points")[-1].query == {"search": "Nancy"}
    value = json.loads(tab.view(UserList).suggestions["origin"][0]["value"])
    assert set(value) == {"lat", "lgt", "name"}


# --- what is shown ----------------------------------------------------------------


@proves("LIST-19")
async def test_a_page_shows_rows_and_where_they_are(sign_in):
    tab = await sign_in("admin", "/users?page=2")
    shown = tab.view(UserList)
    assert len(shown.rows) == 25
    assert (shown.total, shown.page, shown.pages, shown.first, shown.last) == (200, 2, 8, 26, 50)
    assert (shown.loading, shown.loaded, shown.problem) == (False, True, "")
    assert shown.address == "/users?page=2"


@proves("LIST-7", "USER-2")
async def test_rows_hold_the_columns_and_nothing_else(sign_in):
    """Only what is shown leaves the server (LIST-7)."""
    tab = await sign_in("admin", "/users?q=camille%20lefebvre")
    row = tab.view(UserList).rows[0]
    columns = {column.name for column in UserList.resource.columns}
    assert set(row) == columns | {"id", "_name", "_href", "_masked"}
    assert (row["_name"], row["_href"], row["email"]) == (
        "Camille Lefebvre",
        "/users/show/7",
        "c•••@•••.org",
    )
    assert all(isinstance(value, str) for value in row.values())


@proves("PAGE-3", "PAGE-5", "LIST-18")
async def test_text_of_people_is_text(sign_in):
    tab = await sign_in("admin", "/users?perPage=100&sort=id")
    rows = {row["id"]: row for row in tab.view(UserList).rows}
    assert rows["8"]["_name"] == "<b>Léo</b> <script>alert('x')</script>"
    assert rows["9"]["_name"] == "Zoé 🚗 Émoji 🇫🇷"
    assert rows["16"]["_name"] == "محمد Бернар"
    assert rows["13"]["_name"] == "#13"
    assert rows["13"]["familyName"] == "#13", "the link of a row is never empty"


@proves("LIST-1")
async def test_addresses_of_other_pages_keep_the_rest(sign_in):
    tab = await sign_in("admin", "/users?page=2&perPage=10&sort=email&gender=1&q=a")
    hrefs = tab.view(UserList).hrefs
    rest = {"perPage": "10", "sort": "email", "gender": "1", "q": "a"}
    assert query(hrefs["first"]) == rest, "the first page is not said"
    assert query(hrefs["previous"]) == rest
    assert query(hrefs["next"]) == rest | {"page": "3"}
    assert query(hrefs["last"]) == rest | {"page": str(tab.view(UserList).pages)}
    assert query(hrefs["without:q"]) == {"perPage": "10", "sort": "email", "gender": "1"}
    assert query(hrefs["sort:familyName"]) == rest | {"sort": "familyName"}
    assert query(hrefs["sort:email"]) == rest | {"sort": "-email"}, "a second click turns the order"
    assert query(hrefs["reset"]) == {"perPage": "10", "sort": "email"}
    assert all(urlsplit(href).path == "/users" for href in hrefs.values())


async def test_addresses_stop_at_both_ends(sign_in):
    tab = await sign_in("admin", "/users")
    assert tab.view(UserList).hrefs["previous"] == "/users"
    await tab.open("/users?page=8")
    assert tab.view(UserList).hrefs["next"] == "/users?page=8"


async def test_addresses_of_odd_filters_lead_back_to_them(sign_in, upstream):
    tab = await sign_in("admin", "/users?q=a%26b%3Dc%20%2B%20%C3%A9%23&createdDate%5Bafter%5D=2020-01-01")
    first = asked(upstream)
    await tab.open(tab.view(UserList).hrefs["sort:email"])
    assert asked(upstream) == {
        "order[email]": "asc", "page": "1", "perPage": "25", "q": "a&b=c + é#", "createdDate[after]": "2020-01-01"
    }  # fmt: skip
    assert first["q"] == "a&b=c + é#"


async def test_sorting_sorts(sign_in):
    tab = await sign_in("admin", "/users?sort=-id&perPage=10")
    assert ids(tab) == [str(number) for number in range(200, 190, -1)]


# --- pages ---------------------------------------------------------------------------


@proves("LIST-3")
async def test_a_page_beyond_the_last_goes_to_the_last(sign_in):
    tab = await sign_in("admin", "/users?page=99&q=a&sort=email")
    last = tab.view(UserList).pages
    assert 1 < last < 99
    assert [query(each) for each in tab.redirects] == [{"page": str(last), "q": "a", "sort": "email"}]
    tab.forget()
    await tab.open(f"/users?page={last}&q=a&sort=email")
    assert not tab.redirects
    assert tab.view(UserList).rows


@proves("LIST-3")
async def test_a_page_beyond_the_last_of_nothing_goes_to_the_first(sign_in):
    tab = await sign_in("admin", "/users?page=3&q=nobody-is-called-so")
    assert tab.redirects == ["/users?q=nobody-is-called-so"]
    shown = tab.view(UserList)
    assert (shown.total, shown.pages, shown.first, shown.last, shown.rows) == (0, 1, 0, 0, [])


@proves("LIST-4")
async def test_the_size_of_pages_is_remembered_by_the_browser(sign_in, upstream, browser):
    tab = await sign_in("admin", "/users?perPage=50")
    await tab.open("/users")
    assert asked(upstream)["perPage"] == "50"
    await browser.tab().open("/users")
    assert asked(upstream)["perPage"] == "50"
    assert len(tab.view(UserList).rows) == 50


@proves("LIST-4")
async def test_a_meddled_remembered_size_is_ignored(sign_in, upstream, browser):
    tab = await sign_in("admin", "/users?perPage=50")
    key = next(name for name in browser.storage if "page_size" in name)
    browser.storage[key] = "100000"
    await browser.tab().open("/users")
    assert asked(upstream)["perPage"] == "25"
    assert tab.view(UserList).page_size == "50"


# --- failures ---------------------------------------------------------------------------


@proves("NOTICE-13", "LIST-5", "LIST-19")
@pytest.mark.parametrize("status", [500, 503])
async def test_a_failed_load_keeps_the_rows_and_ends(sign_in, upstream, status):
    tab = await sign_in("admin", "/users")
    before = ids(tab)
    upstream.fail("admin/users", status, times=1)
    await tab.open("/users?page=2")
    assert ids(tab) == before
    assert tab.view(UserList).loading is False
    assert tab.view(UserList).problem
    assert [kind for kind, _, _ in told(tab)] == ["error"]
    await tab.send(UserList.load)
    assert tab.view(UserList).problem == ""
    assert tab.view(UserList).page == 2
    assert ids(tab) != before


@proves("LIST-5", "NOTICE-18")
@pytest.mark.parametrize("query", ["?q=dupont", "?gender=1&page=2"])
async def test_a_failed_load_keeps_no_rows_under_filters_they_do_not_answer(sign_in, upstream, query):
    tab = await sign_in("admin", "/users")
    upstream.fail("admin/users", 500)
    await tab.open(f"/users{query}")
    view = tab.view(UserList)
    assert (view.rows, view.total, view.first, view.last) == ([], 0, 0, 0)
    assert view.problem
    upstream.heal()
    await tab.open("/users")
    assert len(ids(tab)) == 25
    upstream.fail("admin/users", 500)
    await tab.send(UserList.load)
    assert len(ids(tab)) == 25


@proves("CALL-23")
async def test_one_odd_member_does_not_hide_the_others(sign_in, upstream):
    tab = await sign_in("admin", "/")
    good = [{"id": number, "familyName": f"Nom {number}"} for number in (7, 8)]
    odd = ["nonsense", {"familyName": "x"}, {"id": 9, "familyName": {"a": 1}}, {"id": [], "familyName": "y"}]
    upstream.answer("GET", "admin/users", {"hydra:member": [good[0], *odd, good[1]]})
    await tab.open("/users")
    upstream.contract.violations.clear()
    assert [row["id"] for row in tab.view(UserList).rows] == ["7", "8"]
    assert (tab.view(UserList).unreadable, tab.view(UserList).problem) == (4, "")
    upstream.contract.inner.answers.clear()
    await tab.send(UserList.load)
    assert tab.view(UserList).unreadable == 0


@proves("CALL-23")
async def test_a_page_draws_as_many_rows_as_were_asked_for(sign_in, upstream):
    tab = await sign_in("admin", "/")
    whole = [{"id": number, "familyName": f"Nom {number}"} for number in range(1, 1601)]
    upstream.answer("GET", "admin/users", {"hydra:member": whole, "hydra:totalItems": 1600})
    await tab.open("/users")
    upstream.contract.violations.clear()
    assert [row["id"] for row in tab.view(UserList).rows] == [str(number) for number in range(1, 26)]


@proves("CALL-23")
async def test_an_id_that_comes_twice_is_one_row(sign_in, upstream):
    tab = await sign_in("admin", "/")
    upstream.answer("GET", "admin/users", {"hydra:member": [{"id": 7}] * 25, "hydra:totalItems": 25})
    await tab.open("/users")
    upstream.contract.violations.clear()
    assert [row["id"] for row in tab.view(UserList).rows] == ["7"]


@proves("NOTICE-5", "NOTICE-10")
async def test_no_answer_is_said_in_the_language_of_the_person(sign_in, upstream, browser):
    browser.storage["locale"] = "en"
    tab = await sign_in("admin", "/")
    upstream.cut("admin/users")
    await tab.open("/users")
    assert tab.view(UserList).problem == say("errors.network", "en")
    assert told(tab) == [("error", say("errors.user.load_error", "en"), say("errors.network", "en"))]
    assert tab.view(UserList).loading is False


@proves("NOTICE-11")
async def test_an_answer_that_is_no_list_is_a_failure_not_a_crash(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    before = ids(tab)
    upstream.contract.allow = (200,)
    upstream.answer("GET", "admin/users", {"hydra:member": [{"id": 1, "email": ["not", "a", "text"]}]})
    await tab.open("/users?page=2")
    assert tab.view(UserList).problem == say("errors.malformed", "fr")
    assert ids(tab) == before
    upstream.contract.violations.clear()


@proves("LIST-6")
async def test_a_stale_answer_never_replaces_a_newer_one(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    tab.forget()
    with upstream.held("q=camille") as released:
        tab.address = "/users?q=camille"
        old = await tab.start(UserList.load)
        await asyncio.sleep(0.01)
        tab.address = "/users?q=seán"
        new = await tab.start(UserList.load)
        await new.wait_all()
        released.set()
        await asyncio.wait([old])
    assert ids(tab) == ["11"]
    assert tab.view(UserList).filters == {"q": "seán"}
    assert all("7" not in [row["id"] for row in rows] for rows in tab.sent(UserList, "rows"))
    assert tab.view(UserList).loading is False


async def test_a_list_without_an_answer_yet_does_not_hold_up_leaving_it(sign_in, upstream):
    tab = await sign_in("admin", "/")
    with upstream.held("/admin/users"):
        await tab.begin("/users")
        await asyncio.sleep(0.05)
        await asyncio.wait_for(tab.open("/"), 5)
    assert tab.view(Home).logins
    assert tab.view(UserList).loaded is False


# --- reference filters --------------------------------------------------------------------


@proves("LIST-8")
async def test_the_record_behind_a_reference_filter_is_named_once(sign_in, upstream):
    tab = await sign_in("admin", "/users?community=1")
    name = upstream.called("GET", "admin/communities/1")
    assert len(name) == 1
    label = tab.view(UserList).filter_labels["community=1"]
    assert label
    assert label != "1"
    await tab.open("/users?community=1&page=2")
    assert len(upstream.called("GET", "admin/communities/1")) == 1


async def test_rows_do_not_wait_for_the_names_of_filters(sign_in, upstream):
    tab = await sign_in("admin", "/")
    with upstream.held("admin/communities/1") as released:
        opening = await tab.begin("/users?community=1")
        for _ in range(200):
            await asyncio.sleep(0.01)
            if tab.view(UserList).loaded and not tab.view(UserList).loading:
                break
        assert tab.view(UserList).rows
        assert "community=1" not in tab.view(UserList).filter_labels
        await asyncio.wait_for(tab.send(UserList.search, name="homeAddressTerritory", text="meurthe"), 5)
        assert tab.view(UserList).suggestions["homeAddressTerritory"], "the tab goes on while a name is awaited"
        released.set()
        await opening.wait_all()
    assert tab.view(UserList).filter_labels["community=1"] not in ("", "1")
    assert len(upstream.called("GET", "admin/users")) == 1


async def test_a_name_that_fails_leaves_the_rows_alone(sign_in, upstream):
    upstream.fail("admin/communities/1")
    tab = await sign_in("admin", "/users?community=1")
    assert tab.view(UserList).rows
    assert tab.view(UserList).problem == ""
    assert not tab.view(Notices).items
    assert tab.view(UserList).filter_labels["community=1"] == "1"


async def test_a_list_without_reference_filters_asks_once(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.open("/users?page=2")
    assert [call.path for call in upstream.calls] == ["/admin/users"]


@proves("LIST-9")
async def test_a_reference_that_cannot_be_read_shows_its_number(sign_in, upstream):
    tab = await sign_in("admin", "/users?community=99999")
    assert tab.view(UserList).filter_labels == {"community=99999": "99999"}
    assert tab.view(UserList).problem == ""


@proves("CALL-6", "USER-3")
async def test_references_are_searched_by_name(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    await tab.send(UserList.search, name="homeAddressTerritory", text=" meurthe ")
    assert upstream.called("GET", "admin/territories")[-1].query["name"] == "meurthe"
    options = tab.view(UserList).suggestions["homeAddressTerritory"]
    assert options
    assert all("meurthe" in option["label"].lower() for option in options)


@pytest.mark.parametrize(
    "payload", [{"name": "q", "text": "ab"}, {"name": "no such", "text": "ab"}, {"name": "community", "text": "a"}]
)
async def test_a_search_for_nothing_asks_nothing(sign_in, upstream, payload):
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.send(UserList.search, **payload)
    assert not upstream.calls
    assert not told(tab)


@proves("LIST-9")
async def test_a_failed_search_takes_no_row_away(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.fail("admin/communities", 500)
    await tab.send(UserList.search, name="community", text="ab")
    assert len(ids(tab)) == 25
    assert tab.view(UserList).loading is False


# --- selections -----------------------------------------------------------------------------


@proves("LIST-13", "BULK-10")
async def test_all_results_are_selected_across_pages(sign_in, upstream):
    tab = await sign_in("admin", "/users?gender=1&sort=id&perPage=10")
    total = tab.view(UserList).total
    assert total > 10
    tab.forget()
    await tab.send(UserList.select_all)
    (key, found, named) = tab.went("select")
    assert key == "users"
    assert len(found) == total
    assert found == sorted(found, key=int)
    assert named == {row["id"]: row["_name"] for row in tab.view(UserList).rows[:NAMED]}
    assert asked(upstream) == {"order[id]": "asc", "page": "1", "perPage": str(SELECTION_LIMIT), "gender": "1"}


async def test_deltas_of_a_page_are_those_of_its_list(sign_in):
    """Turning a page sends the rows once and nothing of other screens."""
    tab = await sign_in("admin", "/users")
    tab.forget()
    await tab.open("/users?page=2")
    assert len(tab.sent(UserList, "rows")) == 1
    assert "permissions" not in json.dumps([list(values) for delta in tab.deltas for values in delta.values()])


@proves("BUDGET-14")
async def test_a_page_is_told_what_differs(sign_in):
    """What stays is not sent, and not rendered, again (Reflex F30)."""
    tab = await sign_in("admin", "/users?status=1")
    tab.forget()
    await tab.open("/users?status=1&page=2")
    (told,) = [delta[UserList.get_full_name()] for delta in tab.deltas if UserList.get_full_name() in delta]
    assert {name.removesuffix(MARKER) for name in told} == {
        *("rows", "page", "first", "last", "address", "hrefs"),
    }


@proves("LIST-33")
async def test_a_page_without_rows_of_a_list_that_has_some_leads_to_those(sign_in, upstream):
    """The server contradicts itself, or others have just removed them: it is said, with a way on."""
    upstream.answer("GET", "admin/users", {"hydra:member": [], "hydra:totalItems": 60})
    tab = await sign_in("admin", "/users?page=2")
    shown = tab.view(UserList)
    assert (shown.rows, shown.total, shown.page, shown.pages, shown.last) == ([], 60, 2, 3, 0)
    assert (query(shown.hrefs["first"]).get("page", "1"), query(shown.hrefs["last"])["page"]) == ("1", "3")
    made = str(list_page(UserList))
    assert all(f"action:{name}" in made for name in ("to-first-page", "to-last-page"))
    assert say("kit.list.hollow", "fr", 60) != say("kit.list.hollow", "fr", 1)


@proves("LIST-27", "LIST-28")
async def test_a_period_is_named_and_one_the_wrong_way_round_is_said(sign_in):
    tab = await sign_in("admin", "/users?createdDate[after]=2020-10-31&createdDate[before]=2020-10-02")
    shown = tab.view(UserList)
    assert (shown.periods, shown.exchanged) == ({"createdDate[after]": "chosen"}, ["createdDate[after]"])
    last_year = dt.date.today().year - 1
    await tab.open(f"/users?createdDate[after]={last_year}-01-01&createdDate[before]={last_year}-12-31")
    shown = tab.view(UserList)
    assert (shown.periods, shown.exchanged) == ({"createdDate[after]": "last_year"}, [])


async def test_columns_are_those_of_the_address_or_else_of_the_person(sign_in):
    tab = await sign_in("admin", "/users")
    usual = tab.view(UserList).shown_columns
    assert "email" in usual
    await tab.send(UserList.choose_column, name="email")
    assert tab.view(UserList).shown_columns == [each for each in usual if each != "email"]
    await tab.open("/users?columns=email&page=2")
    assert tab.view(UserList).shown_columns == ["email"]
    await tab.send(UserList.choose_column, name="telephone")
    assert "columns" not in tab.redirects[-1]
    assert {"email", "telephone"} == {*tab.view(UserList).shown_columns}
    await tab.open("/users?page=2")
    assert {"email", "telephone"} == {*tab.view(UserList).shown_columns}


async def test_all_columns_but_the_main_one_may_be_hidden(sign_in):
    tab = await sign_in("admin", "/users")
    for name in tab.view(UserList).shown_columns:
        await tab.send(UserList.choose_column, name=name)
    assert tab.view(UserList).shown_columns == []
