"""The register's screen: a list like another, for who may export everything; its file is an export too."""

import csv
import io
import re
from typing import get_args

import httpx
import jwt
import pytest
from sqlalchemy import insert
from starlette.applications import Starlette

from admin_app.features.register import RegisterList
from admin_app.features.register.words import in_words, line_in_words
from admin_app.kit import audit
from admin_app.kit.session.notices import Notices
from admin_app.kit.store.database import writing
from admin_app.kit.store.tables import acts
from admin_app.kit.transfer import routes
from admin_app.kit.words.catalogue import catalogue
from admin_app.kit.words.locale import say
from admin_app.screens import SCREENS
from admin_app.shared.register import EXPORTER
from tests.support.forms import fetch_file
from tests.support.proofs import proves


class Someone:
    def __init__(self, user_id: int, email: str) -> None:
        self.user_id, self.email = user_id, email


ADA, BOB = Someone(1, "ada@demo.test"), Someone(2, "Bob_%@demo.test")


@pytest.fixture
async def lines(browser):
    """Three acts: complete, cancelled, never ended."""
    await audit.complete(await audit.record(ADA, "export", "users", {"gender": "1", "q": "dur"}, 9), "complete", 9)
    await audit.complete(await audit.record(BOB, "erasure", "users", {"selected": "12,13"}, 2), "cancelled", 1)
    await audit.record(BOB, "export", "hitchhikers", {})


def shown(tab, *names) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in tab.view(RegisterList).rows]


async def test_the_newest_line_comes_first(lines, sign_in):
    tab = await sign_in("admin", "/register")
    assert shown(tab, "who", "kind", "filters_fr", "expected", "rows", "outcome") == [
        ("Bob_%@demo.test", "export", "Tout, sans filtre", "", "", "unknown"),
        ("Bob_%@demo.test", "erasure", "Fiches choisies : 12, 13", "2", "1", "cancelled"),
        ("ada@demo.test", "export", "Genre : Femme · Recherche : dur", "9", "9", "complete"),
    ]
    assert tab.view(RegisterList).total == 3


@proves("EXPORT-16")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("who=BOB", 2),
        ("who=_%25", 2),
        ("who='%20OR%201=1%20--", 0),
        ("kind=erasure", 1),
        ("kind=anything", 3),
        ("at[after]=2000-01-01", 3),
        ("at[after]=2999-01-01", 0),
        ("at[before]=2000-01-01", 0),
        ("who=bob&kind=export", 1),
        ("q=BOB", 2),
        ("q=dur", 1),
        ("q=_%25", 2),
        ("q=Femme", 1),
        ("q=femme%20ada", 1),
        ("q=female", 1),
        ("q=Genre%20:%20F", 1),
        ("q=gender%20ada", 1),
        ("q=isHitch", 0),
        ("q=selected", 1),
        ("q=choisies", 1),
        ("q=auto-stop", 1),
        ("q=suppression", 1),
        ("q=Termin%C3%A9", 1),
        ("q=inconnu", 1),
        ("q=inconnu&kind=erasure", 0),
        ("q=sans%20filtre", 1),
        ("q=Nothing%20like%20it", 0),
        ("subject=hitchhikers", 1),
        ("outcome=cancelled", 1),
        ("outcome=unknown", 1),
    ],
)
async def test_filters(lines, sign_in, query, found):
    tab = await sign_in("admin", f"/register?{query}")
    assert tab.view(RegisterList).problem == ""
    assert tab.view(RegisterList).total == len(tab.view(RegisterList).rows) == found


@proves("GUARD-13")
@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
@pytest.mark.parametrize("side", ["after", "before"])
async def test_a_day_beyond_the_calendar_is_said_in_words(lines, sign_in, day, side, caplog):
    tab = await sign_in("admin", f"/register?at[{side}]={day}")
    assert tab.view(RegisterList).problem in ("", say("kit.validation.date", "fr"))
    assert not [line for line in caplog.messages if "failed" in line]


@proves("EXPORT-16")
@pytest.mark.parametrize(
    ("sort", "order"),
    [("who", "adaBobBob"), ("-who", "BobBobada"), ("-rows", "adaBobBob"), ("at", "adaBobBob"), ("-at", "BobBobada")],
)
async def test_orders(lines, sign_in, sort, order):
    tab = await sign_in("admin", f"/register?sort={sort}")
    assert "".join(row["who"][:3] for row in tab.view(RegisterList).rows) == order


@proves("EXPORT-16")
async def test_times_and_days_are_those_of_france(browser, sign_in, monkeypatch):
    """Lines are written at the server's clock, which is often none of people's."""
    monkeypatch.setattr(audit, "_now", lambda: "2026-06-30T22:30:00+00:00")
    await audit.record(ADA, "export", "users", {})
    tab = await sign_in("admin", "/register?at%5Bafter%5D=2026-07-01&at%5Bbefore%5D=2026-07-01")
    assert [row["at"][:16] for row in tab.view(RegisterList).rows] == ["2026-07-01T00:30"]
    await tab.open("/register?at%5Bbefore%5D=2026-06-30")
    assert tab.view(RegisterList).rows == []


@proves("EXPORT-16")
@pytest.mark.parametrize(
    ("subject", "filters", "french", "english"),
    [
        ("users", {"telephone[]": "+33639869266,06"}, "Téléphone : 06 39 86 92 66", "Phone: 06 39 86 92 66"),
        ("users", {"createdDate[after]": "2026-01-31"}, "Inscrit à partir du : 31 janv. 2026", None),
        ("users", {"lastActivityDate[strictly_before]": "2026-11-30"},
         "Actif jusqu’au : 29 nov. 2026", "Active until: 29 Nov 2026"),
        ("users", {"isHitchHiker": "true", "q": "a"}, None, "Hitchhikers only · Search: a"),
        ("users", {"solidaryCandidate": "true"}, None, "Candidates for solidary transport"),
        ("users", {"exportType": "1", "community": "25"}, "Contenu détaillé · Communauté n° 25", None),
        ("community_members", {"status": "1"}, "Statut : Membre", None),
        ("register", {"who": "ada", "kind": "erasure"}, "Personne : ada · Action : Suppression", None),
        ("campaigns", {"id": "7", "mode": "2"}, "Campagne n° 7 · à tous les destinataires", None),
        ("campaigns", {"id": "7", "mode": "1", "createdDate": "2026-11-27T05:12:00+01:00"}, None,
         "Campaign No. 7 · test e-mail · created on 27 Nov 2026, 05:12"),
        ("nothing", {"strange[]": "a,b"}, "strange : a, b", "strange: a, b"),
        ("users", {}, "", ""),
    ],
)  # fmt: skip
def test_filters_are_told_in_words(subject, filters, french, english):
    if french is not None:
        assert in_words(subject, filters, "fr").replace("\u00a0", " ") == french
    if english is not None:
        assert in_words(subject, filters, "en") == english


@proves("EXPORT-16")
def test_an_export_of_everything_says_so():
    assert line_in_words("export", "users", {}, "", "fr") == (
        "Export",
        "Utilisateurs",
        "Tout, sans filtre",
        "Résultat inconnu",
    )
    assert line_in_words("takeover", "register", {}, "complete", "en")[2] == ""


async def test_many_lines_are_found_by_a_text(browser, sign_in):
    with writing() as store:
        line = {"at": "2026-01-01T00:00:00+00:00", "kind": "export", "who_id": 1, "who": "ada", "subject": "users"}
        store.execute(insert(acts), [{**line, "filters": "{}"} for _ in range(40_000)])  # more than SQL has variables
    tab = await sign_in("admin", "/register?q=utilisateurs")
    assert (tab.view(RegisterList).problem, tab.view(RegisterList).total) == ("", 40_000)


async def test_pages(browser, sign_in):
    for number in range(23):
        await audit.record(ADA, "export", "users", {"selected": str(number)})
    tab = await sign_in("admin", "/register?page=3&perPage=10")
    assert shown(tab, "filters_en") == [("Selected records: 2",), ("Selected records: 1",), ("Selected records: 0",)]
    assert tab.view(RegisterList).pages == 3


@proves("SCREEN-19", "EXPORT-13")
@pytest.mark.parametrize("account", ["communities", "editor", "hitchhiking"])
async def test_only_who_may_export_everything_reads_it(lines, sign_in, account):
    tab = await sign_in(account, "/register")
    assert tab.view(RegisterList).rows == []
    await tab.send(RegisterList.take)
    assert tab.went("fetchFile") == []
    assert EXPORTER in tab.view(Notices).items[-1]["detail"]


@proves("EXPORT-13", "EXPORT-14", "EXPORT-16")
async def test_its_file_follows_the_filters_and_is_written_down(lines, sign_in):
    await audit.record(BOB, "export", "=cmd|calc", {"q": "@SUM(A1)"})
    tab = await sign_in("admin", "/register?who=bob")
    await tab.send(RegisterList.take)
    (path,) = tab.went("fetchFile")
    assert path.endswith("-register-export.csv")
    app = Starlette(routes=routes.routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http:
        answer, again = await http.get(path), await http.get(path)
    assert (answer.status_code, again.status_code) == (200, 404)
    head, first, *others = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";")
    assert head == ["N°", "Date", "Personne", "Action", "Données", "Objet", "Fiches attendues", "Fiches", "Résultat"]
    assert first[4] == "'=cmd|calc"
    assert len(others) == 2
    assert re.fullmatch(r"\d\d/\d\d/\d{4} \d\d:\d\d", first[1])
    assert {line[5] for line in others} == {"Tout, sans filtre", "Fiches choisies : 12, 13".replace(" :", "\u00a0:")}
    (act,) = audit.read([audit.LINE.subject == "register"], 9)
    assert (act.who, act.filters, act.expected, act.rows) == ("admin@demo.test", {"who": "bob"}, 3, 3)


@proves("EXPORT-16")
async def test_its_file_has_the_order_of_the_list(lines, sign_in):
    tab = await sign_in("admin", "/register?sort=who")
    await tab.send(RegisterList.take)
    (path,) = tab.went("fetchFile")
    answer = await fetch_file(path)
    _, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";")
    assert [row[2][:3] for row in rows] == ["ada", "Bob", "Bob"]


def forged(old: str) -> str:
    """A token like another, signed by nobody."""
    return jwt.encode(jwt.decode(old, options={"verify_signature": False}), "x" * 32, "HS256")


@proves("EXPORT-13")
@pytest.mark.parametrize("handler", [RegisterList.load, RegisterList.take])
async def test_the_api_is_asked_before_a_line_is_read(lines, sign_in, upstream, handler):
    """Nobody here can tell a token that the API signed from one that it did not."""
    tab = await sign_in("admin", "/")
    tab.browser.storage["admin_app.token"] = forged(tab.browser.storage["admin_app.token"])
    await tab.hear_other_tabs()
    tab.address = "/register"
    await tab.send(handler)
    assert not tab.view(RegisterList).rows
    assert not tab.went("fetchFile")
    assert audit.count() == 3
    assert upstream.called("GET", "permissions")


@proves("EXPORT-13")
@pytest.mark.parametrize("handler", [RegisterList.load, RegisterList.take])
async def test_who_may_no_more_reads_nothing(lines, sign_in, upstream, handler):
    tab = await sign_in("admin", "/")
    upstream.grant("admin@demo.test", "access_admin")
    tab.address = "/register"
    await tab.send(handler)
    assert not tab.view(RegisterList).rows
    assert not tab.went("fetchFile")
    assert audit.count() == 3


async def test_a_register_that_cannot_be_read_is_said(sign_in, configure, tmp_path):
    (tmp_path / "file").write_text("")
    configure(register_path=str(tmp_path / "file" / "register.sqlite"))
    tab = await sign_in("admin", "/register")
    assert "registre" in tab.view(RegisterList).problem
    await tab.send(RegisterList.take)
    assert tab.went("fetchFile") == []


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_what_is_exported_has_a_name(locale):
    exported = {screen.resource.key for screen in SCREENS if screen.resource and screen.resource.export}
    assert exported <= catalogue().choices("register.subject", locale).keys()
    assert set(get_args(audit.Outcome)) | {"unknown"} == catalogue().choices("register.outcome", locale).keys()


@proves("EXPORT-11")
@pytest.mark.parametrize(("locale", "kept", "left_out"), [
    ("fr", ("suppression de personne", "réponse à une demande d’accès"), "La suppression d’une autre fiche"),
    ("en", ("deletion of a person", "answer to an access request"), "The deletion of any other record"),
])  # fmt: skip
def test_the_screen_says_what_is_written_here(locale, kept, left_out):
    """Not every deletion is, and who merely reads a record leaves no line."""
    acts, _, others = say("register.intro", locale).partition(". ")
    assert all(each in acts for each in kept)
    assert others.startswith(left_out)
