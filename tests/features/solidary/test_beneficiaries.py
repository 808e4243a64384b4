"""Beneficiaries: list, page and form (BENEFICIARY-1 to BENEFICIARY-3, SCREEN-14)."""

import json
import re
from typing import Any, cast
from urllib.parse import urlencode

import pytest
import reflex as rx
from sqlalchemy import select, update

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.beneficiaries import (
    BENEFICIARIES,
    BeneficiaryForm,
    BeneficiaryList,
    BeneficiaryShow,
    _others,
)
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.requests_of_person import REQUESTS
from admin_app.kit.parts import cell
from admin_app.kit.shows.related import related_part
from admin_app.kit.words.locale import say
from admin_app.shared.people.read_all import everybody
from sandbox.solidary.tables import solidaries, solidary_users, user_structures
from sandbox.tables import users
from tests.support.forms import submitted
from tests.support.proofs import proves

LIST = "/solidarybeneficiaries"
ENDPOINT = "admin/solidary_beneficiaries"


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


def rows(upstream, query):
    return [tuple(row) for row in upstream.sandbox.database.rows(query)]


def in_structure(upstream, structure, *statuses):
    """The beneficiaries of a structure, straight from the data."""
    links, people = user_structures.c, solidary_users.c
    query = (
        select(people.id)
        .join(user_structures, links.solidary_user_id == people.id)
        .join(users, users.c.id == people.user_id)
        .where(links.structure_id == structure, people.beneficiary, users.c.status != 4)
    )
    query = query.where(links.status.in_(statuses)) if statuses else query
    return {str(row[0]) for row in rows(upstream, query)}


def asked(upstream):
    return upstream.called("GET", ENDPOINT)


# --- the list -----------------------------------------------------------------------------


@proves("SCREEN-14", "BENEFICIARY-1", "BENEFICIARY-5")
async def test_the_list_is_of_the_current_structure(sign_in, upstream):
    tab = await sign_in("solidary", LIST)
    shown = tab.view(BeneficiaryList)
    assert tab.view(CurrentStructure).structure == "1"
    assert {row["id"] for row in shown.rows} == in_structure(upstream, 1)
    assert shown.total == len(shown.rows)
    await tab.send(CurrentStructure.choose, structure_id="2")
    assert {row["id"] for row in tab.view(BeneficiaryList).rows} == in_structure(upstream, 2)


@proves("LIST-11")
@pytest.mark.parametrize("telephone", [None, "0612345678"])
async def test_the_focus_goes_to_what_was_asked_for(sign_in, upstream, telephone):
    """Each has a button of its own; what is empty has none, and leads nowhere."""
    person = min(in_structure(upstream, 1))
    found = select(solidary_users.c.user_id).where(solidary_users.c.id == int(person))
    upstream.change(rows(upstream, found)[0][0], telephone=telephone)
    tab = await sign_in("solidary", LIST)
    await tab.send(BeneficiaryList.reveal, record_id=person, column="telephone")
    assert tab.went("focusFirst") == ([f'[data-id="{person}"] [data-col="telephone"] a'] if telephone else [])
    await tab.send(BeneficiaryList.reveal, record_id=person, column="email")
    assert tab.went("focusFirst") == [f'[data-id="{person}"] [data-col="email"] a']


async def test_a_row_names_the_structures_of_the_person(sign_in, upstream):
    tab = await sign_in("solidary", LIST)
    shown = tab.view(BeneficiaryList)
    names = {each["id"]: each["name"] for each in tab.view(CurrentStructure).structures}
    assert shown.rows
    both = in_structure(upstream, 2)
    assert {row["id"]: set(row["structures"].split(", ")) for row in shown.rows} == {
        row["id"]: {names["1"], names["2"]} if row["id"] in both else {names["1"]} for row in shown.rows
    }
    # The one that is worked for is not told again.
    assert {row["id"]: row["_others"] for row in shown.rows} == {
        row["id"]: names["2"] if row["id"] in both else "" for row in shown.rows
    }


async def test_who_works_for_no_structure_is_told_all_of_them_and_none_as_another(sign_in):
    """Each was "also" in the only structure it is in."""
    tab = await sign_in("solidary", LIST)
    (await tab.state(CurrentStructure)).structure = ""
    await tab.send(BeneficiaryList.load)
    rows_shown = tab.view(BeneficiaryList).rows
    assert rows_shown
    assert [row["_others"] for row in rows_shown] == [row["structures"] for row in rows_shown]
    told = str(_others(cast("Any", {"_others": rx.Var("names").to(str)})))
    assert re.search(r"structure_rx_state_\W.*aussi .* : names", told)
    head = BENEFICIARIES.label_of(BENEFICIARIES.column("structures"))
    assert [say(head, locale) for locale in ("fr", "en")] == ["Autres structures", "Other structures"]


@proves("BENEFICIARY-5")
@pytest.mark.parametrize(("status", "count"), [("0", 0), ("1", 1), ("2", 2)])
async def test_a_status_is_looked_for_among_everybody(sign_in, upstream, status, count):
    tab = await sign_in("solidary", f"{LIST}?status={status}")
    shown = tab.view(BeneficiaryList)
    assert {row["id"] for row in shown.rows} == in_structure(upstream, 1, count)
    assert {row["status"] for row in shown.rows} <= {status}
    assert "status" not in asked(upstream)[-1].query
    assert shown.shortcut == ("candidates" if status == "0" else "")


async def test_pages_of_what_was_looked_for_follow_each_other(sign_in, upstream):
    tab = await sign_in("solidary", f"{LIST}?perPage=10&sort=id")
    first, total = [row["id"] for row in tab.view(BeneficiaryList).rows], tab.view(BeneficiaryList).total
    await tab.open(f"{LIST}?perPage=10&sort=id&page=2")
    second = [row["id"] for row in tab.view(BeneficiaryList).rows]
    assert (len(first), tab.view(BeneficiaryList).first, tab.view(BeneficiaryList).total) == (10, 11, total)
    assert [int(each) for each in (*first, *second)] == sorted(int(each) for each in (*first, *second))
    assert not set(first) & set(second)


@proves("BENEFICIARY-5")
async def test_with_one_structure_and_no_question_a_page_is_a_call(sign_in, upstream):
    await one_structure(upstream)
    tab = await sign_in("solidary", f"{LIST}?givenName=a&email=example")
    query = asked(upstream)[-1].query
    assert query == {"order[familyName]": "asc", "page": "1", "perPage": "25", "givenName": "a", "email": "example"}
    assert len(asked(upstream)) == 1
    assert tab.view(BeneficiaryList).total > 0


@proves("BENEFICIARY-5")
async def test_every_page_of_the_api_is_read_where_there_are_several(sign_in, upstream, monkeypatch):
    monkeypatch.setattr("admin_app.shared.people.read_all.PER_CALL", 7)
    tab = await sign_in("solidary", LIST)
    assert {row["id"] for row in tab.view(BeneficiaryList).rows} == in_structure(upstream, 1)
    assert len(asked(upstream)) > 3
    assert {call.query["perPage"] for call in asked(upstream)} == {"7"}


class Book:
    """An API whose lists have pages of two people, and a total of their own."""

    def __init__(self, people: list[int], total: int) -> None:
        self.people, self.total, self.asked = people, total, []

    async def list(self, endpoint: str, query: Query) -> Page:
        """A page."""
        self.asked.append(query.page)
        start = ((query.page or 1) - 1) * 2
        return Page([{"id": each} for each in self.people[start : start + 2]], self.total)


@pytest.mark.parametrize(
    ("total", "asked"), [(9, [1, 2, 3, 4, 5]), (10**9, [*range(1, 10)]), (0, [1]), (-3, [1]), (3, [1, 2])]
)
async def test_a_total_that_is_wrong_ends_with_the_pages(monkeypatch, total, asked):
    monkeypatch.setattr("admin_app.shared.people.read_all.PER_CALL", 2)
    book = Book([*range(9)], total)
    found = await everybody(cast(Api, book), ENDPOINT, Query(page=7, per_page=25))
    assert book.asked == asked
    assert [each["id"] for each in found] == [*range(min(9, 2 * len(asked)))]


async def test_somebody_on_two_pages_is_one(monkeypatch):
    monkeypatch.setattr("admin_app.shared.people.read_all.PER_CALL", 2)
    found = await everybody(cast(Api, Book([1, 2, 2, 3], 4)), ENDPOINT, Query())
    assert [each["id"] for each in found] == [1, 2, 3]


@proves("BENEFICIARY-6")
async def test_a_telephone_is_found_however_it_is_written(sign_in, upstream):
    record_id = sorted(in_structure(upstream, 1, 1), key=int)[1]
    same = select(solidary_users.c.user_id).where(solidary_users.c.id == int(record_id)).scalar_subquery()
    upstream.sandbox.database.change(users, same, telephone="+33611223344")
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", f"{LIST}?telephone=06+11+22+33+44")
    assert [row["id"] for row in tab.view(BeneficiaryList).rows] == [record_id]
    assert tab.view(BeneficiaryList).total == 1


async def one_structure(upstream):
    one = {"@context": "/contexts/Structure", "@id": "/structures", "@type": "hydra:Collection"}
    one |= {"hydra:member": [{"id": 1, "name": "Entraide", "solidaryTransport": True}], "hydra:totalItems": 1}
    upstream.answer("GET", "admin/structures", one)


@proves("LIST-21")
@pytest.mark.parametrize("several", [True, False])
async def test_the_box_finds_somebody_by_whatever_is_known(sign_in, upstream, several):
    record_id = sorted(in_structure(upstream, 1, 1), key=int)[1]
    same = select(solidary_users.c.user_id).where(solidary_users.c.id == int(record_id)).scalar_subquery()
    names = {"given_name": "Bérénice", "family_name": "Le Goff"}
    names |= {"given_name_key": "berenice", "family_name_key": "le goff", "name_key": "berenice le goff berenice"}
    number = {"telephone": "+33611223344", "email": "berenice@exemple.fr", "email_key": "berenice@exemple.fr"}
    upstream.sandbox.database.change(users, same, **names, **number)
    upstream.sandbox.database.commit()
    if not several:
        await one_structure(upstream)
    tab = await sign_in("solidary", "/")
    for typed in (
        "06 11 22 33 44",
        "0033611223344",
        "berenice@ex",
        "le goff",
        "Goff Bérénice",
        "legoff",
        f"#{record_id}",
    ):
        await tab.open(f"{LIST}?{urlencode({'q': typed})}")
        shown = tab.view(BeneficiaryList)
        assert ([row["id"] for row in shown.rows], shown.total) == ([record_id], 1), typed
    await tab.open(f"{LIST}?q=06+11")
    assert (tab.view(BeneficiaryList).obstacle, tab.view(BeneficiaryList).rows) == ("incomplete", [])


@proves("LIST-29")
async def test_turning_a_page_of_a_list_that_is_read_whole_reads_nobody_again(sign_in, upstream, monkeypatch):
    tab = await sign_in("solidary", f"{LIST}?status=1&perPage=10")
    upstream.forget()
    for query in ("status=1&perPage=10&page=2", "status=2&perPage=10&sort=-email", "q=ma"):
        await tab.open(f"{LIST}?{query}")
        assert tab.view(BeneficiaryList).problem == ""
    assert asked(upstream) == []
    assert [row["email"] for row in tab.view(BeneficiaryList).rows]
    monkeypatch.setattr(list_cache, "LIFETIME", -1)
    await tab.open(f"{LIST}?status=1&perPage=10")
    assert len(asked(upstream)) == 1


@proves("LIST-29")
async def test_what_the_person_wrote_is_read_again(sign_in, upstream):
    """Within the half minute that the list is kept."""
    tab = await sign_in("solidary", LIST)
    record_id = tab.view(BeneficiaryList).rows[0]["id"]
    await tab.open(f"{LIST}/{record_id}")
    await tab.send(BeneficiaryForm.save, data=submitted(tab, BeneficiaryForm, familyName="Aaaa"))
    assert patches(upstream)
    upstream.forget()
    await tab.open(LIST)
    assert len(asked(upstream)) == 1
    assert "Aaaa" in [row["familyName"] for row in tab.view(BeneficiaryList).rows]


@proves("BENEFICIARY-1")
async def test_nothing_is_created_or_deleted_here():
    assert (BENEFICIARIES.may.create, BENEFICIARIES.may.delete, BENEFICIARIES.selectable) == (None, None, False)


# --- the page -----------------------------------------------------------------------------


def requester(upstream, structure=1):
    """(solidary user, user, number of records) of somebody of one structure who made requests."""
    links, people = user_structures.c, solidary_users.c
    several = select(links.solidary_user_id).where(links.structure_id != structure)
    query = (
        select(people.id, people.user_id)
        .join(user_structures, links.solidary_user_id == people.id)
        .join(solidaries, solidaries.c.user_structure_id == links.id)
        .where(links.structure_id == structure, people.beneficiary, people.id.not_in(several))
        .where(solidaries.c.status != 6, solidaries.c.frequency.is_not(None))
        .order_by(people.id.desc())
    )
    found = rows(upstream, query)
    return str(found[0][0]), str(found[0][1]), found.count(found[0])


@proves("BENEFICIARY-1")
async def test_the_page_tells_who_it_is_and_leads_to_the_user_and_the_requests(sign_in, upstream):
    record_id, user_id, count = requester(upstream)
    tab = await sign_in("solidary", f"{LIST}/show/{record_id}")
    shown = tab.view(BeneficiaryShow)
    assert shown.shown["userId"] == user_id
    requests = shown.related_rows["requests"]
    assert len(requests) == count
    assert all(row["_href"].startswith("/solidaryrecords/show/") for row in requests)
    assert not upstream.called("GET", "admin/solidaries/")  # reading one may text drivers (trap 31)


@proves("SOLIDARY-10")
@pytest.mark.parametrize("columns", [REQUESTS.columns, RECORDS.columns])
def test_where_a_request_leads_is_said_in_words_wherever_it_stands(columns):
    """The tab of requests wrote "Lyon → …", and so did what is read on hover elsewhere."""
    column = next(each for each in columns if each.name == "journey")
    drawn = str(cell(column, cast("Any", {"journey": rx.Var("told").to(str)})))
    titles = re.findall(r"title:(.+?)\},", drawn)
    assert len(titles) == 3
    assert [title for title in titles if "toute destination" not in title] == ["told"], "of what is no journey"


@proves("OWN-16")
def test_the_requests_of_a_person_lead_to_no_file_that_would_be_refused():
    """A super administrator who operates nothing may read files, and is given none."""
    tab = str(related_part(BENEFICIARIES, REQUESTS, BeneficiaryShow))
    assert "operates_rx_state_" in tab


async def test_a_namesakes_requests_are_not_theirs(sign_in, upstream):
    record_id, _, count = requester(upstream)
    same = select(solidary_users.c.user_id).where(solidary_users.c.id == int(record_id)).scalar_subquery()
    given, family = rows(upstream, select(users.c.given_name, users.c.family_name).where(users.c.id == same))[0]
    keys = {"given_name": given, "family_name": family}
    keys |= {"given_name_key": given.lower(), "family_name_key": family.lower()}
    everybody = select(solidary_users.c.user_id)
    upstream.sandbox.database.write(update(users).where(users.c.id.in_(everybody)).values(**keys))
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", f"{LIST}/show/{record_id}")
    assert len(tab.view(BeneficiaryShow).related_rows["requests"]) == count


async def test_an_unknown_person_is_not_found(sign_in):
    tab = await sign_in("solidary", f"{LIST}/show/99999")
    assert tab.view(BeneficiaryShow).problem == say("errors.not_found", "fr")


# --- the form -----------------------------------------------------------------------------


async def edited(sign_in, upstream, **changes):
    record_id, user_id, _ = requester(upstream)
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    await tab.send(BeneficiaryForm.save, data=submitted(tab, BeneficiaryForm, **changes))
    return tab, record_id, user_id


def patches(upstream):
    return [call for call in upstream.writes() if call.method == "PATCH"]


@proves("CALL-5", "BENEFICIARY-1", "BENEFICIARY-2", "BENEFICIARY-3")
async def test_only_what_changed_is_sent(sign_in, upstream):
    tab, record_id, _ = await edited(sign_in, upstream, givenName="Odette", birthDate="1948-05-17")
    assert [(call.path, call.body) for call in patches(upstream)] == [
        (f"/{ENDPOINT}/{record_id}", {"givenName": "Odette", "birthDate": "1948-05-17"})
    ]
    assert tab.redirects == [f"{LIST}/show/{record_id}"]


@proves("BENEFICIARY-2")
async def test_a_birth_date_has_ten_characters(sign_in, upstream):
    record_id, _, _ = requester(upstream)
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    assert len(tab.view(BeneficiaryForm).values["birthDate"]) == 10
    assert len(tab.view(BeneficiaryForm).values["birthDate"].split("-")) == 3


async def test_beside_the_form_stands_who_it_is(sign_in, upstream):
    record_id, user_id, _ = requester(upstream)
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    person = tab.view(BeneficiaryForm).person
    assert (person["id"], person["userId"]) == (record_id, str(user_id))
    assert person["status"] in ("0", "1", "2")
    assert tab.view(CurrentStructure).current["name"] in person["structures"]


async def test_the_structure_stays_while_somebody_is_edited(sign_in, upstream):
    record_id, _, _ = requester(upstream)
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    assert tab.view(CurrentStructure).editing is True
    await tab.open(LIST)
    assert tab.view(CurrentStructure).editing is False


@proves("BENEFICIARY-7")
async def test_an_email_of_somebody_else_is_refused_before_anything_is_sent(sign_in, upstream):
    tab, _, _ = await edited(sign_in, upstream, email="admin@demo.test")
    assert not patches(upstream)
    assert "utilise déjà" in tab.view(BeneficiaryForm).errors["email"]
    assert upstream.called("GET", "admin/users/email")[-1].query == {"email": "admin@demo.test"}


async def test_ones_own_email_in_other_letters_is_no_one_elses(sign_in, upstream):
    record_id, _, _ = requester(upstream)
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    email = tab.view(BeneficiaryForm).values["email"]
    await tab.send(BeneficiaryForm.save, data=submitted(tab, BeneficiaryForm, email=email.upper()))
    assert not upstream.called("GET", "admin/users/email")
    assert tab.view(BeneficiaryForm).errors == {}


@proves("BENEFICIARY-7")
@pytest.mark.parametrize("name", ["givenName", "familyName", "telephone", "email", "birthDate"])
async def test_what_the_server_does_not_empty_is_not_emptied(sign_in, upstream, name):
    tab, _, _ = await edited(sign_in, upstream, **{name: ""})
    assert name in tab.view(BeneficiaryForm).errors
    assert not patches(upstream)


async def test_a_home_is_changed_as_it_is_described(sign_in, upstream):
    record_id, _, _ = requester(upstream)
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    home = json.loads(tab.view(BeneficiaryForm).values["homeAddress"]) | {"streetAddress": "3 rue du Pont"}
    await tab.send(BeneficiaryForm.save, data=submitted(tab, BeneficiaryForm, homeAddress=json.dumps(home)))
    (sent,) = patches(upstream)
    assert (list(sent.body), sent.body["homeAddress"]["streetAddress"]) == (["homeAddress"], "3 rue du Pont")
    assert tab.view(BeneficiaryForm).errors == {}


@proves("BENEFICIARY-7")
async def test_who_has_no_home_gets_none_here(sign_in, upstream):
    record_id, user_id, _ = requester(upstream)
    same = users.c.id == int(user_id)
    upstream.sandbox.database.write(update(users).where(same).values(home_address_id=None))
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    assert "homeAddress" not in tab.view(BeneficiaryForm).values


async def test_who_has_no_name_is_edited_all_the_same(sign_in, upstream):
    record_id, user_id, _ = requester(upstream)
    nameless = {"given_name": None, "family_name": None}
    upstream.sandbox.database.change(users, int(user_id), **nameless)
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", f"{LIST}/{record_id}")
    await tab.send(BeneficiaryForm.save, data=submitted(tab, BeneficiaryForm, telephone="06 11 22 33 44"))
    assert [list(call.body) for call in patches(upstream)] == [["telephone"]]


async def test_a_refusal_keeps_what_was_typed(sign_in, upstream):
    upstream.fail(ENDPOINT, 500, "PATCH")
    tab, _, _ = await edited(sign_in, upstream, givenName="Odette")
    assert tab.redirects == []
    assert tab.view(BeneficiaryForm).failure
