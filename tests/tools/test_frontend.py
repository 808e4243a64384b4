"""The pages are built again when, and only when, something they are made of changed."""

from pathlib import Path

import pytest

from tools import frontend


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that was just built."""
    (tmp_path / "admin_app").mkdir()
    (tmp_path / "admin_app" / "users.py").write_text("USERS = 1\n")
    (tmp_path / "rxconfig.py").write_text("config = None\n")
    monkeypatch.setattr(frontend, "ROOT", tmp_path)
    monkeypatch.setattr(frontend, "BUILT", tmp_path / ".web" / "build" / "client")
    monkeypatch.setattr(frontend, "STAMP", tmp_path / ".web" / "build" / "fingerprint")
    frontend.BUILT.mkdir(parents=True)
    frontend.STAMP.write_text(f"{frontend.fingerprint(frontend.SOURCES)} {frontend.fingerprint(frontend.LOCK)}")
    assert frontend.is_built()
    return tmp_path


def test_a_change_is_seen(tree: Path) -> None:
    (tree / "admin_app" / "users.py").write_text("USERS = 2\n")
    assert not frontend.is_built()


def test_a_new_name_is_seen(tree: Path) -> None:
    (tree / "admin_app" / "users.py").rename(tree / "admin_app" / "people.py")
    assert not frontend.is_built()


def test_a_lock_is_seen(tree: Path) -> None:
    (tree / "reflex.lock").mkdir()
    (tree / "reflex.lock" / "package.json").write_text("{}")
    assert not frontend.is_built()


def test_a_lost_build_is_seen(tree: Path) -> None:
    frontend.BUILT.rmdir()
    assert not frontend.is_built()


def test_what_python_and_reflex_leave_behind_is_not(tree: Path) -> None:
    for name in ("admin_app/__pycache__/users.pyc", "assets/external/link.js", "tests/test_users.py"):
        (tree / name).parent.mkdir(parents=True)
        (tree / name).write_text("x")
    assert frontend.is_built()


def test_the_node_of_the_virtual_environment_comes_first() -> None:
    env = frontend.environment(PORT="1")
    assert (env["PORT"], env["REFLEX_USE_NPM"], env["NPM_CONFIG_AUDIT"]) == ("1", "true", "false")
    assert Path(env["PATH"].split(":")[0], "node").exists()
