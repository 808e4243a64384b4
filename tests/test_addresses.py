"""Whatever stands where an address holds an id, no other place of the API is asked (CALL-19)."""

import pytest

from admin_app.kit.words.locale import say
from admin_app.screens import SCREENS
from tests.api.test_query import HOSTILE
from tests.support.proofs import proves
from tests.support.tab import MARKER
from tools.services import FLAGS

ROUTES = [screen.route for screen in SCREENS if "[record_id]" in screen.route]
TYPED = [text for text in HOSTILE if text and not set(text) & set("/?# \n")]
"""The rest would be a query, a fragment or an address of another depth."""

PROBLEM = f"problem{MARKER}"


@pytest.fixture(autouse=True)
def _on(configure):
    configure(**{flag.lower(): True for flag in FLAGS})


def test_there_are_such_addresses():
    assert len(ROUTES) > 15
    assert {"..", "%2e%2e"} <= set(TYPED)


@proves("CALL-19")
@pytest.mark.parametrize("route", ROUTES)
async def test_what_is_no_id_is_a_record_that_does_not_exist(sign_in, upstream, route):
    tab = await sign_in("admin")
    for text in TYPED:
        upstream.forget()
        tab.forget()
        await tab.open(route.replace("[record_id]", text).replace("[target]", "summary"))
        assert [call.path for call in upstream.calls if call.path != "/permissions/grantable"] == [], text
        assert say("errors.not_found", "fr") in _problems(tab), text


def _problems(tab):
    """Why there is nothing to show, as any state of the tab said it."""
    sent = (values for delta in tab.deltas for values in delta.values())
    return [values[PROBLEM] for values in sent if PROBLEM in values]
