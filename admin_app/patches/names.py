"""Names that Reflex keeps in packages of its own, and that nothing public stands for: taken as they are."""

from reflex.event import Event, EventCallback
from reflex.middleware.middleware import Middleware
from reflex.state import FrontendEventExceptionState
from reflex.utils.prerequisites import get_redis
from reflex.vars import FunctionVar
from reflex_base.utils.form import FormData
from reflex_components_core.base.error_boundary import ErrorBoundary
from reflex_components_core.core.banner import has_connection_errors
from reflex_components_core.el.elements.inline import A

from admin_app.patches.check import has

__all__ = [
    "A",
    "ErrorBoundary",
    "Event",
    "EventCallback",
    "FormData",
    "FunctionVar",
    "Middleware",
    "connection_lost",
    "get_redis",
    "keep_page_on_errors",
]
connection_lost = has_connection_errors
"""Whether the page tried in vain to reach the server: once, for where nothing comes through that takes 20 s."""


def keep_page_on_errors() -> None:
    """Reflex would load a page anew after some script errors, and what was typed in it would be gone (Reflex F20)."""
    FrontendEventExceptionState.auto_reload_on_errors = []


def check() -> None:
    """All of them are imported, and take what they are given."""
    has(FrontendEventExceptionState, "auto_reload_on_errors")
    has(FormData, "multi_items")
    has(A, "create")
    has(Middleware, "preprocess")
    if A.create(href="/").tag != "a":
        raise ValueError("an A is no plain element")
