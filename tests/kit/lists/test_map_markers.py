"""Marks of a map: records with coordinates of this world, and bounds that can be meant."""

import pytest

from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.kit.lists.map_markers import MARKS, PER_CALL, box, marks
from tests.support.proofs import proves


def point(latitude, longitude, **more):
    return {"id": 7, "name": "Aire <b>", "status": 1, "address": {"latitude": latitude, "longitude": longitude}} | more


def test_a_mark_is_what_the_map_draws():
    assert marks(RELAY_POINTS, [point("48.681940", "5.918330")]) == [["7", "48.681940", "5.918330", "Aire <b>", "good"]]


def test_a_mark_follows_the_tone_of_its_status():
    tones = [marks(RELAY_POINTS, [point("1", "2", status=status)])[0][-1] for status in (0, 1, 2, None)]
    assert tones == ["warn", "good", "quiet", "quiet"]


@pytest.mark.parametrize(("latitude", "longitude"), [(None, "5"), ("48", None), ("91", "5"), ("48", "-181")])
def test_what_is_nowhere_has_no_mark(latitude, longitude):
    assert marks(RELAY_POINTS, [point(latitude, longitude)]) == []


def test_a_record_without_address_has_no_mark():
    assert marks(RELAY_POINTS, [{"id": 1, "name": "A", "status": 1, "address": None}]) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1,2,3",
        "a,b,c,d",
        "5,49,4,48",
        "4,48,5,49",
        "4,91,5,48",
        "-180.5,49,5,48",
        "179,49,180.5,48",
        "4,90.5,5,48",
        "4,49,5,-90.5",
        "1,2,3,4,5",
        "²,2,3,1",
        "nan,2,3,1",
        "1,inf,3,1",
    ],
)
def test_bounds_that_cannot_be_meant(text):
    assert box(text) is None


def test_bounds():
    assert box("4.5,49,5.5,48.25") == (4.5, 49, 5.5, 48.25)
    assert box("-180,90,180,-90") == (-180, 90, 180, -90)


@proves("LIST-16")
def test_a_map_has_at_most_five_thousand_marks_in_calls_of_a_thousand():
    assert (PER_CALL, MARKS) == (1000, 5000)
