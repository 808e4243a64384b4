"""What the tests of the wizard type and press."""

import json

from admin_app.features.solidary.asking.wizard import SolidaryWizard
from admin_app.kit.session.notices import Notices
from tests.support.forms import submitted

ADDRESS = "/solidaryrecords/create"
HOME = {
    "postalCode": "54300",
    "addressLocality": "Lunéville",
    "addressCountry": "France",
    "latitude": "48.591130",
    "longitude": "6.496560",
}
TOWN = {**HOME, "postalCode": "54000", "addressLocality": "Nancy", "latitude": "48.692054", "longitude": "6.184417"}
ODETTE = {
    "familyName": "Garnier",
    "givenName": "Simone",
    "gender": "1",
    "birthDate": "1948-05-17",
    "telephone": "03 83 00 00 09",
    "homeAddress": json.dumps(HOME),
}
JOURNEY = {"subject": "1", "origin": json.dumps(HOME), "destination": json.dumps(TOWN), "regular": "false"}
TIMES = {
    "outwardDate": "2099-03-26",
    "punctualOutwardTimeChoice": "2",
    "punctualReturnDateChoice": "1",
}
WHOLE = {**ODETTE, **JOURNEY, **TIMES}


def wizard(tab):
    return tab.view(SolidaryWizard)


async def go_on(tab, **changes):
    """Press `Next`."""
    data = submitted(tab, SolidaryWizard, _further="yes", **{**wizard(tab).proofs, **changes})
    await tab.send(SolidaryWizard.save, data=data)


async def finish(tab, **changes):
    """Press `Create`."""
    data = submitted(tab, SolidaryWizard, _further="", **{**wizard(tab).proofs, **changes})
    await tab.send(SolidaryWizard.save, data=data)


def asked(tab):
    """The criteria of the structure by kind, with the names of their inputs."""
    return {each["kind"]: (f"proofs:{each['id']}", each) for each in wizard(tab).criteria}


def proven(tab):
    """Answers to every mandatory criterion that is no file."""
    found = {}
    for each in wizard(tab).criteria:
        if each["mandatory"] and each["kind"] != "file":
            found[f"proofs:{each['id']}"] = each["choices"][0]["value"] if each["choices"] else "true"
    return found


def told(tab):
    return [each["text"] for each in tab.view(Notices).items]


async def requester(upstream):
    """Somebody with requests in structure 1: what the demo data hold."""
    database = upstream.sandbox.database.raw
    return database.execute(
        "select s.user_id, u.given_name, u.family_name, u.telephone, u.email from solidaries s "
        "join users u on u.id = s.user_id where s.structure_id = 1 and s.status < 4 and u.status = 1 order by s.id"
    ).fetchone()
