"""Who calls: found by telephone, name or e-mail, with their requests; nothing of it is in an address (issue: desk)."""

import pytest
from sqlalchemy import func, select, update

from admin_app.features.solidary import list_cache
from admin_app.features.solidary.desk import caller_search
from admin_app.features.solidary.desk.caller import CallerBox
from admin_app.features.solidary.desk.caller_page import caller_box
from admin_app.features.solidary.desk.caller_search import Caller, PeopleFound, Sought
from admin_app.features.solidary.desk.request_row import row_of
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.kit.session.notices import Notices
from sandbox.folding import fold
from sandbox.solidary.tables import solidaries, solidary_users
from sandbox.tables import users
from tests.support.proofs import proves

OPERATOR, HOME = "solidary", "/solidaryrecords"


@pytest.fixture(autouse=True)
def _module(configure):
    configure(solidary=True)


@pytest.fixture
def person(upstream):
    """A requester with open and closed requests in the structures of the operator."""
    database = upstream.sandbox.database
    mine = solidaries.c.structure_id.in_((1, 2))
    rows = database.rows(select(solidaries.c.user_id, solidaries.c.progression, solidaries.c.status).where(mine))
    found = {}
    for row in rows:
        found.setdefault(row.user_id, []).append(row)
    user_id = next(
        key
        for key, each in found.items()
        if any(one.progression < 100 and one.status != 6 for one in each) and any(one.status == 4 for one in each)
    )
    upstream.change(user_id, telephone="0611223344", given_name="Odette", family_name="Zéphirin-Noël")
    upstream.change(user_id, given_name_key="odette", family_name_key="zephirin-noel")
    return upstream.user(user_id)


def called(upstream, path: str):
    return [call for call in upstream.called("GET", path) if call.path == f"/{path}"]


async def find(tab, text: str):
    await tab.send(CallerBox.find, data={"caller": text})
    return tab.view(CallerBox)


def test_the_number_of_a_request_stands_on_one_line():
    number = str(caller_box()).partition('"quiet number')[2][:40]
    assert "nowrap" in number


@proves("SOLIDARY-24")
@pytest.mark.parametrize("text", ["06 11 22 33 44", "0611223344", "+33 6 11.22.33.44", "0033611223344"])
async def test_a_telephone_in_any_spelling_gives_the_person_and_all_their_requests(sign_in, upstream, person, text):
    tab = await sign_in(OPERATOR, HOME)
    view = await find(tab, text)
    assert view.chosen["name"] == "Odette Zéphirin-Noël"
    assert view.chosen["user"] == str(person.id)
    assert view.chosen["requester"]
    assert view.chosen["telephone"] == "06 11 22 33 44"
    opened = [each["open"] for each in view.requests]
    assert "true" in opened
    assert "" in opened
    assert opened == sorted(opened, reverse=True)
    assert not [call for call in upstream.calls if call.path.startswith("/admin/solidaries/")]


@pytest.mark.parametrize("text", ["zephirin", "Noël Odette", "ODETTE ZÉPHIRIN"])
async def test_a_name_is_enough(sign_in, upstream, person, text):
    tab = await sign_in(OPERATOR, HOME)
    view = await find(tab, text)
    assert view.chosen["user"] == str(person.id)


@pytest.fixture
def glued(upstream):
    """Users nobody asked anything for: two of one family name with an apostrophe, two with a space."""
    asking = select(solidary_users.c.user_id)
    database = upstream.sandbox.database
    rows = database.rows(select(users.c.id).where(users.c.id.not_in(asking)).order_by(users.c.id.desc()).limit(4))
    named = (
        *(("Timothée", "N'Kéréba"), ("Aminata", "N'Kéréba")),
        *(("Denis", "Le Zouvek"), ("Stéphanie", "Da Zilvo")),
    )
    for (number,), (given, family) in zip(rows, named, strict=True):
        upstream.change(
            number,
            given_name=given,
            family_name=family,
            given_name_key=fold(given),
            family_name_key=fold(family),
            name_key=fold(f"{given} {family} {given}"),
        )


@proves("SOLIDARY-24")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("nkereba", ["Aminata N'Kéréba", "Timothée N'Kéréba"]),
        ("N Kereba", ["Aminata N'Kéréba", "Timothée N'Kéréba"]),
        ("n'kéréba", ["Aminata N'Kéréba", "Timothée N'Kéréba"]),
        ("timothee nkereba", ["Timothée N'Kéréba"]),
        ("lezouvek denis", ["Denis Le Zouvek"]),
        ("dazilvo stephanie", ["Stéphanie Da Zilvo"]),
        ("dazilvo", ["Stéphanie Da Zilvo"]),
    ],
)
async def test_a_name_is_found_however_its_words_are_parted(sign_in, glued, text, names):
    view = await find(await sign_in("admin", HOME), text)
    assert [each["name"] for each in view.people] == names
    assert bool(view.chosen) == (len(names) == 1)


async def test_one_of_several_that_another_question_finds_is_not_opened(sign_in, upstream, glued):
    """The first question finds whoever is spelled as typed alone."""
    database = upstream.sandbox.database
    number = database.value(
        select(users.c.id).where(users.c.family_name == "N'Kéréba", users.c.given_name == "Aminata")
    )
    upstream.change(
        number, family_name="Nkéréba", family_name_key=fold("Nkéréba"), name_key=fold("Aminata Nkéréba Aminata")
    )
    view = await find(await sign_in("admin", HOME), "nkéréba")
    assert {each["name"] for each in view.people} == {"Aminata Nkéréba", "Timothée N'Kéréba"}
    assert not view.chosen


async def test_an_email_gives_the_person(sign_in, upstream, person):
    tab = await sign_in(OPERATOR, HOME)
    view = await find(tab, person.email.upper())
    assert view.chosen["user"] == str(person.id)
    assert view.requests


@proves("SOLIDARY-29")
async def test_enter_goes_on_where_nobody_was_found(sign_in):
    tab = await sign_in(OPERATOR, HOME)
    assert (await find(tab, "06 98 76 54 32")).outcome == "none"
    assert tab.went("focusFirst") == ['#caller :is([data-found], [data-testid="action:new-person"])']


@proves("SOLIDARY-29")
async def test_enter_goes_on_with_whoever_was_found(sign_in, upstream, person):
    tab = await sign_in(OPERATOR, HOME)
    await find(tab, person.email)
    assert tab.went("focusFirst") == ['#caller [data-testid="action:last-again"]']
    assert tab.view(CallerBox).chosen["last"] in {
        f"{each['subject']} · {each['journey']}" for each in tab.view(CallerBox).requests
    }
    upstream.grant("nobody@demo.test", "access_admin", "solidary_list", "user_list", "solidary_beneficiary_list")
    watcher = await sign_in("nobody", HOME)
    await find(watcher, person.email)
    assert watcher.went("focusFirst") == ["#caller [data-chosen]"]


@proves("SOLIDARY-35")
async def test_what_they_asked_for_last_is_the_newest_whenever_its_journey_is(sign_in, upstream, person):
    theirs = {"adminuserId": person.id, "status": 1, "progression": 25, "adminproposalType": "oneway"}
    rows = [
        {**theirs, "id": 91, "adminsubject": "Courses", "adminfromDate": "2099-03-02T00:00:00+01:00"},
        {**theirs, "id": 80, "adminsubject": "Visite", "adminfromDate": "2099-05-04T00:00:00+02:00"},
    ]
    page = {"@id": "/x", "@type": "hydra:Collection", "hydra:member": rows, "hydra:totalItems": 2}
    upstream.answer("GET", "admin/solidaries", page)
    view = await find(await sign_in(OPERATOR, HOME), person.email)
    assert view.chosen["last"] == "Courses"


@proves("SOLIDARY-24")
async def test_several_people_are_proposed_and_one_is_chosen(sign_in, upstream, person):
    database = upstream.sandbox.database
    other = database.value(
        select(solidary_users.c.user_id).where(solidary_users.c.beneficiary, solidary_users.c.user_id != person.id)
    )
    upstream.change(other, telephone="0611223344", given_name="Marcel", family_name="Aubry")
    tab = await sign_in(OPERATOR, HOME)
    view = await find(tab, "0611223344")
    assert view.outcome == "some"
    assert not view.chosen
    # Whoever has something under way comes first.
    counts = [int(each["requests"]) for each in view.people]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 0
    marcel = next(each["key"] for each in view.people if each["name"] == "Marcel Aubry")
    await tab.send(CallerBox.choose, key=marcel)
    assert tab.view(CallerBox).chosen["name"] == "Marcel Aubry"
    await tab.send(CallerBox.show_people)
    assert not tab.view(CallerBox).chosen
    assert len(tab.view(CallerBox).people) == 2


@proves("SOLIDARY-24")
@pytest.mark.parametrize("text", ["06 11 22 33 44", "Zéphirin-Noël Odile"])
async def test_somebody_who_never_asked_for_anything_is_found_among_all_users(sign_in, upstream, text):
    asking = select(solidary_users.c.user_id)
    last = upstream.sandbox.database.value(select(func.max(users.c.id)).where(users.c.id.not_in(asking)))
    upstream.change(last, telephone="0611223344", given_name="Odile", family_name="Zéphirin-Noël")
    upstream.change(last, name_key=fold("Odile Zéphirin-Noël Odile"))
    tab = await sign_in("admin", HOME)
    view = await find(tab, text)
    assert (view.chosen["name"], view.chosen["user"]) == ("Odile Zéphirin-Noël", str(last))


async def test_a_requester_whose_user_is_not_shown_is_read(sign_in, upstream, person):
    """Users are narrowed to territories, requesters to structures: one may be in the second list alone."""
    empty = {"@context": "/contexts/User", "@id": "/users", "@type": "hydra:Collection"}
    upstream.answer("GET", "admin/users", {**empty, "hydra:member": [], "hydra:totalItems": 0})
    tab = await sign_in(OPERATOR, "/rights")
    upstream.sandbox.database.write(update(solidaries).where(solidaries.c.user_id == person.id).values(status=6))
    upstream.sandbox.database.commit()
    view = await find(tab, "0611223344")
    assert view.chosen["user"] == str(person.id)
    assert view.requests == []
    assert [call for call in upstream.calls if call.path.startswith("/admin/solidary_beneficiaries/")]


async def test_nobody_and_too_little_are_said(sign_in, upstream):
    tab = await sign_in(OPERATOR, HOME)
    upstream.forget()
    assert (await find(tab, "06")).outcome == "short"
    assert (await find(tab, "z")).outcome == "short"
    assert upstream.calls == []
    view = await find(tab, "Xqzwv")
    assert view.outcome == "none"
    assert view.asked == "Xqzwv"


async def test_who_may_not_list_people_still_looks_through_the_requests(sign_in, upstream, person):
    upstream.take_roles(person.id)
    upstream.grant("nobody@demo.test", "access_admin", "solidary_list")
    tab = await sign_in("nobody", HOME)
    upstream.forget()
    await find(tab, "0611223344")
    assert not called(upstream, "admin/users")
    assert not called(upstream, "admin/solidary_beneficiaries")


async def test_a_list_that_does_not_answer_leaves_the_others(sign_in, upstream, person):
    upstream.fail("admin/users", 500)
    tab = await sign_in(OPERATOR, HOME)
    view = await find(tab, "0611223344")
    assert view.partial
    assert view.chosen["user"] == str(person.id)


async def test_a_dead_api_is_said_in_the_box(sign_in, upstream):
    tab = await sign_in(OPERATOR, HOME)
    list_cache.clear()
    upstream.unplug("admin")
    view = await find(tab, "Martin")
    assert not view.searching
    assert view.problem
    assert [each["kind"] for each in tab.view(Notices).items] == ["error"]


async def test_a_key_that_was_made_up_chooses_nobody(sign_in, upstream):
    tab = await sign_in(OPERATOR, HOME)
    upstream.forget()
    await tab.send(CallerBox.choose, key="user:7")
    assert upstream.calls == []
    assert not tab.view(CallerBox).chosen


# --- what was typed, and who it may be ---------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("06 01 02", "incomplete"),
        ("601 020", "telephone"),
        ("+33601020304", "telephone"),
        ("0601", "incomplete"),
        ("12345", "incomplete"),
        ("#318", "number"),
        ("a@b.fr", "email"),
        ("Li", "name"),
        ("L", "name"),
        ("", "name"),
        (None, "name"),
        ("😀😀😀", "name"),
        ("x" * 10_000, "name"),
        ("Martin 2", "name"),
    ],
)
def test_what_was_typed_is_told_apart(typed, kind):
    assert Sought.of(typed).kind == kind


@pytest.mark.parametrize("typed", ["0601", "12345", "#318", "L", "", None, "😀😀😀"])
def test_too_little_of_anything_is_looked_for_nowhere(typed):
    assert Sought.of(typed).short


@pytest.mark.parametrize("typed", ["06 01 02 03 04", "+33601020304", "a@b.fr", "Li"])
def test_enough_is_looked_for(typed):
    assert not Sought.of(typed).short


def test_two_lists_that_know_one_person_give_one():
    found = PeopleFound()
    found.add([Caller(5, 0, "Odette", "Martin", "+33601020304", requests=2, town="Lunéville")])
    found.add([Caller(5, 0, "Odette", "Martin", "0601020304", "odette@example.org", "Toul")])
    found.add([Caller(0, 96, "Odette", "Martin", "06 01 02 03 04", "odette@example.org")])
    found.add([Caller(0, 97, "Odette", "Martin", "0700000000", "other@example.org")])
    assert [(each.user_id, each.requester_id, each.requests, each.town) for each in found.ranked()] == [
        (5, 96, 2, "Toul"),
        (0, 97, 0, ""),
    ]


def test_what_one_list_does_not_say_of_a_person_the_other_does():
    full = Caller(5, 96, "Odette", "Martin", "0601020304", "odette@example.org", "Toul")
    bare = Caller(5, 0)
    for people in ([bare, full], [full, bare]):
        found = PeopleFound()
        found.add(people)
        assert found.people == [full]


@pytest.mark.parametrize(
    ("telephone", "email", "same"),
    [("0601020304", "", True), ("", "odette@example.org", True), ("0700000000", "o@b.fr", False), ("", "", False)],
)
def test_of_one_name_an_email_or_a_telephone_makes_the_same(telephone, email, same):
    found = PeopleFound()
    found.add([Caller(5, 0, "Odette", "Martin", "0601020304", "odette@example.org")])
    found.add([Caller(0, 97, "Odette", "Martin", telephone, email)])
    assert (len(found.people) == 1) is same


def test_people_are_looked_for_where_one_may():
    asked = Sought.of("Odette Martin").questions(["user_list", "x"])
    assert {where for where, _ in asked} == {caller_search.USERS}


@pytest.mark.parametrize(("progression", "told"), [(50, "true"), (100, "")])
def test_a_request_says_whether_it_is_open(progression, told):
    assert caller_search.request_texts(row_of({"id": 1, "progression": progression}))["open"] == told


def test_a_telephone_is_told_by_the_requests_that_have_it():
    item = {"id": 1, "adminuserId": 5, "admingivenName": "Odette", "progression": 50, "admintelephone": "0601020304"}
    (found,) = caller_search.from_requests([row_of(item)], Sought.of("0601020304"))
    assert (found.user_id, found.requester_id, found.name) == (5, 0, "Odette")
    assert caller_search.from_requests([row_of(item)], Sought.of("0601020305")) == []


def test_a_name_alone_or_a_telephone_alone_makes_nobody_the_same():
    found = PeopleFound()
    found.add([Caller(5, 0, "Odette", "Martin", "0601020304", "odette@example.org")])
    found.add([Caller(0, 96, "Odette", "Martin", "0700000000", "other@example.org")])
    found.add([Caller(0, 97, "Paul", "Martin", "0601020304", "odette@example.org")])
    assert [(each.user_id, each.requester_id) for each in found.people] == [(5, 0), (0, 96), (0, 97)]


def test_one_more_is_asked_for_than_is_proposed():
    """So that it can be said that there are others."""
    asked = Sought.of("Odette Martin").questions(caller_search.ASKS.values())
    assert {(each.page, each.per_page) for _, each in asked} == {(1, 13)}
    assert [where for where, _ in asked] == [caller_search.USERS, *[BENEFICIARY.endpoint] * 2]


@pytest.mark.parametrize("typed", ["06 01 02 03 04", "o@b.fr", "Li"])
def test_nothing_but_a_name_is_asked_for_otherwise(typed):
    assert Sought.of(typed).otherwise(caller_search.ASKS.values()) == []


def test_who_has_no_name_is_called_by_a_number():
    assert Caller(5, 96, "", "Martin").name == "Martin"
    assert (Caller(5, 96).name, Caller(0, 96).name) == ("n°\u00a05", "n°\u00a096")
    assert (Caller(5, 96).key, Caller(0, 96).key) == ("user:5", "requester:96")


def test_people_are_read_from_either_list():
    item = {"id": "96", "givenName": "Odette", "familyName": None, "email": "o@b.fr"}
    here = {"homeAddress": {"addressLocality": "Toul"}}
    assert caller_search.from_user({**item, **here}) == Caller(96, 0, "Odette", "", "", "o@b.fr", "Toul")
    assert caller_search.from_requester(item) == Caller(0, 96, "Odette", "", "", "o@b.fr")
    assert caller_search.from_requester({**item, **here, "userId": 5}).town == "Toul"
    assert caller_search.from_requester({**item, "userId": 5}).user_id == 5


def test_the_requests_of_somebody_are_the_next_ones_then_the_latest():
    rows = [
        row_of({"id": number, "status": 2, "progression": progression, "adminfromDate": day})
        for number, progression, day in [
            *((1, 50, "2026-05-02"), (2, 50, None), (3, 50, "2026-04-02"), (4, 100, "2026-01-02")),
            *((5, 100, "2026-02-02"), (6, 100, "2026-01-02")),
        ]
    ]
    assert [each.id for each in caller_search.in_turn(rows)] == [3, 1, 2, 5, 6, 4]


def test_digits_of_a_name_are_no_telephone():
    item = {"id": 1, "adminuserId": 5, "admingivenName": "Louis", "adminfamilyName": "Quatorze 14"}
    (found,) = caller_search.from_requests([row_of(item)], Sought.of("Louis 14"))
    assert found.user_id == 5


def test_an_email_is_told_by_no_request_and_a_closed_one_counts_for_nothing():
    known = {"id": 1, "adminuserId": 5, "admingivenName": "Odette", "adminfamilyName": "Martin"}
    rows = [row_of({**known, "progression": 50}), row_of({**known, "progression": 100})]
    (found,) = caller_search.from_requests([*rows, row_of({**known, "adminuserId": None})], Sought.of("Martin"))
    assert (found.user_id, found.requests) == (5, 1)
    assert caller_search.from_requests(rows, Sought.of("odette@martin.fr")) == []


@pytest.mark.parametrize(("typed", "number"), [("Odette Martin", 2), ("06 01 02 03 04", 2), ("Odile", 0)])
def test_requests_tell_who_calls_by_name_or_telephone(typed, number):
    item = {"status": 0, "adminuserId": 5, "admingivenName": "Odette", "adminfamilyName": "Martin"}
    rows = [row_of({**item, "id": each, "admintelephone": "+33601020304"}) for each in (1, 2)]
    assert sum(each.requests for each in caller_search.from_requests(rows, Sought.of(typed))) == number


def test_addresses_hold_the_id_of_a_user_alone():
    made = caller_search.person_texts(Caller(5, 96, "Odette", "Martin"))
    assert (made["user"], made["requester"], made["key"]) == ("5", "96", "user:5")


@proves("FORM-49")
def test_what_is_typed_for_somebody_is_asked_about_before_another_call_is_taken():
    """A request for another caller has the very address of the one that is half written, or but another question."""
    page = str(caller_box())
    for name in ("new-person", "new-request", "last-again"):
        before, _, after = page.partition(f'"data-testid":"action:{name}"')
        assert after, name
        assert '"data-asks-first":""' in before[before.rindex("jsx(") :] + after[: after.index("jsx(")], name
