"""Another version of the sources, laid out beside ours."""

import subprocess
import sys
from pathlib import Path

import pytest

from admin_app.screens import SCREENS
from benchmarks import curves, versus
from benchmarks.build import COPIED
from tools.frontend import ROOT, environment


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """The folders whose pages were to be built; nothing is."""
    found = list[Path]()
    monkeypatch.setattr(versus, "LOGS", tmp_path)
    monkeypatch.setattr(versus, "_build", lambda folder: found.append(folder))
    return found


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a copy without its history has no older commit")
def test_an_older_commit_is_laid_out_once_and_built(builds: list[Path]) -> None:
    folder = versus.built("HEAD")
    for name in COPIED:
        assert (folder / name).exists()
    # The rest of it would bring its own configuration of our tools.
    assert not (folder / "biome.json").exists()
    (folder / "kept").touch()
    assert versus.built("HEAD") == folder
    assert (folder / "kept").exists()
    assert builds == [folder, folder]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a copy without its history has no older commit")
def test_what_does_not_build_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, builds: list[Path]) -> None:
    def fail(folder: Path) -> None:
        builds.append(folder)
        raise subprocess.CalledProcessError(1, "build")

    monkeypatch.setattr(versus, "_build", fail)
    with pytest.raises(subprocess.CalledProcessError):
        versus.built("HEAD")
    assert not builds[0].exists()


def test_fewer_screens_are_ours_without_two_features(tmp_path: Path) -> None:
    curves._without(tmp_path)
    (tmp_path / "admin_app" / "stale.py").touch()
    curves._without(tmp_path)
    assert not (tmp_path / "admin_app" / "stale.py").exists()
    assert (tmp_path / "rxconfig.py").read_text() == (ROOT / "rxconfig.py").read_text()
    told = (
        "from admin_app import screens\n"
        "from admin_app.features import campaigns\n"
        "print(len(screens.SCREENS), *campaigns.SCREENS)"
    )
    command = [sys.executable, "-c", told]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout) < len(SCREENS)
