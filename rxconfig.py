"""How Reflex builds and serves admin_app; each value can be overridden by a REFLEX_* variable."""

import json
import os
from pathlib import Path

import reflex as rx

from admin_app import patches
from admin_app.patches.state_js import StateJsPlugin
from tools.prune import PrunePlugin

_PORT = os.environ.get("PORT", "3000")
# `make dev` compiles a few pages (kit/development.py); npm keeps what all of them need, and has nothing to do.
_LOCK = Path("reflex.lock", "package.json")
_PACKAGES = [*json.loads(_LOCK.read_text())["dependencies"]] if os.environ.get("DEV_PAGES") else []

config = rx.Config(
    app_name="admin_app",
    # Only the hot-reload server has pages and socket on two ports; tools/serve.py allows the page's own host.
    cors_allowed_origins=[f"http://localhost:{_PORT}", f"http://127.0.0.1:{_PORT}"],
    default_color_mode="light",
    frontend_compression_formats=["brotli", "gzip"],
    # No RadixThemesPlugin: the kit uses plain elements and its own stylesheet. No sitemap: every page is private.
    disable_plugins=[rx.plugins.SitemapPlugin],
    frontend_packages=_PACKAGES,
    plugins=[StateJsPlugin(), PrunePlugin()],
    show_built_with_reflex=False,
    telemetry_enabled=False,
)
# Before the application, which loads what the checks try.
patches.ready_or_exit()
