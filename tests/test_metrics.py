"""What a process tells of its work: counts for Prometheus, spans for OpenTelemetry, of nobody (CONFIG-15)."""

import logging
import os
import subprocess
import sys
import urllib.request

import httpx
import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import generate_latest

from admin_app import metrics
from admin_app.api.exchange import _named
from admin_app.features.users.screens import UserList
from tests.support.proofs import proves
from tools import ports, traces

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


@pytest.fixture
def told(monkeypatch) -> InMemorySpanExporter:
    """What a collector would get."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(metrics, "_tracer", provider.get_tracer("test"))
    return exporter


@proves("CONFIG-15")
async def test_a_span_for_each_action_and_each_call_in_it(sign_in, upstream, told):
    tab = await sign_in("admin", "/users/show/7?secret=1")
    upstream.fail("admin/users", 500)
    told.clear()
    await tab.open("/users?q=demo.test")
    made = told.get_finished_spans()
    load = next(each for each in made if each.name == "UserList.load")
    call = next(each for each in made if each.name == "GET /admin/users")
    assert call.parent.span_id == load.context.span_id
    assert call.attributes["error.type"]
    assert not call.status.is_ok
    written = " ".join(each.to_json() for each in made)
    assert not any(word in written for word in ("demo.test", "secret", "Traceback", "users/7"))


@proves("CONFIG-15")
def test_an_api_that_traces_too_learns_of_the_span(told):
    request = httpx.Request("PATCH", "http://api.test/users/7")
    with metrics.span("UserForm.save"), _named(request):
        pass
    call, action = told.get_finished_spans()
    assert (call.name, action.name) == ("PATCH /users/{id}", "UserForm.save")
    assert call.attributes["request"] == request.headers["x-request-id"]
    assert f"{call.context.trace_id:032x}-{call.context.span_id:016x}" in request.headers["traceparent"]


@proves("CONFIG-15")
@pytest.mark.parametrize("installed", [True, False])
def test_spans_are_sent_where_an_endpoint_is_configured(monkeypatch, caplog, installed):
    provided = []
    monkeypatch.setattr(trace, "set_tracer_provider", provided.append)
    traces.begin()
    assert provided == []
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    if not installed:
        monkeypatch.setattr(traces, "TracerProvider", None)
    with caplog.at_level(logging.WARNING):
        traces.begin()
    assert len(provided) == installed
    assert ("requirements-traces.txt" in caplog.text) is not installed
    for each in provided:
        each.shutdown()
