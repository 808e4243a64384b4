"""How many modules somebody reads to follow a flow (docs/trips.md): a new one is a reason to think again (CODE-9)."""

import json

from admin_app.features.users.imports import UserImport
from admin_app.features.users.screens import UserForm, UserList
from tests.features.imports.conftest import people
from tests.features.solidary.test_asking_creation import attach, create
from tests.support.asking import ADDRESS, asked
from tests.support.forms import send_file, submitted
from tests.support.proofs import proves
from tools.trips import followed

ADA = {"givenName": "Ada", "familyName": "Lovelace", "gender": "1", "birthDate": "1990-12-10"}
REACHED = {
    "email": "ada@example.org",
    "telephone": "06 01 02 03 04",
    "phoneDisplay": "1",
    "homeAddress": json.dumps({"streetAddress": "12 rue des Carmes", "addressLocality": "Nancy"}),
    "rolesTerritory:1:role": "3",
    "rolesTerritory:1:territory": "",
}


@proves("CODE-9")
async def test_creating(sign_in, upstream):
    tab = await sign_in("admin", "/users/create")
    with followed("a form creates a record") as trip:
        await tab.send(UserForm.save, data=ADA | REACHED)
    assert upstream.called("POST", "admin/users")
    assert len(trip.modules) <= 29


@proves("CODE-9")
async def test_changing(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    with followed("a form changes a record (PATCH)") as trip:
        await tab.send(UserForm.save, data=submitted(tab, UserForm, givenName="Camille-Rose"))
    assert upstream.called("PATCH", "admin/users/7")
    assert len(trip.modules) <= 29


@proves("CODE-9")
async def test_listing(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    tab.address = "/users?givenName=Camille&page=1"
    with followed("a list loads a page") as trip:
        await tab.send(UserList.load)
    assert tab.view(UserList).rows
    assert len(trip.modules) <= 19


async def test_importing(sign_in):
    tab = await sign_in("admin", "/users/import")
    await tab.send(UserImport.prepare)
    assert await send_file(tab.went("sendFile")[0].rpartition("/")[2], people(20).encode()) == 204
    with followed("an import goes from its file to checked lines") as trip:
        await tab.send(UserImport.receive, name="mars.csv")
    assert tab.view(UserImport).total == 20
    assert len(trip.modules) <= 19


async def test_asking_for_a_journey(configure, sign_in, upstream):
    configure(solidary=True)
    tab = await sign_in("solidary", ADDRESS)
    await attach(tab, asked(tab)["file"][0])
    with followed("the wizard creates a request") as trip:
        await create(tab)
    assert upstream.called("POST", "admin/solidaries")
    assert len(trip.modules) <= 35
