"""What the bundler is told: elements are made without Emotion, common icons come in one file."""

from pathlib import Path

import pytest
import reflex_base
from reflex.config import get_config
from reflex.utils.frontend_skeleton import _compile_vite_config

from tools.bundle import COMPRESS, BundlePlugin, bundled, compressed
from tools.frontend import ROOT

TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web"
"""The client of this Reflex, before anything of it is written."""


def test_reflex_is_the_one_we_know() -> None:
    before = _compile_vite_config(get_config())
    after = bundled(before)
    assert 'find: "@emotion/react"' not in before
    assert after.count('find: "@emotion/react"') == 1
    assert after.count('new URL("./public/kit/jsx.js"') == 1
    assert after.count('find: "$/utils/context-registry"') == 1
    assert after.index('find: "$/utils/context-registry"') < after.index('find: "$",')
    assert after.count('new URL("./public/kit/registry.js"') == 1
    assert after.count('name: "icons"') == 1
    assert (ROOT / "assets" / "kit" / "jsx.js").is_file()
    assert (ROOT / "assets" / "kit" / "registry.js").is_file()


def test_states_are_read_as_reflex_reads_them() -> None:
    """Ours stands in place of Reflex's own hook, and of nothing else in its module."""
    theirs = (TEMPLATE / "utils" / "context-registry.js").read_text("utf-8")
    ours = (ROOT / "assets" / "kit" / "registry.js").read_text("utf-8")
    assert 'export * from "../../utils/context-registry.js";' in ours
    for line in (
        "const store = useContext(StateStoreContext);",
        "store.subscribe(name, listener)",
        "store.getSnapshot(name) ?? app.initialState?.[name]",
        "[store, name],",
    ):
        assert theirs.count(line) == ours.count(line) == 1, f"Reflex reads a state in another way: {line}"


def test_values_are_compared_as_reflex_compares_them() -> None:
    """What says the same leaves the state as it is; ours asks by that whether something has changed."""
    theirs = (TEMPLATE / "utils" / "state.js").read_text("utf-8")
    compares = theirs[theirs.index("export const applyDelta = (state, delta) => {") :]
    assert "replaceEqualDeep(state[key], delta[key])" in compares
    assert compares.index("return out ?? state;") < compares.index("\n};")


def test_twice_is_once() -> None:
    once = bundled(_compile_vite_config(get_config()))
    assert bundled(once) == once


def test_another_reflex_is_refused() -> None:
    with pytest.raises(ValueError, match="differs"):
        bundled("export default {};")
    with pytest.raises(ValueError, match="differs"):
        compressed("BROTLI")


def test_large_files_are_compressed_at_the_second_best_quality() -> None:
    once = compressed((TEMPLATE / COMPRESS).read_text("utf-8"))
    assert "raw.length > 256000 ? 10 : zlib.constants.BROTLI_MAX_QUALITY" in once
    assert compressed(once) == once


def test_what_nobody_asks_for_is_not_compressed(tmp_path: Path) -> None:
    kept = {"index.html", "404.html", "users/index.html", "users/create/index.html", "assets/maps-12345678.css"}
    gone = {"users.html", "users/create.html", "maps.css", "kit/index.js", "external/a.jsx", "styles/base.css"}
    for name in kept | gone:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    BundlePlugin().post_build(static_dir=tmp_path)
    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert left == kept
