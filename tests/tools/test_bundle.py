"""What the bundler is told: elements are made without Emotion."""

import pytest
from reflex.config import get_config
from reflex.utils.frontend_skeleton import _compile_vite_config

from tools.bundle import without_emotion
from tools.frontend import ROOT


def test_reflex_is_the_one_we_know() -> None:
    before = _compile_vite_config(get_config())
    after = without_emotion(before)
    assert 'find: "@emotion/react"' not in before
    assert after.count('find: "@emotion/react"') == 1
    assert after.count('new URL("./public/kit/jsx.js"') == 1
    assert (ROOT / "assets" / "kit" / "jsx.js").is_file()


def test_twice_is_once() -> None:
    once = without_emotion(_compile_vite_config(get_config()))
    assert without_emotion(once) == once


def test_another_reflex_is_refused() -> None:
    with pytest.raises(ValueError, match="differs"):
        without_emotion("export default {};")
