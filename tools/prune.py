"""Removes from the built pages what no browser asks for, before it is compressed."""

import shutil
from pathlib import Path
from typing import Any

from reflex.plugins import Plugin

SOURCES = ("kit", "external", "styles")
"""Sources of script and styles, which Reflex copies among what is served as it stands; the bundle holds them."""


class PrunePlugin(Plugin):
    """Leaves no source and no second copy of a page among what is served."""

    def post_build(self, **context: Any) -> None:
        """Remove sources, the stylesheets of single parts, and `users.html` where there is a `users/index.html`."""
        built: Path = context["static_dir"]
        for name in SOURCES:
            shutil.rmtree(built / name, ignore_errors=True)
        for sheet in built.glob("*.css"):
            sheet.unlink()
        for page in built.rglob("*/index.html"):
            page.parent.with_suffix(".html").unlink(missing_ok=True)
