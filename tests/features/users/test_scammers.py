"""Reporting a scammer: typed to be confirmed, because the account is gone at once (USER-21, trap 5)."""

import pytest
from sqlalchemy import select

from admin_app.features.users.screens import UserShow
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from sandbox.tables import scammers
from tests.support.proofs import proves

PATH = "admin/scammers"


def told(tab) -> list[tuple[str, str]]:
    return [(item["kind"], item["text"]) for item in tab.view(Notices).items]


@pytest.fixture
async def tab(sign_in):
    return await sign_in("admin", "/users/show/21")


async def confirm(tab, text: str) -> None:
    await tab.send(UserShow.report_scammer, data={"confirmation": text})


@proves("NOTICE-16", "USER-21")
async def test_the_account_goes_with_the_report(tab, upstream):
    user = upstream.user(21)
    await confirm(tab, f" {user.email.upper()} ")
    (call,) = upstream.called("POST", PATH)
    told_of = {"telephone": user.telephone, "givenName": user.given_name, "familyName": user.family_name}
    assert call.body == {"email": user.email} | {name: text for name, text in told_of.items() if text}
    assert upstream.user(21).status == 4
    assert told(tab) == [("success", say("errors.scammer.create_success", "fr"))]
    assert tab.redirects == ["/users"]


@proves("USER-21")
@pytest.mark.parametrize("typed", ["", "x", "21", "someone.else@example.org"])
async def test_another_address_does_nothing(tab, upstream, typed):
    await confirm(tab, typed)
    assert tab.view(UserShow).scammer_error == say("users.scammer.different", "fr")
    assert not upstream.called("POST", PATH)
    assert tab.view(UserShow).reporting is False


async def test_an_address_that_changed_meanwhile_must_be_typed_as_it_is(tab, upstream):
    old = upstream.user(21).email
    upstream.change(21, email="new@example.org", email_key="new@example.org")
    await confirm(tab, old)
    assert not upstream.called("POST", PATH)


@proves("USER-21")
async def test_nobody_reports_himself(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/1")
    await confirm(tab, "admin@demo.test")
    assert tab.view(UserShow).scammer_error == say("users.scammer.own", "fr")
    assert not upstream.called("POST", PATH)


async def test_a_deleted_account_is_not_reported_again(tab, upstream):
    email = upstream.user(21).email
    upstream.change(21, status=4)
    await confirm(tab, email)
    assert tab.view(UserShow).scammer_error == say("users.scammer.gone", "fr")
    assert not upstream.called("POST", PATH)


@proves("NOTICE-16")
async def test_a_failure_that_left_the_account_is_told_as_such(tab, upstream):
    upstream.fail(PATH, 500, times=1)
    await confirm(tab, upstream.user(21).email)
    assert told(tab) == [("error", say("users.scammer.unsure", "fr"))]
    assert upstream.user(21).status != 4
    assert not tab.redirects


async def test_who_may_not_report_does_not(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_read", "user_update", "user_delete")
    tab = await sign_in("nobody", "/users/show/21")
    await confirm(tab, upstream.user(21).email)
    assert not upstream.called("POST", PATH)
    assert told(tab) == [("error", say("errors.scammer.create_error", "fr"))]
    assert upstream.sandbox.database.row(select(scammers)) is None
