"""What the bundler is told beside what Reflex tells it (decisions 49 and 52)."""

import shutil
from pathlib import Path
from typing import Any

from reflex.plugins import Plugin

CONFIG = "vite.config.js"
_ALIASES = "    alias: [\n"
_REPLACED = """      {
        find: "@emotion/react",
        replacement: fileURLToPath(new URL("./public/kit/jsx.js", import.meta.url)),
      },
      {
        find: "$/utils/context-registry",
        replacement: fileURLToPath(new URL("./public/kit/registry.js", import.meta.url)),
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
_IMPORTS = 'import { defineConfig } from "vite";\n'
_OURS = """import { firstValues } from "./first_values.js";
import { leftOut } from "./left_out.js";
"""
_PLUGINS = "    alwaysUseReactDomServerNode(),\n"
_ADDED = "    firstValues(),\n    leftOut(),\n"
CHANGES = {_IMPORTS: _OURS, _PLUGINS: _ADDED, _ALIASES: _REPLACED, _GROUPS: _ICONS}
"""What is added after which line."""
PLUGINS = tuple(sorted((Path(__file__).parent / "bundler").glob("*.js")))
"""Plugins of the bundler, which run beside its configuration."""


def bundled(source: str) -> str:
    """Have our plugins run, our modules in place of two of others, and common icons in one file; twice is once."""
    for line, added in CHANGES.items():
        if line + added in source:
            continue
        if source.count(line) != 1:
            raise ValueError(f"{CONFIG} of this Reflex version differs from what tools/bundle.py knows")
        source = source.replace(line, line + added)
    return source


COMPRESS = "compress-static.js"
_LARGE = 256_000
_QUALITY = "            zlib.constants.BROTLI_MAX_QUALITY,\n"
_QUICKER = f"            raw.length > {_LARGE} ? 10 : zlib.constants.BROTLI_MAX_QUALITY,\n"
SOURCES = ("kit", "external", "styles")
"""Sources of script and styles, which Reflex copies among what is served as it stands; the bundle holds them."""


def compressed(source: str) -> str:
    """Have large files compressed at the second best quality: a quarter of the time, 2 % more bytes."""
    if _QUICKER in source:
        return source
    if source.count(_QUALITY) != 1:
        raise ValueError(f"{COMPRESS} of this Reflex version differs from what tools/bundle.py knows")
    return source.replace(_QUALITY, _QUICKER)


class BundlePlugin(Plugin):
    """Leaves out what no page reaches, has states come with the pages that read them, gathers icons."""

    def pre_compile(self, **context: Any) -> None:
        """Change the configuration of the bundler, and put its plugins beside it."""
        for file in PLUGINS:
            context["add_save_task"](_saved, file)
        context["add_modify_task"](CONFIG, bundled)
        context["add_modify_task"](COMPRESS, compressed)

    def post_build(self, **context: Any) -> None:
        """Remove what nobody asks for, before it is compressed: a page is `users/index.html`, no `users.html` too."""
        built: Path = context["static_dir"]
        for name in SOURCES:
            shutil.rmtree(built / name, ignore_errors=True)
        for sheet in built.glob("*.css"):
            sheet.unlink()
        for page in built.rglob("*/index.html"):
            page.parent.with_suffix(".html").unlink(missing_ok=True)


def _saved(file: Path) -> tuple[str, str]:
    return file.name, file.read_text("utf-8")
