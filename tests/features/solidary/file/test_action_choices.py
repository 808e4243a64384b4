"""Which actions a diary offers, and what is sent for one of them (solidary.yaml, x-solidary-actions)."""

import pytest

from admin_app.features.solidary.file.action_choices import (
    FREE,
    GROUPS,
    KEYS,
    LostEntry,
    Unknown,
    animation,
    choices,
    stage_of,
)

CALL = {"id": 11, "name": "solidary_contact_call", "type": 2}
NOTE = {"id": 72, "name": "solidary_free", "type": 5}


@pytest.mark.parametrize(
    ("status", "stage"), [("0", "1"), ("1", "2"), ("2", "2"), ("3", "3"), ("4", "4"), ("6", ""), ("", "")]
)
def test_a_status_opens_the_stage_that_comes_next(status, stage):
    assert stage_of(status) == stage


def test_a_stage_offers_its_actions_then_itself():
    found = choices([CALL, NOTE, {"id": 12, "name": None, "type": "2"}])
    assert list(found) == list(GROUPS)
    assert [(each.value, each.name, each.number) for each in found["2"]] == [
        ("11", "solidary_contact_call", "1"),
        ("12", "", "2"),
        ("progress-50", "", "3"),
    ]
    assert [found[stage][-1].value for stage in "1234"] == [f"progress-{each}" for each in (25, 50, 75, 100)]
    assert [each.value for each in found[FREE]] == ["72"], "which changes no progress"


@pytest.mark.parametrize("hidden", [{"id": 39, "type": 2}, {"id": 105, "type": 2}, {"id": 9}])
def test_some_actions_are_never_offered(hidden):
    assert choices([hidden]) == choices([])


def test_there_is_a_key_for_as_many_as_there_are_keys():
    found = choices([{**CALL, "id": number} for number in range(len(KEYS) + 1)])["2"]
    assert [each.number for each in found] == [*KEYS, "", ""]


@pytest.mark.parametrize(
    ("chosen", "comment", "sent"),
    [
        ("11", "", {"action": 11, "user": 83}),
        ("11", "  Rappeler ", {"action": 11, "user": 83, "comment": "Rappeler"}),
        ("progress-50", " ", {"action": 39, "user": 83, "progression": 50}),
    ],
)
def test_an_action_is_noted_about_somebody(chosen, comment, sent):
    assert animation(chosen, ["11", "progress-50"], 83, comment) == {"animation": sent}


@pytest.mark.parametrize("chosen", ["12", "progress-75", "", "105"])
def test_what_is_not_offered_is_not_noted_nor_what_hides_for_good(chosen):
    with pytest.raises(Unknown):
        animation(chosen, ["11", "progress-50", "105"], 83, "")


@pytest.mark.parametrize(
    ("diary", "there"),
    [
        ([("call", "a"), ("old", "")], True),
        ([("other", ""), ("call", "a"), ("old", "")], True),
        ([("call", "b"), ("old", "")], False),
        ([("other", "a"), ("old", "")], False),
        ([("call", "a")], False),
        ([], False),
    ],
)
def test_an_entry_whose_answer_was_lost_is_looked_for_among_the_new_ones(diary, there):
    rows = [{"action": action, "comment": comment} for action, comment in diary]
    assert LostEntry(1, "call", "a").is_in(rows) is there
