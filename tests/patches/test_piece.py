"""Which pieces are on, and what is said where one is not."""

import subprocess
import sys
from pathlib import Path

import pytest

from admin_app import patches
from admin_app.patches import __main__ as table
from admin_app.patches import piece as declared
from admin_app.patches.check import has, takes
from admin_app.patches.piece import TRIED, Piece, complaint, warning, why_off
from admin_app.patches.pieces import PIECES

HOLDS, FAILS = "tests_holds:check", "tests_fails:check"
QUICK = Piece("quick", "speed", "p", "g", module=HOLDS, versions=("1",))
HELPED = Piece("helped", "speed", "p", "g", module=HOLDS, needs=("quick",), versions=("1",))
SAFE = Piece("safe", "safety", "p", "g", module=HOLDS, versions=("1",))
BROKEN = Piece("broken", "safety", "p", "g", module=FAILS, versions=("1",))


@pytest.fixture(autouse=True)
def checks(monkeypatch):
    """One check that holds and one that does not."""

    def fails() -> None:
        raise AttributeError("EventNamespace has no on_connect")

    for name, check in (("tests_holds", lambda: None), ("tests_fails", fails)):
        monkeypatch.setitem(sys.modules, f"admin_app.patches.{name}", type(sys)(name))
        sys.modules[f"admin_app.patches.{name}"].__dict__["check"] = check


def off(*pieces: Piece, version: str = "1", plain: tuple[str, ...] = ()) -> dict[str, str]:
    return {each.name: why for each in pieces if (why := why_off(each, pieces, version, plain))}


def test_with_a_version_that_was_tried_all_are_on_and_nothing_is_said():
    pieces = (QUICK, HELPED, SAFE, BROKEN)
    assert (off(QUICK, HELPED), complaint(pieces, "1"), warning(pieces, "1")) == ({}, "", "")


def test_with_another_speed_is_off_with_one_line_and_safety_on_where_its_check_holds():
    assert list(off(QUICK, HELPED, version="2")) == ["quick", "helped"]
    assert warning((QUICK, HELPED, SAFE), "2") == "Warning: not tried with Reflex 2, so off: quick, helped."
    assert not complaint((QUICK, HELPED, SAFE), "2")


def test_a_check_that_fails_is_one_sentence_that_names_a_command():
    sentence = complaint((SAFE, BROKEN), "2")
    assert sentence == (
        "Reflex 2 is not what admin_app/patches knows: broken (AttributeError: EventNamespace has no on_connect). "
        "`make reflex VERSION=2` tells more."
    )


def test_a_module_that_does_not_load_is_a_check_that_fails():
    assert Piece("gone", "safety", "p", "g").problem().startswith("ModuleNotFoundError")


@pytest.mark.parametrize(("plain", "left"), [("all", []), ("quick", []), ("helped", ["quick"])])
def test_speed_is_left_out_by_name_and_with_what_needs_it(plain: str, left: list[str]):
    assert [each for each in ("quick", "helped") if each not in off(QUICK, HELPED, plain=(plain,))] == left


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_what_each_piece_stands_on_is_there(piece: Piece):
    assert not piece.problem()
    assert all((Path("assets/patches") / name).is_file() for name in piece.script)


def test_every_file_of_the_package_belongs_to_a_piece():
    modules = {(each.module or each.name).split(":")[0] for each in PIECES}
    known = {"__init__", "__main__", "piece", "pieces", "check"}
    assert {path.stem for path in Path("admin_app/patches").glob("*.py")} == modules | known
    scripts = {name for each in PIECES for name in each.script}
    assert {path.name for path in Path("assets/patches").iterdir()} == scripts


def test_the_table_names_each(capsys):
    assert table.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [each.name for each in PIECES]


def test_a_name_that_no_piece_of_speed_has_is_told(monkeypatch):
    monkeypatch.setenv("ADMIN_PLAIN", "grouping, connections")
    with pytest.raises(SystemExit, match="connections is no piece of speed"):
        patches.is_on("grouping")


@pytest.mark.parametrize("name", ["all", "grouping"])
def test_what_is_left_out_takes_no_part_in_a_build(monkeypatch, name: str):
    monkeypatch.setattr(patches, "installed", lambda: TRIED[0])
    assert [type(each).__name__ for each in patches.plugins()] == ["StateJsPlugin", "GroupingPlugin"]
    monkeypatch.setenv("ADMIN_PLAIN", name)
    assert [type(each).__name__ for each in patches.plugins()] == ["StateJsPlugin"]


def test_another_reflex_starts_where_every_check_holds():
    code = (
        "from importlib import metadata; real = metadata.version\n"
        "metadata.version = lambda name: '99.0' if name == 'reflex' else real(name)\n"
        "from admin_app import patches; patches.ready_or_exit(); print(patches.is_on('grouping'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "False\n")
    assert done.stderr == "Warning: not tried with Reflex 99.0, so off: grouping.\n"


def test_what_a_check_is_made_of():
    with pytest.raises(AttributeError, match="str has no wings"):
        has(str, "upper", "wings")
    with pytest.raises(TypeError, match="expected"):
        takes(declared.installed, "self")
