"""Notices: green or red, in the person's language, each closable (NOTICE-1 to NOTICE-4)."""

from pathlib import Path

import pytest

from admin_app.api.errors import NetworkError
from admin_app.features.users.screens import UserList, UserShow
from admin_app.kit.session import Session, notices, notify, report
from admin_app.kit.session.notices import MAX_NOTICES, Notices
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import Locale, say
from tests.support.proofs import proves

STYLES = (Path(__file__).parents[3] / "assets" / "styles" / "notices.css").read_text(encoding="utf-8")


def items(tab) -> list[tuple[str, str, str]]:
    return [(item["kind"], item["text"], item["detail"]) for item in tab.view(Notices).items]


async def tell(tab, *args, **values) -> None:
    """Show a notice from the server and let the page know."""
    await notify(await tab.state(Notices), *args, **values)
    await tab.send(Notices.dismiss, notice_id="")


@pytest.mark.parametrize(("kind", "seconds"), [("success", 5), ("error", 8)])
def test_green_lasts_5_seconds_and_red_8(kind, seconds):
    """The stylesheet counts: the script closes a notice when the animation of its line ends."""
    lasts = f'.notice[data-kind="{kind}"] {{ '
    (rule,) = [line for line in STYLES.splitlines() if line.startswith(lasts)]
    assert f"--lifetime: {seconds}s;" in rule
    assert notices.LASTS[kind] == seconds
    assert "animation: life var(--lifetime)" in STYLES


@proves("NOTICE-3")
@pytest.mark.parametrize("locale", LOCALES)
async def test_a_notice_is_in_the_language_of_the_person(tab, locale):
    await tab.open("/login")
    await tab.send(Locale.choose, locale=locale)
    await tell(tab, "error", "errors.user.load_error", "words of the server")
    await tell(tab, "success", "kit.bulk.delete.all", count=1)
    assert items(tab) == [
        ("error", say("errors.user.load_error", locale), "words of the server"),
        ("success", say("kit.bulk.delete.all", locale, 1), ""),
    ]


@proves("NOTICE-1")
async def test_a_notice_whose_time_is_over_is_on_no_later_page(sign_in, monkeypatch):
    """A page that was left before its notice went never said so."""
    tab = await sign_in("admin", "/users")
    await tell(tab, "success", "kit.bulk.delete.all", count=1)
    await tell(tab, "error", "errors.user.load_error")
    await tab.load()
    assert [kind for kind, *_ in items(tab)] == ["success", "error"]
    now = notices.time.time()
    monkeypatch.setattr(notices.time, "time", lambda: now + 6)
    await tab.load()
    assert [kind for kind, *_ in items(tab)] == ["error"]
    await tell(tab, "success", "kit.bulk.delete.all", count=2)
    monkeypatch.setattr(notices.time, "time", lambda: now + 9)
    await tab.load()
    assert [kind for kind, *_ in items(tab)] == ["success"]


@proves("NOTICE-4")
async def test_a_failure_is_told_of_nobody_only_by_a_text_that_names_nobody(tab):
    """It would begin with nothing: a text that wants a name and is given none is a mistake of ours."""
    await tab.open("/login")
    state = await tab.state(Notices)
    await report(state, NetworkError(), "errors.user.load_error")
    with pytest.raises(KeyError, match="name"):
        await report(state, NetworkError(), "errors.identity_proof.update_error")
    await report(state, NetworkError(), "errors.identity_proof.update_error", name="Ada")
    await tab.send(Notices.dismiss, notice_id="")
    assert [text for _, text, _ in items(tab)][1].startswith("Ada")


@proves("NOTICE-2")
async def test_a_notice_is_closed_alone(tab):
    await tab.open("/login")
    for text in ("one", "two", "three"):
        await tell(tab, "error", "errors.user.load_error", text)
    second = tab.view(Notices).items[1]["id"]
    await tab.send(Notices.dismiss, notice_id=second)
    assert [detail for _, _, detail in items(tab)] == ["one", "three"]
    await tab.send(Notices.dismiss, notice_id=second)
    assert len(items(tab)) == 2


async def test_every_notice_has_an_id_of_its_own(tab):
    await tab.open("/login")
    seen = []
    for text in map(str, range(8)):
        await tell(tab, "error", "errors.user.load_error", text)
        seen.append(tab.view(Notices).items[-1]["id"])
    assert len(set(seen)) == 8


@proves("NOTICE-3")
async def test_the_same_notice_is_not_piled_up_but_shown_anew(tab):
    await tab.open("/login")
    await tell(tab, "error", "errors.user.load_error", "same")
    first = tab.view(Notices).items[0]["id"]
    await tell(tab, "error", "errors.user.load_error", "same")
    assert len(items(tab)) == 1
    assert tab.view(Notices).items[0]["id"] != first, "its time starts again"


@proves("NOTICE-3")
async def test_only_the_last_notices_stay(tab):
    await tab.open("/login")
    for text in map(str, range(10)):
        await tell(tab, "error", "errors.user.load_error", text)
    assert [detail for _, _, detail in items(tab)] == [str(n) for n in range(10 - MAX_NOTICES, 10)]


@proves("NOTICE-20")
async def test_a_notice_follows_the_language(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.fail("admin/users", 500)
    await tab.send(UserList.load)
    (item,) = tab.view(Notices).items
    for locale in ("fr", "en"):
        assert item[f"text_{locale}"] == say("errors.user.load_error", locale)
        assert item[f"detail_{locale}"] == say("errors.server", locale)


@proves("NOTICE-22")
async def test_what_stands_in_place_of_a_list_follows_the_language(sign_in, upstream):
    tab = await sign_in("admin", "/")
    upstream.fail("admin/users")
    await tab.open("/users")
    assert tab.view(UserList).problem == say("errors.server", "fr")
    assert tab.view(UserList).problem_in == {each: say("errors.server", each) for each in LOCALES}


@proves("NOTICE-22")
async def test_what_stands_in_place_of_a_page_follows_the_language(sign_in, upstream):
    upstream.cut("permissions")
    tab = await sign_in("admin", "/users")
    assert tab.view(Session).problem_in == {each: say("errors.network", each) for each in LOCALES}


@proves("NOTICE-26")
async def test_a_notice_of_a_call_that_failed_has_its_name_in_the_logs_until_it_worked(sign_in, upstream, caplog):
    tab = await sign_in("admin", "/users")
    upstream.fail("admin/users", 500, times=1)
    await tab.send(UserList.load)
    (item,) = tab.view(Notices).items
    assert f"request {item['reference']}" in caplog.text
    state = await tab.state(UserList)
    await notify(await state.get_state(UserShow), "success", "kit.bulk.delete.all", count=1)
    notices = await state.get_state(Notices)
    assert [each["kind"] for each in notices.items] == ["error", "success"], "of another place"
    await notify(state, "success", "kit.bulk.delete.all", count=1)
    assert [each["kind"] for each in notices.items] == ["success"]
