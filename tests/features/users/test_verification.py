"""The validation mail and the telephone's code, sent again: once a press, and never by itself (trap 50)."""

import pytest

from admin_app.features.users.screens import UserShow
from admin_app.features.users.verification import sms_lines
from admin_app.kit.session import double_press
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

PATHS = {"mail": "users/30/sendValidationEmail", "code": "users/30/generate_phone_token"}


def texts(tab):
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


@proves("USER-29")
@pytest.mark.parametrize("way", PATHS)
async def test_one_press_is_one_message_and_two_at_once_are_one(sign_in, upstream, monkeypatch, way):
    tab = await sign_in("admin", "/users/show/30")
    assert not [call for call in upstream.calls if call.path.startswith("/users/30/")], (
        "nothing is sent by opening the page"
    )
    for _ in range(2):
        await tab.send(UserShow.send_verification, way=way)
    assert len(upstream.called("GET", PATHS[way])) == 1
    assert texts(tab) == [("success", say(f"users.verification.{way}_sent", "fr"))]
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    await tab.send(UserShow.send_verification, way=way)
    assert len(upstream.called("GET", PATHS[way])) == 2, "later it may be wanted again"
    assert upstream.contract.violations == []


@pytest.mark.parametrize("way", ["", "alerts", "../1"])
async def test_nothing_else_is_sent(sign_in, upstream, way):
    tab = await sign_in("admin", "/users/show/30")
    upstream.forget()
    await tab.send(UserShow.send_verification, way=way)
    assert upstream.calls == []


@proves("USER-29")
async def test_who_may_not_change_users_sends_nothing(sign_in, upstream):
    upstream.grant("nobody@demo.test", "user_read", "user_list")
    tab = await sign_in("nobody", "/users/show/30")
    await tab.send(UserShow.send_verification, way="mail")
    assert not upstream.called("GET", PATHS["mail"])


@proves("USER-29")
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


# --- notices by SMS, after another telephone (users.yaml, update_user_alerts) -------------------------------------

ALERTS = "users/30/alerts"
CHANGED = 30
"""Somebody of the demo who validated another number: their notices by SMS are off."""


@proves("USER-30")
async def test_notices_by_sms_are_switched_on_by_their_own_fresh_numbers(sign_in, upstream):
    tab = await sign_in("admin", f"/users/show/{CHANGED}")
    assert not upstream.called("GET", ALERTS), "to read them may begin them: never before a press"
    for _ in range(2):
        await tab.send(UserShow.switch_sms_on)
    assert [call.method for call in upstream.calls if call.path == f"/{ALERTS}"] == ["GET", "PUT"]
    (put,) = upstream.called("PUT", ALERTS)
    assert list(put.body) == ["alerts"]
    assert all(value is True for value in put.body["alerts"].values())
    assert texts(tab) == [("success", say("users.verification.sms_on", "fr", len(put.body["alerts"])))]
    assert upstream.contract.violations == []


@proves("USER-30")
@pytest.mark.parametrize(("user", "outcome"), [(31, "already"), (32, "none")])
async def test_where_there_is_nothing_to_switch_on_it_is_said(sign_in, upstream, user, outcome):
    tab = await sign_in("admin", f"/users/show/{user}")
    await tab.send(UserShow.switch_sms_on)
    assert not upstream.called("PUT", f"users/{user}/alerts")
    kind = "error" if outcome == "none" else "success"
    assert texts(tab) == [(kind, say(f"users.verification.sms_{outcome}", "fr", 0))]


@proves("USER-30")
async def test_notices_by_sms_want_the_right_and_a_lost_answer_is_said(sign_in, upstream):
    upstream.grant("nobody@demo.test", "user_read", "user_list")
    tab = await sign_in("nobody", f"/users/show/{CHANGED}")
    await tab.send(UserShow.switch_sms_on)
    assert not [call for call in upstream.calls if call.path == f"/{ALERTS}"]
    tab = await sign_in("admin", f"/users/show/{CHANGED}")
    upstream.lose(ALERTS)
    await tab.send(UserShow.switch_sms_on)
    assert [call.method for call in upstream.calls if call.path == f"/{ALERTS}"] == ["GET"]
    assert texts(tab) == [("error", say("errors.unsure", "fr"))]


@proves("USER-30")
@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        ({"alerts": []}, {}),
        ({"alerts": {"5": {"alert": [{"medium": 3, "id": 8, "active": False}, {"medium": 2, "id": 9}]}}}, {"8": False}),
        ({"alerts": {"5": {"alert": {"2": {"medium": 3, "id": 8, "active": True}}}}}, {"8": True}),
        ({"alerts": {"5": {"alert": {"2": {"medium": 3, "id": "8/../9"}}}, "6": None, "7": {"alert": [None]}}}, {}),
        (None, {}),
    ],
)
def test_lines_come_as_objects_or_arrays_and_odd_ones_are_left_out(answer, lines):
    assert sms_lines(answer) == lines
