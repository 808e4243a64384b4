"""The printed sheet of a journey: the chosen driver, the structure to call, and nothing more of anybody."""

import pytest

from admin_app.features.solidary.file import sheet
from admin_app.features.solidary.file.screen_state import SolidaryFile
from tests.features.solidary.conftest import view
from tests.features.solidary.file.conftest import FOLLOWED, LOOKING


def drivers(*statuses):
    """Drivers who were retained, one of each status."""
    told = {"type": "carpooler", "contacted": True, "telephone": "0601020304"}
    return [
        {
            "id": place,
            "userId": place,
            "matchingId": place,
            "givenName": f"Conducteur {place}",
            "status": status,
            **told,
        }
        for place, status in enumerate(statuses, 1)
    ]


async def taken(tab, *statuses, **known):
    state = await tab.state(SolidaryFile)
    answer = {**state._answer(), "adminsolutions": {"drivers": drivers(*statuses), "threads": []}, **known}
    await state._take(answer)
    return state


def noted(action, user):
    return {"action": f"solidary_carpool_{action}", "userId": user}


@pytest.mark.parametrize(
    ("statuses", "chosen"), [((), None), ((0,), "1"), ((1, 0, 6), "3"), ((1, 2), "2"), ((1,), None)]
)
async def test_who_agreed_is_on_the_sheet_else_the_first_who_has_not_refused(at, statuses, chosen):
    state = await taken(await at(LOOKING), *statuses)
    assert state.sheet.get("id") == chosen


async def test_another_driver_is_chosen_and_stays_so(at):
    tab = await at(LOOKING)
    await taken(tab, 6, 0)
    await tab.send(SolidaryFile.choose_driver, solution_id="2")
    assert view(tab).sheet["name"] == "Conducteur 2"
    await tab.send(SolidaryFile.choose_driver, solution_id="99")
    assert view(tab).sheet["name"] == "Conducteur 2"
    assert (await taken(tab, 6, 0)).sheet["id"] == "2"
    assert (await taken(tab, 6)).sheet["id"] == "1"


async def test_what_the_diary_tells_of_an_answer_counts_on_the_sheet(at):
    tab = await at(LOOKING)
    assert (await taken(tab, 0, 0, 0)).sheet["id"] == "1"
    diary = [noted("refusal", 1), noted("ongoing", 3)]
    state = await taken(tab, 0, 0, 0, admindiary=diary)
    assert state.sheet["id"] == "3"
    assert [each["id"] for each in state.sheet_drivers] == ["3", "2"]


async def test_who_drives_both_ways_is_one_of_the_choices(at):
    both = [{**each, "id": number, "userId": 1} for number, each in enumerate(drivers(0, 6), 1)]
    other = [{**each, "id": 9, "userId": 7} for each in drivers(0)]
    solutions = {"drivers": [*other, *both], "threads": []}
    state = await taken(await at(LOOKING), adminsolutions=solutions)
    assert [each["userId"] for each in state.sheet_drivers] == ["1", "7"]


async def test_the_structure_to_call_is_that_of_the_record(at):
    tab = await at(FOLLOWED)
    assert view(tab).shown["structureId"] == "1"
    assert view(tab).structure_telephone == "03 53 01 00 11"


async def test_another_record_leaves_no_driver_on_the_sheet(at):
    tab = await at(FOLLOWED)
    assert view(tab).sheet["name"]
    await tab.open(f"/solidaryrecords/show/{LOOKING}")
    assert view(tab).sheet == {}


def test_the_sheet_holds_what_each_needs_and_no_more():
    written = str(sheet.paper())
    kept_back = (
        "email",
        "birthDate",
        "home",
        "subject",
        "avatar",
        "gender",
        "diary",
        "proofs",
        "operator",
        "lastAction",
    )
    assert [name for name in kept_back if f'"{name}"' in written] == []
    assert all(f'"{name}"' in written for name in ("name", "telephone", "origin", "destination", "fromDate"))
