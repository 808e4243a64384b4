"""What is measured with comes from npm, and is done without where npm cannot."""

import subprocess
from pathlib import Path

import pytest

from benchmarks import packages


@pytest.fixture(autouse=True)
def logs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(packages, "LOGS", tmp_path / "kept")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "thing"
    folder.mkdir()
    (folder / "package.json").write_text("{}")
    return folder


def test_a_folder_is_installed_once_for_its_contents(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(packages, "_npm", lambda folder, command: asked.append(command[0]))
    first = packages.installed(source, ("run", "build"))
    assert first
    assert (first / "package.json").read_text() == "{}"
    assert packages.installed(source, ("run", "build")) == first
    assert asked == ["install", "run"]
    (source / "package.json").write_text('{"name": "other"}')
    assert packages.installed(source) not in (None, first)


def test_without_npm_the_run_goes_on(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "npm error code ENOTFOUND\nnpm error network x was not found\nnpm error A complete log of this run is in y\n"

    def npm(folder: Path, command: object) -> None:
        raise subprocess.CalledProcessError(1, "npm", stderr=said)

    monkeypatch.setattr(packages, "_npm", npm)
    assert packages.installed(source) is None
    assert capsys.readouterr().err == "thing is left out, npm could not install it: npm error network x was not found\n"
    # What is half there is not taken for done.
    assert packages.installed(source) is None


def test_npm_that_is_not_there_is_said() -> None:
    assert "nowhere" in packages.reason(FileNotFoundError(2, "not found", "nowhere"))
