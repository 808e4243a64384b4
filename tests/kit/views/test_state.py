"""Views: kept as the list stands, of one person or of everybody, opened by who may open the list, counted aside."""

import asyncio
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from admin_app.features.communities.screens import CommunityList
from admin_app.features.users.screens import UserList
from admin_app.kit.session import Session
from admin_app.kit.store.database import StoreUnavailable, reading
from admin_app.kit.store.tables import views
from admin_app.kit.views import store as view_store
from admin_app.kit.views.state import Views
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

FILTERED = "/users?perPage=50&sort=-familyName&familyName=mar&page=2&evil=1"
COLUMNS = "familyName,email,nonsense"


async def keep(tab, name="Les Martin", columns=",", **ticked):
    """Keep the list at hand with the columns that the person chose: none beside the main one, unless named."""
    (await tab.state(UserList)).kept_columns = columns
    await tab.send(Views.keep, data={"name": name, **dict.fromkeys(ticked, "on")})


def shown(tab, *names):
    rows = tab.view(Views).views
    return [row[names[0]] if len(names) == 1 else tuple(row[name] for name in names) for row in rows]


def unavailable(*_):
    raise StoreUnavailable(cause="test")


def problem(tab):
    return tab.view(Views).problem


async def due(tab):
    """A minute later, at the next address."""
    state = await tab.state(Views)
    state._read_at, state._counts = 0.0, {}
    await tab.open(tab.address)


def refusal(why):
    return say(f"kit.views.refusals.{why}", "fr", longest=view_store.LONGEST, most=view_store.MOST)


# --- what is kept -------------------------------------------------------------------------------


@proves("VIEW-1")
async def test_a_view_keeps_the_list_as_it_is_shown(sign_in):
    tab = await sign_in("admin", FILTERED)
    await keep(tab, columns=COLUMNS)
    (href,) = shown(tab, "href")
    assert href == "/users?sort=-familyName&perPage=50&columns=email&familyName=mar"
    assert shown(tab, "name", "route", "shared", "pinned", "mine") == [("Les Martin", "/users", "", "", "1")]
    assert tab.view(Views).made == 1


@proves("VIEW-1")
async def test_the_list_at_hand_is_the_view_on_whatever_page(sign_in):
    """Its tab is marked: after keeping it, on its second page, not with another column."""
    tab = await sign_in("admin", "/users?sort=-familyName")
    await keep(tab, columns="")
    (href,) = shown(tab, "href")
    listed = await tab.state(UserList)
    assert listed.hrefs["as_view"] == href
    await tab.open(f"{href}&page=2")
    assert listed.hrefs["as_view"] == href
    await tab.open("/users?sort=-familyName")
    await tab.send(UserList.choose_column, name="email")
    assert listed.hrefs["as_view"] != href


@proves("VIEW-1")
async def test_it_opens_as_it_was_kept_whatever_this_browser_used_last(sign_in):
    tab = await sign_in("admin", "/users?perPage=25&familyName=mar")
    await keep(tab, columns=COLUMNS)
    await tab.open("/users?perPage=100")
    await tab.open(shown(tab, "href")[0])
    view = tab.view(UserList)
    assert (view.page_size, view.filters) == ("25", {"familyName": "mar"})
    assert "columns=" in view.hrefs["next"], "and goes on so from page to page"


@proves("VIEW-1")
async def test_it_survives_signing_out(sign_in):
    tab = await sign_in("admin", "/users")
    await keep(tab)
    await tab.send(Session.leave)
    other = await sign_in("admin", "/events")
    assert shown(other, "name") == ["Les Martin"]


@proves("VIEW-2")
async def test_a_view_is_of_its_person_alone(sign_in):
    await keep(await sign_in("admin", "/users"))
    other = await sign_in("solidary", "/users")
    assert shown(other, "name") == []


@proves("VIEW-4")
@pytest.mark.parametrize(
    "address", ["/", "/users/show/30", "/users/create", "/nowhere", "//evil.example.org", "/register/../users"]
)
async def test_what_is_no_list_is_never_kept(sign_in, address):
    tab = await sign_in("admin", address)
    await keep(tab)
    assert shown(tab, "name") == []
    with reading() as store:
        assert store.execute(select(views)).all() == []


@proves("VIEW-4")
async def test_nothing_but_what_the_list_knows_is_kept_of_an_address(sign_in):
    strange = {"familyName": "mar", "next": "https://evil.example.org", "createdDate[after]": "never", "page": "9"}
    tab = await sign_in("admin", f"/users?{urlencode(strange)}")
    await keep(tab, columns="../..,<script>,email")
    assert shown(tab, "href") == ["/users?perPage=25&columns=email&familyName=mar"]


@proves("VIEW-4")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "no_name"),
        ("  \n ", "no_name"),
        ("x" * 61, "long_name"),
        ("x" * 10_000, "long_name"),
        ("\u202enitraM", "unprintable"),
        ("a\0b", "unprintable"),
    ],
)
async def test_a_name_that_is_none_is_refused_in_words(sign_in, name, why):
    tab = await sign_in("admin", "/users")
    await keep(tab, name)
    assert problem(tab) == refusal(why)
    assert shown(tab, "name") == []
    assert tab.view(Views).made == 0, "what was typed stays"


async def test_a_list_has_each_name_once(sign_in, configure):
    configure(event=True)
    tab = await sign_in("admin", "/users")
    await keep(tab)
    await keep(tab, " les  MARTIN ")
    assert problem(tab) == refusal("twice")
    await tab.open("/events")
    await keep(tab)
    assert (problem(tab), len(shown(tab, "name"))) == ("", 2)


@proves("VIEW-4")
async def test_filters_that_are_too_long_are_refused_in_words(sign_in):
    tab = await sign_in("admin", f"/users?familyName={'x' * 10_000}")
    await keep(tab)
    assert problem(tab) == refusal("long_address")


async def test_there_is_an_end_to_them(sign_in, monkeypatch):
    monkeypatch.setattr(view_store, "MOST", 2)
    tab = await sign_in("admin", "/users")
    for name in "abc":
        await keep(tab, name)
    assert shown(tab, "name") == ["a", "b"]
    assert problem(tab) == refusal("many")


# --- whose they are -----------------------------------------------------------------------------


@proves("VIEW-3")
async def test_everybodys_is_seen_by_who_may_open_the_list(sign_in):
    tab = await sign_in("admin", "/users")
    await keep(tab, everybody=True)
    await tab.open("/articles")
    await keep(tab, "Brouillons", everybody=True)
    assert shown(tab, "name", "shared") == [("Les Martin", "1"), ("Brouillons", "1")]
    assert shown(await sign_in("solidary", "/users"), "name") == ["Les Martin"], "the list of articles is not for them"
    assert shown(await sign_in("hitchhiking", "/users"), "name", "mine") == [("Les Martin", "")]


@proves("VIEW-3")
async def test_a_list_whose_module_is_off_has_no_views(sign_in, configure):
    configure(event=True)
    tab = await sign_in("admin", "/events")
    await keep(tab)
    configure(event=False)
    await due(tab)
    assert shown(tab, "name") == []


@proves("VIEW-3")
async def test_who_lost_the_permission_sees_the_view_no_more(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    await keep(tab)
    upstream.grant("admin@demo.test", "access_admin", "event_manage")
    other = await sign_in("admin", "/")
    assert shown(other, "name") == []


@proves("VIEW-2")
async def test_only_who_manages_accounts_keeps_views_for_everybody(sign_in):
    tab = await sign_in("hitchhiking", "/users")
    assert not tab.view(Views).may_share
    await keep(tab, everybody=True)
    assert shown(tab, "name") == []
    with reading() as store:
        assert store.execute(select(views)).all() == []


@proves("VIEW-2")
async def test_nobody_changes_what_is_not_theirs(sign_in):
    """Whatever page they are on: an event may be sent by anybody."""
    owner = await sign_in("admin", "/users")
    await keep(owner, "Mine")
    await keep(owner, "Ours", everybody=True)
    ours, mine = shown(owner, "id")
    before = view_store.of(0), view_store.of(owner.view(Session).user_id)
    other = await sign_in("hitchhiking", "/users")
    for view_id in (mine, ours, "0", "-1", "9" * 30, "x"):
        for handler, payload in (
            (Views.rename, {"data": {"id": view_id, "name": "Theirs"}}),
            (Views.pin, {"view_id": view_id, "pinned": True}),
            (Views.move, {"view_id": view_id, "down": True}),
            (Views.remove, {"view_id": view_id}),
        ):
            await other.send(handler, **payload)
            assert problem(other) == refusal("gone")
    assert (view_store.of(0), view_store.of(owner.view(Session).user_id)) == before


# --- what is done with them ---------------------------------------------------------------------


@proves("VIEW-6")
async def test_renamed_pinned_and_removed(sign_in):
    tab = await sign_in("admin", "/users")
    await keep(tab)
    (view_id,) = shown(tab, "id")
    await tab.send(Views.turn_to, editing=view_id, removing="")
    await tab.send(Views.rename, data={"id": view_id, "name": "x" * 99})
    assert (problem(tab), tab.view(Views).editing) == (refusal("long_name"), view_id)
    await tab.send(Views.rename, data={"id": view_id, "name": "Les Martin "})
    assert (problem(tab), tab.view(Views).editing) == ("", "")
    await tab.send(Views.pin, view_id=view_id, pinned=True)
    assert (shown(tab, "pinned"), tab.view(Views).pins) == (["1"], 1)
    await tab.send(Views.turn_to, editing="", removing=view_id)
    await tab.send(Views.remove, view_id=view_id)
    assert (shown(tab, "id"), tab.view(Views).routes, tab.view(Views).pins) == ([], [], 0)


@proves("NOTICE-24")
async def test_pressed_twice_it_is_kept_and_removed_once(sign_in):
    """The second press finds what the first has done, and is not told that it was refused."""
    tab = await sign_in("admin", "/users")
    await keep(tab)
    await keep(tab)
    assert (problem(tab), shown(tab, "name"), tab.view(Views).made) == ("", ["Les Martin"], 1)
    await tab.send(Views.keep, data={"name": "Les Martin", "form": "1"})
    assert problem(tab) == refusal("twice"), "the same name typed again is no second press"
    (view_id,) = shown(tab, "id")
    await tab.send(Views.remove, view_id=view_id)
    await tab.send(Views.remove, view_id=view_id)
    assert (problem(tab), shown(tab, "name")) == ("", [])


@proves("NOTICE-24")
async def test_what_was_not_done_is_done_by_the_next_press(sign_in, monkeypatch):
    """The store is back, or the name free again: nothing says that this was a second press of one."""
    tab = await sign_in("admin", "/users")
    with monkeypatch.context() as full:
        full.setattr(view_store, "MOST", 0)
        await keep(tab)
        assert (problem(tab), shown(tab, "name")) == (refusal("many"), [])
    await keep(tab)
    (view_id,) = shown(tab, "id")
    with monkeypatch.context() as away:
        away.setattr(view_store, "remove", unavailable)
        await tab.send(Views.remove, view_id=view_id)
    assert (problem(tab), shown(tab, "id")) == (say("errors.store", "fr"), [view_id])
    await tab.send(Views.remove, view_id=view_id)
    assert (problem(tab), shown(tab, "name")) == ("", [])


@proves("VIEW-6")
async def test_moved_among_those_of_the_list(sign_in, configure):
    configure(event=True)
    tab = await sign_in("admin", "/users")
    for name in "abc":
        await keep(tab, name)
    await tab.open("/events")
    await keep(tab, "z")
    ids = dict(shown(tab, "name", "id"))
    for name, down, order in (("c", False, "acbz"), ("a", False, "acbz"), ("a", True, "cabz"), ("b", True, "cabz")):
        await tab.send(Views.move, view_id=ids[name], down=down)
        assert "".join(shown(tab, "name")) == order


# --- how many rows ------------------------------------------------------------------------------


async def counters(tab):
    await due(tab)
    return shown(tab, "name", "count")


@proves("VIEW-5")
async def test_a_view_of_the_menu_is_counted_by_one_cheap_call_a_minute(sign_in, upstream):
    tab = await sign_in("admin", "/users?familyName=mar&perPage=50")
    total = tab.view(UserList).total
    await keep(tab, pinned=True)
    await keep(tab, "Unpinned")
    await tab.open("/articles")
    upstream.forget()
    assert await counters(tab) == [("Les Martin", str(total)), ("Unpinned", "")]
    (call,) = upstream.called("GET", "admin/users")
    assert call.query == {"familyName": "mar", "page": "1", "perPage": "1", "order[createdDate]": "desc"}
    assert total > 0
    upstream.forget()
    (await tab.state(Views))._read_at = 0.0
    await tab.open("/articles")
    assert not upstream.called("GET", "admin/users"), "views that were changed are read again, counters are not"


@proves("VIEW-5")
async def test_it_is_counted_as_the_list_asks_for_its_rows(sign_in, upstream, configure):
    configure(hitchhiking=True, community=True)
    tab = await sign_in("admin", "/hitchhikers?identityStatus=0&q=a")
    asked = upstream.called("GET", "admin/users")[-1].query
    await keep(tab, pinned=True)
    upstream.forget()
    await due(tab)
    call = upstream.called("GET", "admin/users")[-1]
    assert {**asked, "perPage": "1"} == call.query
    await tab.open("/communities?moderated=me")
    total = tab.view(CommunityList).total
    await keep(tab, "Mine", pinned=True)
    assert dict(await counters(tab))["Mine"] == str(total)
    assert tab.view(CommunityList).filters == {"moderated": "me"}


async def test_the_list_at_hand_is_left_alone_by_the_counting(sign_in):
    tab = await sign_in("admin", "/users?familyName=mar&perPage=50")
    await keep(tab, pinned=True)
    await tab.open("/users?familyName=dur&perPage=10")
    rows = tab.view(UserList).rows
    tab.forget()
    await tab.send(Views.refresh)
    assert shown(tab, "count") != [""]
    assert (tab.view(UserList).rows, (await tab.state(UserList)).filters) == (rows, {"familyName": "dur"})
    assert not tab.sent(UserList, "page_size")


@proves("VIEW-5")
async def test_what_is_filtered_here_has_no_counter(sign_in, upstream, configure):
    configure(solidary=True)
    tab = await sign_in("solidary", "/solidaryrecords")
    await keep(tab, pinned=True)
    upstream.forget()
    await due(tab)
    await tab.open("/")
    assert shown(tab, "name", "count") == [("Les Martin", "")]


@proves("VIEW-5")
@pytest.mark.parametrize("fault", ["fail", "cut"])
async def test_a_counter_that_fails_touches_nothing_else(sign_in, upstream, fault):
    tab = await sign_in("admin", "/users")
    await keep(tab, pinned=True)
    await tab.open("/articles")
    await keep(tab, "Articles", pinned=True)
    getattr(upstream, fault)("admin/users")
    assert [(name, bool(count)) for name, count in await counters(tab)] == [("Les Martin", False), ("Articles", True)]
    assert problem(tab) == ""
    assert tab.redirects == []


@proves("VIEW-5")
async def test_counting_keeps_no_page_waiting(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    await keep(tab, pinned=True)
    state = await tab.state(Views)
    state._read_at, state._counts = 0.0, {}
    with upstream.held("admin/users?") as released:
        opened = await tab.begin("/relaypoints")
        await upstream.awaited("admin/users?")
        async with asyncio.timeout(5):
            await tab.send(Views.turn_to, editing="1", removing="")
        assert tab.view(Views).editing == "1"
        released.set()
        await opened.wait_all()


# --- without the store --------------------------------------------------------------------------


async def test_without_the_store_it_is_said_and_the_rest_goes_on(sign_in, configure, upstream):
    configure(store_url="sqlite:////dev/null/store.sqlite")
    tab = await sign_in("admin", "/users")
    assert (tab.view(Views).away, problem(tab)) == (say("errors.store", "fr"), "")
    assert tab.view(UserList).rows
    await keep(tab)
    assert problem(tab) == say("errors.store", "fr")
    assert tab.view(Views).made == 0


async def test_in_both_kinds_of_store(store):
    for name in ("b", "a"):
        view_store.add(7, name, "/users", "q=1", True)
    view_store.add(None, "all", "/users", "", False)
    first, second = (each for each in view_store.of(7) if each.owner_id)
    view_store.move(second.id, (7,), down=False)
    view_store.pin(first.id, (7,), False)
    view_store.rename(first.id, (7,), "c")
    assert [(each.name, each.pinned, each.owner_id) for each in view_store.of(7)] == [
        ("a", True, 7),
        ("all", False, None),
        ("c", False, 7),
    ]
    view_store.remove(first.id, (7, None))
    assert [each.name for each in view_store.of(8)] == ["all"]
