"""What two people have made of one list comes together by the ids of its lines (STRUCTURE-14; decision 30)."""

import itertools

from admin_app.kit.declare.fields import LinesInput, TextInput
from admin_app.kit.forms.conflict import Change, MergedLines, merge_lines
from admin_app.kit.forms.submission import Line, Lines
from tests.support.proofs import proves

NAME = "needs"
PART = LinesInput(NAME, "rows", inputs=(TextInput("label"),), identified=True)


def lines(*labels: str, keys: int = 1) -> Lines:
    """Lines of these labels; `3=Chien` is the line of id 3, `=Chien` a new one."""
    found: list[Line] = []
    for key, text in enumerate(labels, start=keys):
        number, _, label = text.partition("=")
        found.append({"key": str(key), "locked": "", "id": number, "label": label})
    return {NAME: found}


def together(base: Lines, mine: Lines, theirs: Lines) -> MergedLines:
    keys = itertools.count(900)
    return merge_lines((PART,), base, mine, theirs, lambda: str(next(keys)))


def told(found: MergedLines) -> list[tuple[str, str]]:
    return [(each.what, each.label) for each in found.changes]


def shown(found: MergedLines) -> list[str]:
    return [f"{line['id']}={line['label']}" for line in found.lines[NAME]]


BASE = lines("1=Chien", "2=Fauteuil")


def test_nothing_is_said_when_the_other_did_nothing():
    found = together(BASE, lines("2=Fauteuil pliant", "=Siège"), lines("1=Chien", "2=Fauteuil", keys=50))
    assert (shown(found), told(found)) == (["2=Fauteuil pliant", "=Siège"], [])
    assert [line["key"] for line in found.lines[NAME]] == ["1", "2"]


@proves("STRUCTURE-14")
def test_what_the_other_took_away_goes_unless_it_was_written_in():
    theirs = lines("2=Fauteuil", keys=50)
    found = together(BASE, BASE, theirs)
    assert (shown(found), told(found)) == (["2=Fauteuil"], [("removed", "Chien")])
    found = together(BASE, lines("1=Chien guide", "2=Fauteuil"), theirs)
    assert (shown(found), told(found)) == (["=Chien guide", "2=Fauteuil"], [("removed_kept", "Chien")])


def test_what_the_other_added_comes_at_the_end_under_a_key_of_its_own():
    found = together(BASE, lines("1=Chien", "2=Fauteuil", "=Siège"), lines("1=Chien", "2=Fauteuil", "3=Animal"))
    assert shown(found) == ["1=Chien", "2=Fauteuil", "=Siège", "3=Animal"]
    assert told(found) == [("added", "Animal")]
    assert len({line["key"] for line in found.lines[NAME]}) == 4


@proves("STRUCTURE-14")
def test_what_both_changed_stays_as_the_person_has_it():
    theirs = lines("1=Chat", "2=Fauteuil")
    found = together(BASE, lines("1=Chien guide", "2=Fauteuil"), theirs)
    assert (shown(found), told(found)) == (["1=Chien guide", "2=Fauteuil"], [("both", "Chien")])
    found = together(BASE, lines("1=Chat", "2=Fauteuil"), theirs)
    assert (shown(found), told(found)) == (["1=Chat", "2=Fauteuil"], [])


def test_what_the_person_takes_away_and_the_other_changed_is_said():
    found = together(BASE, lines("2=Fauteuil"), lines("1=Chien guide", "2=Fauteuil"))
    assert (shown(found), told(found)) == (["2=Fauteuil"], [("changed_removed", "Chien guide")])


def test_lines_below_a_line_go_with_it():
    def criterion(*options: str, key: str) -> Lines:
        line = {"key": key, "locked": "", "id": "7", "label": "Situation"}
        below = [{"key": f"{key}{rank}", "label": text} for rank, text in enumerate(options)]
        return {NAME: [line], f"{NAME}:{key}:choices": below}

    base, theirs = criterion("Retraité", "Autre", key="1"), criterion("Retraité", "Étudiant", "Autre", key="50")
    found = together(base, base, theirs)
    assert found.changes == (Change("changed", NAME, "Situation"),)
    assert [each["label"] for each in found.lines[f"{NAME}:1:choices"]] == ["Retraité", "Étudiant", "Autre"]
    mine = criterion("Retraitée", "Autre", key="1")
    assert [each["label"] for each in together(base, mine, theirs).lines[f"{NAME}:1:choices"]] == ["Retraitée", "Autre"]


def test_cells_of_one_line_come_together():
    def need(label: str, said: str) -> Lines:
        return {NAME: [{"key": "1", "id": "1", "label": label, "said": said, "said_label": said.upper()}]}

    part = LinesInput(NAME, "rows", inputs=(TextInput("label"), TextInput("said")), identified=True)
    base, mine = need("Chien", "ouaf"), need("Chien guide", "ouaf")
    found = merge_lines((part,), base, mine, need("Chien", "wouf"), lambda: "9")
    assert found.lines == need("Chien guide", "wouf")
    assert told(found) == [("changed", "Chien")]
    found = merge_lines((part,), base, mine, need("Chat", "miaou"), lambda: "9")
    assert found.lines == need("Chien guide", "miaou")
    ((change),) = found.changes
    assert [(cell.name, line[cell.name]) for cell, line in change.lost] == [("label", "Chat")]


def test_other_lists_are_left_alone():
    found = merge_lines((PART,), BASE, {**BASE, "subjects": [], "subjects:1:x": []}, BASE, lambda: "9")
    assert set(found.lines) == {NAME, "subjects", "subjects:1:x"}
