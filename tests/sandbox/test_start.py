"""Settings, the seed, and starting the server."""

import socket
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime

import httpx
import pytest

from sandbox.app import build_app
from sandbox.clock import recorded
from sandbox.settings import SandboxSettings, read_settings
from tests.sandbox.conftest import Caller
from tests.support.proofs import proves
from tools import demo
from tools.ports import free_port


@proves("SANDBOX-9")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SANDBOX_USERS", "many"),
        ("SANDBOX_PORT", "99999"),
        ("SANDBOX_FAIL", "/admin:500"),
        ("SANDBOX_FAIL", "admin:500:1"),
        ("SANDBOX_FAIL", "/admin:200:1"),
        ("SANDBOX_TOKEN_TTL", "0"),
        ("SANDBOX_BASE_URL", "localhost"),
    ],
)
def test_a_wrong_setting_is_one_line(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as raised:
        read_settings()
    assert str(raised.value).startswith(f"sandbox: {name}: ")
    assert "\n" not in str(raised.value)


@proves("SANDBOX-2")
def test_the_data_is_of_the_day_that_is_said():
    assert recorded("2027-01-31").isoformat() == "2027-01-31T09:00:00+00:00"
    with pytest.raises(SystemExit, match=r"^sandbox: SANDBOX_TODAY: .+'tomorrow'$"):
        recorded("tomorrow")


@pytest.mark.parametrize(("hour", "day"), [(8, "2026-12-23"), (9, "2026-12-24")])
def test_nothing_in_the_demo_is_yet_to_come(monkeypatch, hour, day):
    monkeypatch.delenv("SANDBOX_TODAY", raising=False)
    assert demo.data_day(datetime(2026, 12, 24, hour, tzinfo=UTC)) == day
    assert recorded(day) <= datetime(2026, 12, 24, hour, tzinfo=UTC)


@proves("SANDBOX-2")
def test_the_same_seed_gives_the_same_users_whatever_their_number():
    def first(users: int) -> list:
        database = build_app(SandboxSettings(users=users, db=":memory:")).state.sandbox.database
        rows = database.connection.exec_driver_sql(
            "select id, email, created_date, birth_date from users where id < 50"
        )
        return [tuple(row) for row in rows]

    assert first(60) == first(60) == first(120)


async def test_a_file_is_used_again(tmp_path):
    settings = SandboxSettings(users=50, db=str(tmp_path / "data.sqlite"))
    caller = await Caller(build_app(settings)).sign_in("admin")
    await caller.patch("/admin/users/10", {"familyName": "Resté"})
    again = await Caller(build_app(settings)).sign_in("admin")
    assert (await again.get("/admin/users/10"))["familyName"] == "Resté"


@proves("SANDBOX-9")
def test_a_file_that_is_not_ours(tmp_path):
    path = tmp_path / "data.sqlite"
    build_app(SandboxSettings(users=50, db=str(path))).state.sandbox.database.connection.exec_driver_sql(
        "update meta set value = 'older' where key = 'seed_version'"
    ).connection.commit()
    result = run({"SANDBOX_DB": str(path), "SANDBOX_PORT": str(free_port())})
    assert result.returncode == 1
    assert "made by another version" in result.stderr
    assert "Traceback" not in result.stderr


@proves("SANDBOX-9")
def test_a_taken_port_is_one_line():
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run({"SANDBOX_PORT": str(taken.getsockname()[1]), "SANDBOX_DB": ":memory:"})
    assert result.returncode == 1
    assert "SANDBOX_PORT" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def run(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sandbox"]
    return subprocess.run(
        command, env=environment | {"SANDBOX_USERS": "50"}, capture_output=True, text=True, timeout=60
    )


def test_the_server_answers_and_cuts_connections():
    port = free_port()
    environment = {"SANDBOX_PORT": str(port), "SANDBOX_USERS": "50", "SANDBOX_DB": ":memory:"}
    server = subprocess.Popen([sys.executable, "-m", "sandbox"], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert f"http://127.0.0.1:{port}" in server.stdout.readline()
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
            wait_for(http)
            assert http.post("/login", json={"username": "admin@demo.test", "password": "demo"}).status_code == 200
            http.put("/_sandbox/faults", json={"drop": ["/permissions"]})
            with pytest.raises(httpx.TransportError):
                http.get("/permissions")
    finally:
        server.terminate()
        server.communicate(timeout=10)


def wait_for(http: httpx.Client) -> None:
    for _ in range(100):
        try:
            http.get("/_sandbox/requests")
            return
        except httpx.TransportError:
            time.sleep(0.1)
