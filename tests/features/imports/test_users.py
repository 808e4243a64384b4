"""The imports of users: checked, mended, foreseen, sent part by part, reported on (IMPORT-1 to IMPORT-12)."""

import asyncio
import csv
import io
import json
import re
import time

import pytest
from sqlalchemy import func, select

from admin_app.features.users.imports import CommunityUserImport, UserImport
from admin_app.kit.imports import sending
from admin_app.kit.imports.job import ImportJob
from admin_app.kit.imports.lines_page import lines_table
from admin_app.kit.imports.page import import_page
from admin_app.kit.imports.staging import StagingTable
from admin_app.kit.imports.step_bar import step_bar
from admin_app.kit.session import Session, double_press
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import spool
from admin_app.kit.words.locale import say
from sandbox.tables import communities, memberships, outbox, users
from tests.features.imports.conftest import HEAD, people, person, workbook
from tests.support.forms import age, fetch_file, left
from tests.support.proofs import proves

IMPORT = "admin/imports/users"


def told(tab) -> list[tuple[str, str]]:
    return [(item["kind"], item["detail"]) for item in tab.view(Notices).items]


def count(upstream, table=users) -> int:
    return upstream.sandbox.database.value(select(func.count()).select_from(table))


def table(ticket: str) -> StagingTable:
    return StagingTable.load(UserImport.resource, spool.get(ticket, spool.SHEET))


def edit(line: str, at: int, text: str) -> dict:
    return {"line": line, "column": str(at), "text": text}


async def fetched(tab) -> list[list[str]]:
    answer = await fetch_file(tab.went("fetchFile")[0])
    assert answer.status_code == 200
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";"))


@proves("IMPORT-1", "IMPORT-5")
async def test_a_file_with_three_bad_lines_is_mended_sent_and_reported(sign_in, upstream, bring):
    bad = (person(20, born="17/13/1991"), person(21, email="import21"), person(22, gender="5", telephone=""))
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(17, *bad), "mars.csv")
    assert (view.stage, view.total, view.faulty, view.headed) == ("check", 20, 3, True)
    assert view.about["name"] == "mars.csv"
    assert [call.path for call in upstream.writes()] == ["/login"]
    assert [row["line"] for row in view.lines if row["faulty"]] == ["19", "20", "21"]
    assert view.lines[-1]["e3"] == "gender"
    assert view.lines[-1]["e5"] == "required"
    await tab.send(UserImport.next_fault)
    assert tab.went("focusOn") == ["cell-19-4"]
    await tab.send(UserImport.commit, **edit("19", 4, " 17/12/1991 "))
    assert view.lines[17]["c4"] == "1991-12-17"
    await tab.send(UserImport.commit, **edit("20", 0, "import21@example.org"))
    await tab.send(UserImport.commit, **edit("21", 3, "2"))
    assert view.faulty == 1
    await tab.send(UserImport.next_fault)
    assert tab.went("focusOn") == ["cell-21-5"]
    await tab.send(UserImport.commit, **edit("21", 5, "0611223344"))
    assert view.faulty == 0
    before = count(upstream)
    await tab.send(UserImport.send)
    assert (view.stage, view.outcomes, view.task) == ("report", {"added": 20}, "")
    assert count(upstream) == before + 20
    assert count(upstream, outbox) >= 20
    (call,) = upstream.called("POST", IMPORT)
    assert b'name="columnHeadersFirstLine"\r\n\r\nfalse' in call.content
    assert b'name="filename"\r\n\r\nmars.csv' in call.content
    assert "Zoé0;Thérond;1;1991-04-17".encode() in call.content
    await tab.send(UserImport.fetch_report)
    report = await fetched(tab)
    assert report[0] == ["Ligne", "Contenu", "Résultat", "Détail"]
    assert report[1] == ["2", "Zoé0 Thérond (import0@example.org)", "Créée", ""]
    assert len(report) == 21


@proves("IMPORT-4")
async def test_a_windows_file_becomes_utf8(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(2).encode("cp1252"))
    assert view.about["encoding"] == "Windows-1252"
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 2}
    row = upstream.sandbox.database.row(select(users).where(users.c.email == "import1@example.org"))
    assert (row.given_name, row.family_name) == ("Zoé1", "Thérond")


async def test_a_workbook_is_mended_sent_and_reported_like_a_text(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, workbook(2, person(3, gender="5")), "Mars 2026.xlsx")
    assert (view.stage, view.total, view.faulty, view.headed) == ("check", 3, 1, True)
    assert (view.about["name"], view.about["sheet"]) == ("Mars 2026.xlsx", "Inscrits")
    assert view.lines[2]["e3"] == "gender"
    await tab.send(UserImport.commit, **edit("4", 3, "2"))
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 3}
    (call,) = upstream.called("POST", IMPORT)
    assert b'name="filename"\r\n\r\nMars 2026.csv' in call.content
    sent = "import0@example.org;Zoé0;Thérond;1;1991-04-17;0612345678;;14;rue Saint-Dizier;54000;Nancy;France;;;1"
    assert sent.encode() in call.content


@proves("IMPORT-6")
async def test_known_addresses_and_unknown_communities_are_found_in_few_calls(sign_in, upstream, bring):
    known = upstream.user(7).email
    lines = (person(90, email=known.upper()), person(91, community="99999"), person(92, community="1"), person(0))
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(70, *lines))
    upstream.forget()
    await tab.send(UserImport.foresee)
    assert tab.went("focusOn") == ["import-foresee"], "it is where it was pressed, not on the bar"
    assert view.outlooks == {"create": 71, "exists": 1, "unknown_community": 1, "duplicate": 1}
    asked = [call.path for call in upstream.called("GET", "admin")]
    assert asked == ["/admin/users", "/admin/users", "/admin/communities"]
    await tab.send(UserImport.show, view="doubts")
    assert [row["outlook"] for row in view.lines] == ["exists", "unknown_community", "duplicate"]
    assert view.lines[0]["found"] == "7"
    upstream.forget()
    await tab.send(UserImport.commit, **edit(view.lines[1]["line"], 6, "1"))
    assert view.lines[1]["outlook"] == ""
    assert (view.unforeseen, sum(view.outlooks.values())) == (1, 73), "together they are the lines that are sent"
    await tab.send(UserImport.foresee)
    assert view.unforeseen == 0
    assert len(upstream.called("GET", "admin")) == 2, "only the changed line is asked about again"
    assert view.outlooks == {"create": 72, "exists": 1, "duplicate": 1}
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 72, "exists": 1, "duplicate": 1}, "the dry run was right"


async def test_long_addresses_are_asked_about_in_shorter_calls(sign_in, upstream, bring):
    lines = (person(number, email=f"{'x' * 200}{number}@example.org") for number in range(50))
    tab = await sign_in("admin", "/users/import")
    await bring(tab, UserImport, people(0, *lines))
    upstream.forget()
    await tab.send(UserImport.foresee)
    asked = [sum(len(value) for _, value in call.params) for call in upstream.called("GET", "admin/users")]
    assert len(asked) == 4
    assert max(asked) < 3100
    assert tab.view(UserImport).outlooks == {"create": 50}


async def test_what_may_not_be_read_is_said_to_be_unchecked(sign_in, upstream, bring):
    upstream.grant("editor@demo.test", "access_admin", "user_create")
    tab = await sign_in("editor", "/users/import")
    view = await bring(tab, UserImport, people(2, person(5, community="1")))
    await tab.send(UserImport.foresee)
    assert set(view.unread) == {"admin/users", "admin/communities"}
    assert view.outlooks == {"create": 3}


@proves("ACCESS-16")
async def test_an_import_asks_only_what_may_be_listed(sign_in, upstream, bring):
    upstream.grant("editor@demo.test", "access_admin", "user_create", "community_list")
    tab = await sign_in("editor", "/users/import")
    await bring(tab, UserImport, people(2, person(9, community="1")))
    await tab.send(UserImport.foresee)
    assert tab.view(UserImport).unread == ["admin/users"]
    assert upstream.called("GET", "admin/communities")
    assert not upstream.called("GET", "admin/users")


async def test_a_line_changed_while_the_forecast_runs_is_not_foretold(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(2))
    with upstream.held("email") as release:
        asking = await tab.start(UserImport.foresee)
        await asyncio.sleep(0.2)
        await tab.send(UserImport.commit, **edit("2", 0, upstream.user(7).email))
        await tab.send(UserImport.set_headed, headed=False)
        release.set()
        await asking.wait_all()
    assert [row["outlook"] for row in view.lines] == ["", "create"]
    assert view.headed, "not while something runs"


async def test_the_forecast_can_be_stopped_and_keeps_what_is_known(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(60))
    with upstream.held("email") as release:
        asking = await tab.start(UserImport.foresee)
        await asyncio.sleep(0.2)
        await tab.send(UserImport.stop)
        release.set()
        await asking.wait_all()
    assert (view.outlooks, view.task) == ({"create": 50}, "")


@proves("IMPORT-7")
async def test_the_sending_can_be_stopped_between_two_parts(sign_in, upstream, bring, monkeypatch):
    monkeypatch.setattr(sending, "PART", 5)
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(12))
    with upstream.held(IMPORT) as release:
        under_way = await tab.start(UserImport.send)
        await asyncio.sleep(0.2)
        assert view.task == "send"
        await tab.send(UserImport.stop)
        assert view.stopping
        release.set()
        await under_way.wait_all()
    assert view.outcomes == {"added": 5, "unsent": 7}
    assert (view.stage, view.missing) == ("report", 7)
    await tab.send(UserImport.mend_refused)
    assert (view.stage, view.total, view.lines[0]["line"]) == ("check", 7, "7")
    assert tab.went("focusOn")[-1] == "import-lines"
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 7}
    assert len(upstream.called("POST", IMPORT)) == 3


@proves("SESSION-30")
async def test_a_sending_ends_with_its_person_and_what_was_sent_is_written_down(
    sign_in, upstream, bring, monkeypatch, browser
):
    monkeypatch.setattr(sending, "PART", 5)
    tab = await sign_in("admin", "/users/import")
    await bring(tab, UserImport, people(12))
    ticket = (await tab.state(UserImport)).sheet
    with upstream.held(IMPORT) as release:
        under_way = await tab.start(UserImport.send)
        await asyncio.sleep(0.2)
        await sign_in("communities", "/")
        await tab.hear_other_tabs()
        await tab.send(Session.follow)
        release.set()
        await under_way.wait_all()
    assert len(upstream.called("POST", IMPORT)) == 1
    assert [entry.outcome for entry in table(ticket).entries] == ["added"] * 5 + [""] * 7
    held = await tab.state(UserImport)
    assert (held.stage, held.lines, held.sheet) == ("choose", [], "")


@proves("IMPORT-30")
async def test_a_sending_that_is_cut_with_its_process_says_what_was_sent_and_what_may_be(
    sign_in, upstream, bring, monkeypatch
):
    monkeypatch.setattr(sending, "PART", 5)
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(12))
    with upstream.held(IMPORT) as release:
        under_way = await tab.start(UserImport.send)
        await upstream.awaited(IMPORT)
        kept = spool.get(view.sheet, spool.SHEET)  # as the next process finds it
        release.set()
        await under_way.wait_all()
    spool.put(view.sheet, spool.SHEET, kept)
    state = await tab.state(UserImport)
    state.stage, state.task = "check", ""
    await tab.open("/users/import")
    assert (view.stage, view.outcomes) == ("report", {"uncertain": 5, "unsent": 7})


@proves("IMPORT-30")
async def test_lines_that_never_left_are_not_said_to_be_uncertain(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(3))
    upstream.unplug(IMPORT)
    await tab.send(UserImport.send)
    kept = table(view.sheet)
    assert (view.stage, kept.about["stage"]) == ("check", "check")
    assert [entry.outcome for entry in kept.entries] == [""] * 3


@proves("IMPORT-8")
async def test_lines_the_server_refuses_do_not_hold_up_the_others(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(3))
    refusal = 'x is not a valid email for line ["import1@example.org","Zo\\u00e91","Th\\u00e9rond","1","1991-04-17",'
    refusal += '"0612345678","","14","rue Saint-Dizier","54000","Nancy","France","","","1"]'
    answers = [{"errors": [refusal], "messages": []}, {"errors": [], "messages": ["a@b.fr added", "Boom"]}]
    upstream.answer("POST", IMPORT, answers, status=201)
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 1, "refused": 1, "failed": 1}
    assert [(row["outcome"], row["detail_fr"]) for row in view.lines] == [
        ("added", ""),
        ("refused", "Adresse e-mail non valable"),
        ("failed", "Boom"),
    ]
    await tab.send(UserImport.fetch_refused)
    lines = await fetched(tab)
    assert [line[0] for line in lines] == ["E-mail", "import1@example.org", "import2@example.org"]
    # Taken up again, they say what they were refused for until they are changed.
    await tab.send(UserImport.mend_refused)
    first, second = view.lines
    assert [(each["was"], each["why_fr"]) for each in (first, second)] == [
        ("refused", "Adresse e-mail non valable"),
        ("failed", "Boom"),
    ]
    await tab.send(UserImport.commit, **edit(first["line"], 0, "import9@example.org"))
    assert [(each["was"], each["why_fr"]) for each in view.lines] == [("", ""), ("failed", "Boom")]


@proves("IMPORT-10", "IMPORT-23")
async def test_a_line_whose_address_an_earlier_one_took_is_not_there_and_is_taken_up_again(
    sign_in, upstream, bring, monkeypatch
):
    monkeypatch.setattr(sending, "PART", 2)
    known, double = person(8, email=upstream.user(7).email), person(9, email="Import0@example.org")
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(2, known, known, double))
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 2, "exists": 2, "duplicate": 1}
    told_of = [(row["outcome"], row["detail_fr"], row["found"]) for row in view.lines]
    assert told_of[2:] == [("exists", "", "7"), ("exists", "", "7"), ("duplicate", "Même que la ligne 2", "")]
    await tab.send(UserImport.fetch_refused)
    assert [line[0] for line in await fetched(tab)] == ["E-mail", "Import0@example.org"]
    await tab.send(UserImport.mend_refused)
    assert [(row["line"], row["twin"]) for row in view.lines] == [("6", "2")]
    await tab.send(UserImport.send)
    assert (view.outcomes, view.lines[0]["detail_en"]) == ({"duplicate": 1}, "Same as line 2")
    await tab.send(UserImport.mend_refused)
    await tab.send(UserImport.commit, **edit("6", 0, "import9@example.org"))
    assert view.lines[0]["twin"] == ""
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 1}


@proves("IMPORT-9")
@pytest.mark.parametrize("failure", ["cut", "server"])
async def test_when_no_answer_comes_the_lines_are_uncertain_and_nothing_is_lost(
    sign_in, upstream, bring, failure, monkeypatch
):
    monkeypatch.setattr(sending, "PART", 2)
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(5))
    upstream.cut(IMPORT) if failure == "cut" else upstream.fail(IMPORT)
    await tab.send(UserImport.send)
    assert view.outcomes == {"uncertain": 2, "unsent": 3}
    assert told(tab)[0][0] == "error"
    for name, numbers in (("missing", ["4", "5", "6"]), ("uncertain", ["2", "3"])):
        await tab.send(UserImport.show, view=name)
        assert [row["line"] for row in view.lines] == numbers, "nobody knows that these are not there"
    assert (view.missing, view.uncertain) == (5, 2)
    upstream.heal()
    await tab.send(UserImport.mend_refused)
    assert len(view.lines) == 5
    await tab.send(UserImport.show, view="doubts")
    assert [row["line"] for row in view.lines] == ["2", "3"]
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 5}


async def test_a_refusal_of_the_whole_takes_nothing_and_says_why(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(2))
    upstream.fail(IMPORT, status=400)
    await tab.send(UserImport.send)
    assert (view.stage, view.task, view.total) == ("check", "", 2)
    assert told(tab)[0][0] == "error"


@proves("IMPORT-10")
async def test_faulty_lines_stay_behind_and_are_in_the_file_of_the_rest(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(2, person(5, gender="9")))
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 2, "unsent": 1}
    await tab.send(UserImport.fetch_refused)
    assert [line[0] for line in await fetched(tab)] == ["E-mail", "import5@example.org"]
    await tab.send(UserImport.fetch_report)
    assert (await fetched(tab))[3][2:] == ["Non envoyée", "Genre\u00a0: Écrivez 0, 1, 2 ou 3"]


# --- the file ------------------------------------------------------------------


@proves("IMPORT-2")
@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"PK\x03\x04", "workbook"), (b"\x00\x01", "not_text"), (b"\n\n", "empty_file")],
)
async def test_a_file_that_cannot_be_read_is_refused_with_a_reason(sign_in, bring, content, problem):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, content)
    assert (view.stage, view.problem, view.task) == ("choose", problem, "")
    assert not left()


async def test_a_file_that_never_came_is_said_to_be_missing(sign_in):
    tab = await sign_in("admin", "/users/import")
    await tab.send(UserImport.prepare)
    await tab.send(UserImport.receive, name="x.csv")
    assert tab.view(UserImport).problem == "missing"
    await tab.send(UserImport.receive, name="x.csv")
    assert tab.view(UserImport).stage == "choose"


@proves("IMPORT-5", "IMPORT-29")
@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("31/02/1990", "« 31/02/1990 » n’existe pas : février 1990 a 28 jours."),
        ("04/17/1991", "Le jour vient avant le mois : vouliez-vous dire 17/04/1991 ?"),
        ("hier", "Écrivez la date ainsi : 14/05/1991"),
        ("01/01/2999", "Cette date doit être passée"),
        ("01/01/1850", "Date à partir du 01/01/1900"),
    ],
)
async def test_a_day_that_cannot_be_is_told_as_the_forms_tell_it(sign_in, bring, written, wrong):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(0, person(1, born=written)))
    (row,) = view.lines
    plain = str.maketrans({"\u00a0": " ", "\u202f": " "})
    assert row["e4_fr"].translate(plain) == wrong
    assert row["detail_fr"].translate(plain) == f"Date de naissance : {wrong}"
    assert row["e4_en"] != row["e4_fr"]


async def test_lines_of_another_width_are_kept_whole_until_somebody_says_so(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1, person(1).rpartition(";")[0], f"{person(2)};de trop"))
    assert [row.get("ewidth") for row in view.lines] == [None, "width", "width"]
    assert view.lines[2]["beyond"] == "de trop"
    await tab.send(UserImport.keep_width, line="3")
    await tab.send(UserImport.keep_width, line="4")
    assert (view.faulty, view.lines[1]["c14"], view.lines[2]["c14"]) == (0, "", "1")


async def test_the_guess_about_the_first_line_can_be_corrected(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(2))
    await tab.send(UserImport.set_headed, headed=False)
    assert (view.headed, view.total, view.faulty) == (False, 3, 1)
    assert view.lines[0]["c0"] == HEAD.split(";")[0]
    await tab.send(UserImport.set_headed, headed=True)
    assert (view.headed, view.total, view.faulty) == (True, 2, 0)


async def test_a_file_without_a_line_below_its_names_is_said_to_have_none(sign_in, bring):
    """Nothing says that all lines are right; why nothing can be sent stands where they would be."""
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(0))
    assert (view.stage, view.headed, view.total, view.removed) == ("check", True, 0, 0)
    bar, lines = str(step_bar(UserImport)), str(lines_table(UserImport))
    assert re.search(rf"\.total\w*[^:]+ === 0[^:]+{say('imports.nothing', 'en')}", bar)
    assert say("imports.only_names", "fr") in lines


async def test_a_line_can_be_removed_and_pages_turned(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(30))
    assert (len(view.lines), view.pages) == (25, 2)
    await tab.send(UserImport.turn, page=2)
    assert view.lines[0]["line"] == "27"
    await tab.send(UserImport.remove, line="27")
    assert (view.total, view.lines[0]["line"]) == (29, "28")
    assert tab.went("focusFirst") == ['tr[data-id="28"] td:last-child button']
    await tab.send(UserImport.resize, size="50")
    assert len(view.lines) == 29


@proves("IMPORT-31")
async def test_what_was_removed_is_said_and_put_back_step_by_step(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(30, person(3)))
    assert (view.removed, view.removed_line) == (0, "")
    await tab.send(UserImport.commit, **edit("27", 1, "Corrigée"))
    await tab.send(UserImport.remove, line="27")
    assert (view.removed, view.removed_line, view.total) == (1, "27", 30)
    await tab.send(UserImport.remove, line="3")
    await tab.send(UserImport.drop_twins)
    assert (view.removed, view.removed_line, view.total) == (1, "32", 28)
    await tab.send(UserImport.show, view="faults")
    await tab.send(UserImport.put_back)
    assert (view.removed_line, view.total, view.view, view.page) == ("3", 29, "", 2), "it is on the page"
    assert tab.went("focusFirst")[-1] == 'tr[data-id="32"] td:last-child button'
    await tab.open("/users")
    await tab.open("/users/import")
    assert (view.removed, view.removed_line) == (1, "3"), "a reload forgets none"
    await tab.send(UserImport.match, at="1", field="family_name")
    await tab.send(UserImport.put_back)
    await tab.send(UserImport.match, at="1", field="given_name")
    await tab.send(UserImport.put_back)
    assert (view.removed, view.removed_line, view.total) == (0, "", 31)
    await tab.send(UserImport.put_back)
    assert view.total == 31


@proves("NOTICE-24")
async def test_a_second_press_takes_no_other_line(sign_in, bring, monkeypatch):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(9))
    for _ in range(2):
        await tab.send(UserImport.remove, line="9" if view.total == 9 else "10")
    assert (view.total, view.removed_line) == (8, "9"), "the focus was led to line 10 by the first press"
    await tab.send(UserImport.put_back)
    await tab.send(UserImport.remove, line="9")
    assert (view.total, view.removed) == (9, 0), "nor does it take again what was put back"
    await tab.send(UserImport.remove, line="4")
    assert (view.total, view.removed_line) == (8, "4"), "another press is one"
    now = time.time()
    monkeypatch.setattr(double_press.time, "time", lambda: now + double_press.DOUBLE + 1)
    await tab.send(UserImport.remove, line="5")
    assert (view.total, view.removed_line) == (7, "5"), "so is a later one"


@proves("NOTICE-24")
async def test_a_second_press_puts_no_other_line_back(sign_in, bring, monkeypatch):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(9))
    for line in ("3", "5", "7"):
        await tab.send(UserImport.remove, line=line)
    for _ in range(2):
        await tab.send(UserImport.put_back)
    assert (view.total, view.removed_line) == (7, "5"), "the strip spoke of line 7 alone"
    now = time.time()
    monkeypatch.setattr(double_press.time, "time", lambda: now + double_press.DOUBLE + 1)
    await tab.send(UserImport.put_back)
    assert (view.total, view.removed_line) == (8, "3"), "a later press is one"


@proves("IMPORT-15")
async def test_5000_lines_never_travel_at_once(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    tab.forget()
    view = await bring(tab, UserImport, people(5000))
    assert view.total == 5000
    assert max(len(json.dumps(delta)) for delta in tab.deltas) < 40_000
    state = await tab.state(UserImport)
    assert len(json.dumps(state.dict(), default=str)) < 60_000


# --- who may, and what comes back ----------------------------------------------


@proves("IMPORT-14")
async def test_nobody_without_the_permission_gets_a_ticket(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "user_list")
    tab = await sign_in("editor", "/users/import")
    await tab.send(UserImport.prepare)
    assert tab.went("sendFile") == []
    assert told(tab)[0][0] == "error"


@proves("IMPORT-14")
async def test_nobody_without_the_permission_sends(sign_in, upstream, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1))
    upstream.grant("admin@demo.test", "access_admin", "user_list")
    state = await tab.state(UserImport)
    assert state.sheet == view.sheet
    await tab.restart()
    await tab.send(UserImport.send)
    assert upstream.called("POST", IMPORT) == []


@pytest.mark.parametrize(("line", "column"), [("", ""), ("²", "x"), ("2", "99"), ("-1", "0")])
async def test_nonsense_from_a_browser_changes_nothing(sign_in, bring, line, column):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1))
    before = view.lines
    await tab.send(UserImport.commit, line=line, column=column, text="Autre")
    await tab.send(UserImport.show, view="1; DROP TABLE lines")
    await tab.send(UserImport.keep_width, line="x")
    assert (view.lines, told(tab)) == (before, [])


async def test_a_cell_that_is_left_as_it_was_keeps_what_was_found_out_about_its_line(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1))
    await tab.send(UserImport.foresee)
    before = view.lines
    assert before[0]["outlook"]
    await tab.send(UserImport.commit, **edit("2", 1, before[0]["c1"]))
    assert view.lines == before
    await tab.send(UserImport.commit, **edit("2", 1, "Autre"))
    assert (view.lines[0]["c1"], view.lines[0]["outlook"]) == ("Autre", "")


async def test_bad_texts_are_texts(sign_in, upstream, bring):
    long, odd = "x" * 10_000, "<script>alert(1)</script>🚗"
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(0, person(1, given=odd, family=long)))
    assert view.lines[0]["e2"] == "longest_255"
    assert view.lines[0]["c1"] == odd
    await tab.send(UserImport.commit, **edit("2", 2, "Court"))
    await tab.send(UserImport.send)
    assert view.outcomes == {"added": 1}


@proves("IMPORT-11")
async def test_lines_are_found_again_after_a_reload_and_by_their_owner_only(sign_in, browser, bring, upstream):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1, person(2, gender="7")))
    await tab.send(UserImport.commit, **edit("2", 1, "Corrigée"))
    ticket = view.sheet
    await tab.open("/users")
    await tab.open("/users/import")
    assert (view.stage, view.lines[0]["c1"], view.faulty) == ("check", "Corrigée", 1)
    other = await sign_in("communities", "/users/import")
    state = await other.state(UserImport)
    state.sheet = ticket
    await other.open("/users/import")
    assert (other.view(UserImport).stage, other.view(UserImport).lines) == ("choose", [])


ON_SHEET = [
    ("set_headed", {"headed": False}),
    ("match", {"at": "0", "field": ""}),
    ("exchange", {}),
    ("drop_twins", {}),
    ("go_to", {"line": "2"}),
    ("show", {"view": "faults"}),
    ("turn", {"page": 1}),
    ("resize", {"size": "50"}),
    ("commit", {"line": "2", "column": "1", "text": "Autre"}),
    ("keep_width", {"line": "2"}),
    ("remove", {"line": "2"}),
    ("put_back", {}),
    ("next_fault", {}),
    ("fetch_report", {}),
    ("fetch_refused", {}),
    ("mend_refused", {}),
    ("foresee", {}),
    ("send", {}),
    ("follow", {}),
    ("restart", {}),
]


@proves("IMPORT-17")
@pytest.mark.parametrize("who", ["communities", "nobody", ""])
async def test_lines_serve_their_owner_only_whoever_has_their_ticket(sign_in, browser, bring, upstream, who):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1, person(2, gender="7")))
    kept = spool.get(view.sheet, spool.SHEET)
    if who:
        upstream.grant(f"{who}@demo.test", "access_admin", UserImport.resource.permission)
        other = await sign_in(who, "/users/import")
    else:
        browser.storage.clear()
        other = await browser.tab().open("/users/import")
    calls = len(upstream.calls)
    for name, payload in ON_SHEET:
        state = await other.state(UserImport)
        state.sheet, state.stage, state.task = view.sheet, "check", ""
        await other.send(getattr(UserImport, name), **payload)
        assert not other.view(UserImport).lines, name
    assert spool.get(view.sheet, spool.SHEET) == kept
    assert other.went("fetchFile") == []
    assert [call.path for call in upstream.calls[calls:] if "import" in call.path] == []


@proves("IMPORT-18")
async def test_nobody_lays_a_template_out_without_the_permission(browser, sign_in, upstream):
    stranger = await browser.tab().open("/users/import")
    await stranger.send(UserImport.fetch_template)
    upstream.grant("editor@demo.test", "access_admin", "user_list")
    tab = await sign_in("editor", "/users/import")
    await tab.send(UserImport.fetch_template)
    assert stranger.went("fetchFile") == tab.went("fetchFile") == []
    assert not left()


async def test_a_file_that_waited_too_long_is_asked_for_again(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1))
    age(spool.LIFETIME + 1)
    spool.sweep()
    await tab.send(UserImport.turn, page=1)
    assert (view.stage, view.problem) == ("choose", "missing")


async def test_the_template_passes_its_own_rules(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    await tab.send(UserImport.fetch_template)
    content = (await fetch_file(tab.went("fetchFile")[0])).content
    view = await bring(tab, UserImport, content)
    assert (view.total, view.faulty, view.headed) == (1, 0, True)


@pytest.mark.parametrize(("locale", "said"), [("fr", "ne seront pas envoyées"), ("en", "will not be sent")])
def test_starting_over_says_nothing_of_lines_that_were_sent_before(locale, said):
    assert said in say("imports.restart_text", locale)


async def test_starting_over_leaves_nothing_behind(sign_in, bring):
    tab = await sign_in("admin", "/users/import")
    view = await bring(tab, UserImport, people(1))
    await tab.send(UserImport.restart)
    assert (view.stage, view.lines, view.total, view.sheet) == ("choose", [], 0, "")
    assert not left()


# --- into a community ------------------------------------------------------------


@proves("IMPORT-12")
async def test_people_become_members_of_the_community_of_the_address(sign_in, upstream, bring, configure):
    configure(community=True)
    community = upstream.sandbox.database.value(select(communities.c.id).order_by(communities.c.id))
    tab = await sign_in("admin", "/communities/users/import")
    view = await bring(tab, CommunityUserImport, people(2, person(3, community="77777")))
    await tab.send(CommunityUserImport.send)
    assert upstream.called("POST", IMPORT) == [], "no community is chosen"
    await tab.open(f"/communities/users/import?community_id={community}")
    assert view.chosen == str(community)
    assert view.chosen_name
    assert {row["c6"] for row in view.lines} == {str(community)}
    await tab.send(CommunityUserImport.send)
    assert view.outcomes == {"added": 3}
    joined = select(func.count()).select_from(memberships.join(users, memberships.c.user_id == users.c.id))
    joined = joined.where(memberships.c.community_id == community, users.c.email.like("import%"))
    assert upstream.sandbox.database.value(joined) == 3


@proves("IMPORT-12")
@pytest.mark.parametrize(("locale", "word"), [("fr", "attend"), ("en", "wait")])
@pytest.mark.parametrize("name", ["impact", "forecast_limits", "report"])
def test_who_must_be_accepted_by_hand_is_said_to_wait(name, locale, word):
    """The server makes them members to be accepted where the community decides by hand (trap 38)."""
    assert word in say(f"community_user_import.{name}", locale)


async def test_a_community_is_searched_by_name(sign_in, upstream, configure):
    configure(community=True)
    name = upstream.sandbox.database.value(select(communities.c.name).order_by(communities.c.id))
    tab = await sign_in("admin", "/communities/users/import")
    await tab.send(CommunityUserImport.search, name="community_id", text=name[:6])
    assert name in [each["label"] for each in tab.view(CommunityUserImport).suggestions["community_id"]]


async def test_the_import_into_a_community_needs_its_module(sign_in, bring, configure):
    configure(community=False)
    tab = await sign_in("admin", "/communities/users/import")
    await tab.send(CommunityUserImport.prepare)
    assert tab.went("sendFile") == []


@proves("IMPORT-26")
async def test_people_with_an_account_are_added_as_members_one_by_one(sign_in, upstream, bring, configure):
    configure(community=True)
    community = upstream.sandbox.database.value(select(communities.c.id).order_by(communities.c.id))
    inside = select(memberships.c.user_id).where(memberships.c.community_id == community)
    member = upstream.sandbox.database.row(select(users).where(users.c.id.in_(inside)).order_by(users.c.id))
    other = upstream.sandbox.database.row(select(users).where(users.c.id.not_in(inside)).order_by(users.c.id))
    tab = await sign_in("admin", f"/communities/users/import?community_id={community}")
    view = await bring(tab, CommunityUserImport, people(1, person(8, email=member.email), person(9, email=other.email)))
    await tab.send(CommunityUserImport.send)
    assert view.outcomes == {"added": 1, "exists": 2}
    assert view.followed == 2
    await tab.send(CommunityUserImport.follow)
    assert [row["outcome"] for row in view.lines] == ["added", "member_already", "joined"]
    assert (view.followed, view.task, view.stage) == (0, "", "report")
    joined = select(memberships.c.status).where(
        memberships.c.community_id == community, memberships.c.user_id == other.id
    )
    assert upstream.sandbox.database.value(joined) == 1
    assert view.lines[2]["found"] == str(other.id)


@proves("IMPORT-26")
async def test_a_report_stays_one_of_the_community_its_lines_went_into(
    sign_in, upstream, bring, configure, monkeypatch
):
    configure(community=True)
    first, second = upstream.sandbox.database.rows(select(communities).order_by(communities.c.id).limit(2))
    tab = await sign_in("admin", f"/communities/users/import?community_id={first.id}")
    view = await bring(tab, CommunityUserImport, people(0, person(8, email=upstream.user(7).email)))
    await tab.send(CommunityUserImport.send)
    read, times = ImportJob.read, []
    monkeypatch.setattr(ImportJob, "read", lambda job: (times.append(job), read(job))[1])
    state = await tab.state(CommunityUserImport)
    state.chosen = state.chosen_name = ""  # nothing is known of it but its lines
    await tab.open(f"/communities/users/import?community_id={second.id}")
    assert (view.stage, view.chosen, view.chosen_name) == ("report", str(first.id), first.name)
    assert len(times) == 1, "all lines are read once"
    await tab.send(CommunityUserImport.restart)
    assert (view.stage, view.chosen, view.chosen_name) == ("choose", str(second.id), second.name)


@proves("IMPORT-26")
@pytest.mark.parametrize(("locale", "told"), [("fr", "peut-être déjà membres"), ("en", "may be members already")])
def test_nobody_is_said_to_be_no_member_before_it_is_known(locale, told):
    """An account that exists may be a member: the API says it when they are added."""
    assert told in say("community_user_import.follow.text", locale)


@proves("IMPORT-26")
def test_the_community_of_a_report_is_told_and_not_to_be_changed():
    page = str(import_page(CommunityUserImport, "/communities"))
    assert (page.count('id:"import-chosen"'), page.count('"data-testid":"import-went-into"')) == (2, 1)
    assert '"data-testid":"import-chosen"' not in page, "one name for one thing"


@proves("IMPORT-26")
async def test_an_addition_that_is_refused_stops_no_other(sign_in, upstream, bring, configure):
    configure(community=True)
    community = upstream.sandbox.database.value(select(communities.c.id).order_by(communities.c.id))
    inside = select(memberships.c.user_id).where(memberships.c.community_id == community)
    query = select(users).where(users.c.id.not_in(inside)).order_by(users.c.id).limit(2)
    first, second = upstream.sandbox.database.rows(query)
    tab = await sign_in("admin", f"/communities/users/import?community_id={community}")
    lines = (person(8, email=first.email), person(9, email=second.email))
    view = await bring(tab, CommunityUserImport, people(0, *lines))
    await tab.send(CommunityUserImport.send)
    refusal = {"@context": "/contexts/Error", "@type": "hydra:Error", "hydra:title": "An error occurred"}
    answers = [refusal | {"hydra:description": "Domaine refusé"}] * 2
    upstream.answer("POST", "admin/community_members", answers, status=400)
    await tab.send(CommunityUserImport.follow)
    assert [(row["outcome"], row["detail_fr"]) for row in view.lines] == [
        ("not_joined", "Domaine refusé"),
        ("not_joined", "Domaine refusé"),
    ]
    assert view.missing == 0, "an account that is there is not sent again"


async def test_nobody_adds_members_without_the_permission(sign_in, upstream, bring, configure):
    configure(community=True)
    community = upstream.sandbox.database.value(select(communities.c.id).order_by(communities.c.id))
    upstream.grant("editor@demo.test", "access_admin", "user_create", "user_list", "community_list")
    tab = await sign_in("editor", f"/communities/users/import?community_id={community}")
    view = await bring(tab, CommunityUserImport, people(0, person(8, email=upstream.user(7).email)))
    await tab.send(CommunityUserImport.send)
    await tab.send(CommunityUserImport.follow)
    assert upstream.called("POST", "admin/community_members") == []
    assert [row["outcome"] for row in view.lines] == ["exists"]
