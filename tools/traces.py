"""Has a worker send its spans where an endpoint is configured, by OpenTelemetry's own variables and its own SDK."""

import logging
import os

from opentelemetry import trace

from admin_app import VERSION

try:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
except ImportError:
    TracerProvider = None

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
log = logging.getLogger("tools.traces")


def begin() -> None:
    """Send spans from now on, where one of `ENDPOINTS` is set; a line in the log where the SDK is not installed."""
    if not any(map(os.environ.get, ENDPOINTS)):
        return
    if TracerProvider is None:
        log.warning("no traces are sent: pip install -r requirements-traces.txt -c constraints.txt")
        return
    provider = TracerProvider(resource=Resource.create({"service.name": "admin_app", "service.version": VERSION}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    log.info("traces are sent to where OTEL_EXPORTER_OTLP_ENDPOINT says")
