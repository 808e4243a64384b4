"""Counting a target: every page is read, none is kept."""

import tracemalloc

from admin_app.api.client import Page
from admin_app.shared.mail_target import MailTarget
from admin_app.shared.mailing.counting import PART, SAMPLE, count
from tests.support.proofs import proves

MANY = 50_000


class Members:
    """A community of fifty thousand, a page at a time."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []

    async def list(self, path, query):
        """One page; every tenth is pending, every fifth of the others does not accept e-mails."""
        assert path == "admin/communities/4/members"
        self.asked.append(dict(query.params()))
        first = (query.page - 1) * query.per_page
        last = min(first + query.per_page, MANY)
        return Page([self._member(number) for number in range(first + 1, last + 1)], MANY)

    def _member(self, number: int) -> dict[str, object]:
        status = 0 if number % 10 == 0 else 1
        names = {"givenName": "Camille", "familyName": f"Nr. {number}"}
        return {"id": number, "status": status, "newsSubscription": number % 5 != 1, **names, "padding": "x" * 200}


@proves("MEMBER-10")
async def test_fifty_thousand_members_are_all_counted_and_none_is_kept():
    api, progress = Members(), []

    async def told(done: int, total: int) -> None:
        progress.append((done, total))

    tracemalloc.start()
    found = await count(api, MailTarget.filtered({}, 4), told)  # pyright: ignore[reportArgumentType]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (found.chosen, found.opted_out, found.reached) == (45_000, 10_000, 35_000)
    assert (found.not_members, found.numbers()["not_members"]) == (5_000, 5_000), "who else is in the list"
    assert len(found.names) == SAMPLE
    assert len(api.asked) == MANY // PART
    assert {each["order[id]"] for each in api.asked} == {"asc"}, "pages of no order overlap"
    assert progress[0] == (PART, MANY)
    assert progress[-1] == (MANY, MANY)
    assert peak < 6_000_000, "a part at a time, not the fifty megabytes of all"


async def test_chosen_members_are_looked_for_among_all_of_them():
    found = await count(Members(), MailTarget.selection([49_999, 10, 60_000], 4))  # pyright: ignore[reportArgumentType]
    assert (found.chosen, found.outside, found.reached) == (3, 2, 1)
    assert found.names == ["Camille Nr. 49999"]


async def test_a_selection_ends_when_all_are_found():
    api = Members()
    await count(api, MailTarget.selection([3, 7], 4))  # pyright: ignore[reportArgumentType]
    assert len(api.asked) == 1


class Users:
    """A list of users that knows three sets: all, those who accept e-mails, those of them who have an address."""

    async def list(self, path, query):
        """How many a question finds."""
        asked = dict(query.params())
        assert path == "admin/users"
        return Page([], 12 if "newsSubscription" not in asked else 7 if "email" not in asked else 5)


async def test_who_has_no_address_is_told_apart():
    found = await count(Users(), MailTarget.selection([1, 2]))  # pyright: ignore[reportArgumentType]
    assert found.numbers() == {"chosen": 12, "opted_out": 5, "without_email": 2, "outside": 0, "reached": 5}


async def test_the_values_of_a_list_all_count():
    class Seen(Users):
        async def list(self, path, query):
            assert [pair for pair in query.params() if pair[0] == "territory[]"] == [
                ("territory[]", "5"),
                ("territory[]", "8"),
            ]
            return await super().list(path, query)

    target = MailTarget.filtered({"territory": [5, 8]})
    assert (await count(Seen(), target)).reached == 5  # pyright: ignore[reportArgumentType]
