"""What the bundler is told: elements are made without Emotion, common icons come in one file."""

import pytest
from reflex.config import get_config
from reflex.utils.frontend_skeleton import _compile_vite_config

from tools.bundle import bundled
from tools.frontend import ROOT


def test_reflex_is_the_one_we_know() -> None:
    before = _compile_vite_config(get_config())
    after = bundled(before)
    assert 'find: "@emotion/react"' not in before
    assert after.count('find: "@emotion/react"') == 1
    assert after.count('new URL("./public/kit/jsx.js"') == 1
    assert after.count('name: "icons"') == 1
    assert (ROOT / "assets" / "kit" / "jsx.js").is_file()


def test_twice_is_once() -> None:
    once = bundled(_compile_vite_config(get_config()))
    assert bundled(once) == once


def test_another_reflex_is_refused() -> None:
    with pytest.raises(ValueError, match="differs"):
        bundled("export default {};")
