"""Who asked last, on the first step of a request."""

import pytest

from admin_app.features.solidary.asking.latest import SHOWN, LatestCallers, newest_of_each
from admin_app.features.solidary.record import Row
from tests.support.asking import ADDRESS, wizard
from tests.support.proofs import proves


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


@proves("SOLIDARY-43")
async def test_each_person_once_the_latest_first(sign_in, upstream):
    tab = await sign_in("solidary", ADDRESS)
    asked = next(call for call in reversed(upstream.called("GET", "admin/solidaries")) if call.query.get("order[id]"))
    assert (asked.query["order[id]"], asked.query["perPage"]) == ("desc", "20")
    shown = tab.view(LatestCallers).people
    assert 0 < len(shown) <= SHOWN
    addresses = [each["href"] for each in shown]
    assert len(set(addresses)) == len(addresses)
    assert all(each["town"] and each["day"] for each in shown), "what tells namesakes apart"
    await tab.open(addresses[0])
    assert wizard(tab).person["name"].startswith(shown[0]["name"])


def test_the_order_is_that_of_their_newest_requests():
    asked = [(91, 3), (90, 1), (89, 3), (88, None), (87, 2)]
    rows = [Row(id=number, user_id=user, family_name="Garnier") for number, user in asked]
    assert [row.id for row in newest_of_each(rows)] == [91, 90, 87]


def test_a_request_that_does_not_say_whose_it_is_is_no_line_of_theirs():
    rows = [Row(id=91, user_id=3, given_name=" "), Row(id=90, user_id=1, family_name="Garnier")]
    assert [row.id for row in newest_of_each(rows)] == [90]


async def test_the_form_does_not_wait_for_them(sign_in, upstream):
    """Somebody is on the telephone."""
    tab = await sign_in("solidary", "/users")
    with upstream.held("admin/solidaries") as released:
        opened = await tab.begin(ADDRESS)
        await upstream.awaited("admin/solidaries")
        assert wizard(tab).structure_name
        assert not wizard(tab).loading
        released.set()
        await opened.wait_all()
    assert tab.view(LatestCallers).people


@proves("SESSION-16")
async def test_a_session_that_ends_meanwhile_is_said(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("solidary", ADDRESS)
    upstream.heal()
    upstream.fail("token/refresh", 401)
    tab.forget()
    await tab.send(LatestCallers.load)
    assert "reason=session_expired" in (tab.left_to or "")


async def test_the_form_is_there_without_them(sign_in, upstream):
    upstream.fail("admin/solidaries", 500)
    tab = await sign_in("solidary", ADDRESS)
    assert tab.view(LatestCallers).people == []
    assert wizard(tab).structure_name
    assert not wizard(tab).problem
