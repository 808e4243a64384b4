"""Who asked last, on the first step of a request."""

import pytest

from admin_app.features.solidary.asking.latest import SHOWN, LatestCallers, newest_of_each
from admin_app.features.solidary.record import Row
from tests.support.asking import ADDRESS, wizard


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


async def test_each_person_once_the_latest_first(sign_in, upstream):
    tab = await sign_in("solidary", ADDRESS)
    asked = next(call for call in reversed(upstream.called("GET", "admin/solidaries")) if call.query.get("order[id]"))
    assert (asked.query["order[id]"], asked.query["perPage"]) == ("desc", "20")
    shown = tab.view(LatestCallers).people
    assert 0 < len(shown) <= SHOWN
    addresses = [each["href"] for each in shown]
    assert len(set(addresses)) == len(addresses)
    await tab.open(addresses[0])
    assert wizard(tab).person["name"].startswith(shown[0]["name"])


def test_the_order_is_that_of_their_newest_requests():
    rows = [Row(id=91, user_id=3), Row(id=90, user_id=1), Row(id=89, user_id=3), Row(id=88), Row(id=87, user_id=2)]
    assert [row.id for row in newest_of_each(rows)] == [91, 90, 87]


async def test_the_form_is_there_without_them(sign_in, upstream):
    upstream.fail("admin/solidaries", 500)
    tab = await sign_in("solidary", ADDRESS)
    assert tab.view(LatestCallers).people == []
    assert wizard(tab).structure_name
    assert not wizard(tab).problem
