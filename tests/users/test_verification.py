"""The validation mail and the telephone's code, sent again: once a press, and never by itself (trap 50)."""

import pytest

from admin_app.kit.session import presses
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from admin_app.users.screens import UserShow

PATHS = {"mail": "users/30/sendValidationEmail", "code": "users/30/generate_phone_token"}


def texts(tab):
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


@pytest.mark.parametrize("way", PATHS)
async def test_one_press_is_one_message_and_two_at_once_are_one(sign_in, upstream, monkeypatch, way):
    tab = await sign_in("admin", "/users/show/30")
    assert not [call for call in upstream.calls if call.path.startswith("users/")], (
        "nothing is sent by opening the page"
    )
    for _ in range(2):
        await tab.send(UserShow.send_verification, way=way)
    assert len(upstream.called("GET", PATHS[way])) == 1
    assert texts(tab) == [("success", say(f"users.verification.{way}_sent", "fr"))]
    monkeypatch.setattr(presses, "DOUBLE", 0)
    await tab.send(UserShow.send_verification, way=way)
    assert len(upstream.called("GET", PATHS[way])) == 2, "later it may be wanted again"
    assert upstream.contract.violations == []


@pytest.mark.parametrize("way", ["", "alerts", "../1"])
async def test_nothing_else_is_sent(sign_in, upstream, way):
    tab = await sign_in("admin", "/users/show/30")
    upstream.forget()
    await tab.send(UserShow.send_verification, way=way)
    assert upstream.calls == []


async def test_who_may_not_change_users_sends_nothing(sign_in, upstream):
    upstream.grant("nobody@demo.test", "user_read", "user_list")
    tab = await sign_in("nobody", "/users/show/30")
    await tab.send(UserShow.send_verification, way="mail")
    assert not upstream.called("GET", PATHS["mail"])


async def test_a_lost_answer_is_perhaps_sent_and_never_repeated(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/30")
    upstream.lose(PATHS["mail"])
    await tab.send(UserShow.send_verification, way="mail")
    assert texts(tab) == [("error", say("errors.unsure", "fr"))]
    assert len(upstream.called("GET", PATHS["mail"])) == 1


async def test_a_refusal_is_told_in_the_servers_words(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/30")
    upstream.fail(PATHS["code"], 400)
    await tab.send(UserShow.send_verification, way="code")
    ((kind, text),) = texts(tab)
    assert (kind, say("users.verification.failed", "fr") in text) == ("error", True)
