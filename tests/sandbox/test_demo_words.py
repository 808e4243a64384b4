"""What the demo data say reads as French."""

import pytest
from sqlalchemy import select

from sandbox.content_tables import events
from sandbox.geography import of


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
