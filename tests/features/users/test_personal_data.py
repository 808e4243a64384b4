"""The data of a person: all that may be read, what could not be named, and a line in the register before."""

import json
import re

import httpx
import pytest
from sqlalchemy import update
from starlette.applications import Starlette

from admin_app.features.users.document import Part, document
from admin_app.features.users.personal_data import SOURCES, plain
from admin_app.features.users.screens import UserShow
from admin_app.kit import audit
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import routes
from sandbox.tables import identity_proofs
from tests.support.proofs import proves

PERSON = 30
SOLIDARY = {"beneficiary", "volunteer", "solidary"}


@pytest.fixture(autouse=True)
def modules(configure):
    """The modules whose data the sandbox serves."""
    configure(community=True, hitchhiking=True)


async def handed(tab, form: str) -> str:
    """The file a person would save."""
    tab.forget()
    await tab.send(UserShow.hand_over, data={"format": form})
    (path,) = tab.went("fetchFile")
    assert re.search(rf"/\d{{4}}-\d\d-\d\d-personal-data\.{'json' if form == 'json' else 'html'}$", path)
    app = Starlette(routes=routes.routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http:
        answer = await http.get(path)
        assert (await http.get(path)).status_code == 404
    assert answer.headers["content-disposition"].startswith("attachment")
    return answer.text


def the_line() -> audit.Act:
    return audit.read((), 1)[0]


@proves("USER-23")
async def test_the_file_for_machines(sign_in, upstream):
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    content = json.loads(await handed(tab, "json"))
    assert content["userId"] == PERSON
    account = content["data"]["account"]
    assert account["email"] == upstream.user(PERSON).email
    assert account["homeAddress"]["addressLocality"]
    assert account["identityProofs"][0]["status"] == 2
    assert {"owned", "communities", "ads", "territory"} <= set(content["data"])
    assert set(content["notRead"]) == SOLIDARY
    assert all(content["notRead"].values())
    assert (the_line().kind, the_line().subject) == ("access", "users")
    assert the_line().filters == {"id": str(PERSON), "format": "json"}
    assert (the_line().outcome, the_line().rows) == ("partial", 1)
    assert "Transport solidaire" in tab.view(Notices).items[-1]["detail"]


async def test_ads_come_from_the_export_of_that_person_alone(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/2")
    await handed(tab, "json")
    (call,) = upstream.called("GET", "admin/users/export")
    assert call.query == {"selected": "2", "exportType": "1"}


WORDS = [
    ("fr", ["Prénom", "Actif", "Ce qui n’a pas pu être lu", "Ce module n’est pas utilisé ici."]),
    ("en", ["Active", "What could not be read", "This module is not in use here."]),
]


@proves("USER-23")
@pytest.mark.parametrize(("locale", "words"), WORDS)
async def test_the_page_in_both_languages(sign_in, upstream, locale, words):
    upstream.change(PERSON, given_name="<script>alert(1)</script> & “é” 🚗")
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    page = await handed(tab, locale)
    assert f'<html lang="{locale}">' in page
    assert all(word in page for word in words)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; “é” 🚗" in page
    assert "http" not in page.lower()


@proves("USER-23")
async def test_what_opens_something_is_left_out(sign_in, upstream):
    database = upstream.sandbox.database
    proofs = update(identity_proofs).where(identity_proofs.c.user_id == PERSON)
    database.write(proofs.values(status=1, file_name="secret-document"))
    database.commit()
    upstream.change(PERSON, parental_consent_token="secret-token")
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    for form in ("json", "fr"):
        assert "secret" not in await handed(tab, form)
    assert plain({"a": None, "@id": 1, "validator": "x", "b": [{"fileName": "x", "c": 0}]}) == {"b": [{"c": 0}]}


@proves("USER-23")
async def test_only_what_the_operator_may_read(sign_in, upstream):
    upstream.grant("admin@demo.test", "access_admin", "user_read")
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    content = json.loads(await handed(tab, "json"))
    assert {"communities", "ads"} <= set(content["notRead"])
    assert "admin_user_export_all" in content["notRead"]["ads"]
    assert upstream.called("GET", "admin/users/export") == upstream.called("GET", "admin/communities") == []


async def test_a_source_that_fails_is_named_and_the_rest_is_there(sign_in, upstream):
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    upstream.cut("admin/users/export")
    upstream.fail("admin/communities", 500)
    content = json.loads(await handed(tab, "json"))
    assert set(content["notRead"]) == {"ads", "communities", *SOLIDARY}
    assert content["data"]["account"]["id"] == PERSON


async def test_nothing_is_handed_out_when_the_account_cannot_be_read(sign_in, upstream):
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    upstream.fail(f"admin/users/{PERSON}", 500)
    await tab.send(UserShow.hand_over, data={"format": "json"})
    assert tab.went("fetchFile") == []
    assert the_line().outcome == "failed"
    assert tab.view(Notices).items[-1]["text"] == "Les données n’ont pas pu être réunies."
    assert tab.view(UserShow).gathering is False


async def test_nothing_is_handed_out_without_the_register(sign_in, upstream, configure, tmp_path):
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    (tmp_path / "file").write_text("")
    configure(register_path=str(tmp_path / "file" / "register.sqlite"))
    upstream.forget()
    await tab.send(UserShow.hand_over, data={"format": "json"})
    assert tab.went("fetchFile") == []
    assert upstream.called("GET", "admin/users/") == []


async def test_who_may_not_read_a_person_is_refused(sign_in, upstream):
    upstream.grant("admin@demo.test", "access_admin", "user_list")
    tab = await sign_in("admin", f"/users/show/{PERSON}")
    await tab.send(UserShow.hand_over, data={"format": "json"})
    assert tab.went("fetchFile") == []
    assert audit.count() == 0


def test_the_solidary_sources_ask_for_their_permission():
    assert {source.key for source in SOURCES if source.permission.startswith("solidary")} == SOLIDARY


@proves("PAGE-5")
def test_a_document_escapes_everything_and_needs_nothing():
    page = document("<b>T</b>", ["<i>"], [Part("<u>", ("<h>",), (("<a>",),), "<p>")], "fr").decode()
    assert not re.search(r"<(b|i|u|h|a)>", page)
    assert "&lt;b&gt;T&lt;/b&gt;" in page
    assert not re.search(r"src=|href=|url\(", page)
