"""The duplicate guard: who is there already is said while typing, and before the save (USER-18, USER-19)."""

import asyncio
import contextlib

import pytest

from admin_app.features.users.screens import UserForm
from admin_app.kit.words.locale import say
from tests.support.forms import ADA
from tests.support.proofs import proves


@pytest.fixture
async def tab(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    upstream.forget()
    return tab


def form(tab):
    return tab.view(UserForm)


def found(tab, name: str) -> list[str]:
    return [row["_key"] for row in form(tab).duplicates.get(name, [])]


async def look(tab, **texts: str) -> None:
    await tab.send(UserForm.look_for_duplicates, data=texts)


async def save(tab, **changes: str) -> None:
    await tab.send(UserForm.save, data=ADA | changes)


@proves("CALL-15", "USER-18")
async def test_an_e_mail_that_is_used_is_found_whatever_its_case(tab, upstream):
    await look(tab, email=upstream.user(7).email.upper())
    assert found(tab, "email") == ["7"]
    (row,) = form(tab).duplicates["email"]
    assert (row["_name"], row["_href"]) == ("Camille Lefebvre", "/users/show/7")
    assert set(row) == {"_key", "_name", "_href", "homeAddress.addressLocality", "createdDate"}


@proves("USER-18")
@pytest.mark.parametrize("stored", ["0612345678", "+33 6 12 34 56 78", "06 12 34 56 78", "+33612345678"])
@pytest.mark.parametrize("typed", ["06.12.34.56.78", "+33612345678", "0612345678"])
async def test_a_telephone_is_found_however_it_was_written(tab, upstream, stored, typed):
    upstream.change(21, telephone=stored)
    await look(tab, telephone=typed)
    assert "21" in found(tab, "telephone")


@proves("USER-18")
@pytest.mark.parametrize(
    ("given", "family"), [("JEAN PIERRE", "legoff"), ("Le Goff", "Jean-Pierre"), ("jean-pierre", "Le Goff-Martin")]
)
async def test_a_name_with_its_birth_date_is_found(tab, upstream, given, family):
    names = {"given_name": "Jean-Pierre", "family_name": "Le Goff", "birth_date": "1980-01-02"}
    keys = {"given_name_key": "jean-pierre", "family_name_key": "le goff"}
    upstream.change(21, **names, **keys)
    await look(tab, givenName=given, familyName=family, birthDate="1980-01-02")
    if "Martin" not in family:  # the list looks for a part of a name, and finds no name in a longer one
        assert found(tab, "person") == ["21"]
    await look(tab, givenName=given, familyName=family, birthDate="1980-01-03")
    assert found(tab, "person") == []


async def test_only_what_changed_is_asked_again(tab, upstream):
    await look(tab, email="nobody@example.org", telephone="0600000000")
    first = len(upstream.calls)
    await look(tab, email="nobody@example.org", telephone="0600000000")
    assert len(upstream.calls) == first
    await look(tab, email="nobody@example.org", telephone="0600000001")
    assert len(upstream.calls) == first + 1


@pytest.mark.parametrize("text", ["", "x", "a@b", "x" * 10_000 + "@example.org", "<script>@x"])
async def test_what_is_not_well_written_is_not_looked_for(tab, upstream, text):
    await look(tab, email=text, telephone="12", givenName="Ada", familyName="", birthDate="2020-13-45")
    assert upstream.calls == []


async def test_what_was_found_goes_with_the_text_that_found_it(tab, upstream):
    email = upstream.user(7).email
    await look(tab, email=email)
    await look(tab, email="")
    assert found(tab, "email") == []
    await look(tab, email=email)
    assert found(tab, "email") == ["7"]


async def test_a_failing_search_disturbs_nobody_and_is_said_before_the_save(tab, upstream):
    upstream.fail("admin/users", 500, method="GET")
    await look(tab, email=upstream.user(7).email)
    assert form(tab).duplicates == {}
    await save(tab)
    assert tab.went("askToSave") == []
    assert ("askToSave", []) in tab.calls
    assert form(tab).question == say("kit.duplicates.failed", "fr")
    assert not upstream.called("POST")
    await save(tab, _confirmed="yes")
    assert len(upstream.called("POST", "admin/users")) == 1


@proves("USER-18")
async def test_a_used_e_mail_is_refused_before_it_is_sent(tab, upstream):
    await save(tab, email=upstream.user(7).email)
    assert form(tab).errors == {"email": say("kit.duplicates.taken", "fr")}
    assert found(tab, "email") == ["7"]
    assert not upstream.called("POST")
    await save(tab, email=upstream.user(7).email, _confirmed="yes")
    assert not upstream.called("POST")


@proves("USER-18")
async def test_a_likely_duplicate_is_asked_about_and_can_be_created_anyway(tab, upstream):
    upstream.change(21, telephone="+33601020304", given_name="ADA", given_name_key="ada", birth_date="1990-12-10")
    upstream.change(21, family_name="Lovelace", family_name_key="lovelace")
    await save(tab)
    assert form(tab).question == say("kit.duplicates.question", "fr", count=1)
    (row,) = form(tab).lookalikes
    both = " · ".join(say(f"users.likeness.{name}", "fr") for name in ("person", "telephone"))
    assert (row["_key"], row["_why"]) == ("21", both)
    assert not upstream.called("POST")
    await save(tab, _confirmed="yes")
    assert len(upstream.called("POST", "admin/users")) == 1


async def test_an_answer_covers_those_who_were_shown_and_nobody_else(tab, upstream):
    upstream.change(21, telephone=ADA["telephone"])
    await save(tab)
    upstream.change(22, telephone=ADA["telephone"])
    await save(tab, _confirmed="yes")
    assert not upstream.called("POST")
    assert len(form(tab).lookalikes) == 2
    await save(tab, _confirmed="yes")
    assert len(upstream.called("POST", "admin/users")) == 1


async def test_without_any_duplicate_nothing_is_asked(tab, upstream):
    await save(tab)
    assert len(upstream.called("POST", "admin/users")) == 1


@proves("USER-19")
async def test_who_may_not_list_people_is_not_told_about_them(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_create", "user_read")
    tab = await sign_in("nobody", "/users/create")
    upstream.forget()
    await look(tab, email=upstream.user(7).email)
    assert form(tab).duplicates == {}
    assert not upstream.called("GET", "admin/users")
    await save(tab, email=upstream.user(7).email)
    assert list(form(tab).errors) == ["email"]  # the server's own word


@proves("USER-19")
async def test_an_edition_looks_for_nobody(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    upstream.forget()
    await look(tab, email=upstream.user(8).email)
    assert upstream.calls == []


async def test_another_visit_starts_afresh(tab, upstream):
    await look(tab, email=upstream.user(7).email)
    await tab.open("/users/create")
    assert form(tab).duplicates == {}
    await look(tab, email=upstream.user(7).email)
    assert found(tab, "email") == ["7"]


async def test_the_last_text_wins(tab, upstream):
    """A slow answer to an older text never stands below a newer one."""
    with upstream.held("email=") as release:
        slow = await tab.start(UserForm.look_for_duplicates, data={"email": upstream.user(7).email})
        fast = await tab.start(UserForm.look_for_duplicates, data={"telephone": "0600000000"})
        await fast.wait_all()
        release.set()
        with contextlib.suppress(asyncio.CancelledError):
            await slow.wait_all()
    assert found(tab, "email") == []


@proves("USER-18")
async def test_what_another_one_has_is_not_said_to_be_corrected(tab, upstream):
    await save(tab, email="ada")
    assert [each["name"] for each in form(tab).refused] == ["email"]
    corrected = ADA | {"email": upstream.user(7).email}
    await look(tab, email=corrected["email"], telephone=ADA["telephone"])
    # Leaving the field is looked at too, before or after what it was looked for.
    await tab.send(UserForm.check, left={"name": "email", "data": corrected})
    assert form(tab).errors == {"email": say("kit.duplicates.taken", "fr")}
    await tab.send(UserForm.check, left={"name": "email", "data": ADA})
    assert form(tab).errors == {}


@proves("USER-28")
async def test_what_another_one_has_is_told_with_all_that_is_wrong(tab, upstream):
    await look(tab, email=upstream.user(7).email, telephone=ADA["telephone"])
    await save(tab, email=upstream.user(7).email, givenName="")
    assert [each["name"] for each in form(tab).refused] == ["givenName", "email"]
    assert form(tab).errors["email"] == say("kit.duplicates.taken", "fr")
    named = ADA | {"email": upstream.user(7).email}
    await tab.send(UserForm.check, left={"name": "givenName", "data": named})
    assert set(form(tab).errors) == {"email"}, "it is as wrong as before"
    await save(tab, givenName="")
    assert set(form(tab).errors) == {"givenName"}, "what was found of another text is not of this one"
