"""The pages are built again when, and only when, something they are made of changed."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.support.proofs import proves
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
    frontend.STAMP.write_text(frontend._stamp(frontend.fingerprint(frontend.SOURCES), demo=False))
    assert frontend.is_built(demo=False)
    return tmp_path


def test_a_change_is_seen(tree: Path) -> None:
    (tree / "admin_app" / "users.py").write_text("USERS = 2\n")
    assert not frontend.is_built(demo=False)


@proves("SCREEN-19")
def test_the_demo_has_pages_of_its_own(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not frontend.is_built(demo=True)
    said: list[dict[str, str]] = []

    def build(command: list[str], env: dict[str, str], **options: object) -> subprocess.CompletedProcess[str]:
        said.append(env)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", build)
    monkeypatch.setenv("ADMIN_API_URL", "https://api.example.org")
    for demo in (True, True, False):
        frontend.ensure_built(demo=demo)
    assert [(each["ADMIN_DEMO"], each["ADMIN_API_URL"]) for each in said] == [
        ("true", ""),
        ("", "https://api.example.org"),
    ]


def test_of_several_that_need_a_build_one_builds(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "admin_app" / "users.py").write_text("USERS = 2\n")
    built: list[str] = []

    def build(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        built.append(threading.current_thread().name)
        time.sleep(0.05)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", build)
    builders = [threading.Thread(target=frontend.ensure_built, kwargs={"demo": False}) for _ in range(3)]
    for each in builders:
        each.start()
    for each in builders:
        each.join()
    assert len(built) == 1


@proves("SCREEN-19")
@pytest.mark.parametrize(("demo", "there"), [("", False), ("true", True)])
def test_the_gallery_is_a_page_of_the_demo_alone(demo: str, there: bool) -> None:
    code = "from admin_app.admin_app import screens; print('/_gallery' in {each.route for each in screens})"
    env = {**os.environ, "ADMIN_DEMO": demo}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(there)


@proves("CONFIG-13")
def test_pages_of_former_sources_can_be_served_and_those_of_the_demo_as_the_demo(tree: Path) -> None:
    (tree / "admin_app" / "users.py").write_text("USERS = 2\n")
    assert frontend.is_servable(demo=False)
    assert not frontend.is_servable(demo=True)
    frontend.BUILT.rmdir()
    assert not frontend.is_servable(demo=False)


def test_a_new_name_is_seen(tree: Path) -> None:
    (tree / "admin_app" / "users.py").rename(tree / "admin_app" / "people.py")
    assert not frontend.is_built(demo=False)


def test_a_lock_is_seen(tree: Path) -> None:
    (tree / "reflex.lock").mkdir()
    (tree / "reflex.lock" / "package.json").write_text("{}")
    assert not frontend.is_built(demo=False)


def test_a_lost_build_is_seen(tree: Path) -> None:
    frontend.BUILT.rmdir()
    assert not frontend.is_built(demo=False)


def test_what_python_and_reflex_leave_behind_is_not(tree: Path) -> None:
    for name in ("admin_app/__pycache__/users.pyc", "assets/external/link.js", "tests/test_users.py"):
        (tree / name).parent.mkdir(parents=True)
        (tree / name).write_text("x")
    assert frontend.is_built(demo=False)


def test_the_node_of_the_virtual_environment_comes_first() -> None:
    env = frontend.environment(PORT="1")
    assert (env["PORT"], env["REFLEX_USE_NPM"], env["NPM_CONFIG_AUDIT"]) == ("1", "true", "false")
    assert Path(env["PATH"].split(":")[0], "node").exists()
