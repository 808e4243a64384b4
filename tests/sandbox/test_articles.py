"""Articles: what `asections` keeps, changes and deletes (content-points.yaml, update_article)."""

import pytest

PLACE = "/admin/articles"
TEXT = {"position": 1, "status": 1, "text": "<p>Bonjour</p>"}
SECTION = {"position": 1, "status": 1, "title": "Un", "subTitle": "Sous", "paragraphs": [TEXT]}


async def created(caller, *asections):
    answer = await caller.post(PLACE, {"title": "Aide", "status": 1, "asections": list(asections)})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def patched(caller, article, **changes):
    answer = await caller.patch(f"{PLACE}/{article['id']}", changes)
    assert answer.status_code == 200, answer.text
    return await caller.get(f"{PLACE}/{article['id']}")


async def test_the_demo_has_a_dozen_articles_of_real_length(reader):
    articles = await reader.members(PLACE)
    assert len(articles) > 10
    assert {article["status"] for article in articles} == {0, 1}
    assert max(len(article["sections"]) for article in articles) >= 7
    assert all(paragraph["text"].startswith("<") for article in articles for section in article["sections"]
               for paragraph in section["paragraphs"])  # fmt: skip


async def test_a_list_sends_nulls_and_an_item_leaves_them_out(reader):
    article = next(each for each in await reader.members(PLACE) if each["title"] == "Mentions légales")
    assert article["sections"][0]["subTitle"] is None
    assert "subTitle" not in (await reader.get(f"{PLACE}/{article['id']}"))["sections"][0]


@pytest.mark.parametrize(
    ("params", "titles"),
    [
        ({"title": "CONDITIONS gene"}, ["Conditions générales"]),
        ({"title": "aide", "order[title]": "desc"}, ["Aide\u00a0: proposer", "Aide\u00a0: je"]),
        ({"status": "0", "order[id]": "asc"}, ["Semaine européenne", "Employeurs"]),
    ],
)
async def test_filters_and_orders(reader, params, titles):
    found = [article["title"] for article in await reader.members(PLACE, **params)]
    assert len(found) == len(titles)
    assert all(text.startswith(title) for text, title in zip(found, titles, strict=True))


async def test_a_creation_ignores_ids_and_sections_and_drops_paragraphs_without_text(writer):
    section = SECTION | {"id": 1, "paragraphs": [TEXT | {"id": 1}, {"position": 2, "status": 0}]}
    answer = await writer.post(
        PLACE, {"title": "A", "status": 0, "asections": [section], "sections": [SECTION, SECTION]}
    )
    made = answer.json()["sections"]
    assert len(made) == 1
    assert made[0]["id"] != 1
    assert [paragraph["text"] for paragraph in made[0]["paragraphs"]] == ["<p>Bonjour</p>"]


async def test_what_is_not_sent_stays(writer):
    article = await created(writer, SECTION)
    after = await patched(writer, article, title="Aide et contact")
    assert after["title"] == "Aide et contact"
    assert after["sections"] == article["sections"]
    kept = {"id": article["sections"][0]["id"], "title": None, "subTitle": ""}
    [section] = (await patched(writer, article, asections=[kept]))["sections"]
    assert (section["title"], section["subTitle"], section["position"]) == ("Un", "", 1)
    assert section["paragraphs"] == article["sections"][0]["paragraphs"]


async def test_what_is_left_out_is_deleted(writer):
    article = await created(writer, SECTION, SECTION | {"position": 2, "title": "Deux"})
    first, second = article["sections"]
    after = await patched(
        writer, article, asections=[{"id": second["id"], "paragraphs": []}, SECTION | {"title": "Neuf"}]
    )
    assert [section["title"] for section in after["sections"]] == ["Neuf", "Deux"]
    assert after["sections"][1] == second | {"paragraphs": []}
    assert first["id"] not in [section["id"] for section in after["sections"]]


@pytest.mark.parametrize("wanted", [[], None])
async def test_nothing_wanted_deletes_all(writer, wanted):
    article = await created(writer, SECTION)
    assert (await patched(writer, article, asections=wanted))["sections"] == []


async def test_an_unknown_paragraph_is_made_anew(writer):
    article = await created(writer, SECTION)
    section = {"id": article["sections"][0]["id"], "paragraphs": [TEXT | {"id": 999_999}]}
    [after] = (await patched(writer, article, asections=[section]))["sections"]
    assert after["paragraphs"][0]["id"] not in (999_999, article["sections"][0]["paragraphs"][0]["id"])


REFUSED = [
    {"asections": [{"id": 999_999}]},
    {"asections": [{"title": "Sans position", "status": 1}]},
    {"asections": [{"title": "Sans statut", "position": 1}]},
    {"asections": [SECTION | {"title": "x" * 256}]},
    {"asections": [SECTION | {"position": "1"}]},
    {"asections": [SECTION | {"paragraphs": ["texte"]}]},
    {"asections": {"1": SECTION}},
    {"title": "x" * 256},
]


@pytest.mark.parametrize("changes", REFUSED, ids=str)
async def test_a_failure_changes_nothing(writer, changes):
    article = await created(writer, SECTION)
    answer = await writer.patch(f"{PLACE}/{article['id']}", {"status": 0} | changes)
    assert answer.status_code == 500
    assert await writer.get(f"{PLACE}/{article['id']}") == await writer.get(f"{PLACE}/{article['id']}") | {
        "status": 1,
        "sections": article["sections"],
    }


async def test_a_section_of_another_article_is_unknown(writer):
    one, other = await created(writer, SECTION), await created(writer, SECTION)
    answer = await writer.patch(f"{PLACE}/{one['id']}", {"asections": [{"id": other["sections"][0]["id"]}]})
    assert answer.status_code == 500


@pytest.mark.parametrize(("body", "status"), [({}, 500), ({"title": "A"}, 500), ({"title": 5, "status": 1}, 400)])
async def test_a_creation_without_title_or_status(writer, body, status):
    assert (await writer.post(PLACE, body)).status_code == status


async def test_an_unknown_article(writer):
    answers = [await writer.http.get(f"{PLACE}/9999"), await writer.patch(f"{PLACE}/9999", {"status": 1})]
    assert [answer.status_code for answer in answers] == [500, 400]


async def test_answers_to_writes_sort_positions_as_text(writer):
    sections = [SECTION | {"position": position, "title": str(position)} for position in (2, 10)]
    article = await created(writer, *sections)
    assert [section["title"] for section in article["sections"]] == ["10", "2"]
    read = await writer.get(f"{PLACE}/{article['id']}")
    assert [section["title"] for section in read["sections"]] == ["2", "10"]


async def test_a_deletion_takes_everything(writer):
    article = await created(writer, SECTION)
    assert (await writer.http.delete(f"{PLACE}/{article['id']}")).status_code == 204
    assert (await writer.http.get(f"{PLACE}/{article['id']}")).status_code == 500


async def test_an_operator_reads_and_may_not_write(make):
    caller = await make().sign_in("communities")
    assert await caller.members(PLACE)
    assert (await caller.post(PLACE, {"title": "A", "status": 1})).status_code == 400
