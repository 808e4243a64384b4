"""What a start is warned of (CONFIG-8)."""

import os
import subprocess
import sys
from typing import Any

import pytest

from admin_app.settings import Settings
from tests.support.proofs import proves
from tools import ports, serve
from tools.deployment import HOST, unknown, unusable, warnings, wrong

GOOD: dict[str, Any] = {"api_url": "https://api.example.org", "files_url": "https://files.example.org"}


def told(host: str = HOST, root: bool = False, **settings: Any) -> list[str]:
    return list(warnings(Settings(**GOOD | settings), host, root=root))


@proves("CONFIG-12")
def test_a_name_that_is_no_setting_is_told_with_the_one_that_was_meant() -> None:
    names = ["ADMIN_API_URL", "ADMIN_COMUNITY", "admin_file_url", "ADMIN_X", "PATH"]
    assert list(unknown(names)) == [
        "ADMIN_COMUNITY is no setting: ADMIN_COMMUNITY is",
        "ADMIN_X is no setting",
        "admin_file_url is no setting: ADMIN_FILES_URL is",
    ]


@proves("CONFIG-12")
@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ({"ADMIN_COMUNITY": "true"}, "ADMIN_COMUNITY is no setting: ADMIN_COMMUNITY is"),
        ({"ADMIN_API_URL": ""}, "ADMIN_API_URL is empty"),
    ],
)
def test_a_mistake_stops_the_start_with_one_line(environment: dict[str, str], line: str) -> None:
    env = {**os.environ, "PORT": str(ports.free_port())} | environment
    answer = subprocess.run([sys.executable, "-m", "tools.serve"], env=env, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith(line)
    assert answer.stderr.count("\n") == 1
    assert list(wrong({"PATH": ""})) == []


@proves("CONFIG-12")
def test_what_cannot_be_used_now_is_said_by_the_setting_that_names_it() -> None:
    went = {"api": "ConnectError", "redis": "not used", "store": "ok", "spool": "OSError"}
    said = [line.partition(":")[0] for line in unusable(went)]
    assert said == ["ADMIN_API_URL", "ADMIN_SPOOL_PATH"]


@proves("CONFIG-13")
@pytest.mark.parametrize(("servable", "built", "code"), [(False, False, 2), (True, False, 0), (True, True, 0)])
def test_what_is_built_is_served_and_said_to_be_old(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, servable: bool, built: bool, code: int
) -> None:
    pretend(monkeypatch, servable=servable, built=built)
    monkeypatch.setattr(serve, "_run", lambda host, port: None)
    assert serve.main() == code
    assert any("older than" in line for line in caplog.messages) is (servable and not built)


def pretend(monkeypatch: pytest.MonkeyPatch, *, servable: bool = True, built: bool = True) -> None:
    """Have nothing loaded, tried or claimed, and the log left to the test."""
    monkeypatch.setenv("PORT", str(ports.free_port()))
    monkeypatch.setattr(serve.frontend, "is_servable", lambda **options: servable)
    monkeypatch.setattr(serve.frontend, "is_built", lambda **options: built)
    for module, name in (
        (serve.server, "serve_what_is_built"),
        (serve.server, "application"),
        (serve.spool, "folder"),
        (serve.logs, "begin"),
        (serve, "keep_state_where_it_belongs"),
        (serve, "bound_messages"),
    ):
        monkeypatch.setattr(module, name, lambda *given: None)
    monkeypatch.setattr(serve.deployment, "is_root", lambda: False)
    monkeypatch.setattr(serve.ready, "found", nothing_tried)


async def nothing_tried() -> dict[str, str]:
    return {}


@proves("CONFIG-8")
def test_a_careful_deployment_hears_nothing() -> None:
    assert told() == []
    assert told(analytics=True, frame_hosts="https://metabase.example.org") == []
    assert told(host="::1", api_url="http://localhost:8001", files_url=None) == []


@proves("CONFIG-8")
@pytest.mark.parametrize(
    ("unwise", "word"),
    [
        ({"root": True}, "running as root"),
        ({"api_url": "http://api.example.org"}, "ADMIN_API_URL is plain http"),
        ({"api_url": "http://localhost.example.org"}, "ADMIN_API_URL is plain http"),
        ({"files_url": "http://files.example.org"}, "ADMIN_FILES_URL is plain http"),
        ({"host": "0.0.0.0"}, "HOST=0.0.0.0"),
        ({"host": "::"}, "HOST=::"),
        ({"host": "192.168.1.4"}, "HOST=192.168.1.4"),
        ({"analytics": True}, "ADMIN_FRAME_HOSTS names no host"),
    ],
)
def test_what_is_unwise_is_said(unwise: dict[str, Any], word: str) -> None:
    (line,) = told(**unwise)
    assert line.startswith(word) or word in line
    assert "\n" not in line


@proves("CONFIG-8")
@pytest.mark.parametrize(("given", "used"), [("", "127.0.0.1"), ("0.0.0.0", "0.0.0.0")])
def test_it_listens_to_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, given: str, used: str
) -> None:
    monkeypatch.setenv("HOST", given)
    pretend(monkeypatch)
    asked: list[str] = []
    monkeypatch.setattr(serve, "_run", lambda host, port: asked.append(host))
    assert serve.main() == 0
    assert asked == [used]
    assert any("HOST=0.0.0.0" in line for line in caplog.messages) is bool(given)


@proves("CONFIG-7")
def test_a_demo_of_a_real_platform_does_not_start() -> None:
    env = {**os.environ, "PORT": str(ports.free_port()), "ADMIN_API_URL": "https://api.example.org"}
    command = [sys.executable, "-m", "tools.serve"]
    answer = subprocess.run(command, env=env | {"ADMIN_DEMO": "true"}, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith("ADMIN_DEMO: ")
    assert answer.stderr.count("\n") == 1
