"""Every kind of column and input has a specimen in the gallery, and nothing of the gallery reaches the API."""

import inspect
import json
import re
from dataclasses import replace
from typing import get_args

import pytest
import reflex as rx
from reflex_base.utils.form import FORM_DATA_ENTRIES_KEY

from admin_app.kit.declare.fields import ColumnKind, InputKind, during, project
from admin_app.kit.forms import texts
from admin_app.kit.gallery import page, specimens, states
from admin_app.kit.shell.checks import resource_mistakes
from tests.gate.test_gate import Kept
from tests.support.proofs import proves


@pytest.fixture(scope="module")
def shown() -> str:
    return str(page.gallery_page())


@proves("PAGE-8")
def test_every_kind_of_column_has_a_specimen(shown):
    kinds = set(get_args(ColumnKind))
    assert {column.kind for column in specimens.COLUMNS} == kinds
    assert all(set(record) in (kinds, set()) for record in specimens.RECORDS.values())
    assert kinds <= set(re.findall(r'data-kind":"(\w+)"', shown))


@proves("PAGE-8")
def test_every_kind_of_input_has_a_specimen(shown):
    kinds = set(get_args(InputKind))
    assert {kind: part.kind for kind, part in specimens.INPUTS.items()} == {kind: kind for kind in kinds}
    assert set(specimens.FILLED) == set(specimens.REFUSED) == kinds - {"rows"}
    assert {part.kind for part in specimens.DEMO.inputs()} == kinds
    assert kinds <= set(re.findall(r'data-kind":"(\w+)"', shown))


@pytest.mark.parametrize("kind", sorted(specimens.FILLED))
def test_the_specimens_are_in_the_situation_they_show(kind):
    part = during(specimens.INPUTS[kind], "create")
    assert not texts.problem(part, specimens.FILLED[kind])


def test_the_long_values_have_ten_thousand_characters():
    assert len(specimens.LONG) == 10_000
    assert len(specimens.RECORDS["long"]["image"].partition(",")[2]) == 10_000


@proves("PAGE-8")
@pytest.mark.parametrize("kind", [kind for kind, text in specimens.REFUSED.items() if kind not in ("image", "file")])
def test_what_is_refused_is_refused_where_something_is_asked_for(kind):
    part = replace(during(specimens.INPUTS[kind], "create"), required=True)
    assert texts.problem(part, specimens.REFUSED[kind]) or specimens.REFUSED[kind] == specimens.FILLED[kind]


@proves("PAGE-8")
def test_some_columns_are_sorted_and_some_wait_to_be_chosen():
    assert [each.field for each in specimens.COLUMNS if each.main] == ["text"]
    assert [each.field for each in specimens.COLUMNS if each.sort] == ["text", "email", "number", "date"]
    assert [each.field for each in specimens.COLUMNS if each.hidden] == ["illustration", "long_text", "rich_text"]
    assert [each.param for each in specimens.DEMO.filters if each.always] == ["q"]


@proves("PAGE-8")
def test_some_inputs_are_required_and_lines_have_a_hint():
    required = [kind for kind, part in specimens.INPUTS.items() if part.required]
    assert (required, [each.kind for each in specimens.CELLS if each.required]) == (["text"], ["select"])
    assert specimens.INPUTS["rows"].hint
    assert specimens.ROWS.required
    assert all(part.required for part in specimens.form_of("a", "b", "c").inputs())


def test_each_column_and_each_input_stands_once_in_the_record_that_does_not_exist():
    assert [part for section in specimens.DEMO.show for part in section.parts] == [*specimens.COLUMNS]
    assert len(specimens.DEMO.inputs()) == len(specimens.INPUTS)
    assert [part.kind for part in specimens.DEMO.form[1].parts] == [*specimens.LARGE]


def test_a_small_list_has_three_columns_a_filter_and_a_page_of_four():
    small = specimens.SMALL
    assert [len(each) for each in (small.columns, small.filters, small.show[0].parts)] == [3, 1, 4]


def test_what_is_chosen_is_called_what_its_choice_says():
    addresses = {each["value"]: each["label"] for each in specimens.ADDRESSES}
    references = {each["value"]: each["label"] for each in specimens.REFERENCES}
    assert addresses[specimens.FILLED["address"]] == specimens.TEXTS["address"]
    assert references[specimens.FILLED["reference"]] == specimens.TEXTS["reference"]
    assert references == {each: f"Territoire {each}" for each in "123"}
    assert all(references[each["reference"]] == each["reference_label"] for each in specimens.LINES[:2])


def test_an_ordinary_record_is_read_as_any_other():
    cells = project(specimens.Specimen.model_validate(specimens.RECORDS["value"]), specimens.COLUMNS)
    assert (cells["number"], cells["yesNo"], cells["choice"]) == ("1234567", "true", "1")


def test_hostile_values_lose_what_runs_but_keep_their_words():
    record = specimens.Specimen.model_validate(specimens.RECORDS["hostile"])
    cells = project(record, specimens.COLUMNS)
    assert cells["text"] == specimens.HTML
    assert "script" not in cells["richText"]
    assert "onerror" not in cells["richText"]


def test_the_declarations_are_complete():
    assert list(resource_mistakes(specimens.DEMO)) == []


@proves("SCREEN-19")
def test_outside_the_demo_nobody_sees_it():
    (screen,) = page.SCREENS
    assert (screen.route, screen.flag) == ("/_gallery", "demo")


STATES = {
    state: [each for each in state.event_handlers.values() if each.fn.__name__ != "setvar"]
    for state in vars(states).values()
    if isinstance(state, type) and issubclass(state, rx.State) and state.__module__ == states.__name__
    if not state._mixin and state.event_handlers
}
TYPED = "x"
"""What a draft gives back is the browser's own."""
PAYLOADS = {
    "page": 1,
    "data": {"action": "delete", "ids": "1,2", "typed": "2", "text": TYPED},
    "was": {"text": TYPED},
    "left": {"name": "text", "data": {"text": TYPED}},
    "name": "lightAddressOpen",
    "text": "nantes",
    "key": "1",
    "by": 1,
    "kind": "",
    "after": "",
    "content": {"text": TYPED},
    "record_id": "1",
    "column": "email",
    "param": "kind",
    "value": "1",
}
ACCOUNT = {"/login", "/permissions", "/users/me", "/eec/instance", "/admin/structures"}
"""What the door asks of the API to know who is there."""


def payload_of(handler) -> dict:
    names = list(inspect.signature(handler.fn).parameters)[1:]
    return {name: PAYLOADS[name] for name in names}


async def opened(configure, tab, *, demo=True):
    """The page of the gallery: the application under test is that of a platform, which has none."""
    configure(demo=demo)
    for load in states.LOADS:
        await tab.send(load)
    return tab


async def each_handler(tab, state):
    """Each handler of a state, after it was sent to the page as it was opened."""
    kept = Kept(await tab.state(state))
    for handler in STATES[state]:
        kept.put_back(await tab.state(state))
        await tab.send(handler, **payload_of(handler))
        yield handler.fn.__name__


def test_there_are_handlers():
    assert sum(map(len, STATES.values())) > 150


@proves("PAGE-8")
@pytest.mark.parametrize("state", STATES, ids=lambda each: each.__name__)
async def test_no_handler_reaches_the_api(configure, sign_in, upstream, state):
    tab = await opened(configure, await sign_in("admin", "/rights"))
    async for name in each_handler(tab, state):
        assert {call.path for call in upstream.called("GET")} <= ACCOUNT, name
        assert all(call.path == "/login" for call in upstream.writes()), name


async def test_every_choice_of_a_multiple_one_is_sent(configure, sign_in):
    tab = await opened(configure, await sign_in("admin", "/rights"))
    pairs = [["text", TYPED], ["multiSelect", "3"], ["multiSelect", "4"]]
    await tab.send(states.ReadyForm.save, data={FORM_DATA_ENTRIES_KEY: pairs})
    assert json.loads(tab.view(states.ReadyForm).sent)["multiSelect"] == [3, 4]


async def test_no_handler_answers_outside_the_demo(configure, sign_in, upstream):
    tab = await opened(configure, await sign_in("admin", "/rights"), demo=False)
    assert not any(tab.sent(states.ReadyList, "rows"))
    assert not any(tab.sent(states.SpecimenForm, "values"))


@pytest.mark.parametrize("state", STATES, ids=lambda each: each.__name__)
async def test_no_handler_answers_strangers(configure, tab, upstream, state):
    await opened(configure, await tab.open("/rights"))
    tab.forget()
    async for name in each_handler(tab, state):
        assert upstream.called("GET") == [], name
        assert not tab.sent(states.Gallery, "cells"), name
        assert not tab.sent(state, "shown"), name
        assert not any(tab.sent(state, "rows")), name
        values = [text for each in tab.sent(state, "values") for text in each.values()]
        assert not any(text for text in values if text != TYPED), name
