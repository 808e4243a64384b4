"""What the bundler is told beside what Reflex tells it."""

from typing import Any

from reflex.plugins import Plugin

CONFIG = "vite.config.js"
_ALIASES = "    alias: [\n"
_JSX = """      {
        find: "@emotion/react",
        replacement: fileURLToPath(new URL("./public/kit/jsx.js", import.meta.url)),
      },
"""
_GROUPS = "          groups: [\n"
# Three hundred bytes a file otherwise, thirty of them for a list. React stays apart: a group takes along what it needs.
_ICONS = """            {
              test: /node_modules\\/react\\//,
              name: "react",
              priority: 2,
            },
            {
              test: /node_modules\\/lucide-react\\//,
              name: "icons",
              priority: 1,
              minShareCount: 8,
            },
"""
CHANGES = {_ALIASES: _JSX, _GROUPS: _ICONS}
"""What is added after which line."""


def bundled(source: str) -> str:
    """Have elements made by assets/kit/jsx.js, and common icons in one file; running it twice changes nothing."""
    for line, added in CHANGES.items():
        if line + added in source:
            continue
        if source.count(line) != 1:
            raise ValueError(f"{CONFIG} of this Reflex version differs from what tools/bundle.py knows")
        source = source.replace(line, line + added)
    return source


class BundlePlugin(Plugin):
    """Leaves Emotion out, a library for styles written in components, of which the kit has none; gathers icons."""

    def pre_compile(self, **context: Any) -> None:
        """Change the configuration of the bundler."""
        context["add_modify_task"](CONFIG, bundled)
