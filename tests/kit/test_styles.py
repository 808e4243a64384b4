"""The stylesheet of every page is made of one file an area, in an order that is written down."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import reflex as rx

from admin_app.admin_app import app
from admin_app.kit.parts.cells import html
from admin_app.kit.styles import EVERY_PAGE, RICH_TEXT, sheet
from tests.support.proofs import proves

ASSETS = Path(__file__).parents[2] / "assets"
FILES = sorted((ASSETS / "styles").iterdir())


def test_every_file_has_its_place():
    text = (ASSETS / EVERY_PAGE.strip("/")).read_text()
    imported = re.findall(r'^@import "../public/styles/(.+)";$', text, re.MULTILINE)
    assert sorted(imported) == [file.name for file in FILES]
    assert app.stylesheets == [EVERY_PAGE]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_says_what_it_dresses_and_is_short(file: Path):
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("/* ")
    assert lines[0].endswith(" */")
    assert len(lines) <= 300


def test_what_every_page_has_is_for_no_screen_alone():
    """What some screens alone need is a stylesheet that their part brings."""
    for file in FILES:
        named = re.findall(r"\[data-(?:list|screen)\b[^]]*\]", file.read_text(encoding="utf-8"))
        assert not named, f"{file.name}: {named}"


def test_no_rule_is_dropped_for_a_has_within_a_has():
    """A browser takes neither, and says nothing."""
    for file in ASSETS.rglob("*.css"):
        for inside in _within_has(file.read_text(encoding="utf-8")):
            assert ":has(" not in inside, f"{file.name}: {inside}"


def test_what_opens_comes_in_by_an_animation():
    """Safari begins a transition from `@starting-style` anew at each place it tries for a popup: it stays unseen."""
    for file in ASSETS.rglob("*.css"):
        assert "@starting-style" not in file.read_text(encoding="utf-8"), file.name


def test_nothing_is_hidden_by_its_colour():
    """The colours of the machine replace it, and what was hidden is read."""
    for file in ASSETS.rglob("*.css"):
        assert not re.search(r"(?<![-\w])color: transparent", file.read_text(encoding="utf-8")), file.name


def test_a_colour_of_the_house_is_written_once():
    """What keeps the light ones in the dark has a theme of its own."""
    base = (ASSETS / "styles" / "base.css").read_text(encoding="utf-8")
    tokens = "|".join({*re.findall(r"--([\w-]+): #", base)})
    for file in ASSETS.rglob("*.css"):
        if file.name != "base.css":
            assert not re.search(rf"--({tokens}): #", file.read_text(encoding="utf-8")), file.name


def test_what_is_changed_for_some_screens_is_not_changed_back():
    """Of two rules for the same, the later one holds, whether it is for some screens or for all."""
    for file in ASSETS.rglob("*.css"):
        rules = [*_rules(file.read_text(encoding="utf-8"))]
        for at, (medium, selectors, changed) in enumerate(rules):
            for_all = (names for where, same, names in rules[at:] if not where and selectors & same)
            assert not (medium and changed & set().union(*for_all)), f"{file.name}: {medium} {selectors}"


def test_a_line_whose_parts_stand_below_each_other_gives_them_its_width():
    """Beside each other they begin at the top of it (`.line`): below each other they would be as wide as their text."""
    for file in ASSETS.rglob("*.css"):
        for _, selectors, changed in _rules(file.read_text(encoding="utf-8")):
            narrow = [each for each in selectors if each.endswith(".line")] if "flex-direction" in changed else []
            assert not narrow or "align-items" in changed, f"{file.name}: {narrow}"


def test_what_paper_leaves_out_stays_out():
    """The stylesheets of features come in an order of no meaning: one that comes later would show it again."""
    for file in ASSETS.rglob("*.css"):
        text = file.read_text(encoding="utf-8")
        printed = re.findall(r"^@media print \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
        assert len(printed) == text.count("@media print"), file.name
        assert "display: none;" not in "".join(printed), file.name


def test_paper_breaks_what_may_be_longer_than_a_page():
    """It would begin on the next page, and leave the first one to its title alone."""
    for file in ASSETS.rglob("*.css"):
        printed = [*_rules(file.read_text(encoding="utf-8"))]
        whole = {
            each for medium, names, sets in printed if "print" in medium and "break-inside" in sets for each in names
        }
        assert not {each for each in whole if re.search(r"\.(card|table-scroll|list|cards)\b", each)}, file.name


def _rules(text: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """The rules that stand on one line: the medium they are for, their selectors, the properties they set."""
    medium = ""
    for line in text.splitlines():
        if opened := re.fullmatch(r"(@media .+) \{", line):
            medium = opened[1]
        elif line == "}":
            medium = ""
        elif found := re.fullmatch(r"\s*([^@{}]+) \{ (.+) \}", line):
            selectors = {*re.split(r",\s*(?![^()]*\))", found[1])}
            yield medium, selectors, {each.split(":")[0].strip() for each in found[2].split(";") if ":" in each}


def _within_has(text: str) -> Iterator[str]:
    """What stands between the brackets of each `:has`."""
    for found in re.finditer(r":has\(", text):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield text[found.end() : end]


@proves("BUDGET-21")
def test_a_part_brings_its_stylesheet():
    rendered = html(rx.Var.create("<p>Hello</p>"))
    assert "rich_text_css" in str(rendered)
    assert RICH_TEXT.strip("/") not in (ASSETS / EVERY_PAGE.strip("/")).read_text()
    assert (ASSETS / RICH_TEXT.strip("/")).is_file()
    # React waits for it, and the bundler names it by its content.
    assert 'precedence:"default"' in str(rendered)
    (imported,) = sheet("/solidary-file.css")._get_imports()["$/public/solidary-file.css?url"]
    assert (imported.tag, imported.is_default) == ("solidary_file_css", True)


@proves("BUDGET-21")
def test_there_is_one_way_to_bring_a_stylesheet():
    sources = {path: path.read_text("utf-8") for path in (ASSETS.parent / "admin_app").rglob("*.py")}
    # A mail stands in a document of its own.
    named = {path.name for path, text in sources.items() if 'rel="stylesheet"' in text}
    assert named == {"styles.py", "mail_frame.py"}
    assert not [path for path, text in sources.items() if ".css?url" in text and path.name != "styles.py"]
