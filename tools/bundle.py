"""What the bundler is told beside what Reflex tells it."""

from typing import Any

from reflex.plugins import Plugin

CONFIG = "vite.config.js"
_ALIASES = "    alias: [\n"
_OURS = """      {
        find: "@emotion/react",
        replacement: fileURLToPath(new URL("./public/kit/jsx.js", import.meta.url)),
      },
"""


def without_emotion(source: str) -> str:
    """Have elements made by assets/kit/jsx.js; running it twice changes nothing."""
    if _OURS in source:
        return source
    if source.count(_ALIASES) != 1:
        raise ValueError(f"{CONFIG} of this Reflex version differs from what tools/bundle.py knows")
    return source.replace(_ALIASES, _ALIASES + _OURS)


class BundlePlugin(Plugin):
    """Leaves Emotion out: a library for styles written in components, of which the kit has none."""

    def pre_compile(self, **context: Any) -> None:
        """Change the configuration of the bundler."""
        context["add_modify_task"](CONFIG, without_emotion)
