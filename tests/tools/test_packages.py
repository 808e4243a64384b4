"""The packages of npm are fetched while the pages are compiled, and put where Reflex looks for them."""

import subprocess
from pathlib import Path

import pytest

from tools import packages


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a lock and without packages; npm makes one of them in a second of its own."""
    monkeypatch.setattr(packages, "LOCK", tmp_path / "reflex.lock")
    monkeypatch.setattr(packages, "PLACE", tmp_path / ".web" / "node_modules")
    monkeypatch.setattr(packages, "FETCHED", tmp_path / ".web.packages")
    (tmp_path / "reflex.lock").mkdir()
    (tmp_path / "reflex.lock" / "package-lock.json").write_text("{}")
    monkeypatch.setattr(packages, "_COMMAND", ("sh", "-c", "test -f package-lock.json && mkdir -p node_modules/react"))
    return tmp_path


def test_what_was_fetched_meanwhile_is_put_where_it_is_looked_for(folder: Path) -> None:
    packages.begin()
    (folder / ".web").mkdir()
    assert packages.PackagesPlugin().get_frontend_development_dependencies() == set()
    assert (folder / ".web" / "node_modules" / "react").is_dir()
    assert not (folder / ".web.packages").exists()


def test_packages_that_are_there_are_left_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / ".web" / "node_modules").mkdir(parents=True)
    monkeypatch.setattr(subprocess, "Popen", None)
    packages.begin()
    packages.put()
    assert not list((folder / ".web" / "node_modules").iterdir())


def test_where_fetching_fails_reflex_does_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "_COMMAND", ("sh", "-c", "mkdir -p node_modules/half; exit 1"))
    packages.begin()
    (folder / ".web").mkdir()
    packages.put()
    assert not list((folder / ".web").iterdir())
    assert not (folder / ".web.packages").exists()


def test_a_server_fetches_nothing(folder: Path) -> None:
    """The plugin is there wherever the configuration is read; only a build begins."""
    packages.PackagesPlugin().get_frontend_development_dependencies()
    assert not (folder / ".web.packages").exists()
