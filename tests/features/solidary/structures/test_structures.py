"""Structures: what each request says, what a save takes away, and two people who edit one (STRUCTURE-4)."""

import json
import re
from collections import Counter

import httpx
import pytest

from admin_app.api.auth import login
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.structures import show_page
from admin_app.features.solidary.structures.form import StructureForm
from admin_app.features.solidary.structures.form_values import EDITED
from admin_app.features.solidary.structures.preview import StructurePreview
from admin_app.features.solidary.structures.screens import SCREENS, StructureList
from admin_app.features.solidary.structures.show import StructureShow
from admin_app.kit.forms.formset_editor import FormsetEditor
from admin_app.kit.forms.formset_page import rows
from admin_app.kit.session.notices import Notices
from admin_app.kit.words import LOCALES
from admin_app.kit.words.locale import say
from tests.support.forms import submitted
from tests.support.proofs import proves

ONE, OTHER = "1", "2"
REQUESTERS, VOLUNTEERS = "structureProofsRequester", "structureProofsVolunteer"
KINDS = ("checkbox", "radio", "input", "file", "selectbox")


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True)


@pytest.fixture
async def tab(sign_in):
    """The form of structure 1, opened by somebody who operates it."""
    return await sign_in("solidary", f"/solidarystructures/{ONE}")


async def ask(upstream, method, path, body=None, who="solidary"):
    """A call of somebody else, beside the application."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(upstream.app), base_url="http://localhost:8001") as http:
        tokens = await login(http, f"{who}@demo.test", "demo")
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        headers = {"Authorization": f"Bearer {tokens.token}", "Content-Type": kind}
        answer = await http.request(method, f"/{path}", content=json.dumps(body), headers=headers)
    return answer.raise_for_status().json() if answer.content else {}


async def stored(upstream, number=ONE):
    return await ask(upstream, "GET", f"admin/structures/{number}")


def lines(tab, name):
    return tab.view(StructureForm).lines[name]


def key_of(tab, name, label):
    return next(line["key"] for line in lines(tab, name) if label in (line.get("label"), line.get("id")))


async def save(tab, **changes):
    await tab.send(StructureForm.save, data=submitted(tab, StructureForm, **changes))


def patches(upstream):
    return [call.body for call in upstream.called("PATCH", "admin/structures")]


def errors(tab):
    return tab.view(StructureForm).errors


# --- list -----------------------------------------------------------------------------


@proves("STRUCTURE-10")
async def test_the_list_is_paged_sorted_and_filtered_here(sign_in, upstream):
    tab = await sign_in("admin", "/solidarystructures?sort=-name&perPage=10")
    names = [row["name"] for row in tab.view(StructureList).rows]
    assert names == sorted(names, reverse=True)
    assert upstream.called("GET", "admin/structures")[-1].params == ()
    await tab.open("/solidarystructures?name=SOLIDAIRE&solidaryTransport=true")
    assert {row["name"] for row in tab.view(StructureList).rows} == {
        "Mobilité solidaire du Saintois",
        "Transport solidaire du Couserans",
    }
    await tab.open("/solidarystructures?mode=true")
    assert [row["lightMode"] for row in tab.view(StructureList).rows] == ["true"]
    await tab.open("/solidarystructures?name=zzz")
    assert tab.view(StructureList).total == 0


@proves("STRUCTURE-10")
async def test_pages_of_the_list_are_cut_here(sign_in, upstream):
    everybody = [{"id": number, "name": f"Structure {number:03}"} for number in range(1, 31)]
    upstream.answer("GET", "admin/structures", {"hydra:member": everybody, "hydra:totalItems": 30})
    tab = await sign_in("admin", "/solidarystructures?page=3&perPage=10")
    shown = tab.view(StructureList)
    assert (shown.total, shown.pages, [row["id"] for row in shown.rows]) == (30, 3, [str(n) for n in range(21, 31)])


# --- what is sent ---------------------------------------------------------------------


@proves("STRUCTURE-5", "STRUCTURE-7")
async def test_the_form_shows_the_inverse_of_the_transport_and_times_as_hours(tab):
    values = tab.view(StructureForm).values
    assert (values["solidaryTransport"], values["mode"]) == ("", "")
    assert (values["mMinTime"], values["eMaxTime"], values["mMaxRangeTime"]) == ("06:00", "23:00", "12:30")
    assert "mMon" in values["days"].split(",")
    assert "eSat" not in values["days"].split(",")


@proves("CALL-5", "STRUCTURE-4", "STRUCTURE-7")
async def test_a_change_sends_only_what_changed_in_the_words_of_the_api(tab, upstream):
    days = tab.view(StructureForm).values["days"].split(",")
    await save(
        tab,
        solidaryTransport="true",
        mode="true",
        mMinTime="07:15",
        mMinRangeTime="07:00",
        days=",".join(each for each in [*days, "mSat"] if each != "mMon"),
    )
    assert patches(upstream) == [
        {
            "solidaryTransport": False,
            "mode": 1,
            "mMinTime": "1970-01-01T07:15:00+00:00",
            "mMinRangeTime": "1970-01-01T07:00:00+00:00",
            "mMon": False,
            "mSat": True,
        }
    ]
    assert tab.redirects[-1] == f"/solidarystructures/show/{ONE}"


async def test_nothing_is_sent_when_nothing_changed(tab, upstream):
    await save(tab)
    assert not patches(upstream)


@proves("STRUCTURE-4", "STRUCTURE-5", "STRUCTURE-6")
async def test_a_creation_sends_one_list_of_criteria_and_all_times(sign_in, upstream):
    tab = await sign_in("admin", "/solidarystructures/create")
    values = tab.view(StructureForm).values
    assert [values[name] for name in ("mMinTime", "mMaxTime", "aMinTime", "aMaxTime", "eMinTime", "eMaxTime")] == [
        *("06:00", "12:00", "12:00", "18:00", "18:00", "23:00")
    ]
    for name, kind in ((REQUESTERS, "selectbox"), (VOLUNTEERS, "file"), ("subjects", "")):
        await tab.send(StructureForm.add_line, name=name, kind=kind)
    asked, given, subject = (lines(tab, name)[0]["key"] for name in (REQUESTERS, VOLUNTEERS, "subjects"))
    choices = f"{REQUESTERS}:{asked}:choices"
    await tab.send(StructureForm.add_line, name=choices, kind="")
    await tab.send(StructureForm.add_line, name=choices, kind="")
    first, second = (line["key"] for line in lines(tab, choices))
    await save(
        tab,
        **{
            "name": "Navette du Toulois",
            f"{REQUESTERS}:{asked}:label": "Situation",
            f"{choices}:{first}:label": "Retraité",
            f"{choices}:{second}:label": "Autre",
            f"{VOLUNTEERS}:{given}:label": "Permis",
            f"{VOLUNTEERS}:{given}:mandatory": "true",
            f"subjects:{subject}:label": "Courses",
        },
    )
    body = upstream.called("POST", "admin/structures")[0].body
    assert {REQUESTERS, VOLUNTEERS, "days", "mMinRangeTime"}.isdisjoint(body)
    assert (body["mMinTime"], body["eMaxTime"]) == ("1970-01-01T06:00:00+00:00", "1970-01-01T23:00:00+00:00")
    assert (body["solidaryTransport"], body["mode"]) == (True, 0)
    assert (body["mMon"], body["eFri"], body["mSat"]) == (True, True, False)
    assert body["subjects"] == [{"label": "Courses"}]
    assert body["structureProofs"] == [
        {
            "label": "Situation",
            "type": 1,
            "position": 1,
            "mandatory": False,
            "activated": True,
            **dict.fromkeys(KINDS, False),
            "selectbox": True,
            "options": "Retraité;Autre",
            "acceptedValues": "Retraité;Autre",
        },
        {
            "label": "Permis",
            "type": 2,
            "position": 1,
            "mandatory": True,
            "activated": True,
            **dict.fromkeys(KINDS, False),
            "file": True,
        },
    ]
    assert tab.redirects[-1].startswith("/solidarystructures/show/")


@proves("FORM-39")
async def test_every_list_of_a_new_structure_arrives(sign_in, upstream):
    tab = await sign_in("admin", "/solidarystructures/create")
    rows = {"territories": {"territory": "2"}, "operators": {"user": "7"}, "subjects": {"label": "Courses"}}
    rows |= {"needs": {"label": "Aide à la marche"}}
    typed = {}
    for name, cells in rows.items():
        await tab.send(StructureForm.add_line, name=name, kind="")
        key = lines(tab, name)[0]["key"]
        typed |= {f"{name}:{key}:{cell}": text for cell, text in cells.items()}
        typed |= {f"{name}:{key}:{cell}_label": "x" for cell in cells}
    await save(tab, name="Navette du Toulois", **typed)
    number = tab.redirects[-1].removeprefix("/solidarystructures/show/")
    made = await ask(upstream, "GET", f"admin/structures/{number}", who="admin")
    assert {name: len(made[name]) for name in rows} == dict.fromkeys(rows, 1)
    assert made["operators"][0]["id"] == 7


@proves("STRUCTURE-6", "STRUCTURE-11")
async def test_a_line_keeps_its_id_as_a_whole_number_and_a_new_one_has_none(tab, upstream):
    before = (await stored(upstream))["structureProofs"]
    await tab.send(StructureForm.add_line, name=REQUESTERS, kind="input")
    new = lines(tab, REQUESTERS)[-1]["key"]
    first = lines(tab, REQUESTERS)[0]["key"]
    await save(tab, **{f"{REQUESTERS}:{new}:label": "Numéro d’allocataire", f"{REQUESTERS}:{first}:label": "Sans auto"})
    sent = patches(upstream)[0]
    assert set(sent) == {REQUESTERS}
    ids = [line.get("id", "none") for line in sent[REQUESTERS]]
    assert ids == [*(each["id"] for each in before if each["type"] == 1), "none"]
    assert [line["position"] for line in sent[REQUESTERS]] == [1, 2, 3, 4, 5, 6]
    after = {each["id"]: each for each in (await stored(upstream))["structureProofs"]}
    assert {each["id"] for each in before} < set(after)
    assert after[before[0]["id"]]["label"] == "Sans auto"
    situation = next(each for each in before if each["label"] == "Situation")
    assert after[situation["id"]]["acceptedValues"] == situation["acceptedValues"] == "1;2;3;4"


@proves("STRUCTURE-11")
async def test_every_line_that_is_sent_is_whole(tab, upstream):
    """What a line leaves out is lost (trap 49)."""
    before = await stored(upstream)
    firsts = {name: lines(tab, name)[0] for name in (REQUESTERS, VOLUNTEERS, "needs")}
    await save(tab, **{f"{name}:{line['key']}:label": f"{line['label']} !" for name, line in firsts.items()})
    (body,) = patches(upstream)
    for line in (*body[REQUESTERS], *body[VOLUNTEERS]):
        was = next(each for each in before["structureProofs"] if each["id"] == line["id"])
        parts = ("type", "position", "mandatory", "activated", *KINDS)
        parts += ("options", "acceptedValues") if was["selectbox"] or was["radio"] else ()
        assert {name: line[name] for name in parts} == {name: was[name] for name in parts}
    wordings = {each["id"]: each.get("labelVolunteer") for each in before["needs"]}
    assert {each["id"]: each["labelVolunteer"] for each in body["needs"]} == wordings


@proves("STRUCTURE-20")
async def test_the_acceptance_of_people_is_a_sentence_and_no_switch(tab):
    """The server accepts everybody at once, whatever is sent (trap 48)."""
    assert "beneficiaryAutoApproval" not in tab.view(StructureForm).values
    said = repr(say("structures.notes.settings", "fr")).strip("'")
    for screen in SCREENS[1:]:
        assert said in str(screen.page().render())


@proves("STRUCTURE-12")
async def test_a_need_that_goes_stays_on_the_requests_that_have_it(tab):
    await tab.send(StructureForm.remove_line, name="needs", key=lines(tab, "needs")[0]["key"])
    await save(tab)
    assert "reste sur les demandes qui l’ont coché" in tab.view(StructureForm).question


async def test_criteria_are_moved_and_ten_comes_after_two(tab, upstream):
    last = lines(tab, REQUESTERS)[-1]["key"]
    await tab.send(StructureForm.move_line, name=REQUESTERS, key=last, by=-1)
    await save(tab)
    assert [line["position"] for line in patches(upstream)[0][REQUESTERS]] == [1, 2, 3, 4, 5]
    labels = [line["label"] for line in patches(upstream)[0][REQUESTERS]]
    assert labels[-2:] == ["Attestation de quotient familial", "Caisse de retraite"]


@proves("STRUCTURE-11")
async def test_a_subject_after_a_hole_is_read_and_sent_with_its_id(sign_in, upstream):
    tab = await sign_in("solidary", f"/solidarystructures/{OTHER}")
    ids = [line["id"] for line in lines(tab, "subjects")]
    key = lines(tab, "subjects")[-1]["key"]
    await save(tab, **{f"subjects:{key}:label": "Formation et stage"})
    assert [line["id"] for line in patches(upstream)[0]["subjects"]] == [int(each) for each in ids]


@proves("STRUCTURE-11")
async def test_an_id_that_was_not_read_is_not_sent(tab, upstream):
    key = lines(tab, "needs")[0]["key"]
    await save(tab, **{"_confirmed": "yes"}, **{f"needs:{key}:id": "999"})
    assert "id" not in patches(upstream)[0]["needs"][0]
    assert all(line.get("id") is not None for line in patches(upstream)[0]["needs"][1:])


@proves("STRUCTURE-4")
async def test_territories_and_operators_go_by_their_ids(tab, upstream):
    for name in ("territories", "operators"):
        await tab.send(StructureForm.add_line, name=name, kind="")
    place, person = lines(tab, "territories")[-1]["key"], lines(tab, "operators")[-1]["key"]
    await save(tab, **{f"territories:{place}:territory": "20", f"operators:{person}:user": "24"})
    assert patches(upstream) == [{"territories": [1, 20], "operators": [{"id": 3}, {"id": 24}]}]


# --- what is wrong --------------------------------------------------------------------


@proves("STRUCTURE-16")
@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"mMaxTime": "05:00"}, {"mMaxTime": "structures.wrong.reversed"}),
        ({"mMaxTime": "06:00", "mMaxRangeTime": "12:30"}, {"mMaxTime": "structures.wrong.reversed"}),
        ({"aMinTime": "11:30"}, {"aMinTime": "structures.wrong.overlap"}),
        ({"eMinTime": "17:59"}, {"eMinTime": "structures.wrong.overlap"}),
        ({"eMaxTime": ""}, {"eMaxTime": "kit.validation.required"}),
        ({"eMaxTime": "25:00"}, {"eMaxTime": "kit.validation.time"}),
        ({"mMinRangeTime": "06:30"}, {"mMinRangeTime": "structures.wrong.narrow_range"}),
        ({"mMaxRangeTime": "11:00"}, {"mMaxRangeTime": "structures.wrong.narrow_range"}),
        ({"mMinRangeTime": ""}, {"mMinRangeTime": "structures.wrong.kept_range"}),
        ({"name": ""}, {"name": "kit.validation.required"}),
        ({"email": "personne"}, {"email": "kit.validation.email"}),
    ],
)
async def test_what_is_wrong_is_said_on_its_field(tab, upstream, changes, wrong):
    await save(tab, **changes)
    assert errors(tab) == {name: say(key, "fr") for name, key in wrong.items()}
    assert not patches(upstream)


@proves("STRUCTURE-16")
async def test_odd_slots_that_were_there_keep_nobody_from_changing_the_rest(sign_in, upstream):
    await ask(upstream, "PATCH", f"admin/structures/{ONE}", {"mMaxTime": "1970-01-01T14:00:00+00:00"})
    tab = await sign_in("solidary", f"/solidarystructures/{ONE}")
    await save(tab, telephone="0383000009")
    assert patches(upstream) == [{"telephone": "0383000009"}]
    await tab.open(f"/solidarystructures/{ONE}")
    await save(tab, eMaxTime="22:00")
    assert set(errors(tab)) == {"aMinTime"}


@proves("STRUCTURE-17")
async def test_an_option_with_a_semicolon_is_refused_in_words(tab, upstream):
    key = key_of(tab, REQUESTERS, "Situation")
    choices = f"{REQUESTERS}:{key}:choices"
    first = lines(tab, choices)[0]["key"]
    await save(tab, **{f"{choices}:{first}:label": "Retraité;veuf"})
    assert errors(tab) == {f"{choices}:{first}:label": say("structures.wrong.semicolon", "fr")}
    assert [each["name"] for each in tab.view(StructureForm).refused] == [f"{choices}:{first}:label"]
    assert not patches(upstream)


@proves("STRUCTURE-17")
async def test_a_menu_has_options_and_none_twice(tab):
    await tab.send(StructureForm.add_line, name=REQUESTERS, kind="radio")
    new = lines(tab, REQUESTERS)[-1]["key"]
    key = key_of(tab, REQUESTERS, "Situation")
    choices = f"{REQUESTERS}:{key}:choices"
    second = lines(tab, choices)[1]["key"]
    await save(tab, **{f"{REQUESTERS}:{new}:label": "Âge", f"{choices}:{second}:label": "Retraité"})
    assert errors(tab) == {
        f"{REQUESTERS}:{new}:choices": say("structures.wrong.no_option", "fr"),
        f"{choices}:{second}:label": say("kit.validation.duplicate", "fr"),
    }


@proves("STRUCTURE-17")
@pytest.mark.parametrize("name", ["needs", "subjects"])
async def test_a_need_and_an_object_of_a_name_that_is_there_are_refused(tab, upstream, name):
    """Accents and capitals apart, requests would offer the same twice."""
    there = lines(tab, name)[0]["label"]
    await tab.send(StructureForm.add_line, name=name, kind="")
    key = lines(tab, name)[-1]["key"]
    await save(tab, **{f"{name}:{key}:label": f" {there.upper()} "})
    assert errors(tab) == {f"{name}:{key}:label": say("kit.validation.duplicate", "fr")}
    assert not patches(upstream)
    await save(tab, **{f"{name}:{key}:label": "Quelque chose d’autre"})
    assert len(patches(upstream)) == 1


@proves("STRUCTURE-17")
async def test_two_needs_that_are_stored_alike_keep_nobody_from_changing_the_rest(sign_in, upstream):
    needs = (await stored(upstream))["needs"]
    twins = [*needs, {"label": needs[0]["label"].upper(), "labelVolunteer": "x"}]
    await ask(upstream, "PATCH", f"admin/structures/{ONE}", {"needs": twins})
    tab = await sign_in("solidary", f"/solidarystructures/{ONE}")
    await save(tab, **{f"needs:{lines(tab, 'needs')[1]['key']}:label": "Autre besoin"})
    assert len(patches(upstream)) == 1


@proves("STRUCTURE-8")
def test_whether_a_need_is_used_stands_in_a_column_of_its_own():
    last = str(show_page._needs()).rpartition('jsx("td"')[2]
    assert '"used"' in last
    assert '"volunteer"' not in last


@proves("STRUCTURE-9")
async def test_an_operator_who_is_there_already_is_said(tab, upstream):
    await tab.send(StructureForm.add_line, name="operators", kind="")
    key = lines(tab, "operators")[-1]["key"]
    await save(tab, **{f"operators:{key}:user": "3"})
    assert errors(tab) == {f"operators:{key}:user": say("errors.operator.already_exists", "fr")}
    assert not patches(upstream)


@proves("STRUCTURE-9")
async def test_an_operator_is_found_by_name_and_by_e_mail(tab, upstream):
    await tab.send(StructureForm.add_line, name="operators", kind="")
    name = f"operators:{lines(tab, 'operators')[-1]['key']}:user"
    await tab.send(StructureForm.search, name=name, text="lambert")
    assert upstream.called("GET", "admin/users")[-1].query["q"] == "lambert"
    await tab.send(StructureForm.search, name=name, text="admin@demo.test")
    assert upstream.called("GET", "admin/users")[-1].path == "/admin/users/email"
    assert [each["value"] for each in tab.view(StructureForm).suggestions[name]] == ["1"]


@proves("STRUCTURE-13")
def test_a_stored_subject_has_no_button_that_takes_it_away_and_buttons_name_their_line():
    def end(name):
        """The end of a line, up to the button that takes it away."""
        part = next(each for each in EDITED.inputs() if each.field == name)
        return re.search(r'"line-end"(.*?)"data-testid":"action:remove-line"', str(rows(part, StructureForm)))[1]

    assert all(words in end("subjects") for words in ("Retirer\u00a0: ", "Objet ", '?.["id"]'))
    assert all(words in end("needs") for words in ("Retirer\u00a0: ", "Besoin "))
    assert '?.["id"]' not in end("needs"), "a need may be taken away"


@proves("STRUCTURE-13")
async def test_a_stored_subject_is_not_taken_away(tab, upstream):
    """The server answers 500 to any that leaves the list (trap 25)."""
    key = lines(tab, "subjects")[0]["key"]
    await tab.send(StructureForm.remove_line, name="subjects", key=key)
    assert key in [line["key"] for line in lines(tab, "subjects")]
    assert tab.view(Notices).items[-1]["text"] == say("structures.wrong.subject_removed", "fr")
    gone = {name: None for name in submitted(tab, StructureForm) if name.startswith(f"subjects:{key}:")}
    await save(tab, **gone)
    assert errors(tab) == {"subjects": say("structures.wrong.subject_removed", "fr")}
    await tab.send(StructureForm.add_line, name="subjects", kind="")
    new = lines(tab, "subjects")[-1]["key"]
    await tab.send(StructureForm.remove_line, name="subjects", key=new)
    assert new not in [line["key"] for line in lines(tab, "subjects")]
    assert not patches(upstream)


@proves("STRUCTURE-13")
async def test_lines_that_stay_are_not_taken_away_whatever_the_form_says_of_it(tab):
    """What the declaration says holds without the page, and without what a form adds to tell it."""
    form = await tab.state(StructureForm)
    editor, key = FormsetEditor(form), form.lines["subjects"][0]["key"]
    assert await editor.remove("subjects", key) is None
    assert key in [line["key"] for line in form.lines["subjects"]]
    assert await editor.remove("needs", form.lines["needs"][0]["key"]), "a need may be taken away"


@proves("STRUCTURE-13")
async def test_a_draft_from_before_a_subject_was_added_keeps_it(tab, upstream):
    key = lines(tab, "subjects")[0]["key"]
    was = {name: text for name, text in submitted(tab, StructureForm).items() if f"subjects:{key}:" not in name}
    await tab.send(StructureForm.restore, data={**was, "telephone": "0383000009"}, was=was)
    await save(tab, telephone="0383000009")
    assert {line["label"] for line in lines(tab, "subjects")} >= {"Rendez-vous médical", "Courses"}
    assert len(patches(upstream)[0]["subjects"]) == 5


# --- what a save takes away -----------------------------------------------------------


@proves("STRUCTURE-12")
async def test_proofs_that_people_gave_are_named_before_they_go(tab, upstream):
    key = key_of(tab, REQUESTERS, "Je ne dispose pas d’une voiture")
    await tab.send(StructureForm.remove_line, name=REQUESTERS, key=key)
    await save(tab)
    question = tab.view(StructureForm).question
    assert say("structures.losses.criterion_requester", "fr", label="Je ne dispose pas d’une voiture") in question
    assert tab.went("askToSave") == []
    assert ("askToSave", []) in tab.calls
    assert not patches(upstream)
    await save(tab, _confirmed="yes")
    assert len(patches(upstream)[0][REQUESTERS]) == 4


@proves("STRUCTURE-12")
async def test_what_nobody_gave_is_said_to_be_unused(tab, upstream):
    await tab.send(StructureForm.add_line, name="needs", kind="")
    await save(tab, **{f"needs:{lines(tab, 'needs')[-1]['key']}:label": "Animal"})
    await tab.open(f"/solidarystructures/{ONE}")
    await tab.send(StructureForm.remove_line, name="needs", key=key_of(tab, "needs", "Animal"))
    await save(tab)
    assert say("structures.losses.need_unused", "fr", label="Animal") in tab.view(StructureForm).question


@proves("STRUCTURE-12")
async def test_answers_of_an_option_that_goes_or_is_renamed_are_named(tab):
    key = key_of(tab, REQUESTERS, "Situation")
    choices = f"{REQUESTERS}:{key}:choices"
    first, _, third, _ = (line["key"] for line in lines(tab, choices))
    await tab.send(StructureForm.remove_line, name=choices, key=third)
    await save(tab, **{f"{choices}:{first}:label": "En retraite"})
    question = tab.view(StructureForm).question
    renamed = {"label": "Situation", "option": "Retraité", "now": "En retraite"}
    assert say("structures.losses.option_renamed", "fr", None, **renamed) in question
    gone = {"label": "Situation", "option": "Bénéficiaire du RSA"}
    assert say("structures.losses.option_gone", "fr", None, **gone) in question


@proves("STRUCTURE-17")
async def test_a_new_option_takes_the_value_of_no_other(tab, upstream):
    key = key_of(tab, REQUESTERS, "Situation")
    choices = f"{REQUESTERS}:{key}:choices"
    await tab.send(StructureForm.add_line, name=choices, kind="")
    await save(tab, **{f"{choices}:{lines(tab, choices)[-1]['key']}:label": "4"})
    sent = next(line for line in patches(upstream)[0][REQUESTERS] if line["label"] == "Situation")
    assert sent["acceptedValues"] == "1;2;3;4;4 2"
    assert sent["options"].endswith(";Autre;4")


@proves("STRUCTURE-12")
async def test_who_loses_a_structure_is_named(tab, upstream):
    await tab.send(StructureForm.remove_line, name="operators", key=lines(tab, "operators")[0]["key"])
    await save(tab)
    assert say("structures.losses.oneself_gone", "fr") in tab.view(StructureForm).question


# --- two people ------------------------------------------------------------------------


@proves("STRUCTURE-14")
async def test_what_another_has_saved_meanwhile_comes_into_the_form(tab, upstream):
    now = await stored(upstream)
    mine = [each for each in now["structureProofs"] if each["type"] == 1]
    theirs = [
        *({**each, "label": "Carte d’invalidité"} if each["label"] == "Situation" else each for each in mine),
        {"label": "Quittance", "type": 1, "position": 6, "mandatory": False, "activated": True, "file": True},
    ]
    await ask(upstream, "PATCH", f"admin/structures/{ONE}", {REQUESTERS: theirs})
    key = key_of(tab, REQUESTERS, "Caisse de retraite")
    changes = {f"{REQUESTERS}:{key}:label": "Mutuelle"}
    await save(tab, **changes)
    names = {"list": say("structures.fields.structure_proofs_requester", "fr")}
    assert tab.view(StructureForm).their_lines == [
        say("kit.meanwhile.lines.changed", "fr", None, label="Carte d’invalidité", **names),
        say("kit.meanwhile.lines.added", "fr", None, label="Quittance", **names),
    ]
    assert [line["label"] for line in lines(tab, REQUESTERS)][-3:] == [
        *("Mutuelle", "Attestation de quotient familial", "Quittance")
    ]
    assert "Quittance" in tab.view(Notices).items[-1]["detail"]
    sent = patches(upstream)[0][REQUESTERS]
    assert {"Mutuelle", "Quittance", "Carte d’invalidité"} <= {line["label"] for line in sent}
    assert all(isinstance(line["id"], int) for line in sent)
    assert len((await stored(upstream))["structureProofs"]) == len(now["structureProofs"]) + 1


@proves("STRUCTURE-14")
async def test_a_line_both_changed_stays_as_one_has_it_and_is_said(tab, upstream):
    needs = (await stored(upstream))["needs"]
    theirs = [{**needs[0], "label": "Aide au départ"}, *needs[2:]]
    await ask(upstream, "PATCH", f"admin/structures/{ONE}", {"needs": theirs})
    first, second = (line["key"] for line in lines(tab, "needs")[:2])
    changes = {f"needs:{first}:label": "Aide pour monter", f"needs:{second}:label": "Fauteuil"}
    await save(tab, **changes)
    assert not patches(upstream)
    told = " ".join(tab.view(StructureForm).their_lines)
    assert say("kit.meanwhile.lines.both", "fr", list="Besoins", label=needs[0]["label"]) in told
    assert say("kit.meanwhile.lines.removed_kept", "fr", list="Besoins", label=needs[1]["label"]) in told
    await save(tab, **changes, _confirmed="yes")
    sent = patches(upstream)[0]["needs"]
    assert sent[0] == {"id": needs[0]["id"], "label": "Aide pour monter", "labelVolunteer": needs[0]["labelVolunteer"]}
    assert sent[1]["label"] == "Fauteuil"
    assert "id" not in sent[1]


@proves("STRUCTURE-14")
@pytest.mark.parametrize("changes", [{"telephone": "0383000009"}, {"needs:{need}:label": "Autre"}, {}])
async def test_the_structure_is_read_again_once_before_a_change_of_it(tab, upstream, changes):
    upstream.forget()
    key = lines(tab, "needs")[0]["key"]
    await save(tab, **{name.format(need=key): text for name, text in changes.items()})
    calls = [call.method for call in upstream.calls if call.path == f"/admin/structures/{ONE}"]
    assert calls[:2] == (["GET", "PATCH"] if changes else [])


@proves("STRUCTURE-15")
@pytest.mark.parametrize("changes", [{"telephone": "0383000009"}, {"needs:{need}:label": "Autre"}])
async def test_a_structure_deleted_meanwhile_is_told_calmly(sign_in, upstream, changes):
    tab = await sign_in("admin", "/solidarystructures/3")
    await ask(upstream, "DELETE", "admin/structures/3", who="admin")
    key = lines(tab, "needs")[0]["key"]
    await save(tab, **{name.format(need=key): text for name, text in changes.items()})
    assert tab.view(StructureForm).failure == say("errors.not_found", "fr")
    assert not tab.redirects
    assert lines(tab, "needs")


# --- preview ---------------------------------------------------------------------------


@proves("STRUCTURE-18")
async def test_the_preview_follows_what_the_form_asks(tab):
    key = key_of(tab, REQUESTERS, "Situation")
    changes = {f"{REQUESTERS}:{key}:label": "Statut", f"{REQUESTERS}:{key}:activated": None}
    await tab.send(StructurePreview.follow, data=submitted(tab, StructureForm))
    shown = tab.view(StructurePreview)
    asked = {each["label"]: each for each in shown.requesters}
    assert asked["Situation"]["choices"][0]["label"] == "Retraité"
    assert asked["Situation"]["kind"] == "selectbox"
    assert [each["kind"] for each in shown.volunteers] == ["file", "file", "checkbox"]
    await tab.send(StructurePreview.follow, data=submitted(tab, StructureForm, **changes))
    assert "Statut" not in {each["label"] for each in tab.view(StructurePreview).requesters}
    assert tab.view(StructurePreview).off == 1


# --- page and deletion ------------------------------------------------------------------


@proves("STRUCTURE-7", "STRUCTURE-8")
async def test_the_page_tells_everything(sign_in):
    tab = await sign_in("solidary", f"/solidarystructures/show/{OTHER}")
    shown = tab.view(StructureShow)
    assert shown.shown["offersTransport"] == "true"
    assert [each["label"] for each in shown.subjects] == ["Rendez-vous médical", "Courses", "Formation"]
    assert {"label": "Bon de transport", "activated": ""}.items() <= shown.requesters[2].items()
    assert (shown.times["mMinTime"], shown.times["mMaxTime"]) == ("06:00", "12:00")
    assert (shown.week[0]["m"], shown.week[5]["e"]) == ("true", "")
    assert len(shown.operators) == 2
    assert {"name": "Sophie Lambert", "email": "solidary@demo.test"}.items() <= shown.operators[0].items()
    # What is empty is counted, whatever part it would have.
    assert (shown.shown["subjects"], shown.shown["structureProofsRequester"]) == ("true", "true")
    assert shown.blanks == sum(not value for name, value in shown.shown.items() if name != "name")


def test_a_list_has_a_part_of_its_own_and_else_stands_among_what_is_empty():
    (shown,) = (each for each in SCREENS if "/show/" in each.route)
    told = Counter(re.findall(r'"data-field":"(\w+)"', str(shown.page())))
    assert told["signature"] == 2  # in its section, or among what is empty
    assert {told[each] for each in ("subjects", "needs", REQUESTERS, VOLUNTEERS, "territories", "operators")} == {1}


@proves("STRUCTURE-8")
async def test_a_deletion_counts_what_goes_by_few_calls_and_takes_the_name(sign_in, upstream):
    tab = await sign_in("admin", f"/solidarystructures/show/{ONE}")
    upstream.forget()
    await tab.send(StructureShow.weigh)
    assert len(upstream.calls) == 3
    told = tab.view(StructureShow).impacts
    assert say("structures.impact.records", "fr") in told
    # A solidary administrator who operates none of them is listed nobody: that is no proof.
    assert say("structures.impact.beneficiaries_unknown", "fr") in told
    assert say("structures.impact.operators", "fr", 1) in told
    await tab.send(StructureShow.erase, data={"name": "Entraide"})
    assert tab.view(StructureShow).wrong_name
    assert not upstream.called("DELETE")
    await tab.send(StructureShow.erase, data={"name": " entraide mobilite lunevillois "})
    assert [call.path for call in upstream.called("DELETE")] == [f"/admin/structures/{ONE}"]
    assert tab.redirects[-1] == "/solidarystructures"
    assert ONE not in [each["id"] for each in tab.view(CurrentStructure).structures]


async def test_many_people_are_counted_in_pages_of_a_thousand(sign_in, upstream):
    mine, other = ([{"id": number, "name": "Entraide", "status": 1}] for number in (1, 2))
    people = [{"id": number, "structures": mine if number <= 700 else other} for number in range(1, 1001)]
    whole = {"hydra:member": people, "hydra:totalItems": 5000}
    upstream.answer("GET", "admin/solidary_beneficiaries", whole)
    tab = await sign_in("admin", f"/solidarystructures/show/{ONE}")
    upstream.forget()
    await tab.send(StructureShow.weigh)
    pages = [call.query for call in upstream.called("GET", "admin/solidary_beneficiaries")]
    assert sorted((each["page"], each["perPage"]) for each in pages) == [(str(page), "1000") for page in range(1, 6)]
    told = say("structures.impact.beneficiaries", "fr", 700)  # who is on two pages counts once
    assert say("structures.impact.at_least", "fr", text=told) in tab.view(StructureShow).impacts


@proves("STRUCTURE-8")
async def test_who_operates_a_structure_knows_how_many_go_with_it(sign_in, upstream):
    upstream.grant("solidary@demo.test", "ROLE_SOLIDARY_ADMIN")
    tab = await sign_in("solidary", f"/solidarystructures/show/{ONE}")
    await tab.send(StructureShow.weigh)
    found = (await ask(upstream, "GET", "admin/solidary_beneficiaries?perPage=5000"))["hydra:member"]
    members = sum(any(str(each["id"]) == ONE for each in person["structures"]) for person in found)
    assert members
    assert say("structures.impact.beneficiaries", "fr", members) in tab.view(StructureShow).impacts


async def test_what_cannot_be_counted_is_said_and_nothing_is_deleted_unknown(sign_in, upstream):
    upstream.fail("admin/solidary_volunteers", status=500)
    tab = await sign_in("admin", f"/solidarystructures/show/{ONE}")
    await tab.send(StructureShow.weigh)
    shown = tab.view(StructureShow)
    assert shown.impacts_problem
    assert not shown.impacts_known


async def test_a_deletion_is_done_though_the_structures_cannot_be_read_again(sign_in, upstream):
    tab = await sign_in("admin", "/solidarystructures/show/4")
    upstream.fail("admin/structures", method="GET")
    await tab.send(StructureShow.erase, data={"name": tab.view(StructureShow).title})
    assert [call.path for call in upstream.called("DELETE")] == ["/admin/structures/4"]
    assert tab.view(Notices).items[-1]["kind"] == "success"


@proves("SHOW-7")
async def test_a_structure_that_is_gone_already_is_said_to_be_and_leads_back_to_the_list(sign_in, upstream):
    tab = await sign_in("admin", "/solidarystructures/show/4")
    title = tab.view(StructureShow).title
    await ask(upstream, "DELETE", "admin/structures/4", who="admin")
    await tab.send(StructureShow.erase, data={"name": title})
    notice = tab.view(Notices).items[-1]
    assert (notice["kind"], notice["text"]) == ("success", say("kit.delete.gone", "fr", name=title))
    assert tab.redirects == ["/solidarystructures"]
    assert "4" not in [each["id"] for each in tab.view(CurrentStructure).structures]


@proves("SHOW-7")
async def test_a_deletion_that_failed_closes_its_dialog_but_a_wrong_name_does_not(sign_in, upstream):
    tab = await sign_in("admin", "/solidarystructures/show/4")
    await tab.send(StructureShow.erase, data={"name": "Entraide"})
    assert not tab.went("closeDialog")
    upstream.fail("admin/structures/4", method="DELETE")
    await tab.send(StructureShow.erase, data={"name": tab.view(StructureShow).title})
    assert tab.went("closeDialog") == ["structure-deletion"], "what is told lies under it"
    assert tab.view(Notices).items[-1]["kind"] == "error"
    assert not tab.redirects


async def test_a_telephone_that_was_there_keeps_nobody_from_changing_the_rest(sign_in, upstream):
    await ask(upstream, "PATCH", f"admin/structures/{ONE}", {"telephone": "Standard 3939"})
    tab = await sign_in("solidary", f"/solidarystructures/{ONE}")
    await save(tab, signature="L’équipe")
    assert patches(upstream) == [{"signature": "L’équipe"}]
    await tab.open(f"/solidarystructures/{ONE}")
    await save(tab, telephone="12")
    assert set(errors(tab)) == {"telephone"}


@proves("STRUCTURE-8")
async def test_who_may_not_delete_is_asked_nothing(sign_in, upstream):
    tab = await sign_in("solidary", f"/solidarystructures/show/{ONE}")
    upstream.forget()
    await tab.send(StructureShow.erase, data={"name": "Entraide Mobilité Lunévillois"})
    await tab.send(StructureShow.delete)
    await tab.send(StructureShow.weigh)
    assert not upstream.calls


async def test_the_selector_follows_and_is_shut_meanwhile(tab):
    assert tab.view(CurrentStructure).editing
    await save(tab, name="Entraide Mobilité du Lunévillois")
    names = [each["name"] for each in tab.view(CurrentStructure).structures]
    assert "Entraide Mobilité du Lunévillois" in names


@pytest.mark.parametrize("locale", LOCALES)
def test_what_goes_with_a_structure_is_introduced_whether_or_not_it_has_people(locale):
    nobody, somebody = (say(f"structures.impact.{name}", locale) for name in ("nobody", "somebody"))
    assert nobody.partition(". ")[2] == somebody.partition(". ")[2] != ""
