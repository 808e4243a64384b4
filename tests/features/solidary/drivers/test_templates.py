"""The messages of a structure: shared by its operators, changed by who may change its records, never without a word."""

import pytest
from sqlalchemy import select

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.drivers.messages import VARIABLES, unknown
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.file.structure_messages import KIND
from admin_app.kit.session import Session
from admin_app.kit.store import texts
from admin_app.kit.store.database import reading
from admin_app.kit.store.tables import texts as table
from admin_app.kit.store.texts import Author, Group, Written
from admin_app.kit.words.locale import Locale, say
from tests.features.solidary.conftest import notices, view
from tests.features.solidary.drivers.conftest import UNTOLD
from tests.support.proofs import proves

ADA = Author(99, "Ada L.")
HELLO = "Bonjour {{driver}},\nPour {{beneficiary}} 👩‍🦽 ?\n\n{{signature}}"
NOWHERE = "sqlite:////dev/null/store.sqlite"


@pytest.fixture
def opened(at):
    """A tab with the box open to a driver: `tab = await opened()`."""

    async def made(record: str = UNTOLD):
        tab = await at(record)
        await tab.send(SolidaryFile.write_to, key=f"solution-{view(tab).drivers[0]['id']}")
        return tab

    return made


async def keep(tab, name="Relance", text=HELLO, locale="fr"):
    await tab.send(SolidaryFile.keep_message, data={"name": name, "text": text, "locale": locale})


async def remove(tab, message_id: str):
    await tab.send(SolidaryFile.ask_message, message_id=message_id)
    await tab.send(SolidaryFile.remove_message)


def names(tab) -> list[str]:
    return [each["name"] for each in view(tab).structure_messages]


def rows() -> list:
    with reading() as store:
        return [*store.execute(select(table)).mappings()]


def group(tab) -> Group:
    return Group(KIND, int(view(tab).shown["structureId"]))


def refusal(why, locale="fr", **values):
    limits = {"name": 60, "text": 2000, "most": 50}
    return say(f"solidary_messages.refusals.{why}", locale, **limits, **values)


# --- kept and used ---


@proves("DRIVER-6")
async def test_a_message_of_the_structure_is_chosen_and_filled(opened, upstream):
    tab = await opened()
    assert view(tab).messages_of
    upstream.forget()
    await keep(tab)
    (kept,) = view(tab).structure_messages
    await tab.send(SolidaryFile.use_template, data={"template": kept["value"]})
    now = view(tab)
    assert now.contact_text.startswith(f"Bonjour {now.contact['name'].split(' ')[0]},\nPour ")
    assert "{{" not in now.contact_text
    assert "👩‍🦽" in now.contact_text
    assert not upstream.calls, "the API knows nothing of it"


@proves("DRIVER-6")
async def test_it_is_filled_in_its_own_language(opened):
    tab = await opened()
    await keep(tab, "Ask", "On {{date}}", "en")
    await tab.send(Locale.choose, locale="fr")
    await tab.send(SolidaryFile.use_template, data={"template": view(tab).structure_messages[0]["value"]})
    assert any(day in view(tab).contact_text for day in ("day", "Every"))


@proves("DRIVER-6")
async def test_the_operators_of_the_structure_share_it(opened):
    tab = await opened()
    texts.add(group(tab), ADA, Written("fr", "D’une collègue", "Bonjour"))
    texts.add(Group(KIND, 999), ADA, Written("fr", "D’ailleurs", "Bonjour"))
    await tab.send(SolidaryFile.open_messages)
    assert [(each["name"], each["by"]) for each in view(tab).structure_messages] == [("D’une collègue", "Ada L.")]
    other = await opened()
    assert names(other) == ["D’une collègue"]


@proves("DRIVER-6")
async def test_it_is_changed_and_who_did_is_kept(opened):
    tab = await opened()
    texts.add(group(tab), ADA, Written("fr", "Relance", "Bonjour"))
    await tab.send(SolidaryFile.open_messages)
    (kept,) = view(tab).structure_messages
    await tab.send(SolidaryFile.edit_message, message_id=kept["id"])
    assert view(tab).message_form["text"] == "Bonjour"
    await keep(tab, "Relance", "Bonsoir", "fr")
    (row,) = rows()
    session = tab.view(Session)
    assert (row["text"], row["created_by"], row["changed_by"]) == ("Bonsoir", 99, session.user_id)
    assert row["changed_name"] == f"{session.given_name} {session.short_family_name}".strip()
    assert tab.went("focusOn")[-1] == f"driver-message-edit-{kept['id']}"
    assert view(tab).message_form["id"] == "", "the form is empty again"


@proves("DRIVER-6")
async def test_it_is_removed_after_a_question(opened):
    tab = await opened()
    await keep(tab)
    await tab.send(SolidaryFile.remove_message)
    assert names(tab) == ["Relance"], "nothing was asked"
    await remove(tab, view(tab).structure_messages[0]["id"])
    assert (names(tab), rows(), view(tab).message_removing) == ([], [], "")


async def test_a_second_press_on_the_emptied_form_is_not_refused(opened):
    tab = await opened()
    await keep(tab)
    await keep(tab, "", "")
    assert (len(rows()), view(tab).message_problem) == (1, "")


# --- what is refused ---


@proves("DRIVER-8")
@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (" ", "x", "no_name"),
        ("x" * 61, "x", "long_name"),
        ("x", "\n", "no_text"),
        ("x", "😀" * 10_000, "long_text"),
        ("x", "a\0b", "unprintable"),
    ],
)
async def test_what_cannot_be_kept_is_refused_in_words(opened, name, text, why):
    tab = await opened()
    before = view(tab).message_revision
    await keep(tab, name, text)
    assert view(tab).message_problem == refusal(why)
    assert rows() == []
    assert view(tab).message_revision == before, "what was typed stays"


@proves("DRIVER-8")
@pytest.mark.parametrize("locale", ["fr", "en"])
async def test_an_unknown_variable_is_named(opened, locale):
    tab = await opened()
    await tab.send(Locale.choose, locale=locale)
    await keep(tab, text="Bonjour {{conducteur}} {{driver}} {{")
    assert view(tab).message_problem == refusal("unknown", locale, names="{{conducteur}}, {{")
    assert rows() == []


@proves("DRIVER-8")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (" ".join(f"{{{{{name}}}}} {{{{ {name} }}}}" for name in VARIABLES), []),
        ("{driver} } {", []),
        ("{{Driver}}", ["{{Driver}}"]),
        ("{{driver}", ["{{driver}"]),
        ("driver}}", ["}}"]),
        ("{{}}", ["{{}}"]),
        ("{{prénom du conducteur}}", ["{{prénom du conducteur}}"]),
    ],
)
def test_what_nothing_fills_is_found(text, found):
    assert unknown(text) == found


@proves("DRIVER-8")
async def test_of_two_who_change_the_same_the_second_is_told(opened):
    tab = await opened()
    await keep(tab)
    (kept,) = view(tab).structure_messages
    await tab.send(SolidaryFile.edit_message, message_id=kept["id"])
    texts.change(group(tab), int(kept["id"]), ADA, Written("fr", "Relance", "D’Ada"), kept["at"])
    await keep(tab, text="Le mien")
    assert view(tab).message_problem == refusal("changed")
    assert rows()[0]["text"] == "D’Ada"
    assert view(tab).structure_messages[0]["text"] == "D’Ada", "what stands there now is shown"


@proves("DRIVER-8")
async def test_one_that_somebody_removed_is_said(opened):
    tab = await opened()
    await keep(tab)
    (kept,) = view(tab).structure_messages
    texts.remove(group(tab), int(kept["id"]))
    await remove(tab, kept["id"])
    assert (view(tab).message_problem, names(tab)) == (refusal("gone"), [])


async def test_what_was_refused_counts_no_more_when_it_opens_anew(opened):
    tab = await opened()
    await keep(tab, name="")
    await tab.send(SolidaryFile.open_messages)
    assert view(tab).message_problem == ""


async def test_what_was_typed_is_there_when_it_opens_anew(opened):
    tab = await opened()
    before = view(tab).message_revision
    assert view(tab).message_form["locale"], "the form is there before its dialog opens"
    await tab.send(SolidaryFile.open_messages)
    await tab.send(SolidaryFile.open_messages)
    assert view(tab).message_revision == before, "the form is not filled anew"


@proves("NOTICE-24")
async def test_two_presses_keep_one_message(opened):
    tab = await opened()
    for _ in range(2):
        await keep(tab)
    assert (names(tab), view(tab).message_problem) == (["Relance"], "")


# --- who may ---


@proves("DRIVER-7")
async def test_the_messages_of_another_structure_are_left_alone(opened):
    tab = await opened()
    await keep(tab)
    kept = rows()
    state = await tab.state(SolidaryFile)
    state._held = ({**state._answer(), "adminstructureId": 3},)
    await keep(tab, "Autre")
    await remove(tab, view(tab).structure_messages[0]["id"])
    assert rows() == kept
    assert {kind for kind, _ in notices(tab)} == {"error"}


@proves("DRIVER-7")
async def test_who_may_update_every_record_still_needs_the_structure_among_theirs(opened):
    tab = await opened()
    session = await tab.state(Session)
    session.own = {name: rule for name, rule in session.own.items() if name != "solidary_update"}
    session.permissions = [*{*session.permissions, "solidary_update"}]
    await keep(tab)
    assert names(tab) == ["Relance"]
    structures = await tab.state(CurrentStructure)
    structures.structures = []
    await keep(tab, "Autre")
    assert len(rows()) == 1


@proves("DRIVER-7")
async def test_without_the_right_nothing_is_changed(opened):
    tab = await opened()
    await keep(tab)
    kept = rows()
    session = await tab.state(Session)
    session.own = {name: rule for name, rule in session.own.items() if name != "solidary_update"}
    session.permissions = [each for each in session.permissions if each != "solidary_update"]
    await keep(tab, "Autre")
    await remove(tab, view(tab).structure_messages[0]["id"])
    assert rows() == kept


async def test_another_record_lets_go_of_them(opened, at):
    tab = await opened()
    await keep(tab)
    await tab.open("/solidaryrecords/show/57")
    assert (names(tab), view(tab).messages_of, view(tab).message_form) == ([], "", {})


# --- without the store ---


@proves("DRIVER-9")
async def test_without_the_store_those_of_the_application_are_there(opened, configure):
    configure(store_url=NOWHERE)
    tab = await opened()
    assert view(tab).messages_away
    await tab.send(SolidaryFile.use_template, data={"template": "ask"})
    assert view(tab).contact_text.startswith("Bonjour ")
    await keep(tab)
    assert view(tab).message_problem == say("errors.store", "fr")


async def test_in_both_kinds_of_store(store, opened):
    tab = await opened()
    await keep(tab, "😀" * 60, "😀" * 2000)
    (kept,) = view(tab).structure_messages
    assert (kept["name"], kept["text"]) == ("😀" * 60, "😀" * 2000)
    await remove(tab, kept["id"])
    assert rows() == []
