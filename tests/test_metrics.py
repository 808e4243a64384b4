"""What is counted for Prometheus: by operation and handler, of nobody and no record (CONFIG-15)."""

import os
import subprocess
import sys
import urllib.request

from prometheus_client import generate_latest

from admin_app import metrics
from admin_app.features.users.screens import UserList
from tests.support.proofs import proves
from tools import ports

WORKER = """
import sys, time
from admin_app import metrics
metrics.open_tabs.set(3)
metrics.count_call("GET", "/users/{id}", "ok", 0.1)
print("counted", flush=True)
sys.stdin.read()
"""


@proves("CONFIG-15")
async def test_actions_and_calls_are_counted_by_what_they_are(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/7")
    await tab.open("/users")
    upstream.fail("admin/users", 500)
    await tab.send(UserList.load)
    told = generate_latest().decode()
    assert 'admin_app_action_seconds_count{handler="UserList.load"}' in told
    assert '/{id}",status="ok"' in told
    assert 'method="GET",path="/admin/users",status="500"' in told
    assert "/users/7" not in told
    assert "demo.test" not in told


@proves("CONFIG-15")
def test_operations_beyond_so_many_count_as_one(monkeypatch):
    monkeypatch.setattr(metrics, "MOST", len(metrics._operations) + 1)
    metrics.count_call("GET", "/first", "ok", 0.1)
    metrics.count_call("GET", "/second", "ok", 0.1)
    told = generate_latest().decode()
    assert 'path="/first"' in told
    assert 'path="/second"' not in told
    assert 'path="other"' in told


@proves("CONFIG-15")
def test_several_workers_are_added_up_and_the_dead_have_no_tabs(monkeypatch, tmp_path):
    monkeypatch.setenv(metrics.FOLDER, "")
    monkeypatch.setattr(metrics.tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    port = ports.free_port()
    metrics.serve("127.0.0.1", port, several=True)
    command = [sys.executable, "-c", WORKER]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": dict(os.environ)}
    first, second = subprocess.Popen(command, **pipes), subprocess.Popen(command, **pipes)
    try:
        assert [each.stdout.readline() for each in (first, second)] == [b"counted\n"] * 2
        assert value(port, "admin_app_open_tabs") == 6
        first.kill()
        first.wait()
        assert value(port, "admin_app_open_tabs") == 3
        assert value(port, 'admin_app_api_seconds_count{method="GET",path="/users/{id}",status="ok"}') == 2
    finally:
        for each in (first, second):
            each.kill()
            each.communicate()


def value(port: int, name: str) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    (line,) = [each for each in lines if each.startswith(f"{name} ")]
    return float(line.rpartition(" ")[2])
