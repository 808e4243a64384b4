"""Who may read a record, and give it commands: operators, for the structures they operate (OWN-16, decision 35)."""

import pytest

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.record import UPDATE
from admin_app.kit.session import NotOwn, Session, signed_in
from admin_app.kit.session.notices import Notices
from tests.features.solidary.conftest import view
from tests.features.solidary.file.conftest import LOOKING
from tests.support.proofs import proves


async def may_change(tab) -> bool:
    state = await tab.state(SolidaryFile)
    try:
        async with signed_in(state, UPDATE, own=await state._proof()):
            return True
    except NotOwn:
        return False


@proves("OWN-16")
async def test_an_operator_changes_a_record_of_an_operated_structure(at, upstream, reads):
    tab = await at(LOOKING)
    assert tab.view(Session).own[UPDATE] == "SolidaryOperator"
    assert view(tab).owned
    upstream.forget()
    assert await may_change(tab)
    assert not upstream.calls  # least of all a reading, which might text drivers


@proves("OWN-16")
@pytest.mark.parametrize("structure", [3, None])
async def test_a_record_of_another_structure_is_not_changed(at, structure):
    tab = await at(LOOKING)
    state = await tab.state(SolidaryFile)
    await state._take({**state._answer(), "adminstructureId": structure})
    assert not state.owned
    assert not await may_change(tab)


@proves("OWN-16")
async def test_who_operates_nothing_is_listed_every_structure_and_proves_nothing(at):
    tab = await at(LOOKING)
    session, state = await tab.state(Session), await tab.state(SolidaryFile)
    session.operates = []
    assert "1" in {each["id"] for each in (await tab.state(CurrentStructure)).structures}
    await state._take(state._answer())
    assert not state.owned
    assert not await may_change(tab)


async def test_another_rule_proves_nothing(at):
    tab = await at(LOOKING)
    session = await tab.state(Session)
    session.own = {**session.own, UPDATE: "SolidaryVolunteerSelf"}
    assert not await may_change(tab)


async def test_without_a_record_there_is_nothing_to_prove(sign_in):
    tab = await sign_in("solidary", "/users")
    assert not await may_change(tab)


async def test_a_command_to_a_record_of_another_structure_stops_at_the_door(at, upstream):
    tab = await at(LOOKING)
    await tab.send(SolidaryFile.add_entry, data={"action": "90"})
    state = await tab.state(SolidaryFile)
    await state._take({**state._answer(), "adminstructureId": 3})
    await tab.send(SolidaryFile.add_entry, data={"action": "90"})
    assert len(upstream.called("PATCH")) == 1
    assert [each["kind"] for each in tab.view(Notices).items] == ["error"]
