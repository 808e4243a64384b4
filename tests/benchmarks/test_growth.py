"""What is made of measurements that go step by step."""

import pytest

from benchmarks import curves, knee


@pytest.mark.parametrize(
    ("waits", "held", "note"),
    [
        ([20, 80, 1200], 200, "p95 passes 1000 ms before 300"),
        ([1200], 0, "p95 passes 1000 ms before 100"),
        ([20, 80, 300, 900], 400, "no more were tried"),
        ([20, float("inf")], 100, "p95 passes 1000 ms before 200"),
    ],
)
def test_the_knee_is_the_last_step_that_held(waits: list[float], held: int, note: str) -> None:
    found = knee.knee("1 worker", (100, 200, 300, 400), waits)
    assert (found.value, found.note) == (held, note)


def test_growth_is_drawn_where_it_is_not_flat() -> None:
    drawn = curves.drawn("rows", ["25", "100"], {"click, ms": [50, 100], "memory, kB": [99, 101], "nothing": [0, 0]})
    assert drawn.splitlines() == [
        "",
        "rows        25  100  last / first",
        "click, ms   50  100          2.00  ▅█",
        "memory, kB  99  101          1.02",
        "nothing      0    0",
    ]
