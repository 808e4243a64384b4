"""What the fast tests share: a tab without a browser, and the sandbox in process as its upstream."""

from tests.support.tab import Browser, Tab
from tests.support.upstream import Call, Upstream

__all__ = ["Browser", "Call", "Tab", "Upstream"]
