"""What a process tells of its work (docs/operations.md), of nobody and of no record: figures for Prometheus, and traces
for OpenTelemetry, a span for each action of a person and each call of the API it makes.

Several workers count in files of one folder, which the process that began them adds up and tells. A span knows names,
paths without ids, statuses and times; never a query, a body, a token or the text of an error. Where nobody has begun to
send spans (tools/traces.py) one costs next to nothing.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from opentelemetry import propagate, trace
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which workers learn of the folder."""
SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""Bounds of what is timed."""
MOST = 300
"""Operations of the API that are told apart: those beyond count as one."""

_actions = Histogram("admin_app_action_seconds", "Actions of people that ask the API", ["handler"], buckets=SECONDS)
_calls = Histogram("admin_app_api_seconds", "Calls of the API", ["method", "path", "status"], buckets=SECONDS)
open_tabs = Gauge("admin_app_open_tabs", "Tabs that are connected", multiprocess_mode="livesum")
sockets_refused = Counter("admin_app_sockets_refused", "Sockets that were refused, or closed for what they sent")
imports = Gauge("admin_app_imports_running", "Imports that are being sent", multiprocess_mode="livesum")
exports = Gauge("admin_app_exports_running", "Exports that are being handed out", multiprocess_mode="livesum")
_operations: set[tuple[str, str]] = set()
_tracer = trace.get_tracer("admin_app")


@contextmanager
def action(name: str) -> Iterator[None]:
    """Time an action of a person, by the name of its handler."""
    began = time.monotonic()
    try:
        with span(name):
            yield
    finally:
        _actions.labels(name).observe(time.monotonic() - began)


def count_call(method: str, path: str, status: str, seconds: float) -> None:
    """Count a call of the API; `path` without ids, `status` a number of HTTP, `ok`, or the kind of a failure."""
    if len(_operations) < MOST:
        _operations.add((method, path))
    known = path if (method, path) in _operations else "other"
    _calls.labels(method, known, status).observe(seconds)


@contextmanager
def span(name: str, **told: str) -> Iterator[trace.Span]:
    """Time what is done until the end, as a part of what is being done already; of an error its kind is kept."""
    with _tracer.start_as_current_span(
        name, attributes=told, record_exception=False, set_status_on_exception=False
    ) as made:
        try:
            yield made
        except Exception as error:
            made.set_status(trace.StatusCode.ERROR)
            made.set_attribute("error.type", type(error).__name__)
            raise


def trace_headers() -> dict[str, str]:
    """What a call says of the span it is a part of, for an API that traces too: `traceparent`, or nothing."""
    told: dict[str, str] = {}
    propagate.inject(told)
    return told


class _Workers(MultiProcessCollector):
    """What all workers counted; of one that is no more, nothing counts as open or running."""

    def __init__(self, registry: CollectorRegistry, folder: str) -> None:
        super().__init__(registry, folder)
        self._folder = folder

    def collect(self):
        """All series."""
        for path in Path(self._folder).glob("gauge_live*_*.db"):
            worker = path.stem.rpartition("_")[2]
            if not Path(f"/proc/{worker}").exists():
                mark_process_dead(int(worker), self._folder)
        return super().collect()


def serve(host: str, port: int, *, several: bool) -> None:
    """Tell Prometheus at an address of its own, beside the process; before any of `several` workers is begun."""
    registry = REGISTRY
    if several:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="admin-app-metrics-")
        registry = CollectorRegistry()
        _Workers(registry, os.environ[FOLDER])
    start_http_server(port, host, registry)


disable_created_metrics()
