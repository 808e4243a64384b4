"""Every pair of colours that stand on each other can be read, in both themes (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from pathlib import Path

import pytest

from tests.support.proofs import proves

BASE = Path(__file__).resolve().parents[2] / "assets" / "styles" / "base.css"
PAIRS = {
    4.5: """text/sheet text/wash text/desk text/float text/action-soft text/waits-soft text/bad-soft
        text-quiet/sheet text-quiet/wash text-quiet/desk text-quiet/float text-quiet/action-soft
        on-ink/ink on-ink/ink-hover on-ink-quiet/ink on-ink-quiet/ink-hover
        waits-on-ink/ink waits-on-ink/ink-hover ink/waits-on-ink
        text/map-land text-quiet/map-land text/map-town text-quiet/map-town text/map-water text-quiet/map-water
        action/sheet action/wash action/action-soft action-strong/action-soft on-action/action on-action/action-strong
        waits/waits-soft waits/sheet done/float done/sheet done/done-soft
        bad/sheet bad/bad-soft bad/float figure/sheet on-figure-soft/figure-soft""",
    3: """waits-mark/waits-soft waits-mark/sheet figure/figure-soft line-strong/sheet line-strong/wash
        figure/map-land action/map-land figure/map-town action/map-town figure/map-water action/map-water""",
}
"""The words or the mark, and what lies under them, by the least contrast."""


def colours(theme: str) -> dict[str, str]:
    """The tokens of a theme."""
    text = BASE.read_text("utf-8")
    theme_only = text[text.index(f'[data-theme="{theme}"] {{') :].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w{6});", theme_only))


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1 (WCAG)."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@proves("SHELL-13")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_pair_can_be_read(theme: str):
    known = colours(theme)
    pairs = [(least, *pair.split("/")) for least, pairs in PAIRS.items() for pair in pairs.split()]
    assert {name for _, *pair in pairs for name in pair} <= known.keys()
    assert [pair for least, *pair in pairs if contrast(known[pair[0]], known[pair[1]]) < least] == []
