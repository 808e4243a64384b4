"""What Lighthouse says, run by run, made into figures."""

import json

from benchmarks import lighthouse


def lines(screen: str, device: str, *scores: int) -> str:
    rest = {"blocking": 120, "paint": 900, "largest": 2000, "shift": 0.01}
    return "".join(json.dumps({"screen": screen, "device": device, "score": each, **rest}) + "\n" for each in scores)


def test_runs_are_gathered_by_screen_and_device() -> None:
    found = lighthouse.read(
        lines("ours", "phone", 90, 80) + "\n" + lines("ours", "desk", 99) + lines("ours", "phone", 85)
    )
    assert found["ours", "phone"]["score"] == [90, 80, 85]
    assert found["ours", "desk"]["blocking"] == [120]


def test_medians_stand_beside_react_admin_and_the_goal() -> None:
    both = [(screen, device) for screen in ("/login", "ours", "react-admin") for device in ("phone", "desk")]
    output = "".join(lines(screen, device, 70, 91 if screen == "ours" else 79, 99) for screen, device in both)
    figures = {each.name: each for each in lighthouse.figures(lighthouse.read(output))}
    users = figures["Lighthouse /users, phone: performance"]
    assert (users.value, users.other, users.goal, users.verdict) == (91, 79, 90, "met")
    login = figures["Lighthouse /login, phone: performance"]
    assert (login.value, login.other, login.goal, login.verdict) == (79, None, 95, "missed")
    assert figures["Lighthouse /users, desk: performance"].goal is None


def test_it_goes_without_react_admin() -> None:
    both = [(screen, device) for screen in ("/login", "ours") for device in ("phone", "desk")]
    figures = lighthouse.figures(lighthouse.read("".join(lines(*each, 95) for each in both)))
    assert figures
    assert all(each.other is None for each in figures)
