"""What is wrong is said when it is, in the language of the page, and goes when it is corrected (FORM-36, FORM-37)."""

import asyncio

import pytest

from admin_app.features.content.events import EventForm
from admin_app.features.users.screens import UserForm
from admin_app.kit.words.locale import Locale, say
from tests.kit.forms.test_state import NEW
from tests.support.forms import submitted
from tests.support.proofs import proves


def form(tab):
    return tab.view(UserForm)


async def left(tab, name: str, **texts: str) -> None:
    """Leave an input with these texts in the form."""
    await tab.send(UserForm.check, left={"name": name, "data": {**submitted(tab, UserForm), **texts}})


@pytest.fixture
async def tab(sign_in):
    return await sign_in("admin", "/users/create")


@proves("FORM-36")
@pytest.mark.parametrize(("name", "text", "wrong"), [("telephone", "12", "phone"), ("email", "ada@", "email")])
async def test_a_wrong_number_or_address_is_told_on_leaving_it(tab, upstream, name, text, wrong):
    upstream.forget()
    await left(tab, name, **{name: text})
    assert form(tab).errors == {name: say(f"kit.validation.{wrong}", "fr")}
    assert form(tab).refused == [], "no save was: the summary has nothing to say"
    await left(tab, name, **{name: NEW[name]})
    assert form(tab).errors == {}
    assert not upstream.calls


@proves("FORM-36")
async def test_an_error_goes_when_its_field_is_corrected_and_the_others_stay(tab):
    await tab.send(UserForm.save, data={**NEW, "givenName": "", "familyName": "", "birthDate": "2026-02-30"})
    await left(tab, "familyName", familyName="Lovelace")
    assert set(form(tab).errors) == {"givenName", "birthDate"}
    await left(tab, "birthDate", birthDate="")
    assert form(tab).errors["birthDate"] == say("kit.validation.required", "fr"), "wrong otherwise now"


@proves("FORM-36")
async def test_what_another_input_made_wrong_goes_with_it(configure, sign_in):
    configure(event=True)
    tab = await sign_in("admin", "/events/create")
    whole = {"name": "Fête", "description": "Fête", "address": "", "status": "1", "useTime": ""}
    await tab.send(EventForm.save, data={**whole, "fromDate": "2027-06-20", "toDate": "2027-06-19"})
    assert set(tab.view(EventForm).errors) == {"toDate", "address"}
    data = {**submitted(tab, EventForm), **whole, "fromDate": "2027-06-18", "toDate": "2027-06-19"}
    await tab.send(EventForm.check, left={"name": "fromDate", "data": data})
    assert set(tab.view(EventForm).errors) == {"address"}


@proves("FORM-36")
async def test_two_fields_left_in_one_go_are_both_looked_at(tab):
    await tab.send(UserForm.save, data={**NEW, "givenName": "", "familyName": ""})
    corrected = submitted(tab, UserForm, **NEW)
    lefts = [
        await tab.start(UserForm.check, left={"name": each, "data": corrected}) for each in ("givenName", "familyName")
    ]
    await asyncio.gather(*(each.wait_all() for each in lefts), return_exceptions=True)
    assert form(tab).errors == {}


@proves("FORM-36")
async def test_an_error_in_a_line_goes_too(tab):
    await tab.send(UserForm.add_line, name="rolesTerritory")
    key = form(tab).lines["rolesTerritory"][-1]["key"]
    role = f"rolesTerritory:{key}:role"
    await tab.send(UserForm.save, data={**NEW, role: "999"})
    assert [each["name"] for each in form(tab).refused] == [role]
    await left(tab, role, **NEW, **{role: "2"})
    assert form(tab).errors == {}
    assert [each["name"] for each in form(tab).refused] == [role], "it keeps its line until the next save"


async def test_what_the_api_refused_stays_while_the_same_text_is_there(sign_in):
    tab = await sign_in("admin", "/users/7")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, email="admin@demo.test"))
    await left(tab, "email", email="admin@demo.test")
    assert form(tab).errors == {"email": say("kit.validation.used", "fr")}, "looked at after the answer"


@proves("FORM-36")
async def test_what_the_api_refused_goes_when_it_is_changed(sign_in):
    tab = await sign_in("admin", "/users/7")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, email="admin@demo.test"))
    assert form(tab).errors == {"email": say("kit.validation.used", "fr")}
    await left(tab, "email", email="new@example.org")
    assert form(tab).errors == {}


@pytest.mark.parametrize("sent", [{}, {"name": "nothing", "data": {}}, {"name": "email", "data": "x"}, {"name": ["a"]}])
async def test_what_no_form_would_send_changes_nothing(tab, sent):
    await tab.send(UserForm.check, left=sent)
    assert form(tab).errors == {}


@proves("FORM-37")
async def test_errors_follow_the_language(sign_in):
    tab = await sign_in("admin", "/users/7")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, givenName="x" * 256, telephone="12"))
    await tab.send(Locale.choose, locale="en")
    await tab.send(UserForm.speak)
    assert form(tab).errors == {
        "givenName": say("kit.validation.too_long", "en", 255),
        "telephone": say("kit.validation.phone", "en"),
    }


@proves("FORM-37")
async def test_what_the_api_says_often_and_why_a_save_failed_follow_it_too(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, email="admin@demo.test"))
    await tab.send(Locale.choose, locale="en")
    await tab.send(UserForm.speak)
    assert form(tab).errors == {"email": say("kit.validation.used", "en")}
    upstream.fail("admin/users/7", 500, method="PATCH")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, givenName="Rose"))
    assert form(tab).failure == say("errors.unsure", "en")
    await tab.send(Locale.choose, locale="fr")
    await tab.send(UserForm.speak)
    assert form(tab).failure == say("errors.unsure", "fr")
