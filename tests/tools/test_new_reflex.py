"""Another version of Reflex is tried in a copy (docs/reflex.md)."""

import sys
from pathlib import Path

import pytest

from tools import new_reflex

REQUIREMENTS = "reflex==0.10.1\nhttpx==0.28.1\n"
CONSTRAINTS = "httpx==0.28.1\nreflex==0.10.1\nreflex-base==0.10.1\nreflex-components-core==0.10.1\nrich==14\n"


def test_the_copy_asks_for_the_version_and_lets_it_bring_its_parts():
    assert new_reflex.with_version(REQUIREMENTS, "9.9") == "reflex==9.9\nhttpx==0.28.1\n"
    assert new_reflex.without_reflex(CONSTRAINTS) == "httpx==0.28.1\nrich==14\n"
    assert new_reflex.with_version(Path("requirements.txt").read_text(), "9.9").count("reflex==9.9\n") == 1


def test_an_installed_version_is_given_another_number(tmp_path):
    info = tmp_path / ".venv/lib/python3.11/site-packages/reflex-0.10.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Name: reflex\nVersion: 0.10.1\n\nVersion: of the text\n")
    new_reflex.renumber(tmp_path, "0.10.2")
    assert (info / "METADATA").read_text() == "Name: reflex\nVersion: 0.10.2\n\nVersion: of the text\n"


@pytest.fixture
def steps(monkeypatch):
    def take(**codes: int) -> None:
        told = {
            name: [sys.executable, "-c", f"print('1 passed in {name}'); exit({code})"] for name, code in codes.items()
        }
        monkeypatch.setattr(new_reflex, "STEPS", told)

    return take


def test_each_step_says_what_came_of_it(tmp_path, steps):
    steps(installs=0, pieces=1, builds=0)
    told = dict(new_reflex.tried(tmp_path, ""))
    assert told == {
        "installs": "yes: 1 passed in installs",
        "pieces": "NO, exit 1: 1 passed in pieces",
        "builds": "yes: 1 passed in builds",
    }
    assert (tmp_path / "pieces.log").read_text() == "1 passed in pieces\n"


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (
            "SKIPPED\n==== 2 failed, 9 passed in 3.10s (0:00:03) ====\nmake: *** Error 1\n",
            "==== 2 failed, 9 passed in 3.10s (0:00:03) ====",
        ),
        ("17 passed in 35.30s\nWarning: x\n", "17 passed in 35.30s"),
        ("npm\nBuilt in 68 s.\n", "Built in 68 s."),
        ("anything\n", "see its log"),
    ],
)
def test_the_end_of_a_log_is_told(log, told):
    assert new_reflex.outcome("journeys", log) == told
    assert new_reflex.outcome("pieces", "a\nb\n") == "a\n    b"


def test_without_pages_there_are_no_journeys(tmp_path, steps):
    steps(installs=0, builds=2, journeys=0)
    assert list(dict(new_reflex.tried(tmp_path, ""))) == ["installs", "builds"]


@pytest.mark.parametrize("given", [[], ["../x"], [""]])
def test_a_version_is_asked_for(monkeypatch, capsys, given):
    monkeypatch.setattr(sys, "argv", ["new_reflex", *given])
    assert new_reflex.main() == 2
    assert "VERSION=" in capsys.readouterr().err
