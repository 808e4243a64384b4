"""The search over everything: what is asked, of whom, and what is shown when a module fails (SEARCH-1)."""

import pytest
from sqlalchemy import select

from admin_app.api.auth import login
from admin_app.api.client import http_client
from admin_app.features.relay_points.points import RelayPointList
from admin_app.features.solidary.desk.screens import RequestList
from admin_app.kit.screen import Shell
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.shell.palette import COMMANDS, Palette, palette
from sandbox.solidary.tables import solidaries
from tests.support.proofs import proves


@pytest.fixture(autouse=True)
def modules_on(configure):
    configure(community=True, event=True, solidary=True, campaign=True)


@pytest.fixture
def request_of_odette(upstream):
    """An open request in the structures of the operator."""
    mine = solidaries.c.structure_id.in_((1, 2)) & (solidaries.c.progression < 100) & (solidaries.c.status != 6)
    row = upstream.sandbox.database.rows(select(solidaries).where(mine).order_by(solidaries.c.id))[0]
    upstream.change(row.user_id, telephone="0611223344", given_name="Odette", family_name="Zéphirin")
    upstream.change(row.user_id, given_name_key="odette", family_name_key="zephirin")
    return row


def found(tab, key):
    return [each["label"] for each in tab.view(Palette).found.get(key, [])]


async def look(tab, upstream, text):
    """The calls that one search makes."""
    before = len(upstream.calls)
    await tab.send(Palette.look, text=text)
    return [call.path for call in upstream.calls[before:]]


@proves("SEARCH-1")
async def test_one_call_a_module_at_most(sign_in, upstream):
    tab = await sign_in("admin", "/")
    calls = await look(tab, upstream, "metz")
    # The list of beneficiaries takes each of the two names apart.
    assert sorted(calls) == sorted([*set(calls), "/admin/solidary_beneficiaries"])
    assert len(set(calls)) >= 5
    assert {"/admin/users", "/admin/communities", "/admin/events"} <= set(calls)
    assert "Eurométropole de Metz en covoiturage" in found(tab, "communities")
    assert tab.view(Palette).busy is False
    [community] = [each for each in tab.view(Palette).found["communities"] if "Eurométropole" in each["label"]]
    assert community["address"] == "/communities/show/4"


@proves("SEARCH-1")
async def test_screens_are_known_by_their_name_in_either_language(sign_in, upstream):
    tab = await sign_in("admin", "/")
    await look(tab, upstream, "relay points")
    assert "Points relais" in found(tab, "screens")
    await look(tab, upstream, "evenement")
    assert "Événements" in found(tab, "screens")


@proves("SEARCH-1", "SEARCH-6")
async def test_nothing_is_asked_that_the_person_may_not_read(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "article_manage", "article_read")
    tab = await sign_in("editor", "/")
    assert await look(tab, upstream, "charte") == ["/admin/articles"]
    await look(tab, upstream, "utilisateurs")
    assert found(tab, "screens") == []


async def test_a_module_that_is_off_is_not_asked(sign_in, upstream, configure):
    configure(community=False, solidary=False)
    tab = await sign_in("admin", "/")
    calls = await look(tab, upstream, "metz")
    assert "/admin/communities" not in calls
    assert not any("solidar" in call for call in calls)


@proves("SEARCH-7")
@pytest.mark.parametrize("text", ["noel metz", "Metz Noël", "metz marche noel"])
async def test_several_words_are_found_in_any_order(sign_in, upstream, text):
    tab = await sign_in("admin", "/")
    calls = await look(tab, upstream, text)
    assert "Marché de Noël de Metz" in found(tab, "events")
    assert calls.count("/admin/events") == 2
    await look(tab, upstream, "noel zzzz")
    assert found(tab, "events") == []


@proves("SEARCH-10")
@pytest.mark.parametrize("text", ["arthur grondin", "duhamel Arthur"])
async def test_half_of_a_double_name_finds_a_person_too(sign_in, upstream, text):
    keys = {"family_name_key": "duhamel-grondin", "name_key": "arthur duhamel-grondin arthur"}
    upstream.change(12, given_name="Arthur", family_name="Duhamel-Grondin", given_name_key="arthur", **keys)
    tab = await sign_in("admin", "/")
    calls = await look(tab, upstream, text)
    assert "Arthur Duhamel-Grondin" in found(tab, "users")
    assert calls.count("/admin/users") == 2
    calls = await look(tab, upstream, "06 98 76 54 32")
    assert calls.count("/admin/users") == 1


@proves("SEARCH-8")
async def test_the_list_of_more_is_one_key_away(sign_in, upstream):
    tab = await sign_in("admin", "/")
    await look(tab, upstream, "de")
    *records, more = tab.view(Palette).found["relay_points"]
    assert (len(records), more["address"], more["label"]) == (5, "/relaypoints?name=de", "")
    assert more["total"] > 5
    counted = sum(not each["total"] for group in tab.view(Palette).found.values() for each in group)
    assert tab.view(Palette).count == counted + len(tab.view(Palette).commands)
    await tab.open(more["address"])
    assert tab.view(RelayPointList).total == more["total"]


@proves("SEARCH-9")
@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("sombre", ["theme"]),
        ("dark theme", ["theme"]),
        ("deconnecter", ["sign-out"]),
        ("engl", ["language-en"]),
        ("metz", []),
    ],
)
async def test_commands_are_named_in_either_language(sign_in, upstream, text, named):
    tab = await sign_in("admin", "/")
    await look(tab, upstream, text)
    assert tab.view(Palette).commands == named
    await look(tab, upstream, "")
    assert tab.view(Palette).commands == list(COMMANDS)


@proves("SEARCH-11")
async def test_the_page_knows_which_text_its_results_are_for(sign_in, upstream):
    tab = await sign_in("admin", "/")
    await look(tab, upstream, " metz  noel ")
    assert (tab.view(Palette).text, tab.view(Palette).busy) == ("metz noel", False)
    # While one module has not answered, the first result may still change.
    assert tab.sent(Palette, "busy")[-2:] == [True, False]
    assert "data-found" in str(palette(Shell()))


@proves("SEARCH-11")
def test_a_page_that_begins_anew_has_in_its_field_what_the_results_are_for():
    assert f'"defaultValue":{Palette.text!s}' in str(palette(Shell())).replace("defaultValue:", '"defaultValue":')


@pytest.mark.parametrize("text", ["", " ", "m", " m "])
async def test_too_little_is_not_searched_for(sign_in, upstream, text):
    tab = await sign_in("admin", "/")
    await look(tab, upstream, "metz")
    assert await look(tab, upstream, text) == []
    assert tab.view(Palette).found == {}


@proves("SESSION-30")
async def test_what_one_person_looked_for_is_asked_of_no_module_as_the_next(sign_in, upstream, monkeypatch):
    """They come between the first look at who is there and the calls, which go out side by side."""
    tab = await sign_in("admin", "/")
    tokens = await login(http_client(), "communities@demo.test", "demo")
    asked = Palette._ask

    async def later(self, finder, text):
        async with self:
            (await self.get_state(Session)).token = tokens.token
        await asked(self, finder, text)

    monkeypatch.setattr(Palette, "_ask", later)
    calls = await look(tab, upstream, "metz")
    read_with_account = "/admin/structures"
    assert [call for call in calls if call.startswith("/admin") and call != read_with_account] == []
    assert ("reload", []) in tab.calls


async def test_ten_thousand_characters_are_cut(sign_in, upstream):
    tab = await sign_in("admin", "/")
    await look(tab, upstream, "é😀" * 5000)
    assert len(tab.view(Palette).text) == 200
    assert max(len(value) for call in upstream.calls for value in call.query.values()) <= 200


@proves("SEARCH-1")
async def test_a_module_that_fails_is_told_beside_the_others(sign_in, upstream):
    upstream.fail("admin/communities", 500)
    tab = await sign_in("admin", "/")
    await look(tab, upstream, "metz")
    assert tab.view(Palette).failed == ["communities"]
    assert found(tab, "relay_points") or found(tab, "users") or "events" in tab.view(Palette).found
    assert tab.view(Notices).items == []
    assert tab.view(Palette).busy is False


@proves("SEARCH-2")
@pytest.mark.parametrize("typed", ["06 39 86 92 66", "0639869266", "+33 6 39 86 92 66"])
async def test_a_telephone_is_found_in_any_spelling(sign_in, upstream, typed):
    upstream.change(12, telephone="0639869266")
    tab = await sign_in("admin", "/")
    await look(tab, upstream, typed)
    assert "/users/show/12" in [each["address"] for each in tab.view(Palette).found["users"]]


@proves("SEARCH-2")
async def test_somebody_is_found_by_e_mail(sign_in, upstream):
    tab = await sign_in("admin", "/")
    email = upstream.user(12).email
    calls = await look(tab, upstream, email)
    assert "/users/show/12" in [each["address"] for each in tab.view(Palette).found["users"]]
    assert "/admin/users" in calls


@proves("SEARCH-1", "OWN-1")
async def test_nobody_is_proposed_whom_the_api_would_not_open(sign_in, upstream):
    """The list of users is theirs, and of its records their own account alone."""
    tab = await sign_in("communities", "/")
    calls = await look(tab, upstream, "martin")
    assert "/admin/communities" in calls
    assert "/admin/users" not in calls


@proves("SEARCH-1")
@pytest.mark.parametrize("who", ["hitchhiking", "hitchhiking-admin"])
async def test_who_works_in_the_programme_finds_its_people_and_nobody_else(sign_in, upstream, configure, who):
    """Of the users they open their own account alone, and every page of the programme."""
    configure(hitchhiking=True)
    upstream.change(100, hitch_hike_passenger=True)
    upstream.change(12, hitch_hike_passenger=None, hitch_hike_driver=None)
    tab = await sign_in(who, "/")
    calls = await look(tab, upstream, upstream.user(100).email)
    assert calls.count("/admin/users") == 1
    assert [each["address"] for each in tab.view(Palette).found["hitchhikers"]] == ["/hitchhikers/show/100"]
    await look(tab, upstream, upstream.user(12).email)
    assert found(tab, "hitchhikers") == found(tab, "users") == []


@proves("SEARCH-6")
async def test_a_form_whose_list_is_shut_is_not_offered(sign_in, upstream):
    """The menu leads to a form by its list, or by an entry of its own."""
    forms = {"Créer un événement", "Créer un point relais"}
    tab = await sign_in("admin", "/")
    await look(tab, upstream, "créer")
    assert forms <= set(found(tab, "screens"))
    upstream.grant("editor@demo.test", "access_admin", "event_create", "relay_point_create", "structure_create")
    tab = await sign_in("editor", "/")
    await look(tab, upstream, "créer")
    assert not forms & set(found(tab, "screens"))
    assert [each for each in tab.view(Palette).found["screens"] if "solidarystructures" in each["address"]]


@proves("SEARCH-1", "OWN-16")
async def test_no_request_is_proposed_to_who_operates_no_structure(sign_in, upstream, request_of_odette):
    tab = await sign_in("admin", "/")
    calls = await look(tab, upstream, "zephirin")
    assert "/admin/users" in calls
    assert "/admin/solidaries" not in calls
    assert "solidary_records" not in tab.view(Palette).found


@proves("SEARCH-3")
async def test_a_request_is_found_by_its_number_without_reading_it(sign_in, upstream, request_of_odette):
    """Reading one may text drivers (trap 31)."""
    tab = await sign_in("solidary", "/")
    number = str(request_of_odette.id)
    for typed in (number, f"# {number}", f"n° {number}"):
        calls = await look(tab, upstream, typed)
        assert not [call for call in calls if call.startswith("/admin/solidaries/")]
        [each] = tab.view(Palette).found["solidary_records"]
        assert each["address"] == f"/solidaryrecords/show/{number}"


@proves("SEARCH-3", "SEARCH-5")
async def test_what_begins_with_a_zero_is_a_telephone_and_a_number_that_nobody_knows_is_nothing(
    sign_in, upstream, request_of_odette
):
    """Enter would open the request, and text drivers (trap 31)."""
    tab = await sign_in("solidary", "/")
    number = str(request_of_odette.id)
    for typed in ("06", f"0{number}", "07 54", "07 54 27 20"):
        await look(tab, upstream, typed)
        view = tab.view(Palette)
        assert (found(tab, "solidary_records"), view.count, view.begun) == ([], 0, True)
    await look(tab, upstream, "999999")
    assert (found(tab, "solidary_records"), tab.view(Palette).count, tab.view(Palette).begun) == ([], 0, False)


@proves("SEARCH-2", "SEARCH-3", "SEARCH-7")
async def test_requests_of_somebody_are_found_whichever_name_comes_first_and_by_telephone(
    sign_in, upstream, request_of_odette
):
    tab = await sign_in("solidary", "/")
    for typed in ("Odette Zéphirin", "zephirin odette", "Odette", "06 11 22 33 44", "+33611223344"):
        calls = await look(tab, upstream, typed)
        assert not [call for call in calls if call.startswith("/admin/solidaries/")]
        addresses = [each["address"] for each in tab.view(Palette).found["solidary_records"]]
        assert f"/solidaryrecords/show/{request_of_odette.id}" in addresses, typed


@proves("SEARCH-3")
async def test_a_number_among_the_open_requests_that_are_kept_asks_nobody(sign_in, upstream, request_of_odette):
    tab = await sign_in("solidary", "/solidaryrecords")
    assert "/admin/solidaries" not in await look(tab, upstream, str(request_of_odette.id))
    assert len(tab.view(Palette).found["solidary_records"]) == 1


@proves("SEARCH-8")
async def test_the_list_of_more_requests_of_somebody_is_one_key_away(sign_in, upstream, request_of_odette):
    mine = solidaries.c.structure_id.in_((1, 2))
    for row in upstream.sandbox.database.rows(select(solidaries).where(mine))[:8]:
        upstream.change(row.user_id, given_name="Odette", family_name="Zéphirin")
    tab = await sign_in("solidary", "/")
    await look(tab, upstream, "zephirin")
    *records, more = tab.view(Palette).found["solidary_records"]
    assert (len(records), more["address"]) == (5, "/solidaryrecords?scope=every&q=zephirin")
    await tab.open(more["address"])
    assert tab.view(RequestList).total == more["total"] > 5


@proves("SEARCH-3")
async def test_one_figure_is_a_number_and_one_letter_too_short(sign_in, upstream):
    numbers = select(solidaries.c.id).where(solidaries.c.structure_id.in_((1, 2)) & (solidaries.c.id < 10))
    number = upstream.sandbox.database.value(numbers)
    tab = await sign_in("solidary", "/")
    await look(tab, upstream, str(number))
    assert tab.view(Palette).short is False
    assert [each["address"] for each in tab.view(Palette).found["solidary_records"]] == [
        f"/solidaryrecords/show/{number}"
    ]
    assert await look(tab, upstream, "a") == []
    assert (tab.view(Palette).short, tab.view(Palette).found) == (True, {})
    await look(tab, upstream, "")
    assert tab.view(Palette).short is True


async def test_requests_and_people_are_found_by_name(sign_in, upstream):
    tab = await sign_in("solidary", "/")
    calls = await look(tab, upstream, "Martin")
    assert calls.count("/admin/solidaries") == 1
    assert not [call for call in calls if call.startswith("/admin/solidaries/")]


async def test_what_was_found_is_gone_with_the_person(sign_in, upstream):
    tab = await sign_in("admin", "/")
    await look(tab, upstream, "metz")
    await tab.send(Session.leave)
    left = await tab.state(Palette)
    assert (left.found, left.text, left.count) == ({}, "", 0)
