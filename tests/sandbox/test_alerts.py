"""Which notices a person gets: who reads them begins them, and another telephone stops those by SMS (traps 50, 51)."""

from tests.sandbox.conftest import refusal
from tests.support.proofs import proves

ALERTS = "/users/31/alerts"
SMS = 3


def sms(answer):
    """The lines by SMS: number to active."""
    actions = answer.json()["alerts"]
    lines = [line for each in (actions.values() if actions else []) for line in values(each["alert"])]
    return {str(line["id"]): line["active"] for line in lines if line["medium"] == SMS}


def values(things):
    return things if isinstance(things, list) else list(things.values())


async def put(caller, alerts, path=ALERTS):
    return await caller.http.put(path, json={"alerts": alerts})


async def test_the_first_read_makes_the_lines_and_the_second_gives_the_same(checked):
    first, second = [await checked.http.get(ALERTS) for _ in range(2)]
    assert first.json() == second.json()
    assert set(sms(first).values()) == {True}
    assert {type(each["alert"]) for each in first.json()["alerts"].values()} == {list, dict}


@proves("USER-30")
async def test_another_telephone_hides_them_and_switches_them_off(checked):
    lines = sms(await checked.http.get(ALERTS))
    same = (await checked.get("/admin/users/31"))["telephone"]
    await checked.patch("/admin/users/31", {"telephone": same})
    assert sms(await checked.http.get(ALERTS)) == lines, "the same number is no change"
    await checked.patch("/admin/users/31", {"telephone": "0611223344"})
    assert sms(await checked.http.get(ALERTS)) == {}
    other = sms(await checked.http.get("/users/30/alerts"))
    assert set(other.values()) == {False}, "who validated a new number since"


async def test_only_the_named_lines_are_switched_and_nobody_asks_whose_they_are(checked):
    (mine, *others), theirs = list(sms(await checked.http.get(ALERTS))), sms(await checked.http.get("/users/33/alerts"))
    answer = await put(checked, {mine: False, next(iter(theirs)): False, "999999": True})
    assert sms(answer) == {mine: False} | dict.fromkeys(others, True)
    assert False in sms(await checked.http.get("/users/33/alerts")).values()


async def test_the_permission_comes_first(make):
    caller = await make().sign_in("nobody")
    assert refusal(await caller.http.get(ALERTS)) == (400, "Access Denied.")
    assert refusal(await put(caller, {"1": True})) == (400, "Access Denied.")
