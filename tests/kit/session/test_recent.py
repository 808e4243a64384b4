"""What a person opened last: newest first, each once, and for nobody else."""

import pytest

from admin_app.kit.session import Recent
from tests.support.proofs import proves


def opened(tab) -> list[tuple[str, str]]:
    return [(each["address"], each["label"]) for each in tab.view(Recent).opened]


async def note(tab, address: str, label: str) -> None:
    tab.address = address
    await tab.send(Recent.note, label=label)


@proves("SEARCH-4")
async def test_what_was_opened_last_comes_first_and_once(sign_in):
    tab = await sign_in("admin", "/users/show/12")
    for address, label in (("/users/show/12", "Ada"), ("/users/show/7", "Bob"), ("/users/show/12", "Ada Metz")):
        await note(tab, address, label)
    assert opened(tab) == [("/users/show/12", "Ada Metz"), ("/users/show/7", "Bob")]
    for number in range(20):
        await note(tab, f"/users/show/{number}", f"{number}")
    assert len(opened(tab)) == 8


@proves("SESSION-30")
async def test_the_next_person_has_none_of_them(sign_in, browser):
    await note(await sign_in("admin", "/users/show/12"), "/users/show/12", "Ada")
    assert browser.storage["admin_app.recent"]
    # Who was idle, or closed the browser, has not signed out: the sign-in screen forgets.
    browser.storage.update({"admin_app.token": "", "admin_app.refresh_token": ""})
    await browser.tab().open("/login")
    assert not browser.storage["admin_app.recent"]


@pytest.mark.parametrize("kept", ["", "nothing", "{}", '[{"address": "/"}]', "[3]", "3"])
async def test_what_is_not_ours_is_nothing(browser, sign_in, kept):
    browser.storage["admin_app.recent"] = kept
    tab = await sign_in("admin", "/")
    state = await tab.state(Recent)
    assert state.opened == []
