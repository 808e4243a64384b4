"""Deleting users: nobody else, never without the register, and said row by row (USER-15, USER-16; traps 1, 2 and 6)."""

import pytest
from sqlalchemy import func, select, update

from admin_app.features.users.screens import UserList, UserShow
from admin_app.kit import audit
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from admin_app.shared.people.erasure import BATCH
from sandbox.content_tables import events
from sandbox.tables import communities, role_assignments, users
from tests.support.proofs import proves

BULK = "admin/users/delete"


def asked(*ids: int) -> dict[str, str]:
    return {"action": "delete", "ids": ",".join(map(str, ids)), "typed": str(len(ids))}


def outcomes(tab) -> list[tuple[str, str, str]]:
    return [(row["id"], row["outcome"], row["reason"]) for row in tab.view(UserList).bulk_report]


def erased(upstream, *ids: int) -> list[bool]:
    return [upstream.user(each).status == 4 for each in ids]


def acts() -> list[tuple[str, str, dict, int | None, str, int | None]]:
    return [
        (each.kind, each.subject, dict(each.filters), each.expected, each.outcome, each.rows)
        for each in audit.read((), 10)
    ]


@pytest.fixture
async def tab(sign_in, upstream):
    """A tab of the administrator on the list of users."""
    made = await sign_in("admin", "/users?sort=id")
    upstream.forget()
    return made


@proves("USER-16")
async def test_the_selected_users_go_and_nobody_else(tab, upstream):
    left = select(func.count()).select_from(users).where(users.c.status != 4)
    before = upstream.sandbox.database.value(left)
    await tab.send(UserList.run_bulk, data=asked(21, 22, 23))
    assert [call.params for call in upstream.called("GET", BULK)] == [(("selected", "21,22,23"),)]
    assert erased(upstream, 21, 22, 23) == [True] * 3
    assert upstream.sandbox.database.value(left) == before - 3
    assert not upstream.called("DELETE")
    assert {outcome for _, outcome, _ in outcomes(tab)} == {"done"}
    assert tab.view(Notices).items[0]["text"] == say("users.bulk.delete.all", "fr", 3)


async def test_an_erasure_is_written_before_it_happens(tab, upstream):
    await tab.send(UserList.run_bulk, data=asked(21, 22))
    assert acts() == [("erasure", "users", {"id": "21,22"}, 2, "complete", 2)]


@proves("EXPORT-11", "STORE-4")
async def test_what_cannot_be_written_does_not_happen(tab, upstream, configure):
    configure(store_url="sqlite:////dev/null/store.sqlite")
    await tab.send(UserList.run_bulk, data=asked(21, 22))
    assert not upstream.called("GET", BULK)
    assert erased(upstream, 21, 22) == [False, False]
    assert say("errors.register", "fr") in tab.view(Notices).items[0]["detail"]
    assert tab.view(UserList).bulk_total == 0


async def test_a_user_the_list_does_not_show_is_not_sent(tab, upstream):
    """The bulk call ignores the limits of the list (trap 2); the list does not."""
    await tab.send(UserList.run_bulk, data=asked(21, 99999))
    assert upstream.called("GET", BULK)[0].query == {"selected": "21"}
    assert outcomes(tab) == [("99999", "refused", say("errors.not_found", "fr")), ("21", "done", "")]


@proves("BULK-4")
async def test_whom_a_colleague_has_deleted_meanwhile_is_not_left_to_do(tab, upstream):
    upstream.change(22, status=4)
    await tab.send(UserList.run_bulk, data=asked(21, 22))
    assert upstream.called("GET", BULK)[0].query == {"selected": "21"}
    assert [each[:2] for each in outcomes(tab)] == [("22", "gone"), ("21", "done")]
    assert tab.went("selected") == ["users", []]
    assert acts()[0][4:] == ("complete", 1)


@proves("USER-16")
async def test_users_outside_the_territory_of_the_person_are_not_sent(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "user_delete")
    database = upstream.sandbox.database
    database.write(update(role_assignments).where(role_assignments.c.item == "user_list").values(territory_id=1))
    database.commit()
    tab = await sign_in("nobody", "/users?sort=id")
    seen = {row["id"] for row in tab.view(UserList).rows}
    outside = next(each for each in range(20, 200) if str(each) not in seen and upstream.user(each).status == 1)
    upstream.forget()
    await tab.send(UserList.run_bulk, data=asked(outside))
    assert not upstream.called("GET", BULK)
    assert erased(upstream, outside) == [False]


async def test_when_nobody_is_left_to_send_nothing_is_sent(tab, upstream):
    await tab.send(UserList.run_bulk, data=asked(99998, 99999))
    assert not upstream.called("GET", BULK)
    assert acts()[0][4:] == ("failed", 0)


@proves("USER-16")
async def test_a_refused_user_says_why_and_the_others_go(tab, upstream):
    """The bulk call tells nothing: whoever is still there is asked for alone."""
    upstream.fail(BULK, 500)
    upstream.fail("admin/users/22", 500, method="DELETE")
    await tab.send(UserList.run_bulk, data=asked(21, 22, 23))
    assert outcomes(tab) == [("22", "uncertain", say("errors.unsure", "fr")), ("21", "done", ""), ("23", "done", "")]
    assert erased(upstream, 21, 22, 23) == [True, False, True]
    assert tab.went("selected") == ["users", ["22"]]
    assert acts()[0][4:] == ("interrupted", 2)


async def test_a_lost_answer_is_looked_after_not_repeated(tab, upstream):
    upstream.cut(BULK)
    await tab.send(UserList.run_bulk, data=asked(21, 22))
    assert len(upstream.called("GET", BULK)) == 1
    assert not upstream.called("DELETE")
    assert [each[1:] for each in outcomes(tab)] == [("uncertain", say("errors.unsure", "fr"))] * 2


async def test_when_nothing_can_be_read_nothing_is_deleted(tab, upstream):
    upstream.fail("admin/users", 500, times=1)
    await tab.send(UserList.run_bulk, data=asked(21))
    assert not upstream.called("GET", BULK)
    assert outcomes(tab) == [("21", "refused", say("errors.server", "fr"))]


@proves("USER-17")
async def test_the_permission_is_checked_before_the_call(sign_in, upstream):
    """The server acts before it checks (trap 2): this door is the only one."""
    upstream.grant("nobody@demo.test", "access_admin", "user_list")
    tab = await sign_in("nobody", "/users")
    upstream.forget()
    await tab.send(UserList.run_bulk, data=asked(21, 22))
    assert not upstream.calls
    assert not acts()
    assert "user_delete" in tab.view(Notices).items[0]["detail"]


@proves("USER-16")
async def test_many_go_in_batches(tab, upstream):
    ids = [each for each in range(20, 160) if upstream.user(each).status in (1, 2)]
    tab.forget()
    await tab.send(UserList.run_bulk, data=asked(*ids))
    sizes = [len(call.query["selected"].split(",")) for call in upstream.called("GET", BULK)]
    assert sum(sizes) == len(ids)
    assert max(sizes) <= BATCH
    assert tab.sent(UserList, "bulk_done") == [0, *(min(len(ids), BATCH * (n + 1)) for n in range(len(sizes)))]
    assert all(erased(upstream, *ids))


# --- what else it touches ------------------------------------------------------------


def own(upstream, user_id: int) -> None:
    """Give a user a community and an event to come."""
    database = upstream.sandbox.database
    database.change(communities, 1, name="Les Vosgiens", referrer_id=user_id)
    row = dict(database.row(events.select().limit(1))._mapping)
    row |= {"id": 9001, "name": "Fête du vélo", "creator_id": user_id, "to_date": "2030-01-01T10:00:00"}
    database.insert_all(events, [row])
    database.commit()


def calls(upstream) -> list[str]:
    return [call.path for call in upstream.calls]


@proves("USER-15")
async def test_one_user_in_few_calls(sign_in, upstream, configure):
    configure(community=True, event=True)
    own(upstream, 21)
    tab = await sign_in("admin", "/users/show/21")
    upstream.forget()
    await tab.send(UserShow.weigh_deletion)
    lines = tab.view(UserShow).impacts
    assert lines[0] == say("users.impact.final", "fr")
    assert all(each in lines[1] for each in ("nationalité", "tuteur", "rôles", "annonces"))
    assert any("Les Vosgiens" in line for line in lines)
    assert any("Fête du vélo" in line for line in lines)
    assert calls(upstream) == ["/admin/users/21", "/admin/users", "/admin/communities"]


@proves("BULK-2", "USER-15")
async def test_many_users_in_three_calls(sign_in, upstream, configure):
    configure(community=True, event=True)
    own(upstream, 21)
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.send(UserList.weigh_bulk, data=asked(1, 21, 22, 23, 99999))
    lines = tab.view(UserList).bulk_impacts
    assert say("users.impact.self_among", "fr") in lines
    assert say("users.impact.stays", "fr") in lines
    assert say("users.impact.unseen", "fr", 1) in lines
    assert say("users.impact.administrators", "fr", 1) in lines
    assert any("Les Vosgiens" in line for line in lines)
    assert any("Fête du vélo" in line for line in lines)
    assert calls(upstream) == ["/admin/users", "/admin/events", "/admin/communities"]
    assert tab.view(UserList).bulk_weighed is True


async def test_what_may_not_be_read_is_not_asked(sign_in, upstream):
    """Both modules are off here."""
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.send(UserList.weigh_bulk, data=asked(21, 22))
    assert calls(upstream) == ["/admin/users"]


async def test_a_line_that_cannot_be_read_does_not_stop_the_others(sign_in, upstream, configure):
    configure(community=True)
    tab = await sign_in("admin", "/users/show/21")
    upstream.fail("admin/communities", 500)
    await tab.send(UserShow.weigh_deletion)
    assert tab.view(UserShow).impacts_known is True


async def test_impacts_that_cannot_be_read_are_said(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.fail("admin/users", 500)
    await tab.send(UserList.weigh_bulk, data=asked(21, 22))
    assert tab.view(UserList).bulk_weighed is False
    assert tab.view(UserList).bulk_problem == say("errors.server", "fr")


# --- one user ------------------------------------------------------------------------


async def test_the_deletion_of_one_user_is_registered_too(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/21")
    await tab.send(UserShow.delete)
    assert acts() == [("erasure", "users", {"id": "21"}, 1, "complete", 1)]


@pytest.mark.parametrize(("status", "outcome"), [(400, "failed"), (500, "interrupted")])
async def test_a_deletion_is_registered_as_it_ended(sign_in, upstream, status, outcome):
    """After a failure of the server nobody knows whether the person is gone."""
    tab = await sign_in("admin", "/users/show/21")
    upstream.fail("admin/users/21", status, method="DELETE")
    await tab.send(UserShow.delete)
    assert acts()[0][4:] == (outcome, 0)


async def test_one_user_is_not_deleted_without_the_register(sign_in, upstream, configure):
    tab = await sign_in("admin", "/users/show/21")
    configure(store_url="sqlite:////dev/null/store.sqlite")
    await tab.send(UserShow.delete)
    assert not upstream.called("DELETE")
    assert tab.view(Notices).items[0]["detail"] == say("errors.register", "fr")
