"""What the server answers to an import is understood line by line (session.yaml, ImportResult)."""

import re

import pytest

from admin_app.kit.imports.declare import ADDED, FAILED, REFUSED, Answer, Intake, SheetColumn
from admin_app.kit.imports.result_parser import Verdict, verdicts
from tests.support.proofs import proves

INTAKE = Intake("x", "user", "", "", (SheetColumn("a"),), "", "", (Answer(re.compile(r" added$"), ADDED),))
SENT = [["Léa/1", "a"], ["b", "c"]]


@proves("IMPORT-8")
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"messages": ["x added", "SQLSTATE"]}, [Verdict(0, ADDED), Verdict(1, FAILED, "SQLSTATE")]),
        ({"messages": ["x added"]}, [Verdict(None, ADDED)]),
        ({"errors": ["Incorrect number of column line 2 (15 expected)"]}, [Verdict(1, REFUSED, "width")]),
        (
            {"errors": ['x is not a valid email for line ["L\\u00e9a\\/1","a"]']},
            [Verdict(0, REFUSED, "email")],
        ),
        ({"errors": [' cannot be empty for line ["b","c"]']}, [Verdict(1, REFUSED, "required")]),
        ({"errors": ['x is not a valid email for line ["gone"]']}, [Verdict(None, REFUSED, "email")]),
        ({"errors": ["Incorrect MIME type"]}, [Verdict(None, REFUSED, "Incorrect MIME type")]),
        ({"errors": ["Incorrect number of column line 9 (15 expected)"]}, [Verdict(None, REFUSED, "")]),
        ({"errors": None, "messages": "nonsense"}, []),
        ({}, []),
    ],
)
def test_an_answer_is_read_line_by_line(answer, expected):
    found = verdicts(INTAKE, SENT, answer)
    assert [(each.line, each.outcome) for each in found] == [(each.line, each.outcome) for each in expected]
    assert all(each.text == wanted.text for each, wanted in zip(found, expected, strict=True) if wanted.text)
