"""What the demo data say reads as French."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from sandbox.campaigns.tables import campaigns
from sandbox.clock import REFERENCE, SERVER_ZONE, read_stored
from sandbox.content_tables import events
from sandbox.datafiles import DATA
from sandbox.geography import of
from sandbox.solidary.tables import proofs, solidary_users, structure_proofs, user_structures
from sandbox.tables import communities, identity_proofs, users
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


@proves("SANDBOX-16")
def test_who_is_of_age_is_retired_and_nobody_else(upstream):
    query = (
        select(users.c.birth_date, proofs.c.value, structure_proofs.c.label)
        .join(solidary_users, solidary_users.c.user_id == users.c.id)
        .join(user_structures, user_structures.c.solidary_user_id == solidary_users.c.id)
        .join(proofs, proofs.c.user_structure_id == user_structures.c.id)
        .join(structure_proofs, structure_proofs.c.id == proofs.c.structure_proof_id)
        .where(users.c.birth_date.is_not(None))
    )
    rows = upstream.sandbox.database.rows(query)
    long_ago = (REFERENCE - timedelta(days=64 * 365.25)).date().isoformat()
    situations = {(row.birth_date <= long_ago, row.value == "1") for row in rows if row.label == "Situation"}
    assert situations == {(True, True), (False, False)}
    assert {row.birth_date <= long_ago for row in rows if row.label == "Caisse de retraite"} == {True}


@proves("SANDBOX-16")
def test_what_staff_did_was_done_at_the_office(upstream):
    columns = (
        *(campaigns.c.created_date, campaigns.c.updated_date, communities.c.created_date, communities.c.updated_date),
        *(identity_proofs.c.accepted_date, identity_proofs.c.refused_date),
    )
    for column in columns:
        done = [read_stored(text) for text in upstream.sandbox.database.values(select(column)) if text]
        assert done
        assert max(done) <= REFERENCE
        local = [moment.astimezone(SERVER_ZONE) for moment in done]
        assert all(moment.weekday() < 5 and 8 <= moment.hour < 18 for moment in local), column
