"""A wrong or taken port is said in one line that names the variable."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tools import ports


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that something listens on."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


@pytest.mark.parametrize("text", ["abc", "0", "65536", "-1", "80.5", "²"])
def test_wrong_number(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(ports.WrongNumberError, match=f"^PORT={text} is wrong"):
        ports.port_number("PORT", 3000)


@pytest.mark.parametrize(("text", "expected"), [("", 3000), ("4000", 4000), ("0080", 80)])
def test_right_number(monkeypatch: pytest.MonkeyPatch, text: str, expected: int) -> None:
    monkeypatch.setenv("PORT", text)
    assert ports.port_number("PORT", 3000) == expected


def test_taken(taken: int) -> None:
    assert ports.is_taken(taken)
    assert not ports.is_taken(ports.free_port())


def test_problems(taken: int) -> None:
    free = ports.free_port()
    assert ports.problems({"PORT": free}) == []
    assert ports.problems({"PORT": free, "SANDBOX_PORT": free}) == ["PORT, SANDBOX_PORT must be different ports."]
    (problem,) = ports.problems({"PORT": free, "SANDBOX_PORT": taken})
    assert problem.startswith(f"Port {taken} is taken")
    assert "SANDBOX_PORT=" in problem


@pytest.mark.parametrize("module", ["tools.demo", "tools.serve"])
def test_commands_stop_before_building(taken: int, module: str) -> None:
    env = {**os.environ, "PORT": str(taken), "SANDBOX_PORT": str(ports.free_port())}
    answer = subprocess.run([sys.executable, "-m", module], env=env, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert f"Port {taken} is taken" in answer.stderr
    assert answer.stdout == ""


def test_a_wrong_setting_stops_the_start() -> None:
    env = {**os.environ, "PORT": str(ports.free_port()), "ADMIN_API_URL": "nowhere"}
    answer = subprocess.run([sys.executable, "-m", "tools.serve"], env=env, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith("ADMIN_API_URL: ")
    assert len(answer.stderr.splitlines()) == 1
