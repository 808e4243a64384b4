"""What waits on the home page: counted beside the page, module by module, each with its way there (HOME-1)."""

import time
from datetime import datetime, timedelta
from urllib.parse import urlencode

import pytest
from sqlalchemy import func, select

from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.content.articles.record import ARTICLES
from admin_app.features.content.editorials import EDITORIALS
from admin_app.features.content.events import EVENTS, NEXT
from admin_app.features.hitchhikers.resource import HITCHHIKERS, PER_CALL
from admin_app.features.home.brief import DATED, THINGS
from admin_app.features.home.counts import ICONS
from admin_app.features.home.waiting import KEPT, WAITS, Waits, near
from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.desk import baskets
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.desk.screens import RequestList
from admin_app.features.solidary.statuses import CLOSED, EDITED, RECORD
from admin_app.features.solidary.waiting import PRESSING, URGENT
from admin_app.features.users.screens import UserForm
from admin_app.kit.clock import CLOCK, today
from admin_app.kit.parts import Pending
from admin_app.kit.parts.pending import pending as counter
from admin_app.kit.records import AHEAD, FEW, Next, Told
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.catalogue import LOCALES, catalogue
from admin_app.kit.words.locale import say
from sandbox.tables import identity_proofs, relay_points
from tests.support.forms import submitted
from tests.support.proofs import proves

DEPARTING = datetime(2026, 12, 16, 10, tzinfo=CLOCK)
"""A moment at which somebody leaves within two days and nobody drives them."""
UNCLOSED = {*RECORD} - {CLOSED, EDITED}


@pytest.fixture(autouse=True)
def modules_on(configure):
    configure(hitchhiking=True, campaign=True, community=True, solidary=True, solidary_transport=True)
    list_cache.clear()


def shown(tab):
    return tab.view(Waits)


def pending(tab):
    return tab.view(Pending).by_address


def times(upstream):
    """How often it was counted: once the relay points are, by those that come first."""
    return sum(("perPage", str(FEW)) in each.params for each in upstream.called("GET", "admin/relaypoints"))


@pytest.mark.parametrize("resource", [HITCHHIKERS, CAMPAIGNS, ARTICLES, RELAY_POINTS], ids=lambda each: each.key)
async def test_a_tab_of_a_list_tells_how_many_wait_in_it(sign_in, resource):
    tab = await sign_in("admin", "/")
    told = {f"{resource.route}?{urlencode(each.filters)}" for each in resource.shortcuts} & pending(tab).keys()
    assert told
    assert all(int(pending(tab)[address]) > 0 for address in told)


@proves("HOME-1")
async def test_every_kind_that_can_be_counted_is(sign_in, upstream):
    tab = await sign_in("admin", "/")
    assert {kind for each in WAITS for kind in each.kinds} == set(shown(tab).counts)
    assert shown(tab).failed == []
    database = upstream.sandbox.database
    waiting = database.value(select(func.count()).select_from(relay_points).where(relay_points.c.status == 0))
    assert shown(tab).counts["relay_points"] == str(waiting)


async def test_a_number_is_that_of_the_list_it_leads_to(sign_in, upstream):
    tab = await sign_in("admin", "/")
    before = len(upstream.calls)
    for kind, address in (("identities", "/hitchhikers?identityStatus=1"), ("campaigns_tested", "/campaigns?status=1")):
        assert address in [each.kinds.get(kind) for each in WAITS]
        await tab.open(address)
    hitchhikers, campaigns = [call for call in upstream.calls[before:] if call.path in LISTS][:2]
    assert hitchhikers.query["identityStatus"] == "1"
    assert campaigns.query["status"] == "1"


LISTS = ("/admin/users", "/admin/campaigns")


@proves("HOME-1")
async def test_a_module_costs_little(sign_in, upstream):
    await sign_in("admin", "/")
    few = ("1", str(FEW), str(PER_CALL))
    counted = [call for call in upstream.calls if call.method == "GET" and call.query.get("perPage") in few]
    # Identities, two kinds of campaigns, articles, relay points, and the one community the administrator moderates.
    assert len(counted) == 6, f"each counts one more call at every opening of home; say here which: {counted}"
    assert len(upstream.called("GET", "admin/solidaries")) == 1
    assert len(upstream.called("GET", "admin/solidary_beneficiaries")) <= 1


@proves("HOME-1")
async def test_who_comes_first_is_told_from_lists_alone(sign_in, upstream, monkeypatch):
    """Reading a request may text drivers (trap 31): nobody's record is read for the sake of a glance."""
    monkeypatch.setattr(baskets, "now", lambda: DEPARTING)
    tab = await sign_in("solidary", "/")
    people = shown(tab).people
    assert 0 < len(people) <= FEW
    assert all(each["name"] and each["href"] for each in people)
    records = [call.path for call in upstream.calls if call.path.removeprefix("/admin/").count("/")]
    assert not [path for path in records if path.startswith(("/admin/solidaries/", "/admin/users/"))]
    assert all("\n" not in each["detail"] and "\n" not in each["route"] for each in people)
    requests = [each for each in people if each["what"].startswith("request_")]
    assert requests
    assert all(each["detail"] and each["origin"] and each["destination"] for each in requests)
    assert all(each["since"] for each in people if each["what"] == "identity")
    arrows = {"": "→", "true": "⇄"}
    assert all(
        each["route"] == f"{each['origin']} {arrows[each['back']]}\u00a0{each['destination']}" for each in requests
    )
    whats = {each["what"] for each in people}
    for locale in LOCALES:
        assert set(catalogue().choices("home.dated", locale)) == set(DATED)
        assert whats <= set(catalogue().choices("home.next", locale)) & set(catalogue().choices("home.open", locale))


@proves("HOME-1", "OWN-16")
async def test_nobody_comes_first_whose_file_would_be_refused(sign_in, monkeypatch):
    """The blue button of the first led to a refusal."""
    monkeypatch.setattr(baskets, "now", lambda: DEPARTING)
    tab = await sign_in("admin", "/")
    assert {each["what"] for each in shown(tab).people} == {"identity"}
    assert "requests_silent" in shown(tab).counts, "how many there are is told, and leads to the list"
    lines = shown(tab).coming[RECORDS.key]
    assert lines
    assert all(each["name"] and each["key"] and not each["href"] for each in lines)
    assert "demandes" not in shown(tab).presses["fr"]


@proves("HOME-1")
async def test_whose_document_came_first_comes_first(sign_in, upstream):
    """However long they have had their account."""
    database = upstream.sandbox.database
    mine = select(identity_proofs).where(identity_proofs.c.status == 1).order_by(identity_proofs.c.user_id.desc())
    for rank, proof in enumerate(database.rows(mine)):
        database.change(identity_proofs, proof.id, created_date=f"2026-01-{rank + 1:02} 10:00:00")
    database.commit()
    tab = await sign_in("hitchhiking", "/")
    people = shown(tab).people
    assert len(people) == FEW
    assert [each["received"] for each in people] == sorted(each["received"] for each in people)
    assert people[0]["received"].startswith("2026-01-0")
    registered = [each["since"] for each in people]
    assert registered != sorted(registered), "who registered first sent it last"


@proves("HOME-1")
async def test_an_editor_finds_what_is_to_be_finished(sign_in):
    tab = await sign_in("editor", "/")
    assert [each["what"] for each in shown(tab).people] == ["campaign", "article", "relay_point"] == [*THINGS]
    assert all(each["name"] and each["href"] for each in shown(tab).people)
    assert (shown(tab).pressing, shown(tab).presses["fr"]) == (0, "")
    assert shown(tab).waiting == sum(int(number) for number in shown(tab).counts.values()) > 0
    tab = await sign_in("admin", "/")
    assert {each["what"] for each in shown(tab).people} == {"identity"}


@proves("HOME-1")
async def test_nobody_comes_before_somebody_who_is_shown_already(sign_in, monkeypatch):
    monkeypatch.setattr(baskets, "now", lambda: DEPARTING)
    state = await (await sign_in("solidary", "/")).state(Waits)
    told = dict(state._told)
    assert state._in_turn()[0].what.startswith("request")
    state._told = {**told, "solidary_records": None}
    assert state._in_turn() == [], "the first place may be a request's"
    requests = told["solidary_records"]
    state._told = {**dict.fromkeys(told), "solidary_records": requests}
    assert state._in_turn() == [requests.first[0]], "the second place may be a hitchhiker's"


@proves("HOME-1")
async def test_the_whole_is_told_once_all_have_answered(sign_in):
    """ "Nothing is urgent" was said before the requests were counted."""
    tab = await sign_in("admin", "/")
    state = await tab.state(Waits)
    assert shown(tab).complete
    state._told = {**state._told, "solidary_records": None}
    state._show()
    assert not state.complete


@proves("HOME-1")
async def test_who_leaves_next_is_told_day_by_day(sign_in, upstream, monkeypatch):
    """Also those for whom somebody drives, from the reading that is there for the baskets."""
    monkeypatch.setattr(baskets, "now", lambda: datetime(2026, 1, 1, tzinfo=CLOCK))
    tab = await sign_in("solidary", "/")
    lines = shown(tab).coming[RECORDS.key]
    days = [each["day"] for each in lines]
    assert len(lines) == AHEAD
    assert days == sorted(days)
    assert days[0] >= "2026-01-01"
    assert all(each["name"] and each["route"] and each["state"] in UNCLOSED for each in lines)
    assert len(upstream.called("GET", "admin/solidaries")) == 1


@proves("HOME-1")
async def test_a_day_is_said_once_and_nobody_twice(sign_in):
    """Who comes first stands above already; the next to leave are told without them, as many as ever."""
    state = await (await sign_in("solidary", "/")).state(Waits)
    days = ["2026-03-26", "2026-03-26", "2026-03-26", "2026-03-27", *["2026-03-28"] * 7]
    ahead = [Next(f"{number}", f"/{number}", "request_soon", day=day) for number, day in enumerate(days)]
    state._told = {"solidary_records": Told({}, first=[ahead[1]], coming=ahead)}
    state._show()
    assert [each["name"] for each in state.people] == ["1"]
    lines = state.coming[RECORDS.key]
    assert [each["name"] for each in lines] == ["0", "2", "3", "4", "5", "6", "7", "8"][:AHEAD]
    assert [each["again"] for each in lines] == ["", "true", "", "", *["true"] * 4]


@proves("HOME-1", "SOLIDARY-23")
async def test_a_day_that_has_passed_presses_no_more(sign_in, monkeypatch):
    """A driver who never answered is late for nothing any more: such a request is to be closed."""
    at = DEPARTING
    monkeypatch.setattr(baskets, "now", lambda: at)
    tab = await sign_in("solidary", "/")
    (reading,) = list_cache._kept.values()
    rows = [each for each in reading.rows if each.open]
    found = [baskets.baskets(each, at) for each in rows]
    assert any({baskets.SILENT, baskets.PASSED} <= each for each in found)
    pressing = [each for each in found if each & {*URGENT} and baskets.PASSED not in each]
    assert (await tab.state(Waits))._told["solidary_records"].counts[PRESSING] == len(pressing) > 0
    assert all(each["day"] >= "2026-12-16" for each in shown(tab).people if each["day"])


@proves("HOME-1")
async def test_nobody_who_left_or_whose_request_is_closed_leaves_next(sign_in, monkeypatch):
    monkeypatch.setattr(baskets, "now", lambda: datetime(2099, 1, 1, tzinfo=CLOCK))
    tab = await sign_in("solidary", "/")
    assert shown(tab).coming[RECORDS.key] == []


@proves("HOME-1")
async def test_an_editor_finds_the_next_events_and_what_is_on_the_front_page(sign_in, upstream, configure):
    configure(event=True, editorial=True)
    coming = shown(await sign_in("editor", "/")).coming
    held = coming[EVENTS.key]
    assert 0 < len(held) <= NEXT
    assert [each["day"] for each in held] == sorted(each["day"] for each in held)
    assert all(each["until"][:10] >= str(today()) and each["href"].startswith("/events/show/") for each in held)
    [front] = coming[EDITORIALS.key]
    assert front["href"] == "/editorials/show/6"
    assert front["image"]
    assert front["quote"]
    assert len(upstream.called("GET", "admin/events")) == len(upstream.called("GET", "admin/editorials")) == 1
    assert "/events" not in pending(await sign_in("editor", "/")), "nothing of an event waits"


@proves("HOME-1")
async def test_what_is_asked_about_is_shown_as_far_as_a_list_tells(sign_in, monkeypatch):
    monkeypatch.setattr(baskets, "now", lambda: DEPARTING)
    tab = await sign_in("admin", "/")
    by_what = {each["what"]: each for each in shown(tab).people}
    assert by_what["identity"]["received"] > by_what["identity"]["since"]
    tab = await sign_in("solidary", "/")
    request = next(each for each in shown(tab).people if each["what"].startswith("request"))
    words = [shape[3] for shape in shown(tab).sketches[request["href"]] if shape[0] in ("west", "east")]
    assert words == [request["origin"], request["destination"]]
    tab = await sign_in("editor", "/")
    by_what = {each["what"]: each for each in shown(tab).people}
    assert "{{" not in by_what["campaign"]["quote"]
    assert by_what["article"]["quote"]
    assert "<" not in by_what["article"]["quote"]
    assert [shape[0] for shape in shown(tab).sketches[by_what["relay_point"]["href"]]][-1] == "to"


@proves("HOME-1")
async def test_it_is_counted_again_after_a_minute(sign_in, upstream, monkeypatch):
    tab = await sign_in("admin", "/")
    calls = times(upstream)
    await tab.open("/rights")
    await tab.open("/")
    assert times(upstream) == calls
    now = time.time()
    monkeypatch.setattr("admin_app.features.home.waiting.time.time", lambda: now + 61)
    await tab.open("/rights")
    await tab.open("/")
    assert times(upstream) == calls + 1


@proves("HOME-1")
async def test_what_was_not_counted_to_its_end_is_counted_again(sign_in, upstream):
    """Home was opened anew while it counted: the second run took the first, which it had ended, for done."""
    tab = await sign_in("admin", "/")
    calls = times(upstream)
    state = await tab.state(Waits)
    state._told = {**state._told, "campaigns": None}
    state._show()
    await tab.open("/")
    assert (times(upstream), shown(tab).complete) == (calls + 1, True)
    for path in ("/", "/rights"):
        (await tab.state(Session)).wrote = True  # and older than the count that was ended
        calls = times(upstream)
        await tab.open(path)
        assert (times(upstream), tab.view(Session).wrote) == (calls + 1, False)


@proves("HOME-1")
async def test_who_was_answered_waits_no_more(sign_in, upstream):
    """Whoever comes back from a request they worked on finds home as it is now, however soon that is."""
    tab = await sign_in("admin", "/")
    calls = times(upstream)
    await tab.open("/users/7")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, familyName="Durand"))
    await tab.open("/")
    assert times(upstream) == calls + 1
    await tab.open("/rights")
    await tab.open("/")
    assert times(upstream) == calls + 1


@proves("HOME-1")
async def test_the_menu_tells_what_waits_in_each_list(sign_in, monkeypatch):
    """Where home was opened: of requests those of the basket that the list opens on."""
    monkeypatch.setattr(baskets, "now", lambda: datetime(2025, 1, 1, tzinfo=CLOCK))  # every journey is to come
    tab = await sign_in("admin", "/")
    counts, in_menu = shown(tab).counts, pending(tab)
    assert in_menu["/relaypoints"] == counts["relay_points"]
    assert in_menu["/campaigns"] == counts["campaigns_tested"]  # one to be tested is a draft: nobody waits
    assert "/campaigns?status=0" in tab.view(Pending).quiet
    assert in_menu["/campaigns?status=0"] == counts["campaigns_untested"]
    tab = await sign_in("solidary", "/")
    in_menu = pending(tab)
    await tab.open("/solidaryrecords?basket=now")
    assert 0 < int(in_menu["/solidaryrecords"]) == tab.view(RequestList).total


@proves("HOME-1")
async def test_the_menu_says_what_the_list_does_that_was_read_since(sign_in, upstream, monkeypatch):
    """A colleague's request stood in the list, and not in the menu beside it, for five minutes."""
    monkeypatch.setattr(baskets, "now", lambda: datetime(2025, 1, 1, tzinfo=CLOCK))  # every journey is to come
    tab = await sign_in("solidary", "/")
    before = int(pending(tab)[RECORDS.route])
    upstream.put("solidaries", "13", status=0, progression=0)
    list_cache.clear()
    await tab.open(f"{RECORDS.route}?basket=now")
    assert tab.view(RequestList).total == before + 1 == int(pending(tab)[RECORDS.route])
    assert f"{RECORDS.route}?basket=idle" not in pending(tab), "what was not counted stays so"


@proves("HOME-1")
async def test_the_menu_is_counted_again_where_somebody_works(sign_in, upstream, monkeypatch):
    tab = await sign_in("admin", "/rights")
    assert not upstream.called("GET", "admin/relaypoints")  # not before home was opened
    await tab.open("/")
    calls = times(upstream)
    await tab.open("/users/7")
    assert times(upstream) == calls
    await tab.send(UserForm.save, data=submitted(tab, UserForm, familyName="Durand"))
    await tab.open("/rights")
    assert times(upstream) == calls + 1
    now = time.time()
    monkeypatch.setattr("admin_app.features.home.waiting.time.time", lambda: now + KEPT + 1)
    await tab.open("/users/7")
    assert times(upstream) == calls + 2


@proves("HOME-1")
async def test_a_number_is_not_told_any_more_once_the_person_wrote_something(sign_in):
    """It would contradict the page they worked on."""
    tab = await sign_in("admin", "/")
    assert tab.view(Session).wrote is False
    await tab.open("/users/7")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, familyName="Durand"))
    assert tab.view(Session).wrote is True
    assert str(~Session.wrote) in str(counter("/relaypoints"))
    await tab.open("/rights")
    assert tab.view(Session).wrote is False


@proves("HOME-1")
async def test_a_module_that_fails_touches_no_other(sign_in, upstream):
    upstream.fail("admin/campaigns", 500)
    tab = await sign_in("admin", "/")
    assert shown(tab).failed == ["campaigns"]
    assert "/campaigns" not in pending(tab)
    assert "relay_points" in shown(tab).counts
    assert tab.view(Notices).items == []
    await tab.send(Waits.again)
    assert shown(tab).failed == ["campaigns"]
    upstream.sandbox.faults.fail.clear()
    await tab.send(Waits.again)
    assert shown(tab).failed == []
    assert "/campaigns" in pending(tab)


@proves("HOME-1")
async def test_nothing_is_counted_that_may_not_be_read(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "relay_point_manage", "relay_point_list")
    tab = await sign_in("editor", "/")
    assert set(shown(tab).counts) <= {"relay_points"}
    for path in ("admin/campaigns", "admin/solidaries", "admin/communities/moderated", "admin/solidary_beneficiaries"):
        assert not upstream.called("GET", path)


async def test_a_manager_sees_who_asks_to_join(sign_in, upstream):
    tab = await sign_in("communities", "/")
    asked = [call for call in upstream.called("GET", "admin/communities") if call.path.endswith("/members")]
    assert bool(asked) is ("members" in shown(tab).counts)
    oldest = {"page": "1", "perPage": str(FEW), "status": "0", "order[createdDate]": "asc"}
    assert all(call.query == oldest for call in asked)
    assert [each["what"] for each in shown(tab).people] == ["member"] * FEW
    assert len({each["detail"] for each in shown(tab).people}) == FEW, "who waits longest of each community comes first"
    assert len({each["key"] for each in shown(tab).people}) == FEW
    for each in shown(tab).people:
        assert not [name for name in each["name"].split() if name in each["href"]], "no address names anybody"
    told = shown(tab).coming["communities"]
    assert shown(tab).presses["fr"] == f"{shown(tab).pressing} demandes d’adhésion", "what is counted is said"
    assert str(shown(tab).pressing) == shown(tab).counts["members"] == str(sum(int(each["count"]) for each in told))


@proves("HOME-1")
async def test_what_presses_is_counted_by_its_kind(sign_in):
    tab = await sign_in("admin", "/")
    answers = (await tab.state(Waits))._answers()
    numbers = {each.key: told.counts[each.pressing] for each, told in answers if told.counts.get(each.pressing)}
    assert sum(numbers.values()) == shown(tab).pressing > 0
    for locale in LOCALES:
        said = [say(f"home.presses.{key}", locale, count=number) for key, number in numbers.items()]
        assert all(each in shown(tab).presses[locale] for each in said)
    for each in WAITS:
        assert not each.pressing or say(f"home.presses.{each.key}", "fr", count=2).startswith("2 "), each.key


@pytest.mark.parametrize("locale", LOCALES)
def test_every_kind_has_its_words(locale):
    kinds = {kind for each in WAITS for kind in each.kinds}
    assert set(catalogue().choices("home.waiting", locale)) == kinds == set(ICONS)


@pytest.mark.parametrize(("ahead", "said"), [(-1, ""), (0, "today"), (1, "tomorrow"), (2, "")])
def test_a_day_that_is_near_is_told_by_its_word(ahead, said):
    day = (datetime.now(CLOCK) + timedelta(days=ahead)).date().isoformat()
    assert near(day) == said
