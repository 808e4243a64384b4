"""What is said of a version of Reflex that nobody has tried."""

import subprocess
import sys
from pathlib import Path

import pytest

from admin_app.patches import __main__ as table
from admin_app.patches import piece as declared
from admin_app.patches.check import has, takes
from admin_app.patches.piece import TRIED, Piece, complaint
from admin_app.patches.pieces import PIECES
from tests.support.proofs import proves

HOLDS = Piece("holds", "p", "s", module="tests_holds:check")
FAILS = Piece("fails", "p", "s", module="tests_fails:check")


@pytest.fixture(autouse=True)
def checks(monkeypatch):
    """One check that holds and one that does not."""

    def fails() -> None:
        raise AttributeError("EventNamespace has no on_connect")

    for name, check in (("tests_holds", lambda: None), ("tests_fails", fails)):
        monkeypatch.setitem(sys.modules, f"admin_app.patches.{name}", type(sys)(name))
        sys.modules[f"admin_app.patches.{name}"].__dict__["check"] = check


def test_of_a_version_that_was_tried_nothing_is_said():
    assert complaint((HOLDS, FAILS), TRIED[0]) == ""


@proves("CODE-7")
def test_another_version_is_taken_where_every_check_holds():
    assert complaint((HOLDS,), "2") == ""


@proves("CODE-7")
def test_a_check_that_fails_is_one_sentence_that_names_a_command():
    assert complaint((HOLDS, FAILS), "2") == (
        "Reflex 2 is not what admin_app/patches knows: fails (AttributeError: EventNamespace has no on_connect). "
        "`make reflex VERSION=2` tells more."
    )


def test_a_module_that_does_not_load_is_a_check_that_fails():
    assert Piece("gone", "p", "s").problem().startswith("ModuleNotFoundError")


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


@proves("CODE-7")
def test_another_reflex_starts_where_every_check_holds():
    code = (
        "from importlib import metadata; real = metadata.version\n"
        "metadata.version = lambda name: '99.0' if name == 'reflex' else real(name)\n"
        "from admin_app import patches; patches.ready_or_exit(); print('starts')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "starts\n", "")


def test_what_a_check_is_made_of():
    with pytest.raises(AttributeError, match="str has no wings"):
        has(str, "upper", "wings")
    with pytest.raises(TypeError, match="expected"):
        takes(declared.installed, "self")
