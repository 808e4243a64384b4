"""The export of a list: what is asked of the API, who may, what is written down, and how it ends."""

import asyncio
import re

import pytest

from admin_app.features.users.screens import UserList
from admin_app.kit import audit
from admin_app.kit.exports import state as exports_module
from admin_app.kit.exports import stream
from admin_app.kit.exports.state import Exports
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import spool
from tests.support.exports import ended, export, fetch, until
from tests.support.forms import left
from tests.support.proofs import proves

PATH = "admin/users/export"


@pytest.fixture(autouse=True)
def switched_on(configure, monkeypatch):
    """The export module on, and no waiting."""
    configure(export=True)
    monkeypatch.setattr(stream, "STEP", 0)
    monkeypatch.setattr(exports_module, "POLL", 0.01)


def the_line() -> audit.Act:
    return audit.read((), 1)[0]


def problem(tab) -> tuple[str, str]:
    item = tab.view(Notices).items[-1]
    return item["text"], item["detail"]


@proves("EXPORT-1", "EXPORT-2")
async def test_the_list_as_filtered(sign_in, upstream):
    tab = await sign_in("admin", "/users?gender=1&sort=familyName")
    answer = await export(tab, UserList.export, scope="filtered")
    total = tab.view(UserList).total
    assert answer is not None
    rows = answer.text.splitlines()
    assert len(rows) - 1 == total > 0
    assert ended(tab) == ("complete", total, total)
    (call,) = upstream.called("GET", PATH)
    assert call.query == {"order[familyName]": "asc", "page": "1", "perPage": "1000000", "gender": "1"}
    ticket, name, size = tab.went("saveFile")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-users-export\.csv", name)
    assert size == len(answer.content)
    assert tab.view(Exports).ticket == ticket
    line = the_line()
    assert (line.kind, line.who, line.subject, line.filters) == ("export", "admin@demo.test", "users", {"gender": "1"})
    assert (line.expected, line.outcome, line.rows) == (total, "complete", total)
    assert not left()


@proves("EXPORT-1")
async def test_everything_leaves_the_filters_out(sign_in, upstream):
    tab = await sign_in("admin", "/users?familyName=lefebvre")
    await export(tab, UserList.export, scope="everything")
    (call,) = upstream.called("GET", PATH)
    assert "familyName" not in call.query
    assert call.query["perPage"] == "1000000"
    status, rows, expected = ended(tab)
    assert status == "complete"
    assert rows == expected > tab.view(UserList).total
    assert the_line().filters == {}


@proves("EXPORT-1")
async def test_the_selection(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    answer = await export(tab, UserList.export, scope="selected", ids="12,13,x,-4,²")
    assert answer
    (call,) = upstream.called("GET", PATH)
    assert call.query["selected"] == "12,13"
    assert {line.split(";")[0] for line in answer.text.splitlines()[1:]} == {"12", "13"}
    assert ended(tab) == ("complete", 2, 2)
    assert the_line().filters == {"selected": "12,13"}


@proves("EXPORT-15")
async def test_a_file_speaks_the_language_of_the_person_or_is_the_server_s_own(sign_in, upstream):
    upstream.change(12, telephone="+33639869266")
    tab = await sign_in("admin", "/users")
    answer = await export(tab, UserList.export, scope="selected", ids="12")
    assert answer
    assert answer.text.startswith(
        "\ufeffN°;Prénom;Nom;E-mail;Téléphone;Accepte les e-mails;Inscrit le;Dernière activité\r\n"
    )
    assert ";06 39 86 92 66;" in answer.text
    answer = await export(tab, UserList.export, scope="selected", ids="12", format="raw")
    assert answer
    assert answer.text.startswith(
        "id,givenName,familyName,email,telephone,newsSubscription,createdDate,lastActivityDate\n"
    )
    assert "+33639869266" in answer.text
    assert ended(tab)[0] == "complete"


@proves("EXPORT-6")
async def test_an_empty_selection_exports_nobody(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    assert await export(tab, UserList.export, scope="selected", ids="x,") is None
    assert upstream.called("GET", PATH) == []
    assert audit.count() == 0
    assert problem(tab) == ("L’export n’a pas commencé.", "Sélectionnez d’abord des lignes.")


@proves("EXPORT-6")
@pytest.mark.parametrize("scope", ["", "all", "EVERYTHING", "None"])
async def test_what_is_not_understood_is_never_everything(sign_in, upstream, scope):
    tab = await sign_in("admin", "/users?gender=1")
    await export(tab, UserList.export, scope=scope)
    assert upstream.called("GET", PATH)[0].query["gender"] == "1"


@proves("EXPORT-1")
async def test_the_fuller_file_follows_the_filters_it_reads(sign_in, upstream):
    tab = await sign_in("admin", "/users?community=25&homeAddressTerritory=6")
    await export(tab, UserList.export, scope="filtered", content="detailed")
    (call,) = upstream.called("GET", PATH)
    assert call.query == {"community": "25", "homeAddressTerritory[]": "6", "exportType": "1"}
    assert ended(tab) == ("complete", 0, 0)
    await tab.open("/users?community=25")
    answer = await export(tab, UserList.export, scope="filtered", content="detailed")
    assert answer
    assert answer.text.startswith("\ufeffN°;Nom;Prénom;Genre;E-mail;Téléphone")
    assert ended(tab)[0] == "complete"
    assert ended(tab)[2] == 0


async def test_the_fuller_file_is_refused_under_filters_it_does_not_read(sign_in, upstream):
    tab = await sign_in("admin", "/users?community=25&gender=1&q=dur")
    assert await export(tab, UserList.export, scope="filtered", content="detailed") is None
    assert upstream.called("GET", PATH) == []
    assert all(each in problem(tab)[1] for each in ("Genre", "Nom, e-mail ou téléphone"))


@proves("SEARCH-10")
async def test_what_is_asked_otherwise_is_refused_by_the_name_of_its_box(sign_in, upstream):
    upstream.change(12, given_name_key="arthur", family_name_key="duhamel-grondin", name_key="arthur duhamel-grondin")
    tab = await sign_in("admin", "/users?q=arthur%20grondin")
    assert await export(tab, UserList.export, scope="filtered", content="detailed") is None
    assert "Nom, e-mail ou téléphone" in problem(tab)[1]
    assert "givenName" not in problem(tab)[1]


@proves("EXPORT-7")
async def test_the_cut_at_a_hundred_is_said_and_not_saved(sign_in, upstream):
    upstream.sandbox.faults.export.page_limit = 100
    tab = await sign_in("admin", "/users")
    await export(tab, UserList.export, scope="everything")
    total = tab.view(UserList).total
    assert ended(tab) == ("short", 100, total)
    assert tab.went("saveFile") == []
    assert (the_line().outcome, the_line().rows) == ("short", 100)


@proves("EXPORT-8")
async def test_a_refusal_by_the_api_is_said_and_written(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.fail(PATH, 400)
    answer = await export(tab, UserList.export, scope="everything")
    assert answer
    assert answer.status_code == 502
    assert ended(tab)[0] == "failed"
    assert "Error asked for" in tab.view(Exports).problem
    assert tab.went("saveFile") == []
    assert the_line().outcome == "failed"


@proves("EXPORT-8")
async def test_an_answer_that_breaks_off_is_never_saved(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.cut(PATH)
    await export(tab, UserList.export, scope="everything")
    assert ended(tab)[0] == "failed"
    assert tab.view(Exports).problem == "Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez."
    assert tab.went("saveFile") == []


async def test_a_token_about_to_end_is_renewed_before(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 30
    tab = await sign_in("admin", "/users")
    await export(tab, UserList.export, scope="everything")
    assert ended(tab)[0] == "complete"
    renewals = [call.path for call in upstream.calls if call.path in ("/token/refresh", f"/{PATH}")]
    assert renewals[-2:] == ["/token/refresh", f"/{PATH}"]


@proves("EXPORT-5")
@pytest.mark.parametrize("missing", ["export", "admin_user_export_all"])
async def test_both_permissions_are_needed(sign_in, upstream, missing):
    held = {"access_admin", "user_list", "export", "admin_user_export_all"} - {missing}
    upstream.grant("admin@demo.test", *held)
    tab = await sign_in("admin", "/users")
    assert await export(tab, UserList.export, scope="everything") is None
    assert missing in problem(tab)[1]
    assert upstream.called("GET", PATH) == []
    assert audit.count() == 0


@proves("EXPORT-5")
async def test_nothing_is_exported_while_the_module_is_off(sign_in, upstream, configure):
    configure(export=False)
    tab = await sign_in("admin", "/users")
    assert await export(tab, UserList.export, scope="everything") is None
    assert upstream.called("GET", PATH) == []


@proves("EXPORT-11")
async def test_nothing_is_exported_without_the_register(sign_in, upstream, configure, tmp_path):
    tab = await sign_in("admin", "/users")
    (tmp_path / "file").write_text("")
    configure(register_path=str(tmp_path / "file" / "register.sqlite"))
    assert await export(tab, UserList.export, scope="everything") is None
    assert upstream.called("GET", PATH) == []
    assert not left()
    assert "registre" in problem(tab)[1]
    assert tab.view(Exports).status == ""


async def begun(tab):
    """An export whose ticket nobody has fetched yet."""
    tab.forget()
    future = await tab.start(UserList.export, data={"scope": "everything"})
    await until(lambda: bool(tab.went("holdFile")))
    return future


async def stopped(tab, upstream):
    """An export that is stopped while the platform still works on it."""
    with upstream.held("users/export"):
        future = await begun(tab)
        fetched = asyncio.create_task(fetch(tab.went("holdFile")[1]))
        await upstream.awaited("users/export")
        await tab.send(Exports.stop)
        await future.wait_all()
        assert (await fetched).status_code == 410


@proves("EXPORT-9")
async def test_cancel_on_the_way(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.sandbox.faults.export.part_ms = 300
    await stopped(tab, upstream)
    assert tab.went("dropFile") == [tab.view(Exports).ticket]
    assert ended(tab)[0] == the_line().outcome == "cancelled"
    assert tab.went("saveFile") == []
    await tab.send(Exports.close)
    assert tab.view(Exports).status == ""


@proves("EXPORT-9")
async def test_what_went_well_stands_over_no_other_page(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    future = await begun(tab)
    await tab.open("/events")
    assert tab.view(Exports).status in ("waiting", "running")
    await fetch(tab.went("holdFile")[1])
    await future.wait_all()
    assert tab.view(Exports).status == "complete"
    await tab.open("/users")
    assert tab.view(Exports).status == tab.view(Exports).ticket == ""
    assert "dropFile" in [name for name, _ in tab.calls]
    await stopped(tab, upstream)
    await tab.open("/events")
    assert tab.view(Exports).status == "cancelled", "what did not go well waits to be read"


@proves("EXPORT-9")
async def test_one_export_at_a_time(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    future = await begun(tab)
    await tab.send(UserList.export, data={"scope": "everything"})
    assert problem(tab)[0].startswith("Un export est déjà en cours")
    await fetch(tab.went("holdFile")[1])
    await future.wait_all()
    assert audit.count() == 1


async def test_a_ticket_nobody_fetches_is_given_up(sign_in, upstream, monkeypatch):
    monkeypatch.setattr(spool, "SOON", 0.2)
    tab = await sign_in("admin", "/users")
    future = await begun(tab)
    await future.wait_all()
    assert ended(tab)[0] == the_line().outcome == "unused"
    assert (await fetch(tab.went("holdFile")[1])).status_code == 404


async def test_a_file_that_did_not_arrive_whole_is_said(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    await export(tab, UserList.export, scope="everything")
    await tab.send(Exports.lose)
    assert tab.view(Exports).status == "lost"


@proves("SESSION-28")
async def test_no_token_reaches_the_page_the_address_or_the_register(sign_in, upstream, browser):
    tab = await sign_in("admin", "/users")
    await export(tab, UserList.export, scope="everything")
    token = browser.storage["admin_app.token"]
    assert all(token not in str(values) for values in tab.calls)
    assert token not in str(the_line())


@proves("ACCESS-17")
async def test_nothing_is_watched_where_nothing_was_asked_for(tab, upstream):
    """Any socket may send it: it waited for two minutes, then asked the register to end an act that never was."""
    await tab.open("/login")
    async with asyncio.timeout(5):
        await tab.send(Exports.watch)
    assert tab.view(Exports).status == ""
    assert audit.read((), 10) == []
