"""Places of a file that cannot be meant: exchanged degrees, points far from all others."""

import pytest

from admin_app.kit.imports.places import area, remark
from tests.support.proofs import proves

NANCY = [(48.69 + step / 50, 6.18 + step / 40) for step in range(10)]
MONTREAL = [(45.50 + step / 50, -73.57 + step / 40) for step in range(10)]


@proves("IMPORT-22")
@pytest.mark.parametrize(
    ("spots", "spot", "said"),
    [
        (NANCY, (48.7, 6.2), ""),
        (NANCY, (6.2, 48.7), "swapped"),
        (NANCY, (-21.1, 55.5), ""),
        (NANCY, (55.5, -21.1), "swapped"),
        (NANCY, (12.5, -2.2), "far"),
        (NANCY, (0.0, 0.0), "far"),
        (NANCY, (-61.5, 16.2), "swapped"),
        (NANCY, None, ""),
        (NANCY[:4], (45.6, -73.5), "far"),
        (MONTREAL[:4], (45.6, -73.5), ""),
        (MONTREAL[:3], (45.6, -73.5), "far"),
        (NANCY[:2], (6.2, 48.7), "swapped"),
        (NANCY[:2], (12.5, -2.2), "far"),
        (MONTREAL, (45.6, -73.5), ""),
        (MONTREAL, (-73.5, 45.6), "swapped"),
        (MONTREAL, (48.7, 6.2), ""),
        ([(lon, lat) for lat, lon in NANCY], (6.2, 48.7), "swapped"),
    ],
)
def test_a_place_that_would_be_among_the_others_the_other_way_round_is_told(spots, spot, said):
    assert remark(spot, area(spots)) == said


def test_around_the_middle_half_of_a_file_is_twice_its_width():
    assert area([(40 + step, -100 + step) for step in range(9)]) == (34, -106, 54, -86)


def test_a_few_odd_places_do_not_move_the_others():
    assert remark((48.7, 6.2), area([*NANCY, (12.0, 100.0), (-40.0, 170.0)])) == ""
    assert remark((6.2, 48.7), area([*NANCY, (6.2, 48.7), (6.3, 48.6)])) == "swapped"
