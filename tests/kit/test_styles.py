"""The stylesheet of every page is made of one file an area, in an order that is written down."""

from pathlib import Path

import pytest

from admin_app.admin_app import app
from admin_app.kit.styles import AREAS, SHEETS

ASSETS = Path(__file__).parents[2] / "assets"
FILES = sorted((ASSETS / "styles").iterdir())


def test_every_file_has_its_place():
    assert sorted(f"{area}.css" for area in AREAS) == [file.name for file in FILES]
    assert tuple(app.stylesheets) == SHEETS


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_says_what_it_dresses_and_is_short(file: Path):
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("/* ")
    assert lines[0].endswith(" */")
    assert len(lines) <= 300
