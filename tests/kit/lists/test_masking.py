"""Lists hide e-mails and telephones until they are asked for, and the browser is not told before."""

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx

from admin_app.features.users.screens import UserList
from admin_app.kit.declare.fields import Column
from admin_app.kit.lists.host import mask
from admin_app.kit.lists.table import _second, _uncover
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from tests.support.proofs import proves

MASKS = [
    ("camille.lefebvre@example.org", "email", "c•••@•••.org"),
    ("a@b.c", "email", "a•••@•••.c"),
    ("@example.org", "email", "•••@•••.org"),
    ("root@localhost", "email", "r•••@•••"),
    ("no address", "email", "•••"),
    ("06 12 34 56 78", "phone", "••• 78"),
    ("+33 6 12 34 56 78", "phone", "••• 78"),
    ("3615", "phone", "•••"),
    ("12 rue des Lilas", "text", "•••"),
    ("é🚗" * 5000, "email", "•••"),
]


def row(tab, record_id: str = "7") -> dict[str, str]:
    return next(each for each in tab.view(UserList).rows if each["id"] == record_id)


def seen(tab) -> str:
    """Everything the server has ever told this tab."""
    return json.dumps([tab.deltas, tab.events], default=str)


@proves("LIST-11")
@pytest.mark.parametrize(("text", "kind", "expected"), MASKS)
def test_masks(text, kind, expected):
    assert mask(text, kind) == expected


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (Column("email", "email"), True),
        (Column("telephone", "phone"), True),
        (Column("email", "email", masked=False), False),
        (Column("street", masked=True), True),
        (Column("name"), False),
    ],
)
def test_what_a_list_hides(column, expected):
    assert column.hides is expected


@proves("LIST-11")
async def test_the_browser_is_not_told_what_is_hidden(sign_in, upstream):
    upstream.change(7, telephone="0612345678")
    tab = await sign_in("admin", "/users?q=camille%20lefebvre")
    shown = row(tab)
    assert (shown["email"], shown["telephone"], shown["_masked"]) == ("c•••@•••.org", "••• 78", "yes")
    assert upstream.user(7).email not in seen(tab)
    assert "12 34 56" not in seen(tab).replace("\\u202f", " ").replace("\\u00a0", " ")


@proves("LIST-11")
async def test_a_row_shows_what_it_hides_when_asked(sign_in, upstream):
    tab = await sign_in("admin", "/users?sort=id&perPage=10")
    upstream.forget()
    await tab.send(UserList.reveal, record_id="7", column="email")
    assert (row(tab)["email"], row(tab)["_masked"]) == (upstream.user(7).email, "")
    assert row(tab, "6")["_masked"] == "yes", "one row alone"
    assert upstream.user(6).email not in seen(tab)
    assert tab.went("focusFirst") == ['[data-id="7"] [data-col="email"] a'], "the focus is not lost"
    assert not upstream.calls, "it was known already"


@proves("LIST-11")
def test_each_that_is_hidden_below_a_name_has_a_button_where_it_is_filled():
    """One for all of it would lead the focus to the first, which may be empty."""
    below = replace(UserList.resource, who=replace(UserList.resource.identity, second=("id", "email", "telephone")))
    state: Any = SimpleNamespace(resource=below, reveal=UserList.reveal)
    made = _uncover(state, rx.Var("row").to(dict[str, str]))
    for name, button in zip(("email", "telephone"), made, strict=True):
        [drawn] = button.render()["children"]
        assert f"action:reveal:{name}" in str(drawn["true_value"])
        assert f'row?.["{name}"]' in drawn["cond_state"]


@proves("LIST-11")
def test_below_a_name_a_mask_tells_namesakes_apart():
    row = rx.Var("row").to(dict[str, str])
    told = _second(UserList.resource, UserList.resource.column("email"), row, {}).render()
    [drawn] = told["children"]
    assert 'row?.["email"]' in drawn["cond_state"], "where there is one"
    assert "action:copy" not in str(drawn["true_value"]["children"][0]["false_value"]), (
        "not whole, before it is asked for"
    )
    assert 'row?.["email"]' in str(drawn["true_value"]["children"][0]["false_value"])


@proves("LIST-11")
def test_what_has_a_cell_of_its_own_is_asked_for_there():
    who = replace(UserList.resource.identity, second=("id", "email"), beside=("status", "email"))
    beside = replace(UserList.resource, who=who)
    state: Any = SimpleNamespace(resource=beside, reveal=UserList.reveal)
    row = rx.Var("row").to(dict[str, str])
    assert _uncover(state, row) == []
    told = str(_second(beside, beside.column("email"), row, {}).render())
    assert "of-phone" in told, "below the name a phone alone has it"
    assert "action:copy" not in told
    drawn = {"email": lambda row: rx.el.em(row["email"])}
    assert '"em"' in str(_second(beside, beside.column("email"), row, drawn).render()), "as the feature draws it"


async def test_a_row_is_hidden_again_when_it_is_read_again(sign_in):
    tab = await sign_in("admin", "/users?sort=id&perPage=10")
    await tab.send(UserList.reveal, record_id="7", column="email")
    await tab.send(UserList.load)
    assert row(tab)["_masked"] == "yes"


@proves("LIST-11")
async def test_the_whole_list_is_shown_and_hidden_again(sign_in, upstream):
    tab = await sign_in("admin", "/users?sort=id&perPage=10")
    await tab.send(UserList.toggle_masks)
    assert all(each["_masked"] == "" and "•" not in each["email"] for each in tab.view(UserList).rows)
    await tab.open("/users?sort=id&perPage=10&page=2")
    assert all("•" not in each["email"] for each in tab.view(UserList).rows), "the next page too"
    await tab.send(UserList.toggle_masks)
    assert all(each["_masked"] == "yes" for each in tab.view(UserList).rows if each["email"])
    assert "@•••" in row(tab, "17")["email"]


async def test_sorting_and_filtering_know_what_is_hidden(sign_in, upstream):
    tab = await sign_in("admin", "/users?email=camille.lefebvre&sort=email")
    assert upstream.called("GET", "admin/users")[-1].query["email"] == "camille.lefebvre"
    assert [each["id"] for each in tab.view(UserList).rows] == ["7"]


@pytest.mark.parametrize("record_id", ["99999", "", "7 OR 1=1"])
async def test_what_is_no_row_of_the_list_is_not_shown(sign_in, record_id):
    tab = await sign_in("admin", "/users?sort=id&perPage=10")
    before = tab.view(UserList).rows
    await tab.send(UserList.reveal, record_id=record_id, column="email")
    assert tab.view(UserList).rows == before


@proves("LIST-12")
async def test_an_account_that_lost_the_list_shows_nothing(sign_in, upstream):
    """The door asks for the permission of the list, whatever the tab still holds."""
    tab = await sign_in("admin", "/users?sort=id&perPage=10")
    (await tab.state(Session)).permissions = ["access_admin"]
    tab.forget()
    await tab.send(UserList.reveal, record_id="7", column="email")
    await tab.send(UserList.toggle_masks)
    assert upstream.user(7).email not in seen(tab)
    assert row(tab)["_masked"] == "yes"


@proves("USER-22")
async def test_delegated_sign_in_keeps_the_address_until_it_is_used(sign_in, upstream, configure):
    configure(login_delegate=True, login_delegate_url="https://public.example.org/auth")
    upstream.change(7, email="camille+vosges@example.org", email_key="camille+vosges@example.org")
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "login_delegate")
    tab = await sign_in("nobody", "/users?sort=id&perPage=10")
    assert "vosges" not in seen(tab)
    await tab.send(UserList.sign_in_as, record_id="7")
    there = [payload for name, payload in tab.events if name == "_redirect"][-1]
    assert there["path"] == "https://public.example.org/auth/nobody%40demo.test/camille%2Bvosges%40example.org"
    assert there["external"] is True


@proves("USER-22")
async def test_delegated_sign_in_is_refused_where_it_is_off(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "login_delegate")
    tab = await sign_in("nobody", "/users?sort=id&perPage=10")
    await tab.send(UserList.sign_in_as, record_id="7")
    assert not tab.redirects


@proves("USER-22")
async def test_delegated_sign_in_is_refused_without_the_permission(sign_in, configure):
    configure(login_delegate=True, login_delegate_url="https://public.example.org/auth")
    tab = await sign_in("admin", "/users?sort=id&perPage=10")
    await tab.send(UserList.sign_in_as, record_id="7")
    assert not tab.redirects
    assert "login_delegate" in tab.view(Notices).items[0]["detail"]
