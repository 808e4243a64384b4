"""The box above lists of people: whatever one knows of somebody (SEARCH-5, LIST-21, USER-25 and USER-26)."""

from urllib.parse import quote

import pytest

from admin_app.features.campaigns.target_lists import RecipientUsers
from admin_app.features.hitchhikers.screens import HitchhikerList
from admin_app.features.users.screens import UserList
from admin_app.kit.session.notices import Notices
from admin_app.shared.mailing.dialog import MailMixin
from tests.support.proofs import proves

PLACE = quote('{"lat":48.69,"lgt":6.18,"name":"Nancy"}')
TYPED = ["06 39 86 92 66", "0639869266", "+33 6 39 86 92 66", "0033639869266"]


def ids(tab, state=UserList) -> list[str]:
    return [row["id"] for row in tab.view(state).rows]


def asked(upstream) -> dict[str, str]:
    return upstream.called("GET", "admin/users")[-1].query


@proves("LIST-21")
@pytest.mark.parametrize("stored", ["0639869266", "+33639869266", "06 39 86 92 66"])
@pytest.mark.parametrize("typed", TYPED)
async def test_the_box_takes_a_telephone_in_any_spelling(sign_in, upstream, stored, typed):
    upstream.change(12, telephone=stored)
    tab = await sign_in("admin", f"/users?q={quote(typed)}")
    view = tab.view(UserList)
    assert ids(tab) == ["12"]
    assert view.sought == "telephone"
    assert view.filter_labels[f"q={typed}"] in ("06 39 86 92 66", "+33 6 39 86 92 66")
    assert len(upstream.called("GET", "admin/users")) == 1


@proves("LIST-21")
async def test_the_box_takes_an_e_mail_and_names(sign_in, upstream):
    person = upstream.user(12)
    tab = await sign_in("admin", f"/users?q={quote(person.email)}")
    assert (ids(tab), tab.view(UserList).sought) == (["12"], "email")
    await tab.open(f"/users?q={quote(f'{person.given_name} {person.family_name}')}")
    assert "12" in ids(tab)
    assert tab.view(UserList).sought == "name"
    await tab.open("/users?q=%2312")
    assert (ids(tab), tab.view(UserList).sought) == (["12"], "number")


@proves("SEARCH-10")
@pytest.mark.parametrize("typed", ["arthur grondin", "Grondin Arthur", "duhamel arthur"])
async def test_half_of_a_double_name_is_found_with_the_first_name(sign_in, upstream, typed):
    upstream.change(12, given_name="Arthur", family_name="Duhamel-Grondin")
    upstream.change(
        12, given_name_key="arthur", family_name_key="duhamel-grondin", name_key="arthur duhamel-grondin arthur"
    )
    tab = await sign_in("admin", f"/users?q={quote(typed)}")
    assert (ids(tab), tab.view(UserList).total) == (["12"], 1)
    assert len(upstream.called("GET", "admin/users")) == (1 if typed == "Grondin Arthur" else 2)
    # What is done to all that was found is done to these.
    await tab.send(UserList.select_all)
    assert ("q" in asked(upstream)) is (typed == "Grondin Arthur")
    await tab.open(f"/users?q={quote(upstream.user(13).email)}")
    assert ids(tab) == ["13"]


@proves("SEARCH-10")
@pytest.mark.parametrize("typed", ["v4ord", "a.v4"])
async def test_a_part_of_an_e_mail_that_is_in_no_name_is_looked_for_in_e_mails(sign_in, upstream, typed):
    upstream.change(12, email="a.v4ord@demo.test", email_key="a.v4ord@demo.test")
    tab = await sign_in("admin", f"/users?q={typed}")
    assert (ids(tab), tab.view(UserList).sought) == (["12"], "email")
    await tab.send(UserList.select_all)
    assert asked(upstream)["email"] == typed


@proves("SEARCH-10")
async def test_a_name_with_a_digit_stays_a_name(sign_in, upstream):
    upstream.change(12, family_name="R2D2", name_key="r2d2")
    tab = await sign_in("admin", "/users?q=R2D2")
    assert (ids(tab), tab.view(UserList).sought) == (["12"], "name")
    await tab.open("/users?q=R2D3")
    assert (ids(tab), tab.view(UserList).sought) == ([], "name")


@proves("SEARCH-10")
async def test_words_that_are_in_no_name_find_nobody(sign_in, upstream):
    tab = await sign_in("admin", "/users?q=zzzzz%20yyyyy")
    assert (ids(tab), len(upstream.called("GET", "admin/users"))) == ([], 2)


@proves("LIST-21")
@pytest.mark.parametrize("typed", TYPED)
async def test_old_addresses_compare_numbers_too(sign_in, upstream, typed):
    """A view or a link of before holds the filter by telephone itself."""
    upstream.change(12, telephone="+33639869266")
    tab = await sign_in("admin", f"/users?telephone={quote(typed)}")
    assert ids(tab) == ["12"]


@proves("LIST-21")
async def test_old_filters_by_name_and_e_mail_stay_good(sign_in, upstream):
    person = upstream.user(12)
    address = f"/users?familyName={quote(person.family_name)}&givenName={quote(person.given_name)}"
    tab = await sign_in("admin", f"{address}&email={quote(person.email)}")
    assert ids(tab) == ["12"]
    assert {"familyName", "givenName", "email"} <= asked(upstream).keys()


@proves("SEARCH-5")
async def test_the_beginning_of_a_telephone_asks_for_nobody_and_says_so(sign_in, upstream):
    tab = await sign_in("admin", "/users?q=06 39")
    view = tab.view(UserList)
    assert upstream.called("GET", "admin/users") == []
    assert (view.total, view.rows, view.obstacle, view.problem) == (0, [], "incomplete", "")
    await tab.open("/users")
    assert (tab.view(UserList).obstacle, tab.view(UserList).sought) == ("", "")
    assert tab.view(UserList).total > 0


@proves("LIST-21")
async def test_hitchhikers_and_recipients_have_the_same_box(sign_in, upstream, configure):
    configure(hitchhiking=True)
    upstream.change(12, telephone="+33639869266", hitch_hike_passenger=True)
    tab = await sign_in("admin", "/hitchhikers?q=06.39.86.92.66")
    assert ids(tab, HitchhikerList) == ["12"]
    assert asked(upstream)["isHitchHiker"] == "true"
    assert RecipientUsers.resource.filters == UserList.resource.filters


# --- what the API does not take together --------------------------------------------------------


@proves("LIST-22")
@pytest.mark.parametrize(
    ("query", "clash"),
    [
        (f"homeAddressTerritory=3&origin={PLACE}", {"homeAddressTerritory", "origin"}),
        ("homeAddressTerritory=3&territory=4", {"homeAddressTerritory", "territory"}),
        (f"territory=3&destination={PLACE}&origin={PLACE}", {"territory", "destination", "origin"}),
        ("q=a@b.fr&email=c", {"q", "email"}),
    ],
)
async def test_what_the_server_refuses_together_is_said_and_not_asked(sign_in, upstream, query, clash):
    tab = await sign_in("admin", f"/users?{query}")
    view = tab.view(UserList)
    assert upstream.called("GET", "admin/users") == []
    assert (view.obstacle, set(view.clash), view.total, view.problem) == ("apart", clash, 0, "")


@proves("LIST-22")
async def test_nothing_is_done_under_filters_that_cannot_be_asked(sign_in, upstream):
    """Left out, one of them would write to more people than the list shows."""
    tab = await sign_in("admin", "/users?homeAddressTerritory=3&territory=4")
    upstream.forget()
    await tab.send(UserList.select_all)
    assert upstream.called("GET", "admin/users") == []
    assert [each["kind"] for each in tab.view(Notices).items] == ["error"]
    assert issubclass(UserList, MailMixin)


@proves("USER-26")
async def test_one_place_or_one_territory_is_asked(sign_in, upstream):
    tab = await sign_in("admin", f"/users?origin={PLACE}&destination={PLACE}&range=5")
    assert {"origin", "destination", "range"} <= asked(upstream).keys()
    await tab.open("/users?territory=3")
    assert asked(upstream)["territory"] == "3"
    assert tab.view(UserList).obstacle == ""


@proves("LIST-23")
@pytest.mark.parametrize("typed", ["9999", "0", "-1", "1.5", "ten"])
async def test_a_radius_out_of_bounds_is_said_and_not_asked(sign_in, upstream, typed):
    tab = await sign_in("admin", f"/users?origin={PLACE}&range={typed}")
    assert "range" not in asked(upstream)
    assert tab.view(UserList).out_of_bounds == {"range": typed}
    assert "range" not in tab.view(UserList).filters


@proves("LIST-23")
async def test_a_radius_around_nothing_is_not_asked(sign_in, upstream):
    tab = await sign_in("admin", "/users?range=5")
    assert "range" not in asked(upstream)
    assert "range" not in tab.view(UserList).filters


# --- filters of solidary transport --------------------------------------------------------------


@proves("USER-26")
@pytest.mark.parametrize(
    ("value", "param"),
    [
        ("true", "solidary"),
        ("candidate", "solidaryCandidate"),
        ("volunteer", "solidaryUser.volunteer"),
        ("beneficiary", "solidaryUser.beneficiary"),
    ],
)
async def test_solidary_transport_is_one_choice(sign_in, upstream, value, param):
    """The API has four filters, of which it takes one at a time (users.yaml, FilterSolidaryCandidate)."""
    await sign_in("admin", f"/users?solidary={value}")
    found = {name for name in asked(upstream) if name.startswith("solidary")}
    assert found == {param}


@proves("USER-25")
async def test_a_role_is_no_filter_and_the_list_says_why(sign_in, upstream):
    await sign_in("admin", "/users?role=2&rolesTerritory=2")
    assert not {"role", "rolesTerritory"} & asked(upstream).keys()
    assert UserList.resource.filter_note
