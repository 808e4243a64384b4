"""Traces for OpenTelemetry (docs/operations.md): a span for each action of a person and each call of the API it makes.

Where nobody has begun to send them (tools/traces.py) a span costs next to nothing. It knows names, paths without ids,
statuses and times; never a query, a body, a token or the text of an error.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import propagate, trace

_tracer = trace.get_tracer("admin_app")


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


def headers() -> dict[str, str]:
    """What a call says of the span it is a part of, for an API that traces too: `traceparent`, or nothing."""
    told: dict[str, str] = {}
    propagate.inject(told)
    return told
