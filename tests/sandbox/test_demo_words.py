"""What the demo data say reads as French."""

import re

import pytest
from sqlalchemy import select

from sandbox.content_tables import events
from sandbox.datafiles import DATA
from sandbox.geography import of
from tests.support.proofs import proves

# An ordinary space beside a double sign, an apostrophe of typewriters.
SLIPS = re.compile(r"\S [:;!?»](?=[\s<\"\\)]|$)|« |(?<=[^\W\d_])'(?=[^\W\d_])")
WRITTEN = (
    *("articles.md", "campaigns.toml", "communities.toml", "editorials.toml", "events.csv", "relay_points.toml"),
    *("solidary.toml", "structures.toml", "errands.csv", "streets.csv", "usual_streets.csv", "venues.csv"),
)


@proves("SANDBOX-16")
@pytest.mark.parametrize("name", WRITTEN)
def test_texts_keep_to_french_typography(name):
    """Towns and people are spelled as registers spell them."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    comment = "#" if name.endswith(".toml") else "\0"
    assert [line for line in lines if not line.startswith(comment) and SLIPS.search(line)] == []


@pytest.mark.parametrize(
    ("town", "said"),
    [
        ("Nancy", "de Nancy"),
        ("Épinal", "d’Épinal"),
        ("Le Mans", "du Mans"),
        ("Les Sables-d’Olonne", "des Sables-d’Olonne"),
    ],
)
def test_a_town_after_de(town, said):
    assert of(town) == said


def test_a_christmas_market_is_in_december(upstream):
    rows = upstream.sandbox.database.rows(select(events))
    months = {str(row.from_date)[5:7] for row in rows if row.name.startswith("Marché de Noël")}
    assert months == {"12"}
