"""What is told to OpenTelemetry: actions and the calls in them, of nobody and no record (CONFIG-15)."""

import logging

import httpx
import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from admin_app import traces as spans
from admin_app.api.exchange import _named
from tests.support.proofs import proves
from tools import traces


@pytest.fixture
def told(monkeypatch) -> InMemorySpanExporter:
    """What a collector would get."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(spans, "_tracer", provider.get_tracer("test"))
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
    with spans.span("UserForm.save"), _named(request):
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
