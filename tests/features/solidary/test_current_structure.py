"""The structures of the signed-in person, and the one they work for (STRUCTURE-1, SHELL-3)."""

import pytest
import reflex as rx

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.volunteers.listing import VolunteerList
from admin_app.features.users.screens import UserList
from admin_app.kit.screen import by_route
from admin_app.kit.session import Session
from admin_app.kit.shell.menu import drawer
from admin_app.kit.shell.palette import Palette
from admin_app.screens import SCREENS, SHELL
from tests.support.proofs import proves


@proves("STRUCTURE-1")
async def test_structures_are_not_asked_for_without_the_module(sign_in, upstream):
    tab = await sign_in("solidary", "/")
    assert not upstream.called("GET", "admin/structures")
    assert tab.view(CurrentStructure).structures == []


@proves("STRUCTURE-1")
async def test_structures_are_not_asked_for_without_the_permission(sign_in, upstream, configure):
    configure(solidary=True)
    upstream.grant("nobody@demo.test", "access_admin")
    tab = await sign_in("nobody", "/")
    assert "solidary" in tab.view(Session).flags
    assert not upstream.called("GET", "admin/structures")


STRUCTURES = {
    "@context": "/contexts/Structure",
    "@id": "/structures",
    "@type": "hydra:Collection",
    "hydra:member": [
        {"id": 4, "name": "Entraide", "telephone": "0383000001", "solidaryTransport": True},
        {"id": 5, "name": "Relais", "signature": "Bien à vous", "solidaryTransport": False},
    ],
    "hydra:totalItems": 2,
}


@pytest.fixture
async def operator(sign_in, upstream, configure):
    """A tab of somebody who works for two structures."""
    configure(solidary=True)
    upstream.answer("GET", "admin/structures", STRUCTURES)
    return await sign_in("admin", "/")


@proves("SESSION-3", "STRUCTURE-1", "STRUCTURE-2")
async def test_structures_are_read_with_both_and_one_is_current(operator, upstream):
    assert len(upstream.called("GET", "admin/structures")) == 1
    assert operator.view(CurrentStructure).structures == [
        {"id": "4", "name": "Entraide", "telephone": "0383000001", "signature": "", "solidaryTransport": "True"},
        {"id": "5", "name": "Relais", "telephone": "", "signature": "Bien à vous", "solidaryTransport": ""},
    ]
    assert operator.view(CurrentStructure).structure == "4"


@proves("SHELL-3")
async def test_the_current_structure_is_chosen_and_remembered(operator):
    tab = operator
    await tab.send(CurrentStructure.choose, structure_id="5")
    assert tab.view(CurrentStructure).structure == "5"
    assert tab.browser.storage["admin_app.structure"] == "5"


async def test_what_is_known_of_the_current_structure_follows_the_choice(operator):
    assert operator.view(CurrentStructure).current["name"] == "Entraide"
    await operator.send(CurrentStructure.choose, structure_id="5")
    assert operator.view(CurrentStructure).current["name"] == "Relais"


async def test_a_structure_the_browser_made_up_is_not_current(operator):
    (await operator.state(CurrentStructure)).structure = "99"
    await operator.open("/users")
    assert operator.view(CurrentStructure).structure == "4"
    assert operator.view(CurrentStructure).current["id"] == "4"


@pytest.mark.parametrize(("structure", "held"), [("4", True), ("5", False)])
async def test_volunteers_need_a_current_structure_that_transports(operator, structure, held):
    await operator.send(CurrentStructure.choose, structure_id=structure)
    assert bool(operator.view(CurrentStructure).current["solidaryTransport"]) is held


@proves("SEARCH-6")
@pytest.mark.parametrize(("structure", "named"), [("4", True), ("5", False)])
async def test_the_search_names_the_list_of_volunteers_where_the_menu_does(operator, structure, named, configure):
    configure(solidary=True, solidary_transport=True)
    await operator.send(CurrentStructure.choose, structure_id=structure)
    await operator.send(Palette.look, text="volunteers")
    found = [each["address"] for each in operator.view(Palette).found["screens"]]
    assert ("/solidaryvolunteers" in found) is named


@proves("STRUCTURE-1")
async def test_the_structure_chosen_before_is_current_again(operator):
    await operator.send(CurrentStructure.choose, structure_id="5")
    await operator.restart()
    assert operator.view(CurrentStructure).structure == "5"


@proves("STRUCTURE-3")
async def test_structures_that_cannot_be_read_keep_nobody_out(sign_in, upstream, configure):
    configure(solidary=True)
    upstream.fail("admin/structures", 500)
    tab = await sign_in("admin", "/users")
    assert tab.view(CurrentStructure).structures == []
    assert tab.view(UserList).rows


@proves("SHELL-3")
async def test_somebody_elses_structure_cannot_be_chosen(operator):
    tab = operator
    await tab.send(CurrentStructure.choose, structure_id="6")
    assert tab.view(CurrentStructure).structure == "4"


@proves("SHELL-3", "SOLIDARY-18")
async def test_the_structure_stays_while_a_solidary_item_is_edited(operator):
    tab = operator
    (await tab.state(CurrentStructure)).editing = True
    await tab.send(CurrentStructure.choose, structure_id="5")
    assert tab.view(CurrentStructure).structure == "4"


@proves("SESSION-3", "SHELL-4")
async def test_solidary_edit_is_false_again_after_each_navigation(operator):
    tab = operator
    (await tab.state(CurrentStructure)).editing = True
    await tab.open("/users")
    assert (await tab.state(CurrentStructure)).editing is False
    assert tab.view(CurrentStructure).editing is False


async def test_structures_are_gone_when_the_person_leaves(operator):
    await operator.send(Session.leave)
    assert (await operator.state(CurrentStructure)).structures == []


async def test_a_list_follows_the_structure_that_is_chosen(sign_in, upstream, configure):
    configure(solidary=True, solidary_transport=True)
    tab = await sign_in("solidary", "/solidaryvolunteers?sort=id")
    before = [row["id"] for row in tab.view(VolunteerList).rows]
    await tab.send(CurrentStructure.choose, structure_id="2")
    after = [row["id"] for row in tab.view(VolunteerList).rows]
    assert after
    assert set(before) != set(after)


@pytest.mark.parametrize(
    "address", ["/solidaryvolunteers/show/7", "/solidaryrecords/show/7", "/users", "/users/import"]
)
async def test_nothing_else_is_read_again_for_it(sign_in, upstream, configure, address):
    """Reading a request again may text drivers (trap 31); an import would begin anew."""
    configure(solidary=True, solidary_transport=True)
    tab = await sign_in("solidary", address)
    upstream.forget()
    await tab.send(CurrentStructure.choose, structure_id="2")
    assert not upstream.calls


@proves("SCREEN-23", "SEARCH-6")
async def test_the_creation_is_offered_to_nobody_who_works_for_no_structure(sign_in, configure):
    """To create a request is among the rights of everybody; without a structure there is nothing to create it in."""
    configure(solidary=True)
    creation = by_route(SCREENS)["/solidaryrecords/create"]
    assert creation.condition
    for account, works in (("editor", False), ("solidary", True)):
        tab = await sign_in(account, "/")
        assert "solidary_create" in tab.view(Session).permissions
        await tab.send(Palette.look, text="demande")
        found = [each["address"] for each in tab.view(Palette).found["screens"]]
        assert (creation.route in found) is works
        assert await creation.condition.met(await tab.state(CurrentStructure)) is works
    assert str(creation.condition.held) in str(drawer(rx.Var.create("/"), SCREENS, SHELL))
