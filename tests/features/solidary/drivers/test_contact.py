"""Writing to a driver and noting it are two calls: what was done is said, and the rest offered alone (JOURNEY-2)."""

from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
from sqlalchemy import select

from admin_app.features.solidary import statuses
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.file import driver_contact_page as contact_page
from admin_app.features.solidary.file import page, shaping
from admin_app.features.solidary.file.driver_contact import BOX, CALL, MESSAGE, SMS
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.kit.parts import entry
from admin_app.kit.session import Session, double_press, handlers
from admin_app.kit.words.locale import Locale, say, t
from sandbox.solidary.tables import diaries, solidaries, solidary_messages
from tests.features.solidary.conftest import ENDPOINT, notices, view
from tests.features.solidary.drivers.conftest import CHOSEN, OPEN, UNTOLD, patches
from tests.features.solidary.drivers.test_partners import FORM
from tests.support.proofs import proves

CONNECTIONS = "external_connections"
FILE: Any = SolidaryFile
DROPPED = "59"
TEXT = "Bonjour, pourriez-vous conduire Odette jeudi ?\nMerci 🚗"
SENT = ("success", "Votre message a été envoyé au conducteur.")
COME = ("success", "Votre message était bien arrivé. Il n’a pas été envoyé deux fois.")
NOT_SENT = ("error", "Le conducteur n’a pas pu être contacté.")
LOGGED = ("success", "C’est noté au journal.")


@pytest.fixture
def driver(at):
    """A tab with the box open to a driver who was retained: `tab, key = await driver()`."""

    async def opened(record: str = UNTOLD):
        tab = await at(record)
        key = f"solution-{view(tab).drivers[0]['id']}"
        await tab.send(SolidaryFile.write_to, key=key)
        return tab, key

    return opened


@pytest.fixture
def partner(at):
    """A tab with the box open to a driver of a partner."""

    async def opened():
        tab = await at(OPEN)
        await tab.send(SolidaryFile.search_partners, data=FORM)
        found = next(each for each in view(tab).board if each["provider"] == "covoit-est")
        await tab.send(SolidaryFile.write_to, key=found["key"])
        return tab, found

    return opened


def test_on_a_phone_the_tab_of_the_drivers_leads_to_the_first_part_that_is_about_them():
    """The box stands above who could drive: the tab of the part before it was marked while one wrote in it."""
    link = str(page._jumps()).partition("jump:drivers")[2].partition("jump:diary")[0]
    assert [link.count(f'"{part}"') for part in ("file-drivers", BOX, "find-drivers")] == [2, 2, 2]


@proves("SOLIDARY-42")
async def test_what_went_well_does_not_lie_over_the_box_one_writes_in(at, upstream):
    """On a phone it would cover the button that sends."""
    tab = await at(OPEN)
    await tab.send(SolidaryFile.retain, key=view(tab).board[0]["key"])
    assert [kind for kind, _ in notices(tab)] == ["success"]
    await tab.send(SolidaryFile.write_to, key=f"solution-{view(tab).drivers[0]['id']}")
    assert notices(tab) == []
    upstream.fail(f"{ENDPOINT}/{OPEN}", 500, "GET")
    await tab.send(SolidaryFile.read_again)
    await tab.send(SolidaryFile.write_to, key=f"solution-{view(tab).drivers[0]['id']}")
    assert [kind for kind, _ in notices(tab)] == ["error"], "what failed stays to be read"


def messages(upstream) -> int:
    return len(upstream.sandbox.database.rows(select(solidary_messages)))


def entries(upstream) -> int:
    return len(upstream.sandbox.database.rows(select(diaries)))


async def send(tab, text: str = TEXT, log: str = "on") -> None:
    await tab.send(SolidaryFile.send_message, data={"text": text, **({"log": log} if log else {})})


async def typed(tab, text: str) -> None:
    """What the page sends while one types."""
    await tab.send(SolidaryFile.count_text, text=text, revision=view(tab).contact_revision)


# --- the box ---


async def test_the_box_shows_the_thread_with_its_line_breaks(at):
    tab = await at(CHOSEN)
    told = next(each for each in view(tab).drivers if each["contacted"])
    await tab.send(SolidaryFile.write_to, key=f"solution-{told['id']}")
    now = view(tab)
    assert now.contact["name"] == told["name"]
    assert now.thread
    assert all("<" not in each["text"] for each in now.thread)
    assert [each["date"] for each in now.thread] == sorted(each["date"] for each in now.thread)
    assert now.thread[0]["ours"] == "true"
    assert now.thread[0]["behalf"] == now.shown["name"]
    assert tab.went("focusOn") == ["driver-contact"]


@pytest.mark.parametrize(("status", "back"), [("0", False), ("1", False), ("6", True), ("", False)])
async def test_who_drives_back_is_not_told_that_it_is_asked_for(at, status, back):
    """The confirmation of a way back that somebody agreed to said that it was still wanted; nobody who was merely
    asked, or refused, is told that it is included."""
    tab = await at(CHOSEN)
    state = await tab.state(SolidaryFile)
    record = state._answer()
    line = {"mon": True, "outwardTime": "2026-03-18T08:15:00+01:00", "returnTime": "2026-03-18T12:00:00+01:00"}
    weekly = {"adminfrequency": 2, "adminproposalType": "roundtrip", "adminschedules": [line]}
    state._held = ({**record, **weekly},)
    there = view(tab).drivers[0] | {"status": "6", "settled": shaping.AGREED}
    settled = {"1": shaping.REFUSED, "6": shaping.AGREED}.get(status, "")
    again = [there | {"id": "9000", "status": status, "settled": settled}] if status else []
    state.chosen = shaping.retained([there, *again], {there["id"]: "outward", "9000": "return"})
    driver = view(tab).drivers[0]
    await tab.send(SolidaryFile.write_to, key=f"solution-{driver['id']}")
    await tab.send(SolidaryFile.use_template, data={"template": "confirm"})
    assert ("Le retour est compris, vers 12:00." in view(tab).contact_text) == back
    assert ("Un retour est aussi demandé" in view(tab).contact_text) != back


async def test_a_record_without_a_solution_has_no_thread(at):
    tab = await at(OPEN)
    await tab.send(SolidaryFile.write_to, key="solution-1")
    assert (view(tab).contact, view(tab).thread) == ({}, [])


@proves("DRIVER-5")
async def test_a_predefined_message_is_filled_and_counted(driver):
    tab, _ = await driver()
    await tab.send(SolidaryFile.use_template, data={"template": "ask"})
    now = view(tab)
    first = now.contact["name"].split(" ")[0]
    assert now.contact_text.startswith(f"Bonjour {first},")
    assert "{{" not in now.contact_text
    structures = {each["id"]: each for each in tab.view(CurrentStructure).structures}
    assert structures[now.shown["structureId"]]["signature"].replace("’", "'") in now.contact_text
    assert now.contact_length["characters"] == str(len(now.contact_text))
    assert int(now.contact_length["parts"]) >= 1
    assert now.contact_sms.startswith(f"sms:{now.contact['dialled']}?body=Bonjour%20")


@proves("DRIVER-5")
async def test_how_many_text_messages_it_takes_is_said_where_they_are_opened_alone(driver):
    """The message itself stays in the mailbox: no text message is sent."""
    parts = entry(FILE.contact_length, "parts").to(int)
    said = str(t("solidary_drivers.contact.sms", count=parts))
    assert said not in str(contact_page._form(rx.Var.create(False)))
    assert said in str(contact_page._by_phone())
    tab, _ = await driver()
    await typed(tab, "🚗" * 36)
    assert view(tab).contact_length == {"characters": "36", "parts": "2"}
    assert {say("solidary_drivers.contact.sms", locale, 2) for locale in ("fr", "en")} == {"2 SMS", "2 text messages"}


def test_the_button_that_sends_says_so_while_it_does():
    """Not while the entry alone is noted again: its outcome is on show."""
    sending = FILE.contacting & (FILE.outcome.length() == 0)
    label = rx.cond(sending, t("solidary_drivers.contact.sending"), t("solidary_drivers.contact.send"))
    form = str(contact_page._form(rx.Var.create(False)))
    assert str(label) in form
    assert form.count("aria-busy") == 1


async def test_a_predefined_message_is_in_the_language_of_the_page(driver):
    tab, _ = await driver()
    await tab.send(Locale.choose, locale="en")
    await tab.send(SolidaryFile.use_template, data={"template": "thank"})
    assert view(tab).contact_text.startswith("Hello ")


async def test_a_predefined_message_takes_nothing_away(driver):
    tab, _ = await driver()
    await typed(tab, "Déjà écrit")
    await tab.send(SolidaryFile.use_template, data={"template": "thank"})
    assert view(tab).contact_text.startswith("Déjà écrit\n\nBonjour ")
    await tab.send(SolidaryFile.use_template, data={"template": "nonsense"})
    assert view(tab).contact_text.startswith("Déjà écrit\n\nBonjour ")


@proves("DRIVER-4")
async def test_what_is_typed_to_one_is_there_when_one_comes_back(at):
    tab = await at(CHOSEN)
    one, other = (f"solution-{each['id']}" for each in view(tab).drivers)
    await tab.send(SolidaryFile.write_to, key=one)
    await typed(tab, "Pour un")
    await tab.send(SolidaryFile.write_to, key=other)
    assert view(tab).contact_text == ""
    await tab.send(SolidaryFile.stop_writing)
    assert view(tab).contact == {}
    await tab.send(SolidaryFile.write_to, key=one)
    assert view(tab).contact_text == "Pour un"


# --- a message of the platform ---


@proves("DRIVER-3")
async def test_a_message_and_its_entry_are_two_commands(driver, upstream):
    tab, key = await driver()
    upstream.forget()
    await send(tab)
    solution = int(key.split("-")[1])
    user = int(view(tab).drivers[0]["userId"])
    assert patches(upstream) == [
        {"message": {"solution": solution, "text": TEXT}},
        {"animation": {"action": int(MESSAGE), "user": user}},
    ]
    # No request is read, but for what the list says of it: that could text drivers.
    assert not upstream.called("GET", f"{ENDPOINT}/")
    now = view(tab)
    assert now.thread[-1]["text"] == TEXT
    assert now.drivers[0]["contacted"] == "true"
    assert now.diary[0]["action"] == "solidary_contact_message"
    assert (now.contact_text, now.outcome, now.contacting) == ("", {}, False)
    assert notices(tab) == [SENT, LOGGED]


async def test_the_entry_may_be_left_out(driver, upstream):
    tab, _ = await driver()
    upstream.forget()
    await send(tab, log="")
    assert [list(each) for each in patches(upstream)] == [["message"]]
    assert notices(tab) == [SENT]


@proves("NOTICE-17", "DRIVER-4")
@pytest.mark.parametrize("fault", ["refused", "unplugged"])
async def test_a_message_that_did_not_leave_is_kept_and_not_noted(driver, upstream, fault):
    tab, _ = await driver()
    before = messages(upstream), entries(upstream)
    if fault == "refused":
        upstream.fail(ENDPOINT, 400, "PATCH")
    else:
        upstream.unplug(ENDPOINT)
    await send(tab)
    now = view(tab)
    assert (now.outcome["message"], now.outcome["diary"]) == ("refused", "")
    assert now.contact_text == TEXT
    assert now.contacting is False
    assert notices(tab) == [NOT_SENT]
    assert (messages(upstream), entries(upstream)) == before
    upstream.heal()
    await send(tab)
    assert (view(tab).outcome, messages(upstream)) == ({}, before[0] + 1)


@proves("DRIVER-4")
@pytest.mark.parametrize("fault", ["server", "cut", "lost"])
async def test_a_message_that_may_have_left_says_so(driver, upstream, fault):
    tab, _ = await driver()
    if fault == "server":
        upstream.fail(ENDPOINT, 500, "PATCH")
    elif fault == "cut":
        upstream.cut(ENDPOINT)
    else:
        upstream.lose(ENDPOINT)
    await send(tab)
    now = view(tab)
    assert (now.outcome["message"], now.outcome["diary"], now.contact_text) == ("unsure", "", TEXT)
    assert notices(tab) == []
    # Once: it may have left.
    assert len([each for each in patches(upstream) if "message" in each]) == 1


@proves("SOLIDARY-34")
@pytest.mark.parametrize("log", ["on", ""])
async def test_a_message_that_is_found_leaves_the_box_and_its_entry_is_offered(driver, upstream, log):
    tab, _ = await driver()
    sent, noted = messages(upstream), entries(upstream)
    upstream.lose(ENDPOINT)
    await send(tab, log=log)
    upstream.heal()
    assert view(tab).contact_text == TEXT
    await tab.send(SolidaryFile.read_again)
    now = view(tab)
    assert (now.contact_text, messages(upstream)) == ("", sent + 1)
    assert (now.outcome.get("message"), now.outcome.get("diary")) == (("done", "refused") if log else (None, None))
    await tab.send(SolidaryFile.log_again)
    assert (messages(upstream), entries(upstream)) == (sent + 1, noted + bool(log))


@proves("SOLIDARY-34")
@pytest.mark.parametrize("log", ["on", ""])
async def test_a_message_that_may_have_left_is_looked_for_before_it_is_sent_again(driver, upstream, monkeypatch, log):
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    tab, _ = await driver()
    sent, noted = messages(upstream), entries(upstream)
    upstream.lose(ENDPOINT)
    await send(tab, log=log)
    upstream.heal()
    await send(tab, log=log)
    now = view(tab)
    assert (messages(upstream), entries(upstream)) == (sent + 1, noted + bool(log))
    assert (now.contact_text, now.outcome, now.thread[-1]["text"]) == ("", {}, TEXT)
    assert notices(tab) == [COME, *([LOGGED] if log else [])]
    await send(tab, log="")
    assert messages(upstream) == sent + 2, "what is written again with the thread in sight is meant"


@proves("SOLIDARY-34")
async def test_a_message_that_has_not_come_is_sent_again(driver, upstream, monkeypatch):
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    tab, _ = await driver()
    sent = messages(upstream)
    upstream.cut(ENDPOINT)
    await send(tab, log="")
    upstream.heal()
    await send(tab, log="")
    assert (messages(upstream), notices(tab)) == (sent + 1, [SENT])


async def send_and_lose_the_entry(tab, upstream):
    """The message arrives, and the answer to the entry that follows it is lost."""
    original = SolidaryFile._command

    async def lost(self, api, body, come):
        if "animation" in body:
            upstream.lose(ENDPOINT)
        return await original(self, api, body, come)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SolidaryFile, "_command", lost)
        await send(tab)
    upstream.heal()


@proves("SOLIDARY-34")
async def test_an_entry_that_may_be_noted_is_looked_for_before_it_is_noted_again(driver, upstream, monkeypatch):
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    tab, _ = await driver()
    noted = entries(upstream)
    await send_and_lose_the_entry(tab, upstream)
    assert view(tab).outcome["diary"] == "unsure"
    await tab.send(SolidaryFile.log_again)
    assert (view(tab).outcome, entries(upstream)) == ({}, noted + 1)


@proves("SOLIDARY-34")
async def test_a_message_that_is_not_found_stays_in_the_box(driver, upstream):
    tab, _ = await driver()
    upstream.cut(ENDPOINT)
    await send(tab)
    upstream.heal()
    await tab.send(SolidaryFile.read_again)
    assert (view(tab).contact_text, view(tab).outcome["message"]) == (TEXT, "unsure")


@proves("SOLIDARY-34")
async def test_an_entry_that_is_found_is_not_offered_again(driver, upstream):
    tab, _ = await driver()
    noted = entries(upstream)
    await send_and_lose_the_entry(tab, upstream)
    assert view(tab).outcome["diary"] == "unsure"
    await tab.send(SolidaryFile.read_again)
    assert (view(tab).outcome, entries(upstream)) == ({}, noted + 1)
    await tab.send(SolidaryFile.log_again)
    assert entries(upstream) == noted + 1


@proves("DRIVER-3")
async def test_an_entry_that_fails_after_the_message_is_offered_alone(driver, upstream, monkeypatch):
    tab, _ = await driver()
    sent, noted = messages(upstream), entries(upstream)
    original = SolidaryFile._command

    async def broken(self, api, body, come):
        if "animation" in body:
            upstream.fail(ENDPOINT, 400, "PATCH", 1)
        return await original(self, api, body, come)

    monkeypatch.setattr(SolidaryFile, "_command", broken)
    await send(tab)
    monkeypatch.undo()
    now = view(tab)
    assert (now.outcome["message"], now.outcome["diary"]) == ("done", "refused")
    assert (messages(upstream), entries(upstream)) == (sent + 1, noted)
    # The message has left: its text does not wait to leave again.
    assert now.contact_text == ""
    assert notices(tab) == [SENT]
    upstream.forget()
    await tab.send(SolidaryFile.log_again)
    assert [list(each) for each in patches(upstream)] == [["animation"]]
    assert (messages(upstream), entries(upstream)) == (sent + 1, noted + 1)
    assert view(tab).outcome == {}
    upstream.forget()
    await tab.send(SolidaryFile.log_again)
    assert upstream.calls == []


async def test_what_was_typed_and_sent_does_not_come_back(driver):
    """Typing is told a moment late: after the message has left, it tells of what is gone."""
    tab, _ = await driver()
    before = view(tab).contact_revision
    await send(tab)
    await tab.send(SolidaryFile.count_text, text=TEXT, revision=before)
    assert (view(tab).contact_text, view(tab).contact_length["characters"]) == ("", "0")


async def test_nothing_is_sent_without_a_text(driver, upstream):
    tab, _ = await driver()
    upstream.forget()
    await send(tab, text=" \n ")
    assert view(tab).contact_empty
    assert upstream.calls == []


async def test_ten_thousand_characters_and_emoji_are_sent_as_they_are(driver, upstream):
    tab, _ = await driver()
    text = "é🚗" * 5000
    await send(tab, text=text, log="")
    assert patches(upstream)[-1]["message"]["text"] == text
    assert view(tab).thread[-1]["text"] == text


async def test_what_others_noted_meanwhile_is_there(driver, upstream):
    """Two operators in one file: the answer to a command holds the other's entry."""
    tab, _ = await driver()
    database = upstream.sandbox.database
    values = {"solidary_id": int(UNTOLD), "action": "solidary_free", "comment": "De l’autre", "progression": 50.0}
    row = database.row(select(diaries).where(diaries.c.solidary_id == int(UNTOLD)))
    copied = {name: value for name, value in row._mapping.items() if name != "id"}
    database.insert(diaries, **copied | values)
    database.commit()
    await send(tab)
    assert "De l’autre" in {each["comment"] for each in view(tab).diary}


# --- telephone and text messages ---


@proves("SOLIDARY-37")
@pytest.mark.parametrize(("action", "comment"), [(CALL, ""), (SMS, "On se voit lundi")])
async def test_a_call_or_a_text_message_opens_the_box_of_the_diary(driver, upstream, action, comment):
    tab, _ = await driver()
    await typed(tab, "On se voit lundi")
    upstream.forget()
    await tab.send(SolidaryFile.note_contact, action=action)
    assert upstream.calls == [], "nothing is written before it is confirmed"
    about = view(tab).contact["userId"]
    assert view(tab).draft == {"action": action, "user": about, "comment": comment}
    assert view(tab).stage == "2"
    assert tab.went("focusOn")[-1] == "diary-comment"
    await tab.send(SolidaryFile.add_entry, data=view(tab).draft)
    [body] = patches(upstream)
    assert body["animation"] == {"action": int(action), "user": int(about)} | ({"comment": comment} if comment else {})
    assert view(tab).contact_text == "On se voit lundi"


@proves("SOLIDARY-37")
@pytest.mark.parametrize(
    ("answer", "action", "stage"), [("yes", "51", "3"), ("no", "50", "2"), ("voicemail", "72", "2")]
)
async def test_what_a_driver_says_on_the_telephone_is_ready_to_be_noted(at, upstream, answer, action, stage):
    tab = await at(UNTOLD)
    [one] = view(tab).chosen
    upstream.forget()
    await tab.send(SolidaryFile.note_answer, answer=answer, user=one["userId"])
    now = view(tab)
    assert (now.draft["action"], now.draft["user"], now.stage) == (action, one["userId"], stage)
    assert now.draft["comment"] == ("Message laissé sur le répondeur." if answer == "voicemail" else "")
    assert upstream.calls == []
    await tab.send(SolidaryFile.add_entry, data=now.draft)
    told = {"yes": ("", "solidary_carpool_ongoing"), "no": ("", "solidary_carpool_refusal"), "voicemail": ("true", "")}
    assert (view(tab).chosen[0]["contacted"], view(tab).chosen[0]["answer"]) == told[answer]


async def test_an_answer_that_is_none_opens_no_box(at):
    tab = await at(UNTOLD)
    await tab.send(SolidaryFile.note_answer, answer="105", user="7")
    assert view(tab).draft == {}


@proves("NOTICE-24")
async def test_two_presses_send_one_message(driver, partner, upstream):
    """NOTICE-24."""
    tab, _ = await driver()
    upstream.forget()
    for _ in range(2):
        await send(tab)
    assert len(patches(upstream)) == 2, "the message and its entry"
    tab, _ = await partner()
    upstream.forget()
    for _ in range(2):
        await send(tab)
    assert len(upstream.called("POST", CONNECTIONS)) == 1


@proves("NOTICE-24")
async def test_two_presses_send_one_message_however_long_the_api_takes(driver, upstream, monkeypatch):
    """The entry that follows the message takes longer than the moment in which a second press counts as the first."""
    tab, _ = await driver()
    upstream.forget()
    clock = SimpleNamespace(time=lambda: 1000.0 + 3 * len(upstream.calls))
    monkeypatch.setattr(double_press, "time", clock)
    monkeypatch.setattr(handlers, "time", clock)
    for _ in range(3):
        await send(tab)
    assert [list(each) for each in patches(upstream)] == [["message"], ["animation"]]


@proves("SOLIDARY-37")
async def test_what_was_typed_in_the_diary_stays_where_a_text_message_is_to_be_noted(driver):
    tab, _ = await driver()
    await typed(tab, "On se voit lundi")
    await tab.send(SolidaryFile.note_contact, action=SMS, typed={"comment": "Préfère les SMS"})
    assert view(tab).draft["comment"] == "Préfère les SMS\nOn se voit lundi"


@pytest.mark.parametrize("action", ["105", "44", "39", "", "x"])
async def test_no_other_action_is_noted_so(driver, upstream, action):
    tab, _ = await driver()
    upstream.forget()
    await tab.send(SolidaryFile.note_contact, action=action)
    assert upstream.calls == []


# --- drivers of partners ---


@proves("NOTICE-17", "JOURNEY-2")
async def test_a_driver_of_a_partner_is_written_to_through_it(partner, upstream):
    tab, found = await partner()
    assert (view(tab).contact["provider"], view(tab).thread, view(tab).contact_sms) == ("covoit-est", [], "")
    upstream.forget()
    await send(tab)
    [call] = upstream.called("POST", CONNECTIONS)
    assert set(call.body) == {"carpoolerUuid", "provider", "journeysUuid", "content", "role"}
    assert (call.body["provider"], call.body["content"], call.body["role"]) == ("covoit-est", TEXT, 2)
    assert found["key"] == f"external-outward-covoit-est-{call.body['journeysUuid']}-{call.body['carpoolerUuid']}"
    [entry] = patches(upstream)
    # Nobody of a partner is a user: the entry is about the beneficiary, and holds what the platform does not keep.
    assert (entry["animation"]["action"], entry["animation"]["user"]) == (106, int(view(tab).shown["userId"]))
    assert entry["animation"]["comment"] == f"covoit-est, {found['name']}\n{TEXT}"
    assert upstream.contract.violations == []
    now = view(tab)
    assert now.diary[0]["action"] == "solidary_external_driver_contact"
    assert [each["key"] for each in now.board if each["written"]] == [found["key"]]
    assert notices(tab) == [SENT, LOGGED]
    assert ("partner", f"covoit-est/{call.body['carpoolerUuid']}") in upstream.outbox()


@proves("NOTICE-17")
async def test_a_partner_that_is_down_is_not_quoted(partner, upstream, caplog):
    tab, _ = await partner()
    upstream.sandbox.faults.providers.append("covoit-est")
    await send(tab)
    now = view(tab)
    assert (now.outcome["message"], now.outcome["detail"], now.contact_text) == ("refused", "", TEXT)
    assert notices(tab) == [NOT_SENT]
    assert not [each for each in patches(upstream) if "animation" in each]
    shown = f"{now._variables} {tab.events} {caplog.text}"
    assert "apikey" not in shown
    assert "signature=" not in shown


@proves("JOURNEY-2")
async def test_a_partner_whose_answer_is_lost_may_have_it(partner, upstream):
    tab, _ = await partner()
    upstream.lose(CONNECTIONS)
    await send(tab)
    assert view(tab).outcome["message"] == "unsure"
    assert len(upstream.called("POST", CONNECTIONS)) == 1


@proves("DRIVER-3")
async def test_a_contact_that_is_not_noted_is_noted_alone(partner, upstream):
    tab, _ = await partner()
    upstream.fail(ENDPOINT, 400, "PATCH")
    await send(tab)
    assert (view(tab).outcome["message"], view(tab).outcome["diary"]) == ("done", "refused")
    upstream.heal()
    upstream.forget()
    await tab.send(SolidaryFile.log_again)
    assert not upstream.called("POST", CONNECTIONS)
    assert TEXT in patches(upstream)[0]["animation"]["comment"]


async def test_without_the_right_or_the_module_partners_are_not_written_to(partner, upstream, configure):
    tab, _ = await partner()
    session = await tab.state(Session)
    held = list(session.permissions)
    session.permissions = [each for each in held if each != "external_connection_create"]
    await send(tab)
    session = await tab.state(Session)
    session.permissions = held
    configure(external_journeys=False)
    await send(tab)
    assert not upstream.called("POST", CONNECTIONS)
    assert view(tab).contact_text == TEXT


# --- who may ---


@pytest.mark.parametrize("act", ["retain", "send", "note"])
async def test_a_record_that_is_not_ones_own_is_left_alone(driver, upstream, act):
    tab, _ = await driver()
    await tab.send(SolidaryFile.show_all_drivers)
    state = await tab.state(SolidaryFile)
    state._held = ({**state._answer(), "adminstructureId": 3},)
    upstream.forget()
    if act == "retain":
        free = view(tab).board[0]
        await tab.send(SolidaryFile.retain, key=free["key"])
    elif act == "send":
        await send(tab)
    else:
        await tab.send(SolidaryFile.note_contact, action=CALL)
    assert not upstream.writes()


async def test_a_record_that_was_replaced_is_not_written_on(driver, upstream):
    tab, _ = await driver()
    database = upstream.sandbox.database
    database.change(solidaries, int(UNTOLD), status=6)
    database.commit()
    await tab.send(SolidaryFile.read_again)
    upstream.forget()
    await send(tab)
    await tab.send(SolidaryFile.note_contact, action=CALL)
    for each in view(tab).board:
        await tab.send(SolidaryFile.retain, key=each["key"])
    assert upstream.calls == []


# --- what a colleague did meanwhile ---


@pytest.fixture
def closed(browser):
    """A colleague, in another tab, notes that a request was dropped: `await closed(UNTOLD)`; who they are."""

    async def done(record: str) -> str:
        there = await browser.tab().open(f"/solidaryrecords/show/{record}")
        await there.send(SolidaryFile.add_entry, data={"action": DROPPED})
        assert view(there).shown["status"] == statuses.CLOSED
        return view(there).diary[0]["author"]

    return done


@proves("SOLIDARY-39")
async def test_no_message_leaves_unknowingly_about_a_request_that_was_closed_meanwhile(
    driver, closed, upstream, monkeypatch
):
    tab, _ = await driver()
    who, before = await closed(UNTOLD), messages(upstream)
    upstream.forget()
    await send(tab)
    await send(tab)  # the second press of a double one knows no more than the first
    now = view(tab)
    assert (patches(upstream), messages(upstream)) == ([], before)
    assert (now.contact_text, now.outcome["message"], now.shown["status"]) == (TEXT, "refused", statuses.CLOSED)
    assert now.outcome["detail"].startswith(f"{who} a clôturé la demande entre-temps\N{NO-BREAK SPACE}:")
    assert now.diary[0]["action"] == "solidary_ask_drop", "the file is shown anew"
    assert [kind for kind, _ in notices(tab)] == ["error"]
    monkeypatch.setattr(double_press, "DOUBLE", 0)
    await send(tab, log="")
    assert messages(upstream) == before + 1, "pressed again, it is done"


@proves("SOLIDARY-39")
async def test_no_partner_is_written_to_about_a_request_that_was_closed_meanwhile(partner, closed, upstream):
    tab, _ = await partner()
    await closed(OPEN)
    await send(tab)
    assert not upstream.called("POST", CONNECTIONS)
    assert (view(tab).contact_text, view(tab).shown["status"]) == (TEXT, statuses.CLOSED)


# --- another request, and the focus ---


@proves("DRIVER-4")
async def test_what_is_typed_is_there_when_one_comes_back_from_another_request(driver):
    tab, key = await driver()
    await typed(tab, "À finir")
    await tab.open(f"/solidaryrecords/show/{OPEN}")
    assert (view(tab).contact, view(tab).contact_text) == ({}, "")
    await tab.open(f"/solidaryrecords/show/{UNTOLD}")
    await tab.send(SolidaryFile.write_to, key=key)
    assert view(tab).contact_text == "À finir"
    await send(tab)
    await tab.send(SolidaryFile.stop_writing)
    await tab.send(SolidaryFile.write_to, key=key)
    assert view(tab).contact_text == "", "it has left"


@pytest.mark.parametrize("refused", [False, True])
async def test_the_focus_is_in_the_text_once_a_message_was_answered(driver, upstream, refused):
    tab, _ = await driver()
    if refused:
        upstream.fail(ENDPOINT, 400, "PATCH")
    await send(tab)
    assert tab.went("focusOn")[-1] == "driver-contact-text"
