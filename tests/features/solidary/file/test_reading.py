"""A record is read once, when it is opened (trap 31, SOLIDARY-13); what a command answers is used."""

import asyncio

import pytest

from admin_app.features.solidary import list_cache
from admin_app.features.solidary.file.page import file_page
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.words import phone_text
from tests.features.solidary.conftest import ENDPOINT, view
from tests.features.solidary.file.conftest import ELSEWHERE, FOLLOWED, LOOKING, REPLACED
from tests.support.proofs import proves
from tests.support.tab import MARKER


@proves("SOLIDARY-13")
async def test_a_record_is_read_once_when_it_is_opened(at, reads):
    tab = await at(LOOKING)
    assert reads() == [LOOKING]
    shown = view(tab).shown
    assert shown["name"] == "Alexandria Poirier"
    assert shown["subject"] == "Démarches administratives"
    assert (view(tab).loading, view(tab).problem) == (False, "")


@proves("SOLIDARY-13")
async def test_a_reconnection_reads_nothing(at, reads):
    tab = await at(LOOKING)
    await tab.load()
    await tab.load()
    assert reads() == [LOOKING]
    assert view(tab).shown["id"] == LOOKING


@proves("SOLIDARY-13")
async def test_a_reconnection_while_it_is_being_read_reads_nothing_more(sign_in, upstream, reads):
    tab = await sign_in("solidary", "/")
    with upstream.held(f"{ENDPOINT}/{LOOKING}"):
        await tab.begin(f"/solidaryrecords/show/{LOOKING}")
        await upstream.awaited(f"{ENDPOINT}/{LOOKING}")
        # Reflex cancels what the first one was doing.
        again = await tab.begin(f"/solidaryrecords/show/{LOOKING}")
        await asyncio.sleep(0.1)
        assert view(tab).loading
    await again.wait_all()
    assert reads() == [LOOKING]
    assert view(tab).shown["id"] == LOOKING
    assert not view(tab).loading


@proves("SOLIDARY-13")
async def test_going_back_to_it_reads_nothing(at, reads):
    tab = await at(LOOKING)
    at_first = view(tab).read_at
    await tab.open("/users")
    await tab.open(f"/solidaryrecords/show/{FOLLOWED}")
    assert view(tab).shown["id"] == FOLLOWED
    await tab.open(f"/solidaryrecords/show/{LOOKING}")
    assert reads() == [LOOKING, FOLLOWED]
    assert view(tab).shown["id"] == LOOKING
    assert view(tab).read_at == at_first
    assert view(tab).diary


async def test_another_record_leaves_nothing_of_the_first(at, upstream):
    tab = await at(FOLLOWED)
    assert view(tab).drivers
    upstream.fail(f"{ENDPOINT}/{LOOKING}", 500)
    await tab.open(f"/solidaryrecords/show/{LOOKING}")
    now = view(tab)
    assert (now.shown, now.drivers, now.diary, now.step, now.proofs) == ({}, [], [], {}, [])
    assert now.problem


async def test_it_is_read_again_when_somebody_asks(at, reads):
    tab = await at(LOOKING)
    await tab.send(SolidaryFile.read_again)
    assert reads() == [LOOKING, LOOKING]
    assert not view(tab).reading


async def test_a_second_press_meanwhile_reads_nothing_more(at, upstream, reads):
    tab = await at(LOOKING)
    with upstream.held(f"{ENDPOINT}/{LOOKING}"):
        first = await tab.start(SolidaryFile.read_again)
        await upstream.awaited(f"{ENDPOINT}/{LOOKING}")
        await tab.send(SolidaryFile.read_again)
    await first.wait_all()
    assert reads() == [LOOKING, LOOKING]


async def test_a_reading_that_fails_keeps_what_is_shown(at, upstream):
    tab = await at(LOOKING)
    upstream.fail(f"{ENDPOINT}/{LOOKING}", 500)
    await tab.send(SolidaryFile.read_again)
    now = view(tab)
    assert (now.problem, now.reading) == ("", False)
    assert now.shown["id"] == LOOKING
    assert [each["kind"] for each in tab.view(Notices).items] == ["error"]


@pytest.mark.parametrize("fault", ["unknown", "server", "cut"])
async def test_what_cannot_be_read_is_said_calmly_and_read_once(at, upstream, reads, fault):
    record = "999999" if fault == "unknown" else LOOKING
    if fault == "server":
        upstream.fail(f"{ENDPOINT}/{LOOKING}", 500)
    if fault == "cut":
        upstream.unplug(f"{ENDPOINT}/{LOOKING}")
    tab = await at(record)
    await tab.load()
    assert len(reads()) <= 1
    assert view(tab).problem
    assert not view(tab).loading
    upstream.heal()
    if fault != "unknown":
        assert "numéro" in view(tab).problem or fault == "cut"
        await tab.send(SolidaryFile.read_again)
        assert view(tab).shown["id"] == LOOKING


@proves("SOLIDARY-32")
async def test_a_record_the_server_fails_at_shows_what_the_list_knows_of_it(at, upstream, reads):
    """Trap 43."""
    upstream.fail(f"{ENDPOINT}/{LOOKING}", 500)
    tab = await at(LOOKING)
    listed = view(tab).listed
    assert (view(tab).problem != "", bool(listed["name"]), listed["status"]) == (True, True, "2")
    assert listed["telephone"] == phone_text(listed["dialled"]) != listed["dialled"], "as it is read everywhere"
    assert listed["journey"]
    assert len(reads()) == 1, "and the record was not read for it"
    assert notices(tab) == [], "the page says it, calmly and once"
    upstream.heal()
    await tab.send(SolidaryFile.read_again)
    assert view(tab).shown["name"] == listed["name"]
    await tab.open(f"/solidaryrecords/show/{FOLLOWED}")
    assert view(tab).listed == {}


@proves("SOLIDARY-32")
async def test_a_number_nobody_has_and_a_list_that_fails_say_no_more(at, upstream):
    tab = await at("999999")
    assert view(tab).listed == {}
    upstream.fail(ENDPOINT, 500)
    list_cache._kept.clear()
    await tab.open(f"/solidaryrecords/show/{LOOKING}")
    assert (view(tab).problem != "", view(tab).listed) == (True, {})
    assert notices(tab) == []


@proves("SOLIDARY-32")
async def test_what_the_list_knows_comes_with_the_failure_and_in_place_of_it(at, upstream):
    """Nobody reads first that the number may be wrong, and a moment later that the request exists."""
    upstream.fail(f"{ENDPOINT}/{LOOKING}", 500)
    tab = await at(LOOKING)
    told = [values for delta in tab.deltas for values in delta.values() if values.get(f"problem{MARKER}")]
    assert [bool(each[f"listed{MARKER}"]) for each in told] == [True]
    page = str(file_page())
    assert page.count('"data-testid":"listed"') == 1
    assert "properties" not in page, "a class that no stylesheet knows"


def test_what_leads_to_the_drivers_brings_them_to_the_top_of_the_window():
    """A field is brought to the middle, a part of the page to where one begins to read."""
    before, _, after = str(file_page()).partition('"action:next-step"')
    link = before.rpartition("jsx(")[2] + after.partition("jsx(")[0]
    assert '"data-to-section"' in link
    assert '"data-goto"' not in link


def notices(tab):
    """What pops up."""
    return [each["kind"] for each in tab.view(Notices).items]


@pytest.mark.parametrize("answer", [[], {"id": 13, "status": "lost", "progression": 0}, {"status": 1}])
async def test_an_answer_that_is_no_record_is_a_failure(at, upstream, answer):
    upstream.answer("GET", f"{ENDPOINT}/{LOOKING}", answer)
    tab = await at(LOOKING)
    upstream.contract.violations.clear()
    assert view(tab).problem
    assert view(tab).shown == {}


async def test_a_record_of_another_structure_is_refused_by_the_api(at, reads):
    tab = await at(ELSEWHERE)
    assert reads() == [ELSEWHERE]
    assert view(tab).problem
    assert view(tab).shown == {}


async def test_a_replaced_record_says_what_took_its_place(at):
    tab = await at(REPLACED)
    shown = view(tab).shown
    assert shown["status"] == "6"
    assert view(tab).step["key"] in ("replaced", "hidden")


async def test_the_chain_is_shown_both_ways(at, upstream):
    tab = await at("42")
    replaced = view(tab).shown["replaces"]
    assert replaced
    await tab.open(f"/solidaryrecords/show/{replaced}")
    assert view(tab).shown["replacedBy"] == "42"


async def test_nobody_reads_without_the_permission(at, upstream, reads):
    upstream.grant("editor@demo.test", "access_admin")
    await at(LOOKING, "editor")
    assert reads() == []


async def test_nothing_is_left_of_it_when_the_person_leaves(at):
    tab = await at(LOOKING)
    await tab.send(Session.leave)
    state = await tab.state(SolidaryFile)
    assert (state.shown, state._held, state._kept) == ({}, (), {})
