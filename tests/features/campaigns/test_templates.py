"""What a mail starts from: a model, an event or an article of the platform (campaigns.start)."""

import pytest

from admin_app.features.campaigns.templates import EVENT, MODELS, NEWS, SURVEY, start

FAIR = {
    "name": "Fête du vélo",
    "fromDate": "2026-05-02T09:30:00+02:00",
    "toDate": "2026-05-03T18:00:00+02:00",
    "useTime": False,
    "address": {"streetAddress": 'Place "Stanislas"', "addressLocality": "Nancy"},
    "fullDescription": "<p>Venez.</p>",
    "url": "https://a.fr/fete",
}


def kinds(model, source=None):
    return [each.kind for each in start(model, "fr", source).blocks]


def words(source, model=EVENT):
    """What its texts say."""
    return [each.html for each in start(model, "fr", source).blocks if each.kind == "text"]


def test_every_model_ends_with_why_somebody_gets_it():
    assert {kinds(model)[-1] for model in MODELS} == {"footer"}
    assert start(SURVEY, "fr").blocks[-1].unsubscribe == "Se désinscrire"


def test_a_survey_has_no_picture_to_look_for():
    assert kinds(SURVEY) == ["title", "text", "button", "footer"]
    assert kinds(NEWS) == kinds(EVENT) == ["title", "picture", "text", "button", "footer"]


def test_an_event_says_when_and_where():
    made = start(EVENT, "fr", FAIR)
    assert (made.subject, kinds(EVENT, FAIR)) == ("Fête du vélo", ["title", "text", "button", "footer"])
    assert words(FAIR) == [
        '<p><strong>Du 2 mai 2026 au 3 mai 2026 · Place "Stanislas", Nancy</strong></p><p>Venez.</p>'
    ]
    assert made.blocks[2].href == "https://a.fr/fete"
    pictured = start(EVENT, "fr", {**FAIR, "image": "https://a.fr/b.jpg"}).blocks[1]
    assert (pictured.src, pictured.alt) == ("https://a.fr/b.jpg", "Fête du vélo")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"toDate": None}, "2 mai 2026"),
        ({"toDate": FAIR["fromDate"]}, "2 mai 2026"),
        ({"useTime": True}, "Du 2 mai 2026 09:30 au 3 mai 2026 18:00"),
        ({"fromDate": None, "toDate": None}, ""),
    ],
)
def test_the_days_of_an_event_are_said_once_and_with_the_time_that_counts(changes, said):
    told = f"<p><strong>{said}</strong></p>" if said else ""
    assert words({**FAIR, "address": None, **changes}) == [f"{told}<p>Venez.</p>"]


def test_an_event_that_is_told_in_a_line_begins_with_that():
    short = {"name": "x", "description": 'Un & "deux"\ntrois', "fullDescription": None}
    assert words(short) == ['<p>Un &amp; "deux"<br>trois</p>']
    assert words({"name": "x"}) == [""]


def test_an_article_is_read_in_its_order_without_its_drafts():
    article = {
        "title": "Mars",
        "sections": [
            {"title": "Fin", "position": 1, "paragraphs": [{"text": "<p>z</p>", "status": 1}]},
            {
                "title": 'Début & "suite"',
                "position": 0,
                "paragraphs": [
                    {"text": "<p>b</p>", "position": 2},
                    {"text": "<p>draft</p>", "status": 0, "position": 1},
                    {"text": "<p>a</p>"},
                    {"text": "<p>aa</p>", "position": 0},
                ],
            },
            {"title": "Vide", "position": 2, "paragraphs": [{"text": "<p>draft</p>", "status": 0}]},
            {"title": "", "position": 3, "paragraphs": [{"text": "<p>sans titre</p>"}]},
        ],
    }
    assert start(NEWS, "fr", article).subject == "Mars"
    assert words(article, NEWS) == [
        '<h2>Début &amp; "suite"</h2><p>a</p><p>aa</p><p>b</p>',
        "<h2>Fin</h2><p>z</p>",
        "<p>sans titre</p>",
    ]
    assert words({"title": "Rien", "sections": None}, NEWS) == []
