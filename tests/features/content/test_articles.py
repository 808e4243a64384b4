"""Articles: the whole set of sections is sent when it changed, and nothing otherwise (ARTICLE-2, trap 35)."""

import json

import httpx
import pytest

from admin_app.api.auth import login
from admin_app.features.content.articles.record import ARTICLES, Article, Chapter
from admin_app.features.content.articles.screens import ArticleForm, ArticleList, ArticlePublishing, ArticleShow
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from tests.support.forms import submitted
from tests.support.proofs import proves

TERMS, HOW = "1", "4"
HOSTILE = (
    '<p onclick="alert(1)">a<img src=x onerror="alert(2)"></p><script>alert(3)</script>'
    '<a href="javascript:alert(4)">b</a><iframe src="https://evil.example"></iframe><style>p{display:none}</style>'
)


def told(tab):
    return [(item["kind"], item["text"], item["detail"]) for item in tab.view(Notices).items]


def lines(tab, name="asections"):
    return tab.view(ArticleForm).lines[name]


def below(tab, at=0):
    """The name of the paragraphs of a section."""
    return f"asections:{lines(tab)[at]['key']}:paragraphs"


def first_text(tab):
    """The name of the text that is read first."""
    paragraphs = below(tab)
    return f"{paragraphs}:{lines(tab, paragraphs)[0]['key']}:text"


async def save(tab, **changes):
    await tab.send(ArticleForm.save, data=submitted(tab, ArticleForm, **changes))


async def ask(upstream, method, path, body=None):
    """A call of somebody else, beside the application."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(upstream.app), base_url="http://localhost:8001") as http:
        tokens = await login(http, "admin@demo.test", "demo")
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        headers = {"Authorization": f"Bearer {tokens.token}", "Content-Type": kind}
        answer = await http.request(method, f"/{path}", content=json.dumps(body), headers=headers)
    return answer.raise_for_status().json()


async def read(upstream, article_id):
    """An article as the API has it now."""
    answer = await ask(upstream, "GET", f"admin/articles/{article_id}")
    return answer["sections"]


# --- list and page ---------------------------------------------------------------------


@proves("ARTICLE-7")
async def test_the_list_counts_and_names_the_sections(sign_in, upstream):
    tab = await sign_in("admin", "/articles")
    row = next(row for row in tab.view(ArticleList).rows if row["id"] == HOW)
    assert (row["title"], row["status"], row["sections"]) == ("Comment ça marche\u00a0?", "1", "3")
    assert row["sections.title"] == "Le principe · En trois étapes"
    assert row["sections.paragraphs.text"].startswith("Vous")
    first = upstream.called("GET", "admin/articles")[0].query
    assert first["order[status]"] == "asc", "drafts come first"


@proves("ARTICLE-7")
@pytest.mark.parametrize(("sort", "way"), [("", "asc"), ("?sort=-status", "desc")])
async def test_articles_of_one_status_stand_in_the_order_of_their_titles(sign_in, upstream, sort, way):
    tab = await sign_in("admin", f"/articles{sort}")
    asked = upstream.called("GET", "admin/articles")[0]
    ordered = [pair for pair in asked.params if pair[0].startswith("order")]
    assert ordered == [("order[status]", way), ("order[title]", "asc")], "by status first"
    rows = [(row["status"], row["title"]) for row in tab.view(ArticleList).rows]
    for status in ("0", "1"):
        titles = [title for each, title in rows if each == status]
        assert len(titles) > 1
        assert titles == sorted(titles)


@proves("ARTICLE-7")
async def test_articles_in_another_order_have_that_alone(sign_in, upstream):
    await sign_in("admin", "/articles?sort=-title")
    asked = upstream.called("GET", "admin/articles")[0]
    assert [pair for pair in asked.params if pair[0].startswith("order")] == [("order[title]", "desc")]


@proves("ARTICLE-7")
@pytest.mark.parametrize(
    ("titles", "told"),
    [
        ([], ""),
        (["Objet"], "Objet"),
        (["Objet", "", "Durée"], "Objet · Durée"),
        (["Objet", "Durée", "Litiges"], "Objet · Durée"),
        (["Mot de passe oublié", "Adresse électronique inconnue"], "Mot de passe oublié"),
        (["Ce que chacune et chacun de vous peut en attendre"], "Ce que chacune et chacun de vous peut en attendre"),
    ],
)
def test_a_row_names_whole_the_sections_that_a_phone_has_room_for(titles, told):
    article = Article(sections=[Chapter(title=title) for title in titles])
    (column,) = (each for each in ARTICLES.columns if each.field == "sections.title")
    assert column.value
    assert column.value(article) == told


@proves("ARTICLE-7")
async def test_the_list_is_filtered_and_sorted_by_its_address(sign_in, upstream):
    tab = await sign_in("admin", "/articles?status=0&sort=-status&title=plan")
    assert [row["title"] for row in tab.view(ArticleList).rows] == ["Employeurs\u00a0: bâtir votre plan de mobilité"]
    assert upstream.called("GET", "admin/articles")[0].query["order[status]"] == "desc"


@proves("ARTICLE-1")
async def test_an_article_is_shown_in_order_with_what_is_not_online(sign_in):
    tab = await sign_in("admin", f"/articles/show/{HOW}")
    sections = tab.view(ArticleShow).sections
    assert [section["title"] for section in sections] == [
        "Le principe",
        "En trois étapes",
        "Et si personne ne répond\u00a0?",
    ]
    assert sections[0]["subtitle"] == "Partager un trajet que l’on fait déjà"
    assert [each["status"] for each in sections[2]["paragraphs"]] == ["1", "0"]
    assert tab.view(ArticleShow).shown["sections"] == "3"


async def test_stored_html_never_runs(sign_in, upstream):
    made = await ask(
        upstream,
        "POST",
        "admin/articles",
        {
            "title": "<b>Titre</b>",
            "status": 1,
            "asections": [
                {"position": 1, "status": 1, "paragraphs": [{"position": 1, "status": 1, "text": HOSTILE}]},
            ],
        },
    )
    clean = '<p>a<img src="x"></p><a rel="noopener noreferrer">b</a>'
    tab = await sign_in("admin", f"/articles/show/{made['id']}")
    assert tab.view(ArticleShow).sections[0]["paragraphs"][0]["html"] == clean
    assert tab.view(ArticleShow).title == "<b>Titre</b>", "a title is text, shown as such"
    await tab.open(f"/articles/{made['id']}")
    assert lines(tab, below(tab))[0]["text"] == clean
    await save(tab)
    assert not upstream.called("PATCH"), "looking at a text is no change"


@proves("FORM-14")
async def test_typed_html_is_cleaned_before_it_is_sent(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    key = lines(tab, below(tab))[0]["key"]
    await save(tab, **{f"{below(tab)}:{key}:text": HOSTILE})
    sent = upstream.called("PATCH")[0].body["asections"][0]["paragraphs"][0]["text"]
    assert not any(word in sent for word in ("alert", "script", "onerror", "iframe", "style"))


# --- what is sent ----------------------------------------------------------------------


@proves("ARTICLE-2")
@pytest.mark.parametrize("article_id", [str(number) for number in range(1, 14)])
async def test_nothing_is_sent_when_nothing_changed(sign_in, upstream, article_id):
    tab = await sign_in("admin", f"/articles/{article_id}")
    await save(tab)
    assert tab.view(ArticleForm).errors == {}
    assert not upstream.called("PATCH")
    assert told(tab) == [("success", say("kit.form.nothing_to_save", "fr"), "")]


@proves("ARTICLE-2")
async def test_a_new_title_leaves_the_sections_out(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{TERMS}")
    await save(tab, title="Conditions")
    assert upstream.called("PATCH")[0].body == {"title": "Conditions"}


@proves("ARTICLE-2")
async def test_a_changed_section_sends_them_all_with_their_ids(sign_in, upstream):
    before = await read(upstream, HOW)
    tab = await sign_in("admin", f"/articles/{HOW}")
    first = lines(tab)[0]["key"]
    await save(tab, **{f"asections:{first}:title": "L’idée", f"asections:{first}:subTitle": ""})
    body = upstream.called("PATCH")[0].body
    assert list(body) == ["asections"]
    assert [section["id"] for section in body["asections"]] == [section["id"] for section in before]
    assert (body["asections"][0]["title"], body["asections"][0]["subTitle"]) == ("L’idée", "")
    after = await read(upstream, HOW)
    assert after[1:] == [section | {"subTitle": ""} for section in before[1:]], "none and empty are the same to readers"
    assert after[0]["paragraphs"] == before[0]["paragraphs"]
    assert (after[0]["title"], after[0]["subTitle"]) == ("L’idée", "")
    assert tab.redirects == [f"/articles/show/{HOW}"]


@proves("ARTICLE-1", "ARTICLE-3", "ARTICLE-4")
async def test_a_creation_sends_what_was_written(sign_in, upstream):
    tab = await sign_in("admin", "/articles/create")
    await tab.send(ArticleForm.add_line, name="asections")
    await tab.send(ArticleForm.add_line, name=below(tab))
    assert lines(tab)[0]["status"] == "0", "what is new is not online yet"
    section, paragraph = lines(tab)[0]["key"], lines(tab, below(tab))[0]["key"]
    data = {
        "title": "Neuf",
        "status": "1",
        f"asections:{section}:title": "Un",
        f"asections:{section}:subTitle": "",
        f"asections:{section}:status": "1",
        f"asections:{section}:paragraphs:{paragraph}:text": "<p>Bonjour 👋</p>",
        f"asections:{section}:paragraphs:{paragraph}:status": "0",
        f"asections:{section}:paragraphs:{paragraph}:id": "",
        f"asections:{section}:id": "",
    }
    await tab.send(ArticleForm.save, data=data | {"_confirmed": "yes"})
    assert upstream.called("POST", "admin/articles")[0].body == {
        "title": "Neuf",
        "status": 1,
        "asections": [
            {
                "title": "Un",
                "subTitle": "",
                "status": 1,
                "position": 1,
                "paragraphs": [{"text": "<p>Bonjour 👋</p>", "status": 0, "position": 1}],
            }
        ],
    }
    assert told(tab)[-1] == ("success", say("kit.publication.saved", "fr"), "")


@proves("ARTICLE-3")
async def test_a_new_article_begins_with_a_section_which_is_left_out_as_long_as_nothing_is_written(sign_in, upstream):
    tab = await sign_in("admin", "/articles/create")
    section, paragraph = lines(tab)[0]["key"], lines(tab, below(tab))[0]["key"]
    cells = {"title": "", "subTitle": "", "status": "0", "id": ""}
    blank = {f"asections:{section}:{name}": text for name, text in cells.items()}
    text = f"asections:{section}:paragraphs:{paragraph}:text"
    blank |= {text: "", f"asections:{section}:paragraphs:{paragraph}:status": "0"}
    written = {f"asections:90:{name}": text for name, text in (cells | {"title": "Deux"}).items()}
    await tab.send(ArticleForm.save, data={"title": "Neuf", "status": "0", **blank, f"asections:{section}:title": "Un"})
    assert text in tab.view(ArticleForm).errors, "who writes a title owes a text"
    await tab.send(ArticleForm.save, data={"title": "Neuf", "status": "0", **blank, **written})
    (made,) = upstream.called("POST", "admin/articles")
    assert [(each["title"], each["position"]) for each in made.body["asections"]] == [("Deux", 1)]


@proves("ARTICLE-11")
async def test_an_added_section_comes_with_a_paragraph_to_write_in(sign_in):
    tab = await sign_in("admin", f"/articles/{HOW}")
    content = submitted(tab, ArticleForm)
    await tab.send(ArticleForm.add_line, name="asections", content=content)
    new = lines(tab)[-1]["key"]
    (paragraph,) = lines(tab, f"asections:{new}:paragraphs")
    assert paragraph["status"] == "0"
    assert tab.went("focusFirst")[-1].startswith(f'[id="line-asections:{new}"] :is(input'), "its title"
    await tab.send(ArticleForm.undo_step, content=submitted(tab, ArticleForm))
    assert f"asections:{new}:paragraphs" not in tab.view(ArticleForm).lines
    await tab.send(ArticleForm.redo_step, content=submitted(tab, ArticleForm))
    assert [each["key"] for each in lines(tab, f"asections:{new}:paragraphs")] == [paragraph["key"]]


async def test_an_article_may_have_no_section(sign_in, upstream):
    tab = await sign_in("admin", "/articles/create")
    await tab.send(ArticleForm.save, data={"title": "Vide", "status": "0"})
    assert upstream.called("POST", "admin/articles")[0].status == 201


# --- lines -----------------------------------------------------------------------------


@proves("ARTICLE-3")
async def test_a_line_moves_with_what_the_browser_holds_for_it(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    revision = tab.view(ArticleForm).revision
    first = lines(tab)[0]
    await tab.send(ArticleForm.move_line, name="asections", key=first["key"], by=1)
    assert [line["key"] for line in lines(tab)].index(first["key"]) == 1
    assert tab.view(ArticleForm).revision == revision, "the inputs are not mounted again"
    said = say("kit.lines.moved", "fr", line="Section 2", position=2, total=3)
    assert tab.went("linesChanged") == [f"asections:{first['key']}", said]
    before = await read(upstream, HOW)
    await save(tab)
    after = await read(upstream, HOW)
    assert [section["id"] for section in after] == [before[at]["id"] for at in (1, 0, 2)]
    assert [section["position"] for section in after] == [1, 2, 3]
    assert [section["paragraphs"] for section in after] == [before[at]["paragraphs"] for at in (1, 0, 2)]


@pytest.mark.parametrize(("at", "by"), [(0, -1), (2, 1)])
async def test_a_line_at_an_end_stays_and_says_so(sign_in, at, by):
    tab = await sign_in("admin", f"/articles/{HOW}")
    before = lines(tab)
    await tab.send(ArticleForm.move_line, name="asections", key=before[at]["key"], by=by)
    assert lines(tab) == before
    said = say("kit.lines.at_an_end", "fr", line=f"Section {at + 1}", position=at + 1, total=3)
    assert tab.went("linesChanged") == [f"asections:{before[at]['key']}", said]


async def test_a_paragraph_moves_inside_its_section(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    first, second = (line["key"] for line in lines(tab, below(tab)))
    await tab.send(ArticleForm.move_line, name=below(tab), key=second, by=-1)
    assert [line["key"] for line in lines(tab, below(tab))] == [second, first]
    await save(tab)
    [section, *_] = upstream.called("PATCH")[0].body["asections"]
    assert [each["position"] for each in section["paragraphs"]] == [1, 2]
    assert section["paragraphs"][0]["text"].startswith("<p>C’est <strong>gratuit")


@proves("ARTICLE-6")
async def test_a_removed_section_is_deleted_by_the_save(sign_in, upstream):
    before = await read(upstream, HOW)
    tab = await sign_in("admin", f"/articles/{HOW}")
    gone, near = lines(tab)[1]["key"], lines(tab)[2]["key"]
    await tab.send(ArticleForm.remove_line, name="asections", key=gone)
    assert tab.went("linesChanged")[0] == f"asections:{near}"
    assert f"asections:{gone}:paragraphs" not in tab.view(ArticleForm).lines
    assert len(await read(upstream, HOW)) == 3, "not before the save"
    await save(tab)
    assert [section["id"] for section in await read(upstream, HOW)] == [before[0]["id"], before[2]["id"]]


async def test_removing_the_last_line_leads_to_the_button_that_adds_one(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    name = below(tab, 1)
    await tab.send(ArticleForm.remove_line, name=name, key=lines(tab, name)[0]["key"])
    assert tab.went("linesChanged")[0] == name
    await save(tab)
    assert (await read(upstream, HOW))[1]["paragraphs"] == []


@pytest.mark.parametrize(
    "name", ["nothing", "title", "asections:999:paragraphs", "asections:1", "", "asections:x:title"]
)
async def test_lines_nobody_has_are_not_touched(sign_in, name):
    tab = await sign_in("admin", f"/articles/{HOW}")
    before = tab.view(ArticleForm).lines
    await tab.send(ArticleForm.add_line, name=name)
    await tab.send(ArticleForm.remove_line, name=name, key="1")
    await tab.send(ArticleForm.move_line, name=name, key="1", by=1)
    assert tab.view(ArticleForm).lines == before


# --- refusals and drafts ---------------------------------------------------------------


@proves("ARTICLE-5")
@pytest.mark.parametrize("locale", ["fr", "en"])
async def test_what_is_wrong_in_a_line_is_said_with_its_place(sign_in, upstream, browser, locale):
    browser.storage["locale"] = locale
    tab = await sign_in("admin", f"/articles/{HOW}")
    name, second = below(tab, 2), lines(tab)[1]["key"]
    key = lines(tab, name)[1]["key"]
    await save(tab, **{f"{name}:{key}:text": "", f"asections:{second}:title": "x" * 256})
    form = tab.view(ArticleForm)
    missing, long = say("kit.validation.required", locale), say("kit.validation.too_long", locale, 255)
    assert form.errors == {f"{name}:{key}:text": missing, f"asections:{second}:title": long}
    places = {each["name"]: each["field"] for each in form.refused}
    paragraph = {"fr": "Section 3 · Paragraphe 2 · Texte", "en": "Section 3 · Paragraph 2 · Text"}[locale]
    assert places[f"{name}:{key}:text"] == paragraph
    assert not upstream.called("PATCH")
    await save(tab)
    assert (form.errors, form.refused) == ({}, [])


async def test_ten_thousand_characters_and_wrong_choices_are_refused(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    first = lines(tab)[0]["key"]
    await save(tab, title="x" * 10_000, status="7", **{f"asections:{first}:status": "2"})
    assert set(tab.view(ArticleForm).errors) == {"title", "status", f"asections:{first}:status"}
    assert not upstream.called("PATCH")


async def test_a_long_text_is_no_problem(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    key = lines(tab, below(tab))[0]["key"]
    await save(tab, **{f"{below(tab)}:{key}:text": "<p>" + "é" * 100_000 + "</p>"})
    assert upstream.called("PATCH")[0].status == 200


async def test_a_draft_brings_back_lines_with_their_ids(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    await tab.send(ArticleForm.add_line, name="asections")
    new = lines(tab)[-1]["key"]
    await tab.send(ArticleForm.move_line, name="asections", key=new, by=-1)
    inside = lines(tab, f"asections:{new}:paragraphs")[0]["key"]
    written = {f"asections:{new}:title": "Ajout", f"asections:{new}:paragraphs:{inside}:text": "<p>Texte</p>"}
    written |= {f"asections:{new}:id": "", f"asections:{new}:paragraphs:{inside}:id": ""}
    draft = submitted(tab, ArticleForm, **written)
    before = await read(upstream, HOW)
    await tab.restart()
    await tab.send(ArticleForm.restore, data=draft)
    assert [line.get("title") for line in lines(tab)][2] == "Ajout"
    await save(tab)
    after = await read(upstream, HOW)
    assert [section["title"] for section in after] == [
        before[0]["title"],
        before[1]["title"],
        "Ajout",
        before[2]["title"],
    ]
    assert [after[at]["id"] for at in (0, 1, 3)] == [section["id"] for section in before]
    assert after[2]["paragraphs"][0]["text"] == "<p>Texte</p>"


async def test_a_draft_may_name_a_section_that_is_gone(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    draft = submitted(tab, ArticleForm)
    gone = (await read(upstream, HOW))[0]
    await ask(upstream, "PATCH", f"admin/articles/{HOW}", {"asections": [{"id": gone["id"]}]})
    await ask(upstream, "PATCH", f"admin/articles/{HOW}", {"asections": []})
    await tab.restart()
    await tab.send(ArticleForm.restore, data=draft)
    await save(tab)
    assert upstream.called("PATCH")[-1].status == 200
    assert len(await read(upstream, HOW)) == 3


@proves("FORM-20")
async def test_a_save_that_would_undo_the_work_of_another_person_asks_first(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    first, second = lines(tab)[0]["key"], lines(tab)[1]["key"]
    before = await read(upstream, HOW)
    theirs = [{"id": before[0]["id"], "title": "Leur titre"}, {"id": before[2]["id"]}]
    await ask(upstream, "PATCH", f"admin/articles/{HOW}", {"asections": theirs})
    mine = {f"asections:{first}:title": "Mon titre", f"asections:{second}:title": "Ma section"}
    await save(tab, title="Le titre", **mine)
    assert not upstream.called("PATCH")
    assert tab.calls[-1] == ("askToSave", [])
    names = {"list": say("articles.fields.asections", "fr")}
    assert tab.view(ArticleForm).their_lines == [
        " ".join(
            (
                say("kit.meanwhile.lines.both", "fr", label=before[0]["title"], **names),
                say("kit.meanwhile.lines.lost", "fr", theirs="Leur titre"),
            )
        ),
        say("kit.meanwhile.lines.removed_kept", "fr", label=before[1]["title"], **names),
    ]
    await save(tab, title="Le titre", **mine, _confirmed="yes")
    assert upstream.called("PATCH")[0].status == 200
    after = await read(upstream, HOW)
    assert [section["title"] for section in after][:2] == ["Mon titre", "Ma section"]
    assert len(after) == 3, "what they removed and this person had written in is made again"


@proves("FORM-20")
async def test_what_two_people_wrote_in_one_section_comes_together(sign_in, upstream):
    """One gave it another title, and the other wrote in a paragraph of it."""
    tab = await sign_in("admin", f"/articles/{HOW}")
    before = await read(upstream, HOW)
    theirs = [{**before[0], "title": "Leur titre"}, *({"id": each["id"]} for each in before[1:])]
    await ask(upstream, "PATCH", f"admin/articles/{HOW}", {"asections": theirs})
    await save(tab, **{first_text(tab): "<p>Mon texte</p>"})
    assert ("askToSave", []) not in tab.calls
    (section, *_) = await read(upstream, HOW)
    assert (section["title"], section["paragraphs"][0]["text"]) == ("Leur titre", "<p>Mon texte</p>")
    assert len(section["paragraphs"]) == len(before[0]["paragraphs"])


@proves("FORM-20")
async def test_what_two_people_wrote_in_one_paragraph_is_quoted(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    before = await read(upstream, HOW)
    written = [{**before[0]["paragraphs"][0], "text": "<p>Leur <b>texte</b></p>"}, *before[0]["paragraphs"][1:]]
    theirs = [{**before[0], "paragraphs": written}, *({"id": each["id"]} for each in before[1:])]
    await ask(upstream, "PATCH", f"admin/articles/{HOW}", {"asections": theirs})
    await save(tab, **{first_text(tab): "<p>Mon texte</p>"})
    assert tab.calls[-1] == ("askToSave", [])
    (said,) = tab.view(ArticleForm).their_lines
    assert said.startswith(say("articles.fields.asections_paragraphs", "fr"))
    assert said.endswith(say("kit.meanwhile.lines.lost", "fr", theirs="Leur texte"))


@proves("FORM-20")
async def test_sections_that_different_people_wrote_in_come_together(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    before = await read(upstream, HOW)
    theirs = [{**before[0], "title": "Leur titre"}, *({"id": each["id"]} for each in before[1:])]
    await ask(upstream, "PATCH", f"admin/articles/{HOW}", {"asections": theirs})
    await save(tab, **{f"asections:{lines(tab)[1]['key']}:title": "Ma section"})
    assert ("askToSave", []) not in tab.calls
    assert [section["title"] for section in await read(upstream, HOW)][:2] == ["Leur titre", "Ma section"]
    kept = say("kit.meanwhile.lines.changed", "fr", label="Leur titre", list=say("articles.fields.asections", "fr"))
    assert kept in tab.view(Notices).items[-1]["detail"]


async def test_a_change_of_another_person_elsewhere_is_kept_and_asks_nothing(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    await ask(upstream, "PATCH", f"admin/articles/{HOW}", {"title": "Leur titre"})
    await save(tab, **{f"asections:{lines(tab)[0]['key']}:title": "Mon titre"})
    assert list(upstream.called("PATCH")[0].body) == ["asections"]
    await tab.open(f"/articles/{HOW}")
    assert tab.view(ArticleForm).title == "Leur titre"


# --- who may ---------------------------------------------------------------------------


async def test_an_unknown_article_is_not_found(sign_in):
    tab = await sign_in("admin", "/articles/show/9999")
    assert tab.view(ArticleShow).problem == say("errors.not_found", "fr")
    await tab.open("/articles/9999")
    assert tab.view(ArticleForm).problem == say("errors.not_found", "fr")


async def test_somebody_who_may_read_users_may_not_manage_articles(sign_in, upstream):
    tab = await sign_in("hitchhiking", "/articles")
    assert not upstream.called("GET", "admin/articles")
    await tab.send(ArticleForm.save, data={"title": "x", "status": "1"})
    assert not upstream.called("POST", "admin/articles")


async def test_a_deletion_takes_the_article(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/show/{HOW}")
    await tab.send(ArticleShow.weigh_deletion)
    assert tab.view(ArticleShow).impacts == [
        say("articles.impact.online", "fr"),
        say("articles.impact.sections", "fr", 3),
        say("articles.impact.paragraphs", "fr", 5),
    ]
    await tab.send(ArticleShow.delete)
    assert upstream.called("DELETE")[0].path == f"/admin/articles/{HOW}"
    assert tab.redirects == ["/articles"]


# --- publishing ------------------------------------------------------------------------


DRAFTS = {
    "title": "À venir",
    "status": 0,
    "asections": [
        {"title": "Un", "status": 0, "position": 1, "paragraphs": [{"text": "<p>A</p>", "status": 0, "position": 1}]},
        {"title": "Deux", "status": 1, "position": 2, "paragraphs": [{"text": "<p>B</p>", "status": 0, "position": 1}]},
    ],
}


@proves("ARTICLE-8")
async def test_publishing_says_what_the_public_will_not_read(sign_in, upstream):
    made = await ask(upstream, "POST", "admin/articles", DRAFTS)
    tab = await sign_in("admin", f"/articles/show/{made['id']}")
    await tab.send(ArticlePublishing.weigh, record_id=str(made["id"]), wanted="1")
    view = tab.view(ArticlePublishing)
    assert view.consequences == [
        say("articles.publishing.empty", "fr"),
        say("articles.publishing.draft_sections", "fr", 1),
        say("articles.publishing.draft_paragraphs", "fr", 2),
    ]
    assert view.parts_left
    await tab.send(ArticlePublishing.publish, whole=False)
    assert upstream.called("PATCH")[0].body == {"status": 1}
    assert tab.view(ArticleShow).shown["status"] == "1"
    await tab.open(f"/articles/{made['id']}")
    await save(tab, title="Bientôt")
    assert view.done_name == "Bientôt"


async def published_whole(sign_in, upstream):
    """Somebody who has published an article with all its drafts, the article, and its sections as they were."""
    made = await ask(upstream, "POST", "admin/articles", DRAFTS)
    before = await read(upstream, made["id"])
    tab = await sign_in("admin", f"/articles/show/{made['id']}")
    await tab.send(ArticlePublishing.weigh, record_id=str(made["id"]), wanted="1")
    await tab.send(ArticlePublishing.publish, whole=True)
    return tab, made, before


@proves("ARTICLE-8")
async def test_everything_is_published_at_once(sign_in, upstream):
    tab, made, before = await published_whole(sign_in, upstream)
    after = await read(upstream, made["id"])
    assert [each["status"] for each in after] == [1, 1]
    assert [text["status"] for each in after for text in each["paragraphs"]] == [1, 1]
    assert [each["id"] for each in after] == [each["id"] for each in before], "the same sections"
    assert [each["title"] for each in after] == ["Un", "Deux"]
    await tab.send(ArticlePublishing.weigh, record_id=str(made["id"]), wanted="0")
    assert tab.view(ArticlePublishing).consequences == [say("articles.publishing.taken_back", "fr")]
    assert not tab.view(ArticlePublishing).parts_left


@proves("ARTICLE-8")
async def test_everything_that_was_published_is_taken_back(sign_in, upstream):
    tab, made, before = await published_whole(sign_in, upstream)
    await ask(upstream, "PATCH", f"admin/articles/{made['id']}", {"title": "Renommé"})
    await tab.send(ArticlePublishing.undo)
    assert tab.went("focusFirst") == ["h1"], "what was pressed is gone"
    after = await read(upstream, made["id"])
    assert after == [section | {"subTitle": ""} for section in before], "none and empty are the same to readers"
    view = tab.view(ArticleShow)
    assert (view.shown["status"], view.title) == ("0", "Renommé")
    assert [each["status"] for each in view.sections] == ["0", "1"]


@proves("ARTICLE-8")
async def test_what_somebody_wrote_meanwhile_stays_when_it_is_taken_back(sign_in, upstream):
    made = await ask(upstream, "POST", "admin/articles", DRAFTS)
    tab = await sign_in("admin", f"/articles/show/{made['id']}")
    await tab.send(ArticlePublishing.weigh, record_id=str(made["id"]), wanted="1")
    await tab.send(ArticlePublishing.publish, whole=True)
    _, second = await read(upstream, made["id"])
    written = [{**second, "title": "Deux bis", "position": 1}, {"title": "Trois", "status": 1, "position": 2}]
    await ask(upstream, "PATCH", f"admin/articles/{made['id']}", {"asections": written})
    await tab.send(ArticlePublishing.undo)
    after = await read(upstream, made["id"])
    assert [(each["title"], each["status"]) for each in after] == [("Deux bis", 1), ("Trois", 1)]
    assert [each["status"] for each in after[0]["paragraphs"]] == [0], "as it was; what is new stays"


@proves("ARTICLE-8")
async def test_an_empty_page_is_not_published_unasked(sign_in, upstream):
    made = await ask(upstream, "POST", "admin/articles", DRAFTS)
    tab = await sign_in("admin", f"/articles/{made['id']}")
    data = submitted(tab, ArticleForm, status_wanted="1")
    await tab.send(ArticleForm.save, data=data)
    form = tab.view(ArticleForm)
    assert (form.asked, form.publishes) == ("empty", True)
    assert "askToSave" in [name for name, _ in tab.calls]
    assert not upstream.called("PATCH")
    online = {name: "1" for name in data if name.startswith("asections:") and name.endswith(":status")}
    await tab.send(ArticleForm.save, data=data | online)
    body = upstream.called("PATCH")[0].body
    assert (body["status"], {each["status"] for each in body["asections"]}) == (1, {1})


@proves("ARTICLE-8")
async def test_a_page_that_is_read_is_published_without_a_question(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    await save(tab, status_wanted="0")
    await tab.open(f"/articles/{HOW}")
    await save(tab, status_wanted="1")
    assert [call.body for call in upstream.called("PATCH")] == [{"status": 0}, {"status": 1}]
    assert [each[1] for each in told(tab)] == [say("kit.publication.saved", "fr")], "the save before is told no more"


@proves("ARTICLE-9")
async def test_a_preview_holds_what_is_written_and_sends_nothing(sign_in, upstream):
    tab = await sign_in("admin", f"/articles/{HOW}")
    key = lines(tab)[0]["key"]
    data = submitted(tab, ArticleForm, title="", **{f"asections:{key}:title": "<b>Redit</b>"})
    text = next(name for name in data if name.endswith(":text"))
    await tab.send(ArticleForm.preview, data=data | {text: HOSTILE})
    form = tab.view(ArticleForm)
    assert (form.preview_title, form.preview_online) == ("", True)
    assert form.previewed[0]["title"] == "<b>Redit</b>", "a title is text, shown as such"
    assert "alert" not in json.dumps(form.previewed)
    assert not upstream.called("PATCH")
