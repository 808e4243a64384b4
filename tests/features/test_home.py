"""The home page: the credential lines of the external dashboard, and the addresses around it (SHELL-8, SHELL-9)."""

import pytest

from admin_app.features.home.page import Home
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from tests.support.proofs import proves


@proves("SHELL-9")
async def test_the_credential_lines_are_shown_to_who_has_some(sign_in, upstream):
    tab = await sign_in("admin", "/")
    assert [each["username"] for each in tab.view(Home).logins] == [
        "scope_admin",
        "scope_communities",
        "scope_solidary",
    ]
    assert all(each["password"] for each in tab.view(Home).logins)
    assert len(upstream.called("GET", "admin/kibana_logins")) == 1


@proves("SHELL-9")
@pytest.mark.parametrize(("name", "lines"), [("communities", ["scope_communities"]), ("editor", [])])
async def test_each_account_has_its_own_lines(sign_in, name, lines):
    tab = await sign_in(name, "/")
    assert [each["username"] for each in tab.view(Home).logins] == lines


async def test_lines_that_cannot_be_read_are_told_and_the_page_stays(sign_in, upstream):
    upstream.fail("admin/kibana_logins", 500)
    tab = await sign_in("admin", "/")
    assert [item["kind"] for item in tab.view(Notices).items] == ["error"]
    assert tab.view(Home).logins == []
    assert tab.view(Session).ready is True
    assert tab.view(Session).problem == ""


@proves("SESSION-29", "SHELL-9")
async def test_the_lines_go_with_the_person(sign_in):
    tab = await sign_in("admin", "/")
    assert tab.view(Home).logins
    await tab.send(Session.leave)
    await tab.open(tab.left_to)
    assert tab.view(Home).logins == []


@proves("SHELL-8", "CONFIG-6")
async def test_the_addresses_around_are_those_of_the_deployment(sign_in, configure):
    configure(
        dashboard_url="https://dash.test",
        external_admin_url="https://admin.test/",
        login_delegate_url="https://www.test/sign-in",
        logo_url="/logo.svg",
        platform_name="Covoit’Est",
    )
    tab = await sign_in("admin", "/")
    assert tab.view(Session).links == {
        "dashboard": "https://dash.test",
        "external_admin": "https://admin.test",
        "login_delegate": "https://www.test/sign-in",
        "logo": "/logo.svg",
        "platform": "Covoit’Est",
        "map_tiles": "",
        "map_attribution": "",
        "map_area": "-5.2,41.3,9.7,51.2",
    }


@proves("SHELL-8")
async def test_without_addresses_there_are_none(sign_in):
    tab = await sign_in("admin", "/")
    links = tab.view(Session).links
    assert {links[name] for name in links.keys() - {"map_area"}} == {""}
