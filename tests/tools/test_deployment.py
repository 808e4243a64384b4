"""What a start is warned of (CONFIG-8)."""

import os
import subprocess
import sys
from typing import Any

import pytest

from admin_app.settings import Settings
from tools import ports, serve
from tools.deployment import HOST, unknown, warnings

GOOD: dict[str, Any] = {"api_url": "https://api.example.org", "files_url": "https://files.example.org"}


def told(host: str = HOST, root: bool = False, **settings: Any) -> list[str]:
    return list(warnings(Settings(**GOOD | settings), host, root=root))


def test_a_name_that_is_no_setting_is_told_with_the_one_that_was_meant() -> None:
    names = ["ADMIN_API_URL", "ADMIN_COMUNITY", "admin_file_url", "ADMIN_X", "PATH"]
    assert list(unknown(names)) == [
        "ADMIN_COMUNITY is no setting: ADMIN_COMMUNITY is",
        "ADMIN_X is no setting",
        "admin_file_url is no setting: ADMIN_FILES_URL is",
    ]


def test_a_careful_deployment_hears_nothing() -> None:
    assert told() == []
    assert told(analytics=True, frame_hosts="https://metabase.example.org") == []
    assert told(host="::1", api_url="http://localhost:8001", files_url=None) == []


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


@pytest.mark.parametrize(("given", "used"), [("", "127.0.0.1"), ("0.0.0.0", "0.0.0.0")])
def test_it_listens_to_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str, used: str
) -> None:
    monkeypatch.setenv("HOST", given)
    monkeypatch.setenv("PORT", str(ports.free_port()))
    asked: list[str] = []
    for module, name in (
        (serve.frontend, "ensure_built"),
        (serve.server, "serve_what_is_built"),
        (serve.server, "application"),
        (serve.spool, "claim"),
    ):
        monkeypatch.setattr(module, name, lambda **options: None)
    monkeypatch.setattr(serve.deployment, "is_root", lambda: False)
    monkeypatch.setattr(serve, "_run", lambda host, port: asked.append(host))
    assert serve.main() == 0
    assert asked == [used]
    assert ("HOST=0.0.0.0" in capsys.readouterr().err) is bool(given)


def test_a_demo_of_a_real_platform_does_not_start() -> None:
    env = {**os.environ, "PORT": str(ports.free_port()), "ADMIN_API_URL": "https://api.example.org"}
    command = [sys.executable, "-m", "tools.serve"]
    answer = subprocess.run(command, env=env | {"ADMIN_DEMO": "true"}, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith("ADMIN_DEMO: ")
    assert answer.stderr.count("\n") == 1
